"""Prometheus metrics. If the workers share a directory (PROMETHEUS_MULTIPROC_DIR), their counts are added up."""

import atexit
import os
import platform
import resource
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, Metric, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from service import __version__

REQUESTS = Counter("ludotheque_requests", "Served requests", ["method", "route", "status"])
SECONDS = Histogram(
    "ludotheque_request_seconds",
    "Time to serve a request",
    ["route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
)
GAMES = Counter("ludotheque_games_created", "Games created", ["engine"])
ACTIONS = Counter("ludotheque_actions", "Actions applied", ["engine"])
STREAMS = Gauge("ludotheque_streams", "Live streams and long polls held open", multiprocess_mode="livesum")
CONFLICTS = Counter("ludotheque_commit_conflicts", "Commits that failed because another commit came first")
BOT_MOVES = Counter("ludotheque_bot_moves", "Actions of bots", ["engine", "level"])
BOT_THINKING = Histogram(
    "ludotheque_bot_thinking_seconds",
    "Time that a bot thought about one move",
    ["engine", "level"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5),
)
STORE_SECONDS = Histogram(
    "ludotheque_store_seconds",
    "Time of an exchange with the store",
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 5),
)
STORE_ERRORS = Counter("ludotheque_store_errors", "Exchanges with the store that failed", ["kind"])
PROBLEMS = Counter("ludotheque_problems", "Error responses", ["code"])
REPLAYED = Counter("ludotheque_replayed", "Repeated requests, which were not applied again")
RESIDENT = Gauge("ludotheque_resident_bytes", "Memory that a worker uses", multiprocess_mode="liveall")
BUILD = Gauge(
    "ludotheque_build_info", "1, with what runs as labels", ["version", "python"], multiprocess_mode="livemax"
)


MOST_PENDING = 1000
_pending: deque[Counter | tuple[Histogram, float]] = deque()
"""What was counted, and the observed values, that are not flushed yet."""


def record(sample: Counter | tuple[Histogram, float]) -> None:
    """Count or observe something that happens at every request. A worker flushes about once a second, outside requests:
    each write into the file that the workers share takes a lock and a look at the process id.
    """
    _pending.append(sample)
    if len(_pending) > MOST_PENDING:
        flush()


def flush() -> None:
    """Write the recorded samples into the file that the workers share."""
    counts: defaultdict[Counter, int] = defaultdict(int)
    with suppress(IndexError):
        while True:
            sample = _pending.popleft()
            if isinstance(sample, tuple):
                histogram, value = sample
                histogram.observe(value)
            else:
                counts[sample] += 1
    for counter, count in counts.items():
        counter.inc(count)


atexit.register(flush)


@cache
def _request_metrics(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    """The metrics with these labels; cached, because looking them up costs as much as counting."""
    return REQUESTS.labels(method, route, status), SECONDS.labels(route)


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count one served request."""
    requests, duration = _request_metrics(method, route, status)
    record(requests)
    record((duration, seconds))


@cache
def actions_of(engine: str) -> Counter:
    """The counter of a game's actions."""
    return ACTIONS.labels(engine)


def record_process() -> None:
    """Record what this process is and how much memory it uses; a worker does this about once a second."""
    BUILD.labels(__version__, platform.python_version()).set(1)
    RESIDENT.set(_resident_bytes())


def _resident_bytes() -> int:
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
    except OSError:  # where there is no /proc (macOS): the most it has used so far
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


class GaugeCollector(Collector):
    """Gauges that are measured when /metrics is read. They are about the store, so workers do not add them up."""

    def __init__(self, gauges: Iterable[Metric]) -> None:
        self._gauges = gauges

    def collect(self) -> Iterable[Metric]:
        """The gauges."""
        return self._gauges


def store_gauges(stores: Iterable[tuple[str, int, int]], tables: Mapping[tuple[str, str], int]) -> list[Metric]:
    """The memory of each server of the store: its address ("" if there is only one), bytes used and its limit; and the
    number of games, by engine and status.
    """
    used = GaugeMetricFamily("ludotheque_store_memory_bytes", "Memory the store uses", labels=["node"])
    most = GaugeMetricFamily(
        "ludotheque_store_memory_max_bytes", "Memory the store may use; 0: no limit", labels=["node"]
    )
    for node, bytes_used, bytes_most in stores:
        used.add_metric([node], bytes_used)
        most.add_metric([node], bytes_most)
    games = GaugeMetricFamily("ludotheque_games", "Games in the store, estimated", labels=["engine", "status"])
    for labels, count in tables.items():
        games.add_metric(labels, count)
    return [used, most, games]


def bot_gauges(queue: tuple[int, int, int, int] | None) -> list[Metric]:
    """The queues of due bots: games with people that wait for a bot worker, those of them that are overdue, games of
    bots only that wait for one, and bot workers.
    """
    waiting = GaugeMetricFamily("ludotheque_bots_waiting", "Games with people in which a bot is due")
    overdue = GaugeMetricFamily("ludotheque_bots_overdue", "Those in which a bot has been due for two seconds")
    bots_only = GaugeMetricFamily("ludotheque_bots_only_waiting", "Games of bots only in which a bot is due")
    processes = GaugeMetricFamily("ludotheque_bot_processes", "Processes that move bots")
    gauges = (waiting, overdue, bots_only, processes)
    for gauge, count in zip(gauges, queue or (), strict=False):
        gauge.add_metric([], count)
    return [*gauges]


def exposition(gauges: Iterable[Metric]) -> bytes:
    """All counts in Prometheus' text format, and these gauges. Those of other workers may be a second old."""
    flush()
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    gauge_registry = CollectorRegistry()
    gauge_registry.register(GaugeCollector(gauges))
    return generate_latest(registry) + generate_latest(gauge_registry)
