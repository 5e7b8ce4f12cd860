"""What the processes of a running service use, and whether it still grows."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tests.support.http import LiveService
from tests.support.running import children

BINS = 45
"""Each measure is reduced to so many medians before its slope is found."""


class Usage(NamedTuple):
    """What one process uses at one moment."""

    memory: int
    """Resident, in bytes."""
    descriptors: int
    connections: int
    """Sockets that are open, listening ones as well."""


ALLOWANCES = Usage(memory=4 * 2**20, descriptors=8, connections=8)
"""What each may have grown by at the end, as noise: clients have some streams more at one moment than at another, a
pool opens a connection when more requests than ever before need the store at once, and memory is fragmented.
"""


def usage_of(pid: int) -> Usage:
    """What this process uses just now."""
    fields = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    targets = list(_targets(pid))
    return Usage(int(fields["VmRSS"].split()[0]) * 1024, len(targets), sum("socket:" in name for name in targets))


def _targets(pid: int) -> Iterator[str]:
    for link in Path(f"/proc/{pid}/fd").iterdir():
        try:
            yield str(link.readlink())
        except FileNotFoundError:  # closed meanwhile
            continue


def processes_of(service: LiveService) -> dict[str, int]:
    """The pid of each process of a service with an embedded store, by what it does."""
    assert service.process is not None
    launcher, store = service.process.pid, service.store_pid()
    found = {"launcher": launcher, "store": store}
    workers = sorted(set(service.workers()) - set(children(store)))
    bots = [pid for pid in children(launcher) if b"service.bots" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    (main,) = set(children(launcher)) - set(children(store)) - {store, *workers, *bots}
    found["gunicorn"] = main
    found |= {f"worker {number}": pid for number, pid in enumerate(workers, start=1)}
    return found | {f"bot worker {number}": pid for number, pid in enumerate(sorted(bots), start=1)}


def growth(times: list[float], values: list[float]) -> float:
    """By how much the values grew from the first of these times to the last. It is the median of all slopes, so moments
    of much work do not count.
    """
    size = max(1, len(times) // BINS)
    bins = range(0, len(times) - size + 1, size)
    points = [(median(times[at : at + size]), median(values[at : at + size])) for at in bins]
    slopes = [
        (value - earlier) / (time - before)
        for number, (time, value) in enumerate(points)
        for before, earlier in points[:number]
    ]
    return median(slopes) * (times[-1] - times[0]) if slopes else 0.0


def after_first_quarter(times: list[float]) -> int:
    """Where the samples begin that are judged: caches fill up before."""
    start = times[0] + (times[-1] - times[0]) / 4
    return next(place for place, time in enumerate(times) if time >= start)
