"""A store that hangs is waited for as long as STORE_TIMEOUT says and no longer, however many are waiting."""

import json
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import httpx
import pytest

from service.store import Unavailable, open_store
from service.store.cluster import Cluster as ClusterStore
from service.store.games import GameStore
from service.store.patience import within
from service.store.scripts import COMMIT
from tests.support.cluster import Cluster
from tests.support.http import LiveService, at_once, calling, good, in_process, refused
from tests.support.proxy import Proxy
from tests.support.valkey import ValkeyServer

SLACK = 1.5
"""Seconds that a busy machine may take for what takes none."""


@contextmanager
def hanging(*servers: ValkeyServer) -> Iterator[None]:
    """Meanwhile these take connections and requests, and answer nothing."""
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


def timed(ask: Callable[[], httpx.Response]) -> float:
    """How long it takes to be refused."""
    began = time.monotonic()
    refused(ask(), 503, "store_unavailable")
    return time.monotonic() - began


def test_requests_that_queue_for_a_connection_wait_no_longer_than_one(
    own: ValkeyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.store.single.MOST_OPEN", 2)
    with in_process(own.url, store_timeout=1) as api:
        table = api.create()
        with hanging(own):
            waited = at_once(16, lambda _: timed(lambda: api.get(table.path)))
        assert max(waited) < 1 + SLACK
        assert good(api.get(table.path))["id"] == table.id


def test_so_it_is_in_the_real_service(own: ValkeyServer, tmp_path: Path) -> None:
    """Three times as many requests as there are connections. Its own log says how long each took."""
    asked = {"REDIS_URL": own.url, "WORKERS": "1", "STORE_TIMEOUT": "1", "LOG_LEVEL": "INFO"}
    with LiveService(tmp_path, **asked) as service, calling(service.url) as api:
        table = api.create()
        with hanging(own):
            asking = f"GET {table.path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
            at_once(192, lambda _: answered(service.port, asking))
        good(api.get(table.path))
        lines = [json.loads(line) for line in service.errors().splitlines() if '"request"' in line]
    waited = [line["ms"] / 1000 for line in lines if line["status"] == 503]
    assert len(waited) == 192
    assert max(waited) < 1 + SLACK


def answered(port: int, request: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.sendall(request)
        while line.recv(1 << 16):
            pass


@pytest.mark.parametrize("script", [COMMIT.sha, ""], ids=["a commit", "anything"])
def test_a_request_waits_once_for_all_that_it_asks(own: ValkeyServer, script: str) -> None:
    with Proxy(own.socket) as line, in_process(line.url, store_timeout=2) as api:
        table = api.create()
        table.step()
        seat = table.turn()
        action = table.legal(seat)[0]
        line.lose(script, 10**6, cut=False)
        assert timed(lambda: table.act(seat, action, key="mine")) < 2 + SLACK
        assert timed(lambda: api.delete(table.path, token=table.host)) < 2 + SLACK


def test_readiness_has_a_bound_of_its_own(own: ValkeyServer) -> None:
    with in_process(own.url, store_timeout=60) as api:
        api.create()
        with hanging(own):
            assert timed(lambda: api.get("/readyz")) < 1 + SLACK


def test_a_long_poll_waits_longer_than_the_store_may_take(own: ValkeyServer) -> None:
    with in_process(own.url, store_timeout=0.5) as api:
        table = api.create()
        version = table.view()["version"]
        acting = Timer(1, table.step)
        acting.start()
        answer = api.get(table.path, params={"wait": 20}, headers={"If-None-Match": f'"{version}.-"'})
        acting.join()
        assert good(answer)["version"] == version + 1


def test_the_innermost_bound_counts(own: ValkeyServer) -> None:
    store = GameStore(open_store(own.url, 60))
    with within(60), hanging(own), within(0.2):
        began = time.monotonic()
        with pytest.raises(Unavailable):
            store.read("x" * 22)
        assert time.monotonic() - began < 0.2 + SLACK
    with within(60):
        assert store.read("x" * 22).charter is None


def test_a_cluster_is_waited_for_no_longer() -> None:
    with Cluster() as cluster, in_process(cluster.url, store_timeout=2) as api:
        table = api.create()
        link = api.app.extensions["tables"].store.link
        assert isinstance(link, ClusterStore)
        port = int(link.home(table.key).partition(":")[2])
        home = next(master for master in cluster.masters if master.port == port)
        with hanging(home, *cluster.replicas):  # or one of these would take over
            assert timed(lambda: api.get(table.path)) < 2 + SLACK
            assert timed(lambda: api.get("/readyz")) < 1 + SLACK
