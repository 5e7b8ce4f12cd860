"""Tables laid by hand: a drawing in, a table out on which moves can be tried."""

from typing import Any

import msgspec

from engines.engine import Action, Event, IllegalAction
from engines.registry import ENGINES
from engines.tokyo_poo_divers.actions import Bank, Direction, Dive, Peek, Risk, Vote
from engines.tokyo_poo_divers.bank import Purse, full_bank
from engines.tokyo_poo_divers.options import PooOptions
from engines.tokyo_poo_divers.state import PooState, Turn
from engines.tokyo_poo_divers.view import PooView

POO: Any = ENGINES["tokyo_poo_divers"]
SIDE = 8


class Sewer(msgspec.Struct):
    """A table under way."""

    state: PooState

    def do(self, action: Action, seat: int | None = None) -> list[Event]:
        """Let this seat do it, or else the one whose turn it is."""
        seat = self.state.turn.seat if seat is None else seat
        POO.check(self.state, seat, action)
        events: list[Event] = POO.play(self.state, seat, action, bytes(32))
        return events

    def dive(self, row: int, column: int) -> list[Event]:
        return self.do(Dive((row, column)))

    def risk(self, direction: Direction | None = None) -> list[Event]:
        return self.do(Risk(direction))

    def bank(self) -> list[Event]:
        return self.do(Bank())

    def peek(self, row: int, column: int) -> list[Event]:
        return self.do(Peek((row, column)))

    def vote(self, seat: int, winner: int | None) -> list[Event]:
        return self.do(Vote(winner), seat)

    def legal(self) -> list[Action]:
        """What the seat whose turn it is may do."""
        return list(POO.legal(self.state, self.state.turn.seat))

    def rejection_reason(self, action: Action) -> str | None:
        """The reason for which it is rejected, None where it is allowed."""
        try:
            POO.check(self.state, self.state.turn.seat, action)
        except IllegalAction as error:
            return error.reason
        return None

    def view(self, viewer: int | None = None) -> PooView:
        shown: PooView = POO.view(self.state, viewer)
        return shown


def sewer(
    *drawing: str,
    seats: int = 2,
    fill: str = "X",
    bank: Purse | None = None,
    purses: list[Purse] | None = None,
    options: PooOptions | None = None,
) -> Sewer:
    """A table whose seat 0 is to dive, drawn row by row.

    `F`, `X`, `Z` lie open and `f`, `x`, `z` closed. A drawing smaller than the layout (a square unless `options` say
    otherwise) is the top left corner of it, and the rest is `fill`; in a drawing of another layout holes are drawn too.
    """
    options = options or PooOptions()
    places = "".join(
        place(drawing, row, column, fill)
        for row, line in enumerate(options.outline)
        for column, mark in enumerate(line)
        if mark == "#"
    )
    state = PooState(
        faces=places.upper(),
        opened=[mark.isupper() for mark in places],
        leftover="",
        peeked=[[] for _ in range(seats)],
        purses=purses or [Purse() for _ in range(seats)],
        bank=bank or full_bank(),
        turn=Turn(0),
    )
    return Sewer(POO.attach_options(state, options))


def place(drawing: tuple[str, ...], row: int, column: int, fill: str) -> str:
    """What is drawn at a place, or the fill outside of the drawing."""
    return drawing[row][column] if row < len(drawing) and column < len(drawing[row]) else fill


def types(events: list[Event]) -> list[str]:
    """What happened, in a word each."""
    return [str(event.__struct_config__.tag) for event in events]
