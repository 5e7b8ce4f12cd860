"""What a game can tell a program that plays it. It is no rule: a game without advice can be played all the same."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from math import exp
from typing import Any, ClassVar, Generic, TypeVar

from engines.chance import Chance
from engines.engine import Action, State

S = TypeVar("S", bound=State[Any])


class Heuristic(ABC, Generic[S]):
    """How a table stands, and what is worth doing. It gets tables whose hidden parts were dealt at random."""

    horizon: ClassVar[int]
    """How many actions a line of play is followed by the best moves before it is appraised, unless it is quiet."""

    @abstractmethod
    def appraise(self, state: S) -> list[float]:
        """For each seat how well it stands, from 0 (all is lost) to 1; exact once the game is over."""

    @abstractmethod
    def moves(self, state: S, seat: int, chance: Chance) -> Iterator[Action | None]:
        """What this seat should consider, the best first, at least one; made only from what the seat may know.

        None, for a seat that the game does not wait for, means to do nothing.
        """

    def expected_value(self, state: S, seat: int, move: Action | None) -> float | None:
        """What a move is worth to a seat, averaged over all that may turn up; None if this cannot be worked out.

        Made only from what the seat may know. What is foreseen need not be tried out.
        """
        return None

    def is_quiet(self, state: S) -> bool:
        """Whether a line of play can be appraised here, because nothing is half done."""
        return False

    def is_simultaneous_guess(self, state: S) -> bool:
        """Whether all choose at once and each tries to guess the others, so that nobody should be easy to guess."""
        return False


def standings(scores: Sequence[float], doubt: float) -> list[float]:
    """For each seat the share of the others it will finish ahead of, a tie as a half.

    `doubt` is the difference between two scores that makes the better one finish ahead in about three of four games; 0
    if nothing can change any more.
    """
    others = max(1, len(scores) - 1)
    return [(sum(ahead(own - other, doubt) for other in scores) - 0.5) / others for own in scores]


def ahead(difference: float, doubt: float) -> float:
    """How likely it is to stay ahead by this difference."""
    if doubt <= 0:
        return 0.5 if difference == 0 else float(difference > 0)
    return 1 / (1 + exp(-max(-30.0, min(30.0, difference / doubt))))
