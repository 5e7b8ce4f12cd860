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
    count: int


class Place(Action, frozen=True, tag="place"):
    """Place Zokus from the reserve, none at all if need be, and end the turn."""

    placements: tuple[Placement, ...]


class Throw(Action, frozen=True, tag="throw"):
    """Count to three: the Zokus land once every chief still fighting has said so."""


class Ready(Action, frozen=True, tag="ready"):
    """Nothing more to play on this landing."""


class Kick(Action, frozen=True, tag="kick"):
    """One of your Zokus on its feet knocks out a rival on its back."""

    zoku: ZokuNumber
    target: ZokuNumber


class DeclineKick(Action, frozen=True, tag="decline_kick"):
    """No more kicks of yours this round."""


class Lieutenant(Action, frozen=True, tag="lieutenant", omit_defaults=True):
    """Play a face-down Lieutenant, with exactly the targets its power needs."""

    lieutenant: LieutenantSlug
    quartier: Quartier | None = None
    to: Quartier | None = None
    gang: Gang | None = None
    zoku: ZokuNumber | None = None
    target: ZokuNumber | None = None


AnyAction = Place | Throw | Ready | Kick | DeclineKick | Lieutenant
