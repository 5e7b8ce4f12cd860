"""What benchmarks of servers share: requests kept under way, and the CPU time that they cost a process."""

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
    """A server that is measured, and those who call it."""

    pid: int

    def sit_down(self, requests: int) -> None:
        """Get ready for so many requests, a multiple of the connections; this is not measured."""

    def play(self) -> None:
        """Make them, and return when all are answered."""


def cost(contender: Contender, store: int, requests: int) -> tuple[float, float]:
    """CPU microseconds for each request: of the server, and of the store, a process as well."""
    contender.sit_down(requests)
    before = micros(contender.pid), micros(store)
    contender.play()
    after = micros(contender.pid), micros(store)
    return (after[0] - before[0]) / requests, (after[1] - before[1]) / requests


def micros(pid: int) -> float:
    """The CPU time that all threads of a process have used so far; /proc/<pid>/stat would count steps of 10 ms."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return sum(int(Path(thread, "schedstat").read_text().split()[0]) for thread in threads) / 1e3


class Player:
    """The requests of one connection; this one always makes the same."""

    def __init__(self, request: bytes, status: int = 200) -> None:
        self._request, self.status = request, status

    def request(self) -> bytes:
        return self._request

    def answered(self, body: bytes) -> None:
        """Read the answer."""


class Diver(Player):
    """A player of all seats at one table, who dives at the next closed cover and banks what is found."""

    def __init__(self, client: httpx.Client, language: str = "en") -> None:
        super().__init__(b"")
        self._language = language
        self._seen = client.post("/v1/games", json={"engine": "tokyo_poo_divers", "seats": [{}, {}]}).json()
        self._tokens = [seat["token"] for seat in self._seen["seats"]]
        self._path = f"/v1/games/{self._seen['id']}/actions"

    def request(self) -> bytes:
        state = self._seen["state"]
        token = self._tokens[state["turn"]]
        return asked("POST", self._path, dived(state), token=token, Accept_Language=self._language)

    def answered(self, body: bytes) -> None:
        self._seen = msgspec.json.decode(body)["game"]


def dived(state: dict[str, Any]) -> dict[str, Any]:
    """What the diver does now."""
    if state["phase"] == "dive":
        rows = enumerate(state["board"])
        return {"type": "dive", "cell": next([row, line.index("#")] for row, line in rows if "#" in line)}
    return {"type": "decline_peek" if state["phase"] == "peek" else "bank"}


def asked(method: str, path: str, body: Any = None, *, token: str = "", **headers: str) -> bytes:
    """A request as it goes over the wire; `If_None_Match="…"` is a header."""
    sent = b"" if body is None else msgspec.json.encode(body)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    if token:
        named["Authorization"] = f"Bearer {token}"
    if sent:
        named |= {"Content-Type": "application/json", "Content-Length": str(len(sent))}
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *(f"{name}: {value}" for name, value in named.items())]
    return "\r\n".join([*lines, "", ""]).encode() + sent


class Called:
    """A server that is called over kept connections, with one request of each under way."""

    def __init__(self, pid: int, port: int, player: Callable[[], Player]) -> None:
        self.pid, self.port, self._player = pid, port, player

    def sit_down(self, requests: int) -> None:
        self._players = [self._player() for _ in range(CONNECTIONS)]
        self._each = requests // CONNECTIONS

    def play(self) -> None:
        with ExitStack() as stack:
            selector, left = stack.enter_context(selectors.DefaultSelector()), {}
            for player in self._players:
                line = stack.enter_context(socket.create_connection(("127.0.0.1", self.port)))
                selector.register(line, selectors.EVENT_READ, player)
                left[line] = self._each - 1
                line.sendall(player.request())
            while left:
                for key, _ in selector.select(timeout=20):
                    line, player = key.fileobj, key.data
                    player.answered(whole_answer(line, player.status))
                    if left[line]:
                        left[line] -= 1
                        line.sendall(player.request())
                    else:
                        selector.unregister(line)
                        del left[line]


def whole_answer(line: socket.socket, status: int) -> bytes:
    """The body of the next answer, which must have this status."""
    head, body = b"", line.recv(65536)
    while b"\r\n\r\n" not in body:
        body += more(line)
    head, _, body = body.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d" % status), head + body
    length = head.lower().partition(b"content-length:")[2].split(b"\r\n")[0]
    while status != 304 and len(body) < int(length):
        body += more(line)
    return body


def more(line: socket.socket) -> bytes:
    """The next bytes of an answer that is not complete."""
    read = line.recv(65536)
    assert read, "the connection was closed"
    return read
