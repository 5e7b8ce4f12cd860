"""A master that is cut off from its peers in mid-game, while the service still reaches it: `make test-partition`."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.store import open_store
from service.store.sentinel import SentinelServer
from service.store.subscriptions import POLL_INTERVAL
from tests.support.campaign import actions, playing, verify_games
from tests.support.cluster import Cluster
from tests.support.http import Table, in_process
from tests.support.listening import open_stream
from tests.support.network import Network
from tests.support.running import wait_for
from tests.support.sentinel import Sentinels
from tests.support.valkey import ValkeyServer, is_master

pytestmark = pytest.mark.partition

SOON = 15.0
"""Seconds until the service acts on the new master, of which two or three pass until there is one."""


class Deployment:
    """A store on a network of its own, one of whose masters can be cut off."""

    def __init__(self, network: Network, store: Sentinels | Cluster) -> None:
        self.network, self.store, self.url = network, store, store.url

    def master_of(self, table: Table) -> ValkeyServer:
        """The master that has this table."""
        return self.store.master_of(table.key) if isinstance(self.store, Cluster) else self.store.master()

    def cut(self, master: ValkeyServer) -> None:
        """Cut this master off from its peers, and with it the Sentinel on its host."""
        self.network.cut(master.host)

    def replicas_of(self, master: ValkeyServer) -> list[ValkeyServer]:
        servers = self.store.nodes if isinstance(self.store, Cluster) else self.store.servers
        line = f"master_port:{master.port}\r"
        return [server for server in servers if line in str(server.ask("INFO", "replication"))]

    def set_electable(self, server: ValkeyServer, electable: bool) -> None:
        """Whether this replica may become the master."""
        if isinstance(self.store, Cluster):
            server.ask("CONFIG", "SET", "cluster-replica-no-failover", "no" if electable else "yes")
        else:
            server.ask("CONFIG", "SET", "replica-priority", "100" if electable else "0")

    def settle(self) -> None:
        self.network.heal()
        self.store.settle()


@pytest.fixture(scope="module", params=["sentinel", "cluster"])
def running(request: pytest.FixtureRequest) -> Iterator[Deployment]:
    """A master with two replicas and a Sentinel beside each; or three masters with two replicas each."""
    if request.param == "sentinel":
        with Network(3) as network, Sentinels(hosts=network.hosts) as sentinels:
            yield Deployment(network, sentinels)
    else:
        with Network(9) as network, Cluster(network.hosts) as cluster:
            yield Deployment(network, cluster)


@pytest.fixture
def store(running: Deployment) -> Deployment:
    running.settle()
    return running


def test_nothing_is_lost_and_the_service_turns_to_the_new_master_while_the_old_one_is_cut_off(
    store: Deployment,
) -> None:
    with in_process(store.url) as api:
        with playing(api, 3) as team:
            wait_for(lambda: actions(team) >= 30)
            old = store.master_of(team[0].tables[-1])
            store.cut(old)
            time.sleep(0.5)
            done = [len(player.responses) for player in team]
            wait_for(lambda: all(len(p.responses) > n + 5 for p, n in zip(team, done, strict=True)), timeout=SOON)
            assert "role:master" in str(old.ask("INFO", "replication")), "it knows nothing of it"
            store.settle()
        verdict = verify_games(team)
    assert not verdict.wrong


def test_a_master_that_was_replaced_becomes_the_master_again(store: Deployment) -> None:
    """It replaces the one that replaced it, which is cut off then, and takes itself for the master."""
    with in_process(store.url) as api:
        table = api.create("zoky")
        first = store.master_of(table)
        store.cut(first)
        wait_for(lambda: not acts(table), timeout=SOON)
        wait_for(lambda: acts(table), timeout=SOON)
        store.settle()
        second = store.master_of(table)
        assert second is not first
        (third,) = [server for server in store.replicas_of(second) if server is not first]
        store.set_electable(third, False)
        time.sleep(1)  # the Sentinels have noticed
        try:
            store.cut(second)
            wait_for(lambda: not acts(table), timeout=SOON)
            wait_for(lambda: acts(table), timeout=SOON)
        finally:
            store.set_electable(third, True)
        assert is_master(first)
        assert is_master(second), "it knows nothing of it"


def test_lacking_replicas_are_reason_enough_to_look_for_the_master(
    store: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The Sentinels are not asked at any other time, and a cluster never is while its nodes respond."""
    monkeypatch.setattr("service.store.sentinel.DISCOVERY_INTERVAL", 3600)
    with in_process(store.url) as api:
        table = api.create("zoky")
        store.cut(store.master_of(table))
        wait_for(lambda: not acts(table), timeout=SOON)
        wait_for(lambda: acts(table), timeout=SOON)


def acts(table: Table) -> bool:
    """Whether an action is confirmed, tried three times a second."""
    time.sleep(0.3)
    view = table.api.get(table.path)
    if view.status_code != 200:
        return False
    seat = view.json()["awaiting"][0]
    listed = table.api.get(f"{table.path}/actions", token=table.tokens[seat])
    return listed.status_code == 200 and table.act(seat, listed.json()["actions"][0]).status_code == 200


def test_a_write_that_waits_at_the_old_master_leaves_no_doubt_about_the_new_one(
    running: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the old master, the new one is still a replica. So it must not seem to be one that has left the new master."""
    if isinstance(running.store, Cluster):  # it has the replicas of each server apart
        return
    running.settle()
    monkeypatch.setattr("service.store.connection.REPLICATION_MS", 8000)
    connection = open_store(running.url, 20)
    assert isinstance(connection, SentinelServer)
    assert connection.call_and_wait(2, "key", ("SET", "key", 1))[1] == 2
    old = connection._master
    running.cut(running.store.master())
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(connection.call_and_wait, 2, "key", ("SET", "key", 2))
        wait_for(lambda: connection.call("PING") and connection._master != old)
        assert not waiting.done()
        assert waiting.result()[1] == 0
    assert connection.call_and_wait(1, "key", ("SET", "key", 3))[1] == 1


def test_without_waiting_the_old_master_is_left_as_soon_as_there_is_a_new_one(store: Deployment) -> None:
    with in_process(store.url, store_wait_replicas=0) as api:
        table = api.create("zoky")
        old = store.master_of(table)
        store.cut(old)
        wait_for(lambda: acts(table) and not has_newest(old, table), timeout=SOON)


def has_newest(server: ValkeyServer, table: Table) -> bool:
    """Whether this server has the version that the service shows."""
    try:
        version = server.ask("HGET", table.key, "version")
    except Exception:  # cut off from the others, a node of a cluster accepts no commands
        return False
    return version == str(table.view()["version"])


def test_a_stream_goes_on_at_the_new_master_while_the_old_one_is_cut_off(store: Deployment) -> None:
    with in_process(store.url) as api:
        table = api.create("zoky")
        with open_stream(table) as stream:
            events = stream.events()
            store.cut(store.master_of(table))
            wait_for(lambda: not acts(table), timeout=SOON)
            wait_for(lambda: acts(table), timeout=SOON)
            seen = [next(events) for _ in table.events()]
            time.sleep(1)  # it has subscribed again
            for _ in range(3):
                began = time.monotonic()
                seen += [next(events) for _ in table.step()["events"]]
                assert time.monotonic() - began < POLL_INTERVAL / 2, "it was notified"
            assert seen == table.events()
