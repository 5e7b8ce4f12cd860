"""A cluster whose slots move and whose masters change in mid-game: nothing is lost, nothing is done twice."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from service.store.subscriptions import channel_of
from tests.support.campaign import actions, playing, verify_games
from tests.support.cluster import Cluster
from tests.support.http import InProcess, Table, in_process
from tests.support.listening import open_stream
from tests.support.running import wait_for
from tests.support.valkey import ValkeyServer


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with Cluster() as running:
        yield running


def test_slots_are_moved_in_mid_game(cluster: Cluster) -> None:
    with in_process(cluster.url, store_wait_replicas=1) as api:
        with playing(api, 3) as team:
            wait_for(lambda: actions(team) >= 20)
            for player in team:
                cluster.move(player.tables[-1].key, lambda: time.sleep(0.02))
            done = actions(team)
            wait_for(lambda: actions(team) >= done + 20)
        verdict = verify_games(team)
    assert not verdict.wrong
    assert not verdict.errors, "and no player notices"
    met = "".join(str(master.ask("INFO", "errorstats")) for master in cluster.masters)
    assert all(f"errorstat_{way}:" in met for way in ("ASK", "TRYAGAIN"))
    moved = sum(int(part.partition("\r")[0]) for part in met.split("errorstat_MOVED:count=")[1:])
    assert 0 < moved < 50, "each is followed once, and not to and fro"


def test_masters_hand_over_and_are_killed_in_mid_game(cluster: Cluster) -> None:
    with in_process(cluster.url, store_wait_replicas=1, store_timeout=2) as api:
        with playing(api, 3) as team:
            wait_for(lambda: actions(team) >= 20)
            cluster.hand_over(cluster.masters[0])
            done = actions(team)
            wait_for(lambda: actions(team) >= done + 20)
            there = next(t for t in map(api.create, ["zoky"] * 99) if cluster.master_of(t.key) is cluster.masters[1])
            cluster.kill_master(cluster.masters[1])
            wait_for(lambda: api.get(there.path).status_code == 200)
            cluster.settle()  # without the old master as a replica nothing could be confirmed
            done = actions(team)
            wait_for(lambda: actions(team) >= done + 60, timeout=60)
        verdict = verify_games(team)
    assert not verdict.wrong


# Streams


@pytest.fixture
def api(cluster: Cluster) -> Iterator[InProcess]:
    cluster.settle()
    # A master that has just been replaced is not there as a replica yet.
    with in_process(cluster.url, store_timeout=2, store_wait_replicas=0) as running:
        yield running


def subscribed_at(cluster: Cluster) -> dict[ValkeyServer, list[str]]:
    """The notification channels subscribed to at each master."""
    channels = {master: master.ask("PUBSUB", "SHARDCHANNELS") for master in cluster.leading()}
    return {master: sorted(map(str, names)) for master, names in channels.items() if isinstance(names, list) and names}


@contextmanager
def open_events(cluster: Cluster, table: Table) -> Iterator[Iterator[Any]]:
    """The events to come of a table whose notifications are subscribed to at its master."""
    with open_stream(table) as stream:
        events = stream.events()
        for _ in table.events():
            next(events)
        wait_for(lambda: channel_of(table.id) in subscribed_at(cluster).get(cluster.master_of(table.key), []))
        yield events


def goes_on(table: Table, events: Iterator[Any]) -> None:
    """Whether each step reaches the stream."""
    for _ in range(3):
        for event in table.step()["events"]:
            assert next(events)["seq"] == event["seq"]


def test_a_notification_goes_to_the_master_of_its_game_and_to_no_other_node(cluster: Cluster, api: InProcess) -> None:
    tables = [api.create() for _ in range(12)]
    channels_of: dict[ValkeyServer, list[str]] = {}
    for table in tables:
        channels_of.setdefault(cluster.master_of(table.key), []).append(channel_of(table.id))
    with open_events(cluster, tables[0]) as events:
        assert subscribed_at(cluster) == {cluster.master_of(tables[0].key): [channel_of(tables[0].id)]}
        goes_on(tables[0], events)
        feeds = api.app.extensions["feeds"]
        for table in tables[1:]:
            feeds._subscriptions.subscribe(channel_of(table.id), lambda: None)
        expected = {master: sorted(names) for master, names in channels_of.items()}
        wait_for(lambda: subscribed_at(cluster) == expected)
        for node in cluster.nodes:
            clients = str(node.ask("CLIENT", "LIST", "TYPE", "pubsub"))
            assert clients.count(" laddr=") == (node in expected), "one connection to each master"
            assert node.ask("PUBSUB", "CHANNELS") == [], "nothing that all nodes pass on"
        for table in tables[1:]:
            feeds._subscriptions.unsubscribe(channel_of(table.id))
    wait_for(lambda: subscribed_at(cluster) == {})


def test_a_stream_goes_on_when_the_slot_of_its_game_is_moved(cluster: Cluster, api: InProcess) -> None:
    table = api.create()
    with open_events(cluster, table) as events:
        for _ in range(3):
            old = cluster.master_of(table.key)
            cluster.move(table.key, lambda: None)
            new = cluster.master_of(table.key)
            assert new is not old
            wait_for(lambda new=new: subscribed_at(cluster) == {new: [channel_of(table.id)]}, timeout=10)
            goes_on(table, events)


def test_a_stream_goes_on_when_the_master_of_its_game_changes(cluster: Cluster, api: InProcess) -> None:
    table = api.create()
    with open_events(cluster, table) as events:
        cluster.hand_over(cluster.master_of(table.key))
        wait_for(lambda: api.get(table.path).status_code == 200)
        goes_on(table, events)
        old = cluster.master_of(table.key)
        cluster.kill_master(old)
        wait_for(lambda: api.get(table.path).status_code == 200)
        new = cluster.master_of(table.key)
        assert new is not old
        wait_for(lambda: subscribed_at(cluster) == {new: [channel_of(table.id)]}, timeout=10)
        goes_on(table, events)
