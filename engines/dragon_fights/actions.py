"""What a dragon can do, and what everyone hears of it."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from engines.contract import Action, Event, Secret

Gesture = Literal["rock", "paper", "scissors"]
SquareId = Annotated[int, Meta(description="A square of the map, by its id")]
Face = Annotated[Literal["animal", 1, 2, 3, 4], Meta(description="An animal, or the number of fireflies")]


class ChooseGesture(Action, frozen=True, tag="gesture"):
    """Choose rock, paper or scissors; nobody sees it before all have chosen."""

    gesture: Gesture


class Flip(Action, frozen=True, tag="flip"):
    """Turn a stone over."""

    square: SquareId


class Take(Action, frozen=True, tag="take"):
    """Stop, and keep all stones turned over in this go."""


class Relocate(Action, frozen=True, tag="relocate"):
    """Put a stone that was turned over back, face down, on a free square."""

    origin: SquareId = field(name="from")
    to: SquareId


class Shown(Struct, frozen=True):
    """One player's gesture in a throw that everyone has seen."""

    seat: int
    gesture: Gesture


class RoundBegan(Event, frozen=True, tag="round_began"):
    """All players choose a gesture."""


class GestureChosen(Event, frozen=True, tag="gesture_chosen"):
    """A player has chosen; what, is theirs alone to know until all have."""

    gesture: Secret[Gesture]


class Thrown(Event, frozen=True, tag="thrown"):
    """All have chosen and show their gestures. Of those `left` in it, one alone has won, several choose again."""

    gestures: tuple[Shown, ...]
    left: tuple[int, ...]


class Drawn(Event, frozen=True, tag="drawn"):
    """Too many throws were undecided: this seat was drawn from those still choosing."""


class GoBegan(Event, frozen=True, tag="go_began"):
    """This seat turns over a stone."""


class StoneFlipped(Event, frozen=True, tag="stone_flipped"):
    """A stone was turned over; `fireflies` is what the go is worth now."""

    square: SquareId
    face: Face
    fireflies: int


class StonesTaken(Event, frozen=True, tag="stones_taken"):
    """A player keeps the stones of their go; `total` is what they hold now."""

    squares: tuple[SquareId, ...]
    fireflies: int
    total: int


class StoneRelocated(Event, frozen=True, tag="stone_relocated"):
    """A stone went back face down to another square."""

    origin: SquareId = field(name="from")
    to: SquareId
