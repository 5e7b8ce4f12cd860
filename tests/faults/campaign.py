"""The campaign behind `make soak-faults`: players go on while processes are killed, and then every log is read.

`python -m tests.faults.campaign [scenario …] [--actions N] [--seed N]` prints a row for each scenario. The exit code is
1 if anything was lost or done twice, if a log has a gap or a record is invalid, or if a stream was not exactly the log.
Partitions need root; where they cannot be made, they are left out with a message, unless they were named.
The seed decides which faults come when, and whom they hit.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.faults import bots
from tests.faults.clock_jumps import clock_jumps
from tests.faults.damaged_files import damaged_files
from tests.faults.partitions import partition_cluster, partition_sentinel
from tests.faults.restore import restore
from tests.faults.slow_disk import slow_disk
from tests.faults.upgrade import upgrade
from tests.support.campaign import GAME, Player, VerificationResult, actions, playing, verify_games
from tests.support.cluster import Cluster
from tests.support.http import Json, LiveService, api_client
from tests.support.network import NamespacesUnavailableError
from tests.support.nginx import two_replicas
from tests.support.running import wait_for
from tests.support.sentinel import Sentinels

PLAYERS = 6
LONGEST = 600.0
"""So many seconds a scenario may take."""
PAUSE = (1.0, 4.0)
"""Between two faults. This is also how long what was killed stays down, where nothing starts it again by itself."""

Team = list[Player]


class Stage(NamedTuple):
    """Where the players play, what can happen there, and how to have it all in order again. `describe` checks what else
    must hold at the end, and says what the faults did.
    """

    url: str
    faults: dict[str, Callable[[Team], object]]
    settle: Callable[[], object]
    describe: Callable[[Team], str] = lambda _: ""
    games: Sequence[Json] = (GAME,)
    any_version: bool = False
    """Whether another version of the service may respond, so that responses are not compared with openapi.yaml."""


def pause(dice: Random) -> None:
    time.sleep(dice.uniform(*PAUSE))


@contextmanager
def embedded(folder: Path, dice: Random) -> Iterator[Stage]:
    """One service with the store it starts itself."""
    with LiveService(folder, LOG_LEVEL="ERROR") as service:

        def kill(who: Callable[[], object]) -> None:
            who()
            pause(dice)
            service.restart()

        faults: dict[str, Callable[[Team], object]] = {
            "worker killed": lambda _: service.kill_worker(dice),
            "store killed": lambda _: service.kill(service.store_pid()),
            "all but the store killed": lambda _: kill(service.kill9_python),
            "whole service killed": lambda _: kill(service.kill9),
        }
        yield Stage(service.url, faults, lambda: wait_for(lambda: service.get("/readyz")[0] == 200))


@contextmanager
def replicas(folder: Path, dice: Random) -> Iterator[Stage]:
    """Two replicas on one store behind nginx, which are killed, or parts of them."""
    with two_replicas(folder, LOG_LEVEL="ERROR") as deployment:

        def kill(_: Team) -> None:
            replica = dice.choice(deployment.replicas)
            replica.kill9()
            pause(dice)
            replica.restart()

        faults: dict[str, Callable[[Team], object]] = {
            "worker killed": lambda _: dice.choice(deployment.replicas).kill_worker(dice),
            "worker killed in each replica": lambda _: [replica.kill_worker(dice) for replica in deployment.replicas],
            "replica killed": kill,
        }
        yield Stage(deployment.nginx.url, faults, deployment.wait_until_ready)


@contextmanager
def rolling(folder: Path, dice: Random) -> Iterator[Stage]:
    """Two replicas on one store behind nginx, which are stopped and started one after the other."""
    with two_replicas(folder, LOG_LEVEL="ERROR") as deployment:

        def restart(_: Team) -> None:
            for replica in deployment.replicas:
                assert replica.stop()[0] == 0
                replica.restart()
                pause(dice)

        yield Stage(deployment.nginx.url, {"rolling restart": restart}, deployment.wait_until_ready)


@contextmanager
def sentinel(folder: Path, dice: Random) -> Iterator[Stage]:
    """A master, two replicas and three Sentinels; one replica must confirm."""
    with Sentinels(quick=False) as store:

        def kill(_: Team) -> None:
            store.kill_master()
            pause(dice)
            store.settle()

        def fail_over(*how: str) -> None:
            store.fail_over(*how)
            store.settle()

        faults: dict[str, Callable[[Team], object]] = {
            "master killed": kill,
            "fail-over": lambda _: fail_over(),
            "coordinated fail-over": lambda _: fail_over("COORDINATED"),
        }
        with on(store.url, folder) as service:
            yield Stage(service.url, faults, store.settle)


@contextmanager
def cluster(folder: Path, dice: Random) -> Iterator[Stage]:
    """Three masters with a replica each, which must confirm."""
    with Cluster() as store:

        def kill(_: Team) -> None:
            store.kill_master(dice.choice(store.leading()))
            pause(dice)
            store.settle()

        def hand_over(_: Team) -> None:
            store.hand_over(dice.choice(store.leading()))
            store.settle()

        def move(team: Team) -> None:
            for player in team:
                store.move(player.tables[-1].key, lambda: time.sleep(0.02))

        faults = {"slots of all tables moved": move, "master killed": kill, "master hands over": hand_over}
        with on(store.url, folder) as service:
            yield Stage(service.url, faults, store.settle)


def on(url: str, folder: Path) -> LiveService:
    """The service on this store; one replica must confirm."""
    return LiveService(folder, REDIS_URL=url, STORE_WAIT_REPLICAS="1", LOG_LEVEL="ERROR")


SCENARIOS: dict[str, Callable[[Path, Random], AbstractContextManager[Stage]]] = {
    "replicas": replicas,
    "rolling": rolling,
    "sentinel": sentinel,
    "cluster": cluster,
    "embedded": embedded,
    "damaged-files": damaged_files,
    "partition-sentinel": partition_sentinel,
    "partition-cluster": partition_cluster,
    "slow-disk": slow_disk,
    "clock-jumps": clock_jumps,
    "upgrade": upgrade,
    "restore": restore,
    **bots.SCENARIOS,
}


def campaign(name: str, wanted: int, seed: int) -> tuple[Counter[str], VerificationResult]:
    """Every fault of this scenario at least once, in random order, until so many actions have been confirmed."""
    dice, done, bag = Random(f"{name}/{seed}"), Counter[str](), list[str]()
    with (
        tempfile.TemporaryDirectory() as folder,
        SCENARIOS[name](Path(folder), dice) as stage,
        api_client(stage.url, any_version=stage.any_version) as api,
    ):
        with playing(api, PLAYERS, stage.games) as team:
            end = time.monotonic() + LONGEST
            while bag or not done or actions(team) < wanted:
                assert time.monotonic() < end, f"{name} takes too long: {actions(team)} actions"
                bag = bag or dice.sample(list(stage.faults), len(stage.faults))
                pause(dice)
                fault = bag.pop()
                stage.faults[fault](team)
                done[fault] += 1
            stage.settle()
            reached = actions(team)
            wait_for(lambda: actions(team) >= reached + PLAYERS, timeout=60)
        result = verify_games(team)
        result.note = stage.describe(team)
        return done, result


COLUMNS = "scenario", "faults", "sent", "answered", "lost", "doubled", "gaps", "invalid records"
COLUMNS += "events streamed", "missed", "repeated", "errors before their retries", "streams cut", "longest wait"


def row(name: str, done: Counter[str], result: VerificationResult) -> list[str]:
    """The figures of one scenario, as COLUMNS name them."""
    counts = result.sent, result.confirmed, result.lost, result.doubled, result.gaps, result.invalid
    streams = result.received, result.missed, result.repeated
    met = format_counts(result.errors), format_counts(result.cuts)
    return [name, format_counts(done), *map(str, (*counts, *streams)), *met, f"{result.longest:.1f} s"]


def format_counts(kinds: Counter[str]) -> str:
    return ", ".join(f"{count} × {kind}" for kind, count in sorted(kinds.items())) or "none"


def print_row(cells: list[str] | tuple[str, ...]) -> None:
    sys.stdout.write(f"| {' | '.join(cells)} |\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.campaign")
    parser.add_argument("scenarios", nargs="*", metavar="scenario", help=", ".join(SCENARIOS))
    parser.add_argument("--actions", type=int, default=2000, help="to be confirmed in each scenario")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if unknown := set(options.scenarios) - set(SCENARIOS):
        parser.error(f"no such scenario: {', '.join(sorted(unknown))}")
    print_row(COLUMNS)
    print_row(["---"] * len(COLUMNS))
    failed, notes = False, []
    for name in options.scenarios or SCENARIOS:
        try:
            done, result = campaign(name, options.actions, options.seed)
        except NamespacesUnavailableError as error:
            print_row([name, f"LEFT OUT: {error}", *[""] * (len(COLUMNS) - 2)])
            failed |= name in options.scenarios
            continue
        print_row(row(name, done, result))
        failed |= bool(result.wrong) or result.confirmed < options.actions
        notes += [f"- {name}: {result.note}.\n"] if result.note else []
    sys.stdout.write("\n" + "".join(notes) if notes else "")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
