"""A release with new rules replaces another, replica by replica, while people and bots play: nobody is rejected."""

import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.store.rules_versions import RULES_KEY
from tests.support import guide, packages
from tests.support.http import TIMEOUT, Json, LiveService, run_concurrently
from tests.support.running import wait_for
from tests.support.valkey import ValkeyServer

SEATS: list[list[Json]] = [[{}, {"kind": "bot", "level": "search"}], [{}, {"kind": "bot", "level": "random"}], [{}, {}]]
PHASE_GAMES = 6
"""How many games are finished, at least, before the next replica is replaced."""


class Players:
    """Threads that play one game after another, each request through the next replica, or the other if one is down."""

    def __init__(self, replicas: list[httpx.Client]) -> None:
        self._replicas = replicas
        self.requests = 0
        self.finished: list[Json] = []
        """Their records."""
        self._stopping = threading.Event()
        self._threads = [threading.Thread(target=self._play_on, args=(number,)) for number in range(len(SEATS))]
        self._failures: list[BaseException] = []

    def __enter__(self) -> "Players":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End when the games that are being played are over."""
        self._stopping.set()
        for thread in self._threads:
            thread.join()
        assert self._failures == []

    def wait_for_games(self, version: str) -> None:
        """Wait until a few more games under this version are over."""
        wanted = self.count(version) + PHASE_GAMES
        wait_for(lambda: bool(self._failures) or self.count(version) >= wanted)

    def count(self, version: str) -> int:
        return sum(record["rules_version"] == version for record in self.finished)

    def call(self, method: str, path: str, body: Any = None, token: str = "") -> Json:
        """A request that must be accepted; it may be sent again, since it has an Idempotency-Key."""
        headers = {"Idempotency-Key": os.urandom(16).hex()} | ({"Authorization": f"Bearer {token}"} if token else {})
        for replica in random.sample(self._replicas, 2) * 50:
            try:
                response = replica.request(method, path, json=body, headers=headers)
            except httpx.TransportError:  # this replica is being replaced
                time.sleep(0.02)
                continue
            self.requests += 1
            assert response.status_code < 400, f"{method} {path}: {response.text}"
            return dict(response.json())
        raise AssertionError("no replica serves")

    def create(self, seats: list[Json]) -> Json:
        return self.call("POST", "/v1/games", {"engine": "high_card", "seats": seats})

    def play(self, game: Json) -> Json:
        """Play a game to its end; returns its record."""
        path, tokens = f"/v1/games/{game['id']}", [seat.get("token", "") for seat in game["seats"]]
        while (view := self.call("GET", path))["status"] == "active":
            token = tokens[view["awaiting"][0]]
            if token:
                legal = self.call("GET", f"{path}/actions", token=token)["actions"]
                self.call("POST", f"{path}/actions", random.choice(legal), token)
            else:
                time.sleep(0.01)  # a bot is to move
        return self.call("GET", f"{path}/record")

    def _play_on(self, number: int) -> None:
        try:
            while not self._stopping.is_set():
                self.finished.append(self.play(self.create(SEATS[number])))
        except BaseException as error:
            self._failures.append(error)
            raise


@pytest.fixture
def replicas(server: ValkeyServer, tmp_path: Path) -> Iterator[list[LiveService]]:
    """Two replicas on one store. The second has been replaced already, and has a second version of a game's rules."""
    server.ask("FLUSHALL")
    settings = {"REDIS_URL": server.url, "WORKERS": "1", "BOTS": "1", "BOT_SECONDS": "0.05"}
    services = []
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        project = guide.write(tmp_path / name)
        if name == "new":
            guide.follow(guide.NEXT_VERSION, project)
        path = packages.install(tmp_path / f"{name} packages", guide.SLUG, source_folder=project)
        services.append(LiveService(tmp_path / f"{name} service", PYTHONPATH=path, **settings))
    with ExitStack() as stack:
        run_concurrently(2, lambda number: stack.enter_context(services[number]))
        yield services


def test_rules_change_replica_by_replica_while_games_go_on(
    replicas: list[LiveService], server: ValkeyServer, record_property: Callable[[str, object], None]
) -> None:
    old, new = replicas
    clients = [httpx.Client(base_url=replica.url, timeout=TIMEOUT) for replica in replicas]
    with clients[0], clients[1], Players(clients) as players:
        started = [players.create([{}, {}]) for _ in range(4)]
        players.wait_for_games("1")
        assert players.count("2") == 0, "one replica does not know version 2"
        old.settings["PYTHONPATH"] = new.settings["PYTHONPATH"]
        old.restart()
        players.wait_for_games("1")
        assert players.count("2") == 0, "processes of the old release may still be there"
        forget_old_release(server)
        players.wait_for_games("2")
        records = [players.play(game) for game in started]
        again = players.call("POST", f"/v1/games/{records[0]['id']}/rematch", token=started[0]["host_token"])
        assert {record["rules_version"] for record in records} == {again["rules_version"]} == {"1"}
        players.stop()
        records += players.finished
        for client in clients:
            for record in records:
                result = client.post("/v1/records/verify", json=record).json()
                assert (result["valid"], result["known"]) == (True, True), result
    games = f"{players.count('1') + len(started)} games of version 1, {players.count('2')} of version 2"
    record_property("rules change", f"{games}; {players.requests} requests, none rejected; all records verify")


def forget_old_release(server: ValkeyServer) -> None:
    """What happens a minute after the last process of the old release has ended."""
    for announcement in server.ask("ZRANGE", RULES_KEY, "0", "-1"):
        if '"high_card":["1"]' in announcement:
            assert server.ask("ZREM", RULES_KEY, announcement) == 1
            return
    raise AssertionError("the old release has announced nothing")
