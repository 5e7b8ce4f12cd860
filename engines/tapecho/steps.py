"""The steps of a turn: act, let others react, and for an exchange choose what to keep."""

from typing import cast

from engines.chance import Chance
from engines.engine import Action, Ask, Event, Offers, Secret, flatten
from engines.steps import Step
from engines.tapecho import events as ev
from engines.tapecho import lay_cards as laying
from engines.tapecho.actions import Asset, Attack, Defend, Exchange, Handicap, Keep, Lay, OutOfContext, Pair, Pass
from engines.tapecho.lay_cards import TurnAction
from engines.tapecho.pile import draw, take
from engines.tapecho.prospect import held_up, next_turn
from engines.tapecho.reactions import check_reaction, offered_reactions, react, reactors
from engines.tapecho.reasons import illegal
from engines.tapecho.state import Laid, Lying, TapechoState, Window
from engines.tapecho.turns import advance, begin_next, close, end_turn, settle

REACTIONS = ("defend", "out_of_context", "pass")
NEVER_LAID = ("defence", "out_of_context")
"""The kinds that are only played in reaction."""


class TurnStep(Step[TapechoState]):
    """No window is open; the seat whose turn it is does exactly one thing."""

    def turns(self, state: TapechoState) -> dict[int, Ask]:
        return {state.seat: Ask("turn", turn=state.begun)}

    def offers(self, state: TapechoState, seat: int) -> Offers:
        if laying.nothing_possible(state):  # only on a resampled table: in play such a turn is passed automatically
            return {Pass: iter([Pass()])}
        return laying.offers(state, next_turn(state))

    def check(self, state: TapechoState, seat: int, action: Action) -> None:
        if isinstance(action, Pass):
            if not laying.nothing_possible(state):
                raise illegal("must_act")
        elif isinstance(action, TurnAction):
            laying.check(state, next_turn(state), action)
        else:
            raise illegal("not_now" if isinstance(action, Keep) else "too_late")

    def apply(self, state: TapechoState, seat: int, action: Action, chance: Chance) -> list[Event]:
        if isinstance(action, Pass):
            return [ev.TurnPassed(seat), *quiet_turn(state, chance)]
        turn = cast(TurnAction, action)
        take_up(state, seat, turn)
        return perform(state, turn, chance)

    def default(self, state: TapechoState, seat: int, chance: Chance) -> Action:
        swaps = list(laying.legal_exchanges(state, next_turn(state)))
        return chance.choice(swaps) if swaps else next(flatten(self.offers(state, seat)))

    def sample(self, state: TapechoState, seat: int, chance: Chance) -> Action:
        others: list[Action] = [Pass()] if laying.nothing_possible(state) else []
        return chance.choice(laying.sample(state, next_turn(state), others, chance))


class KeepStep(Step[TapechoState]):
    """Two cards are drawn; one is kept, the other goes back on top."""

    def turns(self, state: TapechoState) -> dict[int, Ask]:
        return {state.seat: Ask("keep", turn=state.begun)}

    def offers(self, state: TapechoState, seat: int) -> Offers:
        return {Keep: (Keep(card) for card in state.drawn)}

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
        return [ev.Kept(seat, *known), *quiet_turn(state, chance)]

    def default(self, state: TapechoState, seat: int, chance: Chance) -> Action:
        return Keep(chance.choice(state.drawn))


class WindowStep(Step[TapechoState]):
    """Others may react until the next player begins an action, or until every player who could react has passed."""

    def turns(self, state: TapechoState) -> dict[int, Ask]:
        upcoming, passed = next_turn(state), state.open_window.passed
        free = Ask("react", required=False, turn=state.begun, since=state.since)
        if held_up(state, upcoming):
            due = Ask("react", turn=state.begun, since=state.since)
            return {seat: free if seat in passed else due for seat in sorted(reactors(state))}
        wait = state.options.reaction_seconds
        turn = Ask("turn", not_before=wait, since=state.since, at_once=REACTIONS, turn=state.begun + 1)
        return {seat: turn if seat == upcoming.seat else free for seat in sorted({upcoming.seat, *reactors(state)})}

    def offers(self, state: TapechoState, seat: int) -> Offers:
        upcoming = next_turn(state)
        begins = seat == upcoming.seat and not held_up(state, upcoming)
        return {**offered_reactions(state, seat), **(laying.offers(state, upcoming) if begins else {})}

    def check(self, state: TapechoState, seat: int, action: Action) -> None:
        if isinstance(action, Defend | OutOfContext | Pass):
            check_reaction(state, seat, action)
        elif isinstance(action, TurnAction):
            check_beginning(state, seat, action)
        else:
            raise illegal("not_now")

    def apply(self, state: TapechoState, seat: int, action: Action, chance: Chance) -> list[Event]:
        if isinstance(action, Defend | OutOfContext | Pass):
            return [react(state, seat, action), *settle(state, chance)]
        turn = cast(TurnAction, action)
        take_up(state, seat, turn)
        return [*close(state, chance), *begin_next(state), *perform(state, turn, chance)]

    def default(self, state: TapechoState, seat: int, chance: Chance) -> Action:
        upcoming = next_turn(state)
        if seat == upcoming.seat and not held_up(state, upcoming):
            return chance.choice(list(laying.legal_exchanges(state, upcoming)))
        return Pass()

    def sample(self, state: TapechoState, seat: int, chance: Chance) -> Action:
        upcoming, reacting = next_turn(state), list(flatten(offered_reactions(state, seat)))
        if seat == upcoming.seat and not held_up(state, upcoming):
            reacting = laying.sample(state, upcoming, reacting, chance)
        return chance.choice(reacting)


STEPS: dict[str, Step[TapechoState]] = {"turn": TurnStep(), "keep": KeepStep(), "window": WindowStep()}


def check_beginning(state: TapechoState, seat: int, action: TurnAction) -> None:
    """Only the next player begins a turn, and nobody while the window is held up."""
    upcoming = next_turn(state)
    if seat != upcoming.seat:
        raise illegal("not_next")
    if held_up(state, upcoming):
        raise illegal("window_first")
    laying.check(state, upcoming, action)


def take_up(state: TapechoState, seat: int, action: TurnAction) -> None:
    """Take the cards of an action out of the hand first: pending effects apply to the rest of the hand."""
    for card in [lay.card for lay in action.cards] if isinstance(action, Pair) else [action.card]:
        state.hands[seat].remove(card)


def perform(state: TapechoState, action: TurnAction, chance: Chance) -> list[Event]:
    """Carry out a turn's action; its cards have already left the hand."""
    match action:
        case Exchange():
            return exchange(state, action.card, chance)
        case Asset():
            target = state.seat if action.target is None else action.target
            return lay_down(state, [Laid(action.card, target)], chance)
        case Pair():
            return lay_down(state, [laid_as(lay) for lay in action.cards], chance)
        case Handicap() | Attack():
            return lay_down(state, [laid_as(action)], chance)


def laid_as(lay: Lay | Handicap | Attack) -> Laid:
    """A handicap or an attack as it enters the window."""
    return Laid(lay.card, lay.target, None if isinstance(lay, Handicap) else lay.asset)


def lay_down(state: TapechoState, cards: list[Laid], chance: Chance) -> list[Event]:
    """Lay cards in front of their targets; the turn is over and a window opens."""
    events: list[Event] = []
    for laid in cards:
        card = state.card(laid.card)
        events.append(ev.CardLaid(state.seat, card, laid.target, laid.asset))
        if card.kind == "attack":
            state.lying.append(Lying(laid.card, state.seat, laid.target))
            state.blocked[laid.target] = state.seat
        else:
            (state.assets if card.kind == "asset" else state.handicaps)[laid.target].append(laid.card)
    events += end_turn(state)
    state.window, state.phase = Window(state.seat, cards), "window"
    state.quiet = 0
    state.since += 1
    return [*events, *settle(state, chance)]


def exchange(state: TapechoState, card: int, chance: Chance) -> list[Event]:
    """Draw two, or one for a last card that nobody can lay, then discard; if only one was drawn, it is kept."""
    seat = state.seat
    replaces_last = not state.hands[seat] and state.card(card).kind in NEVER_LAID
    drawn, events = draw(state, 1 if replaces_last else 2, chance)
    state.pit.append(card)
    exchanged = ev.Exchanged(seat, state.card(card), len(drawn), Secret((seat,), state.faces(drawn)))
    if len(drawn) == 1:
        take(state, seat, drawn)
        return [*events, exchanged, *quiet_turn(state, chance)]
    state.drawn, state.phase = sorted(drawn), "keep"
    return [*events, exchanged]


def quiet_turn(state: TapechoState, chance: Chance) -> list[Event]:
    """The end of a turn in which nothing was laid."""
    state.quiet += 1
    return [*end_turn(state), *advance(state, chance)]
