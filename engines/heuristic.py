"""Heuristics for bots. They are no rules: bots can play a game without one."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from math import exp
from typing import Any, ClassVar, Generic, TypeVar

from engines.chance import Chance
from engines.engine import Action, State

S = TypeVar("S", bound=State[Any])


class Heuristic(ABC, Generic[S]):
    """Evaluates positions and proposes moves. The hidden parts of the states it gets were dealt at random."""

    horizon: ClassVar[int]
    """How many actions a line of play goes on before it is evaluated, unless it is quiet earlier."""

    @abstractmethod
    def evaluate(self, state: S) -> list[float]:
        """The value of the position to each seat, from 0 (lost) to 1 (won); exact once the game is over."""

    @abstractmethod
    def moves(self, state: S, seat: int, chance: Chance) -> Iterator[Action | None]:
        """Candidate moves of this seat, the best first, at least one; they depend only on what the seat may know.

        None, for a seat that the game does not wait for, is to do nothing.
        """

    def expected_value(self, state: S, seat: int, move: Action | None) -> float | None:
        """The expected value of a move to a seat, by what the seat may know; None if it cannot be computed.

        A move with an expected value needs no simulation.
        """
        return None

    def is_quiet(self, state: S) -> bool:
        """Whether the position can be evaluated as it is, because no turn is half done."""
        return False

    def is_simultaneous_guess(self, state: S) -> bool:
        """Whether all choose at once and try to guess each other, so that moves should be hard to predict."""
        return False


def standings(scores: Sequence[float], uncertainty: float) -> list[float]:
    """For each seat the expected share of the others that it will finish ahead of, a tie as a half.

    `uncertainty` is the lead that is kept in about three of four games; 0 if nothing can change any more.
    """
    others = max(1, len(scores) - 1)
    return [(sum(win_probability(own - other, uncertainty) for other in scores) - 0.5) / others for own in scores]


def win_probability(lead: float, uncertainty: float) -> float:
    """The probability to finish ahead with this lead (a logistic function)."""
    if uncertainty <= 0:
        return 0.5 if lead == 0 else float(lead > 0)
    return 1 / (1 + exp(-max(-30.0, min(30.0, lead / uncertainty))))
