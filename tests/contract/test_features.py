"""Where a game offers its views as numbers, they are as many in every view of a table."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.features import LARGEST_FEATURE
from engines.registry import ENGINES
from tests.support.tables import open_table, options_for, seed_of, settings_of, tables


def offers_features(slug):
    seats, variant = settings_of(slug)[0]
    engine = ENGINES[slug]
    state = open_table(slug, seats, options_for(slug, variant), seed_of(0)).state
    return engine.features(engine.view(state, 0), 0) is not None


@settings(max_examples=25)
@given(data=st.data())
def test_their_number_depends_on_the_options_and_the_seats_alone(slug, data):
    if not offers_features(slug):
        return
    table = data.draw(tables(slug))
    engine, start = table.engine, open_table(slug, table.seats, table.options, table.seed)
    first = engine.features(engine.view(start.state, 0), 0)
    for seat in range(table.seats):
        vector = engine.features(engine.view(table.state, seat), seat)
        assert len(vector) == len(first)
        assert all(0 <= number <= LARGEST_FEATURE for number in vector)
