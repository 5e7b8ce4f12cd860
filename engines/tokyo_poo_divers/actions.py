"""What a diver can do."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engines.engine import Action, Seat

LAST_SEAT = 3
At = Annotated[int, Meta(ge=0, le=255)]
Cell = Annotated[tuple[At, At], Meta(description="Row and column, both from 0, from the top left", examples=[[3, 4]])]
Direction = Literal["n", "ne", "e", "se", "s", "sw", "w", "nw"]


class Dive(Action, frozen=True, tag="dive"):
    """Open any closed cover."""

    cell: Cell


class Bank(Action, frozen=True, tag="bank"):
    """Stop: be paid the turn's points and end the turn."""


class Risk(Action, frozen=True, tag="risk", omit_defaults=True):
    """Open the next cover in line. Only the first of a turn names a direction."""

    direction: Annotated[
        Direction | None,
        Meta(
            description="Where the diver turns; `n` is up. Only the first risk of a turn has it",
            examples=["sw"],
        ),
    ] = None


class Peek(Action, frozen=True, tag="peek"):
    """Look secretly under a closed cover."""

    cell: Cell


class DeclinePeek(Action, frozen=True, tag="decline_peek"):
    """Look under no cover."""


class Vote(Action, frozen=True, tag="vote", omit_defaults=True):
    """Say which of the tied players has won their contest, or that nobody has."""

    winner: Annotated[
        Annotated[int, Meta(ge=0, le=LAST_SEAT)] | None,
        Meta(description="The seat of one of the tied players; left out: nobody", examples=[1]),
    ] = None


class Ballot(Struct, frozen=True):
    """How a tied player has voted."""

    seat: Seat
    winner: Annotated[int | None, Meta(description="The seat that it voted for; null for nobody")]
