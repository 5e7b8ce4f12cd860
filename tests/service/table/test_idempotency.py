"""Idempotency-Key: a request that is sent again has no second effect, and learns what the first one did."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import redis

from tests.support.http import InProcess, Json, Table, assert_ok, assert_problem, in_process
from tests.support.valkey import ValkeyServer

KEY = "2c1f7b52-8f0e-4c39-a3ab-0f6a4a4c3d10"
GAME: Json = {"engine": "tokyo_poo_divers", "seats": [{"name": "Ana"}, {"name": "Ben"}]}


@pytest.fixture
def table(client: InProcess) -> Table:
    return client.create(options={"first_player": 0})


@pytest.fixture
def store(server: ValkeyServer) -> Iterator["redis.Redis"]:
    with redis.Redis.from_url(server.url) as connected:
        connected.flushall()
        yield connected


def dump(store: "redis.Redis") -> bytes:
    """Everything the store holds, as the bytes it holds."""
    content: Any = []
    for key in store.scan_iter():
        kind = store.type(key)
        read = {b"hash": store.hgetall, b"zset": lambda k: store.zrange(k, 0, -1), b"string": store.get}
        content += [key, read[kind](key) if kind in read else store.lrange(key, 0, -1)]
    return repr(content).encode()


def same(first: Any, again: Any, *fields: str) -> None:
    assert again.status_code == first.status_code
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    assert [again.json()[field] for field in fields] == [first.json()[field] for field in fields]


def test_the_same_key_and_body_give_the_same_version_and_events_and_nothing_happens(table: Table) -> None:
    action = table.legal(0)[0]
    first = table.act(0, action, key="one")
    log = table.events(0)
    again = table.act(0, dict(reversed(action.items())), key='"one"')
    same(first, again, "version", "events")
    assert again.json()["events"]
    assert again.json()["game"] | {"now": ""} == table.view(0) | {"now": ""}
    assert table.events(0) == log


def test_a_repeat_shows_the_game_as_it_is_now(table: Table) -> None:
    first = table.act(0, table.legal(0)[0], key="one")
    later = table.step()["version"]
    again = table.act(0, table_action(first), key="one")
    same(first, again, "version", "events")
    assert again.json()["game"]["version"] == later
    assert again.headers["ETag"] == f'"{later}.0"'


def table_action(response: Any) -> Json:
    sent: Json = json.loads(response.request.content)
    return sent


def test_a_repeat_is_looked_up_before_everything_else(table: Table) -> None:
    """Neither a version that is gone by now nor a game that is over hides that it was accepted."""
    version = table.view()["version"]
    first = table.act(0, table.legal(0)[0], key="one", match=f'"{version}.0"')
    table.api.delete(table.path, token=table.host)
    same(first, table.act(0, table_action(first), key="one", match=f'"{version}.0"'), "version", "events")


def test_the_same_key_with_another_body_is_rejected(table: Table) -> None:
    one, other = table.legal(0)[:2]
    first = table.act(0, one, key="one")
    assert_problem(table.act(0, other, key="one"), 422, "idempotency_conflict")
    assert_problem(table.act(0, {"type": "nonsense"}, key="one"), 422, "idempotency_conflict")
    assert table.view()["version"] == first.json()["version"]


def test_a_key_belongs_to_one_seat_of_one_game(client: InProcess, table: Table) -> None:
    action = table.legal(0)[0]
    assert_ok(table.act(0, action, key="one"))
    elsewhere = client.create(options={"first_player": 0})
    fresh = elsewhere.act(0, action, key="one")
    assert "Idempotent-Replayed" not in fresh.headers
    assert assert_ok(fresh)["game"]["id"] == elsewhere.id
    assert "Idempotent-Replayed" not in table.act(1, action, key="one").headers


def test_a_rejected_request_leaves_no_receipt(table: Table, server: ValkeyServer) -> None:
    assert_problem(table.act(1, {"type": "bank"}, key="one"), 409, "not_your_turn")
    assert_problem(table.act(0, {"type": "bank"}, key="two"), 409, "illegal_action")
    assert_problem(table.act(0, {"type": "bank", "more": 1}, key="three"), 422, "validation_error")
    assert_problem(table.act(0, table.legal(0)[0], key="four", match='"1.0"'), 412, "stale_version")
    assert server.ask("KEYS", f"game:{{{table.id}}}:receipt:*") == []
    assert "Idempotent-Replayed" not in table.act(0, table.legal(0)[0], key="two").headers


def test_creating_again_gives_the_same_game_and_the_same_tokens(client: InProcess) -> None:
    first = client.post("/v1/games", GAME, key=KEY)
    again = client.post("/v1/games", GAME | {"public": False}, key=KEY)
    same(first, again, "id", "host_token", "seats", "version")
    assert again.headers["Location"] == first.headers["Location"]
    assert_problem(client.post("/v1/games", GAME | {"public": True}, key=KEY), 422, "idempotency_conflict")
    assert assert_ok(client.post("/v1/games", GAME), 201)["id"] != first.json()["id"]


def test_creating_again_shows_the_game_as_it_is_now(client: InProcess) -> None:
    first = client.post("/v1/games", GAME, key=KEY + "now")
    moved = client.table(first.json()).step()["version"]
    assert assert_ok(client.post("/v1/games", GAME, key=KEY + "now"), 201)["version"] == moved


def test_creating_again_after_the_game_was_deleted_does_not_make_a_second_one(client: InProcess) -> None:
    body, key = {**GAME, "seats": [{"name": "Ana"}, {"kind": "open"}]}, KEY + "gone"
    table = client.table(assert_ok(client.post("/v1/games", body, key=key), 201))
    assert client.delete(table.path, token=table.host).status_code == 204
    assert_problem(client.post("/v1/games", body, key=key), 404, "not_found")
    assert_problem(client.post("/v1/games", {**body, "public": True}, key=key), 422, "idempotency_conflict")
    assert_problem(client.get(table.path), 404, "not_found")


def test_joining_again_gives_the_same_seat_and_the_same_token(client: InProcess) -> None:
    table = client.open(taken=1, free=2)
    first = table.join("Ben", key=KEY)
    same(first, table.join("Ben", key=KEY), "seat", "token")
    assert_problem(table.join("Eve", key=KEY), 422, "idempotency_conflict")
    assert [seat["kind"] for seat in table.view()["seats"]] == ["human", "human", "open"]
    elsewhere = client.open(taken=1, free=2)
    assert assert_ok(elsewhere.join("Ben", key=KEY), 201)["token"] != first.json()["token"]


def test_replayed_tokens_belong_to_the_seats_after_empty_seats_are_closed_up(client: InProcess) -> None:
    body = {**GAME, "seats": [{"kind": "open"}, {"name": "Ana"}, {"kind": "open"}, {"name": "Ben"}]}
    table = client.table(assert_ok(client.post("/v1/games", body, key=KEY + "close"), 201))
    assert_ok(client.post(f"{table.path}/start", token=table.host))
    again = assert_ok(client.post("/v1/games", body, key=KEY + "close"), 201)
    assert [seat["name"] for seat in again["seats"]] == ["Ana", "Ben"]
    for seat in again["seats"]:
        assert assert_ok(client.get(table.path, token=seat["token"]))["viewer"] == seat["seat"]


def test_joining_again_after_leaving_does_not_show_what_the_next_holder_of_the_seat_sees(client: InProcess) -> None:
    table = client.open(taken=1, free=1, auto_start=False)
    gone = assert_ok(table.join("Eve", key=KEY), 201)
    assert client.delete(f"{table.path}/seats/1", token=gone["token"]).status_code == 204
    assert_ok(table.join("Ben"), 201)
    assert_ok(client.post(f"{table.path}/start", token=table.host))
    again = assert_ok(client.post(f"{table.path}/seats", {"name": "Eve"}, key=KEY), 201)
    assert again["token"] == gone["token"]
    assert again["game"]["viewer"] is None
    assert_problem(client.get(table.path, token=again["token"]), 401, "unauthenticated")


@pytest.mark.parametrize("key", ["", "short", "x" * 21, "x" * 256, "tabs\tare-not-printable-here"])
def test_a_key_that_seals_tokens_must_be_hard_to_guess(client: InProcess, key: str) -> None:
    assert (
        "Idempotency-Key" in assert_problem(client.post("/v1/games", GAME, key=key), 422, "validation_error")["errors"]
    )
    table = client.open()
    assert "Idempotency-Key" in assert_problem(table.join("Ben", key=key), 422, "validation_error")["errors"]
    assert table.view()["version"] == 1


@pytest.mark.parametrize("key", ["", "x" * 256])
def test_the_key_of_an_action_may_be_short_but_not_empty_or_endless(table: Table, key: str) -> None:
    version = table.view()["version"]
    assert_problem(table.act(0, table.legal(0)[0], key=key), 422, "validation_error")
    assert table.view()["version"] == version


def test_the_store_never_holds_a_token_or_a_key(client: InProcess, store: "redis.Redis") -> None:
    created = assert_ok(client.post("/v1/games", GAME | {"public": True}, key=KEY), 201)
    table = client.open(taken=1, free=1, public=True)
    joined = assert_ok(table.join("Ben", key=KEY), 201)
    table.step(key=KEY)
    held = dump(store)
    assert created["id"].encode() in held
    assert b"receipt:join" in held
    assert b"receipt:act" in held
    secret = [created["host_token"], table.host, joined["token"], KEY, *table.tokens.values()]
    secret += [seat["token"] for seat in created["seats"]]
    for token in secret:
        assert token.encode() not in held
        assert token.removeprefix("ludo_seat_").removeprefix("ludo_host_").encode() not in held


def test_receipts_live_for_a_day(table: Table, server: ValkeyServer) -> None:
    table.step(key="one")
    keys = server.ask("KEYS", f"game:{{{table.id}}}:receipt:*")
    assert isinstance(keys, list)
    assert len(keys) == 1
    life = server.ask("PTTL", str(keys[0]))
    assert 24 * 3600 * 1000 - 10_000 < int(str(life)) <= 24 * 3600 * 1000


def test_another_replica_knows_the_receipt(table: Table, server: ValkeyServer) -> None:
    first = table.act(0, table.legal(0)[0], key="one")
    with in_process(server.url) as other:
        same(first, table.through(other).act(0, table_action(first), key="one"), "version", "events")
