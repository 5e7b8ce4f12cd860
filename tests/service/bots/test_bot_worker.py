"""A process that moves bots, run alone: what it costs while it has nothing to do, and what it shows of itself."""

import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from service.store import BotQueue, open_store
from service.store.bot_queue import Queue
from service.store.interface import StoreConnection
from tests.support.bots import BotWorkers
from tests.support.http import assert_ok, in_process
from tests.support.running import wait_for
from tests.support.valkey import ValkeyServer, free_port

QUIET = 2.0
QUICK = Queue("quick", bots_only=False)
TOKEN = "a-token-for-the-metrics"


@pytest.fixture(scope="module")
def store() -> Iterator[ValkeyServer]:
    """A store that nobody else uses."""
    with ValkeyServer() as running:
        yield running


@pytest.fixture
def connection(store: ValkeyServer) -> Iterator[StoreConnection]:
    store_connection = open_store(store.url, 5)
    yield store_connection
    store_connection.close()


def commands(connection: StoreConnection) -> int:
    """How many commands the store has been sent, but for this question."""
    statistics = connection.call("INFO", "commandstats").decode()
    calls = {
        line.partition(":")[0]: int(line.split("calls=")[1].split(",")[0]) for line in statistics.split() if "=" in line
    }
    return sum(count for name, count in calls.items() if name != "cmdstat_info")


def become_idle(connection: StoreConnection) -> None:
    """Wake the process, which has nothing to do, and wait until no command comes in some seconds: every fifteen seconds
    it looks at its queues and announces what it knows, and that may come in between.
    """
    BotQueue(connection).schedule("a game that is gone", QUICK)
    wait_for(lambda: connection.call("ZSCORE", QUICK.key, "a game that is gone") is None)
    wait_for(lambda: commands_within(QUIET, connection) == 0)


def commands_within(seconds: float, connection: StoreConnection) -> int:
    """How many commands come in so many seconds."""
    before = commands(connection)
    time.sleep(seconds)
    return commands(connection) - before


def test_an_idle_process_sends_no_commands(store: ValkeyServer, connection: StoreConnection, tmp_path: Path) -> None:
    with BotWorkers(store.url, 1, tmp_path / "log"):
        board = BotQueue(connection)
        wait_for(lambda: board.status().workers == 1)
        become_idle(connection)
        board.schedule("a game in which a bot is due later", QUICK, 600_000)
        become_idle(connection)


def test_alone_it_shows_what_it_has_counted(store: ValkeyServer, tmp_path: Path) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    environment = {"BIND": "127.0.0.1", "METRICS_TOKEN": TOKEN}
    with (
        in_process(store.url) as api,
        BotWorkers(store.url, 1, tmp_path / "log", f"--metrics-port={port}", **environment),
    ):
        seats = [{"name": "Ana"}, {"kind": "bot", "level": "random"}]
        body = {"engine": "tokyo_poo_divers", "seats": seats, "options": {"first_player": 1}}
        table = api.table(assert_ok(api.post("/v1/games", body), 201))
        wait_for(lambda: table.view()["awaiting"] == [0])
        assert httpx.get(f"{address}/metrics").status_code == 401
        known = {"Authorization": f"Bearer {TOKEN}"}
        assert httpx.get(address, headers=known).status_code == 404
        shown = httpx.get(f"{address}/metrics", headers=known).text
    assert 'ludotheque_bot_moves_total{engine="tokyo_poo_divers",level="random"}' in shown
    assert 'ludotheque_bot_thinking_seconds_count{engine="tokyo_poo_divers",level="random"}' in shown
    assert "ludotheque_resident_bytes" in shown


def test_a_port_that_is_taken_is_one_line(store: ValkeyServer, tmp_path: Path) -> None:
    with (
        ValkeyServer(tcp=True) as other,
        BotWorkers(store.url, 1, tmp_path / "log", f"--metrics-port={other.port}", BIND="127.0.0.1") as workers,
    ):
        assert workers.running[0].wait(30) == 1
        assert workers.errors().count("\n") == 1
        assert str(other.port) in workers.errors()
