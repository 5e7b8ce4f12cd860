"""Send bytes to the service and parse its responses as HTTP, with a timeout."""

import socket
import time
from contextlib import suppress

import msgspec

FROM_THE_APP = "x-request-id"
"""A header of all responses of the app. The server rejects malformed HTTP without the app, and always with a body."""
STREAMS = ("text/event-stream", "application/x-ndjson")


class Hang(Exception):  # noqa: N818
    """No response, or only half of one, came in time."""


class ParsedResponse(msgspec.Struct):
    """One response as it came."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def form(self) -> str:
        return self.headers.get("content-type", "").partition(";")[0]


def exchange(port: int, sent: bytes, timeout: float) -> bytes:
    """All that comes back for these bytes, until the service hangs up or begins a stream."""
    end, data = time.monotonic() + timeout, b""
    with socket.create_connection(("127.0.0.1", port), timeout=timeout) as connection:
        with suppress(OSError):  # it may respond and hang up before it has read all
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
        while True:
            connection.settimeout(max(end - time.monotonic(), 0.001))
            try:
                piece = connection.recv(1 << 16)
            except ConnectionError:
                return data
            except TimeoutError:
                raise Hang(f"nothing for {timeout} seconds after {data[:200]!r}") from None
            data += piece
            if not piece or any(f"Content-Type: {form}".encode() in data for form in STREAMS):
                return data


def parse_responses(data: bytes, *, heads_only: bool = False) -> list[ParsedResponse]:
    """The responses in these bytes; ValueError if they are not HTTP."""
    responses = []
    while data:
        head, between, data = data.partition(b"\r\n\r\n")
        if not between:
            raise ValueError(f"half a head: {head[:200]!r}")
        line, *rest = head.decode("latin-1").split("\r\n")
        version, status, *_ = line.split(" ", 2)
        if not version.startswith("HTTP/1."):
            raise ValueError(f"not a response: {line[:200]!r}")
        headers = {name.lower(): value.strip() for name, _, value in (one.partition(":") for one in rest)}
        response = ParsedResponse(int(status), headers, b"")
        if response.status < 200:
            continue
        responses.append(response)
        if response.form in STREAMS:
            break
        if response.status not in (204, 304) and not (heads_only and FROM_THE_APP in headers):
            response.body, data = _body(headers, data)
    return responses


def _body(headers: dict[str, str], data: bytes) -> tuple[bytes, bytes]:
    """The body, and what follows it."""
    if "content-length" in headers:
        length = int(headers["content-length"])
        if len(data) < length:
            raise ValueError("half a body")
        return data[:length], data[length:]
    if headers.get("transfer-encoding") != "chunked":
        return data, b""
    body = b""
    while True:
        size, _, data = data.partition(b"\r\n")
        piece, data = data[: int(size, 16)], data[int(size, 16) + 2 :]
        if not piece:
            return body, data
        body += piece
