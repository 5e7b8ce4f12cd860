"""Bots under load: moves a second, how long people wait while bots play among themselves, and one who takes too many.

`python -m bench bot_load [--seconds 20]`; every part runs the real service with its embedded store on this machine.
"""

import argparse
import statistics
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx

from bench.bot_latency import ENDING, EventListener
from engines.chance import Chance
from engines.registry import ENGINES
from service.table.lifecycle import BOT_TABLES_PER_ADDRESS
from tests.support.http import LiveService, random_action

GAMES = ("dragon_fights", "tchang", "tokyo_poo_divers", "zoky")
"""Not Tapecho: there a bot leaves people a second to react before it goes on."""
BOT_TABLES, PEOPLE, ATTACKS = 200, 20, 500
REST = 0.5
"""Seconds that a person here thinks about a move."""
GREEDY = {"kind": "bot", "level": "greedy"}


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench bot_load")
    parser.add_argument("--seconds", type=float, default=20, help="each part is measured for so long")
    seconds = parser.parse_args(arguments).seconds
    with tempfile.TemporaryDirectory() as folder:
        with service(Path(folder) / "moves") as url, bots_playing(url, BOT_TABLES):
            print(f"{moves_per_second(url, seconds):.0f} greedy moves a second by one bot worker", flush=True)
        with service(Path(folder) / "alone") as url:
            print(f"{PEOPLE} people, nobody else: {waits(url, seconds)}", flush=True)
        with service(Path(folder) / "people") as url, bots_playing(url, BOT_TABLES):
            print(f"{PEOPLE} people, {BOT_TABLES} tables of bots: {waits(url, seconds)}", flush=True)
            print(f"  and then bots make {moves_per_second(url, seconds):.0f} moves a second", flush=True)
        with service(Path(folder) / "attack") as url:
            attack(url, seconds)


@contextmanager
def service(folder: Path) -> Iterator[str]:
    """The service as it is by default, except that nobody is limited in how many tables they create in an hour, and
    that its clients may say which address is theirs. At the end the warnings that it has logged are printed.
    """
    with LiveService(folder, BOTS="1", LOG_LEVEL="WARNING", TRUSTED_PROXIES="127.0.0.1") as running:
        yield running.url
        logged = Counter(line.partition('"message":"')[2].partition('"')[0] for line in running.errors().splitlines())
        if logged:
            print(f"  logged: {dict(logged)}")


def client(url: str, address: str) -> httpx.Client:
    """A client at this address."""
    return httpx.Client(base_url=url, headers={"X-Forwarded-For": address}, timeout=60)


def create(http: httpx.Client, number: int, *seats: dict[str, str]) -> httpx.Response:
    """A new table of one of the games, with as many more bots as it needs."""
    slug = GAMES[number % len(GAMES)]
    bots = [GREEDY] * max(1, ENGINES[slug].players.min - len(seats))
    return http.post("/v1/games", json={"engine": slug, "seats": [*seats, *bots]})


# Tables of bots only


@contextmanager
def bots_playing(url: str, tables: int) -> Iterator[None]:
    """So many tables of bots, from addresses that each have as many as they may; a game that is over is replaced."""
    over, numbers = threading.Event(), count()

    def keep(address: str) -> None:
        with client(url, address) as http:
            while not over.wait(0.05):
                if create(http, next(numbers), GREEDY).status_code != 201:
                    over.wait(1)

    addresses = [f"10.1.0.{number}" for number in range(tables // BOT_TABLES_PER_ADDRESS)]
    threads = [threading.Thread(target=keep, args=(address,)) for address in addresses]
    for thread in threads:
        thread.start()
    time.sleep(6)
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def moves_per_second(url: str, seconds: float) -> float:
    """How many moves bots make."""
    began, before = time.monotonic(), bot_moves(url)
    time.sleep(seconds)
    return (bot_moves(url) - before) / (time.monotonic() - began)


def bot_moves(url: str) -> float:
    lines = httpx.get(f"{url}/metrics").text.splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith("ludotheque_bot_moves_total{"))


# People


def waits(url: str, seconds: float) -> str:
    """How long people wait for their greedy opponents."""
    until, refused = time.monotonic() + seconds, Counter[int]()
    with ThreadPoolExecutor(PEOPLE) as people:
        played = people.map(lambda number: list(play(url, number, until, refused)), range(PEOPLE))
        took = sorted(wait for each in played for wait in each)
    late = took[len(took) * 99 // 100]
    text = f"{len(took)} moves, median {statistics.median(took) * 1000:.0f} ms, 99 % within {late * 1000:.0f} ms"
    return f"{text}, longest {took[-1] * 1000:.0f} ms; {refused[503]} × 503"


def play(url: str, number: int, until: float, refused: Counter[int]) -> Iterator[float]:
    """Play as a person until then. Yields the seconds from sending an action after which only a bot may act to the
    bot's first event on the stream.
    """
    dice = Chance(bytes([number]))
    with client(url, f"10.2.0.{number}") as http:
        while time.monotonic() < until:
            response = create(http, number, {"name": "Ana"})
            refused[response.status_code] += 1
            if response.status_code != 201:
                time.sleep(1)
                continue
            yield from play_table(http, response.json(), dice, until)


def play_table(http: httpx.Client, table: dict[str, Any], dice: Chance, until: float) -> Iterator[float]:
    path = f"/v1/games/{table['id']}"
    token = table["seats"][0]["token"]
    headers = {"Authorization": f"Bearer {token}"}
    listener = EventListener(f"{http.base_url}{path}/events".replace("//v1", "/v1"), token)
    while time.monotonic() < until:
        view = http.get(path, headers=headers, params={"include": "actions"}).json()
        if view["status"] != "active":
            return
        legal = [one for one in view["legal"]["actions"] if one["type"] not in ENDING]
        if 0 not in view["awaiting"] or not legal:
            time.sleep(0.02)
            continue
        time.sleep(REST)
        began = time.perf_counter()
        response = http.post(f"{path}/actions", headers=headers, json=random_action(legal, dice)).json()
        if "game" in response and response["game"]["awaiting"] and 0 not in response["game"]["awaiting"]:
            yield listener.next_after(response["events"][-1]["seq"]) - began


# One who takes too many


def attack(url: str, seconds: float) -> None:
    """One address starts as many tables of bots as it can, while others play and start tables."""
    results, others = Counter[str](), Counter[str]()

    def attacker() -> None:
        with client(url, "10.6.6.6") as http:
            for number in range(ATTACKS):
                response = create(http, number, GREEDY)
                results["201" if response.status_code == 201 else response.json()["code"]] += 1

    def other() -> None:
        with client(url, "10.3.0.1") as http:
            for number in range(10):
                response = create(http, number, GREEDY)
                others["201" if response.status_code == 201 else response.json()["code"]] += 1
                time.sleep(seconds / 10)

    threads = [threading.Thread(target=attacker), threading.Thread(target=other)]
    for thread in threads:
        thread.start()
    waited = waits(url, seconds)
    for thread in threads:
        thread.join()
    print(f"one address asks for {ATTACKS} tables of bots: {dict(results)}")
    print(f"  another address, 10 tables of bots: {dict(others)}")
    print(f"  {PEOPLE} people: {waited}", flush=True)
