"""Drawing from the pile; when it is empty the pit is shuffled into a new one."""

from bisect import insort

from engines.chance import Chance
from engines.engine import Event
from engines.tapecho.events import PileRenewed
from engines.tapecho.state import TapechoState


def draw(state: TapechoState, most: int, chance: Chance) -> tuple[list[int], list[Event]]:
    """Up to this many cards from the top, or as many as there are."""
    cards: list[int] = []
    events: list[Event] = []
    while len(cards) < most and (state.pile or state.pit):
        if not state.pile:
            state.pile, state.pit = chance.shuffled(state.pit), []
            events.append(PileRenewed(None, len(state.pile)))
        cards.append(state.pile.pop())
    return cards, events


def take(state: TapechoState, seat: int, cards: list[int]) -> None:
    """Put cards into the hand, which is kept sorted so that its order reveals nothing."""
    for card in cards:
        insort(state.hands[seat], card)
