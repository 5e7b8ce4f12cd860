"""The store's clock jumps: no game's time goes back, no hour of turns is lost, and the log says so."""

import logging
from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service import logs
from service.store.game_store import CLOCK_JUMP_MS, ClockMonitor
from tests.support.http import InProcess, Table, assert_ok, in_process
from tests.support.proxy import Proxy
from tests.support.valkey import ValkeyServer

HOUR = 3600


@pytest.fixture
def proxy(server: ValkeyServer) -> Iterator[Proxy]:
    with Proxy(server.socket) as running:
        yield running


@pytest.fixture
def client(proxy: Proxy) -> Iterator[InProcess]:
    with in_process(proxy.url, log_level="WARNING") as api:
        yield api


def times(table: Table) -> list[datetime]:
    return [datetime.fromisoformat(event["at"]) for event in table.events()]


@settings(max_examples=15)
@given(clocks=st.lists(st.sampled_from([0, 1, 30, -30, HOUR, -HOUR, 30 * 24 * HOUR]), min_size=2, max_size=6))
def test_times_in_a_game_never_decrease(proxy: Proxy, client: InProcess, clocks: list[int]) -> None:
    proxy.set_clock(clocks[0])
    table = client.create("dragon_fights")
    for ahead in clocks[1:]:
        proxy.set_clock(ahead)
        assert_ok(table.act(table.turn(), {"type": "gesture", "gesture": "rock"}))
        view = table.view()
        assert view["now"] >= view["updated_at"] >= view["created_at"]
    assert all(before <= after for before, after in pairwise(times(table)))


def test_a_jump_ahead_costs_each_seat_one_turn_at_most(proxy: Proxy, client: InProcess, slug: str) -> None:
    proxy.set_clock(0)
    table = client.create(slug, turn_seconds=60)
    before = table.view()
    proxy.set_clock(HOUR)
    after = table.view()
    late = [event for event in table.events() if event.get("timeout")]
    journal = client.app.extensions["tables"].store.journal(table.id)
    acted = {entry.seat for entry in journal if entry.kind == "act"}  # a turn may take several actions
    assert acted
    assert acted <= set(before["awaiting"]), "nobody else has lost a turn"
    assert len({event["at"] for event in late}) == 1, "as of now, and not as of an hour ago"
    assert datetime.fromisoformat(after["deadline"]) > datetime.fromisoformat(late[0]["at"])
    assert table.view()["version"] == after["version"], "the next turn has all its time"


def test_a_table_that_everyone_left_alone_is_still_caught_up_on_as_of_each_deadline(
    proxy: Proxy, client: InProcess, server: ValkeyServer
) -> None:
    """A process that sees an hour pass as an hour does as ever."""
    proxy.set_clock(-HOUR)
    table = client.create("zoky", turn_seconds=600)
    proxy.set_clock(0)
    with in_process(server.url) as other:
        assert table.through(other).view()["version"] == 2 + 6


class LogRecords(logging.Handler):
    """Collects log records."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.mark.parametrize(("ahead", "text"), [(HOUR, "jumped ahead by 3600"), (-HOUR, "went back by 3600")])
def test_a_jump_is_logged_once(proxy: Proxy, client: InProcess, ahead: int, text: str) -> None:
    table, handler = client.create(), LogRecords()
    logs.LOG.addHandler(handler)
    try:
        table.view()
        assert not handler.records
        proxy.set_clock(ahead)
        for _ in range(3):
            table.view()
    finally:
        logs.LOG.removeHandler(handler)
    (record,) = handler.records
    assert (record.levelname, record.getMessage()) == ("WARNING", "clock_jumped")
    assert text in record.fields["detail"]  # type: ignore[attr-defined]


def test_a_clock_that_goes_back_stops_the_game_s_time_and_not_the_game(proxy: Proxy, client: InProcess) -> None:
    proxy.set_clock(HOUR)
    table = client.create("zoky", turn_seconds=60)
    version = table.view()["version"]
    proxy.set_clock(0)
    assert table.view()["version"] == version
    assert_ok(table.act(table.turn(), {"type": "place", "placements": []}))
    assert table.view()["deadline"] is not None


def test_a_process_that_is_held_up_mistakes_nothing_for_a_jump() -> None:
    """The response was read long after it was sent, or sent long after the request."""
    clock, now, long = ClockMonitor(), 1_000_000, 2 * CLOCK_JUMP_MS / 1000
    assert clock.last_jump("", now, 0, long) == 0
    assert clock.last_jump("", now + 2 * CLOCK_JUMP_MS, long, 2 * long) == 0
    assert clock.last_jump("", now + 8 * CLOCK_JUMP_MS, 2 * long, 2 * long) == now + 8 * CLOCK_JUMP_MS, (
        "but this is one"
    )
    assert clock.last_jump("another master", 5, 0, 0) == 0


@given(st.lists(st.tuples(st.floats(0, 5), st.floats(0, 5)), min_size=1, max_size=20))
def test_a_sound_clock_never_jumps(waits: list[tuple[float, float]]) -> None:
    """However long a request takes, and wherever in it the store looks at its clock."""
    clock, began = ClockMonitor(), 0.0
    for before, after in waits:
        read = began + before
        assert clock.last_jump("", round(read * 1000), began, read + after) == 0
        began = read + after
