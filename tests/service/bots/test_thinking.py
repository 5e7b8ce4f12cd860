"""How bots think: in a process of their own if they search, and in many games at once if they do not."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from engines.registry import ENGINES
from service.bots import bot_worker, thinking
from service.bots.bot_worker import Team, move_bot
from service.bots.thinking import Thinker, ThinkerDied, ThinkingFailed, think
from service.store.bot_queue import QUEUE_KEYS, Queue
from service.store.subscriptions import POLL_INTERVAL, Subscriptions
from service.table.game import Game
from tests.support.bots import BotWorkers
from tests.support.http import InProcess, Table, assert_ok, in_process
from tests.support.running import children, is_alive, suspend, wait_for
from tests.support.time import Time
from tests.support.valkey import ValkeyServer

SEARCH, GREEDY = ({"kind": "bot", "level": level} for level in ("search", "greedy"))
SHORT = 0.05


@pytest.fixture
def thinker() -> Iterator[Thinker]:
    one = Thinker()
    yield one
    one.close()


@pytest.fixture
def game(client: InProcess, now: Time) -> Game:
    """A game of divers in which a bot is to act."""
    return bots_game(client, now, "tokyo_poo_divers")


def bots_game(client: InProcess, now: Time, slug: str) -> Game:
    body = {"engine": slug, "seats": [SEARCH] * ENGINES[slug].players.min}
    return now.tables.current(assert_ok(client.post("/v1/games", body), 201)["id"])


def test_it_chooses_what_is_legal(client: InProcess, now: Time, thinker: Thinker, slug: str) -> None:
    game = bots_game(client, now, slug)
    for seat in game.meta.awaiting():
        action = thinker.think(game, seat, "search", SHORT)
        game.config.rules.check(game.state, seat, action)
        assert type(action) in game.config.rules.actions


def test_it_is_the_same_process_each_time(game: Game, thinker: Thinker) -> None:
    (seat,) = game.meta.awaiting()
    pids = set()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGTERM):
        thinker.think(game, seat, "search", SHORT)
        pids.add(thinker._process.pid)
        os.kill(thinker._process.pid, number)  # as where a signal goes to all processes: who asks ends it
    assert len(pids) == 1
    thinker.close()
    assert not is_alive(pids.pop())


@pytest.mark.parametrize("when", ["before", "while it thinks"])
def test_one_that_was_killed_is_started_again(
    game: Game, thinker: Thinker, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    (seat,) = game.meta.awaiting()
    thinker.think(game, seat, "search", SHORT)
    assert thinker._process is not None
    if when == "before":
        thinker._process.kill()
        thinker._process.wait()
    else:
        suspend(thinker._process.pid)
        threading.Timer(0.2, thinker._process.kill).start()
        with pytest.raises(ThinkerDied):
            thinker.think(game, seat, "search", SHORT)
    assert thinker.think(game, seat, "search", SHORT) is not None


def test_one_that_does_not_respond_is_ended(game: Game, thinker: Thinker, monkeypatch: pytest.MonkeyPatch) -> None:
    (seat,) = game.meta.awaiting()
    thinker.think(game, seat, "search", SHORT)
    pid = thinker._process.pid
    suspend(pid)
    monkeypatch.setattr(thinking, "RESPONSE_FACTOR", 0.1)
    with pytest.raises(ThinkerDied):
        thinker.think(game, seat, "search", SHORT)
    assert not is_alive(pid)


def test_it_says_without_any_data_why_it_cannot_choose(
    game: Game, thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game.config.rules, "dump", lambda _: b"\xff hidden cards")
    with pytest.raises(ThinkingFailed) as failed:
        thinker.think(game, game.meta.awaiting()[0], "search", SHORT)
    assert "respond (thinking.py" in str(failed.value)
    assert "hidden" not in str(failed.value)


def test_a_game_whose_bot_could_not_be_asked_is_left_to_the_next_lease(client: InProcess, now: Time) -> None:
    """Nothing is done for the bot: a default action would be a bad move."""
    game = bots_game(client, now, "tokyo_poo_divers")
    now.forward(1)

    def died(*_: Any) -> None:
        raise ThinkerDied

    with pytest.raises(ThinkerDied):
        move_bot(now.tables, game.id, died)
    assert now.tables.current(game.id).version == game.version


def test_it_ends_with_who_asks() -> None:
    asks = "t = Thinker(); t._socket = t._start(); print(t._process.pid, flush=True); input()"
    program = f"from service.bots.thinking import Thinker; {asks}"
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=thinking.HOME
    ) as asking:
        pid = int(asking.stdout.readline())
        asking.kill()
        wait_for(lambda: not is_alive(pid))


def test_many_games_are_thought_about_at_once_and_all_are_finished_when_asked_to_stop(server: ValkeyServer) -> None:
    size = 5
    with in_process(server.url, bot_seconds=SHORT) as api:
        tables = api.app.extensions["tables"]
        tables.store.connection.call("DEL", *QUEUE_KEYS)
        together, calls = threading.Barrier(size, timeout=30), count()

        def think_together(*position: Any) -> Any:
            if next(calls) < size:  # later ones are the second moves of some of the bots
                together.wait()
            return think(*position)

        body = {"engine": "tokyo_poo_divers", "seats": [{"name": "Ana"}, GREEDY], "options": {"first_player": 1}}
        made = [api.table(assert_ok(api.post("/v1/games", body), 201)) for _ in range(size)]
        team, subscriptions = Team(tables, "quick", size, think_together), Subscriptions(tables.store.connection)
        threads = team.start(subscriptions)
        try:
            wait_for(lambda: together.n_waiting > 0 or all(table.view()["version"] > 2 for table in made))
            team.stop()
            for thread in threads:
                thread.join(30)
            assert not any(thread.is_alive() for thread in threads)
            assert all(table.view()["version"] > 2 for table in made)
        finally:
            team.stop()
            subscriptions.close()


def test_one_that_searches_delays_no_other(tmp_path: Path) -> None:
    """The process that searches is stopped: bots that do not search go on."""
    with (
        ValkeyServer() as server,
        in_process(server.url) as api,
        BotWorkers(server.url, 1, tmp_path / "log") as workers,
    ):

        def table(bot: dict[str, str]) -> Table:
            body = {"engine": "tokyo_poo_divers", "seats": [{"name": "Ana"}, bot], "options": {"first_player": 1}}
            return api.table(assert_ok(api.post("/v1/games", body), 201))

        def has_moved(one: Table) -> bool:
            return one.view()["awaiting"] == [0]

        first = table(SEARCH)
        wait_for(lambda: has_moved(first))
        (thinking_process,) = children(workers.running[0].pid)
        suspend(thinking_process)
        waiting, quick = [table(SEARCH) for _ in range(3)], [table(GREEDY) for _ in range(10)]
        wait_for(lambda: all(map(has_moved, quick)))
        assert not any(map(has_moved, waiting))
        os.kill(thinking_process, signal.SIGCONT)
        wait_for(lambda: all(map(has_moved, waiting)))
        time.sleep(0.1)
        assert workers.errors() == ""


def test_what_is_due_again_later_is_not_slept_through(server: ValkeyServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread sleeps until the next notification while another finds that its bot has to wait a little longer."""
    with in_process(server.url, bot_seconds=60) as api:
        tables, moved = api.app.extensions["tables"], threading.Semaphore(0)
        tables.store.connection.call("DEL", *QUEUE_KEYS)
        queue, leases = tables.bot_queue, []
        lease = queue.lease
        monkeypatch.setattr(queue, "lease", lambda *asked: leases.append(asked) or lease(*asked))

        def wait_a_little(*_: object) -> int | None:
            if moved.acquire(blocking=False):
                moved.release(2)
                return None
            wait_for(lambda: len(leases) > 1)  # the other thread has found nothing, and sleeps
            time.sleep(0.2)
            moved.release()
            return 100

        monkeypatch.setattr(bot_worker, "move_bot", wait_a_little)
        queue.schedule("a game", Queue("quick", bots_only=False))
        team, subscriptions = Team(tables, "quick", 2, think), Subscriptions(tables.store.connection)
        threads = team.start(subscriptions)
        try:
            wait_for(lambda: moved._value > 1, timeout=POLL_INTERVAL / 2)
        finally:
            team.stop()
            for thread in threads:
                thread.join(30)
            subscriptions.close()
