"""What everyone hears of a Day in Tokyo."""

from typing import Literal

from msgspec import Struct

from engines.contract import Event, Secret
from engines.zoky.actions import Gang, Placement, Quartier, ZokuNumber
from engines.zoky.content import LieutenantSlug

Landing = Literal["in_hand", "out", "belly", "edge", "back", "feet"]
Discarding = Literal["empty", "lone_trio", "nobody_left", "police", "diversion"]
FirstPlayerRule = Literal["fewest_zokus", "fewest_points", "left_neighbour", "kingpin"]


class ZokuLanding(Struct, frozen=True):
    """How one Zoku came down."""

    zoku: ZokuNumber
    gang: Gang
    landing: Landing


class Band(Struct, frozen=True):
    """How many Zokus a gang brings to a fight."""

    gang: Gang
    zokus: int


class DayBegan(Event, frozen=True, tag="day_began"):
    """New Quartiers were laid, in reading order; the seat is the Day's first player."""

    day: int
    quartiers: list[Quartier]


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """This chief is to place; `lap` is 1 clockwise, 2 on the way back."""

    lap: int


class TurnPassed(Event, frozen=True, tag="turn_passed"):
    """This chief has neither a Zoku in reserve nor a Lieutenant, and was passed over."""

    lap: int


class Placed(Event, frozen=True, tag="placed"):
    """A chief placed Zokus and ended the turn."""

    placements: tuple[Placement, ...]


class QuartierClaimed(Event, frozen=True, tag="quartier_claimed"):
    """A gang took a Quartier; `points` is what its cards are worth now."""

    quartier: Quartier
    points: int


class QuartierDiscarded(Event, frozen=True, tag="quartier_discarded"):
    """Nobody got this Quartier."""

    quartier: Quartier
    why: Discarding


class Released(Event, frozen=True, tag="released"):
    """This gang's jailed Zokus went back to its reserve."""

    zokus: int


class Jailed(Event, frozen=True, tag="jailed"):
    """One Zoku of this gang went to jail."""


class Spared(Event, frozen=True, tag="spared"):
    """The police picked a Zoku of this gang, but the crooked cop let it go to the reserve."""


class FightBegan(Event, frozen=True, tag="fight_began"):
    """The gangs on a Quartier go for each other."""

    quartier: Quartier
    gangs: list[Band]


class RoundBegan(Event, frozen=True, tag="round_began"):
    """Another round: everyone still able throws."""

    round: int


class ThrowCalled(Event, frozen=True, tag="throw_called"):
    """A chief said throw; nothing lands before all have."""


class Landed(Event, frozen=True, tag="landed"):
    """Zokus came down in the street: everyone's, or with a seat only those it threw again."""

    round: int
    zokus: list[ZokuLanding]


class SaidReady(Event, frozen=True, tag="said_ready"):
    """A chief has nothing more to play on this landing."""


class Kicked(Event, frozen=True, tag="kicked"):
    """A Zoku on its feet knocked out a rival."""

    zoku: ZokuNumber
    target: ZokuNumber


class KickDeclined(Event, frozen=True, tag="kick_declined"):
    """A chief let the other kicks be."""


class LieutenantPlayed(Event, frozen=True, tag="lieutenant_played"):
    """A Lieutenant was turned face up and used on these targets."""

    lieutenant: LieutenantSlug
    targets: dict[str, int]


class LookedAhead(Event, frozen=True, tag="looked_ahead"):
    """A chief saw the Quartiers of the next Day; which they are is theirs alone to know."""

    day: int
    quartiers: Secret[list[Quartier]]


class QuartierSwapped(Event, frozen=True, tag="quartier_swapped"):
    """An empty Quartier went back into the deck, another took its slot."""

    old: Quartier
    new: Quartier


class FirstPlayerChosen(Event, frozen=True, tag="first_player_chosen"):
    """This seat takes the First Player card for the next Day."""

    why: FirstPlayerRule


class Scored(Event, frozen=True, tag="scored"):
    """What a gang's week was worth, part by part."""

    quartiers: int
    lieutenants: int
    trios: int
    complete: int
    every_arrondissement: int
    total: int


EVENTS = (
    DayBegan,
    TurnBegan,
    TurnPassed,
    Placed,
    QuartierClaimed,
    QuartierDiscarded,
    Released,
    Jailed,
    Spared,
    FightBegan,
    RoundBegan,
    ThrowCalled,
    Landed,
    SaidReady,
    Kicked,
    KickDeclined,
    LieutenantPlayed,
    LookedAhead,
    QuartierSwapped,
    FirstPlayerChosen,
    Scored,
)
