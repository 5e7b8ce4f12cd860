"""Bots see what their seat sees, know what its events have told it and no more, do only what is legal, and bring every
game to its end.
"""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bots import LEVELS, FastRandom, choose, learn
from bots.choice import HEURISTICS
from bots.knowledge import MOST_FACTS, deal
from bots.simulation import next_mover
from engines.chance import Chance
from engines.engine import logged
from engines.registry import ENGINES
from tests.secrecy.bots import bots_difference
from tests.secrecy.leaks import Leak, broken, reads_a_part_of_the_truth
from tests.secrecy.pairs import pair_of, pairs, path_from
from tests.support.tables import (
    LONGEST_GAME,
    Table,
    open_table,
    options_for,
    play_on,
    rejection,
    seed_of,
    settings_of,
    tables,
)

ITERATIONS = 6


def honest(level):
    """A bot as the service has it: it is shown the view of its seat, and remembers what this seat was told."""

    def play(engine, state, seat, number, knowledge=()):
        view, luck = engine.view(state, seat), FastRandom(seed_of(number))
        return choose(engine, view, seat, level, luck, knowledge=knowledge, iterations=ITERATIONS)

    return play


def logged_events(table):
    """All events so far, with the private data of all seats."""
    return [logged(event) for events in table.events for event in events]


def knowledge_at(table, seat, level="search"):
    """What a bot of this level in this seat knows by now."""
    return learn(table.engine, (), logged_events(table), seat, level)


def dealt_afresh(table, seat, number, knowledge=()):
    view = table.engine.view(table.state, seat)
    return deal(table.engine, view, seat, Chance(seed_of(number)), knowledge)


@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=10)
@given(data=st.data())
def test_a_bot_does_the_same_whatever_is_hidden_from_it(slug, level, data):
    """It also takes as many steps: how long it thinks tells nothing."""
    table, dice = data.draw(tables(slug)), Chance(seed_of(data.draw(st.integers(0, 2**32))))
    for seat in table.engine.turns(table.state):
        pair = pair_of(path_from(table, dice, 0), seat, dice)
        assert pair is None or bots_difference(ENGINES[slug], pair, level) is None


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_that_looks_at_the_state_is_detected(slug, level):
    """Here through `resample`, which deals in a way that depends on the state behind the view."""
    cheat = broken(ENGINES[slug], Leak("reads the truth", reads_a_part_of_the_truth))
    assert any(bots_difference(cheat, pair, level) for number in range(1, 9) for pair in pairs(slug, number))


@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=10)
@given(data=st.data())
def test_events_in_several_parts_give_the_same_knowledge(slug, level, data):
    table = data.draw(tables(slug))
    events, seat = logged_events(table), data.draw(st.integers(0, table.seats - 1))
    whole, parts = knowledge_at(table, seat, level), ()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(events)), max_size=6)))
    for start, end in pairwise([0, *cuts, len(events)]):
        parts = learn(table.engine, parts, events[start:end], seat, level)
    assert parts == whole
    assert len(whole) <= MOST_FACTS.get(level, len(whole))


@settings(max_examples=25)
@given(data=st.data())
def test_a_seat_knows_nothing_from_what_was_told_to_others(slug, data):
    table = data.draw(tables(slug))
    for seat in range(table.seats):
        shown = [replace(event, private={seat: event.private.get(seat, {})}) for event in logged_events(table)]
        assert learn(table.engine, (), shown, seat, "search") == knowledge_at(table, seat)


@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=10)
@given(data=st.data())
def test_what_a_bot_chooses_is_legal_and_choosing_changes_nothing(slug, level, data):
    table, number = data.draw(tables(slug)), data.draw(st.integers(0, 2**32))
    engine, before = table.engine, table.engine.dump(table.state)
    for seat in range(table.seats):
        action = honest(level)(engine, table.state, seat, number, knowledge_at(table, seat, level))
        assert engine.dump(table.state) == before, "not even a number was drawn from the game's seed"
        ask = engine.turns(table.state).get(seat)
        if action is None:
            assert ask is None or not ask.required
        else:
            assert rejection(engine, table.state, seat, action) is None


@settings(max_examples=10)
@given(data=st.data())
def test_a_table_dealt_afresh_can_be_played_to_its_end(slug, data):
    """Else a bot could not think ahead on it."""
    table, number = data.draw(tables(slug)), data.draw(st.integers(0, 2**32))
    for seat in range(table.seats):
        state = dealt_afresh(table, seat, number, knowledge_at(table, seat))
        other = Table(table.engine, table.seats, state.options, table.seed, state, [])
        for _ in play_on(other, Chance(seed_of(number))):
            pass
        assert table.engine.outcome(state) is not None


@settings(max_examples=25)
@given(data=st.data())
def test_moves_of_a_heuristic_are_legal_and_depend_on_what_the_seat_knows(slug, data):
    if slug not in HEURISTICS:
        return
    table, number = data.draw(tables(slug)), data.draw(st.integers(0, 2**32))
    for seat in table.engine.turns(table.state):
        knowledge = knowledge_at(table, seat, data.draw(st.sampled_from(LEVELS)))
        first, other = (dealt_afresh(table, seat, number + each, knowledge) for each in range(2))
        moves = list(HEURISTICS[slug].moves(first, seat, FastRandom(seed_of(number))))
        assert moves
        assert len(set(moves)) == len(moves), "each once"
        for move in moves:
            assert move is None or rejection(table.engine, table.state, seat, move) is None
        assert list(HEURISTICS[slug].moves(other, seat, FastRandom(seed_of(number)))) == moves


@settings(max_examples=25)
@given(data=st.data())
def test_expected_values_are_shares_and_depend_on_what_the_seat_knows(slug, data):
    if slug not in HEURISTICS:
        return
    table, number = data.draw(tables(slug)), data.draw(st.integers(0, 2**32))
    heuristic = HEURISTICS[slug]
    for seat in table.engine.turns(table.state):
        knowledge = knowledge_at(table, seat, data.draw(st.sampled_from(LEVELS)))
        first, other = (dealt_afresh(table, seat, number + each, knowledge) for each in range(2))
        before = table.engine.dump(first)
        for move in heuristic.moves(first, seat, FastRandom(seed_of(number))):
            value = heuristic.expected_value(first, seat, move)
            assert value is None or -1e-9 <= value <= 1 + 1e-9
            assert heuristic.expected_value(other, seat, move) == value
        assert table.engine.dump(first) == before


@settings(max_examples=25)
@given(data=st.data())
def test_an_appraisal_gives_every_seat_a_value_and_the_winners_the_best(slug, data):
    if slug not in HEURISTICS:
        return
    table = data.draw(tables(slug, most=LONGEST_GAME) if data.draw(st.booleans()) else tables(slug))
    values = HEURISTICS[slug].evaluate(table.state)
    assert len(values) == table.seats
    assert all(0 <= value <= 1 for value in values)
    outcome = table.engine.outcome(table.state)
    for winner in outcome.winners if outcome else ():
        assert values[winner] == max(values)


def whole_game(slug, seats, variant, level, number):
    """The outcome of a game between bots of one level; those that may react are asked before each action."""
    table, declined = open_table(slug, seats, options_for(slug, variant), seed_of(number)), set()
    known, new = [()] * seats, logged_events(table)
    for step in range(LONGEST_GAME):
        seat = next_mover(table.engine.turns(table.state), declined)
        if seat is None:
            break
        known = [learn(table.engine, before, new, each, level) for each, before in enumerate(known)]
        view, luck, new = table.engine.view(table.state, seat), FastRandom(seed_of(number + step)), []
        action = choose(table.engine, view, seat, level, luck, knowledge=known[seat], iterations=2)
        if action is None:
            declined.add(seat)
        else:
            table.engine.check(table.state, seat, action)
            new = [logged(event) for event in table.engine.play(table.state, seat, action, table.seed)]
            declined.clear()
    return table.engine.outcome(table.state)


@pytest.mark.parametrize("level", LEVELS)
def test_bots_bring_every_game_to_its_end(slug, level):
    engine = ENGINES[slug]
    for seats in range(engine.players.min, engine.players.max + 1):
        assert whole_game(slug, seats, {}, level, seats) is not None


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_bots_bring_every_variant_to_its_end(slug, level):
    for number, (seats, variant) in enumerate(settings_of(slug)):
        assert whole_game(slug, seats, variant, level, number) is not None


@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=4)
@given(data=st.data())
def test_a_game_without_a_heuristic_has_all_levels(slug, level, data):
    table, number = data.draw(tables(slug)), data.draw(st.integers(0, 2**32))
    heuristic = HEURISTICS.pop(slug, None)
    try:
        for seat, ask in table.engine.turns(table.state).items():
            action = honest(level)(table.engine, table.state, seat, number)
            assert action is not None or not ask.required
            assert action is None or rejection(table.engine, table.state, seat, action) is None
    finally:
        if heuristic is not None:
            HEURISTICS[slug] = heuristic
