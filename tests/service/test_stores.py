"""Stores other than the embedded one: a cluster, replicas that must have a step, and the addresses that name them."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.store.link import SingleLink, cluster_options, open_link
from service.store.scripts import COMMIT
from tests.support.cluster import Cluster
from tests.support.http import InProcess, LiveService, good, in_process, play_to_the_end, refused
from tests.support.proxy import Proxy
from tests.support.running import wait_for
from tests.support.valkey import ValkeyServer

Pair = tuple[ValkeyServer, ValkeyServer]
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
    good(table.join("Ben", key=KEY), 201)
    assert table.join("Ben", key=KEY).headers["Idempotent-Replayed"] == "true"
    assert play_to_the_end(table)["status"] == "finished"
    assert [game["id"] for game in good(clustered.get("/v1/games?status=finished"))["games"]] == [table.id]
    assert clustered.get("/readyz").status_code == 200
    assert clustered.delete(table.path, token=table.host).status_code == 204
    refused(clustered.get(table.path), 404, "not_found")


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
    good(table.act(seat, action))
    assert cluster.calls("evalsha") == before + 2
    inner = cluster.calls("eval") + cluster.calls("get") + cluster.calls("hget") - other
    assert inner == 3, "the receipt and the seeds in the read, the version in the commit, all inside the scripts"


@pytest.mark.parametrize("name", ["", "}", "a}b{c", "x" * 100])
def test_a_record_that_names_no_game_is_not_looked_for(clustered: InProcess, name: str) -> None:
    table = clustered.create()
    play_to_the_end(table)
    record = good(clustered.get(f"{table.path}/record"))
    verdict = good(clustered.post("/v1/records/verify", {**record, "id": name}))
    assert (verdict["valid"], verdict["known"]) == (False, False)


def test_replicas_of_a_cluster_can_be_waited_for(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    with in_process(cluster.url, store_wait_replicas=1) as careful:
        careful.create().step()
    monkeypatch.setattr("service.store.link.REPLICATION_MS", 100)
    with in_process(cluster.url, store_wait_replicas=2) as careful:
        refused(careful.post("/v1/games", {"engine": "tokyo_poo_divers", "seats": [{}, {}]}), 503, "store_unavailable")


def test_a_cluster_that_is_away_is_503_until_it_is_back() -> None:
    with ValkeyServer(cluster=True) as lonely:
        lonely.ask("CLUSTER", "ADDSLOTSRANGE", "0", "16383")
        wait_for(lambda: "cluster_state:ok" in str(lonely.ask("CLUSTER", "INFO")))
        with in_process(
            f"redis+cluster://127.0.0.1:{lonely.port}", store_timeout=0.5, rate_limits={"create": "9/minute"}
        ) as client:
            table = client.create()
            lonely.stop()
            refused(client.get(table.path), 503, "store_unavailable")
            refused(table.act(0, {"type": "bank"}), 503, "store_unavailable")
            refused(
                client.post("/v1/games", {"engine": "tokyo_poo_divers", "seats": [{}, {}]}), 503, "store_unavailable"
            )
            refused(client.get("/readyz"), 503, "store_unavailable")
            lonely.start()
            wait_for(lambda: client.get("/readyz").status_code == 200)


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    """One master with one replica."""
    with ValkeyServer(tcp=True, repl_diskless_sync_delay="0") as master, ValkeyServer(tcp=True) as replica:
        replica.ask("REPLICAOF", "127.0.0.1", str(master.port))
        wait_for(lambda: "state=online" in str(master.ask("INFO", "replication")))
        yield master, replica


@pytest.fixture
def frozen(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("service.store.link.REPLICATION_MS", 100)
    os.kill(pair[1].pid, signal.SIGSTOP)
    yield
    os.kill(pair[1].pid, signal.SIGCONT)


def test_a_step_is_answered_when_the_replica_has_it(pair: Pair) -> None:
    master, replica = pair
    with in_process(master.url, store_wait_replicas=1) as careful:
        table = careful.create()
        for _ in range(3):
            version = table.step()["version"]
            assert replica.ask("HGET", f"game:{{{table.id}}}", "version") == str(version)


@pytest.mark.usefixtures("frozen")
def test_a_step_the_replica_does_not_have_is_503_and_the_repeat_learns_of_it(pair: Pair) -> None:
    with in_process(pair[0].url) as careless:
        table = careless.create(options={"first_player": 0})
        action = table.legal(0)[0]
        with in_process(pair[0].url, store_wait_replicas=1) as careful:
            answer = table.through(careful).act(0, action, key="mine")
            refused(answer, 503, "store_unavailable")
            assert answer.headers["Retry-After"] == "1"
        assert table.act(0, action, key="mine").headers["Idempotent-Replayed"] == "true"


@pytest.mark.usefixtures("frozen")
def test_asking_again_on_another_connection_still_waits_for_the_replica(pair: Pair) -> None:
    """WAIT counts what its own connection has written: to ask whether a commit was applied must be a write too."""
    with Proxy(pair[0].socket) as line, in_process(pair[0].url) as careless:
        table = careless.create(options={"first_player": 0})
        table.step()
        seat = table.turn()
        action = table.legal(seat)[0]
        with in_process(line.url, store_wait_replicas=1) as careful:
            line.lose(COMMIT.sha)
            refused(table.through(careful).act(seat, action), 503, "store_unavailable")
        assert line.lost == 1


class TestAddresses:
    """Addresses that name several hosts; nothing is connected to."""

    @pytest.mark.parametrize(
        ("url", "places", "service", "named"),
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
    def test_sentinels(self, url: str, places: list[tuple[str, int]], service: str, named: dict[str, object]) -> None:
        link = open_link(url, 2.5)
        assert isinstance(link, SingleLink)
        pool = link._pool
        asked = [sentinel.connection_pool.connection_kwargs for sentinel in pool.sentinel_manager.sentinels]
        assert [(one["host"], one["port"]) for one in asked] == places
        assert pool.service_name == service
        assert pool.connection_kwargs.items() >= {**named, "socket_timeout": 2.5}.items()
        assert all(one["socket_timeout"] == 2.5 for one in asked)
        hush = "hush" if "sentinel_password" in url else None
        assert [one.get("password") for one in asked] == [hush] * len(asked)

    def test_clusters(self) -> None:
        options = cluster_options("redis+cluster://ana:s%40cret@a:1,b", 2.5)
        assert [(node.host, node.port) for node in options["startup_nodes"]] == [("a", 1), ("b", 6379)]
        assert options.items() >= {"username": "ana", "password": "s@cret", "socket_timeout": 2.5}.items()


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
            refused(table.act(seat, action), 503, "store_unavailable")
        finally:
            server.ask("REPLICAOF", "NO", "ONE")
        good(table.act(seat, action))


def test_a_full_store_refuses_writes_with_a_503_and_still_shows_games(server: ValkeyServer) -> None:
    with in_process(server.url) as api:
        table = api.create()
        seat = table.turn()
        action, version = table.legal(seat)[0], table.view()["version"]
        server.ask("CONFIG", "SET", "maxmemory", "1")
        try:
            refused(table.act(seat, action), 503, "store_unavailable")
            assert table.view()["version"] == version
        finally:
            server.ask("CONFIG", "SET", "maxmemory", "0")
        assert good(table.act(seat, action))["version"] == version + 1
