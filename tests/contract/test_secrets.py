"""Nothing a viewer may not know reaches them: proved by dealing the hidden parts afresh and seeing no difference."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.chance import Chance
from engines.engine import logged
from engines.registry import ENGINES
from service.i18n import encode
from tests.support.tables import Table, open_table, options_for, play_on, refusal, seed_of, settings_of, tables


def seen(engine, state, viewer):
    return encode(engine.view(state, viewer))


def heard(events, viewer):
    return [(event.type, event.seat, encode(event.data_for(viewer))) for event in map(logged, events)]


def viewers(table):
    return [None, *range(table.seats)]


def resampled(table, viewer, number):
    view = table.engine.view(table.state, viewer)
    return table.engine.resample(view, viewer, Chance(seed_of(number)))


@settings(max_examples=40)
@given(data=st.data())
def test_a_view_holds_nothing_hidden(slug, data):
    table, number = data.draw(tables(slug)), data.draw(st.integers(0, 2**32))
    for viewer in viewers(table):
        other = resampled(table, viewer, number)
        assert seen(table.engine, other, viewer) == seen(table.engine, table.state, viewer)
        assert table.engine.inventory(other) == table.engine.inventory(table.state), "it is a table that could be"


@settings(max_examples=40)
@given(data=st.data())
def test_what_a_seat_is_offered_and_refused_betrays_nothing(slug, data):
    """Turns, legal actions and refusals are the same on every table that looks the same to the seat."""
    table, number = data.draw(tables(slug)), data.draw(st.integers(0, 2**32))
    engine = table.engine
    pool = [action for _, action in table.actions[-40:]]
    for seat in range(table.seats):
        other = resampled(table, seat, number)
        assert engine.turns(other) == engine.turns(table.state)
        assert list(engine.legal(other, seat)) == list(engine.legal(table.state, seat))
        for action in pool:
            assert refusal(engine, other, seat, action) == refusal(engine, table.state, seat, action)
    assert engine.turns(resampled(table, None, number)) == engine.turns(table.state)


@settings(max_examples=40)
@given(data=st.data())
def test_events_tell_no_more_than_the_table_shows(slug, data):
    """Where two courses of things leave a viewer with the same view, they have also heard the same."""
    table, number = data.draw(tables(slug)), data.draw(st.integers(0, 2**32))
    engine, turns = table.engine, table.engine.turns(table.state)
    for seat in list(turns)[:2]:
        legal = list(engine.legal(table.state, seat))
        if not legal:
            continue
        dice = Chance(seed_of(number))
        first, second = dice.choice(legal), dice.choice(legal)
        for viewer in viewers(table):
            if viewer == seat:
                continue
            for other, action in ((table.copy(), second), (resampled(table, viewer, number), first)):
                if refusal(engine, other, seat, action) is not None:
                    continue
                here = table.copy()
                other.draws = here.draws  # the dice fall alike: how they fall is before all eyes and no secret
                ours = engine.play(here, seat, first, table.seed)
                theirs = engine.play(other, seat, action, table.seed)
                # What not even the actor's own view keeps, a second look under a cover say, was done before all eyes.
                secret = action == first or seen(engine, here, seat) != seen(engine, other, seat)
                if secret and seen(engine, here, viewer) == seen(engine, other, viewer):
                    assert heard(ours, viewer) == heard(theirs, viewer)


def test_resampling_really_changes_what_is_hidden(slug):
    """Else the tests above could not fail. A game without secrets says so in `hides`."""
    if not ENGINES[slug].hides:
        return
    assert any(hidden_parts_differ(slug, number) for number in range(5))


def hidden_parts_differ(slug, number):
    """Whether a game a few steps on (it may be over by then) can be resampled in more than one way."""
    seats, variant = settings_of(slug)[0]
    table = open_table(slug, seats, options_for(slug, variant), seed_of(number))
    for _ in play_on(table, Chance(seed_of(number + 1)), 3):
        pass
    return any(
        len({table.engine.dump(resampled(table, viewer, again)) for again in range(4)}) > 1 for viewer in viewers(table)
    )


@settings(max_examples=15)
@given(data=st.data())
def test_playing_on_resampled_tables_leaves_the_view_alone(slug, data):
    """A bot resamples one view many times: no table may share with it, or with another table, what play changes."""
    table, number = data.draw(tables(slug)), data.draw(st.integers(0, 2**32))
    engine = table.engine
    for viewer in viewers(table)[:2]:
        view = engine.view(table.state, viewer)
        pictured, stored = encode(view), engine.dump(table.state)
        state = engine.resample(view, viewer, Chance(seed_of(number)))
        other = Table(engine, table.seats, state.options, table.seed, state, [])
        for _ in play_on(other, Chance(seed_of(number + 1)), 20):
            pass
        assert encode(view) == pictured
        assert engine.dump(table.state) == stored
