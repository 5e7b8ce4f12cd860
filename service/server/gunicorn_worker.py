"""The worker process: gunicorn's for gevent, with connection limits, strict bodies and problem+json errors."""

import contextlib
import errno
import io
import os
import time
from functools import cache, lru_cache
from typing import Any, NoReturn

import gevent
import msgspec
from gevent.server import StreamServer
from gunicorn import util
from gunicorn.http import wsgi
from gunicorn.http.body import ChunkedReader
from gunicorn.http.errors import InvalidChunkSize, ParseException
from gunicorn.sock import BaseSocket
from gunicorn.workers import ggevent

from engines.text import Text
from service import shutdown
from service.problems import CATALOGUE, Problem
from service.server import gunicorn_internals
from service.server.connections import Connection, ConnectionLimiter, chunk
from service.settings import read

SPARE_CONNECTIONS = 100
"""Connections that gunicorn accepts beyond the limit, so that a new one is accepted and another is evicted for it."""
MOST_CHUNKS = 5000
LONGEST_CHUNK_LINE = 256
LONGEST_TRAILERS = 8 * 1024
IDLE_AT_STOP = 1.0
"""Seconds; a client that is sending its request line when the worker stops is not cut off."""
EMPTY_BODY = io.BytesIO()
DETAILS = {
    "malformed_json": "This is not a request in HTTP/1.1.",
    "payload_too_large": "The request line or a header is too long.",
}


class BoundedChunks(ChunkedReader):  # type: ignore[misc]  # gunicorn ships no types
    """A chunked body, rejected at once if a line ends with LF alone, or if it has too many chunks."""

    def __init__(self, request: Any, unreader: Any) -> None:
        super().__init__(request, unreader)
        self.limit_chunk_size_line, self.limit_trailer_section = LONGEST_CHUNK_LINE, LONGEST_TRAILERS
        self._count = 0

    def parse_chunk_size(self, unreader: Any, data: bytes | None = None) -> Any:
        self._count += 1
        if self._count > MOST_CHUNKS:
            raise InvalidChunkSize(b"too many chunks")
        return super().parse_chunk_size(unreader, data)

    def read_into(self, unreader: Any, buf: bytearray) -> None:
        if b"\n" in buf and b"\r\n" not in buf:
            raise InvalidChunkSize(b"LF alone")
        super().read_into(unreader, buf)


class RequestBody:
    """Reads the body of a request: it arrives whole and in time, or is rejected, and then the connection is closed."""

    def __init__(self, request: Any, connection: Connection) -> None:
        self._request, self._connection = request, connection
        self.complete = False
        reader = request.body.reader
        self._remaining: int | None = getattr(reader, "length", None)
        self._reader = BoundedChunks(request, request.unreader) if self._remaining is None else reader

    def read(self, size: int) -> bytes:
        """The next bytes, none at the end; a Problem if they do not come, or are not what was announced."""
        try:
            data: bytes = self._reader.read(size)
        except ParseException:
            self._reject(Text("The body is not in chunks as HTTP/1.1 asks for, or in too many."))
        except OSError:  # NoMoreData is one as well
            self._reject(Text("The connection ended before the whole body was there."))
        if self._remaining is not None:
            expected = min(size, self._remaining)
            self._remaining -= expected
            if len(data) < expected:
                self._reject(Text("The body is shorter than its Content-Length."))
        if not data or self._remaining == 0:
            self.complete = True
            self._connection.request_complete()
        return data

    def _reject(self, why: str) -> NoReturn:
        self._connection.rejected = True
        self._request.force_close()
        raise Problem("malformed_json", Text("The body did not arrive in time.") if self._connection.late else why)


class Worker(ggevent.GeventWorker):  # type: ignore[misc]  # gunicorn ships no types
    """A gevent worker that limits connections and bodies, and stops when its responses are sent."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # As plain attributes: gunicorn looks some twenty settings up for every request, each through two dictionaries.
        self.cfg.__dict__.update({name: setting.get() for name, setting in self.cfg.settings.items()})
        self.limiter = ConnectionLimiter(read(os.environ), self.worker_connections - SPARE_CONNECTIONS)

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        with self.limiter.track(client, addr[0] if addr else "") as connection:
            super().handle(listener, connection, addr)

    def timeout_ctx(self) -> Any:
        return contextlib.nullcontext()  # the connection has its own timeouts

    def handle_request(self, listener_name: Any, req: Any, connection: Connection, addr: Any) -> None:
        connection.head_complete(chunked=req.version > (1, 0))
        body = None if getattr(req.body.reader, "length", None) == 0 else RequestBody(req, connection)
        if body is not None:
            req.body.reader = body
        try:
            super().handle_request(listener_name, req, connection, addr)
        except StopIteration:  # the connection is to be closed
            connection.rejected = body is not None and not body.complete
            raise
        except OSError as error:  # a client that reads too slowly is treated as if it had hung up: no traceback
            if connection.closed or isinstance(error, TimeoutError):
                raise BrokenPipeError(errno.EPIPE, "the client does not read") from None
            raise
        if body is not None and not body.complete:
            self._discard_rest(req)
        req.body = EMPTY_BODY  # gunicorn looks once more before it reads the next request
        connection.response_complete()

    @staticmethod
    def _discard_rest(req: Any) -> None:
        """Read what the app has not read of the body; if it does not come, no other request can follow."""
        try:
            while req.body.read(1 << 16):
                pass
        except Problem:
            raise StopIteration from None

    def handle_error(self, req: Any, client: Connection, addr: Any, exc: Exception) -> None:
        client.rejected = True
        super().handle_error(req, client, addr, exc)

    def notify(self) -> None:
        super().notify()
        from service import metrics  # not in the main process: it serves nothing and counts nothing

        metrics.record_process()
        metrics.flush()
        if not self.alive:
            shutdown.begin()
            self.limiter.evict_waiting(idle=IDLE_AT_STOP, unfinished=self.limiter.request_pause)


class DrainingServer(StreamServer):  # type: ignore[misc]  # gevent ships no types
    """A server that, before it closes its port, takes the connections that wait there: to close would reset them."""

    def close(self) -> None:
        self.stop_accepting()
        gevent.sleep(0)  # so that what was accepted begins: gunicorn asks the open port for its name, else it hangs up
        while not self.closed and not self.full() and (accepted := self.do_read()):
            self.do_handle(*accepted)
            gevent.sleep(0)
        super().close()


class Response(wsgi.Response):  # type: ignore[misc]  # gunicorn ships no types
    """A response that does not say which program serves, and whose head goes out with the first part of its body: a
    write of its own costs as much as applying an action.
    """

    headers_sent: bool
    _head = b""
    """The head, while it waits for the body."""

    def process_headers(self, headers: list[tuple[str, str]]) -> None:
        """Take them as they are: Werkzeug has rejected line breaks, and no route sets a header of the connection."""
        self.headers = headers
        self.response_length = next((int(value) for name, value in headers if name == "Content-Length"), None)

    def default_headers(self) -> list[str]:
        major, minor = self.req.version
        lines = [f"HTTP/{major}.{minor} {self.status}\r\nDate: {date(int(time.time()))}\r\n"]
        lines.append("Connection: close\r\n" if self.should_close() else "Connection: keep-alive\r\n")
        return [*lines, "Transfer-Encoding: chunked\r\n"] if self.chunked else lines

    def send_headers(self) -> None:
        if not self.headers_sent:
            lines = [*self.default_headers(), *[f"{name}: {value}\r\n" for name, value in self.headers], "\r\n"]
            self._head = "".join(lines).encode("latin-1")
            self.headers_sent = True

    def _emit_body(self, data: bytes) -> None:
        head, self._head = self._head, b""
        self.sock.sendall(head + (chunk(data) if self.chunked else data))

    def close(self) -> None:
        self.send_headers()
        last = chunk(b"") if self.chunked else b""
        if self._head or last:
            self.sock.sendall(self._head + last)
        self._head = b""


@lru_cache(1)
def date(second: int) -> str:
    """The date as a header gives it; formatted once for all responses of a second."""
    return str(util.http_date(second))


def write_problem(client: Any, status: int, _reason: str, _message: str) -> None:
    """A request that is not valid HTTP never reaches the app; it is rejected with problem+json here."""
    code = {414: "payload_too_large", 431: "payload_too_large", 500: "internal_error"}.get(status, "malformed_json")
    kind = CATALOGUE[code]
    body = msgspec.json.encode(Problem(code, DETAILS.get(code, "")).body())
    head = f"HTTP/1.1 {kind.status} {kind.title}\r\nConnection: close\r\nContent-Type: application/problem+json\r\n"
    head += f"X-Content-Type-Options: nosniff\r\nContent-Length: {len(body)}\r\n\r\n"
    util.write_nonblock(client, head.encode() + body)


def always_listening(_sock: Any) -> bool:
    """Keeps gunicorn from listening before it has a worker. Until one serves (post_worker_init), the port is bound but
    refuses connections, so that a proxy turns to another replica.
    """
    return True


_base_environ = cache(wsgi.base_environ)


def base_environ(cfg: Any) -> dict[str, Any]:
    """What the environment of every request holds; a copy, because gunicorn adds the request to it."""
    return dict(_base_environ(cfg))


# Gunicorn has no settings for these.
gunicorn_internals.check()
gunicorn_internals.replace(util, "write_error", write_problem)
gunicorn_internals.replace(wsgi, "Response", Response)
gunicorn_internals.replace(wsgi, "base_environ", base_environ)
gunicorn_internals.replace(ggevent, "StreamServer", DrainingServer)
gunicorn_internals.replace(BaseSocket, "_is_listening", staticmethod(always_listening))
