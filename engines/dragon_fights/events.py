"""What everyone hears of a fight."""

from typing import Annotated

from msgspec import Meta, Struct, field

from engines.dragon_fights.actions import Gesture, SquareId
from engines.dragon_fights.content import Face
from engines.engine import Event, Seat, Secret


class Shown(Struct, frozen=True):
    """One player's gesture in a throw that everyone has seen."""

    seat: Seat
    gesture: Annotated[Gesture, Meta(description="What they showed")]


class StonesLaid(Event, frozen=True, tag="stones_laid"):
    """The stones lie on the map, all of them face down."""

    squares: Annotated[tuple[SquareId, ...], Meta(description="Where they lie, one on each of these")]


class RoundBegan(Event, frozen=True, tag="round_began"):
    """All players choose a gesture."""

    round: Annotated[int, Meta(description="Which round it is, from 1")]


class GestureChosen(Event, frozen=True, tag="gesture_chosen"):
    """A player has chosen; only they know what, until all have chosen."""

    gesture: Secret[Annotated[Gesture, Meta(description="What was chosen")]]


class Thrown(Event, frozen=True, tag="thrown"):
    """All have chosen and show their gestures."""

    gestures: Annotated[tuple[Shown, ...], Meta(description="What each choosing player showed")]
    left: Annotated[
        tuple[int, ...],
        Meta(description="Who is still in the throw: a single seat has won; several choose again, unless one is drawn"),
    ]


class Drawn(Event, frozen=True, tag="drawn"):
    """Too many throws in a row were undecided: this seat was drawn from those still choosing."""


class GoBegan(Event, frozen=True, tag="go_began"):
    """This seat turns over a stone."""


class StoneFlipped(Event, frozen=True, tag="stone_flipped"):
    """A stone was turned over."""

    square: SquareId
    face: Face
    fireflies: Annotated[int, Meta(description="What the go is worth now; 0 after an animal")]


class StonesTaken(Event, frozen=True, tag="stones_taken"):
    """A player keeps the stones of their go."""

    squares: Annotated[tuple[SquareId, ...], Meta(description="Where they lay, in the order they were turned over")]
    fireflies: Annotated[int, Meta(description="How many the stones show together")]
    total: Annotated[int, Meta(description="How many fireflies this seat has taken in all")]


class StoneRelocated(Event, frozen=True, tag="stone_relocated"):
    """A stone was put back face down on another square; everyone has seen its face."""

    origin: Annotated[int, Meta(description="The square it came from")] = field(name="from")
    to: Annotated[int, Meta(description="The square it lies on now")]
    face: Face


EVENTS = (StonesLaid, RoundBegan, GestureChosen, Thrown, Drawn, GoBegan, StoneFlipped, StonesTaken, StoneRelocated)
