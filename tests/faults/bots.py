"""Games with bots while whatever moves the bots is killed at random: all end, no move is made twice, and every record
verifies. These are scenarios of `tests/faults/campaign.py`, and tests play many such games.
"""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from engines.chance import Chance
from engines.registry import ENGINES
from tests.support.bots import bot_workers_of, check_bot_game, play_against
from tests.support.cluster import Cluster
from tests.support.http import Api, InProcess, LiveService, Table, assert_ok, in_process
from tests.support.running import children, wait_for

if TYPE_CHECKING:
    from tests.faults.campaign import Stage

SHORT = ("tokyo_poo_divers", "tchang")
LONG = (*SHORT, "zoky", "dragon_fights", "tapecho")
TABLES = 10
"""Games at the same time."""
SLOWEST = 600.0
"""Seconds that a game may take."""
SETTINGS = {"BOTS": "2", "BOT_SECONDS": "0.02", "LOG_LEVEL": "ERROR"}


def new_table(api: Api, slug: str, number: int) -> Table:
    """A table with a person and the fewest bots, all of one level."""
    level = ("random", "greedy", "search")[number % 3]
    bots = [{"kind": "bot", "level": level}] * max(1, ENGINES[slug].players.min - 1)
    return api.table(assert_ok(api.post("/v1/games", {"engine": slug, "seats": [{"name": "Ana"}, *bots]}), 201))


def play_and_check(api: InProcess, slug: str, number: int) -> str:
    """Play a game with bots to its end and check all that was done; returns how it ended."""
    table = new_table(api, slug, number)
    status: str = play_against(table, Chance(table.id.encode()), SLOWEST)["status"]
    check_bot_game(api, api.app.extensions["tables"], table)
    return status


@contextmanager
def killing_now_and_then(kill: Callable[[Chance], object]) -> Iterator[None]:
    """Kill something every three to five seconds."""
    over, dice = threading.Event(), Chance(b"killer")

    def kill_until_over() -> None:
        while not over.wait(3 + dice.below(1000) / 500):
            kill(dice)

    killer = threading.Thread(target=kill_until_over)
    killer.start()
    try:
        yield
    finally:
        over.set()
        killer.join()


def play_games(api: InProcess, games: int, slugs: tuple[str, ...]) -> list[str]:
    """Play so many games, some at a time; returns how each ended."""
    with ThreadPoolExecutor(TABLES) as players:
        return list(players.map(lambda number: play_and_check(api, slugs[number % len(slugs)], number), range(games)))


def kill_process(pid: int) -> None:
    """Kill a process as a crash would, if it is still there."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


# Scenarios of the campaign: bots play while its own players act


@contextmanager
def one_server(folder: Path, dice: Random) -> Iterator["Stage"]:
    """One service with the store it starts itself."""
    with LiveService(folder, **SETTINGS) as service, with_bots(service, service.store_url(), dice) as stage:
        yield stage


@contextmanager
def on_a_cluster(folder: Path, dice: Random) -> Iterator["Stage"]:
    """The service on a cluster, one replica of which must confirm; now and then a master hands over."""
    with (
        Cluster() as store,
        LiveService(folder, REDIS_URL=store.url, STORE_WAIT_REPLICAS="1", **SETTINGS) as service,
        with_bots(service, store.url, dice) as stage,
    ):

        def hand_over(_: Any) -> None:
            store.hand_over(dice.choice(store.leading()))
            store.settle()

        yield stage._replace(faults={**stage.faults, "master hands over": hand_over}, settle=store.settle)


@contextmanager
def with_bots(service: LiveService, store_url: str, dice: Random) -> Iterator["Stage"]:
    """Games with bots of all kinds at this service from now on; when the block ends each is played to its end."""
    from tests.faults.campaign import Stage

    over = threading.Event()

    def keep_playing(number: int) -> int:
        played = 0
        while not over.is_set():
            assert play_and_check(api, SHORT[number % 2], number + played) == "finished"
            played += 1
        return played

    def bot_workers() -> list[int]:
        wait_for(lambda: len(bot_workers_of(service)) == int(SETTINGS["BOTS"]))
        return bot_workers_of(service)

    def thinkers() -> list[int]:
        return [pid for worker in bot_workers() for pid in children(worker)]

    faults: dict[str, Callable[[Any], object]] = {
        "bot worker killed": lambda _: kill_process(dice.choice(bot_workers())),
        "all bot workers killed": lambda _: [kill_process(pid) for pid in bot_workers()],
        "thinking process killed": lambda _: [kill_process(pid) for pid in thinkers()[:1]],
        "web worker killed": lambda _: service.kill_worker(dice),
    }
    with in_process(store_url) as api, ThreadPoolExecutor(TABLES) as players:
        games = [players.submit(keep_playing, number) for number in range(TABLES)]
        try:
            yield Stage(service.url, faults, lambda: wait_for(lambda: service.get("/readyz")[0] == 200))
        finally:
            over.set()
        assert sum(game.result() for game in games) >= TABLES


SCENARIOS = {"bots": one_server, "bots-cluster": on_a_cluster}
