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


class RawResponse(NamedTuple):
    """One whole response as it was sent."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def problem(self) -> tuple[int, str]:
        """The status and the code of the problem that this must be."""
        assert self.headers["content-type"] == "application/problem+json", self
        problem: dict[str, Any] = json.loads(self.body)
        assert problem["status"] == self.status
        return self.status, problem["code"]


@contextmanager
def open_connection(port: int, data: bytes = b"", source: str = HOST) -> Iterator[socket.socket]:
    """A connection on which these bytes have been sent."""
    with socket.create_connection((HOST, port), timeout=30, source_address=(source, 0)) as connection:
        connection.sendall(data)
        yield connection


def response_to(port: int, data: bytes, *, half_close: bool = False) -> RawResponse:
    """The response to these bytes, after which the service must hang up."""
    with open_connection(port, data) as connection:
        if half_close:
            connection.shutdown(socket.SHUT_WR)
        return read_response(connection)


def read_response(connection: socket.socket) -> RawResponse:
    """The one response on this connection, up to its end."""
    with connection.makefile("rb") as file:
        head, _, body = file.read().partition(b"\r\n\r\n")
    first, *rest = head.decode().split("\r\n")
    headers = {name.lower(): value for name, _, value in (field.partition(": ") for field in rest)}
    assert len(body) == int(headers["content-length"]), "one response, and no other"
    return RawResponse(int(first.split()[1]), headers, body)


def head(path: str, *fields: str, method: str = "POST") -> bytes:
    """The head of a request for JSON."""
    connections = [f"{method} {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json", *fields, "", ""]
    return "\r\n".join(connections).encode()


HALF_A_BODY = head("/v1/records/verify", "Content-Length: 100") + b"{"
HALF_A_HEAD = b"GET /healthz HTTP/1.1\r\nHost: "


@contextmanager
def many_connections(port: int, data: bytes, count: int, addresses: int = 1, *, deaf: bool = False) -> Iterator[None]:
    """Many connections from these loopback addresses, on each of which these bytes were sent, and then nothing more.
    Deaf ones have next to no buffer for responses."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count + 500
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    try:
        with ExitStack() as stack:
            for number in range(count):
                connection = stack.enter_context(socket.socket())
                connection.settimeout(30)
                if deaf:
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
                connection.bind((f"127.0.0.{2 + number % addresses}", 0))
                connection.connect((HOST, port))
                if data:
                    connection.sendall(data)
            yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
