"""The table: covers, faces, the diver, the purses and whose turn it is."""

from typing import Literal, NamedTuple

from msgspec import Struct

from engines.steps import SteppedState
from engines.tokyo_poo_divers.actions import Ballot, Direction
from engines.tokyo_poo_divers.bank import Purse
from engines.tokyo_poo_divers.options import PooOptions

Phase = Literal["dive", "decide", "peek", "vote", "over"]


class Turn(Struct):
    """What one turn has brought so far. `diver` is the cover the figure stands on, `last` the find opened last."""

    seat: int
    points: int = 0
    finds: int = 0
    diver: int | None = None
    facing: Direction | None = None
    last: int | None = None


class Known(NamedTuple):
    """What one seat knows of closed covers: faces by cover, and pairs of a cover that another seat has looked under and
    the cover at which it dived instead.
    """

    seat: int
    faces: dict[int, str]
    avoided: list[tuple[int, int]]


class PooState(SteppedState[PooOptions], kw_only=True):
    """Covers are numbered in reading order; `faces` and `opened` go by that number, `latest` is the one opened last.

    `tied` are the seats that hold a contest, `ballots` their votes so far, and `winner` who has a majority of them.
    """

    faces: str
    opened: list[bool]
    leftover: str
    peeked: list[list[int]]
    purses: list[Purse]
    bank: Purse
    turn: Turn
    phase: Phase = "dive"
    ending: str | None = None
    latest: int | None = None
    tied: list[int] = []
    ballots: list[Ballot] = []
    winner: int | None = None

    @property
    def known(self) -> Known | None:
        """What the seat knows for which this state was resampled; None in a game that is played. It is not stored."""
        known: Known | None = self.__dict__.get("known")
        return known

    @known.setter
    def known(self, known: Known) -> None:
        self.__dict__["known"] = known

    def closed(self) -> list[int]:
        """The covers nobody has opened yet."""
        return [number for number, opened in enumerate(self.opened) if not opened]

    def winners(self) -> list[int]:
        """The seats with the most points; after a contest with a majority only its winner."""
        if self.winner is not None:
            return [self.winner]
        points = [purse.value for purse in self.purses]
        return [seat for seat, its in enumerate(points) if its == max(points)]

    def openable(self) -> dict[Direction, int]:
        """The covers a risk may open now, by direction: around the diver at first, then only in its facing."""
        if self.turn.last is None:
            return {}
        around, facing = self.options.neighbours[self.turn.last], self.turn.facing
        return {way: cover for way, cover in around.items() if facing in (None, way) and not self.opened[cover]}
