"""Constant work: an action at move 500 compared with one at move 5, and with 200,000 games stored compared with 10.

The action is always the same: the first stone that is turned over in a round of Dragon Fights. Games are copied inside
the store from one that was played so far. Measured is the CPU time of the process that answers, without gunicorn, and
of the store; the two sides take turns.
"""

import random
import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from flask.testing import FlaskClient

from tests.support.http import InProcess, Json, Table, good, in_process
from tests.support.valkey import ValkeyServer

ENGINE = "dragon_fights"
EARLY, LATE = 5, 500
FEW, MANY = 10, 200_000
ROUNDS = 60
ACTIONS = 20
PORTION = 5000
GOAL = 1.05
PARTS = ("", ":charter", ":seeds", ":journal", ":log")
# Copies of a game under other ids.   ARGV  1 its id   2 number of the first copy   3 of the last   4... its keys' parts
COPY = """
for number = ARGV[2], ARGV[3] do
  for i = 4, #ARGV do
    redis.call('COPY', 'game:{' .. ARGV[1] .. '}' .. ARGV[i], string.format('game:{%022d}', number) .. ARGV[i])
  end
end
"""
Sample = tuple[float, float]
"""CPU microseconds of the process that answers and of the store, for one action."""


def main(arguments: list[str]) -> None:
    with ExitStack() as stack:
        small, large = (Side(stack) for _ in range(2))
        early, late = small.played(EARLY), small.played(LATE)
        print(f"CPU for an action in one process and in the store, {ROUNDS} rounds of {ACTIONS} actions, goal {GOAL}:")
        compare((f"move {EARLY}", lambda: small.act(early)), (f"move {LATE}", lambda: small.act(late)))
        small.ask("FLUSHALL")
        few, many = small.played(EARLY), large.played(EARLY)
        small.copy(few, MANY, MANY + FEW - 2)
        large.copy(many, MANY, 2 * MANY - 2)
        compare((f"{FEW} games", lambda: small.act(few)), (f"{MANY:,} games", lambda: large.act(many)))
        print(f"  the store with {MANY:,} games uses {large.used() / 2**20:,.0f} MiB")


class Side:
    """A store of its own, and an app on it in this process."""

    def __init__(self, stack: ExitStack) -> None:
        self._store = stack.enter_context(ValkeyServer(maxmemory_policy="noeviction"))
        self._api: InProcess = stack.enter_context(in_process(self._store.url))
        self._client: FlaskClient = self._api.app.test_client()
        self.ask = self._store.ask

    def played(self, moves: int) -> "Played":
        """A game in which at least so many actions were done, before the first stone of a round is turned over."""
        table = self._api.create(ENGINE)
        view, done = table.view(), 0
        while done < moves or view["state"]["phase"] == "gesture" or view["state"]["turned"]:
            seat = view["awaiting"][0]
            offered = table.legal(seat)
            flips = [action for action in offered if action["type"] == "flip"]
            view, done = good(table.act(seat, random.choice(flips or offered)))["game"], done + 1
            assert view["status"] == "active"
        seat = view["awaiting"][0]
        return Played(table, seat, next(action for action in table.legal(seat) if action["type"] == "flip"))

    def copy(self, played: "Played", first: int, last: int) -> None:
        """Copies of this game, with these numbers as ids."""
        for start in range(first, last + 1, PORTION):
            end = min(start + PORTION - 1, last)
            self.ask("EVAL", COPY, "0", played.table.id, str(start), str(end), *PARTS)

    def act(self, played: "Played") -> Sample:
        """Do the action in a copy of this game, which is read once before, as a player would, and removed after."""
        number = random.randrange(MANY)
        self.copy(played, number, number)
        path, seen = f"/v1/games/{number:022d}", played.headers
        assert self._client.get(path, headers=seen).status_code == 200
        before = time.process_time_ns(), cpu(self._store.pid)
        answer = self._client.post(f"{path}/actions", headers=seen, json=played.action)
        after = time.process_time_ns(), cpu(self._store.pid)
        assert answer.status_code == 200, answer.text
        self.ask("UNLINK", *(f"game:{{{number:022d}}}{part}" for part in PARTS))
        return (after[0] - before[0]) / 1000, (after[1] - before[1]) / 1000

    def used(self) -> int:
        """The bytes of memory that the store uses."""
        return int(str(self.ask("INFO", "memory")).partition("used_memory:")[2].split()[0])


class Played:
    """A game that was played for a while, and the action that comes next."""

    def __init__(self, table: Table, seat: int, action: Json) -> None:
        self.table, self.action = table, action
        self.headers = {"Authorization": f"Bearer {table.tokens[seat]}"}


def cpu(pid: int) -> int:
    """The CPU time in nanoseconds that the first thread of a process has used."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0])


def compare(*sides: tuple[str, Callable[[], Sample]]) -> None:
    """Print what an action costs on both sides, as medians of the rounds, and the median of the rounds' ratios."""
    took: list[list[Sample]] = [[] for _ in sides]
    for _ in range(ROUNDS):
        pairs = [[act() for _, act in sides] for _ in range(ACTIONS)]
        for found, samples in zip(took, zip(*pairs, strict=True), strict=True):
            found.append(medians(samples))
    for (what, _), found in zip(sides, took, strict=True):
        process, store = medians(found)
        print(f"  {what:>14}: {process:6.0f} µs, in the store {store:5.0f} µs")
    ratios = [sum(after) / sum(before) for before, after in zip(*took, strict=True)]
    print(f"  {'ratio':>14}: {statistics.median(ratios):.3f}")


def medians(samples: Sequence[Sample]) -> Sample:
    """The medians of what the process and the store took."""
    process, store = zip(*samples, strict=True)
    return statistics.median(process), statistics.median(store)
