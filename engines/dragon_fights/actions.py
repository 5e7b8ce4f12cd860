"""What a dragon can do."""

from typing import Annotated, Literal

from msgspec import Meta, field

from engines.engine import Action
from engines.shared_tomb.map import LAST_SQUARE

Gesture = Literal["rock", "paper", "scissors"]
OnTheMap = Annotated[int, Meta(ge=0, le=LAST_SQUARE)]
SquareId = Annotated[OnTheMap, Meta(description="A square of the map, by its id")]


class ChooseGesture(Action, frozen=True, tag="gesture"):
    """Choose rock, paper or scissors; nobody sees it before all have chosen."""

    gesture: Annotated[
        Gesture, Meta(description="Rock beats scissors, scissors beat paper, paper beats rock", examples=["paper"])
    ]


class Flip(Action, frozen=True, tag="flip"):
    """Turn a stone over."""

    square: Annotated[OnTheMap, Meta(description="The square of a stone that lies face down", examples=[17])]


class Take(Action, frozen=True, tag="take"):
    """Stop, and keep all stones turned over in this go."""


class Relocate(Action, frozen=True, tag="relocate"):
    """Put a stone that was turned over back, face down, on a free square."""

    origin: Annotated[OnTheMap, Meta(description="The square of a stone of this go", examples=[17])] = field(
        name="from"
    )
    to: Annotated[OnTheMap, Meta(description="A free square other than its own", examples=[30])]
