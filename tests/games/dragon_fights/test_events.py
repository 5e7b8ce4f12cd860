"""Events, views and marks of turns besides the rules: where stones lie, rounds, what never changes."""

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.chance import Chance
from engines.dragon_fights.actions import Take
from engines.dragon_fights.events import GoBegan, RoundBegan, StonesLaid, Thrown
from engines.engine import Ask
from engines.registry import ENGINES
from engines.shared_tomb.map import MAP, PLACES
from tests.games.dragon_fights.builders import (
    SLUG,
    animals,
    fight,
    firefly_stones,
    flip,
    gesture_of,
    relocate,
    take,
    throw,
    view,
    visible_events,
    win,
)
from tests.support.tables import open_table, options_for, play_on, seed_of, settings_of

ENGINE = ENGINES[SLUG]
NUMBERS = st.integers(0, 2**64)
SETTINGS = st.sampled_from(settings_of(SLUG))


def start_game(number, setting):
    seats, variant = setting
    return open_table(SLUG, seats, options_for(SLUG, variant), seed_of(number))


def to_json(value):
    return msgspec.json.decode(msgspec.json.encode(value))


# Where the stones lie


@given(NUMBERS, SETTINGS)
def test_the_first_event_has_the_squares_of_the_stones(number, setting):
    """By square, so that their order says nothing of their faces."""
    table = start_game(number, setting)
    laid, began = table.events[0]
    assert laid == StonesLaid(None, tuple(stone.square for stone in view(table).stones))
    assert list(laid.squares) == sorted(set(laid.squares) & set(PLACES))
    assert len(laid.squares) == 25
    assert began == RoundBegan(None, 1)


# Rounds


def test_rounds_are_counted_from_one():
    """A new one begins when stones were taken or all have been put back, not when a throw was undecided."""
    table = fight(3)
    assert view(table).round == 1
    throw(table, "rock", "rock", "rock")
    throw(table, "rock", "rock", "paper")
    assert view(table).round == 1
    flip(table, firefly_stones(table)[0])
    assert visible_events(take(table))["round_began"] == (None, {"round": 2})
    assert view(table).round == 2
    win(table, 0)
    squares = [firefly_stones(table)[0], animals(table)[0]]
    for square in squares:
        flip(table, square)
    free = list(table.state.free())
    assert "round_began" not in visible_events(relocate(table, squares[0], free[0]))
    assert visible_events(relocate(table, squares[1], free[1]))["round_began"] == (None, {"round": 3})
    for viewer in (None, 0, 1, 2):
        assert view(table, viewer).round == 3


@settings(max_examples=30)
@given(NUMBERS, SETTINGS, st.integers(0, 300))
def test_a_resampled_table_is_in_the_same_round(number, setting, steps):
    table = start_game(number, setting)
    for _ in play_on(table, Chance(seed_of(number)), steps):
        pass
    begun = [event.round for events in table.events for event in events if isinstance(event, RoundBegan)]
    assert begun == list(range(1, len(begun) + 1))
    for viewer in (None, *range(table.seats)):
        again = ENGINE.resample(view(table, viewer), viewer, Chance(seed_of(number)))
        assert again.round == view(table, viewer).round == len(begun)


# Turns


@settings(max_examples=40)
@given(NUMBERS, SETTINGS)
def test_each_throw_is_a_turn_and_so_is_a_whole_go(number, setting):
    """A seat asked for the same thing twice in a row is in the same turn, unless gestures were shown in between."""
    table = start_game(number, setting)
    turns = ENGINE.turns(table.state)
    for _ in play_on(table, Chance(seed_of(number)), 200):
        before, turns = turns, ENGINE.turns(table.state)
        anew = any(isinstance(event, Thrown | GoBegan | RoundBegan) for event in table.events[-1])
        for seat in before.keys() & turns.keys():
            same = before[seat].what == turns[seat].what
            assert (before[seat] == turns[seat]) == (same and not anew)


def test_the_last_to_choose_has_a_new_turn_after_an_undecided_throw_and_after_one_that_puts_somebody_out():
    table = fight(5)
    asks = [ENGINE.turns(table.state)[0]]
    throws = [["rock"] * 5, ["rock", "paper", "scissors"] + ["rock"] * 2, ["paper"] * 4 + ["rock"], ["paper"] * 4]
    for gestures in [*throws, ["paper", "rock", "rock", "paper"]]:
        throw(table, *gestures)
        asks.append(ENGINE.turns(table.state)[0])
    assert {ask.what for ask in asks} == {"gesture"}
    assert len(set(asks)) == len(asks), "each throw of a round has a mark of its own"


def test_all_who_choose_are_in_the_same_turn_and_it_stays_so_until_gestures_are_shown():
    table = fight(3)
    first = ENGINE.turns(table.state)
    assert len(set(first.values())) == 1
    for seat in (0, 1):
        gesture_of(table, seat, "rock")
    assert ENGINE.turns(table.state) == {2: first[2]}


def test_a_whole_go_is_one_turn():
    table = fight(2)
    win(table, 0)
    for square in firefly_stones(table)[:3]:
        flip(table, square)
        assert ENGINE.turns(table.state) == {0: Ask("decide")}
    flip(table, animals(table)[0])
    for square, to in zip(list(table.state.turned)[:3], list(table.state.free()), strict=False):
        assert ENGINE.turns(table.state) == {0: Ask("relocate")}
        relocate(table, square, to)
    assert ENGINE.turns(table.state) == {0: Ask("relocate")}


def test_random_players_take_about_half_the_time():
    table = fight(2)
    win(table, 0)
    flip(table, firefly_stones(table)[0])
    sampled = [ENGINE.sample(table.state, 0, Chance(seed_of(number))) for number in range(500)]
    assert 200 < sampled.count(Take()) < 300
    assert set(sampled) == set(ENGINE.legal(table.state, 0))


# What never changes


@settings(max_examples=30)
@given(NUMBERS, SETTINGS, st.integers(0, 300))
def test_a_lean_view_and_the_content_make_the_whole_view(number, setting, steps):
    """The content is the same at every table, so it holds nothing that is hidden."""
    table = start_game(number, setting)
    content = to_json(ENGINE.content(table.state))
    assert content == to_json({"map": MAP})
    for _ in play_on(table, Chance(seed_of(number)), steps):
        assert ENGINE.content(table.state) == ENGINE.content(fight(2).state)
    for viewer in (None, *range(table.seats)):
        whole = view(table, viewer)
        without_content = to_json(ENGINE.without_content(whole))
        assert not without_content.keys() & content.keys()
        assert {**without_content, **content} == to_json(whole)


def test_a_lean_view_is_a_fraction_of_the_whole():
    table = fight(3)
    assert len(msgspec.json.encode(ENGINE.without_content(view(table)))) * 2 < len(msgspec.json.encode(view(table)))


def test_the_content_is_of_the_declared_type():
    assert type(ENGINE.content(fight().state)) is ENGINE.content_type
