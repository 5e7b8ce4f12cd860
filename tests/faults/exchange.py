"""Bytes to the service and its answers back, read as HTTP says and within a time."""

import socket
import time
from contextlib import suppress

import msgspec

FROM_THE_APP = "x-request-id"
"""A header of all its answers. The server refuses what is hardly HTTP without asking it, and always with a body."""
STREAMS = ("text/event-stream", "application/x-ndjson")


class Hang(Exception):  # noqa: N818
    """No answer, or only half of one, came in time."""


class Answer(msgspec.Struct):
    """One answer as it came."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def form(self) -> str:
        return self.headers.get("content-type", "").partition(";")[0]


def exchange(port: int, sent: bytes, patience: float) -> bytes:
    """All that comes back for these bytes, until the service hangs up or begins a stream."""
    end, heard = time.monotonic() + patience, b""
    with socket.create_connection(("127.0.0.1", port), timeout=patience) as line:
        with suppress(OSError):  # it may answer and hang up before it has read all
            line.sendall(sent)
            line.shutdown(socket.SHUT_WR)
        while True:
            line.settimeout(max(end - time.monotonic(), 0.001))
            try:
                piece = line.recv(1 << 16)
            except ConnectionError:
                return heard
            except TimeoutError:
                raise Hang(f"nothing for {patience} seconds after {heard[:200]!r}") from None
            heard += piece
            if not piece or any(f"Content-Type: {form}".encode() in heard for form in STREAMS):
                return heard


def answers(heard: bytes, *, heads_only: bool = False) -> list[Answer]:
    """The answers in what came back; ValueError if it is not HTTP."""
    found = []
    while heard:
        head, between, heard = heard.partition(b"\r\n\r\n")
        if not between:
            raise ValueError(f"half a head: {head[:200]!r}")
        line, *rest = head.decode("latin-1").split("\r\n")
        version, status, *_ = line.split(" ", 2)
        if not version.startswith("HTTP/1."):
            raise ValueError(f"not an answer: {line[:200]!r}")
        headers = {name.lower(): value.strip() for name, _, value in (one.partition(":") for one in rest)}
        answer = Answer(int(status), headers, b"")
        if answer.status < 200:
            continue
        found.append(answer)
        if answer.form in STREAMS:
            break
        if answer.status not in (204, 304) and not (heads_only and FROM_THE_APP in headers):
            answer.body, heard = _body(headers, heard)
    return found


def _body(headers: dict[str, str], heard: bytes) -> tuple[bytes, bytes]:
    """The body, and what follows it."""
    if "content-length" in headers:
        length = int(headers["content-length"])
        if len(heard) < length:
            raise ValueError("half a body")
        return heard[:length], heard[length:]
    if headers.get("transfer-encoding") != "chunked":
        return heard, b""
    body = b""
    while True:
        size, _, heard = heard.partition(b"\r\n")
        piece, heard = heard[: int(size, 16)], heard[int(size, 16) + 2 :]
        if not piece:
            return body, heard
        body += piece
