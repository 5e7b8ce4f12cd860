"""A table that bots think on: whose move it is when several seats are asked, and a line of play."""

from collections.abc import Mapping
from itertools import islice
from typing import Any

from engines.chance import Chance
from engines.engine import Action, Ask, Engine, Event
from engines.heuristic import Heuristic


class Line:
    """A course the game could take from a table that looks like the bot's view.

    Seats that are asked at the same time move one after another. Those that may react come first; one that does nothing
    is asked again after the next action.
    """

    def __init__(self, engine: Engine[Any, Any], advice: Heuristic[Any], state: Any, seat: int, luck: Chance) -> None:
        self.engine, self.advice, self.state, self.luck = engine, advice, state, luck
        self.idle: set[int] = set()
        self.mover: int | None = seat

    def moves(self, most: int) -> list[Action | None]:
        """What the mover considers."""
        return list(islice(self.advice.moves(self.state, self.due, self.luck), most))

    @property
    def due(self) -> int:
        """The mover; call this only while the game goes on."""
        if self.mover is None:
            raise LookupError("the game is over")
        return self.mover

    def follow(self, move: Action | None) -> list[Event]:
        """Make the mover's move, and find the next mover."""
        events: list[Event] = []
        if move is None:
            self.idle.add(self.due)
        else:
            events = self.engine.apply(self.state, self.due, move, self.luck)
            self.idle.clear()
        self.mover = next_mover(self.engine.turns(self.state), self.idle)
        return events

    def play_out(self, steps: int) -> list[float]:
        """Follow the best moves until it is quiet, at most this far, and appraise where they lead."""
        for _ in range(steps):
            if self.mover is None or self.advice.is_quiet(self.state):
                break
            self.follow(next(self.advice.moves(self.state, self.mover, self.luck)))
        return self.advice.appraise(self.state)


def next_mover(turns: Mapping[int, Ask], idle: set[int]) -> int | None:
    """A seat that may react and has not declined to; else the first of those the game waits for."""
    waited = None
    for seat, ask in turns.items():
        if not ask.required:
            if seat not in idle:
                return seat
        elif waited is None:
            waited = seat
    return waited
