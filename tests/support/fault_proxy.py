"""An HTTP proxy in front of the service that injects faults and records every request."""

import http.client
import json
import socket
import threading
import time
from collections import Counter
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

HOP_BY_HOP = {"connection", "content-length", "host", "keep-alive", "transfer-encoding"}
"""Headers that belong to one connection, and are not passed on."""
STREAM_TYPES = ("text/event-stream", "application/x-ndjson")


class RecordedRequest(NamedTuple):
    """A request that came, whatever became of it, and when. Its kind is its method, `STREAM` or `POLL`."""

    kind: str
    path: str
    headers: dict[str, str]
    at: float

    @property
    def key(self) -> str:
        return self.headers.get("idempotency-key", "")


def kind_of(method: str, query: str, accept: str) -> str:
    """The kind of a request."""
    return "STREAM" if accept in STREAM_TYPES else "POLL" if "wait=" in query else method


class Fault(NamedTuple):
    """What happens to a request. With a response of its own the service never gets the request, and the client gets the
    response, or its first half if it is `cut`. Without, the service's response does not get through, or nothing after
    so many bytes of a stream: the connection breaks, or stays open if it is `held`.
    """

    response: tuple[int, dict[str, str], bytes] | None = None
    cut: bool = False
    held: bool = False
    after: int = 0


LOST, HELD = Fault(), Fault(held=True)
"""The service has processed the request, and the client does not learn of it: it is cut off, or waits."""


def error(status: int, code: str, retry_after: int = 0, *, cut: bool = False) -> Fault:
    """An error response, as the service sends it."""
    problem = {"type": f"/problems/{code}", "title": "Not now", "status": status, "code": code, "detail": "Not now."}
    headers = {"Content-Type": "application/problem+json", "Retry-After": str(retry_after)}
    return Fault((status, headers, json.dumps(problem).encode()), cut)


def page(status: int, text: str, **headers: str) -> Fault:
    """A page of another server."""
    return Fault((status, {"Content-Type": "text/html", **headers}, text.encode()))


class FaultProxy(ThreadingHTTPServer):
    """Passes requests on to the service at this port. Faults happen in the order in which they were injected."""

    daemon_threads = True

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.target = port
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.requests: list[RecordedRequest] = []
        self.faults: list[tuple[str, str, Fault]] = []
        """The faults of the next requests of this kind whose path ends so."""
        self.lost = 0
        self.processed: Counter[str] = Counter()
        """How often the service has processed the request with this Idempotency-Key: a replay is not counted."""
        self.streaming: set[socket.socket] = set()
        self._lock = threading.Lock()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def server_close(self) -> None:
        self.shutdown()
        super().server_close()

    def inject(self, kind: str, path_end: str, fault: Fault, times: int = 1) -> None:
        """Let this happen to so many requests of this kind whose path ends so."""
        self.faults += [(kind, path_end, fault)] * times

    def break_streams(self) -> None:
        """Break off all streams that are open."""
        for one in list(self.streaming):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def fault_for(self, request: RecordedRequest) -> Fault | None:
        """Record this request; returns what happens to it, None if nothing does."""
        with self._lock:
            self.requests.append(request)
            for kind, path_end, fault in self.faults:
                if kind == request.kind and request.path.endswith(path_end):
                    self.faults.remove((kind, path_end, fault))
                    return fault
            return self.random_fault(request)

    def random_fault(self, request: RecordedRequest) -> Fault | None:
        """What happens to a request for which no fault was injected."""
        return None

    def matching(self, kind: str, path_end: str = "") -> list[RecordedRequest]:
        """The requests of this kind that have come."""
        return [one for one in self.requests if one.kind == kind and one.path.endswith(path_end)]


class Handler(BaseHTTPRequestHandler):
    server: FaultProxy
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path, _, query = self.path.partition("?")
        headers = {name.lower(): text for name, text in self.headers.items() if name.lower() not in HOP_BY_HOP}
        kind = kind_of(self.command, query, self.headers.get("Accept", ""))
        fault = self.server.fault_for(RecordedRequest(kind, path, headers, time.monotonic()))
        with suppress(OSError, http.client.HTTPException):
            if fault is not None and fault.response is not None:
                return self._respond(*fault.response, cut=fault.cut)
            return self._forward(body, headers, fault)
        self.close_connection = True
        return None

    do_POST = do_DELETE = do_OPTIONS = do_GET  # noqa: N815

    def _forward(self, body: bytes, headers: dict[str, str], fault: Fault | None) -> None:
        service = http.client.HTTPConnection("127.0.0.1", self.server.target, timeout=90)
        try:
            service.request(self.command, self.path, body or None, headers)
            response = service.getresponse()
            replayed = response.getheader("Idempotent-Replayed") is not None
            if response.status < 300 and not replayed and "idempotency-key" in headers:
                self.server.processed[headers["idempotency-key"]] += 1
            if fault is not None and not fault.after:
                self._lose(response, fault)
            elif response.getheader("Transfer-Encoding") == "chunked":
                self._stream(response, fault)
            else:
                self._respond(response.status, dict(response.getheaders()), response.read())
        finally:
            service.close()

    def _lose(self, response: http.client.HTTPResponse, fault: Fault) -> None:
        """Pass nothing more on of this response: wait until the client closes the connection, or close it."""
        self.server.lost += 1
        self.close_connection = True
        if fault.held:
            self.connection.recv(1)
        else:
            if not fault.after:
                response.read()
            self.connection.shutdown(socket.SHUT_RDWR)

    def _respond(self, status: int, headers: dict[str, str], body: bytes, *, cut: bool = False) -> None:
        length = {} if status in (204, 304) else {"Content-Length": str(len(body))}
        self._send_head(status, headers, length)
        self.wfile.write(body[: len(body) // 2] if cut else body)
        if cut:
            self.close_connection = True

    def _stream(self, response: http.client.HTTPResponse, fault: Fault | None) -> None:
        self._send_head(response.status, dict(response.getheaders()), {"Transfer-Encoding": "chunked"})
        self.server.streaming.add(self.connection)
        try:
            sent = 0
            while chunk := response.read1(65536):
                self.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
                sent += len(chunk)
                if fault is not None and sent >= fault.after:
                    return self._lose(response, fault)
            self.wfile.write(b"0\r\n\r\n")
        finally:
            self.server.streaming.discard(self.connection)
        return None

    def _send_head(self, status: int, headers: dict[str, str], own: dict[str, str]) -> None:
        """The status, the headers that are passed on, and those of this connection."""
        self.send_response_only(status)
        passed = {name: text for name, text in headers.items() if name.lower() not in HOP_BY_HOP}
        for name, text in {**passed, **own}.items():
            self.send_header(name, text)
        self.end_headers()

    def handle(self) -> None:
        with suppress(ConnectionError):  # the client may be killed
            super().handle()

    def log_message(self, *_: Any) -> None:
        pass
