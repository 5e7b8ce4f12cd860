"""Stores other than the embedded one: a cluster, one that takes no writes, and the addresses that name them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.store import open_store
from service.store.cluster import Cluster as ClusterStore
from service.store.sentinel import SentinelServer
from tests.support.cluster import Cluster
from tests.support.http import InProcess, LiveService, assert_ok, assert_problem, in_process, play_to_the_end
from tests.support.running import wait_for
from tests.support.valkey import ValkeyServer

KEY = "5e8f0a9c-7b1d-4c2e-9f3a-6d5b4c3a2f10"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with Cluster() as running:
        yield running


@pytest.fixture
def clustered(cluster: Cluster) -> Iterator[InProcess]:
    limits = {"create": "1000/minute", "join": "1000/minute", "verify": "1000/minute"}
    with in_process(cluster.url, rate_limits=limits) as api:
        yield api


def test_a_game_is_played_through_on_a_cluster(clustered: InProcess) -> None:
    table = clustered.open(public=True)
    assert_ok(table.join("Ben", key=KEY), 201)
    assert table.join("Ben", key=KEY).headers["Idempotent-Replayed"] == "true"
    assert play_to_the_end(table)["status"] == "finished"
    assert [game["id"] for game in assert_ok(clustered.get("/v1/games?status=finished"))["games"]] == [table.id]
    assert clustered.get("/readyz").status_code == 200
    assert clustered.delete(table.path, token=table.host).status_code == 204
    assert_problem(clustered.get(table.path), 404, "not_found")


def test_all_keys_of_a_game_are_in_one_slot_and_games_are_spread(cluster: Cluster, clustered: InProcess) -> None:
    slots = set()
    for number in range(12):
        table = clustered.create()
        table.step(key=f"step {number}")
        keys = cluster.keys(f"*{table.id}*")
        assert len(keys) == 6
        (slot,) = {cluster.masters[0].ask("CLUSTER", "KEYSLOT", key) for key in keys}
        slots.add(slot)
    assert len(slots) > 6


def test_an_action_is_two_calls_on_a_cluster_too(cluster: Cluster, clustered: InProcess) -> None:
    table = clustered.create()
    table.step()
    seat = table.turn()
    action = table.legal(seat)[0]
    before, other = cluster.calls("evalsha"), cluster.calls("eval") + cluster.calls("get") + cluster.calls("hget")
    assert_ok(table.act(seat, action))
    assert cluster.calls("evalsha") == before + 2
    inner = cluster.calls("eval") + cluster.calls("get") + cluster.calls("hget") - other
    assert inner == 3, "the receipt and the seeds in the read, the version in the commit, all inside the scripts"


@pytest.mark.parametrize("name", ["", "}", "a}b{c", "x" * 100])
def test_a_record_that_names_no_game_is_not_looked_for(clustered: InProcess, name: str) -> None:
    table = clustered.create()
    play_to_the_end(table)
    record = assert_ok(clustered.get(f"{table.path}/record"))
    verdict = assert_ok(clustered.post("/v1/records/verify", {**record, "id": name}))
    assert (verdict["valid"], verdict["known"]) == (False, False)


def test_replicas_of_a_cluster_can_be_waited_for(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    with in_process(cluster.url, store_wait_replicas=1) as careful:
        careful.create().step()
    monkeypatch.setattr("service.store.connection.REPLICATION_MS", 100)
    with in_process(cluster.url, store_wait_replicas=2) as careful:
        assert_problem(
            careful.post("/v1/games", {"engine": "tokyo_poo_divers", "seats": [{}, {}]}), 503, "store_unavailable"
        )


def test_every_master_of_a_cluster_must_take_writes(cluster: Cluster) -> None:
    with in_process(cluster.url, store_wait_replicas=1) as api:
        assert api.get("/readyz").status_code == 200
        for master in cluster.masters:
            master.ask("CONFIG", "SET", "maxmemory", "1")
            assert "full" in assert_problem(api.get("/readyz"), 503, "store_unavailable")["detail"]
            master.ask("CONFIG", "SET", "maxmemory", "0")
        assert api.get("/readyz").status_code == 200


def test_a_cluster_that_is_away_is_503_until_it_is_back() -> None:
    with ValkeyServer(cluster=True) as lonely:
        lonely.ask("CLUSTER", "ADDSLOTSRANGE", "0", "16383")
        wait_for(lambda: "cluster_state:ok" in str(lonely.ask("CLUSTER", "INFO")))
        with in_process(
            f"redis+cluster://127.0.0.1:{lonely.port}",
            store_timeout=0.5,
            store_wait_replicas=0,
            rate_limits={"create": "9/minute"},
        ) as client:
            table = client.create()
            lonely.stop()
            assert_problem(client.get(table.path), 503, "store_unavailable")
            assert_problem(table.act(0, {"type": "bank"}), 503, "store_unavailable")
            assert_problem(
                client.post("/v1/games", {"engine": "tokyo_poo_divers", "seats": [{}, {}]}), 503, "store_unavailable"
            )
            assert_problem(client.get("/readyz"), 503, "store_unavailable")
            lonely.start()
            wait_for(lambda: client.get("/readyz").status_code == 200)


def test_a_node_that_sees_no_majority_is_not_believed(cluster: Cluster) -> None:
    """Such as a master that is cut off from the others; here it is one that lacks a slot."""
    with ValkeyServer(cluster=True) as lonely:
        lonely.ask("CLUSTER", "ADDSLOTSRANGE", "0", "16382")
        with in_process(cluster.url.replace("redis+cluster://", f"redis+cluster://{lonely.address},")) as api:
            api.create().step()
            assert api.get("/readyz").status_code == 200


class TestUrls:
    """URLs that name several hosts; nothing is connected to."""

    @pytest.mark.parametrize(
        ("url", "addresses", "service", "options"),
        [
            ("redis+sentinel://a", [("a", 26379)], "mymaster", {"db": 0}),
            ("redis+sentinel://a:1,b:2,c/main", [("a", 1), ("b", 2), ("c", 26379)], "main", {"db": 0}),
            (
                "redis+sentinel://ana:s%40cret@a:1/main/3?sentinel_password=hush",
                [("a", 1)],
                "main",
                {"db": 3, "username": "ana", "password": "s@cret"},
            ),
            ("redis+sentinel://:cret@a:1/main", [("a", 1)], "main", {"db": 0, "password": "cret"}),
        ],
    )
    def test_sentinels(
        self, url: str, addresses: list[tuple[str, int]], service: str, options: dict[str, object]
    ) -> None:
        store = open_store(url, 2.5)
        assert isinstance(store, SentinelServer)
        assert list(store._sentinels.addresses) == addresses
        assert store._service == service
        assert store._pool.connection_kwargs.items() >= {**options, "socket_timeout": 2.5}.items()
        assert store._sentinels._password == ("hush" if "sentinel_password" in url else None)

    def test_clusters(self) -> None:
        store = open_store("redis+cluster://ana:s%40cret@a:1,b", 2.5)
        assert isinstance(store, ClusterStore)
        assert store._addresses == [("a", 1), ("b", 6379)]
        assert store._options.items() >= {"username": "ana", "password": "s@cret", "socket_timeout": 2.5}.items()


def test_a_store_that_may_drop_games_is_complained_of_at_the_start(tmp_path: Path) -> None:
    with (
        ValkeyServer(maxmemory="64mb", maxmemory_policy="allkeys-lru") as careless,
        LiveService(tmp_path, REDIS_URL=careless.url, WORKERS="1") as service,
    ):
        wait_for(lambda: "store_may_forget" in service.log.read_text())


def test_a_master_that_is_one_no_more_is_a_503_and_not_an_endless_loop(server: ValkeyServer) -> None:
    with in_process(server.url) as api:
        table = api.create()
        seat = table.turn()
        action = table.legal(seat)[0]
        server.ask("REPLICAOF", "127.0.0.1", "1")
        try:
            assert_problem(table.act(seat, action), 503, "store_unavailable")
        finally:
            server.ask("REPLICAOF", "NO", "ONE")
        assert_ok(table.act(seat, action))


def test_a_full_store_rejects_writes_with_a_503_and_still_shows_games(server: ValkeyServer) -> None:
    with in_process(server.url) as api:
        table = api.create()
        seat = table.turn()
        action, version = table.legal(seat)[0], table.view()["version"]
        server.ask("CONFIG", "SET", "maxmemory", "1")
        try:
            assert_problem(table.act(seat, action), 503, "store_unavailable")
            assert table.view()["version"] == version
        finally:
            server.ask("CONFIG", "SET", "maxmemory", "0")
        assert assert_ok(table.act(seat, action))["version"] == version + 1
