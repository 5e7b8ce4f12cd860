"""Places for live streams and long polls: limited per process, address and game, and half of them kept for seats."""

import random
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from service.base.metrics import STREAMS
from service.base.problems import Problem
from service.base.settings import Settings
from service.live.feeds import Feeds
from service.table.access import Viewer
from service.table.room import Room


class Places:
    """How many may listen at once in this process. Half the places are kept for seats; one address, or the spectators
    of one game, cannot take them all.
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
                self._taken = +self._taken  # forget counts that are back to zero

    def _limits(self, game_id: str, viewer: Viewer, address: str) -> dict[str, int]:
        """The counts that this place is added to, and the limit of each."""
        most = self._settings.max_streams
        limits = {"all": most, f"address {address}": self._settings.max_streams_per_address}
        if viewer.seat is None:
            limits |= {"spectators": most - most // 2, f"game {game_id}": self._settings.max_streams_per_game}
        return limits


class Watching(ExitStack):
    """A watcher's place and feed, held until it is closed; that may be before its first chunk is read."""

    def __init__(self, feeds: Feeds, places: Places, room: Room, viewer: Viewer, address: str) -> None:
        super().__init__()
        self.enter_context(places.one(room.id, viewer, address))
        self.feed = self.enter_context(feeds.watch(room.id))
