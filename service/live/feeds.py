"""What is new at the games that somebody here is watching.

Each process has one subscription, which hears when a game changes. Each watched game has one feed, which reads the game
once for all its watchers. A wake-up is only a hint: a feed also looks every 15 seconds, when a clock runs out, and when
a bot should have moved long ago.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import redis

from service.base import draining, logs
from service.base.model import Heard
from service.base.problems import Problem
from service.store import Unavailable
from service.store.games import WAKE_CHANNEL
from service.store.patience import within
from service.table import bots, clock
from service.table.access import Viewer
from service.table.house import House
from service.table.room import Room

Write = Callable[[Heard, Viewer], bytes]
LOOK_AGAIN = 15.0
KEPT = 256
PAGE = 500
RECONNECT = 0.5


class Feed:
    """One watched game: its newest state, and the last events, looked up once for all watchers of this process."""

    def __init__(self, house: House, game_id: str) -> None:
        self.bells: set[threading.Event] = set()
        """One for each watcher, rung when something has happened or may have."""
        self._house = house
        self._game_id = game_id
        self._lock = threading.Lock()
        self._room: Room | None = None
        self._recent: deque[Heard] = deque(maxlen=KEPT)
        self._written: dict[tuple[int, int | None, Write], bytes] = {}
        self._wakes = 0
        self._stale_at = 0.0
        self._silent_until = 0.0

    def wake(self) -> None:
        """Make all watchers look again: something has happened, or may have."""
        self._wakes += 1
        self._stale_at = self._silent_until = 0.0
        for bell in tuple(self.bells):
            bell.set()

    def room(self) -> Room:
        """The game as it is now. The first watcher reads it and does what is due; the others share the result."""
        with self._lock:
            if self._room is None or time.monotonic() >= self._stale_at:
                self._room = self._look_unless_silent()
            return self._room

    def patience(self) -> float:
        """Seconds until it is worth looking again if nobody wakes us."""
        return max(0.0, self._stale_at - time.monotonic())

    def after(self, seq: int) -> list[Heard]:
        """The events after this one, from those kept here or, for a watcher far behind, from the store."""
        recent = list(self._recent)
        if recent and recent[0].seq <= seq + 1:
            return recent[seq + 1 - recent[0].seq :]
        return self._house.store.heard(self._game_id, seq, PAGE)

    def written(self, heard: Heard, viewer: Viewer, write: Write) -> bytes:
        """An event as it is written for this viewer; encoded once for all viewers who see the same."""
        key = (heard.seq, viewer.seat, write)
        text = self._written.get(key)
        if text is None:
            if len(self._written) >= KEPT:
                self._written.clear()
            text = self._written[key] = write(heard, viewer)
        return text

    def _look_unless_silent(self) -> Room:
        """Look; if the store did not answer a moment ago, fail at once, so that not every watcher waits for it."""
        if time.monotonic() < self._silent_until:
            raise Unavailable("the store did not answer just now")
        try:
            with within(self._house.settings.store_timeout):
                return self._look()
        except Unavailable:
            self._silent_until = time.monotonic() + RECONNECT
            raise

    def _look(self) -> Room:
        began, wakes = time.monotonic(), self._wakes
        room = self._house.current(self._game_id)
        if self._room is not None and self._room.charter.commitment != room.charter.commitment:
            raise Problem("not_found", "The game was deleted, and another has its id.")
        if self._room is None or self._room.version != room.version:
            self._house.store.assure(room.id, room.version)  # what has been told cannot be taken back
        last = self._recent[-1].seq if self._recent else max(0, room.meta.events - KEPT)
        while last < room.meta.events:
            page = self._house.store.heard(self._game_id, last, min(PAGE, room.meta.events - last))
            if not page:
                break
            self._recent.extend(page)
            last = page[-1].seq
        # A wake-up while we were reading may be about a change that we did not read.
        self._stale_at = began + self._until_due(room) if self._wakes == wakes else 0.0
        return room

    @staticmethod
    def _until_due(room: Room) -> float:
        due, late = clock.deadline(room), bots.late_at(room)
        if due is not None and due <= room.now:
            return RECONNECT  # still due: the store is full, or more was due than is done at once
        moments = (at for at in (due, late) if at is not None and at >= room.now)
        return min([LOOK_AGAIN, *((at - room.now) / 1000 + 0.001 for at in moments)])


class Feeds:
    """The feeds of this process, and the one subscription that wakes them."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._feeds: dict[str, Feed] = {}
        self._lock = threading.Lock()
        self._listening = False
        draining.on_begin(self.close)

    @contextmanager
    def watch(self, game_id: str, bell: threading.Event) -> Iterator[Feed]:
        """The feed of a game, which rings this bell, for as long as somebody watches it."""
        with self._lock:
            self._listen()
            feed = self._feeds.setdefault(game_id, Feed(self._house, game_id))
            feed.bells.add(bell)
        try:
            yield feed
        finally:
            with self._lock:
                feed.bells.discard(bell)
                if not feed.bells:
                    self._feeds.pop(game_id, None)

    def close(self) -> None:
        """Stop listening, and make all watchers look: this process is about to stop."""
        self._listening = False
        self.wake_all()

    def wake_all(self) -> None:
        """Make all watchers look again: wake-ups may have been lost."""
        for feed in list(self._feeds.values()):
            feed.wake()

    def _listen(self) -> None:
        """Subscribe when the first watcher comes: a process without watchers needs no subscription."""
        if not self._listening and not draining.begun():
            self._listening = True
            threading.Thread(target=self._hear, name="feeds", daemon=True).start()

    def _hear(self) -> None:
        while self._listening:
            try:
                self._hear_until_broken()
            except redis.RedisError:
                pass  # requests that read or act report it
            except Exception as error:  # this thread must live: without it every event would come up to 15 s late
                if self._listening:
                    logs.fault(error)
            time.sleep(RECONNECT)

    def _hear_until_broken(self) -> None:
        subscription = self._house.store.link.subscribe(WAKE_CHANNEL)
        try:
            asked = False
            while self._listening:
                message = subscription.get_message(timeout=LOOK_AGAIN)
                if message is None and asked:
                    raise redis.ConnectionError("the subscription has gone silent")
                asked = message is None
                if message is None:  # a quiet connection looks like a dead one until it must answer
                    subscription.ping()
                else:
                    self._heard(message)
        finally:
            subscription.close()

    def _heard(self, message: dict[str, Any]) -> None:
        if message["type"] == "subscribe":  # before this, wake-ups may have been missed
            self.wake_all()
        elif message["type"] == "message" and (feed := self._feeds.get(message["data"].decode().partition(" ")[0])):
            feed.wake()
