"""Items: where the CPU time of an action, a view, a 304, a list of actions and a creation goes, by package.

One worker, in this process, serves the same request again and again over a connection that is none, with a real store.
A thousand times a second of CPU time it samples whose code is running; the time of C code counts for its caller.
"""

import os
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr
from pathlib import Path
from types import FrameType
from typing import Any

import httpx
from gunicorn.config import Config
from gunicorn.glogging import Logger

from bench.actions import ACTION, service_requests
from bench.engines import table
from bench.load import diver_action, http_request_bytes
from tests.support.http import in_process
from tests.support.valkey import ValkeyServer

SECONDS = 4.0
EVERY = 0.001
BATCH = 200
PACKAGES = {
    "gunicorn, gevent": ("gunicorn", "gevent"),
    "Flask, Werkzeug": ("flask", "werkzeug"),
    "marshmallow": ("marshmallow", "schemas"),
    "server": ("service/server",),
    "http, base": ("service/http", "service/base"),
    "table": ("service/table",),
    "store": ("service/store", "redis", "hiredis"),
    "rules": ("engines",),
}
"""Each with the packages and folders whose code counts for it."""


def package_of(frame: FrameType | None) -> str:
    """The package whose code is running, or has called what is running."""
    while frame is not None:
        place = frame.f_code.co_filename.rpartition("site-packages/")[2].removeprefix(f"{os.getcwd()}/")
        for package, parts in PACKAGES.items():
            if place.startswith(tuple(f"{part}/" for part in parts)):
                return package
        frame = frame.f_back
    return "the benchmark"


@contextmanager
def noting(counter: Counter[str]) -> Iterator[None]:
    """Lease now and then whose code is running."""
    before = signal.signal(signal.SIGPROF, lambda _, frame: counter.update([package_of(frame)]))
    signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


class Line:
    """A connection that delivers these requests and discards the responses."""

    def __init__(self, requests: list[bytes]) -> None:
        self._requests = requests

    def recv(self, _size: int) -> bytes:
        return self._requests.pop() if self._requests else b""

    def send(self, data: bytes, *_: object) -> int:
        return len(data)

    def getsockname(self) -> tuple[str, int]:
        return "127.0.0.1", 8000

    def fileno(self) -> int:
        return -1

    def _nothing(self, *_: object) -> None:
        pass

    settimeout = setblocking = gettimeout = shutdown = close = _nothing


def worker_of(app: Any) -> Any:
    """A worker as gunicorn makes it, with the service's settings."""
    from service.server import gunicorn_conf  # it reads the settings when it is loaded
    from service.server.gunicorn_worker import Worker

    config = Config()
    for name in config.settings.keys() & vars(gunicorn_conf).keys():
        config.set(name, getattr(gunicorn_conf, name))
    worker = Worker(1, os.getpid(), [], app, 30, config, Logger(config))
    worker.wsgi, worker.alive = app, True
    return worker


def dives(client: httpx.Client) -> list[bytes]:
    """Actions of many tables, the first dive of each."""
    made = [
        client.post("/v1/games", json={"engine": "tokyo_poo_divers", "seats": [{}, {}]}).json() for _ in range(BATCH)
    ]
    return [
        http_request_bytes(
            "POST",
            f"/v1/games/{at['id']}/actions",
            diver_action(at["state"]),
            token=at["seats"][at["state"]["turn"]]["token"],
        )
        for at in made
    ]


def main(arguments: list[str]) -> None:
    seconds, counts = float(arguments[0]) if arguments else SECONDS, dict[str, Counter[str]]()
    with ExitStack() as stack:
        stack.enter_context(redirect_stderr(stack.enter_context(Path(os.devnull).open("w"))))
        api = stack.enter_context(in_process(stack.enter_context(ValkeyServer()).url, log_level="INFO"))
        worker = worker_of(api.app)
        stack.callback(worker.tmp.close)
        for what, ask in service_requests(api).items():
            counts[what] = Counter()
            while sum(counts[what].values()) < seconds / EVERY:
                request = http_request_bytes(ask.method, ask.path, ask.body, token=ask.token, **ask.headers)
                line = Line(dives(api.client) if what == ACTION else [request] * BATCH)
                with noting(counts[what]):
                    worker.handle(line, line, ("127.0.0.1", 1))
    show(counts)


def show(counts: dict[str, Counter[str]]) -> None:
    """The share of each package in each kind of request."""
    rows = [
        [package, *(f"{counted[package] / sum(counted.values()):.0%}" for counted in counts.values())]
        for package in [*PACKAGES, "the benchmark"]
    ]
    print(table([["package", *counts], *rows]))
