"""Records: what went on can be played again by anyone, and nothing in it can be changed unnoticed."""

import copy
import hashlib
import hmac
import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.chance import Chance
from engines.record import Record, canonical_json, record_hash
from engines.registry import ENGINES
from service.http.routes.records import LARGEST_RECORD
from tests.support.bots import move_bots
from tests.support.finished import break_off, finished_table, running_table
from tests.support.http import InProcess, Json, assert_ok, assert_problem, in_process, play_to_the_end
from tests.support.records import get_record, short_record, verify, with_new_hash
from tests.support.tables import seed_of, settings_of
from tests.support.valkey import ValkeyServer

Path = tuple[str | int, ...]
FEW = settings(max_examples=2)


def paths(value: Any, here: Path = ()) -> Iterator[Path]:
    """Every path in a JSON value but its root."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inside:
        yield (*here, name)
        yield from paths(part, (*here, name))


def changed(record: Json, path: Path, value: Any, *, drop: bool = False) -> Json:
    """The record with this one part changed, or taken out."""
    result = copy.deepcopy(record)
    part: Any = result
    for name in path[:-1]:
        part = part[name]
    if drop:
        del part[path[-1]]
    else:
        part[path[-1]] = value
    return result


def other_than(value: Any, dice: Chance) -> Any:
    """Something else of the same kind, so that no type check finds it."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1 if value < 1 or dice.below(2) else value - 1
        case str():
            where = dice.below(len(value) + 1)
            return value[:where] + dice.choice("abcdef0123") + value[where + dice.below(2) :] + "0"
        case None:
            return 0
        case list():
            others = [value[:-1], [*value, *value[:1]], value[::-1]] if value else [[0]]
            # The cell [4, 4] is the same backwards.
            return dice.choice([other for other in others if other != value])
        case _:
            return {**value, "more": 1}


def at(value: Any, path: Path) -> Any:
    for name in path:
        value = value[name]
    return value


@FEW
@given(data=st.data())
def test_the_record_of_any_game_is_valid_and_known_and_no_change_goes_unnoticed(
    slug: str, client: InProcess, data: st.DataObject
) -> None:
    seats, options = data.draw(st.sampled_from(settings_of(slug)))
    number = data.draw(st.integers(0, 2**32))
    table = finished_table(client, slug, seats, options, number, gaps=data.draw(st.integers(0, 2)))
    record, view = get_record(table), table.view()
    result = verify(client, record)
    assert (result["valid"], result["known"]) == (True, True)
    assert result["outcome"] == view["outcome"] == record["outcome"]
    assert result["state_hash"] == record["state_hash"]
    dice = Chance(seed_of(number))
    top: list[Path] = [(name,) for name in record]
    for path in top + dice.sample(paths(record), 8):
        value = at(record, path)
        forged = changed(record, path, other_than(value, dice))
        assert forged != record
        must_reject(client, forged, ("valid", "known"), path)
        must_reject(client, changed(record, path, None, drop=True), ("valid", "known"), path)
        if path != ("record_hash",):
            must_reject(client, with_new_hash(forged), ("known",), path)


def must_reject(api: InProcess, forged: Json, what: tuple[str, ...], path: Path) -> None:
    """A forged record must not be all of these; a 422 will do as well."""
    response = api.post("/v1/records/verify", forged)
    if response.status_code != 422:
        result = assert_ok(response)
        assert not all(result[name] for name in what), path
        assert result["valid"] or result["why"]


def test_the_hash_of_a_record_can_be_checked_with_a_few_lines_of_any_language(client: InProcess) -> None:
    record = get_record(finished_table(client, "tokyo_poo_divers", 3, {}, 1))
    rest = {name: value for name, value in record.items() if name != "record_hash"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(text.encode()).hexdigest() == record["record_hash"]
    assert record_hash(msgspec.convert(record, Record)) == record["record_hash"]


def test_the_first_wrong_step_is_named(slug: str, client: InProcess) -> None:
    table = finished_table(client, slug, ENGINES[slug].players.min, {}, 7)
    record = get_record(table)
    for step in (1, 2, len(record["actions"])):
        for wrong in ({"type": "no such thing"}, {"type": 5}, {}):
            result = verify(client, changed(record, ("actions", step - 1, "action"), wrong))
            assert (result["valid"], result["known"], result["step"]) == (False, False, step)
        result = verify(client, with_new_hash(changed(record, ("actions", step - 1, "seat"), 9)))
        assert (result["valid"], result["known"], result["step"]) == (False, False, step)
    more = with_new_hash(record | {"actions": [*record["actions"], record["actions"][-1]]})
    assert verify(client, more)["step"] == len(record["actions"]) + 1, "nobody acts after the end"
    short = with_new_hash(record | {"actions": record["actions"][:-1]})
    assert verify(client, short)["step"] == len(record["actions"]) - 1
    for name, wrong_value in (("server_seed", "no hex"), ("seats", []), ("options", {"no": "such"}), ("format", "x/9")):
        result = verify(client, with_new_hash(record | {name: wrong_value}))
        assert (result["valid"], result["known"], result["step"]) == (False, False, 0), name
    assert verify(client, record | {"record_hash": "0" * 64})["step"] == 0
    assert verify(client, record | {"unknown": 1})["valid"] is False


def test_an_abandoned_game_has_a_record_too(slug: str, client: InProcess) -> None:
    table = finished_table(client, slug, ENGINES[slug].players.min, {}, 3, most=3)
    assert_problem(client.get(f"{table.path}/record"), 409, "not_finished")
    break_off(client, table)
    record = get_record(table)
    assert record["outcome"] is None
    result = verify(client, record)
    assert (result["valid"], result["known"], result["outcome"]) == (True, True, None)
    assert verify(client, changed(record, ("actions",), record["actions"][:-1]))["valid"] is False
    assert (
        verify(client, with_new_hash(changed(record, ("outcome",), {"winners": [0], "scores": [], "reason": "x"})))[
            "valid"
        ]
        is False
    )


def test_taking_an_abandoned_game_away_again_leaves_its_record_for_the_day(client: InProcess) -> None:
    """A proxy or client that repeats a DELETE whose response was lost must not take the record with it."""
    table = client.create()
    for _ in range(2):
        assert client.delete(table.path, token=table.host).status_code == 204
    assert table.view()["status"] == "abandoned"
    assert verify(client, get_record(table))["known"]


@pytest.mark.parametrize(("was", "forged"), [(True, 1), (0, False), (0, 0.0)])
def test_what_only_python_takes_for_equal_is_not_known(client: InProcess, was: Any, forged: Any) -> None:
    table = client.create(options={"first_player": 0, "remember_peeks": True})
    client.delete(table.path, token=table.host)
    record = get_record(table)
    name = next(name for name, value in record["options"].items() if value is was)
    assert not verify(client, changed(record, ("options", name), forged))["known"]


def test_a_record_of_more_actions_than_a_game_may_have_is_rejected_unplayed(server: ValkeyServer) -> None:
    with in_process(server.url, max_actions=5) as api:
        table = api.create()
        while table.view()["status"] == "active":
            table.step()
        record = get_record(table)
        assert len(record["actions"]) == 6
        assert verify(api, record)["valid"]
        longer = with_new_hash(record | {"actions": [*record["actions"], record["actions"][0]]})
        assert "actions" in assert_problem(api.post("/v1/records/verify", longer), 422, "validation_error")["errors"]


def test_a_record_with_a_deck_of_many_thousand_cards_is_rejected_at_once(client: InProcess) -> None:
    """Card by card it would keep the worker from everyone else for seconds, and the error would be as long."""
    record = changed(short_record(client, "tapecho"), ("options", "deck"), [{"x": 1}] * 20_000)
    result = verify(client, record)
    assert not result["valid"]
    assert "Longer than maximum length" in result["why"]
    assert "Missing data" not in result["why"]
    many_keys = changed(short_record(client, "tapecho"), ("options",), {f"unknown {n}": n for n in range(10_000)})
    assert len(verify(client, many_keys)["why"]) <= 1000


def test_a_record_is_public_only_once_the_game_is_over(client: InProcess) -> None:
    table = client.open()
    assert_problem(client.get(f"{table.path}/record"), 409, "not_finished")
    table.join("Ben")
    assert_problem(client.get(f"{table.path}/record", token=table.host), 409, "not_finished")
    play_to_the_end(table)
    assert get_record(table)["id"] == table.id
    gone = client.delete(table.path, token=table.host)
    assert gone.status_code == 204
    assert_problem(client.get(f"{table.path}/record"), 404, "not_found")


def test_a_record_outlives_its_game_but_is_no_longer_known(client: InProcess) -> None:
    table = finished_table(client, "tokyo_poo_divers", 2, {}, 5)
    record = get_record(table)
    client.delete(table.path, token=table.host)
    result = verify(client, record)
    assert (result["valid"], result["known"]) == (True, False)


@pytest.mark.parametrize("other", [{"rules_version": "0"}, {"rules_version": "2"}, {"engine": "chess"}])
def test_records_of_other_rules_are_rejected_never_misread(client: InProcess, other: Json) -> None:
    record = get_record(finished_table(client, "tokyo_poo_divers", 2, {}, 2))
    assert_problem(client.post("/v1/records/verify", with_new_hash(record | other)), 422, "rules_version_unsupported")


def test_a_record_holds_actions_with_their_seat_time_and_who_did_them_and_never_a_token(client: InProcess) -> None:
    table = client.create(options={"first_player": 0})
    table.step()
    client.delete(f"{table.path}/seats/1", token=table.tokens[1])
    tables = client.app.extensions["tables"]
    while table.view()["status"] == "active":
        move_bots(tables, table.id)
        if table.view()["status"] == "active":
            table.step()
    record = get_record(table)
    text = json.dumps(record)
    meta = tables.store.read(table.id).meta
    for secret in ("ludo_", *table.tokens.values(), table.host, *(seat.token for seat in meta.seats if seat.token)):
        assert secret not in text
    assert {step["seat"]: step["automatic"] for step in record["actions"]} == {0: False, 1: True}
    assert all(step["at"].endswith("Z") for step in record["actions"])
    assert [(seat["name"], seat["kind"]) for seat in record["seats"]] == [("Player 0", "human"), ("Player 1", "bot")]


# Garbage

JSONS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=6), inside, max_size=3),
    max_leaves=8,
)


@settings(max_examples=60)
@given(data=st.data())
def test_garbage_is_never_a_fault_of_ours(slug: str, client: InProcess, data: st.DataObject) -> None:
    record = short_record(client, slug)
    all_paths = sorted(paths(record), key=str)
    for path in data.draw(st.lists(st.sampled_from(all_paths), min_size=1, max_size=2, unique=True)):
        try:
            record = changed(record, path, data.draw(JSONS))
        except (KeyError, TypeError, IndexError):  # the first change has removed this part
            continue
    if data.draw(st.booleans()):
        record = with_new_hash(record)
    response = client.post("/v1/records/verify", record)
    assert response.status_code in (200, 422), response.text


@pytest.mark.parametrize("garbage", [None, 5, "x", [], {}, [[]], {"id": 1}, {"engine": "tokyo_poo_divers"}])
def test_what_is_no_record_at_all_is_422(client: InProcess, garbage: Any) -> None:
    text = json.dumps(garbage)
    response = client.post("/v1/records/verify", headers={"Content-Type": "application/json"}, content=text)
    assert_problem(response, 422, "validation_error")


@pytest.mark.parametrize("name", ["", "}", "x", "a" * 100_000, "{" * 22, "../" * 7 + "x"])
def test_an_id_that_no_game_can_have_is_not_looked_for(client: InProcess, name: str, server: ValkeyServer) -> None:
    record, read, calls = short_record(client, "tokyo_poo_divers"), client.app.extensions["tables"].store.read, []
    client.app.extensions["tables"].store.read = lambda *args, **named: calls.append(args) or read(*args, **named)
    result = verify(client, with_new_hash(record | {"id": name}))
    assert result["known"] is False
    assert calls == []


def test_records_of_up_to_4_mib_are_taken(client: InProcess) -> None:
    assert LARGEST_RECORD == 4 * 1024 * 1024
    record = get_record(finished_table(client, "tokyo_poo_divers", 2, {}, 2))
    for size, status in ((LARGEST_RECORD, 200), (LARGEST_RECORD + 1, 413)):
        text = json.dumps(record, indent=1).ljust(size)
        response = client.post("/v1/records/verify", headers={"Content-Type": "application/json"}, content=text)
        assert response.status_code == status
    assert response.json()["code"] == "payload_too_large"


def test_verifying_is_limited_by_address(server: ValkeyServer) -> None:
    with in_process(server.url, rate_limits={"create": "off", "join": "off", "verify": "2/minute"}) as api:
        api.client.headers["X-Forwarded-For"] = "203.0.113.7"
        responses = [api.post("/v1/records/verify", {}).status_code for _ in range(3)]
    assert responses == [422, 422, 429]


# Fairness


def test_the_commitment_shown_from_creation_is_that_of_the_records_server_seed(slug: str, client: InProcess) -> None:
    table = client.open(slug, taken=ENGINES[slug].players.min - 1, free=1)
    shown = table.view()["seed_commitment"]
    table.join("Last", entropy="mine")
    assert table.view()["seed_commitment"] == shown
    break_off(client, table)
    record = get_record(table)
    seed = bytes.fromhex(record["server_seed"])
    assert len(seed) == 32
    assert hashlib.sha256(b"commit/1" + seed).hexdigest() == shown == table.view()["seed_commitment"]
    assert record["seed_commitment"] == shown


def test_the_commitment_in_a_record_must_be_that_of_its_seed(client: InProcess) -> None:
    record = short_record(client, "tokyo_poo_divers")
    other = hashlib.sha256(b"commit/1" + bytes(32)).hexdigest()
    result = verify(client, with_new_hash(record | {"seed_commitment": other}))
    assert (result["valid"], result["known"], result["step"]) == (False, False, 0)
    assert "commitment" in result["why"]


@pytest.mark.parametrize("gaps", [0, 2])
def test_the_seed_mixes_what_each_seat_threw_in_in_order(slug: str, client: InProcess, gaps: int) -> None:
    players = ENGINES[slug].players
    seats = max(players.min, min(3, players.max))
    table = running_table(client, slug, seats, {}, 9, gaps=gaps)
    break_off(client, table)
    record = get_record(table)
    entropies = [seat["entropy"] for seat in record["seats"]]
    assert len(entropies) == seats
    assert [bool(entropy) for entropy in entropies] == [bool(seat % 3) for seat in range(seats)]
    assert [seat["name"] for seat in record["seats"]] == [seat["name"] for seat in table.view()["seats"]]
    digests = b"".join(hashlib.sha256(entropy.encode()).digest() for entropy in entropies)
    seed = hmac.digest(bytes.fromhex(record["server_seed"]), b"seed/1" + table.id.encode() + digests, "sha256")
    store = client.app.extensions["tables"].store
    assert store.read(table.id, seeds=True).seeds.seed == seed
    engine = ENGINES[slug]
    options = store.read(table.id).config.engine_options
    state, _ = engine.new(seats, options, Chance(seed))
    assert hashlib.sha256(canonical_json(state)).hexdigest() == record["state_hash"]


def test_entropy_of_who_left_before_the_start_counts_no_more(client: InProcess) -> None:
    table = client.open(taken=1, free=2)
    table.join("Ben", seat=1, entropy="old")
    client.delete(f"{table.path}/seats/1", token=table.tokens[1])
    table.join("Cleo", seat=1)
    table.join("Dora", seat=2, entropy="new")
    break_off(client, table)
    assert [seat["entropy"] for seat in get_record(table)["seats"]] == ["", "", "new"]
