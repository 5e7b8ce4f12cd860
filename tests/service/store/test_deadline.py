"""A store that hangs is durations for as long as STORE_TIMEOUT says and no longer, however many requests wait."""

import json
import os
import signal
import socket
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from threading import Timer

import httpx
import pytest
import redis
from werkzeug.test import EnvironBuilder, run_wsgi_app

from service.store import Unavailable, open_store
from service.store.cluster import Cluster as ClusterStore
from service.store.connection import deadline, expires_at, seconds_until, suspended_deadline
from service.store.game_store import GameStore
from service.store.scripts import COMMIT
from tests.support.cluster import Cluster
from tests.support.http import LiveService, api_client, assert_ok, assert_problem, in_process, run_concurrently
from tests.support.proxy import Proxy
from tests.support.valkey import ValkeyServer

SLACK = 1.5
"""Seconds that a busy machine may take for what takes none."""


@contextmanager
def hanging(*servers: ValkeyServer) -> Iterator[None]:
    """Meanwhile these take connections and requests, and response nothing."""
    for server in servers:
        os.kill(server.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for server in servers:
            os.kill(server.pid, signal.SIGCONT)


@pytest.fixture
def own() -> Iterator[ValkeyServer]:
    """A store that no other test needs."""
    with ValkeyServer() as server:
        yield server


def seconds_to_fail(request: Callable[[], httpx.Response]) -> float:
    """How long it takes until the error response."""
    began = time.monotonic()
    assert_problem(request(), 503, "store_unavailable")
    return time.monotonic() - began


def test_requests_that_queue_for_a_connection_wait_no_longer_than_one(
    own: ValkeyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.store.connection.MAX_CONNECTIONS", 2)
    with in_process(own.url, store_timeout=1) as api:
        table = api.create()
        with hanging(own):
            durations = run_concurrently(16, lambda _: seconds_to_fail(lambda: api.get(table.path)))
        assert max(durations) < 1 + SLACK
        assert assert_ok(api.get(table.path))["id"] == table.id


def test_the_same_holds_in_the_real_service(own: ValkeyServer, tmp_path: Path) -> None:
    """Three times as many requests as there are connections. Its own log says how long each took."""
    environment = {"REDIS_URL": own.url, "WORKERS": "1", "STORE_TIMEOUT": "1", "LOG_LEVEL": "INFO"}
    with LiveService(tmp_path, **environment) as service, api_client(service.url) as api:
        table = api.create()
        with hanging(own):
            request = f"GET {table.path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
            run_concurrently(192, lambda _: send(service.port, request))
        assert_ok(api.get(table.path))
        lines = [json.loads(line) for line in service.errors().splitlines() if '"request"' in line]
    durations = [line["ms"] / 1000 for line in lines if line["status"] == 503]
    assert len(durations) == 192
    assert max(durations) < 1 + SLACK


def send(port: int, request: bytes) -> None:
    """Send a request and read until the connection is closed."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(request)
        while connection.recv(1 << 16):
            pass


@pytest.mark.parametrize("script", [COMMIT.sha, ""], ids=["a commit", "anything"])
def test_a_request_has_one_deadline_for_all_its_calls(own: ValkeyServer, script: str) -> None:
    with Proxy(own.socket) as proxy, in_process(proxy.url, store_timeout=2) as api:
        table = api.create()
        table.step()
        seat = table.turn()
        action = table.legal(seat)[0]
        proxy.lose(script, 10**6, cut=False)
        assert seconds_to_fail(lambda: table.act(seat, action, key="mine")) < 2 + SLACK
        assert seconds_to_fail(lambda: api.delete(table.path, token=table.host)) < 2 + SLACK


@pytest.mark.parametrize(("is_connected", "delay"), [(False, 1.3), (True, 1.6)], ids=["connecting", "connected"])
def test_late_responses_do_not_add_up(own: ValkeyServer, is_connected: bool, delay: float) -> None:
    """Those of the handshake are some of them, and the rate limit needs one too."""
    limits = {"create": "100/second", "join": "off", "verify": "off"}
    with Proxy(own.socket) as proxy, in_process(proxy.url, store_timeout=2, rate_limits=limits) as api:
        api.create()  # so this process has prepared all that it needs
        if not is_connected:
            api.app.extensions["tables"].store.connection.close()
        proxy.delay = delay
        body = {"engine": "tokyo_poo_divers", "seats": [{}, {}]}
        assert seconds_to_fail(lambda: api.post("/v1/games", body, key=str(uuid.uuid4()))) < 3


def test_the_client_s_own_time_is_not_the_store_s(own: ValkeyServer) -> None:
    """A body that arrives slowly, and a record that takes long to verify."""
    with deadline(0.5):
        with suspended_deadline():
            time.sleep(0.6)
        assert 0 < seconds_until(expires_at(60)) <= 0.5
    body = b'{"engine": "tokyo_poo_divers", "seats": [{}, {}]}'
    with in_process(own.url, store_timeout=0.5) as api:
        sent = EnvironBuilder(method="POST", path="/v1/games", input_stream=SlowBody(body), content_length=len(body))
        _, status, _ = run_wsgi_app(api.app, {**sent.get_environ(), "CONTENT_TYPE": "application/json"})
        assert status == "201 CREATED"


class SlowBody(BytesIO):
    def read(self, size: int | None = -1) -> bytes:
        time.sleep(0.6)
        return super().read(size)


def test_readiness_has_a_deadline_of_its_own(own: ValkeyServer) -> None:
    with in_process(own.url, store_timeout=60) as api:
        api.create()
        with hanging(own):
            assert seconds_to_fail(lambda: api.get("/readyz")) < 1 + SLACK


def test_a_long_poll_waits_longer_than_the_store_may_take(own: ValkeyServer) -> None:
    with in_process(own.url, store_timeout=0.5) as api:
        table = api.create()
        version = table.view()["version"]
        acting = Timer(1, table.step)
        acting.start()
        response = api.get(table.path, params={"wait": 20}, headers={"If-None-Match": f'"{version}.-"'})
        acting.join()
        assert assert_ok(response)["version"] == version + 1


def test_the_innermost_deadline_counts(own: ValkeyServer) -> None:
    store = GameStore(open_store(own.url, 60))
    with deadline(60), hanging(own), deadline(0.2):
        began = time.monotonic()
        with pytest.raises(Unavailable):
            store.read("x" * 22)
        assert time.monotonic() - began < 0.2 + SLACK
    with deadline(60):
        assert store.read("x" * 22).config is None


def test_a_call_may_have_less_time_than_the_deadline_and_never_more(own: ValkeyServer) -> None:
    """The first try of a commit: it must not use up the time for a second one."""
    store = open_store(own.url, 60)
    with hanging(own):
        for limit, within in ((60, 0.2), (0.2, 60)):
            began = time.monotonic()
            with deadline(limit), pytest.raises(redis.TimeoutError):
                store.call("PING", within=within)
            assert time.monotonic() - began < 0.2 + SLACK
    assert store.call("PING")


def test_a_deadline_that_has_passed_is_an_error_and_ends_with_its_request() -> None:
    with deadline(-1), pytest.raises(redis.TimeoutError):
        seconds_until(expires_at(60))
    assert 59 < seconds_until(expires_at(60)) <= 60


def test_a_cluster_is_waited_for_no_longer() -> None:
    with Cluster() as cluster, in_process(cluster.url, store_timeout=2) as api:
        table = api.create()
        store = api.app.extensions["tables"].store.connection
        assert isinstance(store, ClusterStore)
        port = int(store.master_of(table.key).partition(":")[2])
        master = next(master for master in cluster.masters if master.port == port)
        with hanging(master, *cluster.replicas):  # or one of these would take over
            assert seconds_to_fail(lambda: api.get(table.path)) < 2 + SLACK
            assert seconds_to_fail(lambda: api.get("/readyz")) < 1 + SLACK
