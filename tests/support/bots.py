"""Games with bots: bots moved in this process, bot workers, and a person who plays against them."""

import os
import subprocess
import sys
import time
from pathlib import Path

from engines.chance import Chance
from service.bots.bot_worker import move_bot
from service.table import clock
from service.table.transaction import Tables
from tests.support.http import Api, Json, LiveService, Table, assert_ok, random_action
from tests.support.running import ROOT, TIMEOUT, children, command_line


def move_bots(tables: Tables, game_id: str) -> None:
    """Make the moves of all bots that are due, until the game waits for a person or for time to pass."""
    for _ in range(1000):
        game = tables.current(game_id)
        if not any(at <= game.now for seat, at in clock.due_bots(game).items() if game.meta.pending[seat].required):
            return
        move_bot(tables, game_id)
    raise AssertionError("the bots do not come to an end")


class BotWorkers:
    """Bot workers, run alone as an operator does, which can be killed."""

    def __init__(self, redis_url: str, count: int, log: Path, *arguments: str, **settings: str) -> None:
        self._environment = {"REDIS_URL": redis_url, "BOT_SECONDS": "0.02", "LOG_LEVEL": "WARNING", **settings}
        self._log, self._arguments = log, arguments
        self.running = [self._started() for _ in range(count)]

    def __enter__(self) -> "BotWorkers":
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.running:
            process.kill()
            process.wait()

    def kill_one(self, dice: Chance) -> None:
        """Kill one as a crash would, and start another."""
        number = dice.below(len(self.running))
        self.running[number].kill()
        self.running[number].wait()
        self.running[number] = self._started()

    def stop(self) -> list[int]:
        """Ask all to stop; returns their exit codes."""
        for process in self.running:
            process.terminate()
        return [process.wait(TIMEOUT) for process in self.running]

    def errors(self) -> str:
        """What all of them have written to stderr."""
        return self._log.read_text()

    def _started(self) -> subprocess.Popen[bytes]:
        with self._log.open("a") as log:
            command = [sys.executable, "-m", "service.bots", *self._arguments]
            return subprocess.Popen(command, cwd=ROOT, env={**os.environ, **self._environment}, stderr=log)


def play_against(table: Table, dice: Chance, timeout: float = 120) -> Json:
    """Play seat 0 at random against the bots until the game is over; returns the final view."""
    end = time.monotonic() + timeout
    view = table.view(0)
    while view["status"] == "active":
        assert time.monotonic() < end, f"the game does not end: {view['awaiting']} of version {view['version']}"
        legal = table.legal(0) if 0 in view["awaiting"] else []
        if not legal:
            view = next_view(table, view)
            continue
        response = table.act(0, random_action(legal, dice), match=f'"{view["version"]}.0"')
        assert response.status_code in (200, 409, 412), response.text  # a bot may have reacted first
        view = response.json()["game"] if response.status_code == 200 else table.view(0)
    return view


def next_view(table: Table, view: Json) -> Json:
    """The view of seat 0 as soon as it is newer than this one, or this one if nothing happens for some seconds."""
    known = {"If-None-Match": f'"{view["version"]}.0"'}
    response = table.api.get(f"{table.path}?wait=5", token=table.tokens[0], headers=known)
    return view if response.status_code == 304 else assert_ok(response)


def check_bot_game(api: Api, tables: Tables, table: Table) -> None:
    """A finished game with bots: every version was made once, each move of a bot alone, and the record verifies."""
    journal = list(tables.store.journal(table.id))
    assert len(journal) == table.view()["version"]
    moves = [entry.commit for entry in journal if entry.kind == "act"]
    assert len(set(moves)) == len(moves)
    record = assert_ok(api.get(f"{table.path}/record"))
    assert len(record["actions"]) == len(moves)
    result = assert_ok(api.post("/v1/records/verify", record))
    assert (result["valid"], result["known"]) == (True, True)


def bot_workers_of(service: LiveService) -> list[int]:
    """The bot workers of this service."""
    assert service.process is not None
    return [pid for pid in children(service.process.pid) if "-m service.bots" in command_line(pid)]
