"""What a chief can do."""

from typing import Annotated

from msgspec import Meta, Struct

from engines.engine import Action
from engines.zoky.content import BAND, DISTRICTS, MOST_CHIEFS, NUMBERS, SIZE, LieutenantSlug

LAST_QUARTIER, LAST_ZOKU, LAST_SEAT = DISTRICTS * SIZE - 1, MOST_CHIEFS * NUMBERS - 1, MOST_CHIEFS - 1
CardNumber = Annotated[int, Meta(ge=0, le=LAST_QUARTIER)]
InTheStreet = Annotated[int, Meta(ge=0, le=LAST_ZOKU)]
Rival = Annotated[int, Meta(ge=0, le=LAST_SEAT)]
Quartier = Annotated[
    CardNumber, Meta(description="A Quartier card's number in this game; `arrondissements` shows its face")
]
ZokuNumber = Annotated[
    InTheStreet,
    Meta(
        description="A Zoku's number in the street, for the length of a fight: those of gang g are 4g, 4g + 1 and "
        "4g + 2, its reinforcement is 4g + 3"
    ),
]
Gang = Annotated[Rival, Meta(description="A gang, by its chief's seat")]


class Placement(Struct, frozen=True):
    """How many Zokus are placed on which Quartier."""

    quartier: Quartier
    count: Annotated[int, Meta(ge=1, le=BAND, description="How many Zokus, 1 to 3")]


class Place(Action, frozen=True, tag="place"):
    """Place Zokus from the reserve, or none, and end the turn."""

    placements: Annotated[
        tuple[Placement, ...],
        Meta(
            max_length=DISTRICTS,
            description="Each Quartier once, in any order; empty places nothing",
            examples=[[{"quartier": 4, "count": 2}, {"quartier": 17, "count": 1}]],
        ),
    ]


class Throw(Action, frozen=True, tag="throw"):
    """Say throw: the Zokus land once every chief who is still fighting has said it."""


class Ready(Action, frozen=True, tag="ready"):
    """Say ready: you play no more Lieutenants on this landing."""


class Kick(Action, frozen=True, tag="kick"):
    """One of your Zokus on its feet knocks out a rival on its back."""

    zoku: Annotated[InTheStreet, Meta(description="The number of yours, on its feet", examples=[1])]
    target: Annotated[InTheStreet, Meta(description="The number of a rival on its back", examples=[8])]


class DeclineKick(Action, frozen=True, tag="decline_kick"):
    """Do not kick any more this round."""


class Lieutenant(Action, frozen=True, tag="lieutenant", omit_defaults=True):
    """Play a face-down Lieutenant, with exactly the targets its power needs."""

    lieutenant: Annotated[
        LieutenantSlug,
        Meta(description="One of your face-down ones; the rules explain its power and targets", examples=["bouncer"]),
    ]
    quartier: Annotated[
        Quartier | None,
        Meta(description="The Quartier for `bouncer` and `shark`; for `smuggler` where the Zoku is", examples=[12]),
    ] = None
    to: Annotated[Quartier | None, Meta(description="The Quartier the `smuggler` brings it to")] = None
    gang: Annotated[Gang | None, Meta(description="A rival's seat, for `bouncer` and `snitch`", examples=[1])] = None
    zoku: Annotated[ZokuNumber | None, Meta(description="One of your own in the street, for `medic` and `acrobat`")] = (
        None
    )
    target: Annotated[ZokuNumber | None, Meta(description="A rival in the street, for `low_blow`")] = None


AnyAction = Place | Throw | Ready | Kick | DeclineKick | Lieutenant
