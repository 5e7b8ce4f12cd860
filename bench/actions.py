"""Actions: what a full one costs a worker, compared with a bare Flask and one that only reads and writes the store.

Each is served by one gunicorn worker under the service's own settings, called over the same number of kept connections,
and measured in that worker's CPU time for each request. They are measured in turn, so that other load slows all alike.
"""

import itertools
import os
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec
from flask import Flask, Response

from service.store import open_link
from service.store.link import run
from service.store.scripts import Script
from tests.support.running import ROOT, children, wait_for
from tests.support.valkey import ValkeyServer, free_port

CONNECTIONS = 32
REQUESTS = 1600
ROUNDS = 7
STATE = os.urandom(700)
"""As many bytes as a table of Tokyo Poo Divers has in the store; below, as many as its answer has."""
ANSWER = b'{"answer": "%s"}' % (b"x" * 1200)
COMPARE_AND_SET = Script("""
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 'moved' end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'state', ARGV[3])
return 'ok'
""")
GOAL = 1.35
SERVICE = "service.http.app:create_app()"


def constant() -> Flask:
    """An app that answers a constant."""
    app = Flask("constant")

    @app.post("/<key>")
    def say(key: str) -> Response:
        return Response(ANSWER, mimetype="application/json")

    return app


def stored() -> Flask:
    """An app that reads a version and a state and writes the next, over the service's own link to the store."""
    app, link = Flask("stored"), open_link(os.environ["REDIS_URL"], 5.0)

    @app.post("/<key>")
    def write(key: str) -> Response:
        version, _ = link.call("HMGET", key, "version", "state")
        if version is None:
            link.call("HSET", key, "version", 0, "state", STATE)
            version = b"0"
        run(link, COMPARE_AND_SET, [key], [version, int(version) + 1, STATE])
        return Response(ANSWER, mimetype="application/json")

    return app


class Worker:
    """One app in one gunicorn worker."""

    def __init__(self, app: str, store: ValkeyServer, folder: Path, **settings: str) -> None:
        self.port = free_port()
        told = {"PORT": str(self.port), "BIND": "127.0.0.1", "WORKERS": "1", "REDIS_URL": store.url}
        told |= {"RATE_LIMITS": "create=off", "PROMETHEUS_MULTIPROC_DIR": str(folder), **settings}
        folder.mkdir()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "-c", "python:service.processes.gunicorn_conf", app],
            cwd=ROOT,
            env={**os.environ, **told},
            stderr=subprocess.DEVNULL,
        )

    def __enter__(self) -> "Worker":
        wait_for(self._listens)
        self._worker = children(self._process.pid)[-1]
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(40)

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return bool(children(self._process.pid)) and probe.connect_ex(("127.0.0.1", self.port)) == 0

    def seconds(self) -> float:
        """The CPU time the worker has used so far."""
        return seconds_of(self._worker)


def seconds_of(pid: int) -> float:
    """The CPU time a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Player:
    """The requests of one connection: each is a path and a body, made from the last answer."""

    def __init__(self, number: int) -> None:
        self._request = posted(f"/{number}", "", {"type": "bank"})

    def request(self) -> bytes:
        return self._request

    def answered(self, body: bytes) -> None:
        """Read the answer."""


class Diver(Player):
    """A player of all seats at one table, who dives at the next closed cover and banks what is found."""

    def __init__(self, url: str) -> None:
        self._seen = httpx.post(f"{url}/v1/games", json={"engine": "tokyo_poo_divers", "seats": [{}, {}]}).json()
        self._tokens = [seat["token"] for seat in self._seen["seats"]]
        self._path = f"/v1/games/{self._seen['id']}/actions"

    def request(self) -> bytes:
        return posted(self._path, self._tokens[self._seen["state"]["turn"]], dived(self._seen["state"]))

    def answered(self, body: bytes) -> None:
        self._seen = msgspec.json.decode(body)["game"]


def dived(state: dict[str, Any]) -> dict[str, Any]:
    """What the diver does now."""
    if state["phase"] == "dive":
        rows = enumerate(state["board"])
        return {"type": "dive", "cell": next([row, line.index("#")] for row, line in rows if "#" in line)}
    return {"type": "decline_peek" if state["phase"] == "peek" else "bank"}


def posted(path: str, token: str, body: Any) -> bytes:
    """A request as it goes over the wire."""
    sent = msgspec.json.encode(body)
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
    return f"{head}Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n\r\n".encode() + sent


def exchange(port: int, players: list[Player], requests: int) -> None:
    """Keep one request of each player under way until so many are answered."""
    left = itertools.count(requests - len(players), -1)
    with ExitStack() as stack:
        selector = stack.enter_context(selectors.DefaultSelector())
        for player in players:
            line = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            selector.register(line, selectors.EVENT_READ, player)
            line.sendall(player.request())
        while selector.get_map():
            for key, _ in selector.select(timeout=20):
                line, player = key.fileobj, key.data
                assert isinstance(line, socket.socket)
                player.answered(whole_answer(line))
                if next(left) > 0:
                    line.sendall(player.request())
                else:
                    selector.unregister(line)


def whole_answer(line: socket.socket) -> bytes:
    """The body of the next answer, which must be a success."""
    head, _, body = line.recv(65536).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200"), head + body
    length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
    while len(body) < length:
        body += line.recv(65536)
    return body


def cost(worker: Worker, store: ValkeyServer, full: bool) -> tuple[float, float]:
    """CPU microseconds of the worker and of the store for each request; no game ends meanwhile."""
    players = [Diver(f"http://127.0.0.1:{worker.port}") if full else Player(n) for n in range(CONNECTIONS)]
    before = worker.seconds(), seconds_of(store.pid)
    exchange(worker.port, players, REQUESTS)
    after = worker.seconds(), seconds_of(store.pid)
    return (after[0] - before[0]) / REQUESTS * 1e6, (after[1] - before[1]) / REQUESTS * 1e6


APPS = {
    "Flask answering a constant": ("bench.actions:constant()", "WARNING"),
    "Flask + HMGET + compare-and-set": ("bench.actions:stored()", "WARNING"),
    "a full action": (SERVICE, "WARNING"),
    "a full action and its line in the log": (SERVICE, "INFO"),
}
BARE = "Flask + HMGET + compare-and-set"


def main(arguments: list[str]) -> None:
    took: dict[str, list[tuple[float, float]]] = {what: [] for what in APPS}
    with ExitStack() as stack:
        folder, store = stack.enter_context(tempfile.TemporaryDirectory()), stack.enter_context(ValkeyServer())
        workers = {
            what: stack.enter_context(Worker(app, store, Path(folder, str(number)), LOG_LEVEL=level))
            for number, (what, (app, level)) in enumerate(APPS.items())
        }
        for _ in range(ROUNDS):
            for what, worker in workers.items():
                took[what].append(cost(worker, store, APPS[what][0] == SERVICE))
    medians = {what: [statistics.median(row) for row in zip(*found, strict=True)] for what, found in took.items()}
    print(
        f"CPU for a request, {CONNECTIONS} connections, median of {ROUNDS} x {REQUESTS} requests: of one gevent worker,"
    )
    print(f"as a multiple of the bare read and write (goal for a full action: {GOAL}), and of the store:")
    for what, (worker_took, store_took) in medians.items():
        print(f"  {what:40} {worker_took:5.0f} µs  {worker_took / medians[BARE][0]:.2f}  {store_took:5.0f} µs")
