"""Bot processes that are killed at random: games go on, no move is made twice, and every record verifies."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines.chance import Chance
from service.store import open_store
from service.store.bot_queue import QUEUE_KEYS
from tests.faults.bots import LONG, SHORT, kill_process, killing_now_and_then, play_games
from tests.support.bots import BotWorkers, bot_workers_of
from tests.support.cluster import Cluster
from tests.support.http import LiveService, api_client, assert_ok, in_process
from tests.support.running import ROOT, children, is_alive, wait_for
from tests.support.valkey import ValkeyServer


@pytest.fixture(scope="module", params=["one server", "a cluster"])
def store(request: pytest.FixtureRequest) -> Iterator[str]:
    with ValkeyServer() if request.param == "one server" else Cluster() as running:
        yield running.url


def killing(store: str, log: Path, games: int, slugs: tuple[str, ...]) -> None:
    """Play so many games while bot workers, and the processes in which they think, are killed."""
    with in_process(store) as api, BotWorkers(store, 2, log) as workers:

        def kill(dice: Chance) -> None:
            thinkers = [pid for worker in workers.running for pid in children(worker.pid)]
            if thinkers and dice.below(3) == 0:
                kill_process(dice.choice(thinkers))
            else:
                workers.kill_one(dice)

        with killing_now_and_then(kill):
            assert play_games(api, games, slugs) == ["finished"] * games
        assert set(workers.stop()) <= {0, -signal.SIGTERM}, "one that was just started may not know better yet"
        assert '"fault"' not in workers.errors()


def test_processes_are_killed_while_games_run(store: str, tmp_path: Path) -> None:
    killing(store, tmp_path / "log", 4, SHORT)


@pytest.mark.slow
def test_processes_are_killed_during_two_hundred_games(store: str, tmp_path: Path) -> None:
    killing(store, tmp_path / "log", 200, LONG)


def test_the_launcher_starts_a_process_that_died_again_and_stops_all(tmp_path: Path) -> None:
    with LiveService(tmp_path, BOTS="2", WORKERS="1") as service:
        wait_for(lambda: len(bot_workers_of(service)) == 2)
        first, second = bot_workers_of(service)
        service.kill(first)
        wait_for(lambda: len(bot_workers_of(service)) == 2)
        now = bot_workers_of(service)
        assert second in now
        code, _ = service.stop()
        assert code == 0
        assert not any(is_alive(pid) for pid in (*now, first))


@pytest.mark.parametrize("spare", [True, False])
def test_they_leave_one_core_where_there_are_more_than_they_need(tmp_path: Path, spare: bool) -> None:
    cores = os.sched_getaffinity(0) if sys.platform == "linux" else {0}
    count = 1 if spare else len(cores)
    expected = cores - {min(cores)} if count < len(cores) else cores
    with LiveService(tmp_path, BOTS=str(count), WORKERS="1") as service:
        wait_for(lambda: len(bot_workers_of(service)) == count)
        if sys.platform == "linux":
            wait_for(lambda: all(os.sched_getaffinity(pid) == expected for pid in bot_workers_of(service)))


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
            lost += connection.call("DEL", *QUEUE_KEYS)
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
