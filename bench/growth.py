"""Growth: what an action costs late in a long game, and with very many games in the store.

Neither should matter: nothing is replayed, and a game is found by its key. Games are multiplied by copying all keys of
one in the store. What counts is the CPU time for each action, of the worker and of the store.
"""

import argparse
import os
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import redis

from bench.actions import serving
from bench.engines import table
from bench.load import CONNECTIONS, Diver, HttpContender, Player, cost, http_request_bytes
from engines.chance import Chance
from engines.registry import ENGINES
from service.tokens import urlsafe
from tests.support.http import Api, Table, api_client, assert_ok
from tests.support.valkey import ValkeyServer

LONG = "dragon_fights"
"""Its games go on for hundreds of moves."""
EARLY, OVERDUE_MS = 5, 500
MOVES = 20
"""So many are measured at each table."""
FEW = 10
BATCH = 1000


class Replay(Player):
    """Who does at a copy of a table what was done at the table itself."""

    def __init__(self, game_id: str, moves: list[tuple[str, Any]]) -> None:
        super().__init__(b"")
        path = f"/v1/games/{game_id}/actions"
        self._requests = iter([http_request_bytes("POST", path, action, token=token) for token, action in moves])

    def request(self) -> bytes:
        return next(self._requests)


def copy_table(store: ValkeyServer, original: Table, times: int) -> list[str]:
    """The ids of so many copies of a table as it is now."""
    ids = [urlsafe(os.urandom(16)) for _ in range(times)]
    with redis.Redis.from_url(store.url) as client:
        keys = [key.decode() for key in client.scan_iter(match=f"{glob(original.key)}*")]
        for start in range(0, times, BATCH):
            pipe = client.pipeline(transaction=False)
            for copy in ids[start : start + BATCH]:
                for key in keys:
                    pipe.copy(key, key.replace(original.id, copy))
            assert all(pipe.execute())
    return ids


def glob(key: str) -> str:
    """A pattern that only this key begins with."""
    return "".join(f"[{letter}]" for letter in key)


def random_moves(at: Table, moves: int) -> list[tuple[str, Any]] | None:
    """So many random moves, each with its token; None if the game ended before."""
    done, dice = [], Chance(os.urandom(32))
    for _ in range(moves):
        view = at.view()
        if view["status"] != "active":
            return None
        seat = view["awaiting"][0]
        action = dice.choice(at.legal(seat))
        assert_ok(at.act(seat, action))
        done.append((at.tokens[seat], action))
    return done


def replays(api: Api, store: ValkeyServer, after: int, times: int) -> Iterator[Replay]:
    """Players who each go on at a copy of one table, after so many moves."""
    while True:
        at = api.create(LONG, seats=ENGINES[LONG].players.max)
        if random_moves(at, after) is None:
            continue
        ids = copy_table(store, at, times)
        if (moves := random_moves(at, MOVES)) is not None:
            return (Replay(game_id, moves) for game_id in ids)


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench growth")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--late", type=int, default=OVERDUE_MS)
    parser.add_argument("--many", type=int, default=200_000)
    options = parser.parse_args(arguments)
    requests, times = CONNECTIONS * MOVES, CONNECTIONS * (options.rounds + 1)
    early, late, few, many = f"move {EARLY}", f"move {options.late}", f"{FEW} games", f"{options.many:,} games"
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        contenders: dict[str, tuple[HttpContender, int]] = {}
        for games, name in ((FEW, few), (options.many, many)):
            store = stack.enter_context(ValkeyServer(tcp=True))
            service = stack.enter_context(serving(store, folder / name, "INFO"))
            api = stack.enter_context(api_client(service.url))
            here: tuple[int, int] = (*service.workers(), service.port)
            copy_table(store, api.create(), games - 1)
            contenders[name] = HttpContender(*here, partial(Diver, api.client)), store.pid
            if games == FEW:
                for moves, when in ((EARLY, early), (options.late, late)):
                    contenders[when] = HttpContender(*here, partial(next, replays(api, store, moves, times))), store.pid
        took: dict[str, list[tuple[float, float]]] = {name: [] for name in contenders}
        for _ in range(options.rounds + 1):
            for name, (called, store_pid) in contenders.items():
                took[name].append(cost(called, store_pid, requests))
    medians = {name: [statistics.median(of) for of in zip(*rows[1:], strict=True)] for name, rows in took.items()}
    print(f"Medians of {options.rounds} rounds of {requests} actions over {CONNECTIONS} connections:\n")
    print(
        table(
            [["figure", "worker", "store", "goal", "CPU of the worker"], *rows(medians, [(late, early), (many, few)])]
        )
    )


def rows(medians: dict[str, list[float]], ratios: list[tuple[str, str]]) -> list[list[str]]:
    """Each ratio for the worker and for the store."""
    return [
        [
            f"an action: {above} / {below}",
            *(f"{one / other:.2f}" for one, other in zip(medians[above], medians[below], strict=True)),
            "≤ 1.05",
            f"{medians[above][0]:.0f} / {medians[below][0]:.0f} µs",
        ]
        for above, below in ratios
    ]
