"""A bad connection between the service and its store: it loses responses, hangs, or fails for a while."""

import contextlib
import re
import select
import shutil
import socket
import threading
import time
from pathlib import Path
from urllib.parse import quote

from service.server import embedded_store as embedded

READING = re.compile(rb"(\*10\r\n\$10\r\n)(\d{10})")


class Proxy:
    """Passes bytes between a Unix socket of its own and the store's, and fails as a test demands."""

    def __init__(self, upstream: Path) -> None:
        self._upstream = upstream
        self._run_dir = embedded.run_directory()
        path = self._run_dir / "proxy.sock"
        self.url = "unix://" + quote(str(path))
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen(64)
        self._threads: list[threading.Thread] = []
        self._open: set[socket.socket] = set()
        self._marker, self._losses, self._cut, self._then_dead = b"", 0, True, False
        self._ahead = 0
        self.delay = 0.0
        """Seconds by which each response is late."""
        self.dead = False
        self.lost = 0

    def __enter__(self) -> "Proxy":
        self._run(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        self.dead = True
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._close_all()
        for thread in self._threads:
            thread.join()
        shutil.rmtree(self._run_dir)

    def lose(self, marker: str, times: int = 1, *, cut: bool = True, then_dead: bool = False) -> None:
        """Lose the responses to the next requests that hold this marker: cut the connection once there is a response,
        or send nothing. `then_dead`: accept no other connection afterwards, until `revive`."""
        self._marker, self._losses, self._cut, self._then_dead = marker.encode(), times, cut, then_dead

    def set_clock(self, ahead: int) -> None:
        """Make the store's clock go so many seconds ahead of what it is, as every read of a game sees it."""
        self._ahead = ahead

    def revive(self) -> None:
        """Accept connections again."""
        self.dead = False

    def die(self) -> None:
        """Cut every connection and accept no other."""
        self.dead = True
        self._close_all()

    def _run(self, what: object, *arguments: object) -> None:
        thread = threading.Thread(target=what, args=arguments, daemon=True)  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self._open.add(client)
                if self.dead:
                    self._close(client)
                else:
                    self._run(self._serve, client)

    def _serve(self, client: socket.socket) -> None:
        """Pass bytes both ways, except for a response that must be lost."""
        with socket.socket(socket.AF_UNIX) as store, contextlib.suppress(OSError):
            store.connect(str(self._upstream))
            losing = False
            while True:
                ready, _, _ = select.select([client, store], [], [])
                if client in ready:
                    request = client.recv(1 << 20)
                    if not request:
                        break
                    if self._losses > 0 and self._marker in request:
                        self._losses -= 1
                        losing = True
                    store.sendall(request)
                if store in ready:
                    response = store.recv(1 << 20)
                    if not response:
                        break
                    if not losing:
                        time.sleep(self.delay)
                        client.sendall(self._dated(response))
                        continue
                    losing = not self._cut
                    self.lost += 1
                    self.dead = self.dead or (self._then_dead and self._losses == 0)
                    if self._cut:
                        break
        self._close(client)

    def _dated(self, response: bytes) -> bytes:
        """The response with its time moved ahead: that to a read begins with the store's time in seconds."""
        if not (self._ahead and (match := READING.match(response))):
            return response
        return b"%s%d%s" % (match[1], int(match[2]) + self._ahead, response[match.end() :])

    def _close(self, client: socket.socket) -> None:
        with contextlib.suppress(OSError):
            client.shutdown(socket.SHUT_RDWR)
        client.close()
        self._open.discard(client)

    def _close_all(self) -> None:
        for client in list(self._open):
            with contextlib.suppress(OSError):
                client.shutdown(socket.SHUT_RDWR)
