"""A way to the service that can be cut: a loopback port that passes bytes on."""

import socket
import threading
from contextlib import suppress
from random import Random


class Cable:
    """A cable to this port, which breaks when it is told to."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = []
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> "Cable":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def cut(self) -> None:
        """Break every connection there is now; new ones pass."""
        ends, self._ends = self._ends, []
        for end in ends:
            hang_up(end)

    def close(self) -> None:
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.cut()

    def limits(self) -> tuple[float, float]:
        """How many bytes of requests and of answers a new connection carries before it breaks."""
        return float("inf"), float("inf")

    def _accept(self) -> None:
        while True:
            try:
                here, _ = self._listening.accept()
            except OSError:
                return
            try:
                there = socket.create_connection(("127.0.0.1", self._target))
            except OSError:  # nobody serves there at the moment
                hang_up(here)
                continue
            self._ends += [here, there]
            asked, answered = self.limits()
            for one, other, most in ((here, there, asked), (there, here, answered)):
                threading.Thread(target=self._pass_on, args=(one, other, most), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket, most: float) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                if len(data) > most:
                    other.sendall(data[: int(most)])
                    self.broken()
                    hang_up(one)
                    hang_up(other)
                    return
                most -= len(data)
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)

    def broken(self) -> None:
        """A connection has carried what it may."""


class Shaky(Cable):
    """A cable that breaks at random, in the middle of requests, answers and streams."""

    def __init__(self, port: int, seed: int) -> None:
        self._dice = Random(seed)
        self.breaks = 0
        super().__init__(port)

    def limits(self) -> tuple[float, float]:
        kind = self._dice.randrange(3)
        asked = self._dice.randint(0, 1500) if kind == 0 else 60_000
        answered = self._dice.randint(0, 6000) if kind == 1 else 60_000
        return asked, answered

    def broken(self) -> None:
        self.breaks += 1


def hang_up(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
