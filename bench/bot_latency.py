"""Bots on the real service: how soon one answers a person, and what two that think cost the other tables."""

import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

from bench.load import micros
from engines.chance import Chance
from engines.registry import ENGINES
from tests.support.bots import movers_of
from tests.support.http import Api, LiveService, Table, any_of, calling, good

SLUG = "tokyo_poo_divers"
SLUGS = ("dragon_fights", "tchang", SLUG, "zoky")
"""Not Tapecho: there a bot leaves people a second to react before it goes on."""
THOUGHTFUL, TABLES = "zoky", 12
"""A game in which search thinks for long, and more tables than two: between two moves a table rests for a moment."""
ANSWERS = 60
ROUNDS = 6
ACTIONS = 300
ENDING = ("concede", "share")
"""What a person here never does: give up, or go on without end."""


def main(arguments: list[str]) -> None:
    answers = int(arguments[0]) if arguments else ANSWERS
    with tempfile.TemporaryDirectory() as folder:
        with LiveService(Path(folder) / "answers", BOTS="1", LOG_LEVEL="WARNING") as service:
            print("from sending an action to the bot's first event on the player's stream, BOT_SECONDS=0.5:")
            for slug in SLUGS:
                for level, count in (("greedy", answers), ("search", max(1, answers // 3))):
                    took = sorted(answered(service.url, slug, level, count))
                    middle, nearly = statistics.median(took) * 1000, took[len(took) * 95 // 100] * 1000
                    told = f"median {middle:.0f} ms, 95 % within {nearly:.0f} ms"
                    print(f"  {slug:<17} {level:<7} {len(took)} answers: {told}", flush=True)
        with (
            LiveService(Path(folder) / "others", BOTS="2", LOG_LEVEL="WARNING") as service,
            calling(service.url) as api,
        ):
            quiet, busy, share = compared(service, api, answers * ACTIONS // ANSWERS)
    print("time of an action at a table of people, with two processes that move bots:")
    print(f"  nobody thinks {quiet * 1000:.2f} ms, two bots think {busy * 1000:.2f} ms ({busy / quiet:.2f} times)")
    print(f"  each of the two used {share:.0%} of a core meanwhile")


def answered(url: str, slug: str, level: str, count: int) -> Iterator[float]:
    """Seconds from actions of a person after which a bot alone is asked, each to the bot's first event."""
    done, dice = 0, Chance(slug.encode())
    with calling(url) as api:
        while done < count:
            table = against(api, slug, level)
            heard = Ear(f"{url}{table.path}/events", table.tokens[0])
            while done < count and (view := table.view(0))["status"] == "active":
                if 0 not in view["awaiting"]:
                    time.sleep(0.01)
                    continue
                legal = [one for one in table.legal(0) if one["type"] not in ENDING]
                began = time.perf_counter()
                answer = table.act(0, any_of(legal, dice)).json()
                if "game" in answer and answer["game"]["awaiting"] == [1]:  # it has none if a bot was quicker
                    yield heard.next_after(answer["events"][-1]["seq"]) - began
                    done += 1


def against(api: Api, slug: str, level: str) -> Table:
    seats = [{"name": "Ana"}, {"kind": "bot", "level": level}]
    return api.table(good(api.post("/v1/games", {"engine": slug, "seats": seats}), 201))


class Ear:
    """Listens to the stream of a seat, and notes when each event is there."""

    def __init__(self, address: str, token: str) -> None:
        self._heard: dict[int, float] = {}
        self._new = threading.Condition()
        threading.Thread(target=self._listen, args=(address, token), daemon=True).start()
        with self._new:
            self._new.wait_for(lambda: bool(self._heard), 10)

    def next_after(self, after: int) -> float:
        """When the first event after this one was there: it is the bot's, as nobody else is asked."""
        with self._new:
            self._new.wait_for(lambda: after + 1 in self._heard, 30)
            return self._heard[after + 1]

    def _listen(self, address: str, token: str) -> None:
        headers = {"Accept": "text/event-stream", "Authorization": f"Bearer {token}"}
        with httpx.stream("GET", address, headers=headers, timeout=60) as stream:
            for line in stream.iter_lines():
                if line.startswith("id: "):
                    with self._new:
                        self._heard[int(line[4:])] = time.perf_counter()
                        self._new.notify_all()


def compared(service: LiveService, api: Api, actions: int) -> tuple[float, float, float]:
    """The median time of an action while nobody thinks and while two bots do, measured in turns; and how busy the two
    processes that move bots were then, 1 if all the time.
    """
    quiet: list[float] = []
    busy: list[float] = []
    shares: list[float] = []
    list(timed(api, actions // ROUNDS))  # the first actions of a worker are slower than any later
    for _ in range(ROUNDS):
        quiet += timed(api, actions // ROUNDS)
        tables = [bots_only(api) for _ in range(TABLES)]
        time.sleep(1)
        began, before = time.perf_counter(), thought(service)
        busy += timed(api, actions // ROUNDS)
        shares.append((thought(service) - before) / 2e6 / (time.perf_counter() - began))
        for table in tables:
            api.delete(table.path, token=table.host)
        time.sleep(1)
    return statistics.median(quiet), statistics.median(busy), statistics.mean(shares)


def thought(service: LiveService) -> float:
    """The microseconds of CPU time that the processes which move bots have used."""
    return sum(micros(pid) for pid in movers_of(service))


def bots_only(api: Api) -> Table:
    body = {"engine": THOUGHTFUL, "seats": [{"kind": "bot", "level": "search"}] * ENGINES[THOUGHTFUL].players.max}
    return api.table(good(api.post("/v1/games", body), 201))


def timed(api: Api, count: int) -> Iterator[float]:
    """Seconds that so many actions take at tables of people."""
    table = api.create(SLUG)
    for _ in range(count):
        if (view := table.view())["status"] != "active":
            table = api.create(SLUG)
            view = table.view()
        seat = view["awaiting"][0]
        action = table.legal(seat, limit=1)[0]
        began = time.perf_counter()
        good(table.act(seat, action))
        yield time.perf_counter() - began
