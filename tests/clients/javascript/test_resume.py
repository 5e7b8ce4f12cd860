"""A player who is killed again and again, and goes on where it stopped, has exactly the log and acts once."""

import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.support.front import HELD, Front
from tests.support.http import Api, Json, LiveService, Table, good
from tests.support.node import PATIENCE, result, running

pytestmark = pytest.mark.clients
KILLS = 20


def remembered(memory: Path, kind: str) -> list[Json]:
    """What the player has written down of this kind."""
    lines = memory.read_text(encoding="utf-8").splitlines() if memory.exists() else []
    return [line[kind] for line in map(json.loads, lines) if kind in line]


def wait_closely(player: subprocess.Popen[str], what: Callable[[], bool]) -> None:
    """Wait until this holds, and go on at once: what follows must hit a player that is in the middle of something."""
    end = time.monotonic() + PATIENCE
    while not what():
        assert player.poll() is None, "it is killed while it plays"
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.0005)


def test_a_killed_player_goes_on_with_exactly_the_log_and_no_action_twice(
    service: LiveService, api: Api, tmp_path: Path
) -> None:
    seats = [{"name": "Ana"}, {"kind": "bot", "level": "greedy"}]
    table = api.table(good(api.post("/v1/games", {"engine": "tokyo_poo_divers", "seats": seats}), 201))
    dice, memory = Random(20), tmp_path / "memory"
    with Front(service.port) as front:
        told = {"url": front.url, "id": table.id, "token": table.tokens[0], "file": str(memory)}
        for life in range(KILLS):
            heard, decided = len(remembered(memory, "event")), len(remembered(memory, "decision"))
            if unknown := life % 3 == 0:  # the service does it, and the player never learns of it
                front.spoil("POST", "/actions", HELD)
            lost, more = front.lost, dice.randint(1, 3)
            with running("player.mjs", {**told, "seed": life}) as player:
                if unknown:
                    wait_closely(player, lambda lost=lost: front.lost > lost)
                elif life % 3 == 1:
                    wait_closely(player, lambda decided=decided: len(remembered(memory, "decision")) > decided)
                else:
                    wait_closely(player, lambda heard=heard + more: len(remembered(memory, "event")) >= heard)
        with running("player.mjs", {**told, "seed": KILLS}) as player:
            assert result(player) == "over"
        assert judged(table, memory, front) == []
        assert front.lost == (KILLS + 2) // 3


def judged(table: Table, memory: Path, front: Front) -> list[str]:
    """What is wrong with what the player remembers, compared with the service."""
    record = good(table.api.get(f"{table.path}/record"))
    acted = [action for action in record["actions"] if action["seat"] == 0]
    answered = [answer["version"] for answer in remembered(memory, "answer") if "version" in answer]
    found = {
        "the events": remembered(memory, "event") == table.events(0),
        "an action that was answered is not there, or one that is there was not answered": len(acted) == len(answered),
        "an answer twice": len(set(answered)) == len(answered),
        "a decision done twice": len(acted) == len(front.done) == sum(front.done.values()),
        "no decision was refused or lost": len(remembered(memory, "decision")) >= len(acted),
    }
    return [what for what, holds in found.items() if not holds]
