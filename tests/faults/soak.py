"""The long soak: a service is used for an hour, and nothing that its processes hold may still grow.

`python -m tests.faults.soak [--minutes N] [--every SECONDS] [--visitors N] [--seed N]` prints, for each process, its
resident memory, open files and connections, and how many keys the store has. The exit code is 1 if one of them still
grew after the first quarter, by more than noise, or if a process was replaced or a request failed.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import redis

from tests.faults.growth import ALLOWANCES, Usage, after_first_quarter, growth, processes_of, usage_of
from tests.faults.visitors import Visitor
from tests.support.http import LiveService
from tests.support.running import wait_for

SAMPLE_EVERY = 5.0
RECEIPT_BYTES = 260
"""Of an Idempotency-Key, which the store holds for a day, see docs/operations.md."""
SETTINGS = {
    "BOTS": "1",
    "BOT_SECONDS": "0.05",
    "OPEN_GAME_TTL": "60",
    "FINISHED_GAME_TTL": "60",
    "GAME_TTL": "120",
    "LOG_LEVEL": "ERROR",
}
"""Games expire soon, so that as many end as begin."""


class Sample(NamedTuple):
    """One moment of the soak."""

    seconds: float
    keys: int
    receipts: int
    clients: int
    """Connections that the store counts."""
    usage: dict[str, Usage]


class Soak:
    """A service that is used, and what its processes held at each moment."""

    def __init__(self, service: LiveService, visitors: list[Visitor]) -> None:
        self._visitors = visitors
        self._processes = processes_of(service)
        self._service = service
        self._store = redis.Redis.from_url(service.store_url())
        self._started = time.monotonic()
        self.samples: list[Sample] = []

    def sample(self) -> Sample:
        """Measure all processes; AssertionError if one was replaced or a visitor met an error."""
        for visitor in self._visitors:
            if visitor.failed:
                raise visitor.failed
        assert processes_of(self._service) == self._processes, "a process was replaced"
        keys, clients = self._store.dbsize(), self._store.info("clients")["connected_clients"]
        receipts = sum(visitor.done["receipts"] for visitor in self._visitors)
        usage = {name: usage_of(pid) for name, pid in self._processes.items()}
        self.samples.append(Sample(time.monotonic() - self._started, keys, receipts, clients, usage))
        return self.samples[-1]

    def done(self) -> Counter[str]:
        """What the visitors have done so far."""
        return sum((Counter(dict(visitor.done)) for visitor in self._visitors), Counter[str]())

    def growths(self) -> dict[str, Usage]:
        """By how much each process grew after the first quarter. Receipts are not counted: they are stored for a day,
        so all that an hour makes are there at its end.
        """
        times = [sample.seconds for sample in self.samples]
        judged = self.samples[after_first_quarter(times) :]
        times = times[-len(judged) :]

        def grew(process: str, field: str) -> int:
            values = [float(getattr(sample.usage[process], field)) for sample in judged]
            if (process, field) == ("store", "memory"):
                values = [value - sample.receipts * RECEIPT_BYTES for value, sample in zip(values, judged, strict=True)]
            return round(growth(times, values))

        return {name: Usage(*(grew(name, field) for field in Usage._fields)) for name in self._processes}


@contextmanager
def soaking(folder: Path, visitors: int, seed: int, pause: float) -> Iterator[Soak]:
    """A service in use."""
    with LiveService(folder, **SETTINGS) as service:
        wait_for(lambda: len(service.workers()) == int(service.settings["WORKERS"]))
        team = [Visitor(service.url, seed * 1000 + number, pause) for number in range(visitors)]
        soak = Soak(service, team)
        for visitor in team:
            visitor.start()
        try:
            yield soak
        finally:
            for visitor in team:
                visitor.stopping = True
            for visitor in team:
                visitor.join(60)


def print_row(cells: list[str]) -> None:
    sys.stdout.write(f"| {' | '.join(cells)} |\n")
    sys.stdout.flush()


def print_head(processes: list[str]) -> None:
    cells = ["minute", "actions", "keys", "of them receipts", "connections to the store", *processes]
    print_row(cells)
    print_row(["---"] * len(cells))


def print_sample(sample: Sample, actions: int) -> None:
    cells = [f"{sample.seconds / 60:.0f}", f"{actions:,}", f"{sample.keys:,}", f"{sample.receipts:,}"]
    print_row([*cells, str(sample.clients), *map(format_usage, sample.usage.values())])


def format_usage(usage: Usage) -> str:
    return f"{usage.memory / 2**20:.1f} MB, {usage.descriptors}, {usage.connections}"


def print_verdict(soak: Soak) -> bool:
    """Print by how much each process grew; True if this is no more than noise."""
    growths = soak.growths()
    grown = [
        f"{usage.memory / 2**20:+.1f} MB, {usage.descriptors:+d}, {usage.connections:+d}" for usage in growths.values()
    ]
    print_row(["growth after the first quarter", "", "", "", "", *grown])
    done = ", ".join(f"{count:,} {what}" for what, count in sorted(soak.done().items()))
    sys.stdout.write(f"\nDone: {done}.\n")
    too_much = [
        f"{name}: {field} grew by {getattr(usage, field):,}"
        for name, usage in growths.items()
        for field in Usage._fields
        if getattr(usage, field) > getattr(ALLOWANCES, field)
    ]
    sys.stdout.write("".join(f"{line}\n" for line in too_much) or "Nothing grows.\n")
    return not too_much


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.soak")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--every", type=float, default=300, help="seconds from one row to the next")
    parser.add_argument("--visitors", type=int, default=8)
    parser.add_argument("--pause", type=float, default=0.15, help="seconds between two actions of a client")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        soaking(Path(folder), options.visitors, options.seed, options.pause) as soak,
    ):
        print_head(list(soak.sample().usage))
        print_sample(soak.samples[0], 0)
        begun = printed = time.monotonic()
        while time.monotonic() < begun + options.minutes * 60:
            time.sleep(SAMPLE_EVERY)
            soak.sample()
            if time.monotonic() >= printed + options.every:
                printed = time.monotonic()
                print_sample(soak.samples[-1], soak.done()["actions"])
        return int(not print_verdict(soak))


if __name__ == "__main__":
    sys.exit(main())
