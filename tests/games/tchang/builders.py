"""Tombs laid out by hand, for tests of single rules."""

from typing import Any

from engines.chance import Chance
from engines.engine import Action, Event
from engines.shared_tomb.map import DISTANCE, DRAGONS, HALL, SQUARES
from engines.tchang import Tchang
from engines.tchang.content import TOKENS
from engines.tchang.layout import laid
from engines.tchang.options import TchangOptions
from engines.tchang.state import Pawn, TchangState
from tests.support.tables import rejection

ENGINE = Tchang()
NEAR, MIDDLE, OUTER = 1, 3, 8  # one, two and three steps from the hall, along one passage
CORNERS = {square.colour: square.id for square in SQUARES if square.kind == "corner"}
CORNER, DRAGON = CORNERS["red"], DRAGONS["red"]
assert [DISTANCE[HALL][square] for square in (NEAR, MIDDLE, OUTER)] == [1, 2, 3]

ALL_TANGRAMS: dict[int, Any] = dict.fromkeys((20, 21, 22, 23, 24, 25, 26), "tangram")
RED_EXIT: dict[int, Any] = dict.fromkeys((27, 28, 29), "red")


def tomb(
    pawns: list[tuple[int, int] | tuple[int, int, bool]],
    seats: int | None = None,
    statues: dict[int, Any] | None = None,
    stones: dict[int, int] | None = None,
    uncovered: dict[int, Any] | None = None,
    turn: int = 0,
    reserve: int | None = None,
    **options: Any,
) -> TchangState:
    """A table with pawns at (square, fireflies, bitten?); what is `uncovered` lies there as statues face up."""
    shown = uncovered or {}
    state = TchangState(
        seats=seats or len(pawns),
        pawns=[Pawn(*pawn) for pawn in pawns],
        reserve=TOKENS - sum(pawn[1] for pawn in pawns) if reserve is None else reserve,
        statues=laid({**(statues or {}), **shown}),
        uncovered=list(shown),
        stones=laid(stones or {}),
        turn=turn,
    )
    colours = [figure for figure in shown.values() if figure != "tangram"]
    state.exit = next((colour for colour in colours if colours.count(colour) == 3), None)
    return ENGINE.attach_options(state, TchangOptions(**options))


def do(state: TchangState, action: Action, seat: int | None = None) -> list[Event]:
    """Check and apply an action, by default of the seat whose turn it is."""
    seat = state.turn if seat is None else seat
    assert seat in ENGINE.turns(state)
    ENGINE.check(state, seat, action)
    return ENGINE.apply(state, seat, action, Chance(b""))


def rejection_reason(state: TchangState, action: Action, seat: int | None = None) -> str | None:
    """The reason for which the rules reject this action, None where they allow it."""
    error = rejection(ENGINE, state, state.turn if seat is None else seat, action)
    assert error is None or (error[0] in ENGINE.reasons and error[1])
    return None if error is None else error[0]


def kinds(events: list[Event]) -> list[str]:
    """The types of the events."""
    return [str(event.__struct_config__.tag) for event in events]
