"""nginx in front of two replicas on one store: what dies behind it is not seen before it."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from tests.support.campaign import playing, verify_games
from tests.support.http import Api, api_client, assert_ok
from tests.support.listening import NDJSON, open_stream, ticket_of
from tests.support.nginx import Deployment, two_replicas
from tests.support.running import wait_for

pytestmark = pytest.mark.nginx

PLAYERS = 4


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    with two_replicas(tmp_path_factory.mktemp("deployment")) as running:
        yield running


@pytest.fixture
def api(deployment: Deployment) -> Iterator[Api]:
    deployment.wait_until_ready()
    with api_client(deployment.nginx.url) as client:
        yield client


@contextmanager
def assert_unnoticed(api: Api, *but: str) -> Iterator[None]:
    """Players and spectators at work; at the end no player has seen another error, and every log is complete."""
    with playing(api, PLAYERS) as team:
        yield
    verdict = verify_games(team)
    assert not verdict.wrong
    assert set(verdict.errors) <= set(but), verdict.errors
    assert verdict.confirmed == verdict.sent > 0


CUT_OFF = "RemoteProtocolError"
"""A response whose beginning had been passed on when the worker was killed. nginx cannot take it back."""


def test_a_dead_worker_in_each_replica_is_not_noticed(deployment: Deployment, api: Api) -> None:
    with assert_unnoticed(api, CUT_OFF):
        for replica in deployment.replicas:
            replica.kill(replica.workers()[0])
            time.sleep(0.5)  # what was broken off there is sent to the other replica, which must serve it
        until = time.monotonic() + 5
        while time.monotonic() < until:
            assert assert_ok(api.get("/v1/engines"))
        wait_for(lambda: all(len(replica.workers()) == 2 for replica in deployment.replicas))


def test_a_killed_replica_is_not_noticed(deployment: Deployment, api: Api) -> None:
    with assert_unnoticed(api, CUT_OFF):
        for replica in deployment.replicas:
            replica.kill9()
            until = time.monotonic() + 3
            while time.monotonic() < until:
                assert assert_ok(api.get("/v1/engines"))
            replica.restart()
            time.sleep(1)  # what it rejected before it was there is sent to the other replica, which must serve it


def test_a_rolling_restart_is_not_noticed(deployment: Deployment, api: Api) -> None:
    with assert_unnoticed(api):
        for replica in deployment.replicas:
            assert replica.stop()[0] == 0
            assert assert_ok(api.get("/v1/engines"))
            replica.restart()
            time.sleep(1)


def test_a_stream_passes_at_once(api: Api) -> None:
    table = api.create()
    with open_stream(table, 0) as listener:
        events = listener.events()
        for _ in range(3):  # each is read while the stream stays open
            version = table.step()["version"]
            while next(events)["version"] < version:
                pass


def test_a_stream_of_lines_passes_at_once(api: Api) -> None:
    table = api.create()
    with open_stream(table, 0, accept=NDJSON) as listener:
        assert json.loads(next(listener.lines))["id"] == table.id
        version = table.step()["version"]
        while json.loads(next(filter(None, listener.lines)))["version"] < version:
            pass


def test_the_service_sees_the_clients_address(deployment: Deployment) -> None:
    elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
    with httpx.Client(base_url=deployment.nginx.url, transport=elsewhere) as client:
        client.get("/healthz", headers={"X-Request-Id": "from-elsewhere"})
    line = next(
        line for replica in deployment.replicas for line in replica.errors().splitlines() if "from-elsewhere" in line
    )
    assert '"client":"127.0.0.2"' in line.replace(" ", "")


def test_no_ticket_is_logged(deployment: Deployment, api: Api) -> None:
    table = api.create()
    ticket = ticket_of(table, 0)
    api.get(f"{table.path}/events", params={"ticket": ticket})
    api.client.get(f"{table.path}/events", params={"ticket": ticket, "too_long": "x" * 9000})
    assert table.path in deployment.nginx.read_logs()
    assert ticket not in deployment.nginx.read_logs()
