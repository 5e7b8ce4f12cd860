"""Bot processes that are killed at random: games go on, no move is made twice, and every record verifies."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from engines.chance import Chance
from engines.registry import ENGINES
from service.store import open_store
from service.store.bot_queue import DUE_KEY
from tests.support.bots import BotWorkers, bot_workers_of, check_bot_game, play_against
from tests.support.cluster import Cluster
from tests.support.http import InProcess, LiveService, Table, api_client, assert_ok, in_process
from tests.support.running import ROOT, is_alive, wait_for
from tests.support.valkey import ValkeyServer

SHORT = ("tokyo_poo_divers", "tchang")
LONG = (*SHORT, "zoky", "dragon_fights", "tapecho")


@pytest.fixture(scope="module", params=["one server", "a cluster"])
def store(request: pytest.FixtureRequest) -> Iterator[str]:
    with ValkeyServer() if request.param == "one server" else Cluster() as running:
        yield running.url


def game(api: InProcess, slug: str, number: int) -> Table:
    """A table with a person and the fewest bots."""
    level = ("random", "greedy", "search")[number % 3]
    bots = [{"kind": "bot", "level": level}] * max(1, ENGINES[slug].players.min - 1)
    body = {"engine": slug, "seats": [{"name": "Ana"}, *bots]}
    return api.table(assert_ok(api.post("/v1/games", body), 201))


def killing(store: str, log: Path, games: int, kinds: tuple[str, ...]) -> None:
    """Play so many games, ten at a time, while a process is killed every three to five seconds."""
    over = threading.Event()
    with in_process(store) as api, BotWorkers(store, 2, log) as workers:

        def kill_now_and_then() -> None:
            dice = Chance(b"killer")
            while not over.wait(3 + dice.below(1000) / 500):
                workers.kill_one(dice)

        killer = threading.Thread(target=kill_now_and_then)
        killer.start()

        def played(number: int) -> str:
            table = game(api, kinds[number % len(kinds)], number)
            status: str = play_against(table, Chance(table.id.encode()), 600)["status"]
            check_bot_game(api, api.app.extensions["tables"], table)
            return status

        try:
            with ThreadPoolExecutor(10) as players:
                assert list(players.map(played, range(games))) == ["finished"] * games
        finally:
            over.set()
            killer.join()
        assert set(workers.stop()) <= {0, -signal.SIGTERM}, "one that was just started may not know better yet"
        assert '"fault"' not in workers.errors()


def test_processes_are_killed_while_games_run(store: str, tmp_path: Path) -> None:
    killing(store, tmp_path / "log", 6, SHORT)


@pytest.mark.slow
def test_processes_are_killed_during_two_hundred_games(store: str, tmp_path: Path) -> None:
    killing(store, tmp_path / "log", 200, LONG)


def test_the_launcher_starts_a_process_that_died_again_and_stops_all(tmp_path: Path) -> None:
    with LiveService(tmp_path, BOTS="2", WORKERS="1") as service:
        wait_for(lambda: len(bot_workers_of(service)) == 2)
        first, second = bot_workers_of(service)
        if sys.platform == "linux" and len(cores := os.sched_getaffinity(0)) > 1:  # one is left to the workers
            wait_for(lambda: os.sched_getaffinity(first) == cores - {min(cores)})
        service.kill(first)
        wait_for(lambda: len(bot_workers_of(service)) == 2)
        now = bot_workers_of(service)
        assert second in now
        code, _ = service.stop()
        assert code == 0
        assert not any(is_alive(pid) for pid in (*now, first))


def test_they_end_with_a_launcher_that_is_killed(tmp_path: Path) -> None:
    with LiveService(tmp_path, BOTS="1", WORKERS="1") as service:
        wait_for(lambda: len(bot_workers_of(service)) == 1)
        pids_before, workers = service.all_pids(), bot_workers_of(service)
        assert service.process is not None
        service.kill(service.process.pid)
        wait_for(lambda: not any(is_alive(pid) for pid in workers))
        wait_for(lambda: not any(is_alive(pid) for pid in pids_before if pid != service.store_pid()))


def test_lost_bots_are_scheduled_again_by_who_reads(tmp_path: Path) -> None:
    with LiveService(tmp_path, BOTS="1", BOT_SECONDS="0.02", WORKERS="1") as service, api_client(service.url) as api:
        body = {"engine": "dragon_fights", "seats": [{"name": "Ana"}, {"kind": "bot", "level": "greedy"}]}
        connection = open_store(service.store_url(), 5)
        lost, end = 0, time.monotonic() + 60
        table = api.table(assert_ok(api.post("/v1/games", body), 201))
        while not lost:
            assert time.monotonic() < end
            if 0 in table.view()["awaiting"]:
                table.act(0, table.legal(0)[0])
            lost += connection.call("DEL", DUE_KEY)
        connection.close()
        wait_for(lambda: 0 in table.view()["awaiting"] or table.view()["status"] != "active")


def test_many_signals_to_stop_end_it_cleanly(tmp_path: Path) -> None:
    """As where SIGTERM goes to all processes at once, and the launcher passes it on."""
    with ValkeyServer() as server, in_process(server.url) as api, BotWorkers(server.url, 1, tmp_path / "log") as movers:
        wait_for(lambda: api.app.extensions["tables"].bot_queue.status().workers == 1)
        (process,) = movers.running
        while process.poll() is None:
            process.terminate()
            time.sleep(0.001)
        assert process.returncode == 0
        assert "Traceback" not in movers.errors()


def test_alone_it_needs_a_store() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    done = subprocess.run(
        [sys.executable, "-m", "service.bots"], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "REDIS_URL" in done.stderr
