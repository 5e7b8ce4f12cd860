"""A cluster whose slots move and whose masters change in mid-game: nothing is lost, nothing is done twice."""

import time
from collections.abc import Iterator

import pytest

from tests.support.campaign import actions, judged, playing
from tests.support.cluster import Cluster
from tests.support.http import in_process
from tests.support.running import wait_for


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
        verdict = judged(team)
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
            there = next(t for t in map(api.create, ["zoky"] * 99) if cluster.home(t.key) is cluster.masters[1])
            cluster.kill_master(cluster.masters[1])
            wait_for(lambda: api.get(there.path).status_code == 200)
            cluster.settle()  # without the old master as a replica nothing could be confirmed
            done = actions(team)
            wait_for(lambda: actions(team) >= done + 60, patience=60)
        verdict = judged(team)
    assert not verdict.wrong
