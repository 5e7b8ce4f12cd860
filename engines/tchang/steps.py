"""The steps of a turn: move, then share. Before the first turn the players may lay out the tomb; after a win the dragon
may ask its riddle."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import cast

from engines.chance import Chance
from engines.engine import Action, Ask, Event, Offers
from engines.shared_tomb.map import DISTANCE, SQUARES, Colour
from engines.steps import Step
from engines.tchang.actions import Concede, DeclineRiddle, EndTurn, Lay, Move, Pass, Share, SolveRiddle
from engines.tchang.events import ConcedeVoted, RiddleDeclined, RiddleSolved, Shared
from engines.tchang.laying import check_lay, free_squares, lay, number_laid
from engines.tchang.move import move
from engines.tchang.reasons import illegal
from engines.tchang.riddle import recognise
from engines.tchang.state import Phase, TchangState
from engines.tchang.turns import end_game, next_turn, turn_without_move

CONCEDE, PASS, END_TURN, DECLINE_RIDDLE = Concede(), Pass(), EndTurn(), DeclineRiddle()
VOTE, RIDDLE, RETHINK = Ask("concede", required=False), Ask("riddle"), Ask("riddle", required=False)


class VotingStep(Step[TchangState]):
    """One seat is asked, and every seat may vote to concede."""

    what: Phase

    def turns(self, state: TchangState) -> dict[int, Ask]:
        """The seat whose turn it is; the others may only vote."""
        asks = {seat: VOTE for seat in range(state.seats) if seat not in state.votes}
        asks[state.turn] = Ask(self.what, turn=self.turn_mark(state))
        return asks

    @abstractmethod
    def turn_mark(self, state: TchangState) -> int:
        """A number that differs from the previous turn's."""

    def votes(self, state: TchangState, seat: int) -> Offers:
        """The vote of a seat that has not voted."""
        return {} if seat in state.votes else {Concede: iter([CONCEDE])}

    def check(self, state: TchangState, seat: int, action: Action) -> None:
        if isinstance(action, Concede):
            if seat in state.votes:
                raise illegal("already_conceded")
        elif seat != state.turn:
            raise illegal("out_of_turn")
        else:
            self.check_own(state, action)

    @abstractmethod
    def check_own(self, state: TchangState, action: Action) -> None:
        """Refuse what the seat whose turn it is may not do now."""


class LayStep(VotingStep):
    """Before the first turn, with the placement `players`: each in turn lays a statue or a stone."""

    what = "lay"

    def turn_mark(self, state: TchangState) -> int:
        return number_laid(state)

    def offers(self, state: TchangState, seat: int) -> Offers:
        lays: Offers = {Lay: (Lay(square) for square in free_squares(state))} if seat == state.turn else {}
        return {**lays, **self.votes(state, seat)}

    def check_own(self, state: TchangState, action: Action) -> None:
        if not isinstance(action, Lay):
            raise illegal("not_now")
        check_lay(state, action)

    def apply(self, state: TchangState, seat: int, action: Action, chance: Chance) -> list[Event]:
        return lay(state, seat, action, chance) if isinstance(action, Lay) else vote(state, seat)

    def default(self, state: TchangState, seat: int, chance: Chance) -> Action:
        """A random square: nobody waits for a player who does not lay."""
        return Lay(chance.choice(list(free_squares(state))))

    def sample(self, state: TchangState, seat: int, chance: Chance) -> Action:
        """The seat whose turn it is votes seldom, or random games would end before the tomb is laid out."""
        if seat == state.turn and (seat in state.votes or chance.below(500)):
            return self.default(state, seat, chance)
        return CONCEDE


class TurnStep(VotingStep):
    """What holds all through a turn: the seat whose turn it is may share."""

    rest: Action

    def turn_mark(self, state: TchangState) -> int:
        return state.turn_mark()

    def offers(self, state: TchangState, seat: int) -> Offers:
        """The shares come last: there can be so many that a page of the list does not hold them all."""
        votes = self.votes(state, seat)
        if seat != state.turn:
            return votes
        moves: Offers = {Move: self.possible_moves(state), type(self.rest): iter([self.rest])}
        return {**moves, **votes, Share: possible_shares(state)}

    def possible_moves(self, state: TchangState) -> Iterator[Action]:
        """The moves open now."""
        return iter(())

    def check_own(self, state: TchangState, action: Action) -> None:
        if isinstance(action, Share):
            check_share(state, action)
        elif action != self.rest:
            self.check_move(state, action)

    def check_move(self, state: TchangState, action: Action) -> None:
        """Refuse what is not a move open now."""
        raise illegal("not_now")

    def apply(self, state: TchangState, seat: int, action: Action, chance: Chance) -> list[Event]:
        if isinstance(action, Move):
            return move(state, seat, action)
        if isinstance(action, Share):
            return share(state, seat, action)
        if isinstance(action, Concede):
            return vote(state, seat)
        return turn_without_move(state, automatic=False) if isinstance(action, Pass) else next_turn(state)

    def default(self, state: TchangState, seat: int, chance: Chance) -> Action:
        return self.rest

    def sample(self, state: TchangState, seat: int, chance: Chance) -> Action:
        """Mostly moves; votes are rare, or random games would end too early."""
        if seat != state.turn:
            return super().sample(state, seat, chance)
        if seat not in state.votes and chance.below(60) == 0:
            return CONCEDE
        options = list(self.possible_moves(state) if chance.below(4) < 3 else possible_shares(state))
        return chance.choice(options) if options and chance.below(8) else self.rest


class MoveStep(TurnStep):
    """Before the move: share, move a free pawn, or pass."""

    what = "move"
    rest = PASS

    def possible_moves(self, state: TchangState) -> Iterator[Action]:
        for number in state.pawns_of(state.turn):
            yield from (Move(number, square) for square in state.destinations(number))

    def check_move(self, state: TchangState, action: Action) -> None:
        """The seat's own free pawn, at least one step, no more than it can pay; a dragon's square only as way out."""
        if not isinstance(action, Move):
            raise illegal("not_now")
        pawn = state.pawns[known_pawn(state, action.pawn)]
        if action.pawn not in state.pawns_of(state.turn):
            raise illegal("not_your_pawn")
        if pawn.bitten:
            raise illegal("pawn_bitten")
        if not 0 <= action.square < len(SQUARES):
            raise illegal("no_such_square")
        if action.square == pawn.square:
            raise illegal("no_step")
        if SQUARES[action.square].kind == "dragon" and action.square != state.way_out():
            raise illegal("exit_closed")
        if DISTANCE[pawn.square][action.square] > pawn.fireflies:
            raise illegal("too_far")


class ShareStep(TurnStep):
    """After the move: share as long as there is something to share, then end the turn."""

    what = "share"
    rest = END_TURN


class RiddleStep(Step[TchangState]):
    """The game is won. Any seat may solve the riddle, even after declining; if all decline, it stays unsolved."""

    def turns(self, state: TchangState) -> dict[int, Ask]:
        """All seats; those that have declined are not waited for."""
        return {seat: RETHINK if seat in state.declined else RIDDLE for seat in range(state.seats)}

    def offers(self, state: TchangState, seat: int) -> Offers:
        """Only to decline: solutions are too many to list."""
        return {} if seat in state.declined else {DeclineRiddle: iter([DECLINE_RIDDLE])}

    def check(self, state: TchangState, seat: int, action: Action) -> None:
        if isinstance(action, SolveRiddle):
            recognise(dragon_of(state), action.pieces)
        elif not isinstance(action, DeclineRiddle):
            raise illegal("not_now")
        elif seat in state.declined:
            raise illegal("already_declined")

    def apply(self, state: TchangState, seat: int, action: Action, chance: Chance) -> list[Event]:
        if isinstance(action, SolveRiddle):
            return solve(state, seat, action)
        state.declined = sorted([*state.declined, seat])
        if len(state.declined) == state.seats:
            state.phase = "over"
        return [RiddleDeclined(seat)]

    def default(self, state: TchangState, seat: int, chance: Chance) -> Action:
        return DECLINE_RIDDLE


STEPS: dict[str, Step[TchangState]] = {
    "lay": LayStep(),
    "move": MoveStep(),
    "share": ShareStep(),
    "riddle": RiddleStep(),
}


def known_pawn(state: TchangState, number: int) -> int:
    """The number, if there is such a pawn."""
    if not 0 <= number < len(state.pawns):
        raise illegal("no_such_pawn")
    return number


def possible_shares(state: TchangState) -> Iterator[Action]:
    """Every amount from every pawn to every other, on each square where the seat whose turn it is may share."""
    for here in state.gatherings(state.turn) if state.shares_left else ():
        for giver in here:
            for taker in here:
                if giver != taker:
                    yield from (Share(giver, taker, amount) for amount in range(1, state.pawns[giver].fireflies + 1))


def check_share(state: TchangState, action: Share) -> None:
    """Two pawns on one square, where the seat has a pawn; not more often than allowed."""
    if not state.shares_left:
        raise illegal("enough_shared")
    giver, taker = (state.pawns[known_pawn(state, number)] for number in (action.giver, action.taker))
    if action.giver == action.taker:
        raise illegal("same_pawn")
    if giver.square != taker.square:
        raise illegal("not_together")
    if all(state.pawns[own].square != giver.square for own in state.pawns_of(state.turn)):
        raise illegal("not_your_square")
    if not 1 <= action.amount <= giver.fireflies:
        raise illegal("not_enough")


def share(state: TchangState, seat: int, action: Share) -> list[Event]:
    """Give fireflies from pawn to pawn. The step stays, even after the last share: the seat itself ends the turn."""
    state.shares += 1
    state.pawns[action.giver].fireflies -= action.amount
    state.pawns[action.taker].fireflies += action.amount
    return [Shared(seat, action.giver, action.taker, action.amount)]


def dragon_of(state: TchangState) -> Colour:
    """The dragon that asks the riddle; its exit is known, as the game is won."""
    return cast(Colour, state.exit)


def solve(state: TchangState, seat: int, action: SolveRiddle) -> list[Event]:
    """The first correct solution ends the game."""
    state.solver, state.solved = seat, recognise(dragon_of(state), action.pieces).name
    state.pieces, state.phase = action.pieces, "over"
    return [RiddleSolved(seat, state.solved, action.pieces)]


def vote(state: TchangState, seat: int) -> list[Event]:
    """Count a vote to concede; the game is lost when all seats have voted."""
    state.votes = sorted([*state.votes, seat])
    voted: list[Event] = [ConcedeVoted(seat, len(state.votes))]
    return voted + (end_game(state, "conceded") if len(state.votes) == state.seats else [])
