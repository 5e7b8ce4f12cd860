"""Live streams and long polls: they stay open and delay no other request."""

import random
import time
from collections.abc import Callable, Iterator
from functools import cache

import msgspec

from service import shutdown as draining
from service.i18n import Language, encode
from service.live.feed import Feed, Tell
from service.live.stream_limits import Watcher
from service.problems import Problem
from service.settings import Settings
from service.store import Unavailable
from service.store.stored import LoggedEvent
from service.table.access import Viewer, seat_held_by
from service.table.tables import Tables
from service.table.transaction import Transaction
from service.table.view import Omitted, event_view, game_view

KEEP_ALIVE = 15.0
PRESENCE_EVERY = 30.0
STORE_AGAIN = 1.0
RETRY_MS = (1000, 4000)


class Form(msgspec.Struct, frozen=True):
    """How a stream is written: its opening, an event, a keep-alive, its end."""

    opening: Callable[[Transaction, Viewer, Settings, Omitted], bytes]
    event: Callable[[LoggedEvent, Viewer], bytes]
    alive: bytes
    end: bytes


def sse_opening(room: Transaction, viewer: Viewer, settings: Settings, omit: Omitted) -> bytes:
    """How long to wait before reconnecting; random, so that clients do not all come back at once."""
    return b"retry: %d\n\n" % random.randint(*RETRY_MS)  # noqa: S311


@cache
def sse(language: Language) -> Form:
    """Events as EventSource takes them; their type is only in the data, so that `onmessage` gets every event."""

    def event(heard: LoggedEvent, viewer: Viewer) -> bytes:
        return b"id: %d\ndata: %s\n\n" % (heard.seq, encode(event_view(heard, viewer), language))

    return Form(sse_opening, event, b":\n\n", b"event: end\ndata: {}\n\n")


@cache
def ndjson(language: Language) -> Form:
    """The view, and then the events, each on a line."""
    return Form(
        lambda *seen: encode(game_view(*seen), language) + b"\n",
        lambda heard, viewer: encode(event_view(heard, viewer), language) + b"\n",
        b"\n",
        b"",
    )


class Stream:
    """One watcher of one game, from one event on."""

    def __init__(
        self,
        house: Tables,
        room: Transaction,
        viewer: Viewer,
        seq: int,
        form: Form,
        until: int | None = None,
        omit: Omitted = None,
    ) -> None:
        self._house = house
        self._until = until
        self._viewer = viewer
        self._holder = None if viewer.seat is None else room.meta.seats[viewer.seat].token
        self._seq = seq
        self._form = form
        self._opening = form.opening(room, viewer, house.settings, omit)
        self._marked = -PRESENCE_EVERY
        self._quiet_until = 0.0

    def chunks(self, watching: Watcher) -> Iterator[bytes]:
        """What is written, until nothing more can follow or nobody listens any more."""
        yield self._opening
        feed, tell = watching.feed, self._teller(watching)
        self._quiet_until = time.monotonic() + KEEP_ALIVE
        while not watching.gone:
            patience = STORE_AGAIN
            try:
                room = watching.look()
                if self._until is not None and room.now >= self._until:
                    return  # the ticket has expired, but the game goes on: no `end`
                self._see(room)
                yield from self._news(feed, room)
                over, patience = _over(room), feed.patience()
            except Unavailable:  # a browser that reconnects and gets a 503 never tries again, so keep it here
                over = False
            except Problem:  # the game, or the seat, is gone
                over = True
            if over:
                yield self._form.end
            if over or draining.is_shutting_down():
                return
            is_quiet = max(0.0, self._quiet_until - time.monotonic())
            if not watching.wait(min(is_quiet, patience), tell) or self._quiet_until <= time.monotonic():
                self._quiet_until = time.monotonic() + KEEP_ALIVE
                yield self._form.alive

    def _news(self, feed: Feed, room: Transaction) -> Iterator[bytes]:
        """The events that follow, up to the version that was read: later ones may number the seats differently."""
        text = b"."
        while text and self._seq < room.meta.events:
            self._seq, text = feed.news(room, self._seq, self._viewer, self._form.event)
            self._quiet_until = time.monotonic() + KEEP_ALIVE
            yield text

    def _teller(self, watching: Watcher) -> Tell | None:
        """What tells a spectator the news while it waits, called by whoever has read them: to wake each of a thousand
        for it would take more than twice as long. A seat has to look itself, because its holder may have changed.
        """
        feed, line = watching.feed, watching.line
        if line is None or self._holder is not None:
            return None

        def tell(room: Transaction) -> bool:
            if _over(room) or not feed.keeps(self._seq):
                return False
            if self._seq < room.meta.events:
                end, text = feed.news(room, self._seq, self._viewer, self._form.event)
                if not text or not line.post(text):
                    return False
                self._seq, self._quiet_until = end, 0.0 if line.owes else time.monotonic() + KEEP_ALIVE
            return self._seq >= room.meta.events and not line.owes

        return tell

    def _see(self, room: Transaction) -> None:
        """Check that the seat still has the same holder, and mark them as present."""
        if self._holder is None:
            return
        seat = seat_held_by(room, self._holder)
        if seat is None:
            raise Problem("unauthenticated", "The seat has another holder now.")
        self._viewer = Viewer(seat=seat)
        if time.monotonic() - self._marked > PRESENCE_EVERY:
            self._house.store.mark_present(room.id, self._holder, room.now)
            self._marked = time.monotonic()


def _over(room: Transaction) -> bool:
    return room.meta.status in ("finished", "abandoned")


def wait_past(watching: Watcher, room: Transaction, seconds: float) -> Transaction:
    """The game as soon as it has a newer version, or as it is when the seconds are over or nobody waits any more."""
    until = time.monotonic() + seconds
    with watching:
        while True:
            newest = watching.look()
            if newest.version > room.version:
                return newest
            left = until - time.monotonic()
            if left <= 0 or watching.gone or draining.is_shutting_down():
                return room
            watching.wait(min(left, watching.feed.patience()))
