"""nginx in front of two replicas on one store: what dies behind it is not seen before it."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from tests.support.campaign import judged, playing
from tests.support.http import Api, calling, good
from tests.support.listening import NDJSON, listening, ticket_of
from tests.support.nginx import Tables, two_replicas
from tests.support.running import wait_for

pytestmark = pytest.mark.nginx

PLAYERS = 4


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    with two_replicas(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.fixture
def api(house: Tables) -> Iterator[Api]:
    house.ready()
    with calling(house.nginx.url) as client:
        yield client


@contextmanager
def unnoticed(api: Api, *but: str) -> Iterator[None]:
    """Players and spectators at work; at the end no player has seen another error, and every log is complete."""
    with playing(api, PLAYERS) as team:
        yield
    verdict = judged(team)
    assert not verdict.wrong
    assert set(verdict.errors) <= set(but), verdict.errors
    assert verdict.answered == verdict.sent > 0


CUT_OFF = "RemoteProtocolError"
"""An answer whose beginning had been passed on when the worker was killed. nginx cannot take it back."""


def test_a_dead_worker_in_each_replica_is_not_noticed(house: Tables, api: Api) -> None:
    with unnoticed(api, CUT_OFF):
        for replica in house.replicas:
            replica.kill(replica.workers()[0])
            time.sleep(0.5)  # what was broken off there is sent to the other replica, which must answer it
        until = time.monotonic() + 5
        while time.monotonic() < until:
            assert good(api.get("/v1/engines"))
        wait_for(lambda: all(len(replica.workers()) == 2 for replica in house.replicas))


def test_a_killed_replica_is_not_noticed(house: Tables, api: Api) -> None:
    with unnoticed(api, CUT_OFF):
        for replica in house.replicas:
            replica.kill9()
            until = time.monotonic() + 3
            while time.monotonic() < until:
                assert good(api.get("/v1/engines"))
            replica.restart()
            time.sleep(1)  # what it refused before it was there is sent to the other replica, which must answer it


def test_a_rolling_restart_is_not_noticed(house: Tables, api: Api) -> None:
    with unnoticed(api):
        for replica in house.replicas:
            assert replica.stop()[0] == 0
            assert good(api.get("/v1/engines"))
            replica.restart()
            time.sleep(1)


def test_a_stream_passes_at_once(api: Api) -> None:
    table = api.create()
    with listening(table, 0) as listener:
        heard = listener.events()
        for _ in range(3):  # each is read while the stream stays open
            version = table.step()["version"]
            while next(heard)["version"] < version:
                pass


def test_a_stream_of_lines_passes_at_once(api: Api) -> None:
    table = api.create()
    with listening(table, 0, accept=NDJSON) as listener:
        assert json.loads(next(listener.lines))["id"] == table.id
        version = table.step()["version"]
        while json.loads(next(filter(None, listener.lines)))["version"] < version:
            pass


def test_the_service_sees_the_clients_address(house: Tables) -> None:
    elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
    with httpx.Client(base_url=house.nginx.url, transport=elsewhere) as client:
        client.get("/healthz", headers={"X-Request-Id": "from-elsewhere"})
    line = next(
        line for replica in house.replicas for line in replica.errors().splitlines() if "from-elsewhere" in line
    )
    assert '"client":"127.0.0.2"' in line.replace(" ", "")


def test_no_ticket_is_logged(house: Tables, api: Api) -> None:
    table = api.create()
    ticket = ticket_of(table, 0)
    api.get(f"{table.path}/events", params={"ticket": ticket})
    api.client.get(f"{table.path}/events", params={"ticket": ticket, "too_long": "x" * 9000})
    assert table.path in house.nginx.logged()
    assert ticket not in house.nginx.logged()
