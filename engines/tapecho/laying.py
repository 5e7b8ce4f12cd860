"""Carrying out a turn: laying cards, which opens a window, or exchanging one, which does not."""

from engines.chance import Chance
from engines.contract import Event, Secret
from engines.tapecho import events as told
from engines.tapecho.actions import Asset, Attack, Exchange, Handicap, Lay, Pair
from engines.tapecho.flow import advance, end_turn, open_window, settle
from engines.tapecho.pile import draw, take
from engines.tapecho.state import Laid, Lying, TapechoState
from engines.tapecho.turns import TurnAction


def take_up(state: TapechoState, seat: int, action: TurnAction) -> list[int]:
    """Take the cards of an action out of the hand: what is pending happens to the rest of it."""
    cards = [lay.card for lay in action.cards] if isinstance(action, Pair) else [action.card]
    for card in cards:
        state.hands[seat].remove(card)
    return cards


def perform(state: TapechoState, action: TurnAction, cards: list[int], chance: Chance) -> list[Event]:
    """What a turn's action does; its cards are in no hand any more."""
    match action:
        case Exchange():
            return exchange(state, cards[0], chance)
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
    """Lay cards before their targets; the turn is over and a window opens."""
    events: list[Event] = []
    for laid in cards:
        card = state.card(laid.card)
        events.append(told.CardLaid(state.seat, card, laid.target, laid.asset))
        if card.kind == "attack":
            state.lying.append(Lying(laid.card, state.seat, laid.target))
            state.blocked[laid.target] = state.seat
        else:
            (state.assets if card.kind == "asset" else state.handicaps)[laid.target].append(laid.card)
    events += end_turn(state)
    open_window(state, cards)
    return [*events, *settle(state, chance)]


def exchange(state: TapechoState, card: int, chance: Chance) -> list[Event]:
    """Draw two, then discard; a single card is kept without a choice."""
    seat = state.seat
    drawn, events = draw(state, 2, chance)
    state.pit.append(card)
    told_of = told.Exchanged(seat, state.card(card), len(drawn), Secret((seat,), state.faces(drawn)))
    if len(drawn) == 1:
        take(state, seat, drawn)
        return [*events, told_of, *quiet_turn(state, chance)]
    state.drawn, state.phase = sorted(drawn), "keep"
    return [*events, told_of]


def quiet_turn(state: TapechoState, chance: Chance) -> list[Event]:
    """The end of a turn in which nothing was laid."""
    state.quiet += 1
    return [*end_turn(state), *advance(state, chance)]
