"""A pawn's way, and what it finds where it stops."""

from engines.engine import Event
from engines.shared_tomb.map import DISTANCE, DRAGONS, NEIGHBOURS
from engines.shared_tomb.stones import ANIMAL
from engines.tchang.actions import Move, Square
from engines.tchang.content import DRAGONS_OF_A_COLOUR, Figure
from engines.tchang.events import (
    Bitten,
    ConcedeWithdrawn,
    ExitFound,
    ExitOpened,
    Freed,
    Moved,
    StatueTurned,
    StoneTurned,
)
from engines.tchang.state import Pawn, TchangState
from engines.tchang.turns import end_game, next_turn


def move(state: TchangState, seat: int, action: Move) -> list[Event]:
    """Walk, pay a firefly for each step, visit only the last square; then see whether the game ends."""
    pawn = state.pawns[action.pawn]
    way = shortest_way(pawn.square, action.square)
    pawn.square = action.square
    pawn.fireflies -= len(way)
    state.reserve += len(way)
    state.idle = state.shares = 0
    moved: list[Event] = [Moved(seat, action.pawn, way, len(way)), *withdraw_vote(state, seat)]
    return [*moved, *arrive(state, seat, action.pawn), *after_arrival(state, seat)]


def withdraw_vote(state: TchangState, seat: int) -> list[Event]:
    """A seat that moves a pawn wants to go on: its vote to give up is withdrawn."""
    if seat not in state.votes:
        return []
    state.votes = [other for other in state.votes if other != seat]
    return [ConcedeWithdrawn(seat, len(state.votes))]


def shortest_way(start: Square, end: Square) -> list[Square]:
    """The squares of a shortest way, up to the last; of several ways, the one with the lowest ids first."""
    steps, way, here = DISTANCE[end], [], start
    while here != end:
        here = next(square for square in NEIGHBOURS[here] if steps[square] < steps[here])
        way.append(here)
    return way


def arrive(state: TchangState, seat: int, number: int) -> list[Event]:
    """Free a bitten pawn, or else turn a stone over; then turn the statue below over, unless an animal covers it."""
    square = state.pawns[number].square
    face = state.stones[square]
    events: list[Event] = []
    if face == ANIMAL:
        held = next((other for other, pawn in enumerate(state.pawns) if pawn.bitten and pawn.square == square), None)
        if held is None:
            state.pawns[number].bitten = True
            return [Bitten(seat, number, square)]
        events.append(free(state, seat, held, number))
    elif face is not None:
        events.append(take_stone(state, seat, number, face))
    figure = state.statues[square]
    if figure is not None and square not in state.uncovered:
        events += uncover(state, seat, number, figure)
    return events


def free(state: TchangState, seat: int, held: int, rescuer: int) -> Event:
    """A bitten pawn can move again; the animal leaves the game."""
    pawn = state.pawns[held]
    pawn.bitten = False
    remove_stone(state, pawn.square, ANIMAL)
    return Freed(seat, held, rescuer, pawn.square)


def take_stone(state: TchangState, seat: int, number: int, fireflies: int) -> Event:
    """The stone's fireflies come out of the reserve; the stone leaves the game."""
    pawn = state.pawns[number]
    remove_stone(state, pawn.square, fireflies)
    return StoneTurned(seat, number, pawn.square, fireflies, gained=pay(state, pawn, fireflies))


def remove_stone(state: TchangState, square: Square, face: int) -> None:
    """A stone leaves the game for good."""
    state.stones[square] = None
    state.removed.append(face)


def pay(state: TchangState, pawn: Pawn, fireflies: int) -> int:
    """Pay a pawn out of the reserve; what the reserve cannot pay is lost."""
    paid = min(fireflies, state.reserve)
    state.reserve -= paid
    pawn.fireflies += paid
    return paid


def uncover(state: TchangState, seat: int, number: int, figure: Figure) -> list[Event]:
    """Turn the statue over for good. The first three dragons of a colour show the exit."""
    pawn, was_closed = state.pawns[number], state.way_out() is None
    state.uncovered.append(pawn.square)
    reward = state.options.rules.tangram_bonus and figure == "tangram"
    events: list[Event] = [StatueTurned(seat, number, pawn.square, figure, bonus=pay(state, pawn, 1) if reward else 0)]
    if figure != "tangram" and state.exit is None and state.dragons(figure) == DRAGONS_OF_A_COLOUR:
        state.exit = figure
        events.append(ExitFound(seat, figure, DRAGONS[figure]))
    out = state.way_out()
    if was_closed and out is not None:
        events.append(ExitOpened(seat, out))
    return events


def after_arrival(state: TchangState, seat: int) -> list[Event]:
    """Won if all pawns are on the dragon, lost without a firefly; else the turn goes on if fireflies can be shared."""
    out = state.way_out()
    if all(pawn.square == out for pawn in state.pawns):
        return end_game(state, "won")
    if not any(pawn.fireflies for pawn in state.pawns if not pawn.bitten):
        return end_game(state, "out_of_fireflies")
    if state.can_share(seat):
        state.phase = "share"
        return []
    return next_turn(state)
