"""Places for live streams and long polls: limited per process, client, game and seat, and half are kept for seats."""

import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Protocol

from service.client_address import one_client
from service.live.feed import Feeds, Tell
from service.metrics import STREAMS
from service.problems import Problem
from service.settings import Settings
from service.table.access import Viewer
from service.table.game import Game


class Line(Protocol):
    """A connection whose client can be watched, and told something while its answer waits."""

    owes: bool
    """Whether the client has taken only a part of what was posted. The rest goes before what is written next."""

    def watch(self, tell: Callable[[], None]) -> Callable[[], None]:
        """Call `tell` when the client hangs up; returns what ends the watch."""

    def post(self, data: bytes) -> bool:
        """Write a piece of the answer without waiting; False if nothing could be written."""


class StreamLimits:
    """How many may listen at once in this process. Half the places are kept for seats. One client, one seat, or the
    spectators of one game cannot take them all.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._taken: Counter[str] = Counter()

    @contextmanager
    def one(self, room: Game, viewer: Viewer, address: str) -> Iterator[None]:
        """A place for as long as it is needed, or a 503."""
        limits = self._limits(room, viewer, address)
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
                self._taken = +self._taken  # forget counts that are back to zero

    def _limits(self, room: Game, viewer: Viewer, address: str) -> dict[str, int]:
        """The counts that this place is added to, and the limit of each. A seat is counted by its holder, as the start
        of the game may change its number.
        """
        most = self._settings.max_streams
        limits = {"all": most, f"client {one_client(address)}": self._settings.max_streams_per_address}
        if viewer.seat is None:
            limits |= {"spectators": most - most // 2, f"game {room.id}": self._settings.max_streams_per_game}
        else:
            limits[f"holder {room.meta.seats[viewer.seat].token}"] = self._settings.max_streams_per_seat
        return limits


class Watcher(ExitStack):
    """A watcher's place and feed, held until it is closed; that may be before its first chunk is read.

    `line` is the connection, where the server can tell that its client hangs up.
    """

    def __init__(
        self,
        feeds: Feeds,
        places: StreamLimits,
        room: Game,
        viewer: Viewer,
        address: str,
        line: Line | None = None,
    ) -> None:
        super().__init__()
        self.gone = False
        self.line = line
        self._bell = threading.Event()
        self.enter_context(places.one(room, viewer, address))
        self.feed = self.enter_context(feeds.watch(room.id, self._bell))
        if line is not None:
            self.callback(line.watch(self._lose))

    def look(self) -> Game:
        """The game as it is now. What happens after this ends the next wait at once."""
        self._bell.clear()
        return self.feed.room(self._bell)

    def wait(self, seconds: float, tell: Tell | None = None) -> bool:
        """Wait until there is more to do than `tell` does, or the client has gone; False if the time was over first."""
        return self.gone or self.feed.wait(self._bell, seconds, tell)

    def _lose(self) -> None:
        self.gone = True
        self._bell.set()
