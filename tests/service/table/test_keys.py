"""Idempotency-Keys that give tokens again: they must be random, and the id of a game does not betray its key."""

import base64
import hashlib
import os
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
import redis
from hypothesis import given, settings
from hypothesis import strategies as st

from service.store import open_store
from service.store.info import SECRET_BYTES, SECRET_KEY, service_secret
from service.tokens import encryption_key, game_id_of, is_predictable, urlsafe
from tests.support.cluster import Cluster
from tests.support.http import (
    Api,
    InProcess,
    LiveService,
    api_client,
    assert_ok,
    assert_problem,
    in_process,
    run_concurrently,
)
from tests.support.valkey import ValkeyServer

CREATE = "2c1f7b52-8f0e-4c39-a3ab-0f6a4a4c3d10"
GAME = {"engine": "tokyo_poo_divers", "seats": [{"name": "Ana"}, {"name": "Ben"}]}
REGULAR = [
    "a" * 22,
    "=" * 255,
    "abababababababababababab",
    "aaaaaaaaaaaabbbbbbbbbbbb",
    "0123456789012345678901",
    "abcdefghijklmnopqrstuvwxyz",
    "zyxwvutsrqponmlkjihgfedcba",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
    "acegikmoqsuwyacegikmoqsuwy",
    "0123456789abcdef0123456789abcdef",
    "deadbeefdeadbeefdeadbeefdeadbeef",
    "passwordpasswordpassword",
    "test-test-test-test-test-te",
    "game-000000000000000001",
    "key-0000000000000000000017",
    "00000000-0000-0000-0000-000000000000",
    "00000000-0000-0000-0000-000000000001",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "11111111-2222-3333-4444-555555555555",
    "12345678-1234-1234-1234-123456789012",
    "x" * 230 + "abcdefghij123",
]
CARDS = [0x0242AC110002, 0x525400123456, 0x3C22FB1A2B3C, 0x00155D01FF02]
"""Addresses of network cards: of containers, virtual machines and others."""


@pytest.fixture
def store(server: ValkeyServer) -> Iterator["redis.Redis"]:
    with redis.Redis.from_url(server.url) as connected:
        connected.flushall()
        yield connected


# Random or not


def with_the_time(dice: Random) -> uuid.UUID:
    """As `uuid1` makes them."""
    since, order = dice.getrandbits(56) | 0x01E << 48, dice.getrandbits(14)
    fields = (since & 0xFFFFFFFF, since >> 32 & 0xFFFF, since >> 48 & 0xFFF, order >> 8, order & 0xFF)
    return uuid.UUID(fields=(*fields, dice.choice([*CARDS, dice.getrandbits(48)])), version=1)


def ordered(dice: Random) -> uuid.UUID:
    """Version 7: the time in milliseconds, then chance."""
    return uuid.UUID(int=dice.randint(1_700_000_000_000, 2_000_000_000_000) << 80 | 7 << 76 | dice.getrandbits(76))


MAKERS: list[Callable[[Random], str]] = [
    lambda dice: str(uuid.UUID(bytes=dice.randbytes(16), version=4)),
    lambda dice: str(uuid.UUID(bytes=dice.randbytes(16), version=4)).upper(),
    lambda dice: uuid.UUID(bytes=dice.randbytes(16), version=4).urn,
    lambda dice: str(with_the_time(dice)),
    lambda dice: str(uuid.uuid3(uuid.NAMESPACE_DNS, str(dice.getrandbits(64)))),
    lambda dice: str(uuid.uuid5(uuid.NAMESPACE_URL, str(dice.getrandbits(64)))),
    lambda dice: str(ordered(dice)),
    lambda dice: dice.randbytes(16).hex(),
    lambda dice: dice.randbytes(32).hex(),
    lambda dice: urlsafe(dice.randbytes(16)),
    lambda dice: base64.b64encode(dice.randbytes(16)).decode(),
    lambda dice: base64.b32encode(dice.randbytes(16)).decode(),
    lambda dice: str(dice.getrandbits(128) | 1 << 127),
]


@settings(max_examples=300)
@given(st.integers(0, 2**64), st.sampled_from(MAKERS))
def test_keys_as_programs_make_them_are_taken(seed: int, make: Callable[[Random], str]) -> None:
    assert not is_predictable(make(Random(seed)))


@pytest.mark.parametrize("key", REGULAR)
def test_a_key_that_is_obviously_not_random_is_rejected(client: InProcess, key: str) -> None:
    for response in (client.post("/v1/games", GAME, key=key), client.open().join("Ben", key=key)):
        problem = assert_problem(response, 422, "validation_error")
        assert "random" in problem["errors"]["Idempotency-Key"][0]


@given(st.text("0123456789abcdefXYZ-_", min_size=1, max_size=8), st.integers(22, 60))
def test_a_part_again_and_again_is_not_random(part: str, length: int) -> None:
    assert is_predictable((part * 60)[: max(length, 2 * len(part))])


@given(st.integers(33, 90), st.integers(-2, 2), st.integers(22, 36))
def test_a_run_is_not_random(start: int, step: int, length: int) -> None:
    assert is_predictable("".join(chr(33 + (start + step * number) % 94) for number in range(length)))


def test_an_action_s_key_may_be_anything(client: InProcess) -> None:
    """Its response has no token, and it counts only for the seat that sent it."""
    table = client.create()
    table.step(key="a" * 22)


# The secret of the service


def test_a_key_makes_one_game_on_all_replicas_and_after_a_restart(server: ValkeyServer, store: "redis.Redis") -> None:
    with in_process(server.url) as one, in_process(server.url) as other:
        first = assert_ok(one.post("/v1/games", GAME, key=CREATE), 201)
        assert assert_ok(other.post("/v1/games", GAME, key=CREATE), 201)["host_token"] == first["host_token"]
        table = one.open(taken=1, free=2)
        joined = assert_ok(table.join("Ben", key=CREATE), 201)
        assert assert_ok(table.through(other).join("Ben", key=CREATE), 201)["token"] == joined["token"]
    with in_process(server.url) as restarted:
        again = restarted.post("/v1/games", GAME, key=CREATE)
        assert assert_ok(again, 201)["host_token"] == first["host_token"]
        assert again.headers["Idempotent-Replayed"] == "true"
    assert len(store.get(SECRET_KEY)) == SECRET_BYTES  # type: ignore[arg-type]
    assert store.ttl(SECRET_KEY) == -1


def test_replicas_that_start_at_once_agree_on_the_secret(server: ValkeyServer, store: "redis.Redis") -> None:
    for _ in range(5):
        store.flushall()
        with ExitStack() as stack:
            replicas = [stack.enter_context(in_process(server.url)) for _ in range(8)]
            secrets_read = run_concurrently(
                8, lambda n, apis=replicas: assert_ok(apis[n].post("/v1/games", GAME, key=CREATE), 201)["id"]
            )
        assert len(set(secrets_read)) == 1


def test_a_key_makes_one_game_although_the_store_was_emptied_under_one_of_two_replicas(tmp_path: Path) -> None:
    with (
        ValkeyServer() as own,
        LiveService(tmp_path / "one", REDIS_URL=own.url, WORKERS="1") as one,
        LiveService(tmp_path / "other", REDIS_URL=own.url, WORKERS="1") as other,
        api_client(one.url) as here,
        api_client(other.url) as there,
    ):
        before = assert_ok(here.post("/v1/games", GAME, key=CREATE), 201)["id"]
        own.ask("FLUSHALL")
        first = assert_ok(there.post("/v1/games", GAME, key=CREATE), 201)
        again = here.post("/v1/games", GAME, key=CREATE)
        assert assert_ok(again, 201)["host_token"] == first["host_token"]
        assert again.headers["Idempotent-Replayed"] == "true"
        assert before != first["id"]
        assert str(own.ask("KEYS", "game:*:config")).count("game:") == 1


def test_nobody_can_work_out_the_id_of_a_game_from_its_key(client: InProcess, store: "redis.Redis") -> None:
    """Two services give different games to one key, and neither is what a digest of the key alone gives."""
    ids = []
    for _ in range(2):
        store.flushall()
        ids.append(assert_ok(client.post("/v1/games", GAME, key=CREATE), 201)["id"])
    assert ids[0] != ids[1]
    digests = {hashlib.sha256(prefix + CREATE.encode()).digest()[:16] for prefix in (b"", b"game id/1", b"game id/2")}
    assert not {urlsafe(digest) for digest in digests} & set(ids)


def test_what_is_sealed_needs_the_secret_and_the_key(client: InProcess, store: "redis.Redis") -> None:
    assert_ok(client.post("/v1/games", GAME, key=CREATE), 201)
    store.set(SECRET_KEY, os.urandom(SECRET_BYTES))
    again = assert_ok(client.post("/v1/games", GAME, key=CREATE), 201)
    assert len(list(store.scan_iter("game:*:config"))) == 2, "with another secret the key stands for another game"
    assert again["host_token"]


@given(st.binary(min_size=32, max_size=32), st.text(min_size=1), st.text(min_size=1))
def test_ids_and_seals_differ_by_key_and_secret(secret: bytes, one: str, other: str) -> None:
    same = one == other
    assert (game_id_of(secret, one) == game_id_of(secret, other)) is same
    assert (encryption_key(secret, one) == encryption_key(secret, other)) is same
    assert encryption_key(secret, one) != encryption_key(bytes(32) if secret != bytes(32) else b"x" * 32, one)
    assert urlsafe(encryption_key(secret, one)[:16]) != game_id_of(secret, one)


def test_the_secret_is_in_no_response_and_no_log(service: LiveService, live: Api) -> None:
    created = live.post("/v1/games", GAME, key=str(uuid.uuid4()))
    texts = [created.text, str(created.headers), live.client.get("/metrics").text, service.errors()]
    with redis.Redis.from_url(service.store_url()) as store:
        secret: Any = store.get(SECRET_KEY)
    for form in (secret.hex(), urlsafe(secret), base64.b64encode(secret).decode(), repr(secret)[2:-1]):
        assert not any(form in text for text in texts)


def test_requests_without_a_key_need_no_secret(client: InProcess, store: "redis.Redis") -> None:
    client.open().join("Ben")
    client.create().step(key="a key")
    assert not store.exists(SECRET_KEY)


def test_a_cluster_has_one_secret() -> None:
    with Cluster() as cluster, in_process(cluster.url) as one, in_process(cluster.url) as other:
        first = assert_ok(one.post("/v1/games", GAME, key=CREATE), 201)
        assert assert_ok(other.post("/v1/games", GAME, key=CREATE), 201)["host_token"] == first["host_token"]
        assert cluster.keys(SECRET_KEY) == [SECRET_KEY]


def test_a_secret_is_never_replaced(
    server: ValkeyServer, store: "redis.Redis", monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else makes one between our look and our own try."""
    connection = open_store(server.url, 5)
    call = connection.call

    def late(*command: Any) -> Any:
        response = call(*command)
        store.set(SECRET_KEY, b"theirs", nx=True)
        return response

    monkeypatch.setattr(connection, "call", late)
    assert service_secret(connection) == store.get(SECRET_KEY) == b"theirs"
    connection.close()


# API keys


def test_two_holders_of_api_keys_never_meet(server: ValkeyServer) -> None:
    keys = ["the-key-of-the-first", "the-key-of-the-second"]
    with in_process(server.url, api_keys=frozenset(keys)) as api:

        def create(owner: str) -> Any:
            return api.post("/v1/games", GAME, key=CREATE, headers={"X-API-Key": owner})

        first, second, again = (assert_ok(create(owner), 201) for owner in (*keys, keys[0]))
        assert first["id"] == again["id"] != second["id"]
        assert first["host_token"] == again["host_token"] != second["host_token"]


def test_an_api_key_that_is_not_required_changes_nothing(client: InProcess) -> None:
    first = assert_ok(client.post("/v1/games", GAME, key=CREATE), 201)
    assert assert_ok(client.post("/v1/games", GAME, key=CREATE, headers={"X-API-Key": "x"}), 201)["id"] == first["id"]
