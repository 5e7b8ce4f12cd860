"""Connection limits of a worker: timeouts, and which connection is closed when there are too many."""

import contextlib
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import Any

import gevent
from gunicorn import util
from gunicorn.http.errors import LimitRequestHeaders

from service.client_address import Proxies, one_client, read_address
from service.settings import Settings

KEEP_ALIVE = 75
"""Seconds a connection may be idle between two requests."""
SLOWEST_READER = 30.0
"""Seconds a client may take to read a part of its response."""
LONGEST_HEAD = 32 * 1024
MOST_HEADERS = 64
LONGEST_REQUEST = 8 * 1024 * 1024
"""Bytes of one request, framing included: twice the largest body that any route takes."""
BYTES_BEFORE_YIELD = 64 * 1024
"""Bytes of one request after which other greenlets run between its parts."""
LINGER = 2.0
"""Seconds a client whose request was rejected while it was sending has to read the response."""
READABLE = 1
"""The event of a gevent watcher for a socket that can be read."""


class Wait(IntEnum):
    """What a connection can wait for its client to do, in the order in which connections are evicted."""

    NEXT_REQUEST = 0
    REST_OF_HEAD = 1
    REST_OF_BODY = 2
    READ_RESPONSE = 3


UNFINISHED = (Wait.REST_OF_HEAD, Wait.REST_OF_BODY)


def chunk(data: bytes) -> bytes:
    """A part of a response of unknown length, framed as HTTP/1.1 asks for."""
    return b"%x\r\n%b\r\n" % (len(data), data)


class Connection:
    """One connection. It stands in for its socket: gunicorn and the app read and write through it.

    A client that takes too long to send is treated as one that has hung up: reading gives no more bytes.
    """

    def __init__(self, limiter: "ConnectionLimiter", sock: Any, address: str) -> None:
        self._limiter, self._socket = limiter, sock
        # What else gunicorn calls on a socket, some of it for every request.
        self.gettimeout, self.settimeout = sock.gettimeout, sock.settimeout
        self.setblocking, self.fileno = sock.setblocking, sock.fileno
        self.send, self.shutdown = sock.send, sock.shutdown
        self.address, self.trusted = limiter.identify(address)
        self.waiting: dict[Connection, float] | None = None
        """The group in which it waits for its client, if it does."""
        self.rejected = self.late = self.closed = False
        self.pushed_at = 0.0
        """When `push` last wrote, in monotonic seconds."""
        self._received = 0
        self._in_head = True
        self._deadline = 0.0
        self._read_ahead = b""
        self._chunked = False
        self._unsent = b""

    def recv(self, size: int) -> bytes:
        """The next bytes of a request; none if the client has hung up, is late or was evicted."""
        if self._read_ahead:
            data, self._read_ahead = self._read_ahead[:size], self._read_ahead[size:]
        elif self.closed or self.late or self._received > LONGEST_REQUEST:
            return b""
        else:
            data = self._continue_request(size) if self._received else self._begin_request(size)
        if not self._received:
            self._deadline = time.monotonic() + self._limiter.request_timeout
        self._received += len(data)
        return data

    def _begin_request(self, size: int) -> bytes:
        data = self._recv_within(KEEP_ALIVE, size, Wait.NEXT_REQUEST)
        self._limiter.stop_waiting(self)
        return data

    def _continue_request(self, size: int) -> bytes:
        if self._in_head and self._received >= LONGEST_HEAD:
            raise LimitRequestHeaders("the head of the request is too long")
        if self._received > BYTES_BEFORE_YIELD:
            gevent.sleep(0)
        wait = Wait.REST_OF_HEAD if self._in_head else Wait.REST_OF_BODY
        return self._recv_within(min(self._limiter.request_pause, self._deadline - time.monotonic()), size, wait)

    def _recv_within(self, seconds: float, size: int, wait: Wait) -> bytes:
        self._limiter.wait(self, wait)
        self._socket.settimeout(max(0.001, seconds))
        try:
            data: bytes = self._socket.recv(size)
        except TimeoutError:
            self.late = True
            return b""
        except OSError:
            if not self.closed:
                raise
            return b""
        finally:
            self._socket.settimeout(SLOWEST_READER)
        self.closed = self.closed or not data
        return b"" if self.closed else data

    def head_complete(self, *, chunked: bool) -> None:
        """The head of a request has arrived: what follows is the body. `chunked`: a response of unknown length is sent
        in chunks, as HTTP/1.1 allows.
        """
        self._in_head, self._chunked = False, chunked

    def request_complete(self) -> None:
        """The whole request has arrived."""
        self._limiter.stop_waiting(self)

    def response_complete(self) -> None:
        """The response is sent, and another request may begin."""
        self._limiter.stop_waiting(self)
        self._received, self._in_head = 0, True

    def sendall(self, data: bytes) -> None:
        """Write to the client; the connection may be evicted if it does not read."""
        self._limiter.wait(self, Wait.READ_RESPONSE)
        try:
            if self._unsent:
                data, self._unsent = self._unsent + data, b""
            sent = self._socket.send(data)
            if sent < len(data):  # seldom: and sendall asks the system for sizes before it sends
                self._socket.sendall(data[sent:])
        finally:
            self._limiter.stop_waiting(self)

    @property
    def has_unsent(self) -> bool:
        """Whether the client has taken only a part of what was pushed. The rest goes before what is written next."""
        return bool(self._unsent)

    def push(self, data: bytes) -> bool:
        """Write a chunk of a response at once, while its own greenlet waits for something else; False if nothing is
        written. The caller never waits for the client.
        """
        if not self._chunked or self._unsent:
            return False
        framed = chunk(data)
        try:
            sent = self._socket.send(framed, 0, 0.0)
        except OSError:
            return False
        self._unsent = framed[sent:]
        self.pushed_at = time.monotonic()
        return True

    def evict(self) -> None:
        """End the connection at once, whatever it waits for."""
        self._limiter.remove(self)
        self.closed = True
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the socket. A client whose request was rejected while it was sending first has time to read why:
        closing with bytes unread would destroy the response on its way.
        """
        if self.rejected and not self.closed:
            self._limiter.wait(self, Wait.NEXT_REQUEST)
            util.close_graceful(self._socket, LINGER, LONGEST_REQUEST)
        self._socket.close()

    def watch(self, on_close: Callable[[], None]) -> Callable[[], None]:
        """Call `on_close` when the client hangs up during its response; returns the function that ends the watch.

        Costs nothing while nothing happens: the event loop watches the socket. A client that closes only its sending
        side counts as gone too: TCP signals both in the same way, and no client of a stream has a reason to.
        Bytes of a next request are kept for it. After many of these the watch ends, and the next write notices.
        """
        watcher = gevent.get_hub().loop.io(self._socket.fileno(), READABLE)

        def on_readable() -> None:
            if self._has_hung_up():
                watcher.stop()
                on_close()
            elif len(self._read_ahead) > LONGEST_HEAD:
                watcher.stop()

        def end() -> None:
            watcher.stop()
            watcher.close()

        watcher.start(on_readable)
        return end

    def _has_hung_up(self) -> bool:
        """Called in gevent's hub, so it must not wait."""
        self._socket.settimeout(0)
        try:
            data = self._socket.recv(LONGEST_HEAD)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        finally:
            self._socket.settimeout(SLOWEST_READER)
        self._read_ahead += data
        return not data


class ConnectionLimiter:
    """The connections of this worker. If there are too many, one that waits for its client is evicted: the one that has
    been idle longest; if none is idle, one with an unfinished head, then an unfinished body, then a response that is
    not read. Trusted proxies come last.
    """

    def __init__(self, settings: Settings, limit: int) -> None:
        self.request_timeout = settings.request_timeout
        self.request_pause = settings.request_pause
        self._unfinished_limit = settings.max_unfinished_per_address
        self._proxies = Proxies(settings.trusted_proxies)
        self._limit = limit
        self._connections: set[Connection] = set()
        self._waiting: dict[bool, dict[Wait, dict[Connection, float]]] = {
            trusted: {wait: {} for wait in Wait} for trusted in (False, True)
        }
        """Those that wait, by whether they are trusted and by what they wait for; each with the time since when."""
        self._unfinished: dict[str, dict[Connection, None]] = {}
        """Those that have sent a part of a request, by address, the oldest first."""

    @contextmanager
    def track(self, sock: Any, address: str) -> Iterator[Connection]:
        """Count a connection for as long as it lasts."""
        connection = Connection(self, sock, address)
        self._connections.add(connection)
        self._evict_if_full()
        try:
            yield connection
        finally:
            self.remove(connection)

    def remove(self, connection: Connection) -> None:
        """This connection counts no more."""
        self.stop_waiting(connection)
        self._connections.discard(connection)

    def identify(self, address: str) -> tuple[str, bool]:
        """What counts as the same address, for IPv6 a /64 network; and whether it is a trusted proxy's."""
        parsed = read_address(address)
        return (address, False) if parsed is None else (one_client(parsed), self._proxies.trusts(parsed))

    def wait(self, connection: Connection, wait: Wait) -> None:
        """This connection waits for its client, so it may be evicted."""
        group = self._waiting[connection.trusted][wait]
        if connection.waiting is group:
            return
        self.stop_waiting(connection)
        self._evict_if_full()  # when this one was accepted, all others were perhaps being served
        connection.waiting = group
        group[connection] = time.monotonic()
        if wait in UNFINISHED and not connection.trusted:
            same_address = self._unfinished.setdefault(connection.address, {})
            same_address[connection] = None
            if len(same_address) > self._unfinished_limit:
                next(iter(same_address)).evict()

    def stop_waiting(self, connection: Connection) -> None:
        """This connection waits for its client no longer."""
        if connection.waiting is None:
            return
        del connection.waiting[connection]
        connection.waiting = None
        same_address = self._unfinished.get(connection.address)
        if same_address is not None and connection in same_address:
            del same_address[connection]
            if not same_address:
                del self._unfinished[connection.address]

    def evict_waiting(self, idle: float, unfinished: float) -> None:
        """Evict those that have been idle, or have sent a part of a request, for longer than these seconds."""
        now = time.monotonic()
        limits = {Wait.NEXT_REQUEST: idle, Wait.REST_OF_HEAD: unfinished, Wait.REST_OF_BODY: unfinished}
        for groups in self._waiting.values():
            for wait, seconds in limits.items():
                for connection in [one for one, since in groups[wait].items() if since < now - seconds]:
                    connection.evict()

    def _evict_if_full(self) -> None:
        if len(self._connections) <= self._limit:
            return
        for groups in self._waiting.values():  # untrusted first, then in the order of Wait
            for group in groups.values():
                for connection in group:
                    connection.evict()
                    return
