"""What is new at the games that somebody here is watching.

Each watched game has one feed, which is woken when the game changes, and reads it once for all its watchers. A wake-up
is only a hint: a feed also looks every 15 seconds, when a clock runs out, and when a bot should have moved long ago.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from service import shutdown as draining
from service.problems import Problem
from service.store import Unavailable
from service.store.connection import deadline
from service.store.stored import LoggedEvent
from service.store.subscriptions import POLL_INTERVAL, RECONNECT_DELAY, Subscriptions, channel_of
from service.table import clock
from service.table.access import Viewer
from service.table.breath import Breath
from service.table.game import Game
from service.table.transaction import Tables

Write = Callable[[LoggedEvent, Viewer], bytes]
Tell = Callable[[Game], bool]
"""Tells a watcher at once what is new in the room; False if it has to look itself."""
KEPT = 256
PAGE = 500


class Feed:
    """One watched game: its newest state, and the last events, looked up once for all watchers of this process."""

    def __init__(self, house: Tables, game_id: str) -> None:
        self.bells: set[threading.Event] = set()
        """One for each watcher, rung when it is to look."""
        self._waiting: dict[threading.Event, Tell | None] = {}
        self._house = house
        self._game_id = game_id
        self._lock = threading.Lock()
        self._room: Game | None = None
        self._recent: deque[LoggedEvent] = deque(maxlen=KEPT)
        self._written: dict[tuple[int, int | None, Write], bytes] = {}
        self._newest: dict[tuple[int | None, Write], tuple[int, int, bytes]] = {}
        self._wakes = 0
        self._stale_at = 0.0
        self._silent_until = 0.0

    def wake(self) -> None:
        """Something has happened, or may have."""
        self._wakes += 1
        self._stale_at = self._silent_until = 0.0
        self._ring_one()

    def leave(self, bell: threading.Event) -> None:
        """This watcher goes. If it was the one that was to look next, another is."""
        self.bells.discard(bell)
        self._ring_one()

    def ring(self) -> None:
        """Make all watchers look."""
        for bell in tuple(self.bells):
            bell.set()

    def wait(self, bell: threading.Event, seconds: float, tell: Tell | None = None) -> bool:
        """Wait until this bell is rung; False if the time was over first. Meanwhile what is new is told by `tell`."""
        self._waiting[bell] = tell
        try:
            bell.wait(seconds)
        finally:
            del self._waiting[bell]
        return bell.is_set()

    def room(self, mine: threading.Event | None = None) -> Game:
        """The game as it is now. Whoever comes first reads it, does what is due, and tells the others what is new."""
        with self._lock:
            before = self._room
            if before is not None and time.monotonic() < self._stale_at:
                return before
            try:
                room = self._room = self._look_unless_silent()
            except Problem:  # the game is gone
                self.ring()
                raise
        if before is not None and before.version != room.version:
            self._tell(room, mine)
        return room

    def _ring_one(self, mine: threading.Event | None = None) -> None:
        """Of those who wait one is rung, who looks for all: if all were rung, a thousand would wait for that one."""
        waiting = tuple(self._waiting)
        for bell in (*waiting[:1], *self.bells.difference(waiting, (mine,))):
            bell.set()

    def _tell(self, room: Game, mine: threading.Event | None) -> None:
        """Tell the others at once, where that is possible, or ring them."""
        for bell in Breath().between(tuple(self.bells)):
            tell = self._waiting.get(bell)
            if bell is not mine and (tell is None or not tell(room)):
                bell.set()
        self._ring_one(mine)  # who now knows when the next clock runs out; mine may have to wait for its client

    def patience(self) -> float:
        """Seconds until it is worth looking again if nobody wakes us."""
        return max(0.0, self._stale_at - time.monotonic())

    def news(self, room: Game, seq: int, viewer: Viewer, write: Write) -> tuple[int, bytes]:
        """The events in the room after this one, or a page of them, as this viewer may see them; and which one they end
        with. Most watchers have got equally far, so what is written for one is kept for the others.
        """
        begin, end, text = self._newest.get((viewer.seat, write), (-1, -1, b""))
        if begin != seq or end > room.meta.events:
            fresh = [heard for heard in self._after(room, seq) if heard.seq <= room.meta.events]
            if not fresh:
                return seq, b""
            end, text = fresh[-1].seq, b"".join(self._one(heard, viewer, write) for heard in fresh)
            self._newest[viewer.seat, write] = (seq, end, text)
        return end, text

    def keeps(self, seq: int) -> bool:
        """Whether the events after this one are kept here; else they are in the store."""
        return bool(self._recent) and self._recent[0].seq <= seq + 1

    def _after(self, room: Game, seq: int) -> list[LoggedEvent]:
        if not self.keeps(seq):
            return self._house.store.events(room.config, seq, PAGE)
        recent = list(self._recent)
        return recent[seq + 1 - recent[0].seq :]

    def _one(self, heard: LoggedEvent, viewer: Viewer, write: Write) -> bytes:
        """An event as it is written for this viewer; encoded once for all viewers who see the same."""
        key = (heard.seq, viewer.seat, write)
        text = self._written.get(key)
        if text is None:
            if len(self._written) >= KEPT:
                self._written.clear()
            text = self._written[key] = write(heard, viewer)
        return text

    def _look_unless_silent(self) -> Game:
        """Look; if the store did not answer a moment ago, fail at once, so that not every watcher waits for it."""
        if time.monotonic() < self._silent_until:
            raise Unavailable("the store did not answer just now")
        try:
            with deadline(self._house.settings.store_timeout):
                return self._look()
        except Unavailable:
            self._silent_until = time.monotonic() + RECONNECT_DELAY
            raise

    def _look(self) -> Game:
        began, wakes = time.monotonic(), self._wakes
        room = self._house.current(self._game_id)
        if self._room is not None and self._room.config.commitment != room.config.commitment:
            raise Problem("not_found", "The game was deleted, and another has its id.")
        if self._room is None or self._room.version != room.version:
            self._house.store.assure(room.id, room.version)  # what has been told cannot be taken back
        last = self._recent[-1].seq if self._recent else max(0, room.meta.events - KEPT)
        while last < room.meta.events:
            page = self._house.store.events(room.config, last, min(PAGE, room.meta.events - last))
            if not page:
                break
            self._recent.extend(page)
            last = page[-1].seq
        # A wake-up while we were reading may be about a change that we did not read.
        self._stale_at = began + self._until_due(room) if self._wakes == wakes else 0.0
        return room

    @staticmethod
    def _until_due(room: Game) -> float:
        due, late = clock.deadline(room), clock.bot_overdue_at(room)
        if due is not None and due <= room.now:
            return RECONNECT_DELAY  # still due: the store is full, or more was due than is done at once
        moments = (at for at in (due, late) if at is not None and at >= room.now)
        return min([POLL_INTERVAL, *((at - room.now) / 1000 + 0.001 for at in moments)])


class Feeds:
    """The feeds of this process, and what wakes them."""

    def __init__(self, house: Tables) -> None:
        self._house = house
        self._feeds: dict[str, Feed] = {}
        self._lock = threading.Lock()
        self._wakes = Subscriptions(house.store.connection)
        draining.on_begin(self.close)

    @contextmanager
    def watch(self, game_id: str, bell: threading.Event) -> Iterator[Feed]:
        """The feed of a game, which rings this bell, for as long as somebody watches it."""
        with self._lock:
            feed = self._feeds.get(game_id)
            if feed is None:
                feed = Feed(self._house, game_id)
                self._wakes.subscribe(channel_of(game_id), feed.wake)
                self._feeds[game_id] = feed
            feed.bells.add(bell)
        try:
            yield feed
        finally:
            with self._lock:
                feed.leave(bell)
                if not feed.bells:
                    del self._feeds[game_id]
                    self._wakes.unsubscribe(channel_of(game_id))

    def close(self) -> None:
        """Stop listening, and make all watchers look: this process is about to stop."""
        self._wakes.close()
        for feed in list(self._feeds.values()):
            feed.ring()
