"""Limits on live streams and long polls, and the subscription of one of them to its game."""

import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Protocol

from service.client_address import one_client
from service.live.feed import Feeds, Push
from service.metrics import STREAMS
from service.problems import Problem
from service.settings import Settings
from service.store.stored import Revision
from service.table.access import Viewer
from service.table.game import Game


class ClientConnection(Protocol):
    """The client's connection, where the server lets others watch it and write to it."""

    has_unsent: bool
    """Whether the client has taken only a part of what was pushed. The rest goes before what is written next."""
    pushed_at: float
    """When `push` last wrote, in monotonic seconds."""

    def watch(self, on_close: Callable[[], None]) -> Callable[[], None]:
        """Call `on_close` when the client hangs up; returns the function that ends the watch."""

    def push(self, data: bytes) -> bool:
        """Write a part of the response without waiting; False if nothing could be written."""


class StreamLimits:
    """How many streams and long polls may be open in this process: in all, for a client address, for a seat, and for
    the spectators of a game. Half of them are reserved for seats. When less than half are free, the limit of an
    address shrinks with them, so that there are some for addresses that hold few.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._open: Counter[str] = Counter()

    @contextmanager
    def reserve(self, game: Game, viewer: Viewer, address: str) -> Iterator[None]:
        """Count one stream for as long as it lasts; a 503 if there are too many."""
        with self._lock:
            limits = self._limits(game, viewer, address)
            if any(self._open[name] >= limit for name, limit in limits.items()):
                raise Problem("too_many_streams", headers={"Retry-After": str(random.randint(5, 15))})  # noqa: S311
            self._open.update(limits.keys())
        STREAMS.inc()
        try:
            yield
        finally:
            STREAMS.dec()
            with self._lock:
                self._open.subtract(limits.keys())
                self._open = +self._open  # forget counts that are back to zero

    def _limit_of_an_address(self) -> float:
        """The full limit while half of the streams are free; an address that may hold all of them keeps it."""
        limit, most = self._settings.max_streams_per_address, self._settings.max_streams
        return limit if limit >= most else limit * min(1, (most - self._open["all"]) / (most / 2))

    def _limits(self, game: Game, viewer: Viewer, address: str) -> dict[str, float]:
        """The counts that a stream is added to, and the limit of each. A seat is counted by its holder, as the start
        of the game may change its number.
        """
        limit = self._settings.max_streams
        limits: dict[str, float] = {"all": limit, f"client {one_client(address)}": self._limit_of_an_address()}
        if viewer.seat is None:
            limits |= {"spectators": limit - limit // 2, f"game {game.id}": self._settings.max_streams_per_game}
        else:
            limits[f"holder {game.meta.seats[viewer.seat].token}"] = self._settings.max_streams_per_seat
        return limits


class Watcher(ExitStack):
    """The subscription of one stream or long poll: counted by the limits, and on the list of its game's feed, until it
    is closed; that may be before the first chunk is read.

    `connection` is the client's, where the server can tell that it hangs up.
    """

    def __init__(
        self,
        feeds: Feeds,
        limits: StreamLimits,
        game: Game,
        viewer: Viewer,
        address: str,
        connection: ClientConnection | None = None,
    ) -> None:
        super().__init__()
        self.gone = False
        self.connection = connection
        self._event = threading.Event()
        self._seen: Revision | None = None
        self.enter_context(limits.reserve(game, viewer, address))
        self.feed = self.enter_context(feeds.watch(game.id, self._event))
        if connection is not None:
            self.callback(connection.watch(self._client_gone))

    def look(self) -> Game:
        """The game as it is now. What happens after this ends the next wait at once."""
        self._event.clear()
        self._seen = None
        game = self.feed.current()
        self._seen = game.revision
        return game

    def wait(self, seconds: float, push: Push | None = None) -> bool:
        """Wait until there is more to do than `push` does, or the client has gone; False if the time was over first."""
        return self.gone or self.feed.wait(self._event, self._seen, seconds, push)

    def _client_gone(self) -> None:
        self.gone = True
        self._event.set()
