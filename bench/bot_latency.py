"""Bots on the real service: how soon one moves after a person, and what one that searches costs the other tables."""

import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from bench.load import micros
from engines.chance import Chance
from engines.registry import ENGINES
from tests.support.bots import bot_workers_of
from tests.support.http import Api, LiveService, Table, api_client, assert_ok, random_action
from tests.support.running import children

SLUG = "tokyo_poo_divers"
SLUGS = ("dragon_fights", "tchang", SLUG, "zoky")
"""Not Tapecho: there a bot leaves people a second to react before it goes on."""
THOUGHTFUL, TABLES = "zoky", 12
"""A game in which search thinks for long, and more tables than two: between two moves a table rests for a moment."""
MOVES = 60
ROUNDS = 12
ACTIONS = 1200
COMPUTE = """
import os
from service.bots.priority import leave_one_core, lower_priority
from service.bots.thinking import NICENESS
lower_priority()
leave_one_core(1)
os.nice(NICENESS)
while True:
    {number: str(number) for number in range(100_000)}
"""
ENDING = ("concede", "share")
"""What a person here never does: give up, or go on without end."""


def main(arguments: list[str]) -> None:
    moves = int(arguments[0]) if arguments else MOVES
    with tempfile.TemporaryDirectory() as folder:
        with LiveService(Path(folder) / "moves", BOTS="1", LOG_LEVEL="WARNING") as service:
            print("from sending an action to the bot's first event on the player's stream, BOT_SECONDS=0.5:")
            for slug in SLUGS:
                for level, count in (("greedy", moves), ("search", max(1, moves // 3))):
                    took = sorted(response_times(service.url, slug, level, count))
                    middle, nearly = statistics.median(took) * 1000, took[len(took) * 95 // 100] * 1000
                    text = f"median {middle:.0f} ms, 95 % within {nearly:.0f} ms"
                    print(f"  {slug:<17} {level:<7} {len(took)} moves: {text}", flush=True)
        with (
            LiveService(Path(folder) / "others", BOTS="1", LOG_LEVEL="WARNING") as service,
            api_client(service.url) as api,
        ):
            others = compare(service, api, max(1, moves * ACTIONS // MOVES // ROUNDS))
    print("an action at a table of people, in turns:")
    print(f"  nobody thinks {statistics.median(others.idle) * 1000:.2f} ms")
    share = f"{statistics.mean(others.shares):.0%} of a core"
    print(f"  a bot worker searches {others.summary(others.thinking)}; it used {share}")
    print(f"  a program that never calls the service computes instead {others.summary(others.computing)}")


def response_times(url: str, slug: str, level: str, count: int) -> Iterator[float]:
    """Seconds from actions of a person after which only a bot may act, each to the bot's first event."""
    done, dice = 0, Chance(slug.encode())
    with api_client(url) as api:
        while done < count:
            table = against(api, slug, level)
            listener = EventListener(f"{url}{table.path}/events", table.tokens[0])
            while done < count and (view := table.view(0))["status"] == "active":
                if 0 not in view["awaiting"]:
                    time.sleep(0.01)
                    continue
                legal = [one for one in table.legal(0) if one["type"] not in ENDING]
                began = time.perf_counter()
                response = table.act(0, random_action(legal, dice)).json()
                if "game" in response and response["game"]["awaiting"] == [1]:  # it has none if a bot was quicker
                    yield listener.next_after(response["events"][-1]["seq"]) - began
                    done += 1


def against(api: Api, slug: str, level: str) -> Table:
    seats = [{"name": "Ana"}, {"kind": "bot", "level": level}]
    return api.table(assert_ok(api.post("/v1/games", {"engine": slug, "seats": seats}), 201))


class EventListener:
    """Listens to the stream of a seat, and notes when each event is there."""

    def __init__(self, address: str, token: str) -> None:
        self._arrivals: dict[int, float] = {}
        self._new = threading.Condition()
        threading.Thread(target=self._listen, args=(address, token), daemon=True).start()
        with self._new:
            self._new.wait_for(lambda: bool(self._arrivals), 10)

    def next_after(self, after: int) -> float:
        """When the first event after this one was there: it is the bot's, as nobody else may act."""
        with self._new:
            self._new.wait_for(lambda: after + 1 in self._arrivals, 30)
            return self._arrivals[after + 1]

    def _listen(self, address: str, token: str) -> None:
        headers = {"Accept": "text/event-stream", "Authorization": f"Bearer {token}"}
        with httpx.stream("GET", address, headers=headers, timeout=60) as stream:
            for line in stream.iter_lines():
                if line.startswith("id: "):
                    with self._new:
                        self._arrivals[int(line[4:])] = time.perf_counter()
                        self._new.notify_all()


class Compared:
    """How long an action takes at a table of people while nothing else is done, while a bot worker searches, and while
    a program computes in its place that never calls the service; round by round.
    """

    def __init__(self) -> None:
        self.idle: list[float] = []
        self.thinking: list[float] = []
        self.computing: list[float] = []
        self.shares: list[float] = []
        """Of a core, used by the bot worker and its process that searches."""

    def summary(self, busy: list[float]) -> str:
        ratios = sorted(slow / quick for quick, slow in zip(self.idle, busy, strict=True))
        half = f"half of {len(ratios)} rounds {ratios[len(ratios) // 4]:.2f} to {ratios[-1 - len(ratios) // 4]:.2f}"
        return f"{statistics.median(busy) * 1000:.2f} ms, {statistics.median(ratios):.2f} times ({half})"


def compare(service: LiveService, api: Api, actions: int) -> Compared:
    """So many actions each time, in turns."""
    results = Compared()
    list(action_times(api, actions))  # the first actions of a worker are slower than any later
    for _ in range(ROUNDS):
        results.idle.append(statistics.median(action_times(api, actions)))
        with bots_thinking(api):
            began, before = time.perf_counter(), bot_cpu_micros(service)
            results.thinking.append(statistics.median(action_times(api, actions)))
            results.shares.append((bot_cpu_micros(service) - before) / 1e6 / (time.perf_counter() - began))
        with computing():
            results.computing.append(statistics.median(action_times(api, actions)))
    return results


@contextmanager
def bots_thinking(api: Api) -> Iterator[None]:
    tables = [bots_only(api) for _ in range(TABLES)]
    time.sleep(1)
    yield
    for table in tables:
        api.delete(table.path, token=table.host)
    time.sleep(1)


@contextmanager
def computing() -> Iterator[None]:
    """A program that computes on the cores, and with the priority, that a search has."""
    program = subprocess.Popen([sys.executable, "-c", COMPUTE], start_new_session=True)
    time.sleep(1)
    yield
    program.kill()
    program.wait()
    time.sleep(1)


def bot_cpu_micros(service: LiveService) -> float:
    """The microseconds of CPU time that the processes which move bots have used."""
    workers = bot_workers_of(service)
    return sum(micros(pid) for worker in workers for pid in (worker, *children(worker)))


def bots_only(api: Api) -> Table:
    body = {"engine": THOUGHTFUL, "seats": [{"kind": "bot", "level": "search"}] * ENGINES[THOUGHTFUL].players.max}
    return api.table(assert_ok(api.post("/v1/games", body), 201))


def action_times(api: Api, count: int) -> Iterator[float]:
    """Seconds that so many actions take at tables of people."""
    table = api.create(SLUG)
    for _ in range(count):
        if (view := table.view())["status"] != "active":
            table = api.create(SLUG)
            view = table.view()
        seat = view["awaiting"][0]
        action = table.legal(seat, limit=1)[0]
        began = time.perf_counter()
        assert_ok(table.act(seat, action))
        yield time.perf_counter() - began
