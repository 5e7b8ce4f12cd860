"""The scenarios of partitions: a master is cut off from its peers, and the service still reaches it. Needs root."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tests.support.campaign import Player
from tests.support.cluster import Cluster
from tests.support.http import LiveService
from tests.support.network import Network
from tests.support.sentinel import Sentinels
from tests.support.valkey import ValkeyServer

if TYPE_CHECKING:
    from tests.faults.campaign import Stage

CUT = (2.0, 20.0)
"""Seconds that a partition lasts: some are over before another server is made the master."""


@contextmanager
def partition_sentinel(folder: Path, dice: Random) -> Iterator["Stage"]:
    """A master, two replicas and three Sentinels, one beside each server, with the default settings."""
    with (
        Network(3) as network,
        Sentinels(quick=False, hosts=network.hosts) as store,
        partitions(folder, dice, network, store, store.master) as stage,
    ):
        yield stage


@contextmanager
def partition_cluster(folder: Path, dice: Random) -> Iterator["Stage"]:
    """Three masters with two replicas each, with the default settings."""
    with (
        Network(9) as network,
        Cluster(network.hosts) as store,
        partitions(folder, dice, network, store, lambda: dice.choice(store.leading())) as stage,
    ):
        yield stage


@contextmanager
def partitions(
    folder: Path, dice: Random, network: Network, store: Sentinels | Cluster, master: Callable[[], ValkeyServer]
) -> Iterator["Stage"]:
    """The service on this store, one of whose masters is cut off for some seconds; once for longer than it takes until
    another one replaces it.
    """
    from tests.faults.campaign import Stage

    def cut(seconds: float) -> None:
        network.cut(master().host)
        time.sleep(seconds)
        network.heal()
        store.settle()

    faults: dict[str, Callable[[list[Player]], object]] = {
        "master cut off": lambda _: cut(dice.uniform(*CUT)),
        f"master cut off for {CUT[1]:.0f} s": lambda _: cut(CUT[1]),
    }
    with LiveService(folder, REDIS_URL=store.url, LOG_LEVEL="ERROR") as service:
        yield Stage(service.url, faults, store.settle)
