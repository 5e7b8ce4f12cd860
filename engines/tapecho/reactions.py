"""Out of turn: defences, out-of-context cards and passes, while a window is open."""

from collections.abc import Iterator
from typing import cast

from engines.contract import Action, Event
from engines.tapecho import events as told
from engines.tapecho import turns
from engines.tapecho.actions import Defend, OutOfContext, Pass
from engines.tapecho.outlook import open_reactions, reactors
from engines.tapecho.reasons import illegal
from engines.tapecho.state import TapechoState, Window


def open_in(state: TapechoState) -> Window:
    """The window; it is open."""
    return cast(Window, state.window)


def legal_reactions(state: TapechoState, seat: int) -> Iterator[Action]:
    """What a seat may do out of turn with the cards it holds."""
    asked = False
    for kind, against, seats in open_reactions(state):
        if seat not in seats:
            continue
        asked = True
        if kind == "out_of_context":
            yield from (OutOfContext(card.id, against) for card in turns.held(state, seat, "out_of_context"))
        else:
            defences = turns.held(state, seat, "defence")
            yield from (Defend(card.id, against) for card in defences if card.suits(state.roles[seat]))
    if asked and seat not in open_in(state).passed:
        yield Pass()


def check_pass(state: TapechoState, seat: int) -> None:
    """Whoever could react may pass, once until the next reaction."""
    if seat not in reactors(state):
        raise illegal("nothing_to_pass_on")
    if seat in open_in(state).passed:
        raise illegal("already_passed")


def check_defence(state: TapechoState, seat: int, action: Defend) -> None:
    """The target of an attack, or who laid a card that was called out, defends with their own role's defence."""
    window = open_in(state)
    defenders = {laid.card: laid.target for laid in window.cards if state.card(laid.card).attack and not laid.defended}
    defenders |= {laid.doubt: window.by for laid in window.cards if laid.doubt is not None}
    if action.against not in defenders:
        raise illegal("too_late")
    if defenders[action.against] != seat:
        raise illegal("not_yours_to_defend")
    card = turns.in_hand(state, seat, action.card)
    if card.kind != "defence":
        raise illegal("wrong_kind")
    if not card.suits(state.roles[seat]):
        raise illegal("wrong_role")


def check_out_of_context(state: TapechoState, seat: int, action: OutOfContext) -> None:
    """Anyone but its layer calls out an asset or handicap in the window whose spot is off colour; first come."""
    window = open_in(state)
    laid = next((laid for laid in window.cards if laid.card == action.against), None)
    if laid is None or laid.doubt is not None:
        raise illegal("too_late")
    if window.by == seat:
        raise illegal("own_card")
    if not state.card(laid.card).clashes(state.card(state.context)):
        raise illegal("in_context")
    if turns.in_hand(state, seat, action.card).kind != "out_of_context":
        raise illegal("wrong_kind")


def defend(state: TapechoState, seat: int, action: Defend) -> Event:
    """Both cards go to the pit; the attack, or the out-of-context card, never was."""
    state.hands[seat].remove(action.card)
    for laid in open_in(state).cards:
        if laid.card == action.against:
            laid.defended = True
            state.lying = [lying for lying in state.lying if lying.card != action.against]
        elif laid.doubt == action.against:
            laid.doubt = laid.doubted_by = None
    state.pit += [action.against, action.card]
    return told.Defended(seat, state.card(action.card), state.card(action.against))


def call_out(state: TapechoState, seat: int, action: OutOfContext) -> Event:
    """The card lies on top of the one it is played against until the window closes or it is defended against."""
    state.hands[seat].remove(action.card)
    laid = next(laid for laid in open_in(state).cards if laid.card == action.against)
    laid.doubt, laid.doubted_by = action.card, seat
    return told.CalledOut(seat, state.card(action.card), state.card(action.against))
