"""Recorded games show what random play must not miss; that they replay exactly is a contract test."""

from collections import Counter

from engines.record import replay
from engines.registry import ENGINES
from tests.recordings import recordings

ENGINE = ENGINES["tapecho"]
GAMES = {name.removeprefix("tapecho/").removesuffix(".json"): game for name, game in recordings("tapecho").items()}


def test_every_mode_a_series_and_a_custom_deck_are_recorded():
    assert {len(game.seats) for game in GAMES.values()} >= {4, 7, 10}
    modes = {game.options["mode"] for game in GAMES.values()}
    assert modes == {"classic", "battle_of_the_sexes", "battle_of_the_couples"}
    assert any(game.options["games"] == 3 for game in GAMES.values())
    assert any(game.options["deck"] for game in GAMES.values())


def test_a_shared_victory_and_both_endings_are_recorded():
    assert len(GAMES["shared_victory_4"].outcome.winners) > 1
    assert GAMES["shared_victory_4"].options["mode"] == "classic"
    assert {game.outcome.reason for game in GAMES.values()} == set(ENGINE.endings)


def test_the_recordings_show_every_action_and_nearly_every_event():
    actions: Counter[str] = Counter()
    events: Counter[str] = Counter()
    for game in GAMES.values():
        actions.update(step.action["type"] for step in game.actions)
        events.update(str(event.__struct_config__.tag) for _, step in replay(ENGINE, game) for event in step)
    assert set(actions) == {str(kind.__struct_config__.tag) for kind in ENGINE.actions}
    rare = {"turn_passed"}  # only where no card is left to draw
    assert {str(kind.__struct_config__.tag) for kind in ENGINE.events} - rare <= set(events)


def test_the_recorded_series_was_begun_each_time_by_the_last_winner():
    *_, (state, _) = replay(ENGINE, GAMES["series_7"])
    assert len(state.sheet) == 3
    for before, after in zip(state.sheet, state.sheet[1:], strict=False):
        scores = [tally.score for tally in before.tallies]
        assert scores[after.starter] == max(scores)
