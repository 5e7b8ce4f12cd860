"""Records made to keep a worker busy: whatever is sent, others are served in between, and work is counted by size."""

import json
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as StillWaiting
from ipaddress import ip_network
from types import FrameType
from typing import Any

import msgspec
import pytest

from engines.chance import Chance, game_seed
from service.http.routes.records import LARGEST_RECORD
from service.settings import Settings
from service.table import breath
from tests.recordings.__main__ import record_of as recorded
from tests.support.http import Api, InProcess, Json, good, in_process
from tests.support.records import kept, verdict
from tests.support.tables import open_table, options_for, seed_of
from tests.support.valkey import ValkeyServer

JSON = {"Content-Type": "application/json"}
MAX_ACTIONS = Settings().max_actions
LONGEST_SPELL = 300_000
"""Calls of functions without a breath, Python's and C's: some hundredths of a second."""


def long_record() -> Json:
    """A game of stones that are turned over and put back, as long as a game may be."""
    table = open_table("dragon_fights", 5, options_for("dragon_fights", {}), game_seed(seed_of(1), "long", [""] * 5))
    engine, dice = table.engine, Chance(seed_of(2))
    while len(table.actions) <= MAX_ACTIONS:
        seat = next(iter(engine.turns(table.state)))
        kinds = engine.types(table.state, seat)
        action = dice.choice(list(engine.legal(table.state, seat, "flip" if "flip" in kinds else kinds[0])))
        engine.play(table.state, seat, action, table.seed)
        table.actions.append((seat, action))
    found: Json = msgspec.to_builtins(recorded(table, "long", seed_of(1)))
    return found


def spells(monkeypatch: pytest.MonkeyPatch, call: Callable[[], Any]) -> tuple[Any, list[int]]:
    """What a call gives, and the work between the moments at which it could let others be served.

    Work is counted in calls of functions, not in seconds: so it is the same on a busy machine.
    """
    found = [0]

    def count(_frame: FrameType, event: str, _given: object) -> None:
        found[-1] += event in ("call", "c_call")

    with monkeypatch.context() as patched:
        patched.setattr(breath, "SPELL", -1.0)
        patched.setattr(time, "sleep", lambda _: found.append(0))
        sys.setprofile(count)
        try:
            given = call()
        finally:
            sys.setprofile(None)
    return given, found


def filled(unit: str, size: int) -> str:
    return ",".join([unit] * (size // (len(unit) + 1)))


def keyed(size: int) -> str:
    return "{" + ",".join(f'"{number:x}":1' for number in range(size // 10)) + "}"


def action(inside: str) -> str:
    return '{"seat":0,"action":{"type":"pass","x":' + inside + '},"at":"","automatic":false}'


MOST = LARGEST_RECORD - 50_000
HOSTILE: dict[str, tuple[str, str]] = {
    "options of unknown keys": ("options", keyed(MOST)),
    "fewer unknown keys": ("options", keyed(200_000)),
    "a card of unknown keys": ("options", '{"deck":[' + keyed(MOST) + "]}"),
    "cards of unknown keys": ("options", '{"deck":[' + filled(keyed(600), 200_000) + "]}"),
    "options of lists": ("options", '{"deck":[' + filled("[]", 200_000) + "]}"),
    "an action of unknown keys": ("actions", "[" + action(keyed(MOST)) + "]"),
    "actions of keys": ("actions", "[" + filled(action(keyed(3900)), MOST) + "]"),
    "actions of numbers": ("actions", "[" + filled(action("[" + filled("1", 3900) + "]"), MOST) + "]"),
    "actions of fractions": ("actions", "[" + filled(action("[" + filled("0.5", 3900) + "]"), MOST) + "]"),
    "actions of lists": ("actions", "[" + filled(action("[" + filled("[]", 3900) + "]"), MOST) + "]"),
    "actions that are none": ("actions", "[" + filled("{}", MOST) + "]"),
    "actions of long texts": ("actions", "[" + filled(action('"' + "é" * 150 + '"'), MOST // 2) + "]"),
    "seats": ("seats", "[" + filled('{"name":"","kind":""}', 200_000) + "]"),
    "a long list": ("seats", "[" + filled("1", MOST) + "]"),
    "long fields besides": ("id", '"",' + ",".join(f'"{n}":[{filled("1", 200_000)}]' for n in range(4))),
}


@pytest.mark.parametrize(("field", "content"), HOSTILE.values(), ids=HOSTILE)
def test_no_record_keeps_a_worker_to_itself(
    client: InProcess, monkeypatch: pytest.MonkeyPatch, field: str, content: str
) -> None:
    text = json.dumps(kept(client, "tapecho") | {field: "here"}, separators=(",", ":")).replace('"here"', content)
    body = text.encode()
    assert len(body) <= LARGEST_RECORD
    answer, found = spells(monkeypatch, lambda: client.post("/v1/records/verify", headers=JSON, content=body))
    assert answer.status_code in (200, 400, 422)
    assert answer.status_code != 200 or not answer.json()["valid"]
    assert max(found) < LONGEST_SPELL


def test_a_list_of_numbers_is_no_record_and_keeps_nobody_waiting(
    client: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = ("[" + filled("1", MOST) + "]").encode()
    answer, found = spells(monkeypatch, lambda: client.post("/v1/records/verify", headers=JSON, content=body))
    assert answer.status_code == 400
    assert max(found) < LONGEST_SPELL


def test_the_longest_game_is_verified_in_short_spells(client: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    record = long_record()
    found, taken = spells(monkeypatch, lambda: verdict(client, record))
    assert (found["valid"], found["known"]) == (True, False)
    assert len(taken) > MAX_ACTIONS
    assert max(taken) < LONGEST_SPELL


def test_others_are_served_while_a_record_is_verified(client: InProcess, soon: Api) -> None:
    """On a real worker: a breath that does not look at the sockets would let nobody in."""
    record, during = long_record(), 0
    with ThreadPoolExecutor(1) as pool:
        verifying = pool.submit(lambda: verdict(soon, record))
        while not verifying.done():
            good(soon.get("/healthz"))
            during += not verifying.done()
    assert verifying.result()["valid"]
    assert during > 5


def test_a_record_counts_by_its_size(server: ValkeyServer) -> None:
    """Each 64 KiB as one request; none counts for more than there is, or the largest could never be verified."""
    limits, here = {"create": "off", "join": "off", "verify": "9/minute"}, (ip_network("127.0.0.1"),)
    with in_process(server.url, rate_limits=limits, trusted_proxies=here) as api:
        for address, kib, left in (("203.0.113.8", 64, 8), ("203.0.113.9", 65, 7), ("203.0.113.10", 4096, 0)):
            api.client.headers["X-Forwarded-For"] = address
            answer = api.post("/v1/records/verify", headers=JSON, content=b"{}".ljust(kib * 1024))
            assert answer.status_code == 422
            assert f"r={left};" in answer.headers["RateLimit"]
        assert api.post("/v1/records/verify", {}).status_code == 429


def test_a_worker_verifies_one_record_at_a_time(client: InProcess) -> None:
    """The spells of several would add up for everyone else."""
    record, tables = kept(client, "tokyo_poo_divers"), client.app.extensions["tables"]
    with ThreadPoolExecutor(1) as pool:
        with tables.verifying:
            waiting = pool.submit(lambda: verdict(client, record))
            with pytest.raises(StillWaiting):
                waiting.result(0.3)
            good(client.get("/healthz"))
        assert waiting.result(15)["valid"]
    assert not tables.verifying.locked()
