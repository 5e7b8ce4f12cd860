"""The table: stones on the map, who is choosing, what has been turned over and what has been taken."""

from collections.abc import Iterator
from typing import Literal

from engines.dragon_fights.actions import Gesture
from engines.dragon_fights.options import DragonOptions
from engines.shared_tomb.map import PLACES
from engines.steps import SteppedState

BARE = 0
Phase = Literal["gesture", "flip", "decide", "relocate", "over"]


class DragonState(SteppedState[DragonOptions], kw_only=True):
    """`stones` and `seen` go by square, `gestures`, `shown` and `taken` by seat; `BARE` is a square without a stone.

    A stone turned over keeps its square, listed in `turned`, until it is taken or relocated.
    """

    stones: list[int]
    seen: list[bool]
    taken: list[list[int]]
    choosing: list[int]
    gestures: list[Gesture | None]
    shown: list[Gesture | None]
    undecided: int = 0
    player: int | None = None
    turned: list[int] = []
    phase: Phase = "gesture"
    round: int = 1

    def face_down(self) -> Iterator[int]:
        """The squares whose stone may be turned over."""
        return (square for square in PLACES if self.stones[square] != BARE and square not in self.turned)

    def free(self) -> Iterator[int]:
        """The squares without a stone, turned over or not; neither the hall nor the dragons' squares count."""
        return (square for square in PLACES if self.stones[square] == BARE)

    def at_stake(self) -> int:
        """The fireflies of this go; none once an animal was turned over."""
        return 0 if self.phase == "relocate" else sum(self.stones[square] for square in self.turned)
