"""A turn is a walk through steps: act, let others react, and for an exchange choose what to keep."""

from collections.abc import Iterator
from typing import Protocol, cast

from engines.chance import Chance
from engines.contract import Action, Ask, Event, Secret
from engines.tapecho import events as told
from engines.tapecho import turns
from engines.tapecho.actions import Defend, Keep, OutOfContext, Pass
from engines.tapecho.flow import advance, begin_next, close, end_turn, settle
from engines.tapecho.laying import perform, quiet_turn, take_up
from engines.tapecho.outlook import held_up, outlook, reactors
from engines.tapecho.pile import take
from engines.tapecho.reactions import (
    call_out,
    check_defence,
    check_out_of_context,
    check_pass,
    defend,
    legal_reactions,
    open_in,
)
from engines.tapecho.reasons import illegal
from engines.tapecho.state import Phase, TapechoState

REACTIONS = ("defend", "out_of_context", "pass")


class Step(Protocol):
    """What one step of the game asks, allows and does."""

    def asks(self, state: TapechoState) -> dict[int, Ask]:
        """Whom it turns to."""

    def legal(self, state: TapechoState, seat: int, pairs: int | None = None) -> Iterator[Action]:
        """All that this seat may do in it; of pairs at most so many, if that is said."""

    def check(self, state: TapechoState, seat: int, action: Action) -> None:
        """Raise IllegalAction unless it may be done."""

    def apply(self, state: TapechoState, seat: int, action: Action, chance: Chance) -> list[Event]:
        """Do it."""

    def default(self, state: TapechoState, seat: int, chance: Chance) -> Action:
        """What is done for a player who takes too long."""


class TurnStep:
    """No window is open; the seat whose turn it is does exactly one thing."""

    def asks(self, state: TapechoState) -> dict[int, Ask]:
        return {state.seat: Ask("turn", since=state.since)}

    def legal(self, state: TapechoState, seat: int, pairs: int | None = None) -> Iterator[Action]:
        if seat != state.seat:
            return
        if turns.nothing_possible(state):
            yield Pass()  # a turn that begins so is passed at once; only a table dealt afresh can stand here
        yield from turns.legal(state, outlook(state), pairs)

    def check(self, state: TapechoState, seat: int, action: Action) -> None:
        if isinstance(action, Pass):
            if not turns.nothing_possible(state):
                raise illegal("must_act")
        elif isinstance(action, turns.TurnAction):
            turns.check(state, outlook(state), action)
        else:
            raise illegal("too_late" if isinstance(action, Defend | OutOfContext) else "not_now")

    def apply(self, state: TapechoState, seat: int, action: Action, chance: Chance) -> list[Event]:
        if isinstance(action, Pass):
            state.quiet += 1
            return [told.TurnPassed(seat), *end_turn(state), *advance(state, chance)]
        cards = take_up(state, seat, cast(turns.TurnAction, action))
        return perform(state, cast(turns.TurnAction, action), cards, chance)

    def default(self, state: TapechoState, seat: int, chance: Chance) -> Action:
        swaps = list(turns.legal_exchanges(state, outlook(state)))
        return chance.choice(swaps) if swaps else next(self.legal(state, seat))


class KeepStep:
    """Two cards are drawn; one is kept, the other goes back on top."""

    def asks(self, state: TapechoState) -> dict[int, Ask]:
        return {state.seat: Ask("keep", since=state.since)}

    def legal(self, state: TapechoState, seat: int, pairs: int | None = None) -> Iterator[Action]:
        return (Keep(card) for card in state.drawn if seat == state.seat)

    def check(self, state: TapechoState, seat: int, action: Action) -> None:
        if not isinstance(action, Keep):
            raise illegal("too_late" if isinstance(action, Defend | OutOfContext) else "not_now")
        if action.card not in state.drawn:
            raise illegal("not_drawn")

    def apply(self, state: TapechoState, seat: int, action: Action, chance: Chance) -> list[Event]:
        kept = cast(Keep, action).card
        (returned,) = (card for card in state.drawn if card != kept)
        state.drawn = []
        take(state, seat, [kept])
        state.pile.append(returned)
        known = Secret((seat,), state.card(kept)), Secret((seat,), state.card(returned))
        return [told.Kept(seat, *known), *quiet_turn(state, chance)]

    def default(self, state: TapechoState, seat: int, chance: Chance) -> Action:
        return Keep(chance.choice(state.drawn))


class WindowStep:
    """Others may react until the next player begins an action, or until all who could have passed."""

    def asks(self, state: TapechoState) -> dict[int, Ask]:
        ahead, passed = outlook(state), open_in(state).passed
        held = held_up(state, ahead)
        asks = {seat: Ask("react", required=held and seat not in passed, since=state.since) for seat in reactors(state)}
        if not held:
            wait = state.options.reaction_seconds
            asks[ahead.seat] = Ask("turn", True, wait, state.since, at_once=REACTIONS)
        return dict(sorted(asks.items()))

    def legal(self, state: TapechoState, seat: int, pairs: int | None = None) -> Iterator[Action]:
        yield from legal_reactions(state, seat)
        ahead = outlook(state)
        if seat == ahead.seat and not held_up(state, ahead):
            yield from turns.legal(state, ahead, pairs)

    def check(self, state: TapechoState, seat: int, action: Action) -> None:
        match action:
            case Defend():
                check_defence(state, seat, action)
            case OutOfContext():
                check_out_of_context(state, seat, action)
            case Pass():
                check_pass(state, seat)
            case Keep():
                raise illegal("not_now")
            case _:
                check_beginning(state, seat, cast(turns.TurnAction, action))

    def apply(self, state: TapechoState, seat: int, action: Action, chance: Chance) -> list[Event]:
        if isinstance(action, Pass):
            open_in(state).passed.append(seat)
            return [told.Passed(seat), *settle(state, chance)]
        if isinstance(action, Defend | OutOfContext):
            reacted = defend(state, seat, action) if isinstance(action, Defend) else call_out(state, seat, action)
            open_in(state).passed = []
            state.since += 1
            return [reacted, *settle(state, chance)]
        begun = cast(turns.TurnAction, action)
        cards = take_up(state, seat, begun)
        return [*close(state, chance), *begin_next(state), *perform(state, begun, cards, chance)]

    def default(self, state: TapechoState, seat: int, chance: Chance) -> Action:
        ahead = outlook(state)
        if seat == ahead.seat and not held_up(state, ahead):
            return chance.choice(list(turns.legal_exchanges(state, ahead)))
        return Pass()


class OverStep:
    """Nobody does anything any more."""

    def asks(self, state: TapechoState) -> dict[int, Ask]:
        return {}

    def legal(self, state: TapechoState, seat: int, pairs: int | None = None) -> Iterator[Action]:
        return iter(())

    def check(self, state: TapechoState, seat: int, action: Action) -> None:
        raise illegal("not_now")

    def apply(self, state: TapechoState, seat: int, action: Action, chance: Chance) -> list[Event]:
        return []

    def default(self, state: TapechoState, seat: int, chance: Chance) -> Action:
        raise illegal("not_now")


def check_beginning(state: TapechoState, seat: int, action: turns.TurnAction) -> None:
    """Only the next player begins a turn, and none while the window must be waited for."""
    ahead = outlook(state)
    if seat != ahead.seat:
        raise illegal("not_next")
    if held_up(state, ahead):
        raise illegal("window_first")
    turns.check(state, ahead, action)


STEP: dict[Phase, Step] = {"turn": TurnStep(), "keep": KeepStep(), "window": WindowStep(), "over": OverStep()}
