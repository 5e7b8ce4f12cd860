"""Options as large as they may be."""

from schemas.requests import LARGEST_OPTIONS
from tests.support.http import Json


def large_options() -> Json:
    """Options of Le Tapécho just below the largest that are taken: a deck of cards with long names."""
    card = {"kind": "asset", "name": "x" * 30, "name_fr": "y" * 30, "value": 1, "spot": "red"}
    cards: list[Json] = [{"kind": "context", "name": "Red", "spot": "red"}]
    size = len(str(card)) + 2
    cards += [{**card, "name": f"{number:x<30}"} for number in range(LARGEST_OPTIONS // size)]
    return {"deck": cards}
