"""The scenario of clock jumps: the clock of the embedded store is set ahead and back, also while turns have a limit.

A jump ahead may cost each awaited seat one turn, which the service then plays by itself. It must not cost more, and
within a game time never goes back.
"""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import redis

from tests.support.campaign import GAME, Player
from tests.support.http import Json, LiveService
from tests.support.running import wait_for
from tests.support.store_faults import SECOND, StoreFaults

if TYPE_CHECKING:
    from tests.faults.campaign import Stage

LIMIT = 20
GAMES = [GAME, {**GAME, "turn_seconds": LIMIT}]
"""The players take them in turn."""
JUMPS = {
    "ahead by about an hour": 3600,
    "ahead by about a minute": 60,
    "back by about an hour": -3600,
    "back by about a minute": -60,
}


@contextmanager
def clock_jumps(folder: Path, dice: Random) -> Iterator["Stage"]:
    """One service with the store it starts itself."""
    from tests.faults.campaign import Stage

    faults = StoreFaults(folder)
    with (
        LiveService(folder, LOG_LEVEL="WARNING", **faults.environment) as service,
        redis.Redis.from_url(service.store_url()) as store,
    ):
        jumps = Jumps(service, store, faults, dice)
        yield Stage(
            service.url,
            {name: partial(jumps.jump, seconds) for name, seconds in JUMPS.items()},
            lambda: wait_for(lambda: service.get("/readyz")[0] == 200),
            jumps.verify,
            GAMES,
        )


class Jumps:
    """The jumps of the store's clock, and how many turns they may have cost each table."""

    def __init__(self, service: LiveService, store: redis.Redis, faults: StoreFaults, dice: Random) -> None:
        self._service, self._store, self._faults, self._dice = service, store, faults, dice
        self._made: list[float] = []
        self._allowed: Counter[str] = Counter()
        """The turns that each table may lose: its one awaited seat can lose one by each jump ahead."""
        self._latest = 0.0
        self._beyond = False
        """Whether a jump has gone beyond the latest time there was: one that only comes back from a jump back may cost
        nothing.
        """

    def jump(self, about: int, team: list[Player]) -> None:
        """Set the clock of the store ahead or back, and wait until a worker has noticed it: one that has nothing to
        do at this moment will at its next read.
        """
        seconds, before, noticed = about * self._dice.uniform(0.7, 1.3), self._drift(), self._noticed()
        playing = _timed_tables(team)
        self._faults.set(clock_offset=self._faults.get("clock_offset") + round(seconds * SECOND))
        playing |= _timed_tables(team)
        wait_for(lambda: abs(self._drift() - before - seconds) < 5)
        self._made.append(seconds)
        self._beyond |= sum(self._made) > self._latest + LIMIT
        self._latest = max(self._latest, sum(self._made))
        if seconds > 0:
            self._allowed.update(playing)
        wait_for(lambda: self._noticed() > noticed)

    def verify(self, team: list[Player]) -> str:
        """Check the times in all logs, and how many turns were lost; says what happened."""
        lost: Counter[str] = Counter()
        for table in (table for player in team for table in player.tables):
            log = table.events()
            times = [event["at"] for event in log]
            assert times == sorted(times), "time went back within a game"
            lost[table.id] = len(_turns_lost(log))
            assert lost[table.id] <= self._allowed[table.id], "a jump cost more than one turn"
        assert lost.total() or not self._beyond, "no jump has cost a turn"
        ahead = [seconds for seconds in self._made if seconds > 0]
        farthest = max(abs(seconds) for seconds in self._made)
        return (
            f"the clock of the store jumped {len(ahead)} × ahead and {len(self._made) - len(ahead)} × back, by at most "
            f"{farthest:,.0f} s; {lost.total()} turns were lost, of at most {self._allowed.total()}"
        )

    def _drift(self) -> float:
        """Seconds by which the clock of the store is ahead."""
        seconds, microseconds = self._store.time()
        return float(seconds + microseconds / SECOND - time.time())

    def _noticed(self) -> int:
        return self._service.errors().count('"clock_jumped"')


def _timed_tables(team: list[Player]) -> set[str]:
    """The tables that are being played with a limit for turns."""
    return {player.tables[-1].id for player in team if "turn_seconds" in player.game}


def _turns_lost(log: list[Json]) -> set[int]:
    """The turns in which something was played because the time was up, by the event with which each began."""
    began, lost = 0, set()
    for event in log:
        if event["type"] == "turn_began":
            began = event["seq"]
        elif "timeout" in event:
            lost.add(began)
    return lost
