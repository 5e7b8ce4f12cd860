"""The events of Zoky; all of them are public."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engines.engine import Event, Secret
from engines.zoky.actions import Gang, Placement, Quartier, ZokuNumber
from engines.zoky.content import LieutenantSlug

Landing = Literal["in_hand", "out", "belly", "edge", "back", "feet"]
Discarding = Literal["empty", "lone_trio", "nobody_left", "police", "diversion"]
Arrest = Literal["police", "lone_trio", "snitch"]
Raid = Literal["police", "lone_trio"]
FirstPlayerRule = Literal["fewest_zokus", "fewest_points", "left_neighbour", "kingpin"]


class ZokuLanding(Struct, frozen=True):
    """How one Zoku came down."""

    zoku: ZokuNumber
    gang: Gang
    landing: Annotated[Landing, Meta(description="How it lies now")]


class Band(Struct, frozen=True):
    """Zokus of one gang that move together."""

    gang: Gang
    zokus: Annotated[int, Meta(description="How many they are")]
    numbers: Annotated[
        tuple[ZokuNumber, ...], Meta(description="Their numbers in the street; empty if they were in no fight")
    ] = ()


Home = Annotated[list[Band], Meta(description="The Zokus that went home at the same time, to their gangs' reserves")]


class DayBegan(Event, frozen=True, tag="day_began"):
    """New Quartiers were laid; the seat is the Day's first player."""

    day: Annotated[int, Meta(description="Its number, 1 to 5")]
    quartiers: Annotated[list[Quartier], Meta(description="The Quartiers laid out, in reading order")]


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """This chief's placement turn begins."""

    lap: Annotated[int, Meta(description="1 clockwise, 2 on the way back")]
    limit: Annotated[int, Meta(description="How many Zokus this turn may place")]


class TurnPassed(Event, frozen=True, tag="turn_passed"):
    """This chief has neither a Zoku in reserve nor a Lieutenant, and was skipped."""

    lap: Annotated[int, Meta(description="1 clockwise, 2 on the way back")]


class Placed(Event, frozen=True, tag="placed"):
    """A chief placed Zokus and ended the turn."""

    placements: Annotated[
        tuple[Placement, ...],
        Meta(description="Where, and how many, by Quartier number; empty if none"),
    ]


class LimitRaised(Event, frozen=True, tag="limit_raised"):
    """This chief may place more Zokus in this turn."""

    limit: Annotated[int, Meta(description="How many Zokus this turn may place now")]


class ZokuMoved(Event, frozen=True, tag="zoku_moved"):
    """A placed Zoku of this gang went to another Quartier, or home."""

    quartier: Annotated[int, Meta(description="The number of the Quartier it left")]
    to: Annotated[int | None, Meta(description="The number of the Quartier it went to; null: home to the reserve")]


class QuartierClaimed(Event, frozen=True, tag="quartier_claimed"):
    """A gang took a Quartier, which leaves the table. If it was fought over, the fight is over."""

    quartier: Quartier
    points: Annotated[int, Meta(description="What the cards of this gang are worth now")]
    home: Home


class QuartierDiscarded(Event, frozen=True, tag="quartier_discarded"):
    """Nobody got this Quartier, which leaves the table. If it was fought over, the fight is over."""

    quartier: Quartier
    why: Annotated[
        Discarding,
        Meta(
            description="`empty`: nobody was there; `lone_trio`: a gang was there alone with three Zokus; "
            "`nobody_left`: no gang could still fight; `police`: after the raid none or several could still fight; "
            "`diversion`: that Lieutenant ended the fight"
        ),
    ]
    home: Home


class Released(Event, frozen=True, tag="released"):
    """This gang's jailed Zokus went back to its reserve."""

    zokus: Annotated[int, Meta(description="How many")]


class Jailed(Event, frozen=True, tag="jailed"):
    """One Zoku of this gang went to jail."""

    why: Annotated[
        Arrest,
        Meta(
            description="`police`: they came after the third round of a fight; `lone_trio`: its gang was alone on a "
            "Quartier with three Zokus; `snitch`: this Lieutenant gave it away"
        ),
    ]
    quartier: Annotated[
        Quartier | None, Meta(description="The Quartier it was on or fought over; null: it was in reserve")
    ]
    zoku: Annotated[ZokuNumber | None, Meta(description="Its number in the street; null outside a fight")]


class Spared(Event, frozen=True, tag="spared"):
    """The police picked a Zoku of this gang, but the crooked cop let it go home to the reserve."""

    why: Annotated[Raid, Meta(description="Why they came, as in `jailed`")]
    quartier: Annotated[int, Meta(description="The number of the Quartier it was on or fought over")]
    zoku: Annotated[ZokuNumber | None, Meta(description="Its number in the street; null outside a fight")]


class FightBegan(Event, frozen=True, tag="fight_began"):
    """The gangs on a Quartier fight: all Zokus on it go into the street, and the first round begins."""

    quartier: Quartier
    gangs: Annotated[list[Band], Meta(description="Who fights, in turn order")]


class RoundBegan(Event, frozen=True, tag="round_began"):
    """Another round: everyone who can still fight throws."""

    round: Annotated[int, Meta(description="Its number, 2 or 3")]


class ZokuJoined(Event, frozen=True, tag="zoku_joined"):
    """One more Zoku of this gang came from its reserve into the street."""

    zoku: ZokuNumber


class ThrowCalled(Event, frozen=True, tag="throw_called"):
    """A chief said throw; nothing lands before all have said it."""


class Landed(Event, frozen=True, tag="landed"):
    """Zokus landed in the street: everyone's, or if a seat is named, only those that it threw again."""

    round: Annotated[int, Meta(description="The round of the fight, 1 to 3")]
    zokus: Annotated[list[ZokuLanding], Meta(description="Those that were thrown")]


class SaidReady(Event, frozen=True, tag="said_ready"):
    """A chief has nothing more to play on this landing."""


class LandingSettled(Event, frozen=True, tag="landing_settled"):
    """The game waits for nobody on this landing any more: Zokus that are out go home, and the kicks begin."""

    home: Home


class KicksBegan(Event, frozen=True, tag="kicks_began"):
    """It is this chief's turn to kick."""


class Kicked(Event, frozen=True, tag="kicked"):
    """A Zoku on its feet knocked out a rival."""

    zoku: Annotated[int, Meta(description="The number of the Zoku that kicked")]
    target: Annotated[int, Meta(description="The number of the Zoku that was knocked out")]


class KickDeclined(Event, frozen=True, tag="kick_declined"):
    """A chief does not kick any more this round."""


class LieutenantPlayed(Event, frozen=True, tag="lieutenant_played"):
    """A Lieutenant was turned face up and used on these targets.

    Further events tell what it changes, except for `crooked_cop` and `kingpin`, which hold until the Day ends.
    In a fight it cancels every throw and ready said in the open window.
    """

    lieutenant: Annotated[LieutenantSlug, Meta(description="Which one; the rules explain its power")]
    targets: Annotated[dict[str, int], Meta(description="What it was used on, by the names of the action's fields")]


class ZokuTurned(Event, frozen=True, tag="zoku_turned"):
    """This chief turned a Zoku in the street."""

    zoku: ZokuNumber
    gang: Gang
    landing: Annotated[Landing, Meta(description="How it lies now")]


class LookedAhead(Event, frozen=True, tag="looked_ahead"):
    """A chief saw the Quartiers of the next Day; only they know which."""

    day: Annotated[int, Meta(description="The Day that was looked at")]
    quartiers: Secret[Annotated[list[Quartier], Meta(description="What lies there, in reading order")]]


class QuartierSwapped(Event, frozen=True, tag="quartier_swapped"):
    """An empty Quartier went back into the deck, another took its slot."""

    old: Annotated[int, Meta(description="The number of the Quartier that went into the deck")]
    new: Annotated[int, Meta(description="The number of the Quartier that lies there now")]


class FirstPlayerChosen(Event, frozen=True, tag="first_player_chosen"):
    """The Day is over, and this seat takes the First Player card for the next."""

    why: Annotated[
        FirstPlayerRule, Meta(description="The rule that decided it; the last rule is the Lieutenant `kingpin`")
    ]


class Scored(Event, frozen=True, tag="scored"):
    """The week is over: this gang's points, part by part."""

    quartiers: Annotated[int, Meta(description="The values of its Quartiers")]
    lieutenants: Annotated[int, Meta(description="5 for each Lieutenant still face down")]
    trios: Annotated[int, Meta(description="5 for each Arrondissement with three or more Quartiers")]
    complete: Annotated[int, Meta(description="5 more for each Arrondissement with all five")]
    every_arrondissement: Annotated[int, Meta(description="15 for one Quartier or more of each Arrondissement")]
    total: Annotated[int, Meta(description="All of these together")]


EVENTS = (
    DayBegan,
    TurnBegan,
    TurnPassed,
    Placed,
    LimitRaised,
    ZokuMoved,
    QuartierClaimed,
    QuartierDiscarded,
    Released,
    Jailed,
    Spared,
    FightBegan,
    RoundBegan,
    ZokuJoined,
    ThrowCalled,
    Landed,
    SaidReady,
    LandingSettled,
    KicksBegan,
    Kicked,
    KickDeclined,
    LieutenantPlayed,
    ZokuTurned,
    LookedAhead,
    QuartierSwapped,
    FirstPlayerChosen,
    Scored,
)
