"""What every engine promises, checked on random tables (`engines.testing`); a new game inherits these tests."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.chance import Chance
from engines.registry import ENGINES
from engines.testing import (
    CHECKS,
    WHOLE_GAME_CHECKS,
    hidden_parts_are_resampled,
    knowledge_makes_a_difference,
)
from schemas.game_schemas import action_type, parse_action, schemas_of
from tests.support.tables import open_table, options_for, play_on, seed_of, settings_of, tables


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@settings(max_examples=40)
@given(data=st.data())
def test_a_table_keeps_the_contract(slug, check, data):
    table, number = data.draw(tables(slug)), data.draw(st.integers(0, 2**32))
    before = table.engine.dump(table.state)
    check(table, number)
    assert table.engine.dump(table.state) == before, "a check leaves the table as it is"


@pytest.mark.parametrize("check", WHOLE_GAME_CHECKS, ids=lambda check: check.__name__)
def test_a_whole_game_keeps_the_contract(slug, check):
    for number, (seats, variant) in enumerate(settings_of(slug)):
        check(open_table(slug, seats, options_for(slug, variant), seed_of(number)), number + 77)


@settings(max_examples=25)
@given(data=st.data())
def test_legal_actions_can_be_posted_as_they_are(slug, data):
    """What `legal` lists means the same when a client sends it back."""
    table = data.draw(tables(slug))
    for seat in table.engine.turns(table.state):
        for action in list(table.engine.legal(table.state, seat))[:100]:
            assert parse_action(ENGINES[slug], msgspec.to_builtins(action)) == action


@pytest.mark.slow
def test_a_thousand_random_games(slug):
    places = settings_of(slug)
    for number in range(1000):
        seats, variant = places[number % len(places)]
        table = open_table(slug, seats, options_for(slug, variant), seed_of(number + 1000))
        inventory = table.engine.inventory(table.state)
        for _ in play_on(table, Chance(seed_of(number + 5000))):
            assert table.engine.inventory(table.state) == inventory
        assert table.engine.outcome(table.state) is not None


def test_metadata_is_complete(slug):
    engine, schemas = ENGINES[slug], schemas_of(ENGINES[slug])
    assert engine.slug == slug
    assert engine.title
    assert engine.summary
    assert 1 <= engine.players.min <= engine.players.max
    assert {action_type(kind) for kind in engine.actions} == set(schemas.actions)
    for kind, schema in schemas.actions.items():
        assert action_type(type(parse_action(engine, schema.example))) == kind
    assert schemas.options.load({}) == engine.options_type()


def test_resampling_really_changes_what_is_hidden(slug):
    """Otherwise the checks of secrets could not fail. A game without secrets says so in `hides`."""
    if ENGINES[slug].hides:
        seats, variant = settings_of(slug)[0]
        tables = [open_table(slug, seats, options_for(slug, variant), seed_of(number)) for number in range(5)]
        for number, table in enumerate(tables):
            for _ in play_on(table, Chance(seed_of(number + 1)), 3):
                pass
        hidden_parts_are_resampled(tables)


def test_what_is_known_makes_a_difference(slug):
    """Otherwise the checks of knowledge could not fail. A game whose views show all that was seen has no `facts`."""
    if ENGINES[slug].facts:
        places = [(seats, options_for(slug, variant)) for seats, variant in settings_of(slug)]
        opened = [open_table(slug, *place, seed_of(number)) for number, place in enumerate(places)]
        knowledge_makes_a_difference(table for one in opened for table in play_on(one, Chance(seed_of(4)), 150))
