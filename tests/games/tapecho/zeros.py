"""How a test brings seat 0 and card 0 to everything in Le Tapécho: each kind of card is the first one of some deck."""

from tests.games.tapecho.variants import ATTACKS, small_deck

OTHERS = tuple(slug for slug in ATTACKS if slug != "poached")


def deck_from(kind):
    """A deck whose first cards are of this kind; the exes of the other deck are poachers."""
    poachers = [
        {**card, "attack": "poached", "name": "poached"} if card.get("attack") == "the_ex" else card
        for card in small_deck()
    ]
    cards = [card for card in poachers if card.get("attack") not in OTHERS]
    cards[-1] = {**cards[-1], "copies": 22}  # as many as two of each other attack
    return sorted(cards, key=lambda card: card["kind"] != kind)


SETTINGS = [(4, {"deck": deck_from(kind)}) for kind in ("asset", "handicap", "attack", "defence", "out_of_context")]
SELDOM = "Card 0 would have to lie on the table at that moment; test_effects.py and test_windows.py bring it there."
NEVER = dict.fromkeys(("attack.asset", "pair.cards.asset", "defend.against", "out_of_context.against"), SELDOM)
