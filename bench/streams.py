"""Live streams: how soon an event reaches another replica, and what a thousand watchers of one game cost."""

import re
import resource
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx

from tests.support.http import Api, LiveService, Table, api_client
from tests.support.running import children
from tests.support.valkey import ValkeyServer, free_port

EVENTS = 200
MOVES = 10
WATCHERS = 1000
OTHERS = 300
LOOKS = 15
GTHREAD = [
    "-k",
    "gthread",
    "--threads",
    str(WATCHERS + 50),
    "-w",
    "1",
    "--no-control-socket",
    "--worker-connections",
    "3000",
]


def main(arguments: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        latency(Path(folder))
        measure_watchers(Path(folder), "gevent")
        measure_watchers(Path(folder), "gthread")


def latency(folder: Path) -> None:
    """An action on one replica, its event on the other: from sending the action to having the event."""
    with ExitStack() as stack:
        store = stack.enter_context(ValkeyServer(appendonly="yes", appendfsync="always"))
        near, far = (
            stack.enter_context(LiveService(folder / name, REDIS_URL=store.url, WORKERS="1", LOG_LEVEL="WARNING"))
            for name in ("near", "far")
        )
        api = stack.enter_context(api_client(near.url))
        took = [seconds for _ in range(EVENTS // 50) for seconds in event_delays(api, far.url)]
        latencies = wake_ups(api, far.url, store)
    ordered = sorted(took)
    print(f"event on another replica, {len(took)} actions, from sending the action to having its event:")
    print(
        f"  median {statistics.median(took) * 1000:.1f} ms, 99 % within {ordered[len(took) * 99 // 100] * 1000:.1f} ms"
    )
    there, other = latencies
    print(f"  wake-ups for that replica: {there:.0f} bytes an action on the game watched there, {other:.0f} on another")


def wake_ups(api: Api, url: str, store: ValkeyServer) -> list[float]:
    """Bytes that the store sends to who has subscribed, for an action on the game that is watched and on another."""
    watched, other = api.create(), api.create()
    with httpx.stream("GET", f"{url}{watched.path}/events", headers={"Accept": "text/event-stream"}) as stream:
        lines = stream.iter_lines()
        next(lines)
        time.sleep(0.5)
        counts = []
        for table in (watched, other):
            before = bytes_published(store)
            for _ in range(MOVES):
                table.step()
            counts.append((bytes_published(store) - before) / MOVES)
    return counts


def bytes_published(store: ValkeyServer) -> int:
    """Bytes that the store has sent to all who have subscribed."""
    return sum(map(int, re.findall(r"tot-net-out=(\d+)", str(store.ask("CLIENT", "LIST", "TYPE", "pubsub")))))


def event_delays(api: Api, url: str) -> Iterator[float]:
    """Fifty actions of one game, each timed until its event is there."""
    table = api.create(options={"first_player": 0})
    seen: dict[int, float] = {}
    is_open = threading.Event()

    def listen() -> None:
        path = f"{url}{table.path}/events?after=0"
        with httpx.stream("GET", path, headers={"Accept": "text/event-stream"}, timeout=30) as stream:
            for line in stream.iter_lines():
                if line.startswith("id: "):
                    seen[int(line[4:])] = time.perf_counter()
                    is_open.set()

    threading.Thread(target=listen, daemon=True).start()
    is_open.wait(10)
    for _ in range(50):
        view = table.view()
        if view["status"] != "active":
            return
        seat = view["awaiting"][0]
        action = table.legal(seat, limit=1)[0]
        began = time.perf_counter()
        events = table.act(seat, action).json()["events"]
        while events[0]["seq"] not in seen and time.perf_counter() - began < 5:
            time.sleep(0.0005)
        yield seen[events[0]["seq"]] - began


@contextmanager
def serving(folder: Path, kind: str, store: ValkeyServer) -> Iterator[tuple[str, int]]:
    """The service with one worker of this kind: its address and the worker's process id."""
    if kind == "gevent":
        streams = {"MAX_STREAMS": "4000", "MAX_STREAMS_PER_ADDRESS": "4000"}
        with LiveService(folder / kind, REDIS_URL=store.url, WORKERS="1", LOG_LEVEL="WARNING", **streams) as service:
            assert service.process is not None
            yield service.url, children(service.process.pid)[-1]
        return
    port = free_port()
    environment = {"REDIS_URL": store.url, "LOG_LEVEL": "WARNING", "RATE_LIMITS": "create=off"}
    environment |= {"MAX_STREAMS": "4000", "MAX_STREAMS_PER_ADDRESS": "4000"}
    command = [sys.executable, "-m", "gunicorn", *GTHREAD, "-b", f"127.0.0.1:{port}", "service.http.app:create_app()"]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        wait_for_port(port)
        yield f"http://127.0.0.1:{port}", children(process.pid)[-1]
    finally:
        process.terminate()
        process.wait(45)  # gunicorn gives its threads 30 s to notice that their clients are gone


def wait_for_port(port: int) -> None:
    for _ in range(200):
        try:
            if httpx.get(f"http://127.0.0.1:{port}/readyz").status_code == 200:
                return
        except httpx.HTTPError:
            time.sleep(0.1)


def measure_watchers(folder: Path, kind: str) -> None:
    """A thousand watchers in one process, and what actions on other games cost with and without them."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    with ValkeyServer() as store, serving(folder, kind, store) as (url, worker), api_client(url) as api:
        watched, other = api.create(), api.create()
        alone = median_action_time(api, other)
        single = api.create()
        with watching(url, single, 1) as sockets:
            only = statistics.median(reach_all(single, sockets) for _ in range(LOOKS))
        before = memory(worker)
        with watching(url, watched) as sockets:
            each = (memory(worker) - before) / WATCHERS
            last = statistics.median(reach_all(watched, sockets) for _ in range(LOOKS))
            together = median_action_time(api, api.create(), watched)
    print(f"{WATCHERS} watchers of one game in one {kind} worker:")
    print(f"  {each:.0f} KB each; the last one has an event {last * 1000:.0f} ms after the action was sent,")
    print(f"  {last / only:.1f} times as long as the only watcher of another game")
    print(f"  actions on another game, median: {alone * 1000:.2f} ms alone, {together / alone:.2f} times that while")
    print("  the watched game moves as well")


@contextmanager
def watching(url: str, table: Table, count: int = WATCHERS) -> Iterator[list[socket.socket]]:
    """All watchers' sockets, each with its stream open and the earlier events read."""
    host, port = url.removeprefix("http://").split(":")
    after = table.view()["last_seq"]
    request = f"GET {table.path}/events?after={after} HTTP/1.1\r\nHost: {host}\r\nAccept: text/event-stream\r\n\r\n"
    sockets = []
    try:
        for _ in range(count):
            one = socket.create_connection((host, int(port)))
            one.sendall(request.encode())
            sockets.append(one)
        until_all(sockets, b"retry:")
        yield sockets
    finally:
        for one in sockets:
            one.close()


def until_all(sockets: list[socket.socket], mark: bytes) -> float:
    """The moment at which the last of these has read the mark."""
    with selectors.DefaultSelector() as selector:
        for one in sockets:
            selector.register(one, selectors.EVENT_READ)
        waiting = set(sockets)
        while waiting:
            ready = selector.select(timeout=20)
            assert ready, f"{len(waiting)} watchers did not get the event"
            for key, _ in ready:
                one = key.fileobj
                assert isinstance(one, socket.socket)
                if mark in one.recv(65536):
                    waiting.discard(one)
    return time.perf_counter()


def reach_all(table: Table, sockets: list[socket.socket]) -> float:
    """Seconds from sending an action until the last watcher has its event."""
    seat = table.turn()
    action = table.legal(seat, limit=1)[0]
    began = time.perf_counter()
    threading.Thread(target=table.act, args=(seat, action)).start()
    return until_all(sockets, b"data:") - began


def median_action_time(api: Api, table: Table, *others: Table) -> float:
    """The median time of an action, while the other games also change now and then."""
    took = []
    for number in range(OTHERS):
        view = table.view()
        if view["status"] != "active":
            table = api.create()
            continue
        seat = view["awaiting"][0]
        action = table.legal(seat, limit=1)[0]
        began = time.perf_counter()
        table.act(seat, action)
        took.append(time.perf_counter() - began)
        for other in others if number % 20 == 0 else ():
            if other.view()["status"] == "active":
                other.step()
    return statistics.median(took)


def memory(pid: int) -> int:
    """Kilobytes of memory a process holds."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    raise RuntimeError("no such process")
