"""What a dragon can do, and what everyone hears of it."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from engines.contract import Action, Event, Seat, Secret
from engines.tomb.map import LAST_SQUARE

Gesture = Literal["rock", "paper", "scissors"]
OnTheMap = Annotated[int, Meta(ge=0, le=LAST_SQUARE)]
SquareId = Annotated[OnTheMap, Meta(description="A square of the map, by its id")]
Face = Annotated[Literal["animal", 1, 2, 3, 4], Meta(description="An animal, or the number of fireflies")]


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


class Shown(Struct, frozen=True):
    """One player's gesture in a throw that everyone has seen."""

    seat: Seat
    gesture: Annotated[Gesture, Meta(description="What they showed")]


class RoundBegan(Event, frozen=True, tag="round_began"):
    """All players choose a gesture."""


class GestureChosen(Event, frozen=True, tag="gesture_chosen"):
    """A player has chosen; what, is theirs alone to know until all have."""

    gesture: Secret[Annotated[Gesture, Meta(description="What was chosen")]]


class Thrown(Event, frozen=True, tag="thrown"):
    """All have chosen and show their gestures."""

    gestures: Annotated[tuple[Shown, ...], Meta(description="What each of those choosing showed")]
    left: Annotated[tuple[int, ...], Meta(description="Who is still in it: one alone has won, several choose again")]


class Drawn(Event, frozen=True, tag="drawn"):
    """Too many throws were undecided: this seat was drawn from those still choosing."""


class GoBegan(Event, frozen=True, tag="go_began"):
    """This seat turns over a stone."""


class StoneFlipped(Event, frozen=True, tag="stone_flipped"):
    """A stone was turned over."""

    square: SquareId
    face: Face
    fireflies: Annotated[int, Meta(description="What the go is worth now; 0 after an animal")]


class StonesTaken(Event, frozen=True, tag="stones_taken"):
    """A player keeps the stones of their go."""

    squares: Annotated[tuple[SquareId, ...], Meta(description="Where the stones lay")]
    fireflies: Annotated[int, Meta(description="What they bring")]
    total: Annotated[int, Meta(description="What this seat holds now")]


class StoneRelocated(Event, frozen=True, tag="stone_relocated"):
    """A stone went back face down to another square."""

    origin: Annotated[int, Meta(description="The square it came from")] = field(name="from")
    to: Annotated[int, Meta(description="The square it lies on now")]
