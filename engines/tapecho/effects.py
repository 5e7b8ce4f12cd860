"""What each attack does when its window has closed and nobody has defended against it."""

from collections.abc import Callable

from engines.chance import Chance
from engines.contract import Event, Secret
from engines.tapecho import events as told
from engines.tapecho.cards import AttackName
from engines.tapecho.outlook import EX_DRAWS
from engines.tapecho.pile import draw, take
from engines.tapecho.state import Laid, Shown, TapechoState
from engines.tapecho.tables import poach, reject

Effect = Callable[[TapechoState, Laid, int, Chance], list[Event]]


def stood_up(state: TapechoState, laid: Laid, by: int, chance: Chance) -> list[Event]:
    """The target loses their next turn."""
    state.skips[laid.target] += 1
    return [told.TurnLost(laid.target)]


def rejected(state: TapechoState, laid: Laid, by: int, chance: Chance) -> list[Event]:
    """The target's asset of highest value goes to the pit."""
    card = reject(state.assets, laid, by, state.options.cards)
    if card is None:
        return []
    state.pit.append(card)
    return [told.AssetLost(laid.target, state.card(card))]


def the_ex(state: TapechoState, laid: Laid, by: int, chance: Chance) -> list[Event]:
    """The target draws two cards, or as many as there are."""
    cards, events = draw(state, EX_DRAWS, chance)
    take(state, laid.target, cards)
    return [*events, told.ExTurnedUp(laid.target, len(cards), Secret((laid.target,), state.faces(cards)))]


def hangover(state: TapechoState, laid: Laid, by: int, chance: Chance) -> list[Event]:
    """The target can lay no asset on their next turn."""
    state.hungover[laid.target] = True
    return [told.Hungover(laid.target)]


def poached(state: TapechoState, laid: Laid, by: int, chance: Chance) -> list[Event]:
    """The named asset moves to the attacker's table."""
    card = poach(state.assets, laid, by, state.options.cards)
    return [] if card is None else [told.AssetPoached(by, state.card(card), laid.target)]


def big_reveal(state: TapechoState, laid: Laid, by: int, chance: Chance) -> list[Event]:
    """The target's hand is open to all until the end of their next turn."""
    hand = list(state.hands[laid.target])
    state.opened[laid.target] = True
    state.shown.append(Shown(laid.target, hand))
    return [told.HandOpened(laid.target, state.faces(hand))]


def swapped_numbers(state: TapechoState, laid: Laid, by: int, chance: Chance) -> list[Event]:
    """A random card of each hand changes places; nothing happens if either hand is empty."""
    ours, theirs = state.hands[by], state.hands[laid.target]
    if not ours or not theirs:
        return []
    given, taken = ours.pop(chance.below(len(ours))), theirs.pop(chance.below(len(theirs)))
    take(state, by, [taken])
    take(state, laid.target, [given])
    both = (by, laid.target)
    secrets = Secret(both, state.card(given)), Secret(both, state.card(taken))
    return [told.NumbersSwapped(by, laid.target, *secrets)]


def friend_with_benefits(state: TapechoState, laid: Laid, by: int, chance: Chance) -> list[Event]:
    """The card stays, and the count takes care of the rest."""
    return [told.Befriended(laid.target)]


EFFECT: dict[AttackName, Effect] = {
    "stood_up": stood_up,
    "rejected": rejected,
    "the_ex": the_ex,
    "hangover": hangover,
    "poached": poached,
    "big_reveal": big_reveal,
    "swapped_numbers": swapped_numbers,
    "friend_with_benefits": friend_with_benefits,
}
