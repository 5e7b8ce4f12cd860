"""Listing stays cheap, however many pairs a deck of one's own allows."""

from itertools import islice

import pytest

from engines.chance import Chance
from engines.tapecho.actions import Pair
from tests.games.tapecho.builders import ENGINE
from tests.support.tables import options_for, seed_of
from tests.support.work import work

DECK = [
    {"kind": "context", "name": "Everywhere", "spot": "grey"},
    *({"kind": "asset", "name": f"Asset {n}", "value": 1, "copies": 60} for n in range(2)),
    *({"kind": "attack", "name": f"Thief {n}", "attack": "poached", "copies": 59} for n in range(3)),
]
HAND = 30
LITTLE = 20_000


def crowded(tables, barred=()):
    """Seat 0 holds many attacks that each name one of the assets on the tables; the barred seats can get no attack."""
    state, _ = ENGINE.new(4, options_for("tapecho", {"deck": DECK, "first_player": 0}), Chance(seed_of(1)))
    cards = state.options.cards
    assets = [card.id for card in cards if card.kind == "asset"]
    state.hands[0] = [card.id for card in cards if card.kind == "attack"][:HAND]
    state.assets = [[assets.pop() for _ in range(count)] for count in tables]
    state.blocked = [3 if seat in barred else None for seat in range(4)]
    return state


def test_a_hostile_deck_allows_very_many_pairs():
    state = crowded([0, 40, 40, 40])
    assert sum(1 for _ in islice(ENGINE.legal(state, 0, "pair"), 200_000)) == 200_000


@pytest.mark.parametrize(
    ("tables", "barred"), [([0, 40, 40, 40], ()), ([0, 120, 0, 0], (2, 3)), ([0, 40, 40, 40], (1, 2, 3))]
)
def test_neither_types_nor_a_page_nor_a_type_that_is_not_there_walks_through_them(tables, barred):
    state = crowded(tables, barred)
    assert work(lambda: ENGINE.types(state, 0)) < LITTLE
    for kind in ("keep", "pair", "attack", "no_such_type"):
        assert work(lambda kind=kind: list(islice(ENGINE.legal(state, 0, kind), 100))) < LITTLE
    assert ("pair" in ENGINE.types(state, 0)) == (not barred)
    assert ("attack" in ENGINE.types(state, 0)) == (len(barred) < 3)


def test_pairs_come_in_both_orders_each_once_and_each_is_legal():
    state = crowded([0, 3, 2, 0])
    state.hands[0] = state.hands[0][:3]
    pairs = list(ENGINE.legal(state, 0, "pair"))
    for pair in pairs:
        assert isinstance(pair, Pair)
        ENGINE.check(state, 0, pair)
    assert len(set(pairs)) == len(pairs) == 6 * 2 * (3 * 2 + 3 * 1 + 2 * 1)
    assert {Pair(pair.cards[::-1]) for pair in pairs} == set(pairs)
