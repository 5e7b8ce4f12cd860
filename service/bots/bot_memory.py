"""What a bot's seat knows, folded from the log of its game. It is not stored: so people's actions cost no more, whoever
takes over a seat that was left knows what its events have shown it, and another release may remember other things.
"""

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from bots import Level, learn
from bots.knowledge import remembers
from engines.engine import Knowledge
from service import logs
from service.store import GameStore, Unavailable
from service.store.stored import LoggedEvent
from service.table.game import Game

PAGE = 500
"""Events that are read from the log at a time."""
MOST_KEPT = 2_000
"""Seats whose knowledge a process keeps; the one that was used longest ago is dropped and would be folded again."""


class Folded(NamedTuple):
    """What a seat knows after an event, which is the last that was read."""

    last: LoggedEvent
    knowledge: Knowledge


class BotMemory:
    """The knowledge of seats, kept between their moves: only events that are new since then are read."""

    def __init__(self) -> None:
        self._folded: OrderedDict[tuple[str, int, Level], Folded] = OrderedDict()
        self._lock = Lock()

    def knowledge(self, store: GameStore, game: Game, seat: int, level: Level | None = None) -> Knowledge:
        """What the bot in this seat, or one of another level, knows at this version of the game, and nothing later. If
        the game's rules fail to say, it knows nothing.
        """
        level = level or game.meta.seats[seat].level or "random"
        if not remembers(game.config.rules, level):
            return ()
        key = (game.id, seat, level)
        with self._lock:
            folded = self._folded.pop(key, None)
        try:
            folded = fold(store, game, seat, level, folded)
        except Unavailable:
            raise
        except Exception as error:
            logs.fault(error)
            return ()
        if folded is None:
            return ()
        with self._lock:
            self._folded[key] = folded
            while len(self._folded) > MOST_KEPT:
                self._folded.popitem(last=False)
        return folded.knowledge


def fold(store: GameStore, game: Game, seat: int, level: Level, before: Folded | None) -> Folded | None:
    """Fold the events up to the game's version. The last one that was read is read again: if the log has another one in
    its place, a fail-over has lost the end of the log that was read, and all is folded from the start.
    """
    last: LoggedEvent | None = None
    knowledge: Knowledge = ()
    if before is not None and before.last.seq <= game.meta.events:
        page = store.events(game.config, before.last.seq - 1, min(PAGE, game.meta.events - before.last.seq + 1))
        if page and page[0] == before.last:
            last, knowledge = page[-1], learn_from(game, before.knowledge, page[1:], seat, level)
    seq = last.seq if last else 0
    while seq < game.meta.events and (page := store.events(game.config, seq, min(PAGE, game.meta.events - seq))):
        last, knowledge = page[-1], learn_from(game, knowledge, page, seat, level)
        seq = last.seq
    return None if last is None else Folded(last, knowledge)


def learn_from(game: Game, knowledge: Knowledge, page: list[LoggedEvent], seat: int, level: Level) -> Knowledge:
    """What the seat knows after a page of the log."""
    return learn(game.config.rules, knowledge, (logged.event for logged in page), seat, level)
