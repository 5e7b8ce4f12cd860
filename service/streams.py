"""Live streams and long polls: held open without holding anyone up."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import msgspec

from service import draining
from service.feeds import Feed, Feeds
from service.metrics import STREAMS
from service.model import Heard
from service.play import House
from service.problems import Problem
from service.room import Room, Viewer
from service.settings import Settings
from service.store import Unavailable
from service.view import Omitted, event_view, game_view

KEEP_ALIVE = 15.0
PRESENCE_EVERY = 30.0
STORE_AGAIN = 1.0
RETRY_MS = (1000, 4000)


class Places:
    """How many may listen at once in this process: half the places are kept for seats, and no address and no game's
    spectators take them all.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._taken: Counter[str] = Counter()

    @contextmanager
    def one(self, game_id: str, viewer: Viewer, address: str) -> Iterator[None]:
        """A place for as long as it is needed, or a 503."""
        limits = self._limits(game_id, viewer, address)
        with self._lock:
            if any(self._taken[what] >= most for what, most in limits.items()):
                raise Problem("too_many_streams", headers={"Retry-After": str(random.randint(5, 15))})  # noqa: S311
            self._taken.update(limits.keys())
        STREAMS.inc()
        try:
            yield
        finally:
            STREAMS.dec()
            with self._lock:
                self._taken.subtract(limits.keys())
                self._taken = +self._taken  # what nobody holds any more is forgotten

    def _limits(self, game_id: str, viewer: Viewer, address: str) -> dict[str, int]:
        """What a place counts towards, and how many of each there may be."""
        most = self._settings.max_streams
        limits = {"all": most, f"address {address}": self._settings.max_streams_per_address}
        if viewer.seat is None:
            limits |= {"spectators": most - most // 2, f"game {game_id}": self._settings.max_streams_per_game}
        return limits


class Form(msgspec.Struct, frozen=True):
    """How a stream writes: what comes first, an event, a sign of life, the end."""

    opening: Callable[[Room, Viewer, Settings, Omitted], bytes]
    event: Callable[[Heard, Viewer], bytes]
    alive: bytes
    end: bytes


def sse_event(heard: Heard, viewer: Viewer) -> bytes:
    """An event as EventSource takes it; its type is inside, so that `onmessage` gets all."""
    return b"id: %d\ndata: %s\n\n" % (heard.seq, msgspec.json.encode(event_view(heard, viewer)))


def sse_opening(room: Room, viewer: Viewer, settings: Settings, omit: Omitted) -> bytes:
    """How long to wait before coming back, not the same for everyone."""
    return b"retry: %d\n\n" % random.randint(*RETRY_MS)  # noqa: S311


SSE = Form(sse_opening, sse_event, b":\n\n", b"event: end\ndata: {}\n\n")
NDJSON = Form(
    lambda *seen: msgspec.json.encode(game_view(*seen)) + b"\n",
    lambda heard, viewer: msgspec.json.encode(event_view(heard, viewer)) + b"\n",
    b"\n",
    b"",
)


class Stream:
    """One watcher of one game, from one event on."""

    def __init__(
        self,
        house: House,
        room: Room,
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

    def chunks(self, feed: Feed) -> Iterator[bytes]:
        """What is written, for as long as there is something to wait for."""
        yield self._opening
        while True:
            signal, patience = feed.signal(), STORE_AGAIN
            try:
                room = feed.room()
                if self._until is not None and room.now >= self._until:
                    return  # the ticket is over, the game is not
                self._see(room)
                while fresh := self._fresh(feed, room):
                    self._seq = fresh[-1].seq
                    yield b"".join(feed.written(heard, self._viewer, self._form.event) for heard in fresh)
                over, patience = room.meta.status in ("finished", "abandoned"), feed.patience()
            except Unavailable:  # a browser that came back to a 503 would give up for good, so it is kept here
                over = False
            except Problem:  # the game, or the seat, is gone
                over = True
            if over:
                yield self._form.end
            if over or draining.begun():
                return
            if not signal.wait(min(KEEP_ALIVE, patience)):
                yield self._form.alive

    def _fresh(self, feed: Feed, room: Room) -> list[Heard]:
        """What follows, up to the table that was looked at: later events may number the seats otherwise."""
        return [heard for heard in feed.after(self._seq) if heard.seq <= room.meta.events]

    def _see(self, room: Room) -> None:
        """See that the seat is still the same person's, and say that they are present."""
        if self._holder is None:
            return
        seat = room.seat_of(self._holder)
        if seat is None:
            raise Problem("unauthenticated", "This seat is not theirs any more.")
        self._viewer = Viewer(seat=seat)
        if time.monotonic() - self._marked > PRESENCE_EVERY:
            self._house.store.mark_present(room.id, self._holder, room.now)
            self._marked = time.monotonic()


class Watching(ExitStack):
    """A watcher's place and feed, held until it is closed: before its first chunk is read, or at any time after."""

    def __init__(self, feeds: Feeds, places: Places, room: Room, viewer: Viewer, address: str) -> None:
        super().__init__()
        self.enter_context(places.one(room.id, viewer, address))
        self.feed = self.enter_context(feeds.watch(room.id))


def wait_past(watching: Watching, room: Room, seconds: float) -> Room:
    """The game once it has left this version behind, or as it is when the seconds are over."""
    until = time.monotonic() + seconds
    with watching:
        feed = watching.feed
        while True:
            signal = feed.signal()
            newest = feed.room()
            if newest.version > room.version:
                return newest
            left = until - time.monotonic()
            if left <= 0 or draining.begun():
                return room
            signal.wait(min(left, feed.patience()))
