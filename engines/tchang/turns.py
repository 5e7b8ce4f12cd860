"""How the game goes on: whose turn is next, and when it is over."""

from engines.engine import Event
from engines.tchang.events import Passed, RiddlePosed, TurnBegan
from engines.tchang.riddle import SILHOUETTES
from engines.tchang.state import TchangState


def begin_turn(state: TchangState, seat: int) -> list[Event]:
    """Begin the turn of this seat, or of the next seat that can move or share; the rules pass for seats that cannot."""
    state.turn, state.phase, state.shares = seat, "move", 0
    began: list[Event] = [TurnBegan(seat)]
    if state.can_move(seat) or state.can_share(seat):
        return began
    return [*began, *turn_without_move(state, automatic=True)]


def turn_without_move(state: TchangState, automatic: bool) -> list[Event]:
    """A turn went by without a move; two whole rounds of them lose the game."""
    state.idle += 1
    passed: list[Event] = [Passed(state.turn, automatic)]
    if state.idle == state.idle_limit:
        return [*passed, *end_game(state, "stalled")]
    return [*passed, *next_turn(state)]


def next_turn(state: TchangState) -> list[Event]:
    """It is the next seat's turn."""
    return begin_turn(state, (state.turn + 1) % state.seats)


def end_game(state: TchangState, ending: str) -> list[Event]:
    """Fix the result. After a win the dragon may still ask its riddle."""
    state.ending = ending
    if ending == "won" and state.options.riddle and state.exit is not None:
        state.phase = "riddle"
        return [RiddlePosed(None, state.exit, SILHOUETTES[state.exit])]
    state.phase = "over"
    return []
