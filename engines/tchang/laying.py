"""The players lay out the tomb before the first turn: all statues, then all stones, one each in turn."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from engines.chance import Chance
from engines.engine import Event
from engines.shared_tomb.map import PLACES, SQUARES
from engines.tchang.actions import Lay, Square
from engines.tchang.content import STATUES, Figure
from engines.tchang.events import StatueLaid, StoneLaid, TurnBegan
from engines.tchang.reasons import illegal
from engines.tchang.state import TchangState
from engines.tchang.turns import begin_turn

T = TypeVar("T")


def unlaid_statues(state: TchangState) -> list[Figure]:
    """The figures of the statues that are not on the map yet."""
    return unlaid(STATUES, state.statues)


def unlaid_stones(state: TchangState) -> list[int]:
    """The faces of the stones that are not on the map yet, and were not turned over either."""
    return unlaid(state.options.stones, [*state.stones, *state.removed])


def unlaid(things: Sequence[T], by_square: Sequence[T | None]) -> list[T]:
    """Those of the things that lie on no square."""
    rest = list(things)
    for thing in by_square:
        if thing is not None:
            rest.remove(thing)
    return rest


def number_laid(state: TchangState) -> int:
    """How many statues and stones lie on the map."""
    return sum(thing is not None for thing in (*state.statues, *state.stones))


def free_squares(state: TchangState) -> Iterator[Square]:
    """Where the next statue, or once all statues lie the next stone, may be laid."""
    lying = state.statues if unlaid_statues(state) else state.stones
    return (square for square in PLACES if lying[square] is None)


def check_lay(state: TchangState, action: Lay) -> None:
    """A square of the map, neither the hall nor a dragon's, that has none of this kind yet."""
    if not 0 <= action.square < len(SQUARES):
        raise illegal("no_such_square")
    if action.square not in PLACES:
        raise illegal("no_place")
    if action.square not in free_squares(state):
        raise illegal("square_taken")


def lay(state: TchangState, seat: int, action: Lay, chance: Chance) -> list[Event]:
    """Which figure or face it is, is drawn and stays hidden. Who laid first also has the first turn."""
    if figures := unlaid_statues(state):
        state.statues[action.square] = chance.choice(figures)
        events: list[Event] = [StatueLaid(seat, action.square)]
    else:
        state.stones[action.square] = chance.choice(unlaid_stones(state))
        events = [StoneLaid(seat, action.square)]
    if unlaid_statues(state) or unlaid_stones(state):
        state.turn = (seat + 1) % state.seats
        return [*events, TurnBegan(state.turn)]
    first = (seat + 1 - number_laid(state)) % state.seats
    return [*events, *begin_turn(state, first)]
