"""The steps of a turn: dive, decide, peek; at the end perhaps a vote. Each says what may be done in it."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import cast

from engines.chance import Chance
from engines.engine import Action, Ask, Event, Offers, Secret
from engines.steps import Step
from engines.tokyo_poo_divers.actions import Ballot, Bank, Cell, DeclinePeek, Direction, Dive, Peek, Risk, Vote
from engines.tokyo_poo_divers.bank import pay
from engines.tokyo_poo_divers.content import BLANK, FACE_NAMES, FIND
from engines.tokyo_poo_divers.events import (
    ContestBegan,
    ContestDecided,
    CoverOpened,
    Paid,
    PeekDeclined,
    Peeked,
    TurnBegan,
    Voted,
    Why,
)
from engines.tokyo_poo_divers.options import COMPASS
from engines.tokyo_poo_divers.reasons import illegal
from engines.tokyo_poo_divers.state import PooState, Turn


class PooStep(Step[PooState]):
    """Only the seat whose turn it is acts. No seat has two turns in a row, so turns need no number."""

    def turns(self, state: PooState) -> dict[int, Ask]:
        return {state.turn.seat: Ask(state.phase)}


class DiveStep(PooStep):
    """Open any closed cover."""

    def offers(self, state: PooState, seat: int) -> Offers:
        return {Dive: (Dive(state.options.cells[number]) for number in state.closed())}

    def check(self, state: PooState, seat: int, action: Action) -> None:
        if not isinstance(action, Dive):
            raise illegal("not_now")
        must_be_closed(state, action.cell)

    def apply(self, state: PooState, seat: int, action: Action, chance: Chance) -> list[Event]:
        number, turn = state.options.numbers[cast(Dive, action).cell], state.turn
        face, counted = open_cover(state, number), []
        if face == FIND:
            turn.diver = turn.last = number
            counted = star(state, number)
            turn.finds, turn.points = 1, 1 + len(counted)
        opened = shown(state, number, None, counted)
        if face == BLANK:
            return [opened, *begin_peek(state)]
        if face == FIND:
            return [opened, *begin_decision(state)]
        return [opened] if state.closed() else [opened, *end_turn(state)]

    def default(self, state: PooState, seat: int, chance: Chance) -> Action:
        return Dive(state.options.cells[chance.choice(state.closed())])


class DecideStep(PooStep):
    """Bank the points, or risk them for another cover."""

    def offers(self, state: PooState, seat: int) -> Offers:
        first = state.turn.facing is None
        return {Bank: iter([Bank()]), Risk: (Risk(way if first else None) for way in state.openable())}

    def check(self, state: PooState, seat: int, action: Action) -> None:
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

    def apply(self, state: PooState, seat: int, action: Action, chance: Chance) -> list[Event]:
        if isinstance(action, Bank):
            return [*cash_in(state, "banked"), *end_turn(state)]
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
        return [opened, *cash_in(state, "sleeper"), *end_turn(state)]

    def default(self, state: PooState, seat: int, chance: Chance) -> Action:
        return Bank()


class PeekStep(PooStep):
    """After a blank: look secretly under one closed cover, or decline."""

    def offers(self, state: PooState, seat: int) -> Offers:
        peeks = (Peek(state.options.cells[number]) for number in state.closed())
        return {Peek: peeks, DeclinePeek: iter([DeclinePeek()])}

    def check(self, state: PooState, seat: int, action: Action) -> None:
        if isinstance(action, Peek):
            must_be_closed(state, action.cell)
        elif not isinstance(action, DeclinePeek):
            raise illegal("not_now")

    def apply(self, state: PooState, seat: int, action: Action, chance: Chance) -> list[Event]:
        if not isinstance(action, Peek):
            return [PeekDeclined(seat), *end_turn(state)]
        number = state.options.numbers[action.cell]
        if number not in state.peeked[seat]:
            state.peeked[seat].append(number)
        face = FACE_NAMES[state.faces[number]]
        return [Peeked(seat, action.cell, Secret((seat,), face)), *end_turn(state)]

    def default(self, state: PooState, seat: int, chance: Chance) -> Action:
        return DeclinePeek()


class VoteStep(Step[PooState]):
    """All tied players vote at once and in secret for one of them, or for nobody."""

    def turns(self, state: PooState) -> dict[int, Ask]:
        voted = {ballot.seat for ballot in state.ballots}
        return {seat: Ask("vote", simultaneous=True) for seat in state.tied if seat not in voted}

    def offers(self, state: PooState, seat: int) -> Offers:
        return {Vote: (Vote(winner) for winner in (*state.tied, None))}

    def check(self, state: PooState, seat: int, action: Action) -> None:
        if not isinstance(action, Vote):
            raise illegal("not_now")
        if action.winner is not None and action.winner not in state.tied:
            raise illegal("not_tied")

    def apply(self, state: PooState, seat: int, action: Action, chance: Chance) -> list[Event]:
        """The last vote shows all votes and ends the game."""
        ballot = Ballot(seat, cast(Vote, action).winner)
        state.ballots.append(ballot)
        voted = Voted(seat, Secret((seat,), ballot.winner))
        if len(state.ballots) < len(state.tied):
            return [voted]
        state.winner = majority(state.ballots, state.tied)
        state.ending, state.phase = "contest", "over"
        return [voted, ContestDecided(None, tuple(state.ballots), state.winner)]

    def default(self, state: PooState, seat: int, chance: Chance) -> Action:
        return Vote()


STEPS: dict[str, Step[PooState]] = {"dive": DiveStep(), "decide": DecideStep(), "peek": PeekStep(), "vote": VoteStep()}


def open_cover(state: PooState, number: int) -> str:
    """Turn a cover over for good."""
    state.opened[number] = True
    state.latest = number
    return state.faces[number]


def shown(state: PooState, number: int, direction: Direction | None, counted: Sequence[int] = ()) -> Event:
    """What everyone sees when a cover is opened."""
    cells, face = state.options.cells, FACE_NAMES[state.faces[number]]
    star_cells = tuple(cells[other] for other in counted)
    return CoverOpened(state.turn.seat, cells[number], face, state.turn.points, direction, star_cells)


def star(state: PooState, number: int) -> list[int]:
    """The open finds reached from here along the eight directions without a gap."""
    neighbours, finds = state.options.neighbours, []
    for way in COMPASS:
        at = neighbours[number].get(way)
        while at is not None and state.opened[at] and state.faces[at] == FIND:
            finds.append(at)
            at = neighbours[at].get(way)
    return finds


def begin_decision(state: PooState) -> list[Event]:
    """Bank or risk; if no cover may be opened, the points are banked."""
    if state.openable():
        state.phase = "decide"
        return []
    return [*cash_in(state, "no_cover"), *end_turn(state)]


def begin_peek(state: PooState) -> list[Event]:
    """After a blank the diver may peek, as long as a cover is closed."""
    if state.closed():
        state.phase = "peek"
        return []
    return end_turn(state)


def cash_in(state: PooState, why: Why) -> list[Event]:
    """Pay the turn's points; the payment that empties the bank ends the game."""
    turn, purse = state.turn, state.purses[state.turn.seat]
    owed, turn.points = turn.points, 0
    forfeited = pay(state.bank, purse, owed)
    if state.bank.empty:
        state.ending = "bank_empty"
    return [Paid(turn.seat, why, owed - forfeited, forfeited, purse.brown, purse.golden)]


def end_turn(state: PooState) -> list[Event]:
    """The next seat dives, unless the bank is empty or no cover is left."""
    if state.ending is None and all(state.opened):
        state.ending = "last_cover"
    if state.ending is not None:
        return end_game(state)
    state.turn = Turn((state.turn.seat + 1) % len(state.purses))
    state.phase = "dive"
    return [TurnBegan(state.turn.seat)]


def end_game(state: PooState) -> list[Event]:
    """The game is over, unless the best are tied and are to hold a contest."""
    best = state.winners()
    if len(best) > 1 and state.options.tie == "contest":
        return begin_contest(state, best)
    state.phase = "over"
    return []


def begin_contest(state: PooState, tied: list[int]) -> list[Event]:
    """The tied players vote; the game is not over yet."""
    state.tied, state.ending, state.phase = tied, None, "vote"
    return [ContestBegan(None, tuple(tied))]


def majority(ballots: Iterable[Ballot], tied: Collection[int]) -> int | None:
    """The seat that more than half of the tied players voted for, if there is one."""
    votes = Counter(ballot.winner for ballot in ballots)
    return next((seat for seat in tied if 2 * votes[seat] > len(tied)), None)


def must_be_closed(state: PooState, cell: Cell) -> None:
    """Raise IllegalAction unless a closed cover lies at this place."""
    number = state.options.numbers.get(cell)
    if number is None:
        raise illegal("no_cover")
    if state.opened[number]:
        raise illegal("already_open")
