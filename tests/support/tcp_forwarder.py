"""A loopback port that forwards bytes to the service, and whose connections a test can break."""

import socket
import threading
from contextlib import suppress
from random import Random


class TcpForwarder:
    """Forwards to this port; `cut` breaks the connections."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = []
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> "TcpForwarder":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def cut(self) -> None:
        """Break every connection there is now; new ones pass."""
        ends, self._ends = self._ends, []
        for end in ends:
            close_socket(end)

    def close(self) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()

    def limits(self) -> tuple[float, float]:
        """How many bytes of requests and of responses a new connection carries before it breaks."""
        return float("inf"), float("inf")

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            try:
                upstream = socket.create_connection(("127.0.0.1", self._target))
            except OSError:  # nobody serves there at the moment
                close_socket(client)
                continue
            self._ends += [client, upstream]
            request_limit, response_limit = self.limits()
            for source, target, limit in ((client, upstream, request_limit), (upstream, client, response_limit)):
                threading.Thread(target=self._forward, args=(source, target, limit), daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket, limit: float) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if len(data) > limit:
                    target.sendall(data[: int(limit)])
                    self.count_break()
                    close_socket(source)
                    close_socket(target)
                    return
                limit -= len(data)
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)

    def count_break(self) -> None:
        """Called when a connection has reached its limit."""


class UnreliableTcpForwarder(TcpForwarder):
    """Breaks connections at random, in the middle of requests, responses and streams."""

    def __init__(self, port: int, seed: int) -> None:
        self._dice = Random(seed)
        self.breaks = 0
        super().__init__(port)

    def limits(self) -> tuple[float, float]:
        kind = self._dice.randrange(3)
        request_limit = self._dice.randint(0, 1500) if kind == 0 else 60_000
        response_limit = self._dice.randint(0, 6000) if kind == 1 else 60_000
        return request_limit, response_limit

    def count_break(self) -> None:
        self.breaks += 1


def close_socket(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
