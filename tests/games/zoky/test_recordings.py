"""The recorded games hold what a recording of Zoky must show."""

import pytest

from tests.games.zoky.recorder import WANTED
from tests.recordings import recordings


@pytest.mark.parametrize("name", WANTED)
def test_a_shared_victory_and_a_game_of_all_lieutenants_are_recorded(name):
    seats, wanted = WANTED[name]
    record = recordings("zoky")[f"zoky/{name}_{seats}.json"]
    assert len(record.seats) == seats
    assert wanted(record)


def test_every_type_of_action_is_in_some_recording():
    types = {step.action["type"] for game in recordings("zoky").values() for step in game.actions}
    assert types == {"place", "throw", "ready", "kick", "decline_kick", "lieutenant"}
