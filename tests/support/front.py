"""An HTTP proxy before the service that fails as it is told to, and notes every request."""

import http.client
import json
import socket
import threading
import time
from collections import Counter
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

OF_A_HOP = {"connection", "content-length", "host", "keep-alive", "transfer-encoding"}
"""Headers that belong to one connection, and are not passed on as they are."""
STREAMS = ("text/event-stream", "application/x-ndjson")


class Seen(NamedTuple):
    """A request that came, whatever became of it, and when. Its kind is its method, `STREAM` or `POLL`."""

    kind: str
    path: str
    headers: dict[str, str]
    at: float

    @property
    def key(self) -> str:
        return self.headers.get("idempotency-key", "")


def kind_of(method: str, query: str, accept: str) -> str:
    """What kind of request this is."""
    return "STREAM" if accept in STREAMS else "POLL" if "wait=" in query else method


class Fate(NamedTuple):
    """What becomes of a request. With an answer of its own the service never gets it, and the client gets the answer,
    or its first half if it is `cut`. Without, nothing of what the service answers gets through, or nothing after so
    many bytes of a stream: the connection breaks, or stays if it is `held`.
    """

    answer: tuple[int, dict[str, str], bytes] | None = None
    cut: bool = False
    held: bool = False
    after: int = 0


LOST, HELD = Fate(), Fate(held=True)
"""The service has done what was asked, and the client does not learn of it: it is cut off, or waits."""


def refusal(status: int, code: str, retry_after: int = 0, *, cut: bool = False) -> Fate:
    """A problem, as the service would answer it."""
    told = {"type": f"/problems/{code}", "title": "Not now", "status": status, "code": code, "detail": "Not now."}
    headers = {"Content-Type": "application/problem+json", "Retry-After": str(retry_after)}
    return Fate((status, headers, json.dumps(told).encode()), cut)


def page(status: int, text: str, **headers: str) -> Fate:
    """A page of another server."""
    return Fate((status, {"Content-Type": "text/html", **headers}, text.encode()))


class Front(ThreadingHTTPServer):
    """Passes requests on to the service at this port. What is to become of some happens in the order it was said."""

    daemon_threads = True

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.target = port
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.seen: list[Seen] = []
        self.spoiled: list[tuple[str, str, Fate]] = []
        """What will become of the next request of this kind whose path ends so."""
        self.lost = 0
        self.done: Counter[str] = Counter()
        """How often the service has done what the request with this Idempotency-Key asks: a repeat is not counted."""
        self.streaming: set[socket.socket] = set()
        self._lock = threading.Lock()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def server_close(self) -> None:
        self.shutdown()
        super().server_close()

    def spoil(self, kind: str, ending: str, fate: Fate, times: int = 1) -> None:
        """Have this become of so many requests of this kind whose path ends so."""
        self.spoiled += [(kind, ending, fate)] * times

    def break_streams(self) -> None:
        """Break off all streams that are open."""
        for one in list(self.streaming):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def fate(self, seen: Seen) -> Fate | None:
        """What becomes of this request, noted as seen; None if nothing happens to it."""
        with self._lock:
            self.seen.append(seen)
            for kind, ending, fate in self.spoiled:
                if kind == seen.kind and seen.path.endswith(ending):
                    self.spoiled.remove((kind, ending, fate))
                    return fate
            return self.chance(seen)

    def chance(self, seen: Seen) -> Fate | None:
        """What becomes of a request of which nothing was said."""
        return None

    def these(self, kind: str, ending: str = "") -> list[Seen]:
        """The requests of this kind that have come."""
        return [seen for seen in self.seen if seen.kind == kind and seen.path.endswith(ending)]


class Handler(BaseHTTPRequestHandler):
    server: Front
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path, _, query = self.path.partition("?")
        headers = {name.lower(): text for name, text in self.headers.items() if name.lower() not in OF_A_HOP}
        kind = kind_of(self.command, query, self.headers.get("Accept", ""))
        fate = self.server.fate(Seen(kind, path, headers, time.monotonic()))
        with suppress(OSError, http.client.HTTPException):
            if fate is not None and fate.answer is not None:
                return self._give(*fate.answer, cut=fate.cut)
            return self._pass_on(body, headers, fate)
        self.close_connection = True
        return None

    do_POST = do_DELETE = do_OPTIONS = do_GET  # noqa: N815

    def _pass_on(self, body: bytes, headers: dict[str, str], fate: Fate | None) -> None:
        service = http.client.HTTPConnection("127.0.0.1", self.server.target, timeout=90)
        try:
            service.request(self.command, self.path, body or None, headers)
            answer = service.getresponse()
            if answer.status < 300 and answer.getheader("Idempotent-Replayed") is None and "idempotency-key" in headers:
                self.server.done[headers["idempotency-key"]] += 1
            if fate is not None and not fate.after:
                self._keep(answer, fate)
            elif answer.getheader("Transfer-Encoding") == "chunked":
                self._stream(answer, fate)
            else:
                self._give(answer.status, dict(answer.getheaders()), answer.read())
        finally:
            service.close()

    def _keep(self, answer: http.client.HTTPResponse, fate: Fate) -> None:
        """Give nothing more of this answer: wait until the client hangs up, or do it."""
        self.server.lost += 1
        self.close_connection = True
        if fate.held:
            self.connection.recv(1)
        else:
            if not fate.after:
                answer.read()
            self.connection.shutdown(socket.SHUT_RDWR)

    def _give(self, status: int, headers: dict[str, str], body: bytes, *, cut: bool = False) -> None:
        length = {} if status in (204, 304) else {"Content-Length": str(len(body))}
        self._head(status, headers, length)
        self.wfile.write(body[: len(body) // 2] if cut else body)
        if cut:
            self.close_connection = True

    def _stream(self, answer: http.client.HTTPResponse, fate: Fate | None) -> None:
        self._head(answer.status, dict(answer.getheaders()), {"Transfer-Encoding": "chunked"})
        self.server.streaming.add(self.connection)
        try:
            given = 0
            while part := answer.read1(65536):
                self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
                given += len(part)
                if fate is not None and given >= fate.after:
                    return self._keep(answer, fate)
            self.wfile.write(b"0\r\n\r\n")
        finally:
            self.server.streaming.discard(self.connection)
        return None

    def _head(self, status: int, headers: dict[str, str], own: dict[str, str]) -> None:
        """The status, and what is passed on of the headers, with those of this connection."""
        self.send_response_only(status)
        passed = {name: text for name, text in headers.items() if name.lower() not in OF_A_HOP}
        for name, text in {**passed, **own}.items():
            self.send_header(name, text)
        self.end_headers()

    def handle(self) -> None:
        with suppress(ConnectionError):  # whoever asks may be killed
            super().handle()

    def log_message(self, *_: Any) -> None:
        pass
