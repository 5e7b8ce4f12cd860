"""Whole games: everyone at the table gets exactly the log, and no action is done twice, whatever breaks."""

import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines.registry import ENGINES
from tests.clients.runners import FAST_RETRY, TIMEOUT, Client, Scene, check_log
from tests.clients.scenarios.test_table import against_a_bot
from tests.support.fault_proxy import HELD, LOST, Fault, FaultProxy, RecordedRequest, error
from tests.support.http import Api, LiveService, ServiceWithShortTimeouts, Table, api_client, assert_ok
from tests.support.running import ROOT
from tests.support.tcp_forwarder import UnreliableTcpForwarder

pytestmark = pytest.mark.clients
KILLS = 20
ERRORS = (error(429, "rate_limited"), error(503, "store_unavailable"))


class Storm(FaultProxy):
    """A proxy with so many faults at random."""

    def __init__(self, port: int, seed: int, faults: int) -> None:
        self._dice = Random(seed)
        self.left = faults
        super().__init__(port)

    def random_fault(self, request: RecordedRequest) -> Fault | None:
        if self.left <= 0 or self._dice.random() > 0.4:
            return None
        self.left -= 1
        if self._dice.random() < 0.3:
            return self._dice.choice(ERRORS)
        return Fault(after=1) if request.kind == "STREAM" else LOST


def check_game(result: Any, api: Api) -> None:
    """What everyone got and did is what the service has in its log."""
    table = Table(api, result["id"], "", dict(enumerate(result["tokens"])))
    over = table.view()
    assert over["status"] == "finished"
    assert result["outcomes"] == [over["outcome"]] * len(result["tables"])
    for number, seen in enumerate(result["tables"]):
        check_log(seen, table, number if number in table.tokens else None)
        assert seen.get("states", ["ended"])[-1] == "ended"
        assert seen.get("views", [over["version"]])[-1] == over["version"]
    record, versions = assert_ok(api.get(f"{table.path}/record")), result["versions"]
    assert len(versions) == len(set(versions)) == len(record["actions"]), "each action was done once"


def test_a_whole_game_of_every_kind(any_client: Client, slug: str, service: LiveService, api: Api) -> None:
    seats = max(2, ENGINES[slug].players.min)
    result = any_client.run("game", url=service.url, engine=slug, seats=seats, seed=7)
    check_game(result, api)
    assert result["outcomes"][0]["reason"] in ENGINES[slug].endings


def test_a_game_that_was_installed_after_the_client(
    any_client: Client, newer_service: LiveService, newer_api: Api
) -> None:
    """Create it, follow its views and events, list and take actions, to its end; and verify its record."""
    assert "bells" not in (ROOT / "openapi.yaml").read_text(encoding="utf-8")
    result = any_client.run("game", url=newer_service.url, engine="bells", seats=3, seed=7)
    check_game(result, newer_api)
    assert {event["type"] for event in result["tables"][0]["events"]} >= {"game_created", "rang", "game_finished"}
    game = {"engine": "bells", "seats": [{"name": "Ana"}, {"kind": "open"}]}
    calls = [
        {"call": "create_game", "args": [game], "as": "it"},
        {"call": "join_game", "args": ["$it.id", {"name": "Ben"}]},
        {"call": "get_engine", "args": ["bells"]},
        {"call": "get_content", "args": ["$it.id"]},
        {"call": "get_record", "args": [result["id"]], "as": "record"},
        {"call": "verify_record", "args": ["$record"]},
    ]
    outcomes = any_client.run("calls", url=newer_service.url, calls=calls)["outcomes"]
    assert [outcome for outcome in outcomes if "value" not in outcome] == []
    assert outcomes[-1]["value"]["valid"]


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_over_a_connection_that_breaks(client: Client, seed: int, tmp_path: Path) -> None:
    with (
        ServiceWithShortTimeouts(tmp_path) as service,
        api_client(service.url) as api,
        UnreliableTcpForwarder(service.port, seed) as forwarder,
    ):
        check_game(client.run("game", url=forwarder.url, engine="tokyo_poo_divers", seats=2, seed=seed), api)
        assert forwarder.breaks >= 10, "and this although it was not easy"


@pytest.mark.parametrize("seed", [1, 2])
def test_a_player_behind_a_proxy_with_faults(any_client: Client, seed: int, service: LiveService, api: Api) -> None:
    table, faults = against_a_bot(api), 12 if any_client.is_javascript else 60  # it waits longer after each one
    with Storm(service.port, seed, faults) as storm:
        result = any_client.run("play", url=storm.url, id=table.id, token=table.tokens[0], retry=FAST_RETRY, seed=seed)
        assert faults - storm.left >= 10
        check_log(result, table, 0)
        check_decisions(table, storm, result["versions"])


def check_decisions(table: Table, proxy: FaultProxy, versions: list[int]) -> None:
    """Each decision was done once, as its result says."""
    record = assert_ok(table.api.get(f"{table.path}/record"))
    acted = [action for action in record["actions"] if action["seat"] == 0]
    assert len(acted) == len(versions) == len(set(versions))
    assert len(acted) == len(proxy.processed) == sum(proxy.processed.values()), "no decision is done twice"


def read_stored(memory: Path, kind: str) -> list[Any]:
    """What the player has stored of this kind."""
    lines = memory.read_bytes().split(b"\n")[:-1] if memory.exists() else []
    return [line[kind] for line in map(json.loads, lines) if kind in line]


def wait_closely(player: subprocess.Popen[str], condition: Callable[[], bool]) -> None:
    """Wait, and return at once: what follows must hit a player that is in the middle of something."""
    end = time.monotonic() + TIMEOUT
    while not condition():
        assert player.poll() is None, "it is killed while it plays"
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.0005)


def test_a_killed_player_resumes_with_exactly_the_log_and_no_action_twice(
    client: Client, proxy: FaultProxy, api: Api, tmp_path: Path
) -> None:
    table, memory, dice = against_a_bot(api), tmp_path / "memory", Random(20)
    args = {"url": proxy.url, "id": table.id, "token": table.tokens[0], "file": str(memory)}
    for life in range(KILLS):
        events, decisions, lost = len(read_stored(memory, "event")), len(read_stored(memory, "decision")), proxy.lost
        more = dice.randint(1, 3)
        if life % 3 == 0:  # the service does it, and the player never learns of it
            proxy.inject("POST", "/actions", HELD)
        with client.program("player", {**args, "seed": life}) as player:
            if life % 3 == 0:
                wait_closely(player, lambda lost=lost: proxy.lost > lost)
            elif life % 3 == 1:
                wait_closely(player, lambda decisions=decisions: len(read_stored(memory, "decision")) > decisions)
            else:
                wait_closely(player, lambda events=events + more: len(read_stored(memory, "event")) >= events)
    with client.program("player", {**args, "seed": KILLS}) as player:
        assert Scene(player, memory).result() == "over"
    assert proxy.lost == (KILLS + 2) // 3
    assert read_stored(memory, "event") == table.events(0)
    results = read_stored(memory, "result")
    check_decisions(table, proxy, [result["version"] for result in results if "version" in result])
