"""Actions, views, lists of actions and creations: what they cost a worker, compared with small Flask apps.

All use one Valkey, over TCP on this machine. Each is one process that is called over 32 open connections, and what
counts is the CPU time of that process for each request. They take turns, so that other load slows all alike. The
service runs as `python -m service` runs it, with one worker and its log in a file. The Flask apps run as
`gunicorn -k gevent` runs them, with no setting, patch or connection of the service.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import httpx

from bench.engines import table
from bench.load import CONNECTIONS, Contender, Diver, HttpContender, Player, cost, http_request_bytes
from engines.registry import ENGINES
from tests.support.http import Api, LiveService, api_client
from tests.support.running import ROOT, children, wait_for
from tests.support.valkey import ValkeyServer, free_port

ACTION, QUIET = "full action, with its log line", "full action, LOG_LEVEL=WARNING"
VIEW, UNCHANGED, LIST, CREATE = "GET of a view", "304 on If-None-Match", "GET …/actions of the largest game", "create"
IN_FRENCH = "full action, with its log line, in French"
CARDS, CARTES = "GET of a view with cards", "GET of a view with cards, in French"
PEER = "boardgame.io, two seats"
PLAIN = "plain Flask + redis-py, as they come"
CONSTANT = "plain Flask, a constant as large as: "

Peers = dict[str, Callable[[ValkeyServer], AbstractContextManager[Contender]]]
"""Other servers to measure, by name; they may keep their games in this store."""


class Ratio(NamedTuple):
    """A row of the last table: the cost of one over that of another."""

    what: str
    above: str
    below: str
    goal: str

    def row(self, medians: dict[str, list[float]]) -> list[str]:
        if self.below not in medians:
            return [self.what, "", self.goal, "`make bench-peers` measures this"]
        above, below = medians[self.above][0], medians[self.below][0]
        return [self.what, f"{above / below:.2f}", self.goal, f"{above:.0f} / {below:.0f} µs"]


RATIOS = [
    Ratio(f"{ACTION}, over boardgame.io on the same Valkey, two seats", ACTION, PEER, "≤ 1.0"),
    Ratio(
        f"{ACTION}, over plain Flask + redis-py under gunicorn's gevent worker, as they come", ACTION, PLAIN, "≤ 1.15"
    ),
    Ratio(f"{IN_FRENCH}, over one in English", IN_FRENCH, ACTION, "1.0"),
    Ratio(f"{CARTES}, over one in English", CARTES, CARDS, ""),
    *(
        Ratio(f"{what}, over Flask answering a constant of the same size, as it comes", what, CONSTANT + what, goal)
        for what, goal in ((VIEW, ""), (UNCHANGED, "≤ 1.3"), (LIST, ""), (CREATE, ""))
    ),
]


class Ask(NamedTuple):
    """A request, and the status of its response."""

    method: str
    path: str
    token: str = ""
    body: Any = None
    headers: dict[str, str] = {}
    status: int = 200

    def player(self, path: str = "") -> Player:
        """A player that repeats this request, to this path if there is one."""
        request = http_request_bytes(self.method, path or self.path, self.body, token=self.token, **self.headers)
        return Player(request, self.status)

    def size(self, api: Api) -> int:
        """The number of bytes of the service's response."""
        response = api.call(self.method, self.path, self.body, token=self.token, headers=self.headers)
        assert response.status_code == self.status, response.text
        return len(response.content)


def service_requests(api: Api) -> dict[str, Ask]:
    """The requests to the service."""
    still, moving = api.create(), api.create()
    token, turn = still.tokens[0], moving.turn()
    tag = api.get(still.path, token=token).headers["ETag"]
    return {
        ACTION: Ask("POST", f"{moving.path}/actions", moving.tokens[turn], {"type": "dive", "cell": [3, 4]}),
        VIEW: Ask("GET", still.path, token),
        UNCHANGED: Ask("GET", still.path, token, headers={"If-None-Match": tag}, status=304),
        LIST: longest_list(api),
        CREATE: Ask("POST", "/v1/games", body={"engine": "tokyo_poo_divers", "seats": [{}, {}]}, status=201),
    }


def with_cards(api: Api) -> dict[str, Ask]:
    """A view with translated texts, in two languages."""
    cards = api.create("tapecho")
    return {
        what: Ask("GET", cards.path, cards.tokens[0], headers={"Accept-Language": language})
        for what, language in ((CARDS, "en"), (CARTES, "fr"))
    }


def longest_list(api: Api) -> Ask:
    """Of the lists of actions with which games begin, all seats taken, the one with the most bytes."""
    tables = {slug: api.create(slug, seats=engine.players.max) for slug, engine in ENGINES.items()}
    lists = {slug: Ask("GET", f"{at.path}/actions", at.tokens[at.turn()]) for slug, at in tables.items()}
    largest = max(lists, key=lambda slug: lists[slug].size(api))
    print(f"The largest game is {largest} with {ENGINES[largest].players.max} seats.")
    return lists[largest]


@contextmanager
def contenders(store: ValkeyServer, folder: Path) -> Iterator[dict[str, Contender]]:
    """All who are measured, by name. The small apps send as many bytes as the service does to the same request."""
    with ExitStack() as stack:
        service, is_quiet = (stack.enter_context(serving(store, folder, level)) for level in ("INFO", "WARNING"))
        stored, constant = (stack.enter_context(plain(app, store, folder)) for app in ("stored", "constant"))
        api, quietly = (stack.enter_context(api_client(one.url)) for one in (service, is_quiet))
        here: tuple[int, int] = (*service.workers(), service.port)
        contenders: dict[str, Contender] = {
            ACTION: HttpContender(*here, partial(Diver, api.client)),
            QUIET: HttpContender(*is_quiet.workers(), is_quiet.port, partial(Diver, quietly.client)),
            IN_FRENCH: HttpContender(*here, partial(Diver, api.client, language="fr")),
            **{what: HttpContender(*here, ask.player) for what, ask in with_cards(api).items()},
        }
        for what, ask in service_requests(api).items():
            size = ask.size(api)
            print(f"{what}: answered with {size:,} bytes")
            if what == ACTION:
                contenders[PLAIN] = HttpContender(*stored, partial(mover, ask, size))
            else:
                contenders[what] = HttpContender(*here, ask.player)
            contenders[CONSTANT + what] = HttpContender(*constant, partial(ask.player, f"/{ask.status}/{size}"))
        yield contenders
        service.stop()
        print(f"{service.errors().count('request_id'):,} lines were in the log of the service.")


def mover(ask: Ask, size: int) -> Player:
    """Who does this at a new game of the plain app."""
    return ask.player(f"/games/{uuid4()}/{size}")


@contextmanager
def serving(store: ValkeyServer, folder: Path, level: str) -> Iterator[LiveService]:
    """The service at this level of its log, with one worker."""
    with LiveService(folder / level, REDIS_URL=store.url, WORKERS="1", LOG_LEVEL=level) as service:
        wait_for(lambda: len(service.workers()) == 1)
        yield service


@contextmanager
def plain(app: str, store: ValkeyServer, folder: Path) -> Iterator[tuple[int, int]]:
    """One of the small apps, as gunicorn serves it by default: its process and its port."""
    port, environment = free_port(), {**os.environ, "REDIS_URL": store.url, "XDG_RUNTIME_DIR": str(folder)}
    command = [sys.executable, "-m", "gunicorn", "-k", "gevent", "-b", f"127.0.0.1:{port}", f"bench.plain:{app}()"]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)
    try:
        wait_for(lambda: is_serving(port))
        yield children(process.pid)[-1], port
    finally:
        process.terminate()
        process.wait(40)


def is_serving(port: int) -> bool:
    """Whether an HTTP server is serving there."""
    try:
        return bool(httpx.get(f"http://127.0.0.1:{port}/").status_code)
    except httpx.TransportError:
        return False


def measure(
    contenders: dict[str, Contender], store: ValkeyServer, rounds: int, requests: int
) -> dict[str, list[float]]:
    """The medians of what each costs its server and the store; a first round warms all up and does not count."""
    took: dict[str, list[tuple[float, float]]] = {what: [] for what in contenders}
    for _ in range(rounds + 1):
        for what, contender in contenders.items():
            took[what].append(cost(contender, store.pid, requests))
    return {what: [statistics.median(of) for of in zip(*rows[1:], strict=True)] for what, rows in took.items()}


def show(medians: dict[str, list[float]]) -> None:
    """All costs, and then the ratios."""
    rows = [[what, f"{server:.0f} µs", f"{of_store:.0f} µs"] for what, (server, of_store) in medians.items()]
    print(table([["CPU for a request", "of the server", "of the store"], *rows]), end="\n\n")
    print(table([["figure", "ratio", "goal", "CPU"], *(ratio.row(medians) for ratio in RATIOS)]))


def compare(arguments: list[str], peers: Peers) -> None:
    """Measure the service, the small apps and these peers, and print the results."""
    parser = argparse.ArgumentParser(prog="python -m bench actions")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--requests", type=int, default=1600, help="in each round; with more, games would end")
    options = parser.parse_args(arguments)
    with ExitStack() as stack:
        folder, store = stack.enter_context(tempfile.TemporaryDirectory()), stack.enter_context(ValkeyServer(tcp=True))
        selected = stack.enter_context(contenders(store, Path(folder)))
        selected |= {name: stack.enter_context(peer(store)) for name, peer in peers.items()}
        medians = measure(selected, store, options.rounds, options.requests)
    print(f"Medians of {options.rounds} rounds of {options.requests} requests over {CONNECTIONS} connections:\n")
    show(medians)


def main(arguments: list[str]) -> None:
    compare(arguments, {})
