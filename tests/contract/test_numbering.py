"""Actions have numbers, unless the game has infinitely many; states can be cloned."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.chance import Chance
from engines.numbering import ActionNumbers, Unbounded
from engines.registry import ENGINES
from tests.support.tables import open_table, options_for, play_on, seed_of, settings_of, tables


def numbers_of(slug):
    """The game's numbers, or the message that says why it has none."""
    try:
        return ActionNumbers(ENGINES[slug])
    except Unbounded as error:
        return str(error)


NUMBERS = {slug: numbers_of(slug) for slug in ENGINES}
NUMBERED = [slug for slug, numbers in NUMBERS.items() if isinstance(numbers, ActionNumbers)]


def test_a_game_has_numbers_or_says_which_field_has_no_bound(slug):
    numbers = NUMBERS[slug]
    assert slug in NUMBERED or re.fullmatch(rf"{slug}: \w+\.\S+ has no bound", numbers)


@pytest.mark.parametrize("game", NUMBERED)
def test_every_legal_action_of_whole_games_has_a_number_of_its_own(game):
    numbers, actions = NUMBERS[game], {}
    for number, (seats, variant) in enumerate(settings_of(game)):
        table = open_table(game, seats, options_for(game, variant), seed_of(number))
        for _ in play_on(table, Chance(seed_of(number + 7)), most=150):
            for seat in table.engine.turns(table.state):
                for action in table.engine.legal(table.state, seat):
                    assert actions.setdefault(numbers.number(action), action) == action
    assert all(0 <= number < numbers.size and numbers.action(number) == actions[number] for number in actions)


@pytest.mark.parametrize("game", NUMBERED)
@settings(max_examples=200)
@given(data=st.data())
def test_every_number_has_an_action_of_its_own(game, data):
    numbers = NUMBERS[game]
    number = data.draw(st.integers(0, numbers.size - 1))
    assert numbers.number(numbers.action(number)) == number


@pytest.mark.parametrize("game", NUMBERED)
def test_other_numbers_have_no_action(game):
    numbers = NUMBERS[game]
    for number in (-1, numbers.size):
        with pytest.raises(ValueError, match=f"no action {number}, only 0 to {numbers.size - 1}"):
            numbers.action(number)


@settings(max_examples=15)
@given(data=st.data())
def test_a_clone_is_equal_and_independent(slug, data):
    table = data.draw(tables(slug))
    clone, before = table.engine.clone(table.state), table.engine.dump(table.state)
    assert clone == table.state
    assert clone.options is table.options
    table.state, original = clone, table.state
    for _ in play_on(table, Chance(seed_of(1)), most=20):
        pass
    assert table.engine.dump(original) == before
