"""A turn is a walk through steps: dive, decide, peek. Each knows what may be done in it and what that does."""

from collections.abc import Iterator
from typing import Protocol, cast

from engines.chance import Chance
from engines.contract import Action, Event, IllegalAction, Secret
from engines.tokyo_poo_divers.actions import (
    Bank,
    Cell,
    CoverOpened,
    DeclinePeek,
    Direction,
    Dive,
    Paid,
    Peek,
    PeekDeclined,
    Peeked,
    Risk,
    TurnBegan,
)
from engines.tokyo_poo_divers.bank import pay
from engines.tokyo_poo_divers.state import BLANK, FACE_NAMES, FIND, STEPS, Phase, PooState, Turn

REASONS = {
    "not_now": "This action belongs to another step of the turn.",
    "no_cover": "There is no cover at this place.",
    "already_open": "This cover is open already.",
    "direction_needed": "The first risk of a turn names a direction.",
    "direction_fixed": "Only the first risk of a turn names a direction; the diver keeps its facing.",
    "nothing_to_open": "There is no closed cover next to the diver in that direction.",
}


class Step(Protocol):
    """What one step of a turn allows and does."""

    def legal(self, state: PooState) -> Iterator[Action]:
        """All that may be done in it."""

    def check(self, state: PooState, action: Action) -> None:
        """Raise IllegalAction unless it may be done."""

    def apply(self, state: PooState, action: Action) -> list[Event]:
        """Do it."""

    def default(self, state: PooState, chance: Chance) -> Action:
        """What is done for a diver who takes too long."""


def illegal(reason: str) -> IllegalAction:
    """The refusal that goes with a reason."""
    return IllegalAction(reason, REASONS[reason])


def closed_cover(state: PooState, cell: Cell) -> int:
    """The number of the closed cover at this place."""
    number = state.options.numbers.get(cell)
    if number is None:
        raise illegal("no_cover")
    if state.opened[number]:
        raise illegal("already_open")
    return number


class DiveStep:
    """Open any closed cover."""

    def legal(self, state: PooState) -> Iterator[Action]:
        return (Dive(state.options.cells[number]) for number in state.closed())

    def check(self, state: PooState, action: Action) -> None:
        if not isinstance(action, Dive):
            raise illegal("not_now")
        closed_cover(state, action.cell)

    def apply(self, state: PooState, action: Action) -> list[Event]:
        number, turn = state.options.numbers[cast(Dive, action).cell], state.turn
        face = open_cover(state, number)
        if face == FIND:
            turn.diver = turn.last = number
            turn.finds, turn.points = 1, 1 + star(state, number)
        opened = shown(state, number, None)
        if face == BLANK:
            return [opened, *begin_peek(state)]
        if face == FIND:
            return [opened, *begin_decision(state)]
        return [opened] if state.closed() else [opened, *end_turn(state)]

    def default(self, state: PooState, chance: Chance) -> Action:
        return Dive(state.options.cells[chance.choice(state.closed())])


class DecideStep:
    """Bank the points, or risk them for another cover."""

    def legal(self, state: PooState) -> Iterator[Action]:
        yield Bank()
        first = state.turn.facing is None
        yield from (Risk(way if first else None) for way in state.openable())

    def check(self, state: PooState, action: Action) -> None:
        if isinstance(action, Bank):
            return
        if not isinstance(action, Risk):
            raise illegal("not_now")
        if state.turn.facing is None:
            if action.direction is None:
                raise illegal("direction_needed")
            if action.direction not in state.openable():
                raise illegal("nothing_to_open")
        elif action.direction is not None:
            raise illegal("direction_fixed")

    def apply(self, state: PooState, action: Action) -> list[Event]:
        if isinstance(action, Bank):
            return [*cash_in(state), *end_turn(state)]
        return self.risk(state, state.turn.facing or cast(Direction, cast(Risk, action).direction))

    def risk(self, state: PooState, facing: Direction) -> list[Event]:
        """The n-th find of the turn is worth n; a blank loses all; a sleeper pays and ends the turn."""
        turn, number = state.turn, state.openable()[facing]
        turn.facing = facing
        face = open_cover(state, number)
        if face == FIND:
            turn.last = number
            turn.finds += 1
            turn.points += turn.finds
        elif face == BLANK:
            turn.points = 0
        opened = shown(state, number, facing)
        if face == FIND:
            return [opened, *begin_decision(state)]
        if face == BLANK:
            return [opened, *begin_peek(state)]
        return [opened, *cash_in(state), *end_turn(state)]

    def default(self, state: PooState, chance: Chance) -> Action:
        return Bank()


class PeekStep:
    """After a blank: look secretly under one closed cover, or decline."""

    def legal(self, state: PooState) -> Iterator[Action]:
        yield from (Peek(state.options.cells[number]) for number in state.closed())
        yield DeclinePeek()

    def check(self, state: PooState, action: Action) -> None:
        if isinstance(action, Peek):
            closed_cover(state, action.cell)
        elif not isinstance(action, DeclinePeek):
            raise illegal("not_now")

    def apply(self, state: PooState, action: Action) -> list[Event]:
        seat = state.turn.seat
        if not isinstance(action, Peek):
            return [PeekDeclined(seat), *end_turn(state)]
        number = state.options.numbers[action.cell]
        if number not in state.peeked[seat]:
            state.peeked[seat].append(number)
        face = FACE_NAMES[state.faces[number]]
        return [Peeked(seat, action.cell, Secret((seat,), face)), *end_turn(state)]

    def default(self, state: PooState, chance: Chance) -> Action:
        return DeclinePeek()


class OverStep:
    """Nobody does anything any more."""

    def legal(self, state: PooState) -> Iterator[Action]:
        return iter(())

    def check(self, state: PooState, action: Action) -> None:
        raise illegal("not_now")

    def apply(self, state: PooState, action: Action) -> list[Event]:
        return []

    def default(self, state: PooState, chance: Chance) -> Action:
        raise illegal("not_now")


STEP: dict[Phase, Step] = {"dive": DiveStep(), "decide": DecideStep(), "peek": PeekStep(), "over": OverStep()}


def open_cover(state: PooState, number: int) -> str:
    """Turn a cover over for good."""
    state.opened[number] = True
    return state.faces[number]


def shown(state: PooState, number: int, direction: Direction | None) -> Event:
    """What everyone sees when a cover is opened."""
    face = FACE_NAMES[state.faces[number]]
    return CoverOpened(state.turn.seat, state.options.cells[number], face, state.turn.points, direction)


def star(state: PooState, number: int) -> int:
    """The open finds reached from here along the eight directions without a gap."""
    neighbours, count = state.options.neighbours, 0
    for way in STEPS:
        at = neighbours[number].get(way)
        while at is not None and state.opened[at] and state.faces[at] == FIND:
            count += 1
            at = neighbours[at].get(way)
    return count


def begin_decision(state: PooState) -> list[Event]:
    """Bank or risk; without a cover that may be opened the bank is forced."""
    if state.openable():
        state.phase = "decide"
        return []
    return [*cash_in(state), *end_turn(state)]


def begin_peek(state: PooState) -> list[Event]:
    """A blank consoles with a peek, as long as a cover is closed."""
    if state.closed():
        state.phase = "peek"
        return []
    return end_turn(state)


def cash_in(state: PooState) -> list[Event]:
    """Pay the turn's points; the payment that empties the bank ends the game."""
    turn, purse = state.turn, state.purses[state.turn.seat]
    owed, turn.points = turn.points, 0
    forfeited = pay(state.bank, purse, owed)
    if state.bank.empty:
        state.ending = "bank_empty"
    return [Paid(turn.seat, owed - forfeited, forfeited, purse.brown, purse.golden)]


def end_turn(state: PooState) -> list[Event]:
    """The next seat dives, unless the bank is empty or no cover is left."""
    if state.ending is None and all(state.opened):
        state.ending = "last_cover"
    if state.ending is not None:
        state.phase = "over"
        return []
    state.turn = Turn((state.turn.seat + 1) % len(state.purses))
    state.phase = "dive"
    return [TurnBegan(state.turn.seat)]
