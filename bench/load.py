"""What benchmarks of servers share: requests over open connections, and the CPU time that they cost a process."""

import selectors
import socket
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol

import httpx
import msgspec

CONNECTIONS = 32


class Contender(Protocol):
    """A server that is measured, and its clients."""

    pid: int

    def prepare(self, requests: int) -> None:
        """Prepare this number of requests, a multiple of the connections; this is not measured."""

    def run(self) -> None:
        """Send them, and return after the last response."""


def cost(contender: Contender, store: int, requests: int) -> tuple[float, float]:
    """CPU microseconds for each request: of the server, and of the store, a process as well."""
    contender.prepare(requests)
    before = micros(contender.pid), micros(store)
    contender.run()
    after = micros(contender.pid), micros(store)
    return (after[0] - before[0]) / requests, (after[1] - before[1]) / requests


def micros(pid: int) -> float:
    """The CPU time that all threads of a process have used so far; /proc/<pid>/stat would count steps of 10 ms."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return sum(int(Path(thread, "schedstat").read_text().split()[0]) for thread in threads) / 1e3


class Player:
    """The requests of one connection; this class always sends the same."""

    def __init__(self, request: bytes, status: int = 200) -> None:
        self._request, self.status = request, status

    def request(self) -> bytes:
        return self._request

    def receive(self, body: bytes) -> None:
        """Read the body of a response."""


class Diver(Player):
    """A player of all seats at one table, who dives at the next closed cover and banks the find."""

    def __init__(self, client: httpx.Client, language: str = "en") -> None:
        super().__init__(b"")
        self._language = language
        self._seen = client.post("/v1/games", json={"engine": "tokyo_poo_divers", "seats": [{}, {}]}).json()
        self._tokens = [seat["token"] for seat in self._seen["seats"]]
        self.path = f"/v1/games/{self._seen['id']}/actions"

    def request(self) -> bytes:
        state = self._seen["state"]
        token = self._tokens[state["turn"]]
        return http_request_bytes("POST", self.path, diver_action(state), token=token, Accept_Language=self._language)

    def receive(self, body: bytes) -> None:
        self._seen = msgspec.json.decode(body)["game"]

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._seen["status"] != "active")


def diver_action(state: dict[str, Any]) -> dict[str, Any]:
    """The next action of the diver."""
    if state["phase"] == "dive":
        rows = enumerate(state["board"])
        return {"type": "dive", "cell": next([row, cells.index("#")] for row, cells in rows if "#" in cells)}
    return {"type": "decline_peek" if state["phase"] == "peek" else "bank"}


def http_request_bytes(method: str, path: str, body: Any = None, *, token: str = "", **headers: str) -> bytes:
    """The bytes of an HTTP request; `If_None_Match="…"` is a header."""
    content = b"" if body is None else msgspec.json.encode(body)
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    if token:
        fields["Authorization"] = f"Bearer {token}"
    if content:
        fields |= {"Content-Type": "application/json", "Content-Length": str(len(content))}
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *(f"{name}: {value}" for name, value in fields.items())]
    return "\r\n".join([*lines, "", ""]).encode() + content


class HttpContender:
    """A server that gets requests over persistent connections, one at a time on each."""

    def __init__(self, pid: int, port: int, player: Callable[[], Player]) -> None:
        self.pid, self.port, self._player = pid, port, player

    def prepare(self, requests: int) -> None:
        self._players = [self._player() for _ in range(CONNECTIONS)]
        self._each = requests // CONNECTIONS

    def run(self) -> None:
        with ExitStack() as stack:
            selector, left = stack.enter_context(selectors.DefaultSelector()), {}
            for player in self._players:
                connection = stack.enter_context(socket.create_connection(("127.0.0.1", self.port)))
                selector.register(connection, selectors.EVENT_READ, player)
                left[connection] = self._each - 1
                connection.sendall(player.request())
            while left:
                for key, _ in selector.select(timeout=20):
                    connection, player = key.fileobj, key.data
                    player.receive(read_response(connection, player.status))
                    if left[connection]:
                        left[connection] -= 1
                        connection.sendall(player.request())
                    else:
                        selector.unregister(connection)
                        del left[connection]


def read_response(connection: socket.socket, *statuses: int) -> bytes:
    """The body of the next response, which must have one of these statuses."""
    head, body = b"", connection.recv(65536)
    while b"\r\n\r\n" not in body:
        body += read_more(connection)
    head, _, body = body.partition(b"\r\n\r\n")
    status = int(head[9:12])
    assert status in statuses, head + body
    length = head.lower().partition(b"content-length:")[2].split(b"\r\n")[0]
    while status != 304 and len(body) < int(length):
        body += read_more(connection)
    return body


def read_more(connection: socket.socket) -> bytes:
    """The next bytes of a response that is not complete."""
    data = connection.recv(65536)
    assert data, "the connection was closed"
    return data
