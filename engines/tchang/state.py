"""The table: pawns and their fireflies, what lies on the squares, whose turn it is."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from engines.shared_tomb.map import DISTANCE, DRAGONS, HALL, PLACES, SQUARES, Colour
from engines.steps import SteppedState
from engines.tchang.actions import Square
from engines.tchang.content import TANGRAMS, Figure
from engines.tchang.options import TchangOptions
from engines.tchang.riddle import Placed

INSIDE: tuple[Square, ...] = (HALL, *PLACES)
"""Every square except the dragons', in order."""
IDLE_ROUNDS = 2
MOST_SHARES = 20
"""Before a move, and again after it: enough to share in any way, and a turn cannot go on for ever."""

Phase = Literal["lay", "move", "share", "riddle", "over"]


class Pawn(Struct):
    """Where a pawn stands, the fireflies it carries, and whether an animal holds it."""

    square: Square
    fireflies: int
    bitten: bool = False


class TchangState(SteppedState[TchangOptions], kw_only=True):
    """Statues and stones are listed by square. A stone that was turned over and still lies there is an animal
    that holds a pawn.

    `shares` counts the shares in this step of the turn; `pieces` are the solution of the riddle.
    """

    seats: int
    pawns: list[Pawn]
    reserve: int
    statues: list[Figure | None]
    uncovered: list[Square] = []
    stones: list[int | None]
    removed: list[int] = []
    exit: Colour | None = None
    turn: int
    phase: Phase = "move"
    idle: int = 0
    votes: list[int] = []
    declined: list[int] = []
    solver: int | None = None
    solved: str | None = None
    ending: str | None = None
    shares: int = 0
    pieces: tuple[Placed, ...] = ()

    @property
    def shares_left(self) -> int:
        """How often the seat in turn may still share in this step."""
        return MOST_SHARES - self.shares

    @property
    def idle_limit(self) -> int:
        """The number of turns in a row without a move that loses the game: two whole rounds."""
        return IDLE_ROUNDS * self.seats

    def turn_mark(self) -> int:
        """A number that differs from the previous turn's, and stays the same within each of the turn's two steps.

        Every turn moves a pawn or adds an idle turn, and neither shares nor votes change these. The squares are the
        digits of the number, so other squares or idle turns give another number.
        """
        mark = self.idle
        for pawn in self.pawns:
            mark = mark * len(SQUARES) + pawn.square
        return mark

    def pawns_of(self, seat: int) -> range:
        """The numbers of the pawns this seat moves."""
        return range(seat, len(self.pawns), self.seats)

    def tangrams(self) -> int:
        """How many tangrams lie face up."""
        return sum(self.statues[square] == "tangram" for square in self.uncovered)

    def dragons(self, colour: str) -> int:
        """How many dragons of this colour lie face up."""
        return sum(self.statues[square] == colour for square in self.uncovered)

    def way_out(self) -> Square | None:
        """The dragon's square, once pawns may step onto it: its exit known and every tangram found."""
        return DRAGONS[self.exit] if self.exit is not None and self.tangrams() == TANGRAMS else None

    def destinations(self, number: int) -> Iterator[Square]:
        """The squares this pawn may move to now, in order."""
        pawn = self.pawns[number]
        if pawn.bitten or not pawn.fireflies:
            return
        steps, fireflies, out = DISTANCE[pawn.square], pawn.fireflies, self.way_out()
        for square in (*INSIDE, out) if out is not None else INSIDE:
            if 0 < steps[square] <= fireflies:
                yield square

    def gatherings(self, seat: int) -> Iterator[list[int]]:
        """The pawns on each square where one of this seat's pawns stands with others and fireflies can be shared."""
        seen = set()
        for own in self.pawns_of(seat):
            square = self.pawns[own].square
            if square in seen:
                continue
            seen.add(square)
            here = [number for number, pawn in enumerate(self.pawns) if pawn.square == square]
            if len(here) > 1 and any(self.pawns[number].fireflies for number in here):
                yield here

    def can_move(self, seat: int) -> bool:
        """Whether a pawn of this seat is free and can pay for a step; from every square some step is possible."""
        return any(self.pawns[own].fireflies and not self.pawns[own].bitten for own in self.pawns_of(seat))

    def can_share(self, seat: int) -> bool:
        """Whether this seat can share fireflies between pawns on one square."""
        return next(self.gatherings(seat), None) is not None
