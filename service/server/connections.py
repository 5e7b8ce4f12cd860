"""The door of one worker: how long a client may take to send and to read, and who goes first when places run out."""

import contextlib
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import gevent
from gunicorn import util
from gunicorn.http.errors import LimitRequestHeaders

from service.client_address import Proxies, one_client, read_address
from service.settings import Settings

KEEP_ALIVE = 75
"""Seconds a connection may be idle between two requests."""
SLOWEST_READER = 30.0
"""Seconds a client may take to read a piece of its answer."""
LONGEST_HEAD = 32 * 1024
MOST_HEADERS = 64
LONGEST_REQUEST = 8 * 1024 * 1024
"""Bytes of one request, framing included: twice the largest body that any route takes."""
BREATHING = 64 * 1024
"""Bytes of one request after which other requests get their turn between its pieces."""
LAST_WORDS = 2.0
"""Seconds a client that was refused while it was sending has to read why."""
READABLE = 1  # gevent's name for it
IDLE, HALF_A_HEAD, HALF_A_BODY, UNREAD = KINDS = range(4)
"""What a guest can wait for, in the order in which they go."""


class Connection:
    """One connection. It stands in for its socket: gunicorn and the app read and write through it.

    A client that takes too long to send is treated as one that has hung up: reading gives no more bytes.
    """

    def __init__(self, door: "ConnectionLimiter", line: Any, address: str) -> None:
        self._door, self._line = door, line
        self.gettimeout, self.settimeout = line.gettimeout, line.settimeout  # gunicorn asks for these at every request
        self.address, self.trusted = door.known(address)
        self.crowd: dict[Connection, float] | None = None
        """Those among whom it waits for its client, if it does."""
        self.refused = self.late = self.gone = False
        self._heard = 0
        self._in_head = True
        self._until = 0.0
        self._ahead = b""
        self._chunked = False
        self._owed = b""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._line, name)

    def recv(self, size: int) -> bytes:
        """The next piece of a request; nothing if the client has hung up, is late or was sent away."""
        if self._ahead:
            piece, self._ahead = self._ahead[:size], self._ahead[size:]
        elif self.gone or self.late or self._heard > LONGEST_REQUEST:
            return b""
        else:
            piece = self._next(size) if self._heard else self._first(size)
        if not self._heard:
            self._until = time.monotonic() + self._door.request_timeout
        self._heard += len(piece)
        return piece

    def _first(self, size: int) -> bytes:
        piece = self._wait(size, IDLE, KEEP_ALIVE)
        self._door.leave(self)
        return piece

    def _next(self, size: int) -> bytes:
        if self._in_head and self._heard >= LONGEST_HEAD:
            raise LimitRequestHeaders("the head of the request is too long")
        if self._heard > BREATHING:
            gevent.sleep(0)
        kind = HALF_A_HEAD if self._in_head else HALF_A_BODY
        return self._wait(size, kind, min(self._door.request_pause, self._until - time.monotonic()))

    def _wait(self, size: int, kind: int, seconds: float) -> bytes:
        self._door.join(self, kind)
        self._line.settimeout(max(0.001, seconds))
        try:
            piece: bytes = self._line.recv(size)
        except TimeoutError:
            self.late = True
            return b""
        except OSError:
            if not self.gone:
                raise
            return b""
        finally:
            self._line.settimeout(SLOWEST_READER)
        self.gone = self.gone or not piece
        return b"" if self.gone else piece

    def come_in(self, *, chunked: bool) -> None:
        """The head of its request is there: what follows is the body. `chunked`: an answer of unknown length comes in
        chunks, as HTTP/1.1 allows.
        """
        self._in_head, self._chunked = False, chunked

    def finish(self) -> None:
        """Its request is there as a whole."""
        self._door.leave(self)

    def be_idle(self) -> None:
        """Its request is answered, and another may begin."""
        self._door.leave(self)
        self._heard, self._in_head = 0, True

    def sendall(self, data: bytes) -> None:
        """Write to the client, which may be sent away if it does not read."""
        self._door.join(self, UNREAD)
        try:
            owed, self._owed = self._owed, b""
            whole = owed + data if owed else data
            sent = self._line.send(whole)
            if sent < len(whole):  # seldom: and sendall asks the system for sizes before it sends
                self._line.sendall(whole[sent:])
        finally:
            self._door.leave(self)

    @property
    def owes(self) -> bool:
        """Whether the client has taken only a part of what was posted. The rest goes before what is written next."""
        return bool(self._owed)

    def post(self, data: bytes) -> bool:
        """Write a chunk of an answer at once, while its greenlet waits for something else; False if nothing is written.
        Whoever posts never waits for the client.
        """
        if not self._chunked or self._owed:
            return False
        piece = b"%X\r\n%b\r\n" % (len(data), data)
        try:
            sent = self._line.send(piece, 0, 0.0)
        except OSError:
            return False
        self._owed = piece[sent:]
        return True

    def send_away(self) -> None:
        """End the connection at once, whatever it waits for."""
        self._door.let_out(self)
        self.gone = True
        with contextlib.suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the socket. A client that was refused while it was sending first has time to read why: closing with
        bytes unread would destroy the answer on its way.
        """
        if self.refused and not self.gone:
            self._door.join(self, IDLE)
            util.close_graceful(self._line, LAST_WORDS, LONGEST_REQUEST)
        self._line.close()

    def watch(self, tell: Callable[[], None]) -> Callable[[], None]:
        """Call `tell` when the client hangs up during its answer; returns what ends the watch.

        Costs nothing while nothing happens: the event loop watches the socket. A client that closes only its sending
        side counts as gone too: TCP tells both in the same way, and no client of a live answer has a reason to.
        Bytes of a next request are kept for it. After many of these the watch ends, and the next write notices.
        """
        watcher = gevent.get_hub().loop.io(self._line.fileno(), READABLE)

        def look() -> None:
            if self._hung_up():
                watcher.stop()
                tell()
            elif len(self._ahead) > LONGEST_HEAD:
                watcher.stop()

        def end() -> None:
            watcher.stop()
            watcher.close()

        watcher.start(look)
        return end

    def _hung_up(self) -> bool:
        """Called in gevent's hub, so it must not wait."""
        self._line.settimeout(0)
        try:
            piece = self._line.recv(LONGEST_HEAD)
        except BlockingIOError:
            return False
        except OSError:
            piece = b""
        finally:
            self._line.settimeout(SLOWEST_READER)
        self._ahead += piece
        return not piece


class ConnectionLimiter:
    """The guests of this worker. If there are too many, one who waits for its client goes: the one who has been idle
    longest; if nobody is idle, one with half a head, then half a body, then an answer that is not read. Trusted proxies
    go after all others.
    """

    def __init__(self, settings: Settings, places: int) -> None:
        self.request_timeout = settings.request_timeout
        self.request_pause = settings.request_pause
        self._most_of_an_address = settings.max_unfinished_per_address
        self._proxies = Proxies(settings.trusted_proxies)
        self._places = places
        self._inside: set[Connection] = set()
        self._crowds: dict[bool, list[dict[Connection, float]]] = {of: [{} for _ in KINDS] for of in (False, True)}
        """Those who wait, by whether they are trusted and by what they wait for, each since when."""
        self._unfinished: dict[str, dict[Connection, None]] = {}

    @contextmanager
    def guest(self, line: Any, address: str) -> Iterator[Connection]:
        """A guest for as long as the connection lasts."""
        guest = Connection(self, line, address)
        self._inside.add(guest)
        self._make_room()
        try:
            yield guest
        finally:
            self.let_out(guest)

    def let_out(self, guest: Connection) -> None:
        """This guest's place is free."""
        self.leave(guest)
        self._inside.discard(guest)

    def known(self, address: str) -> tuple[str, bool]:
        """What counts as the same address, for IPv6 a /64 network; and whether it is a trusted proxy's."""
        found = read_address(address)
        return (address, False) if found is None else (one_client(found), self._proxies.trusts(found))

    def join(self, guest: Connection, kind: int) -> None:
        """This guest waits for its client, so it may be the one to go."""
        crowd = self._crowds[guest.trusted][kind]
        if guest.crowd is crowd:
            return
        self.leave(guest)
        self._make_room()  # when this guest came in, all others were perhaps being served
        guest.crowd = crowd
        crowd[guest] = time.monotonic()
        if kind in (HALF_A_HEAD, HALF_A_BODY) and not guest.trusted:
            fellows = self._unfinished.setdefault(guest.address, {})
            fellows[guest] = None
            if len(fellows) > self._most_of_an_address:
                next(iter(fellows)).send_away()

    def leave(self, guest: Connection) -> None:
        """This guest waits for its client no longer."""
        if guest.crowd is None:
            return
        del guest.crowd[guest]
        guest.crowd = None
        fellows = self._unfinished.get(guest.address)
        if fellows is not None and guest in fellows:
            del fellows[guest]
            if not fellows:
                del self._unfinished[guest.address]

    def empty(self, idle: float, unfinished: float) -> None:
        """Send away those who have been idle, or have sent a part of a request, for longer than these seconds."""
        now = time.monotonic()
        for kind, seconds in ((IDLE, idle), (HALF_A_HEAD, unfinished), (HALF_A_BODY, unfinished)):
            for crowd in (self._crowds[False][kind], self._crowds[True][kind]):
                for guest in [guest for guest, since in crowd.items() if since < now - seconds]:
                    guest.send_away()

    def _make_room(self) -> None:
        if len(self._inside) > self._places:
            first = next((guest for crowd in (*self._crowds[False], *self._crowds[True]) for guest in crowd), None)
            if first is not None:
                first.send_away()
