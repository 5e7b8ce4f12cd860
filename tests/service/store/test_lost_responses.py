"""The connection to the store is cut, hangs or dies: a commit is applied once, and a repeat learns of it."""

from collections.abc import Iterator
from typing import Any

import pytest

from service.store import open_store
from service.store.connection import SingleServer
from service.store.scripts import COMMIT, READ
from tests.support.http import InProcess, Json, Table, assert_ok, assert_problem, in_process
from tests.support.proxy import Proxy
from tests.support.running import wait_for
from tests.support.valkey import ValkeyServer

KEY = "8b0a4f4e-2a51-4f5a-9a39-5a8f2d1d7c11"
GAME: Json = {"engine": "tokyo_poo_divers", "seats": [{"name": "Ana"}, {"name": "Ben"}]}


@pytest.fixture
def proxy(server: ValkeyServer) -> Iterator[Proxy]:
    with Proxy(server.socket) as running:
        yield running


@pytest.fixture
def client(proxy: Proxy) -> Iterator[InProcess]:
    with in_process(proxy.url, store_timeout=2) as api:
        yield api


@pytest.fixture
def table(client: InProcess) -> Table:
    """A table that has been played at, so that the store knows the scripts."""
    made = client.create(options={"first_player": 0})
    assert_ok(made.act(0, {"type": "dive", "cell": [0, 0]}))
    return made


def applied_once(table: Table, version: int) -> None:
    log = table.events()
    assert table.view()["version"] == version
    assert [event["seq"] for event in log] == list(range(1, len(log) + 1))
    assert {event["version"] for event in log} == set(range(1, version + 1))


@pytest.mark.parametrize("times", [1, 2], ids=["on an idle connection", "and again on the next one"])
def test_a_commit_whose_response_is_lost_is_applied_once_and_confirmed(table: Table, proxy: Proxy, times: int) -> None:
    version = table.view()["version"]
    proxy.lose(COMMIT.sha, times)
    done = table.step()
    assert proxy.lost == times
    assert done["version"] == version + 1
    applied_once(table, version + 1)


def test_a_commit_whose_response_never_comes_is_applied_once_and_confirmed(table: Table, proxy: Proxy) -> None:
    version = table.view()["version"]
    proxy.lose(COMMIT.sha, cut=False)
    assert table.step()["version"] == version + 1
    assert proxy.lost == 1
    applied_once(table, version + 1)


def test_a_lost_response_is_distinguished_from_a_lost_race(table: Table, proxy: Proxy, server: ValkeyServer) -> None:
    """Somebody else acts between the commit and the question whether it was applied: it was, and is not done again."""
    seat = table.turn()
    version, action = table.view()["version"], table.legal(seat)[0]
    with in_process(proxy.url, store_timeout=20) as patient, in_process(server.url) as other:
        store = patient.app.extensions["tables"].store.connection
        call_many, lost = store.call_many, []

        def call_late(commands: list[Any], *options: Any) -> Any:
            if commands[0][1] == COMMIT.sha and not lost:
                lost.extend(call_many(commands, *options))
                table.through(other).step()
            return call_many(commands, *options)

        store.call_many = call_late
        done = assert_ok(table.through(patient).act(seat, action))
    assert lost == [b"ok"]
    assert done["version"] == version + 1
    applied_once(table, version + 2)


def test_when_the_store_stays_away_it_is_503_and_the_repeat_learns_that_it_was_applied(
    table: Table, proxy: Proxy
) -> None:
    seat = table.turn()
    version, action = table.view()["version"], table.legal(seat)[0]
    proxy.lose(COMMIT.sha, then_dead=True)
    away = table.act(seat, action, key="mine")
    assert_problem(away, 503, "store_unavailable")
    assert away.headers["Retry-After"] == "1"
    assert_problem(table.act(seat, action, key="mine"), 503, "store_unavailable")
    proxy.revive()
    response = table.act(seat, action, key="mine")
    assert assert_ok(response)["version"] == version + 1
    assert response.headers["Idempotent-Replayed"] == "true"
    applied_once(table, version + 1)


def test_when_the_store_goes_before_the_commit_nothing_was_applied(table: Table, proxy: Proxy) -> None:
    seat = table.turn()
    version, action = table.view()["version"], table.legal(seat)[0]
    proxy.lose(READ.sha, then_dead=True)
    assert_problem(table.act(seat, action, key="mine"), 503, "store_unavailable")
    proxy.revive()
    assert table.view()["version"] == version
    response = table.act(seat, action, key="mine")
    assert "Idempotent-Replayed" not in response.headers
    applied_once(table, version + 1)


@pytest.mark.usefixtures("table")
def test_a_creation_whose_response_is_lost_is_replayed_with_its_tokens(client: InProcess, proxy: Proxy) -> None:
    proxy.lose(COMMIT.sha, then_dead=True)
    assert_problem(client.post("/v1/games", GAME, key=KEY), 503, "store_unavailable")
    proxy.revive()
    response = client.post("/v1/games", GAME, key=KEY)
    assert response.headers["Idempotent-Replayed"] == "true"
    client.table(assert_ok(response, 201)).step()


def test_a_join_whose_response_is_lost_is_replayed_with_its_token(client: InProcess, proxy: Proxy) -> None:
    table = client.open()
    proxy.lose(COMMIT.sha, then_dead=True)
    assert_problem(table.join("Ben", key=KEY), 503, "store_unavailable")
    proxy.revive()
    assert table.join("Ben", key=KEY).headers["Idempotent-Replayed"] == "true"
    table.step()


def test_a_store_that_is_away_makes_every_route_503_but_the_service_stays_alive(table: Table, proxy: Proxy) -> None:
    api = table.api
    proxy.die()
    calls = [
        api.get("/readyz"),
        api.get("/v1/games"),
        api.get(table.path),
        api.get(f"{table.path}/actions", token=table.tokens[0]),
        api.get(f"{table.path}/events"),
        api.post("/v1/games", GAME),
        table.join("Ben"),
        table.act(0, {"type": "bank"}),
        api.post(f"{table.path}/start", token=table.host),
        api.delete(f"{table.path}/seats/0", token=table.host),
        api.delete(table.path, token=table.host),
    ]
    for response in calls:
        assert_problem(response, 503, "store_unavailable")
        assert response.headers["Retry-After"].isdigit()
    assert api.get("/healthz").status_code == 200
    proxy.revive()
    assert api.get("/readyz").status_code == 200
    table.step()


def test_a_limiter_without_its_store_is_503_in_time(proxy: Proxy) -> None:
    with in_process(proxy.url, store_timeout=0.5, rate_limits={"create": "9/minute"}) as limited:
        wait_for(lambda: limited.post("/v1/games", GAME).status_code == 201)  # half a second is short on a busy machine
        proxy.die()
        response = limited.post("/v1/games", GAME)
        assert_problem(response, 503, "store_unavailable")
        assert response.elapsed.total_seconds() < 3
        proxy.lose("", 10**6, cut=False)
        proxy.revive()
        response = limited.post("/v1/games", GAME)
        assert_problem(response, 503, "store_unavailable")
        assert response.elapsed.total_seconds() < 3


def test_a_connection_that_breaks_many_times_is_taken_up_again_each_time(proxy: Proxy) -> None:
    """More often than redis-py's pool would let a process connect in all its life."""
    store = open_store(proxy.url, 0.5)
    assert isinstance(store, SingleServer)
    for _ in range(120):
        assert store.call("PING")
        for connection in store._idle:
            connection.disconnect()
        store._idle.clear()
