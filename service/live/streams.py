"""Live streams (SSE, NDJSON) and long polls: they stay open and delay no other request."""

import random
import time
from collections.abc import Callable, Iterator
from functools import cache

import msgspec

from service import shutdown, turns
from service.i18n import Language, encode
from service.live.feed import Feed
from service.live.stream_limits import ClientConnection, Watcher
from service.problems import Problem
from service.settings import Settings
from service.store import Unavailable
from service.store.stored import LoggedEvent
from service.table.access import Viewer, seat_held_by
from service.table.game import Game
from service.table.transaction import Tables
from service.table.view import Omitted, event_view, game_view

KEEP_ALIVE = 15.0
"""Seconds after which something is written to a quiet stream."""
PRESENCE_EVERY = 30.0
STORE_RETRY = 1.0
RETRY_MS = (1000, 4000)


class Format(msgspec.Struct, frozen=True):
    """How a stream is written: its opening, an event, a keep-alive, its end."""

    opening: Callable[[Game, Viewer, Settings, Omitted], bytes]
    event: Callable[[LoggedEvent, Viewer], bytes]
    keep_alive: bytes
    end: bytes


def sse_opening(game: Game, viewer: Viewer, settings: Settings, omit: Omitted) -> bytes:
    """How long to wait before reconnecting; random, so that clients do not all come back at once."""
    return b"retry: %d\n\n" % random.randint(*RETRY_MS)  # noqa: S311


@cache
def sse(language: Language) -> Format:
    """Events as EventSource takes them; their type is only in the data, so that `onmessage` gets every event."""

    def event(logged: LoggedEvent, viewer: Viewer) -> bytes:
        return b"id: %d\ndata: %s\n\n" % (logged.seq, encode(event_view(logged, viewer), language))

    return Format(sse_opening, event, b":\n\n", b"event: end\ndata: {}\n\n")


@cache
def ndjson(language: Language) -> Format:
    """The view, and then the events, each on a line."""
    return Format(
        lambda *view: encode(game_view(*view), language) + b"\n",
        lambda logged, viewer: encode(event_view(logged, viewer), language) + b"\n",
        b"\n",
        b"",
    )


class Stream:
    """One stream of the events of a game, from one event on."""

    def __init__(
        self,
        tables: Tables,
        game: Game,
        viewer: Viewer,
        seq: int,
        form: Format,
        until: int | None = None,
        omit: Omitted = None,
    ) -> None:
        self._tables = tables
        self._until = until
        self._viewer = viewer
        self._holder = None if viewer.seat is None else game.meta.seats[viewer.seat].token
        self._seq = seq
        self._format = form
        self._opening = form.opening(game, viewer, tables.settings, omit)
        self._marked_present_at = -PRESENCE_EVERY
        self._written_at = 0.0

    def chunks(self, watcher: Watcher) -> Iterator[bytes]:
        """What is written, until nothing more can follow or the client has gone."""
        yield self._write(self._opening)
        history = watcher.feed.history
        push = self._push_to(watcher.feed, history, watcher.connection)
        while not watcher.gone:
            seconds = STORE_RETRY
            try:
                game = watcher.look()
                if watcher.feed.history != history:
                    return  # without `end`: a client that has events of the other history is told so if it resumes
                if self._until is not None and game.now >= self._until:
                    return  # the ticket has expired, but the game goes on: no `end`
                self._check_holder(game)
                yield from self._news(watcher.feed, game)
                over, seconds = _is_over(game), watcher.feed.seconds_until_stale()
            except Unavailable:  # a browser that reconnects and gets a 503 never tries again, so keep it here
                over = False
            except Problem:  # the game, or the seat, is gone
                over = True
            if over:
                yield self._format.end
            if over or shutdown.is_shutting_down():
                return
            timed_out = not watcher.wait(min(self._seconds_until_quiet(watcher.connection), seconds), push)
            if timed_out or self._seconds_until_quiet(watcher.connection) == 0 or _has_unsent(watcher.connection):
                yield self._write(self._format.keep_alive)

    def _write(self, text: bytes) -> bytes:
        self._written_at = time.monotonic()
        return text

    def _seconds_until_quiet(self, connection: ClientConnection | None) -> float:
        """Seconds until the client has received nothing for so long that it needs a keep-alive."""
        pushed_at = 0.0 if connection is None else connection.pushed_at
        return max(0.0, max(self._written_at, pushed_at) + KEEP_ALIVE - time.monotonic())

    def _news(self, feed: Feed, game: Game) -> Iterator[bytes]:
        """The events that follow, up to the version that was read: later ones may number the seats differently."""
        text = b"."
        while text and self._seq < game.meta.events:
            self._seq, text = feed.events_after(game, self._seq, self._viewer, self._format.event)
            yield self._write(text)

    def _push_to(self, feed: Feed, history: int, connection: ClientConnection | None) -> Callable[[Game], bool] | None:
        """A function with which the feed's leader writes news to a waiting spectator: to wake a thousand for it would
        take more than twice as long. A seat has to look itself, because its holder may have changed.
        """
        if connection is None or self._holder is not None:
            return None

        def push(game: Game) -> bool:
            if _is_over(game) or feed.history != history or not feed.has_events_after(self._seq):
                return False
            if self._seq < game.meta.events:
                last, text = feed.events_after(game, self._seq, self._viewer, self._format.event)
                if not text or not connection.push(text):
                    return False
                self._seq = last
            return self._seq >= game.meta.events and not connection.has_unsent

        return push

    def _check_holder(self, game: Game) -> None:
        """Check that the seat still has the same holder, and mark them as present."""
        if self._holder is None:
            return
        seat = seat_held_by(game, self._holder)
        if seat is None:
            raise Problem("unauthenticated", "The seat has another holder now.")
        self._viewer = Viewer(seat=seat)
        if time.monotonic() - self._marked_present_at > PRESENCE_EVERY:
            self._tables.store.mark_present(game.id, self._holder, game.now)
            self._marked_present_at = time.monotonic()


def _is_over(game: Game) -> bool:
    return game.meta.status in ("finished", "abandoned")


def _has_unsent(connection: ClientConnection | None) -> bool:
    """Whether something must be written so that the rest of what was pushed goes with it."""
    return connection is not None and connection.has_unsent


def wait_past(watcher: Watcher, game: Game, seconds: float) -> Game:
    """A long poll: the game as soon as it has a newer version, or as it is when the time is over or the client gone."""
    until = time.monotonic() + seconds
    with watcher:
        history = watcher.feed.history
        while True:
            newest = watcher.look()
            if newest.version > game.version or watcher.feed.history != history:
                turns.take_turn(time.monotonic() + turns.AFTER_A_WAIT)
                return newest
            remaining = until - time.monotonic()
            if remaining <= 0 or watcher.gone or shutdown.is_shutting_down():
                return game
            watcher.wait(min(remaining, watcher.feed.seconds_until_stale()))
