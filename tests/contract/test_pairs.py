"""On two tables that differ only in what a viewer may not know, an engine gives this viewer the same; and every leak
that is planted into an engine is found.
"""

from collections import Counter
from itertools import count, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.chance import Chance
from engines.registry import ENGINES
from tests.secrecy.compare import difference
from tests.secrecy.leaks import broken, leaks_of
from tests.secrecy.pairs import LONGEST_PATH, pair_of, pairs, path_from, viewers_of
from tests.support.tables import seed_of, tables

MOST_PAIRS = 4000
"""So many pairs are compared at most until a leak is found."""


@settings(max_examples=60)
@given(data=st.data())
def test_a_viewer_gets_the_same_whatever_is_hidden(slug, data):
    table, dice = data.draw(tables(slug)), Chance(seed_of(data.draw(st.integers(0, 2**32))))
    path = path_from(table, dice, data.draw(st.integers(0, LONGEST_PATH)))
    pair = pair_of(path, data.draw(st.sampled_from(viewers_of(path))), dice)
    if pair is not None:
        assert difference(ENGINES[slug], pair) is None


def test_pairs_differ_in_every_kind_of_hidden_fact(slug):
    """Otherwise the comparison could not fail. The kinds are those that the campaign prints."""
    kinds = Counter()
    for number in range(6):
        for pair in islice(pairs(slug, number), 60):
            kinds.update(pair.other.kinds)
            assert pair.other.state != pair.path.start or pair.other_seed != pair.path.table.seed
    assert len(kinds) >= 3


def leak_cases():
    return [pytest.param(slug, leak, id=f"{slug}-{leak.name}") for slug in sorted(ENGINES) for leak in leaks_of(slug)]


@pytest.mark.parametrize(("game", "leak"), leak_cases())
def test_a_planted_leak_is_found(game, leak):
    engine, compared = broken(ENGINES[game], leak), 0
    for number in count(1):
        for pair in pairs(game, number):
            if difference(engine, pair) is not None:
                return
            compared += 1
        assert compared < MOST_PAIRS, f"{compared} pairs show no difference"
