"""A player who is killed again and again, or whose answers are lost, has exactly the log and acts once."""

import asyncio
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ludotheque_client import AsyncLudotheque, Ludotheque, Patience

from tests.clients.python_client.running import PATIENCE, PROGRAMS, running
from tests.support.front import HELD, LOST, Fate, Front, Seen, refusal
from tests.support.http import Api, Json, LiveService, Table, good

pytestmark = pytest.mark.clients
KILLS = 20
FAULTS = 60
REFUSALS = (refusal(429, "rate_limited"), refusal(503, "store_unavailable"))
PLAYER = PROGRAMS / "player.py"


class Storm(Front):
    """A line to the service on which so many faults happen at random."""

    def __init__(self, port: int, seed: int, faults: int) -> None:
        self._dice = random.Random(seed)
        self.left = faults
        super().__init__(port)

    def chance(self, seen: Seen) -> Fate | None:
        if self.left <= 0 or self._dice.random() > 0.4:
            return None
        self.left -= 1
        if self._dice.random() < 0.3:
            return self._dice.choice(REFUSALS)
        return Fate(after=1) if seen.kind == "STREAM" else LOST


def against_a_bot(api: Api, slug: str = "tokyo_poo_divers") -> Table:
    seats = [{"name": "Ana"}, {"kind": "bot", "level": "greedy"}]
    return api.table(good(api.post("/v1/games", {"engine": slug, "seats": seats}), 201))


def remembered(memory: Path, kind: str) -> list[Any]:
    """What the player has written down of this kind."""
    lines = memory.read_bytes().split(b"\n")[:-1] if memory.exists() else []
    return [line[kind] for line in map(json.loads, lines) if kind in line]


def watch_closely(what: Callable[[], bool]) -> None:
    """Wait until this holds, and go on at once: what follows must hit a program that is in the middle of something."""
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.0005)


def judge(table: Table, front: Front, heard: list[Json], answered: list[int]) -> None:
    """What was heard is the log, and each decision was carried out once, as its answer says."""
    assert heard == table.events(0)
    record = good(table.api.get(f"{table.path}/record"))
    acted = [action for action in record["actions"] if action["seat"] == 0]
    assert len(acted) == len(answered) == len(set(answered))
    assert len(acted) == len(front.done) == sum(front.done.values()), "no decision is done twice"


def test_a_killed_player_goes_on_with_exactly_the_log_and_no_action_twice(
    front: Front, api: Api, tmp_path: Path
) -> None:
    table, memory, dice = against_a_bot(api), tmp_path / "memory", random.Random(20)
    words = front.url, table.id, table.tokens[0], str(memory)
    for life in range(KILLS):
        heard, decided, lost = len(remembered(memory, "event")), len(remembered(memory, "decision")), front.lost
        more = dice.randint(1, 3)
        if life % 3 == 0:  # the service does it, and the player never learns of it
            front.spoil("POST", "/actions", HELD)
        with running(PLAYER, *words, str(life)) as player:
            if life % 3 == 0:
                watch_closely(lambda lost=lost: front.lost > lost)
            elif life % 3 == 1:
                watch_closely(lambda decided=decided: len(remembered(memory, "decision")) > decided)
            else:
                watch_closely(lambda heard=heard + more: len(remembered(memory, "event")) >= heard)
            assert player.poll() is None, "it is killed while it plays"
    with running(PLAYER, *words, str(KILLS)) as player:
        said, errors = player.communicate(timeout=PATIENCE)
    assert said == "over\n", errors
    assert front.lost == (KILLS + 2) // 3
    answered = [version for version in remembered(memory, "answer") if version is not None]
    judge(table, front, remembered(memory, "event"), answered)


@pytest.mark.parametrize("seed", range(3))
def test_a_player_on_a_bad_line_sync(seed: int, service: LiveService, api: Api) -> None:
    table, heard, answered = against_a_bot(api), [], []
    patience = Patience(first=0.01, longest=0.1)
    with Storm(service.port, seed, FAULTS) as storm, Ludotheque(storm.url, patience=patience) as client:
        mine = client.table(table.id, token=table.tokens[0])

        def move() -> None:
            while mine.asked:
                answer = mine.act(random.choice(mine.actions))
                answered.extend([] if answer is None else [answer["version"]])

        move()
        for event in mine.events():
            heard.append(dict(event))
            move()
        assert FAULTS - storm.left >= 10
        judge(table, storm, heard, answered)


@pytest.mark.parametrize("seed", range(3))
def test_a_player_on_a_bad_line_async(seed: int, service: LiveService, api: Api) -> None:
    table, heard, answered = against_a_bot(api), [], []

    async def listen(mine: Any) -> None:
        heard.extend([dict(event) async for event in mine.events()])

    async def play(mine: Any) -> None:
        while await mine.until_asked():
            answer = await mine.act(random.choice(mine.actions))
            answered.extend([] if answer is None else [answer["version"]])

    async def main(url: str) -> None:
        patience = Patience(first=0.01, longest=0.1)
        async with AsyncLudotheque(url, patience=patience) as client, asyncio.timeout(PATIENCE):
            mine = await client.table(table.id, token=table.tokens[0])
            await asyncio.gather(listen(mine), play(mine))

    with Storm(service.port, seed, FAULTS) as storm:
        asyncio.run(main(storm.url))
        assert FAULTS - storm.left >= 10
        judge(table, storm, heard, answered)
