"""The worker process: gunicorn's for gevent, with a door, strict bodies and problems of our own."""

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
from gunicorn import sock, util
from gunicorn.http import wsgi
from gunicorn.http.body import ChunkedReader
from gunicorn.http.errors import InvalidChunkSize, ParseException
from gunicorn.workers import ggevent

from engines.text import Text
from service import shutdown as draining
from service.problems import CATALOGUE, Problem
from service.server.connections import Connection, ConnectionLimiter
from service.settings import read

SPARE_PLACES = 100
"""Connections that gunicorn accepts beyond the places, so that a newcomer comes in and another goes for it."""
MOST_CHUNKS = 5000
LONGEST_CHUNK_LINE = 256
LONGEST_TRAILERS = 8 * 1024
LET_GO_AFTER = 1.0  # seconds: a client that is sending its request line just now is not cut off
NO_MORE = io.BytesIO()
HARDLY_HTTP = {
    "malformed_json": "This is not a request in HTTP/1.1.",
    "payload_too_large": "The request line or a header is too long.",
}


class Chunks(ChunkedReader):  # type: ignore[misc]  # gunicorn ships no types
    """A chunked body, refused at once if a line ends with LF alone, and if its pieces are too many to be worth it."""

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
    """Reads the body of a request: it arrives whole and in time, or is refused, and then the connection is closed."""

    def __init__(self, request: Any, guest: Connection) -> None:
        self._request, self._guest = request, guest
        self.whole = False
        reader = request.body.reader
        self._left: int | None = getattr(reader, "length", None)
        self._reader = Chunks(request, request.unreader) if self._left is None else reader

    def read(self, size: int) -> bytes:
        """The next bytes, none at the end; a Problem if they do not come, or are not what was announced."""
        try:
            piece: bytes = self._reader.read(size)
        except ParseException:
            self._refuse(Text("The body is not in chunks as HTTP/1.1 asks for, or in too many."))
        except OSError:  # NoMoreData is one as well
            self._refuse(Text("The connection ended before the whole body was there."))
        if self._left is not None:
            expected = min(size, self._left)
            self._left -= expected
            if len(piece) < expected:
                self._refuse(Text("The body is shorter than its Content-Length."))
        if not piece or self._left == 0:
            self.whole = True
            self._guest.finish()
        return piece

    def _refuse(self, why: str) -> NoReturn:
        self._guest.refused = True
        self._request.force_close()
        raise Problem("malformed_json", Text("The body did not arrive in time.") if self._guest.late else why)


class Worker(ggevent.GeventWorker):  # type: ignore[misc]  # gunicorn ships no types
    """A gevent worker whose door bounds what clients may take up, and that stops when its requests are answered."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        # As plain attributes: gunicorn looks some twenty of them up for every request, each through two dictionaries.
        self.cfg.__dict__.update({name: setting.get() for name, setting in self.cfg.settings.items()})
        self.door = ConnectionLimiter(read(os.environ), self.worker_connections - SPARE_PLACES)

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        with self.door.guest(client, addr[0] if addr else "") as guest:
            super().handle(listener, guest, addr)

    def timeout_ctx(self) -> Any:
        return contextlib.nullcontext()  # the guest keeps the time

    def handle_request(self, listener_name: Any, req: Any, sock: Connection, addr: Any) -> None:
        sock.come_in(chunked=req.version > (1, 0))
        letter = None if getattr(req.body.reader, "length", None) == 0 else RequestBody(req, sock)
        if letter is not None:
            req.body.reader = letter
        try:
            super().handle_request(listener_name, req, sock, addr)
        except StopIteration:  # the connection is to be closed
            sock.refused = letter is not None and not letter.whole
            raise
        except OSError as error:  # a client that reads too slowly is treated as if it had hung up: no traceback
            if sock.gone or isinstance(error, TimeoutError):
                raise BrokenPipeError(errno.EPIPE, "the client does not read") from None
            raise
        if letter is not None and not letter.whole:
            self._read_the_rest(req)
        req.body = NO_MORE  # gunicorn looks once more before it reads the next request
        sock.be_idle()

    @staticmethod
    def _read_the_rest(req: Any) -> None:
        """Read what the app has not read of the body; if it does not come, no other request can follow."""
        try:
            while req.body.read(1 << 16):
                pass
        except Problem:
            raise StopIteration from None

    def handle_error(self, req: Any, client: Connection, addr: Any, exc: Exception) -> None:
        client.refused = True
        super().handle_error(req, client, addr, exc)

    def notify(self) -> None:
        super().notify()
        from service import metrics  # not in the main process: it serves nothing and counts nothing

        metrics.record_process()
        metrics.flush()
        if not self.alive:
            draining.begin()
            self.door.empty(idle=LET_GO_AFTER, unfinished=self.door.request_pause)


class DrainingServer(StreamServer):  # type: ignore[misc]  # gevent ships no types
    """A server that, before it closes its port, takes the connections that wait there: to close would reset them."""

    def close(self) -> None:
        self.stop_accepting()
        gevent.sleep(0)  # so that what was accepted begins: gunicorn asks the open port for its name, else it hangs up
        while not self.closed and not self.full() and (accepted := self.do_read()):
            self.do_handle(*accepted)
            gevent.sleep(0)
        super().close()


class Answer(wsgi.Response):  # type: ignore[misc]  # gunicorn ships no types
    """An answer that does not tell which program serves, and whose head goes out with the first piece of its body: a
    write of its own costs as much as judging an action.
    """

    headers_sent: bool
    _held = b""
    """The head, while it waits for the body."""

    def process_headers(self, headers: list[tuple[str, str]]) -> None:
        """Take them as they are: Werkzeug has refused line breaks, and no route sets a header of the connection."""
        self.headers = headers
        self.response_length = next((int(value) for name, value in headers if name == "Content-Length"), None)

    def default_headers(self) -> list[str]:
        major, minor = self.req.version
        lines = [f"HTTP/{major}.{minor} {self.status}\r\nDate: {date(int(time.time()))}\r\n"]
        lines.append("Connection: close\r\n" if self.should_close() else "Connection: keep-alive\r\n")
        return [*lines, "Transfer-Encoding: chunked\r\n"] if self.chunked else lines

    def send_headers(self) -> None:
        if not self.headers_sent:
            lines = [*self.default_headers(), *(f"{name}: {value}\r\n" for name, value in self.headers), "\r\n"]
            self._held = "".join(lines).encode("latin-1")
            self.headers_sent = True

    def _emit_body(self, data: bytes) -> None:
        framed = b"%x\r\n%b\r\n" % (len(data), data) if self.chunked else data
        held, self._held = self._held, b""
        self.sock.sendall(held + framed)

    def close(self) -> None:
        self.send_headers()
        last = b"0\r\n\r\n" if self.chunked else b""
        if self._held or last:
            self.sock.sendall(self._held + last)
        self._held = b""


@lru_cache(1)
def date(second: int) -> str:
    """The date as a header gives it; made once for all answers of a second."""
    return str(util.http_date(second))


def write_problem(client: Any, status: int, _reason: str, _message: str) -> None:
    """A request that is not valid HTTP never reaches the app; it is refused with problem+json here."""
    code = {414: "payload_too_large", 431: "payload_too_large", 500: "internal_error"}.get(status, "malformed_json")
    kind = CATALOGUE[code]
    body = msgspec.json.encode(Problem(code, HARDLY_HTTP.get(code, "")).body())
    head = f"HTTP/1.1 {kind.status} {kind.title}\r\nConnection: close\r\nContent-Type: application/problem+json\r\n"
    head += f"X-Content-Type-Options: nosniff\r\nContent-Length: {len(body)}\r\n\r\n"
    util.write_nonblock(client, head.encode() + body)


_base_environ = cache(wsgi.base_environ)

# Gunicorn has no settings for these.
util.write_error = write_problem
wsgi.Response = Answer
wsgi.base_environ = lambda cfg: _base_environ(cfg).copy()
ggevent.StreamServer = DrainingServer
# Gunicorn listens before it has a worker. Until one serves (post_worker_init), the port is bound but refuses
# connections, so that a proxy turns to another replica.
sock.BaseSocket._is_listening = staticmethod(lambda _socket: True)
