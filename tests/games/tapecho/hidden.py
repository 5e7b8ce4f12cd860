"""What a viewer of Le Tapécho may not know, from the rules: the hands of others that do not lie open, the order of the
pile, the cards that another has drawn, and which of them is kept.
"""

from itertools import chain

from engines.chance import Chance
from engines.engine import Action
from engines.tapecho.actions import Keep, Pair, Pass
from engines.tapecho.state import TapechoState
from tests.secrecy.pairs import Change, Path


def change(path: Path, viewer: int | None, dice: Chance) -> Change:
    """Deal the cards again that are hidden from this viewer all along the path, among the places where they are."""
    other = path.change()
    if not all(state.pile or state.pit for state in path.states):
        return other  # whether somebody passes then tells what they hold
    if shuffled_before_keeping(path):
        return other
    open_cards = set().union(*(visible(state, viewer) for state in path.states))
    open_cards |= {card for _, action in path.actions for card in cards_laid(action)}
    state, hands_stay = other.state, swaps(path)
    places = {} if hands_stay else {f"hands of others {seat}": hand for seat, hand in enumerate(state.hands)}
    places |= {"pile": state.pile, "cards drawn": state.drawn}
    hidden = [card for place in places.values() for card in place if card not in open_cards]
    if hands_stay:
        hidden = [card for card in hidden if card in path.end.pile and card not in state.drawn]
    dealt = dict(zip(hidden, dice.shuffled(hidden), strict=True))
    for name, place in places.items():
        before = list(place)
        place[:] = [dealt.get(card, card) for card in place]
        if place != before:
            other.kinds.add(name.rstrip(" 0123456789"))
    for row in (*state.hands, state.drawn):
        row.sort()
    keep_another(path, viewer, dealt, dice, other)
    return other


def visible(state: TapechoState, viewer: int | None) -> set[int]:
    """Every card that this viewer sees now."""
    over = state.phase == "over"
    hands = [hand for seat, hand in enumerate(state.hands) if over or seat == viewer or state.opened[seat]]
    rows = [*hands, *state.assets, *state.handicaps, state.pit, *(shown.cards for shown in state.shown)]
    laid = [] if state.window is None else [card for one in state.window.cards for card in (one.card, one.doubt)]
    drawn = state.drawn if state.seat == viewer else []
    return {*chain(*rows), *(card for card in laid if card is not None), *(one.card for one in state.lying), *drawn}


def cards_laid(action: Action) -> list[int]:
    """The cards that everybody sees because of an action, if only for a moment: a new game may follow at once."""
    if isinstance(action, Pair):
        return [lay.card for lay in action.cards]
    return [] if isinstance(action, Keep | Pass) else [action.card]


def swaps(path: Path) -> bool:
    """Whether hands change cards on the path: which cards depends on their places in the hands."""
    cards = path.start.options.cards
    return any(
        cards[one.card].attack == "swapped_numbers"
        for state in path.states[:-1]
        if state.window is not None
        for one in state.window.cards
    )


def shuffled_before_keeping(path: Path) -> bool:
    """Whether somebody keeps a card after others were shuffled on the path: it may be none of those dealt again."""
    return any(
        isinstance(action, Keep) and path.states[place].draws != path.start.draws
        for place, (_, action) in enumerate(path.actions)
    )


def keep_another(path: Path, viewer: int | None, dealt: dict[int, int], dice: Chance, other: Change) -> None:
    """Another who keeps one of two hidden cards may have kept the other one, if neither is seen later."""
    for place, (seat, action) in enumerate(path.actions):
        if isinstance(action, Keep) and seat != viewer:
            drawn = path.states[place].drawn
            kept = action.card
            if all(card in dealt for card in drawn) and place == len(path.actions) - 1:
                kept = dice.choice(drawn)
                other.kinds.add("card kept")
            other.actions[place] = seat, Keep(dealt.get(kept, kept))
