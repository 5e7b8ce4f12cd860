"""What the service counts, for Prometheus. If the workers share a directory, their counts are added."""

import os
from functools import cache

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

REQUESTS = Counter("ludotheque_requests", "Answered requests", ["method", "route", "status"])
SECONDS = Histogram(
    "ludotheque_request_seconds",
    "Time to answer a request",
    ["route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
)
GAMES = Counter("ludotheque_games_created", "Games created", ["engine"])
ACTIONS = Counter("ludotheque_actions", "Actions applied", ["engine"])
STREAMS = Gauge("ludotheque_streams", "Live streams and long polls held open", multiprocess_mode="livesum")
CONFLICTS = Counter("ludotheque_commit_conflicts", "Commits refused because another commit came first")


@cache
def _of(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    """The metrics with these labels; cached, because looking them up costs as much as counting."""
    return REQUESTS.labels(method, route, status), SECONDS.labels(route)


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count one answered request."""
    requests, took = _of(method, route, status)
    requests.inc()
    took.observe(seconds)


def exposition() -> bytes:
    """All counts in Prometheus' text format."""
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
