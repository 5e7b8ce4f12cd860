"""Clients that do not behave: sockets that send half a request, or nothing, or do not read."""

import json
import resource
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

HOST = "127.0.0.1"
RESET = struct.pack("ii", 1, 0)
"""With this SO_LINGER, closing resets the connection."""


class Answer(NamedTuple):
    """One whole answer as it was sent."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def problem(self) -> tuple[int, str]:
        """The status and the code of the problem that this must be."""
        assert self.headers["content-type"] == "application/problem+json", self
        told: dict[str, Any] = json.loads(self.body)
        assert told["status"] == self.status
        return self.status, told["code"]


@contextmanager
def calling_on(port: int, words: bytes = b"", source: str = HOST) -> Iterator[socket.socket]:
    """A connection on which these bytes have been sent."""
    with socket.create_connection((HOST, port), timeout=30, source_address=(source, 0)) as line:
        line.sendall(words)
        yield line


def answer_to(port: int, words: bytes, *, half_close: bool = False) -> Answer:
    """The answer to these bytes, after which the service must hang up."""
    with calling_on(port, words) as line:
        if half_close:
            line.shutdown(socket.SHUT_WR)
        return heard(line)


def heard(line: socket.socket) -> Answer:
    """The one answer on this connection, up to its end."""
    with line.makefile("rb") as file:
        head, _, body = file.read().partition(b"\r\n\r\n")
    first, *rest = head.decode().split("\r\n")
    headers = {name.lower(): value for name, _, value in (field.partition(": ") for field in rest)}
    assert len(body) == int(headers["content-length"]), "one answer, and no other"
    return Answer(int(first.split()[1]), headers, body)


def head(path: str, *fields: str, method: str = "POST") -> bytes:
    """The head of a request for JSON."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json", *fields, "", ""]
    return "\r\n".join(lines).encode()


HALF_A_BODY = head("/v1/records/verify", "Content-Length: 100") + b"{"
HALF_A_HEAD = b"GET /healthz HTTP/1.1\r\nHost: "


@contextmanager
def crowd(port: int, words: bytes, count: int, addresses: int = 1, *, deaf: bool = False) -> Iterator[None]:
    """Many connections from these loopback addresses, on each of which these bytes were sent, and then nothing more.
    Deaf ones have next to no room for answers."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count + 500
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    try:
        with ExitStack() as stack:
            for number in range(count):
                line = stack.enter_context(socket.socket())
                line.settimeout(30)
                if deaf:
                    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
                line.bind((f"127.0.0.{2 + number % addresses}", 0))
                line.connect((HOST, port))
                if words:
                    line.sendall(words)
            yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
