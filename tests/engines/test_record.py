"""A record is sealed, replays exactly, and is rejected at the step that is wrong."""

import hashlib
import json

import msgspec
import pytest

from engines.record import Misplayed, canonical_json, record_hash, replay, seal, state_hash
from engines.registry import ENGINES
from tests.recordings import recordings

POO = ENGINES["tokyo_poo_divers"]


@pytest.fixture
def record():
    return recordings("tokyo_poo_divers")["tokyo_poo_divers/last_cover_3.json"]


def with_fields(record, **fields):
    return seal(msgspec.structs.replace(record, **fields))


def fault(record):
    with pytest.raises(Misplayed) as error:
        list(replay(POO, record))
    return error.value.step, error.value.why


def test_canonical_json_is_sorted_without_blanks_and_in_utf_8():
    text = canonical_json({"b": [1, None, True], "a": {"é": "\n", "Z": '"'}})
    assert text == '{"a":{"Z":"\\"","é":"\\n"},"b":[1,null,true]}'.encode()


def test_canonical_json_takes_numbers_as_keys():
    """A state may file things by seat; JSON knows only text as keys."""
    assert canonical_json({10: "b", 9: "a"}) == b'{"10":"b","9":"a"}'


def test_anyone_can_redo_the_record_hash(record):
    """With another JSON library than the one that made it."""
    fields = json.loads(msgspec.json.encode(record))
    claimed = fields.pop("record_hash")
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(text.encode()).hexdigest() == claimed


@pytest.mark.parametrize("field", ["id", "rules_version", "server_seed", "state_hash", "format"])
def test_the_record_hash_covers_every_field(record, field):
    assert record_hash(msgspec.structs.replace(record, **{field: "other"})) != record.record_hash


def test_the_record_hash_covers_every_step(record):
    assert record_hash(msgspec.structs.replace(record, actions=record.actions[:-1])) != record.record_hash


def test_a_replay_gives_the_state_and_the_events_of_every_step(record):
    steps = list(replay(POO, record))
    assert state_hash(steps[-1][0]) == record.state_hash
    assert len(steps) == 1 + len(record.actions)
    assert all(events for _, events in steps)


def test_a_step_out_of_turn_is_named(record):
    actions = list(record.actions)
    actions[4] = msgspec.structs.replace(actions[4], seat=(actions[4].seat + 1) % 3)
    assert fault(with_fields(record, actions=actions)) == (5, f"seat {actions[4].seat} could not act")


def test_a_step_against_the_rules_is_named(record):
    actions = list(record.actions)
    actions[0] = msgspec.structs.replace(actions[0], action={"type": "bank"})
    assert fault(with_fields(record, actions=actions)) == (1, POO.reasons["not_now"])


@pytest.mark.parametrize("action", [{}, {"type": "fly"}, {"type": "dive"}, {"type": "dive", "cell": [0, 0], "x": 1}])
def test_a_step_that_is_no_action_is_named(record, action):
    actions = list(record.actions)
    actions[0] = msgspec.structs.replace(actions[0], action=action)
    assert fault(with_fields(record, actions=actions))[0] == 1


def test_a_step_after_the_end_is_named(record):
    actions = [*record.actions, record.actions[-1]]
    assert fault(with_fields(record, actions=actions))[0] == len(actions)


@pytest.mark.parametrize("server_seed", ["", "xyz", "00" * 31, "00" * 33])
def test_a_server_seed_of_the_wrong_shape_is_step_0(record, server_seed):
    assert fault(with_fields(record, server_seed=server_seed)) == (0, "the server seed is not 32 bytes in hexadecimal")


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_a_wrong_number_of_seats_is_step_0(record, seats):
    assert fault(with_fields(record, seats=[record.seats[0]] * seats)) == (0, f"2 to 4 can play, not {seats}")


@pytest.mark.parametrize("first_player", [3, 9])
def test_options_that_do_not_fit_the_seats_are_step_0(record, first_player):
    options = {**record.options, "first_player": first_player}
    assert fault(with_fields(record, options=options)) == (0, "options that do not fit 3 seats: first_player")


@pytest.mark.parametrize(
    "options",
    [
        {"first_player": -1},
        {"layout": "moon"},
        {"speed": 1},
        {"layout": "custom", "rows": ["###"]},
        {"rows": ["#" * 60]},
    ],
)
def test_options_no_table_could_have_been_laid_with_are_step_0(record, options):
    assert fault(with_fields(record, options=options))[0] == 0
