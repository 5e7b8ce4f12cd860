"""The table: Quartiers, gangs, the street, the jail, the Lieutenants, and what the engine waits for."""

from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta, Struct

from engines.engine import Seat
from engines.steps import SteppedState
from engines.zoky.actions import AnyAction, Gang, Quartier, ZokuNumber
from engines.zoky.content import BAND, NUMBERS, LieutenantSlug
from engines.zoky.events import Landing
from engines.zoky.options import Catalogue, ZokyOptions, catalogue

DAYS, ROUNDS, ZOKUS = 5, 3, 8
USUAL_LIMIT, RECRUITED_LIMIT = 4, 6
GANGS = 3
"""At most this many gangs on a Quartier."""

Waiting = Literal["placement", "throw", "landed", "kick", "over"]
Passing = Literal["dawn", "next_turn", "claims", "brawl", "dusk"]
"""Automatic steps: nobody is asked in them, and no stored state is in one."""


class Spot(Struct):
    """A Quartier on the table: its place in reading order, and how many Zokus of each gang are on it."""

    place: int
    quartier: Quartier
    zokus: list[int]

    def room(self, seat: int) -> int:
        """How many Zokus this gang may still put here."""
        own = self.zokus[seat]
        if not own and len(self.zokus) - self.zokus.count(0) >= GANGS:
            return 0
        return BAND - own


class Zoku(Struct):
    """A Zoku in the street. `thrown` and `kicked` are about this round."""

    zoku: ZokuNumber
    gang: Gang
    landing: Landing = "in_hand"
    thrown: bool = False
    kicked: bool = False

    @property
    def able(self) -> bool:
        """Whether it can go on fighting."""
        return self.landing not in ("out", "belly")


def street_number(gang: int, k: int) -> int:
    """The number of a gang's Zoku in the street: its band is 0 to 2 within the gang, a reinforcement always 3."""
    return NUMBERS * gang + k


class Fight(Struct):
    """A brawl over the first Quartier still on the table. `involved` is in turn order.

    `said` are the chiefs who have said throw or ready in the open window.
    """

    involved: list[Gang]
    street: list[Zoku]
    round: int = 1
    said: list[Gang] = []
    kicker: Gang | None = None

    def find(self, number: int) -> Zoku | None:
        """The Zoku of this number, if it is in the street."""
        return next((zoku for zoku in self.street if zoku.zoku == number), None)

    def able(self) -> list[int]:
        """The gangs that can go on fighting, in turn order."""
        fighting = {zoku.gang for zoku in self.street if zoku.able}
        return [gang for gang in self.involved if gang in fighting]


class Lookout(Struct, frozen=True):
    """What the lookout saw of a Day to come, as it was then."""

    seat: int
    day: int
    quartiers: list[Quartier]


class Swap(Struct, frozen=True):
    """What the shark traded: `old` went from the table to the place of `new` in the deck."""

    old: Quartier
    new: Quartier


class Move(Struct, frozen=True):
    """The last action, and who took it."""

    seat: Seat
    action: Annotated[AnyAction, Meta(description="In canonical form: placements by Quartier number")]


class ZokyState(SteppedState[ZokyOptions], kw_only=True):
    """Lists by seat are in seat order; the deck's first cards are the next Day's, in reading order."""

    arrondissements: tuple[int, ...]
    first: int
    deck: list[Quartier]
    claims: list[list[Quartier]]
    reserve: list[int]
    jail: list[int]
    hands: list[list[LieutenantSlug]]
    unseen: list[LieutenantSlug]
    played: list[list[LieutenantSlug]]
    phase: Waiting | Passing = "dawn"
    day: int = 0
    turn: int = 0
    limit: int = USUAL_LIMIT
    table: list[Spot] = []
    discarded: list[Quartier] = []
    fight: Fight | None = None
    bribed: Gang | None = None
    kingpin: Gang | None = None
    lookout: Lookout | None = None
    swap: Swap | None = None
    latest: Move | None = None

    @property
    def seats(self) -> int:
        """How many chiefs play."""
        return len(self.reserve)

    @cached_property
    def cards(self) -> Catalogue:
        """The faces of the Quartiers in play."""
        return catalogue(self.options.quartiers, self.arrondissements)

    @property
    def brawl(self) -> Fight:
        """The current fight; call this only if there is one."""
        if self.fight is None:
            raise LookupError("there is no fight")
        return self.fight

    @property
    def placer(self) -> int:
        """Whose placement turn it is: clockwise from the first player, then back again."""
        lap = self.turn if self.turn < self.seats else 2 * self.seats - 1 - self.turn
        return (self.first + lap) % self.seats

    @property
    def lap(self) -> int:
        """1 on the way round, 2 on the way back."""
        return 1 if self.turn < self.seats else 2

    def clockwise(self) -> list[int]:
        """All seats from the Day's first player on."""
        return [*range(self.first, self.seats), *range(self.first)]

    def spot(self, quartier: int) -> Spot | None:
        """Where this Quartier lies, if it is on the table."""
        return next((spot for spot in self.table if spot.quartier == quartier), None)

    def points(self, seat: int) -> int:
        """What a gang's Quartiers are worth, card values alone."""
        values = self.cards.values
        return sum(values[quartier] for quartier in self.claims[seat])
