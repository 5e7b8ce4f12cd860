"""The events of whole games, also where random play never comes: out of the tomb."""

import pytest

from engines.chance import Chance
from engines.engine import logged
from engines.record import replay
from engines.tchang.events import TombLaid, TurnBegan
from tests.games.tchang.builders import ENGINE
from tests.games.tchang.test_games import GAMES
from tests.games.tchang.test_setup import fresh, squares_of
from tests.support.tables import seed_of


def test_every_event_happens_in_the_recorded_games():
    kinds = {logged(event).type for game in GAMES.values() for _, events in replay(ENGINE, game) for event in events}
    assert kinds == {event.__struct_config__.tag for event in ENGINE.events}


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_log_begins_with_where_everything_lies(seats):
    state = fresh(seats, fireflies=7)
    owners = [number % seats for number in range(3 if seats == 3 else 4)]
    laid = TombLaid(None, owners, 7, sorted(squares_of(state.statues)), sorted(squares_of(state.stones)))
    assert ENGINE.new(seats, state.options, Chance(seed_of(0)))[1] == [laid, TurnBegan(state.turn)]
