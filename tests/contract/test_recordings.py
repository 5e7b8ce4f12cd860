"""Whole recorded games, replayed to exactly the recorded end: one for each way of ending and each player count."""

import msgspec
import pytest

from engines.record import Misplayed, record_hash, replay, state_hash
from engines.registry import ENGINES, GAMES, find_rules
from tests.recordings import recordings


@pytest.mark.parametrize("name", [name for slug in sorted(ENGINES) for name in recordings(slug)])
def test_a_recorded_game_replays_exactly(name):
    slug = name.split("/")[0]
    record = recordings(slug)[name]
    engine = find_rules(slug, record.rules_version)
    assert record_hash(record) == record.record_hash
    *_, (state, _) = replay(engine, record)
    assert state_hash(state) == record.state_hash
    assert engine.outcome(state) == record.outcome


def test_whatever_was_done_was_among_the_types_on_offer(slug):
    """The open-ended ones too, which are never listed."""
    done = set()
    for record in recordings(slug).values():
        engine = find_rules(slug, record.rules_version)
        for (state, _), step in zip(replay(engine, record), record.actions, strict=False):
            assert step.action["type"] in engine.types(state, step.seat)
            done.add(step.action["type"])
    assert ENGINES[slug].open_ended <= done


def test_every_ending_and_player_count_is_recorded_in_every_version_of_the_rules(slug):
    for version, engine in GAMES[slug].rules.items():
        games = [game for game in recordings(slug).values() if game.rules_version == version]
        assert {game.outcome.reason for game in games} == set(engine.endings)
        assert {len(game.seats) for game in games} == set(range(engine.players.min, engine.players.max + 1))


def test_a_tampered_recording_is_detected(slug):
    record = next(iter(recordings(slug).values()))
    engine = find_rules(slug, record.rules_version)
    seed = bytes(byte ^ 1 for byte in bytes.fromhex(record.server_seed)).hex()
    other = msgspec.structs.replace(record, server_seed=seed)
    assert record_hash(other) != record.record_hash
    try:
        *_, (state, _) = replay(engine, other)
    except Misplayed:
        return
    assert state_hash(state) != record.state_hash
