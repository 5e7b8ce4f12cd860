"""What must never be seen: seeds, other people's tokens, and what a seat may not know, in no response of any kind."""

from base64 import b64encode, urlsafe_b64encode
from typing import Any

import msgspec
import pytest
import redis

from engines.chance import Chance, commitment
from engines.registry import ENGINES
from service.store.stored import Seeds
from tests.support.http import InProcess, Table, assert_ok
from tests.support.valkey import ValkeyServer


class ResponseRecorder:
    """Records every byte of the service's responses, headers included."""

    def __init__(self, client: InProcess) -> None:
        self.seen: list[bytes] = []
        client.client.event_hooks["response"].append(self._keep)

    def _keep(self, response: Any) -> None:
        response.read()
        self.seen += [response.content, *(value for _, value in response.headers.raw)]

    def hold(self, *secrets: bytes) -> list[bytes]:
        return [secret for secret in secrets if any(secret in response for response in self.seen)]


def seeds_of(server: ValkeyServer, table: Table) -> Seeds:
    with redis.Redis.from_url(server.url) as store:
        raw: Any = store.get(f"game:{{{table.id}}}:seeds")
    return msgspec.msgpack.decode(raw, type=Seeds)


def forms(secret: bytes) -> list[bytes]:
    """A secret as it might be written down."""
    return [secret, secret.hex().encode(), secret.hex().upper().encode(), b64encode(secret), urlsafe_b64encode(secret)]


def everything(table: Table) -> None:
    """Send every kind of request, and all that are rejected."""
    for seat in (None, *table.tokens):
        table.view(seat)
        table.events(seat)
    for seat in table.tokens:
        table.legal(seat)
        table.act(seat, {"type": "nonsense"})
        table.act(seat, {"type": "bank"})
        table.act(seat, {"type": "bank"}, match='"0.0"')
    for path in ("", "/events", "/record", "/nothing"):
        table.api.get(table.path + path, token=table.host)
    table.api.get(f"/v1/games/{table.id[:-1]}x")
    table.api.post(f"{table.path}/start", token=table.host)
    table.join("Eve")


def test_seeds_and_tokens_are_in_no_response_while_a_game_is_played(
    slug: str, client: InProcess, server: ValkeyServer
) -> None:
    last = ENGINES[slug].players.min - 1
    table = client.open(slug, taken=last, free=1, public=True)
    entropy = "only the holder of the last seat knows this"
    recorder = ResponseRecorder(client)
    assert_ok(client.post(f"{table.path}/start", token=table.host), 409)
    joined = client.post(f"{table.path}/seats", {"name": "Ben", "entropy": entropy})
    table.tokens[last] = joined.json()["token"]
    recorder.seen.clear()
    dice = Chance(b"\1" * 32)
    for _ in range(6):
        everything(table)
        table.step(dice)
    client.get("/v1/games")
    client.get("/metrics")
    seeds = seeds_of(server, table)
    assert commitment(seeds.server_seed) == table.view()["seed_commitment"]
    assert seeds.entropies == [""] * last + [entropy]
    assert len(recorder.seen) > 400
    assert recorder.hold(*forms(seeds.server_seed), *forms(seeds.seed), entropy.encode()) == []
    assert recorder.hold(table.host.encode(), *(token.encode() for token in table.tokens.values())) == []


def test_a_seat_sees_its_own_secrets_and_nobody_elses(client: InProcess) -> None:
    """Peeks are the secret of Tokyo Poo Divers: seen by one seat, in views and in the log, and by nobody else."""
    peeks = 0
    for number in range(40):
        table = client.create(options={"first_player": 0})
        dice = Chance(bytes([number]) * 32)
        for _ in range(30):
            seat = table.turn()
            actions = table.legal(seat)
            looks = [action for action in actions if action["type"] == "peek"]
            assert_ok(table.act(seat, dice.choice(looks or actions)))
            if looks or table.view()["status"] != "active":
                break
        if not looks:
            continue
        peeks += 1
        for other in (None, 1 - seat):
            assert [peek["face"] for peek in table.view(other)["state"]["peeks"]] == [None]
            assert ["face" in event["data"] for event in table.events(other) if event["type"] == "peeked"] == [False]
        mine = table.view(seat)["state"]["peeks"][0]["face"]
        assert [event["data"]["face"] for event in table.events(seat) if event["type"] == "peeked"] == [mine]
        assert [len(table.events(viewer)) for viewer in (None, 0, 1)] == [len(table.events())] * 3
        if peeks == 3:
            return
    pytest.fail("no peek came up")


def test_seeds_live_in_a_key_of_their_own(client: InProcess, server: ValkeyServer) -> None:
    table = client.create()
    table.step()
    seeds = seeds_of(server, table)
    with redis.Redis.from_url(server.url) as store:
        base = f"game:{{{table.id}}}"
        others: Any = [
            store.hgetall(base),
            store.get(f"{base}:config"),
            store.lrange(f"{base}:journal", 0, -1),
            store.lrange(f"{base}:log", 0, -1),
        ]
        dump = repr(others).encode()
        for secret in (*forms(seeds.server_seed), *forms(seeds.seed), repr(seeds.server_seed)[2:-1].encode()):
            assert secret not in dump
