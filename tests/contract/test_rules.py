"""What every engine promises about its rules; a new game inherits these by being registered."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.chance import Chance
from engines.record import state_hash
from engines.registry import ENGINES
from schemas.game_schemas import SCHEMAS, action_type, parse_action
from tests.support.tables import LONGEST, open_table, options_for, play_on, refusal, seed_of, settings_of, tables


def listed(table, seat):
    return list(table.engine.legal(table.state, seat))


def accepted(table, seat, action):
    refused = refusal(table.engine, table.state, seat, action)
    assert refused is None or refused[0] in table.engine.reasons, "every reason is documented"
    return refused is None


@settings(max_examples=25)
@given(data=st.data())
def test_legal_and_check_agree(slug, data):
    table = data.draw(tables(slug))
    pool = {action for _, action in table.actions}
    for seat in range(table.seats):
        legal = listed(table, seat)
        assert len(set(legal)) == len(legal), "each action is listed once"
        assert bool(legal) <= (seat in table.engine.turns(table.state)), "only asked seats have actions"
        for action in legal:
            assert accepted(table, seat, action)
            assert table.engine.canonical(action) == action
        for action in pool - set(legal):  # of every seat, also one that the game does not turn to
            if action_type(type(action)) in table.engine.open_ended and seat in table.engine.turns(table.state):
                continue
            assert accepted(table, seat, action) == (table.engine.canonical(action) in legal)
        pool.update(legal)


@settings(max_examples=15)
@given(data=st.data())
def test_types_name_what_can_be_done(slug, data):
    table = data.draw(tables(slug))
    for seat in range(table.seats):
        types = table.engine.types(table.state, seat)
        assert len(set(types)) == len(types)
        listed_types = {action_type(type(action)) for action in listed(table, seat)}
        assert listed_types <= set(types) <= listed_types | table.engine.open_ended


@settings(max_examples=15)
@given(data=st.data())
def test_asking_by_type_gives_what_the_whole_list_has_of_it(slug, data):
    table = data.draw(tables(slug))
    for seat in range(table.seats):
        whole = listed(table, seat)
        for kind in [*map(action_type, table.engine.actions), "no_such_type"]:
            of_it = list(table.engine.legal(table.state, seat, kind))
            assert of_it == [action for action in whole if action_type(type(action)) == kind]


@settings(max_examples=25)
@given(data=st.data())
def test_an_active_game_awaits_someone_who_can_act(slug, data):
    table = data.draw(tables(slug))
    turns = table.engine.turns(table.state)
    outcome = table.engine.outcome(table.state)
    assert bool(turns) == (outcome is None)
    for seat, ask in turns.items():
        if ask.required:
            assert next(table.engine.legal(table.state, seat), None) is not None
    if turns:
        assert any(ask.required for ask in turns.values())
    else:
        assert outcome.reason in table.engine.endings
        assert [score.seat for score in outcome.scores] == list(range(table.seats))
        assert set(outcome.winners) <= set(range(table.seats))


@settings(max_examples=25)
@given(data=st.data())
def test_a_simultaneous_choice_changes_nothing_for_those_who_have_yet_to_choose(slug, data):
    table = data.draw(tables(slug))
    choosing = [seat for seat, ask in table.engine.turns(table.state).items() if ask.simultaneous]
    while len(choosing) > 1:
        chooser, *others = choosing
        before = [(table.engine.turns(table.state)[seat], listed(table, seat)) for seat in others]
        action = table.engine.default(table.state, chooser, Chance(seed_of(chooser)))
        table.engine.play(table.state, chooser, action, seed_of(chooser))
        assert [(table.engine.turns(table.state)[seat], listed(table, seat)) for seat in others] == before
        choosing = others


@settings(max_examples=25)
@given(data=st.data())
def test_samples_and_defaults_are_legal(slug, data):
    table = data.draw(tables(slug))
    dice = Chance(seed_of(data.draw(st.integers(0, 2**32))))
    turns = table.engine.turns(table.state)
    for seat in range(table.seats):  # also one that the game does not turn to
        if seat in turns and turns[seat].required:
            table.engine.check(table.state, seat, table.engine.default(table.state, seat, dice))
        if listed(table, seat):
            table.engine.check(table.state, seat, table.engine.sample(table.state, seat, dice))
        else:
            with pytest.raises(ValueError, match="cannot choose among 0"):
                table.engine.sample(table.state, seat, dice)


@settings(max_examples=25)
@given(data=st.data())
def test_asking_changes_nothing(slug, data):
    table = data.draw(tables(slug))
    before = table.engine.dump(table.state)
    for seat in range(table.seats):
        legal = listed(table, seat)
        for action in legal[:50]:
            table.engine.check(table.state, seat, action)
        table.engine.view(table.state, seat)
        table.engine.vote_for_bot(table.state, seat, range(table.seats))
    table.engine.view(table.state, None)
    table.engine.outcome(table.state)
    table.engine.turns(table.state)
    assert table.engine.dump(table.state) == before


@settings(max_examples=25)
@given(data=st.data())
def test_every_state_survives_encoding(slug, data):
    table = data.draw(tables(slug))
    again = table.copy()
    assert again == table.state
    assert state_hash(again) == state_hash(table.state)
    assert b"options" not in table.engine.dump(table.state), "options are stored once, beside the state"


@settings(max_examples=25)
@given(data=st.data())
def test_actions_survive_the_edge(slug, data):
    """What `legal` offers can be posted as it stands, and means the same when it comes back."""
    table = data.draw(tables(slug))
    for seat in table.engine.turns(table.state):
        for action in listed(table, seat)[:100]:
            assert parse_action(SCHEMAS[slug], msgspec.to_builtins(action)) == action


@settings(max_examples=15)
@given(data=st.data())
def test_same_seed_and_actions_give_the_same_game(slug, data):
    table = data.draw(tables(slug))
    again = open_table(slug, table.seats, table.options, table.seed)
    for seat, action in table.actions:
        again.events.append(again.engine.play(again.copy(), seat, action, again.seed))
        again.engine.play(again.state, seat, action, again.seed)
    assert again.state == table.state
    assert again.events == table.events


def test_what_must_add_up_adds_up_in_whole_games(slug):
    for number, (seats, variant) in enumerate(settings_of(slug)):
        table = open_table(slug, seats, options_for(slug, variant), seed_of(number))
        due = table.engine.inventory(table.state)
        assert any(count > 0 for count in due.values()), "an inventory that counts nothing could not miss anything"
        for _ in play_on(table, Chance(seed_of(number + 77))):
            assert table.engine.inventory(table.state) == due
        assert not table.engine.turns(table.state), "no random play runs for ever"


def test_a_table_left_to_its_clock_ends(slug):
    engine = ENGINES[slug]
    for number, (seats, variant) in enumerate(settings_of(slug)):
        table, dice = open_table(slug, seats, options_for(slug, variant), seed_of(number)), Chance(seed_of(number))
        for _ in range(LONGEST):
            asked = [seat for seat, ask in engine.turns(table.state).items() if ask.required]
            if not asked:
                break
            engine.play(table.state, asked[0], engine.default(table.state, asked[0], dice), table.seed)
        assert engine.outcome(table.state) is not None


@pytest.mark.slow
def test_a_thousand_random_games(slug):
    places = settings_of(slug)
    for number in range(1000):
        seats, variant = places[number % len(places)]
        table = open_table(slug, seats, options_for(slug, variant), seed_of(number + 1000))
        due = table.engine.inventory(table.state)
        for _ in play_on(table, Chance(seed_of(number + 5000))):
            assert table.engine.inventory(table.state) == due
        assert table.engine.outcome(table.state) is not None


def test_metadata_is_complete(slug):
    engine = ENGINES[slug]
    assert engine.slug == slug
    assert engine.title
    assert engine.summary
    assert 1 <= engine.players.min <= engine.players.max
    assert {action_type(kind) for kind in engine.actions} == set(SCHEMAS[slug].actions)
    for kind, schema in SCHEMAS[slug].actions.items():
        assert action_type(type(parse_action(SCHEMAS[slug], schema.example))) == kind
    assert SCHEMAS[slug].options.load({}) == engine.options_type()


@settings(max_examples=15)
@given(data=st.data())
def test_events_and_views_are_of_the_declared_types(slug, data):
    table = data.draw(tables(slug))
    for happened in table.events:
        for event in happened:
            assert isinstance(event, table.engine.events)
    assert isinstance(table.engine.view(table.state, None), table.engine.view_type)
