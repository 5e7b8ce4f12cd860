"""Simulated play: random numbers for it, whose move it is when several seats may act, and a line of play."""

from collections.abc import Iterable, Mapping
from itertools import islice
from random import Random
from typing import Any, TypeVar

from engines.chance import Chance
from engines.engine import Action, Ask, Engine, Event
from engines.heuristic import Heuristic

T = TypeVar("T")


class FastRandom(Chance):
    """A bot's random numbers: the same seed gives the same ones. Quick, not hard to predict, and not from the game's
    seed."""

    __slots__ = ("random",)

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.random = Random(seed)  # noqa: S311  (no secret of the game depends on it)

    def below(self, bound: int) -> int:
        return self.random.randrange(bound)

    def shuffled(self, items: Iterable[T]) -> list[T]:
        draw = self.random.random
        return sorted(items, key=lambda _: draw())


class Line:
    """A possible continuation of the game, from a state that fits the bot's view.

    Seats that may act at the same time move one after another, optional reactions first. A seat that declines may react
    again after the next action.
    """

    def __init__(
        self, engine: Engine[Any, Any], heuristic: Heuristic[Any], state: Any, seat: int, chance: Chance
    ) -> None:
        self.engine, self.heuristic, self.state, self.chance = engine, heuristic, state, chance
        self.declined: set[int] = set()
        self.mover: int | None = seat

    def moves(self, limit: int) -> list[Action | None]:
        """The moves that the mover considers, the best first."""
        return list(islice(self.heuristic.moves(self.state, self.active_mover, self.chance), limit))

    @property
    def active_mover(self) -> int:
        """The mover, while the game is not over."""
        if self.mover is None:
            raise LookupError("the game is over")
        return self.mover

    def play(self, move: Action | None) -> list[Event]:
        """Make the mover's move, and determine the next mover."""
        events: list[Event] = []
        if move is None:
            self.declined.add(self.active_mover)
        else:
            events = self.engine.apply(self.state, self.active_mover, move, self.chance)
            self.declined.clear()
        self.mover = next_mover(self.engine.turns(self.state), self.declined)
        return events

    def play_out(self, steps: int) -> list[float]:
        """Play the heuristic's first moves until the position is quiet, at most this many, and evaluate it."""
        for _ in range(steps):
            if self.mover is None or self.heuristic.is_quiet(self.state):
                break
            self.play(next(self.heuristic.moves(self.state, self.mover, self.chance)))
        return self.heuristic.evaluate(self.state)


def next_mover(turns: Mapping[int, Ask], declined: set[int]) -> int | None:
    """A seat that may react and has not declined, or else the first seat that the game waits for."""
    required = None
    for seat, ask in turns.items():
        if not ask.required:
            if seat not in declined:
                return seat
        elif required is None:
            required = seat
    return required
