"""What a diver can do, and what everyone hears of it."""

from typing import Annotated, Literal

from msgspec import Meta

from engines.contract import Action, Event, Secret

Cell = Annotated[tuple[int, int], Meta(description="Row and column, both from 0, from the top left")]
Direction = Literal["n", "ne", "e", "se", "s", "sw", "w", "nw"]
FaceName = Literal["find", "blank", "sleeper"]


class Dive(Action, frozen=True, tag="dive"):
    """Open any closed cover."""

    cell: Cell


class Bank(Action, frozen=True, tag="bank"):
    """Safety first: be paid the turn's points and end the turn."""


class Risk(Action, frozen=True, tag="risk", omit_defaults=True):
    """Open the next cover in line. Only the first of a turn names a direction."""

    direction: Annotated[
        Direction | None,
        Meta(description="Where the diver turns, `n` being up; left out of every risk but the first of a turn"),
    ] = None


class Peek(Action, frozen=True, tag="peek"):
    """Look secretly under a closed cover."""

    cell: Cell


class DeclinePeek(Action, frozen=True, tag="decline_peek"):
    """Look under nothing."""


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """It is this seat's turn."""


class CoverOpened(Event, frozen=True, tag="cover_opened"):
    """A cover was opened for good."""

    cell: Cell
    face: Annotated[FaceName, Meta(description="What was under it")]
    points: Annotated[int, Meta(description="What the turn is worth now")]
    direction: Annotated[Direction | None, Meta(description="Where a risk went; null for a dive")]


class Paid(Event, frozen=True, tag="paid"):
    """A diver was paid for a turn."""

    points: Annotated[int, Meta(description="What was paid")]
    forfeited: Annotated[int, Meta(description="What the bank could not pay")]
    brown: Annotated[int, Meta(description="Pieces worth 1 this diver holds now")]
    golden: Annotated[int, Meta(description="Pieces worth 5 this diver holds now")]


class Peeked(Event, frozen=True, tag="peeked"):
    """A diver looked under a cover; the face is theirs alone to know."""

    cell: Cell
    face: Secret[Annotated[FaceName, Meta(description="What is under it")]]


class PeekDeclined(Event, frozen=True, tag="peek_declined"):
    """A diver did not want to look."""
