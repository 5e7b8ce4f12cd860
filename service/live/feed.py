"""What is new in the games that somebody here is watching.

Each watched game has one feed, which is notified when the game changes and reads it once for all its watchers. A
notification is only a hint: a feed also reads every 15 seconds, when a clock runs out, and when a bot should have moved
long ago.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from service import shutdown, turns
from service.problems import Problem
from service.store import Unavailable
from service.store.connection import deadline
from service.store.stored import LoggedEvent, Revision
from service.store.subscriptions import POLL_INTERVAL, RECONNECT_DELAY, Subscriptions, channel_of
from service.table import clock
from service.table.access import Viewer
from service.table.game import Game
from service.table.transaction import Tables

FormatEvent = Callable[[LoggedEvent, Viewer], bytes]
Push = Callable[[Game], bool]
"""Writes what is new straight to the client of a waiting watcher; False if the watcher has to be woken for it."""
RECENT_EVENTS = 256
PAGE = 500
PUSHES_BEFORE_PAUSE = 100
PAUSE = 0.0001
"""Seconds; not 0, with which gevent resumes up to 50 greenlets before it looks at its sockets."""


class Feed:
    """One watched game: its newest state and its last events, read once for all watchers of this process.

    A notification wakes one waiting watcher, the leader. It reads the game for all, and then all others get the news;
    if all were woken at once, a thousand would wait for the one that reads.
    """

    def __init__(self, tables: Tables, game_id: str) -> None:
        self.watchers: set[threading.Event] = set()
        """One event for each watcher, set when it is to look at the game."""
        self._waiting: dict[threading.Event, Push | None] = {}
        self._tables = tables
        self._game_id = game_id
        self.history = 0
        """Changes when the game is not the one that was read before, but an earlier state or what followed from it: its
        store was restored from a backup, or another master has less. A stream does not go on from one to the other.
        """
        self._lock = threading.Lock()
        self._newest: Game | None = None
        self._recent: deque[LoggedEvent] = deque(maxlen=RECENT_EVENTS)
        self._formatted: dict[tuple[int, int | None, FormatEvent], bytes] = {}
        self._last_page: dict[tuple[int | None, FormatEvent], tuple[int, int, bytes]] = {}
        self._notifications = 0
        self._stale_at = 0.0
        self._store_down_until = 0.0

    def notify(self) -> None:
        """The game has changed, or may have."""
        self._notifications += 1
        self._stale_at = self._store_down_until = 0.0
        self._wake_leader()

    def leave(self, watcher: threading.Event) -> None:
        """This watcher goes. If it was the leader, another one is."""
        self.watchers.discard(watcher)
        self._wake_leader()

    def wake_all(self) -> None:
        """Make all watchers look."""
        for watcher in tuple(self.watchers):
            watcher.set()

    def wait(self, watcher: threading.Event, seen: Revision | None, seconds: float, push: Push | None = None) -> bool:
        """Wait until this watcher, who has seen this revision, is to look at the game; False if the time was over
        first. Meanwhile what is new is handed to `push`.
        """
        self._waiting[watcher] = push  # before the check: what changes after it finds this watcher waiting
        try:
            if not self._has_seen(seen):
                return True
            watcher.wait(seconds)
        finally:
            del self._waiting[watcher]
        return watcher.is_set()

    def _has_seen(self, seen: Revision | None) -> bool:
        """Whether nothing is newer than this revision; None is of a watcher that could not read the game."""
        if seen is None:
            return True
        return self._newest is not None and self._newest.revision == seen and self._stale_at > time.monotonic()

    def current(self) -> Game:
        """The game as it is now. The first caller reads it, plays what is due, and notifies all others."""
        with self._lock:
            before = self._newest
            if before is not None and time.monotonic() < self._stale_at:
                return before
            try:
                with turns.exempt():
                    game = self._newest = self._read_unless_down()
            except Problem:  # the game is gone
                self.wake_all()
                raise
        if before is not None and before.revision != game.revision:
            self._publish(game)
        return game

    def _wake_leader(self) -> None:
        """Wake one waiting watcher; it reads the game for all of them."""
        for watcher in tuple(self._waiting)[:1]:
            watcher.set()

    def _publish(self, game: Game) -> None:
        """Give the news to all who wait. The first is woken in any case: it takes over as leader with the new deadline,
        because the client of the present one may not read. Who does not wait compares versions before it does.
        """
        self._wake_leader()
        for number, watcher in enumerate(tuple(self._waiting), start=1):
            push = self._waiting.get(watcher)
            if not watcher.is_set() and (push is None or not push(game)):
                watcher.set()
            if number % PUSHES_BEFORE_PAUSE == 0:
                time.sleep(PAUSE)

    def seconds_until_stale(self) -> float:
        """Seconds until it is worth reading again if there is no notification."""
        return max(0.0, self._stale_at - time.monotonic())

    def events_after(self, game: Game, seq: int, viewer: Viewer, form: FormatEvent) -> tuple[int, bytes]:
        """The events after this one, or a page of them, as this viewer may see them; and the number of the last. Most
        watchers have got equally far, so the last page is cached for the others.
        """
        begin, end, text = self._last_page.get((viewer.seat, form), (-1, -1, b""))
        if begin != seq or end > game.meta.events:
            page = [event for event in self._page_after(game, seq) if event.seq <= game.meta.events]
            if not page:
                return seq, b""
            end, text = page[-1].seq, b"".join(self._format(event, viewer, form) for event in page)
            self._last_page[viewer.seat, form] = (seq, end, text)
        return end, text

    def has_events_after(self, seq: int) -> bool:
        """Whether the events after this one are in memory; else they are in the store."""
        return bool(self._recent) and self._recent[0].seq <= seq + 1

    def _page_after(self, game: Game, seq: int) -> list[LoggedEvent]:
        if not self.has_events_after(seq):
            return self._tables.store.events(game.config, seq, PAGE)
        recent = list(self._recent)
        return recent[seq + 1 - recent[0].seq :]

    def _format(self, event: LoggedEvent, viewer: Viewer, form: FormatEvent) -> bytes:
        """An event as it is written for this viewer; encoded once for all viewers who see the same."""
        key = (event.seq, viewer.seat, form)
        text = self._formatted.get(key)
        if text is None:
            if len(self._formatted) >= RECENT_EVENTS:
                self._formatted.clear()
            text = self._formatted[key] = form(event, viewer)
        return text

    def _read_unless_down(self) -> Game:
        """Read; if the store did not respond a moment ago, fail at once, so that not every watcher waits for it."""
        if time.monotonic() < self._store_down_until:
            raise Unavailable("the store did not respond just now")
        try:
            with deadline(self._tables.settings.store_timeout):
                return self._read()
        except Unavailable:
            self._store_down_until = time.monotonic() + RECONNECT_DELAY
            raise

    def _read(self) -> Game:
        began, notifications = time.monotonic(), self._notifications
        before, game = self._newest, self._tables.current(self._game_id)
        if before is not None and before.config.commitment != game.config.commitment:
            raise Problem("not_found", "The game was deleted, and another has its id.")
        if before is None or before.revision != game.revision:
            self._tables.store.assure(game.id, game.revision)  # what has been sent cannot be taken back
        if before is not None and game.version <= before.version and game.revision != before.revision:
            self._begin_again()
        self._read_events(game)
        # A notification while we were reading may be about a change that we did not read.
        self._stale_at = began + self._seconds_until_due(game) if self._notifications == notifications else 0.0
        return game

    def _read_events(self, game: Game) -> None:
        """Read the events that follow, up to the version that was read. The last one that is known is read again, and
        must be the same.
        """
        while True:
            known = [self._recent[-1]] if self._recent else []
            last = known[0].seq if known else max(0, game.meta.events - RECENT_EVENTS)
            if last >= game.meta.events:
                return
            count = min(PAGE, game.meta.events - last)
            page = self._tables.store.events(game.config, last - len(known), count + len(known))
            if page[: len(known)] != known:
                self._begin_again()
            elif len(page) == len(known):
                return
            else:
                self._recent.extend(page[len(known) :])

    def _begin_again(self) -> None:
        """Forget the events that were read, because the game has others now."""
        self.history += 1
        self._recent.clear()
        self._formatted.clear()
        self._last_page.clear()

    @staticmethod
    def _seconds_until_due(game: Game) -> float:
        due, late = clock.deadline(game), clock.bot_overdue_at(game)
        if due is not None and due <= game.now:
            return RECONNECT_DELAY  # still due: the store is full, or more was due than is done at once
        moments = (at for at in (due, late) if at is not None and at >= game.now)
        return min([POLL_INTERVAL, *((at - game.now) / 1000 + 0.001 for at in moments)])


class Feeds:
    """The feeds of this process, and the notifications for them."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._feeds: dict[str, Feed] = {}
        self._lock = threading.Lock()
        self._subscriptions = Subscriptions(tables.store.connection)
        shutdown.on_begin(self.close)

    @contextmanager
    def watch(self, game_id: str, watcher: threading.Event) -> Iterator[Feed]:
        """The feed of a game, which sets this event, for as long as somebody watches it."""
        with self._lock:
            feed = self._feeds.get(game_id)
            if feed is None:
                feed = Feed(self._tables, game_id)
                self._subscriptions.subscribe(channel_of(game_id), feed.notify)
                self._feeds[game_id] = feed
            feed.watchers.add(watcher)
        try:
            yield feed
        finally:
            with self._lock:
                feed.leave(watcher)
                if not feed.watchers:
                    del self._feeds[game_id]
                    self._subscriptions.unsubscribe(channel_of(game_id))

    def close(self) -> None:
        """Stop listening, and make all watchers look: this process is about to stop."""
        self._subscriptions.close()
        for feed in list(self._feeds.values()):
            feed.wake_all()
