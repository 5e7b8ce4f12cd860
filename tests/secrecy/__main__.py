"""The campaign: `python -m tests.secrecy`, `make secrecy`. It compares pairs of tables of every game, and prints how
many, what was hidden in them, and what differed: nothing may.
"""

import argparse
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from itertools import count
from math import sqrt
from pathlib import Path as File
from statistics import mean, stdev
from typing import NamedTuple

import msgspec

from engines.registry import ENGINES
from tests.secrecy.bots import bots_difference
from tests.secrecy.compare import Difference, difference
from tests.secrecy.leaks import broken, leaks_of
from tests.secrecy.over_http import Service, bot_difference, http_difference
from tests.secrecy.pairs import Pair, pairs
from tests.support.http import LiveService, api_client, in_process
from tests.support.time import Time

PAIRS = 52_500
GREEDY, SEARCH, HTTP, LIVE, WORKER = 5, 6, 25, 100, 40
"""One pair in so many also has these: bots, the service in this process, gunicorn, and bot workers."""
STRANGE = 4.5
"""Standard errors by which the times of bots may differ on average: by chance once in 150,000 campaigns."""
COLUMNS = ("pairs", "spectators", "seats", "over HTTP", "gunicorn", "streams", "greedy", "search", "workers")


class Work(NamedTuple):
    """A game's share of the campaign."""

    slug: str
    pairs: int
    seed: int


class Result(msgspec.Struct):
    """What a game's share came to."""

    slug: str
    counts: Counter[str] = msgspec.field(default_factory=Counter)
    kinds: Counter[str] = msgspec.field(default_factory=Counter)
    differences: list[str] = []
    seconds: list[tuple[float, float]] = []
    """The times of `search` bots on both tables."""

    def note(self, what: str, number: int, pair: Pair, found: Difference | None) -> None:
        """Count a comparison, and put down what differed."""
        self.counts[what] += 1
        if found is not None:
            where = f"{self.slug}, game {number}, viewer {pair.viewer}, {pair.path.actions}, {sorted(pair.other.kinds)}"
            self.differences.append(f"{what}: {where}: {found}"[:2000])

    def slower(self) -> float:
        """How much slower `search` bots were on the first tables, in standard errors."""
        gaps = [one - other for one, other in self.seconds]
        return mean(gaps) / (stdev(gaps) / sqrt(len(gaps))) if len(gaps) > 1 and stdev(gaps) else 0.0


def compare_pairs(work: Work) -> Result:
    """Compare so many pairs of one game in all ways."""
    result = Result(work.slug)
    with ExitStack() as stack:
        folder = File(stack.enter_context(tempfile.TemporaryDirectory(prefix="secrecy-")))
        live = stack.enter_context(LiveService(folder, WORKERS="1", BOTS="0"))
        api = stack.enter_context(in_process(live.store_url()))
        tables = api.app.extensions["tables"]
        gunicorn = Service(stack.enter_context(api_client(live.url)), tables)
        Time(api)  # in this process the clock stands still
        here = Service(api, tables)
        for number in count(1000 * work.seed):
            for pair in pairs(work.slug, number):
                if result.counts["pairs"] == work.pairs:
                    return result
                compare(pair, number, result, here, gunicorn)
    raise AssertionError


def compare(pair: Pair, number: int, result: Result, here: Service, gunicorn: Service) -> None:
    """Compare one pair by itself, and now and then with bots and over HTTP."""
    engine, done = ENGINES[result.slug], result.counts["pairs"]
    result.kinds.update(pair.other.kinds)
    result.counts["spectators" if pair.viewer is None else "seats"] += 1
    result.note("pairs", number, pair, difference(engine, pair))
    if not engine.turns(pair.path.start):
        return
    if pair.viewer is not None and pair.viewer in engine.turns(pair.path.start):
        if done % GREEDY == 0:
            result.note("greedy", number, pair, bots_difference(engine, pair, "greedy"))
        if done % SEARCH == 0:
            result.note("search", number, pair, bots_difference(engine, pair, "search", result.seconds))
        if done % WORKER == 0:
            result.note("workers", number, pair, bot_difference(here, pair, "search"))
    if done % HTTP == 0:
        result.note("over HTTP", number, pair, http_difference(here, pair))
        result.counts["streams"] += 2
    if done % LIVE == 1:
        result.note("gunicorn", number, pair, http_difference(gunicorn, pair))
        result.counts["streams"] += 2


def show(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def print_results(results: list[Result]) -> bool:
    """Print the tables; whether nothing differed."""
    show(f"{'':<18}" + "".join(f"{name:>12}" for name in (*COLUMNS, "differences")))
    for result in results:
        cells = [*(result.counts[name] for name in COLUMNS), len(result.differences)]
        show(f"{result.slug:<18}" + "".join(f"{cell:>12,}" for cell in cells))
    totals = [sum(result.counts[name] for result in results) for name in COLUMNS]
    show(f"{'all':<18}" + "".join(f"{cell:>12,}" for cell in (*totals, sum(len(r.differences) for r in results))))
    show("\nhidden facts that differed, and in how many pairs")
    for result in results:
        show(f"{result.slug:<18}" + ", ".join(f"{kind} {n:,}" for kind, n in result.kinds.most_common()))
    show("\ntime of search bots: mean on both tables, and how far apart they are in standard errors")
    for result in results:
        times = [1000 * mean(side) for side in zip(*result.seconds, strict=True)] or [0.0, 0.0]
        show(f"{result.slug:<18}{times[0]:>8.2f} ms{times[1]:>8.2f} ms{result.slower():>8.2f}")
    for result in results:
        for found in result.differences[:5]:
            show(f"\n{found}")
    return not any(result.differences or abs(result.slower()) > STRANGE for result in results)


def print_leaks(slugs: list[str]) -> bool:
    """Plant every leak into its game, and print what showed it and after how many pairs."""
    for slug in slugs:
        for leak in leaks_of(slug):
            engine = broken(ENGINES[slug], leak)
            every = (pair for number in count(1) for pair in pairs(slug, number))
            compared, found = next(
                (n, found.what) for n, pair in enumerate(every, 1) if (found := difference(engine, pair)) is not None
            )
            show(f"{slug:<18}{leak.name:<58}{found:<22}{compared:>5} pairs")
    return True


def main() -> int:
    """The whole campaign, or only the planted leaks."""
    parser = argparse.ArgumentParser(prog="python -m tests.secrecy", description=__doc__)
    parser.add_argument("slugs", nargs="*", help="the games; all if none is named")
    parser.add_argument("--pairs", type=int, default=PAIRS, help="of all games together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="games at the same time")
    parser.add_argument("--leaks", action="store_true", help="only plant leaks, and print what shows each")
    chosen = parser.parse_args()
    slugs = chosen.slugs or sorted(ENGINES)
    if chosen.leaks:
        return 0 if print_leaks(slugs) else 1
    works = [Work(slug, -(-chosen.pairs // len(slugs)), chosen.seed) for slug in slugs]
    with ProcessPoolExecutor(chosen.jobs) as pool:
        results = list(pool.map(compare_pairs, works))
    return 0 if print_results(results) else 1


if __name__ == "__main__":
    sys.exit(main())
