"""A flood of reads from one address: what everybody else waits for a view and an action, before it and during it."""

import argparse
import multiprocessing
import random
import resource
import selectors
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from ctypes import c_bool, c_uint64
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from bench.actions import longest_list
from bench.engines import table
from bench.load import Diver, http_request_bytes, read_response
from tests.support.http import LiveService, api_client
from tests.support.running import wait_for

FLOOD_ADDRESS = "127.0.0.2"
PAUSE = 0.1
"""Seconds that one of the others waits on average between two requests."""
PROBLEM = b'{"type":"/problems/'
HEAD = ["others' requests", "median", "99 %", "worst", "requests"]


class Figures(NamedTuple):
    """How long the others' requests took, in seconds."""

    views: list[float]
    actions: list[float]

    def rows(self, when: str) -> list[list[str]]:
        """A row of the table for each kind."""
        return [row(f"view, {when}", self.views), row(f"action, {when}", self.actions)]


def row(what: str, took: list[float]) -> list[str]:
    """Median, 99th percentile and worst of these seconds."""
    ordered = sorted(took)
    shown = statistics.median(ordered), ordered[len(ordered) * 99 // 100], ordered[-1]
    return [what, *(f"{seconds * 1000:.1f} ms" for seconds in shown), f"{len(took):,}"]


def flood(port: int, request: bytes, connections: int, served: Any, rejected: Any, stopping: Any) -> None:
    """Repeat a request over this many connections from one address, each as soon as it has its response."""
    with selectors.DefaultSelector() as selector:
        for _ in range(connections):
            connection = connect(port, FLOOD_ADDRESS)
            selector.register(connection, selectors.EVENT_READ)
            connection.sendall(request)
        while not stopping.value:
            for key, _ in selector.select(timeout=0.2):
                connection = key.fileobj  # type: ignore[assignment]
                counter = rejected if read_response(connection, 200, 429).startswith(PROBLEM) else served
                counter.value += 1
                connection.sendall(request)


def connect(port: int, address: str) -> socket.socket:
    """A connection from this address of the machine."""
    return socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(address, 0))


class Other:
    """Somebody at an address of their own, who looks at a game and plays it."""

    def __init__(self, service: LiveService, client: httpx.Client, number: int) -> None:
        self._diver = Diver(client)
        self._view = http_request_bytes("GET", self._diver.path.removesuffix("/actions"))
        self._connection = connect(service.port, f"127.0.1.{number + 1}")
        self.close = self._connection.close

    def play(self, until: float) -> None:
        """A view and an action about ten times a second until then."""
        self.figures = Figures([], [])
        while time.monotonic() < until:
            time.sleep(random.uniform(0, 2 * PAUSE))
            self._timed(self.figures.views, lambda: self._view, lambda _: None)
            if not self._diver.is_over():
                self._timed(self.figures.actions, self._diver.request, self._diver.receive)

    def _timed(self, took: list[float], request: Callable[[], bytes], receive: Callable[[bytes], None]) -> None:
        data, began = request(), time.perf_counter()
        self._connection.sendall(data)
        receive(read_response(self._connection, 200))
        took.append(time.perf_counter() - began)


def measure(team: list[Other], seconds: float) -> Figures:
    """How long all their requests take in this time."""
    until = time.monotonic() + seconds
    threads = [threading.Thread(target=other.play, args=(until,)) for other in team]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Figures(
        [took for other in team for took in other.figures.views],
        [took for other in team for took in other.figures.actions],
    )


@contextmanager
def flooding(port: int, request: bytes, connections: int) -> Iterator[Callable[[], list[float]]]:
    """The flood, from a process of its own; the function returns how many responses a second it has got, and how many
    of its requests were rejected.
    """
    counts, stopping = [multiprocessing.Value(c_uint64) for _ in range(2)], multiprocessing.Value(c_bool)
    process = multiprocessing.Process(target=flood, args=(port, request, connections, *counts, stopping), daemon=True)
    process.start()
    wait_for(lambda: sum(count.value for count in counts) >= connections, timeout=60)  # all are at work
    before, began = [count.value for count in counts], time.monotonic()
    try:
        yield lambda: [
            (count.value - first) / (time.monotonic() - began) for count, first in zip(counts, before, strict=True)
        ]
    finally:
        stopping.value = True
        process.join(60)


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench flood")
    parser.add_argument("--connections", type=int, default=400, help="of the one address that floods")
    parser.add_argument("--others", type=int, default=10, help="addresses of others, with a connection each")
    parser.add_argument("--seconds", type=float, default=15, help="of measuring, before the flood and during it")
    options = parser.parse_args(arguments)
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    with (
        tempfile.TemporaryDirectory() as folder,
        LiveService(Path(folder), LOG_LEVEL="WARNING") as service,
        api_client(service.url) as api,
        ExitStack() as stack,
    ):
        asked = longest_list(api)
        path = f"{asked.path}?limit=1000"
        size = len(api.get(path, token=asked.token).content)
        request = http_request_bytes("GET", path, token=asked.token)
        team = [stack.enter_context(closing(Other(service, api.client, n))) for n in range(options.others)]
        quiet = measure(team, options.seconds)
        with flooding(service.port, request, options.connections) as rate:
            flooded = measure(team, options.seconds)
            served, rejected = rate()
    print(f"One address repeats a request of {size:,} bytes over {options.connections} connections and gets")
    print(f"{served:,.0f} responses and {rejected:,.0f} times 429 a second. {options.others} others ask meanwhile:\n")
    print(table([HEAD, *quiet.rows("before"), *flooded.rows("during the flood")]))
