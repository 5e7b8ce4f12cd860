"""Events are complete: a view and the events after it determine the next view, so a client can follow by events."""

from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.chance import Chance
from engines.engine import logged
from service.i18n import encode
from tests.support.tables import seed_of, tables

MOST_ACTIONS = 40
DEALS = 3


def public(events):
    """The events as a spectator is shown them."""
    return tuple((event.type, event.seat, encode(event.data_for(None))) for event in map(logged, events))


def same_views(table, number):
    """The state of a table, and others that look the same to a spectator."""
    view = table.engine.view(table.state, None)
    for deal in range(DEALS):
        yield table.copy()
        other = table.engine.resample(view, None, Chance(seed_of(number + deal)))
        other.draws = table.state.draws
        yield other


@settings(max_examples=30)
@given(data=st.data())
def test_the_view_and_the_events_determine_the_next_view(slug, data):
    """Whatever is hidden, whatever was done and however the dice fall: equal events lead to equal views."""
    table, number = data.draw(tables(slug)), data.draw(st.integers(0, 2**32))
    engine, next_views = table.engine, {}
    for turn, state in enumerate(same_views(table, number)):
        stored = engine.dump(state)
        for seat in engine.turns(state):
            for action in islice(engine.legal(state, seat), MOST_ACTIONS):
                after = engine.load(stored, state.options)
                events = engine.play(after, seat, action, seed_of(number + turn // 2))
                view = encode(engine.view(after, None))
                assert next_views.setdefault(public(events), view) == view, (seat, action)
