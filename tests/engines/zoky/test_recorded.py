"""The recorded games hold what a recording of Zoky must show."""

from engines.zoky.content import LIEUTENANTS
from tests.recordings import recordings


def test_a_shared_victory_is_recorded():
    assert any(len(game.outcome.winners) > 1 for game in recordings("zoky").values())


def test_every_lieutenant_is_played_in_some_recording():
    played = {
        step.action["lieutenant"]
        for game in recordings("zoky").values()
        for step in game.actions
        if step.action["type"] == "lieutenant"
    }
    assert played == set(LIEUTENANTS)


def test_every_type_of_action_is_in_some_recording():
    types = {step.action["type"] for game in recordings("zoky").values() for step in game.actions}
    assert types == {"place", "throw", "ready", "kick", "decline_kick", "lieutenant"}
