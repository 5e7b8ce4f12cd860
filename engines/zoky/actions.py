"""What a chief can do."""

from typing import Annotated

from msgspec import Meta, Struct

from engines.contract import Action
from engines.zoky.content import LieutenantSlug

Quartier = Annotated[int, Meta(description="A Quartier card's number in this game; the view names its face")]
ZokuNumber = Annotated[int, Meta(description="A Zoku's number in the street, for the length of a fight")]
Gang = Annotated[int, Meta(description="A gang, by its chief's seat")]


class Placement(Struct, frozen=True):
    """This many Zokus onto this Quartier."""

    quartier: Quartier
    count: Annotated[int, Meta(description="How many Zokus, 1 to 3")]


class Place(Action, frozen=True, tag="place"):
    """Place Zokus from the reserve, none at all if need be, and end the turn."""

    placements: Annotated[
        tuple[Placement, ...], Meta(description="Each Quartier once, in any order; empty places nothing")
    ]


class Throw(Action, frozen=True, tag="throw"):
    """Count to three: the Zokus land once every chief still fighting has said so."""


class Ready(Action, frozen=True, tag="ready"):
    """Nothing more to play on this landing."""


class Kick(Action, frozen=True, tag="kick"):
    """One of your Zokus on its feet knocks out a rival on its back."""

    zoku: Annotated[int, Meta(description="The number of yours, on its feet")]
    target: Annotated[int, Meta(description="The number of a rival on its back")]


class DeclineKick(Action, frozen=True, tag="decline_kick"):
    """No more kicks of yours this round."""


class Lieutenant(Action, frozen=True, tag="lieutenant", omit_defaults=True):
    """Play a face-down Lieutenant, with exactly the targets its power needs."""

    lieutenant: Annotated[
        LieutenantSlug, Meta(description="One of your face-down ones; the rules tell its power and its targets")
    ]
    quartier: Annotated[
        Quartier | None, Meta(description="The Quartier for `bouncer` and `shark`, for `smuggler` where the Zoku is")
    ] = None
    to: Annotated[Quartier | None, Meta(description="The Quartier the `smuggler` brings it to")] = None
    gang: Annotated[Gang | None, Meta(description="A rival's seat, for `bouncer` and `snitch`")] = None
    zoku: Annotated[ZokuNumber | None, Meta(description="One of your own in the street, for `medic` and `acrobat`")] = (
        None
    )
    target: Annotated[ZokuNumber | None, Meta(description="A rival in the street, for `low_blow`")] = None


AnyAction = Place | Throw | Ready | Kick | DeclineKick | Lieutenant
