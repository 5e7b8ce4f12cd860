"""The service over HTTP, live or in this process, with every response checked against openapi.yaml."""

import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import httpx
from flask import Flask

from engines.chance import Chance
from engines.registry import ENGINES
from service.http.app import create_app
from service.server.embedded_store import RUNNING_SERVER_FILE
from service.settings import Settings
from tests.support.published import assert_declared
from tests.support.running import LauncherProcess, children, command_line, wait_for

Json = dict[str, Any]
UNLIMITED = "create=off;join=off;verify=off"
NO_LIMITS = {"create": "off", "join": "off", "verify": "off"}
TIMEOUT = 30.0


class Api:
    """A client that checks every response against openapi.yaml, with the requests that tests often make. One that is to
    talk to another version of the service does not check.
    """

    def __init__(self, client: httpx.Client, *, any_version: bool = False) -> None:
        self.client, self._any_version = client, any_version

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        token: str | None = None,
        key: str | None = None,
        match: str | None = None,
        headers: dict[str, Any] | None = None,
        **more: Any,
    ) -> httpx.Response:
        """One request: `body` is sent as JSON, `key` as Idempotency-Key, `match` as If-Match."""
        named = {"Authorization": token and f"Bearer {token}", "Idempotency-Key": key, "If-Match": match}
        sent = {name: value for name, value in named.items() if value is not None} | (headers or {})
        if body is not None:
            more["json"] = body
        response = self.client.request(method, path, headers=sent, **more)
        return response if self._any_version else assert_declared(response)

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.call("GET", path, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        return self.call("POST", path, body, **more)

    def delete(self, path: str, **more: Any) -> httpx.Response:
        return self.call("DELETE", path, **more)

    def create(self, slug: str = "tokyo_poo_divers", seats: int | None = None, **more: Any) -> "Table":
        """A table of people, running at once."""
        count = seats or ENGINES[slug].players.min
        body = {"engine": slug, "seats": [{"name": f"Player {n}"} for n in range(count)], **more}
        return self.table(assert_ok(self.post("/v1/games", body), 201))

    def open(self, slug: str = "tokyo_poo_divers", taken: int = 1, free: int = 1, **more: Any) -> "Table":
        """A table that waits for others to join."""
        seats: list[Json] = [{"name": f"Player {n}"} for n in range(taken)] + [{"kind": "open"}] * free
        return self.table(assert_ok(self.post("/v1/games", {"engine": slug, "seats": seats, **more}), 201))

    def table(self, created: Json) -> "Table":
        """The table of the response to its creation."""
        tokens = {seat["seat"]: seat["token"] for seat in created["seats"] if "token" in seat}
        return Table(self, created["id"], created["host_token"], tokens)


class Table:
    """A game over HTTP, and the tokens that were handed out for it."""

    def __init__(self, api: Api, game_id: str, host: str, tokens: dict[int, str]) -> None:
        self.api, self.id, self.host, self.tokens = api, game_id, host, tokens
        self.path = f"/v1/games/{game_id}"
        self.key = f"game:{{{game_id}}}"  # where the store keeps it

    def through(self, api: Api) -> "Table":
        """The same table through another replica."""
        return Table(api, self.id, self.host, self.tokens)

    def view(self, seat: int | None = None, **more: Any) -> Json:
        """The view of a seat, or a spectator's."""
        return assert_ok(self.api.get(self.path, token=self.tokens.get(seat) if seat is not None else None, **more))

    def turn(self) -> int:
        """A seat the game waits for."""
        awaited: int = self.view()["awaiting"][0]
        return awaited

    def legal(self, seat: int, **query: Any) -> list[Json]:
        """What this seat may do now."""
        listed = assert_ok(self.api.get(f"{self.path}/actions", token=self.tokens[seat], params=query))
        actions: list[Json] = listed["actions"]
        return actions

    def act(self, seat: int, action: Json, **more: Any) -> httpx.Response:
        """Post an action as this seat."""
        return self.api.post(f"{self.path}/actions", action, token=self.tokens[seat], **more)

    def step(self, dice: Chance | None = None, **more: Any) -> Json:
        """One legal action by an awaited seat, which must be accepted; returns the response body."""
        seat = self.turn()
        return assert_ok(self.act(seat, (dice or Chance(os.urandom(32))).choice(self.legal(seat)), **more))

    def join(self, name: str, **more: Any) -> httpx.Response:
        """Take an open seat and store its token."""
        keyed = {"key": more.pop("key")} if "key" in more else {}
        response = self.api.post(f"{self.path}/seats", {"name": name, **more}, **keyed)
        if response.status_code == 201:
            self.tokens[response.json()["seat"]] = response.json()["token"]
        return response

    def events(self, seat: int | None = None) -> list[Json]:
        """The whole log as this seat or a spectator sees it, page by page."""
        events: list[Json] = []
        after: int | None = 0
        while after is not None:
            token = None if seat is None else self.tokens[seat]
            page = assert_ok(self.api.get(f"{self.path}/events", token=token, params={"after": after, "limit": 1000}))
            events += page["events"]
            after = page["next_after"]
        return events


def assert_ok(response: httpx.Response, status: int = 200) -> Json:
    """Check the status of a response; returns its JSON."""
    assert response.status_code == status, f"{response.status_code}: {response.text}"
    body: Json = response.json()
    return body


def assert_problem(response: httpx.Response, status: int, code: str) -> Json:
    """Check that a response is this problem; returns its JSON."""
    problem = assert_ok(response, status)
    assert (problem["code"], problem["status"]) == (code, status), response.text
    assert problem["type"] == f"/problems/{code}"
    return problem


def random_action(actions: list[Json], dice: Chance) -> Json:
    """A random action, all types equally likely: one `bank` is drawn as often as fifty dives together."""
    kind = dice.choice(list(dict.fromkeys(action["type"] for action in actions)))
    return dice.choice([action for action in actions if action["type"] == kind])


def play_to_the_end(table: Table, others: list[Api] | None = None, dice: Chance | None = None) -> Json:
    """A random game to its end, each action through the next of the replicas; returns the final view."""
    dice = dice or Chance(os.urandom(32))
    replicas = [table.through(api) for api in [table.api, *(others or [])]]
    view = table.view()
    for number in range(10_000):
        here = replicas[number % len(replicas)]
        if view["status"] != "active":
            return here.view()
        seat = dice.choice(view["awaiting"])
        done = assert_ok(here.act(seat, random_action(here.legal(seat), dice), match=f'"{view["version"]}.{seat}"'))
        assert done["version"] == view["version"] + 1
        view = done["game"]
    raise AssertionError("the game does not end")


def run_concurrently(count: int, what: Callable[[int], Any]) -> list[Any]:
    """The results of these calls, started at the same moment, each in a thread of its own."""
    barrier, results = threading.Barrier(count), [None] * count

    def run(number: int) -> None:
        barrier.wait()
        results[number] = what(number)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


class LiveService(LauncherProcess):
    """The real service: launcher, gunicorn and embedded store, on a loopback port with a data directory of its own."""

    def __init__(self, directory: Path, **settings: str) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        settings = {"WORKERS": "2", "RATE_LIMITS": UNLIMITED, **settings}
        super().__init__("service", directory / "data", directory / "service.log", **settings)
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> "LiveService":
        try:
            self.restart()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        try:
            if self.process is not None and self.process.poll() is None:
                self.stop()
        finally:
            self.close()

    def restart(self) -> None:
        """Start it (again), and wait until it is ready."""
        if self.process is not None and self.process.poll() is None:
            self.stop()
        self.serve()
        wait_for(lambda: self.get("/readyz")[0] == 200)

    def store_url(self) -> str:
        """The embedded store's own address."""
        return "unix://" + quote(str(json.loads((self.data_dir / RUNNING_SERVER_FILE).read_text())["socket"]))

    def workers(self) -> list[int]:
        """The workers: the children of gunicorn."""
        assert self.process is not None
        gunicorn = [pid for pid in children(self.process.pid) if "gunicorn" in command_line(pid)]
        return [worker for pid in gunicorn for worker in children(pid)]

    def kill_worker(self, dice: Random) -> None:
        """Kill one of the workers as a crash would, once all are there."""
        wait_for(lambda: len(self.workers()) == int(self.settings["WORKERS"]))
        self.kill(dice.choice(self.workers()))

    def kill9(self) -> None:
        """Kill everything, the store as well, as a power cut would."""
        self.kill(*self.all_pids())

    def kill9_python(self) -> None:
        """Kill every process but the store."""
        store = self.store_pid()
        self.kill(*(pid for pid in self.all_pids() if pid != store))


class ServiceWithShortTimeouts(LiveService):
    """The real service with short timeouts: keep-alives every 0.3 s, streams that ask for a reconnect within 0.2 s, and
    slow readers disconnected after a second.
    """

    def __init__(self, directory: Path, **settings: str) -> None:
        super().__init__(directory, WORKERS="1", **settings)
        self.module = "tests.support.short_timeouts"


class ServiceWithFixedSeeds(LiveService):
    """The real service with seeds that are always the same."""

    def __init__(self, directory: Path, **settings: str) -> None:
        super().__init__(directory, WORKERS="1", **settings)
        self.module = "tests.support.fixed_seeds"


@contextmanager
def api_client(url: str, *, any_version: bool = False) -> Iterator[Api]:
    """A client of a live service."""
    with httpx.Client(base_url=url, timeout=TIMEOUT) as client:
        yield Api(client, any_version=any_version)


class InProcess(Api):
    """A client of an app in this process."""

    def __init__(self, client: httpx.Client, app: Flask) -> None:
        super().__init__(client)
        self.app = app


@contextmanager
def in_process(redis_url: str, *, address: str = "127.0.0.1", **settings: Any) -> Iterator[InProcess]:
    """A client of an app in this process, on the store at this address; without rate limits by default."""
    app = create_app(Settings(**{"redis_url": redis_url, "rate_limits": NO_LIMITS, "log_level": "ERROR", **settings}))
    transport = httpx.WSGITransport(app, remote_addr=address)
    with httpx.Client(transport=transport, base_url="http://ludotheque.test") as client:
        try:
            yield InProcess(client, app)
        finally:
            close_connections(app)


def close_connections(app: Flask) -> None:
    """Close the app's connections to the store; in a worker the end of the process does this."""
    app.extensions["feeds"].close()
    app.extensions["tables"].store.connection.close()
