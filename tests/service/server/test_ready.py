"""/readyz: 200 exactly when an action could be accepted, and otherwise what is the matter."""

from collections.abc import Iterator

import pytest

from service import shutdown as draining
from tests.support.http import InProcess, assert_problem, in_process
from tests.support.running import wait_for
from tests.support.valkey import ValkeyServer


@pytest.fixture(scope="module")
def own() -> Iterator[ValkeyServer]:
    """A store that no other test needs."""
    with ValkeyServer(tcp=True) as server:
        yield server


@pytest.fixture
def api(own: ValkeyServer) -> Iterator[InProcess]:
    with in_process(own.url) as client:
        assert client.get("/readyz").status_code == 200
        yield client
        wait_for(lambda: client.get("/readyz").status_code == 200)


def not_ready(api: InProcess, why: str) -> None:
    """It is not ready for this reason, and an action is rejected for the same."""
    response = api.get("/readyz")
    assert why in assert_problem(response, 503, "store_unavailable")["detail"]
    assert response.headers["Retry-After"].isdigit()
    body = {"engine": "tokyo_poo_divers", "seats": [{}, {}]}
    assert why in assert_problem(api.post("/v1/games", body), 503, "store_unavailable")["detail"]


def test_a_full_store_is_not_ready(api: InProcess, own: ValkeyServer) -> None:
    own.ask("CONFIG", "SET", "maxmemory", "1")
    try:
        not_ready(api, "full")
    finally:
        own.ask("CONFIG", "SET", "maxmemory", "0")


def test_a_store_that_is_a_replica_now_is_not_ready(api: InProcess, own: ValkeyServer) -> None:
    own.ask("REPLICAOF", "127.0.0.1", "1")
    try:
        not_ready(api, "takes no writes")
    finally:
        own.ask("REPLICAOF", "NO", "ONE")


def test_a_store_that_rejects_without_its_replicas_is_not_ready(api: InProcess, own: ValkeyServer) -> None:
    own.ask("CONFIG", "SET", "min-replicas-to-write", "1")
    try:
        not_ready(api, "replicas")
    finally:
        own.ask("CONFIG", "SET", "min-replicas-to-write", "0")


def test_a_store_without_the_required_replicas_is_not_ready(own: ValkeyServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.store.connection.REPLICATION_MS", 100)
    with in_process(own.url, store_wait_replicas=1) as api:
        not_ready(api, "replicas")


def test_a_store_that_is_away_is_not_ready(api: InProcess, own: ValkeyServer) -> None:
    own.stop()
    try:
        assert_problem(api.get("/readyz"), 503, "store_unavailable")
    finally:
        own.start()


def test_a_process_that_stops_says_so(api: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(draining, "_shutting_down", True)
        response = api.get("/readyz")
        assert_problem(response, 503, "shutting_down")
        assert response.headers["Retry-After"] == "5"
