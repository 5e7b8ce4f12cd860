"""What only the Python client does: blocking and async streams that are closed, polling, and the service's clock."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from datetime import UTC, datetime
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ludotheque_client import (
    ApiError,
    AsyncLudotheque,
    ConnectionFailed,
    Ludotheque,
    RetryPolicy,
    StaleVersion,
    ValidationError,
    table_state,
    tables,
)
from ludotheque_client.table_state import TableState
from ludotheque_client.transports import run_blocking

from tests.support.fault_proxy import FaultProxy, page
from tests.support.http import Api, LiveService, play_to_the_end
from tests.support.running import wait_for
from tests.support.valkey import free_port

pytestmark = pytest.mark.clients


def test_a_table_that_cannot_be_reached_raises_and_resumes_later(proxy: FaultProxy, api: Api) -> None:
    truth = api.create()
    with Ludotheque(proxy.url, retry=RetryPolicy(0.3, 0.01, 0.05)) as client:
        table = client.table(truth.id)
        seqs = [event["seq"] for event in islice(table.events(), 2)]
        proxy.target = free_port()
        with pytest.raises(ConnectionFailed) as failure:
            list(table.events())
        assert failure.value.__cause__ is not None
        with pytest.raises(ConnectionFailed):
            table.wait_for_turn()
        proxy.target = int(api.client.base_url.port or 0)
        play_to_the_end(truth)
        seqs += [event["seq"] for event in table.events()]
    assert seqs == [event["seq"] for event in truth.events()]


def test_it_continues_after_a_break(service: LiveService, api: Api) -> None:
    truth = api.create()
    play_to_the_end(truth)
    events, after = [], 0
    with Ludotheque(service.url) as client:
        while len(events) < truth.view()["last_seq"]:
            table = client.table(truth.id, after=after)  # as a program does that was started again
            for _ in range(2):
                for event in table.events():
                    events.append(event)
                    after = table.after
                    if event["seq"] % 3 == 0:
                        break
        assert list(client.table(truth.id, after=after).events()) == []
        assert table.wait_for_turn() is False
    assert events == truth.events()


def test_each_event_is_delivered_once_whoever_reads(service: LiveService, api: Api) -> None:
    truth = api.create()
    with Ludotheque(service.url) as client:
        table, delivered = client.table(truth.id), []
        events = table.events()
        while len(delivered) < 30:
            truth.step()
            delivered.append(next(events))
            truth.step()
            delivered += table.poll_events()
        assert table.view["version"] >= delivered[-1]["version"]
        play_to_the_end(truth)
        delivered += [*table.events(), *table.poll_events(), *events]
    assert delivered == truth.events()


def test_an_action_has_if_match_by_default_when_only_this_seat_is_awaited(service: LiveService, api: Api) -> None:
    truth = api.create("tokyo_poo_divers", options={"first_player": 0})
    with Ludotheque(service.url) as client:
        table, other = (client.table(truth.id, token=truth.tokens[0]) for _ in range(2))
        version = other.act(other.actions[0])["version"]
        with pytest.raises(StaleVersion):
            table.act(table.actions[1])
        assert table.view["version"] == version
        with pytest.raises(ValidationError):  # the game has not changed: the action itself is wrong
            table.act({"type": "place", "placements": []})
        with pytest.raises(ValueError, match="spectator"):
            client.table(truth.id).act(table.actions[0])


def test_both_clients_close_a_stream_that_is_left(proxy: FaultProxy, api: Api) -> None:
    truth = api.create()

    async def first_event() -> int:
        async with AsyncLudotheque(proxy.url) as client:
            table = await client.table(truth.id)
            async with aclosing(table.events()) as events:
                async for event in events:
                    return event["seq"]
        return 0

    assert asyncio.run(first_event()) == 1
    with Ludotheque(proxy.url) as client:
        events = client.table(truth.id).events()
        assert next(events)["seq"] == 1
        events.close()
        for _ in range(3):  # a proxy notices when it has bytes to pass on
            truth.step()
        wait_for(lambda: not proxy.streaming, timeout=120)


@pytest.mark.parametrize("status", [200, 301])
def test_a_page_of_another_server_is_an_error(status: int, proxy: FaultProxy, api: Api) -> None:
    other = page(status, "" if status == 301 else "<h1>Welcome</h1>", Location="/")
    proxy.inject("GET", "/engines", other)
    proxy.inject("STREAM", "/events", other)
    with Ludotheque(proxy.url) as client:
        with pytest.raises(ApiError, match=f"http_{status}"):
            client.list_engines()
        with pytest.raises(ApiError, match=f"http_{status}"):
            next(client.table(api.create().id).events())


def test_an_error_has_the_number_of_attempts(proxy: FaultProxy) -> None:
    proxy.target = free_port()
    with (
        Ludotheque(proxy.url, retry=RetryPolicy(0.3, 0.01, 0.05)) as client,
        pytest.raises(ConnectionFailed, match=rf"No response from {proxy.url}.* \(sent \d+ times\)"),
    ):
        client.list_engines()


@given(
    texts=st.lists(st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]))),
    cuts=st.lists(st.integers(1, 9)),
)
def test_a_line_ends_only_at_a_line_feed(texts: list[str], cuts: list[int]) -> None:
    whole = "".join(f"{text}\n" for text in texts).encode()

    async def chunks() -> AsyncIterator[bytes]:
        start = 0
        for length in cuts:
            yield whole[start : start + length]
            start += length
        yield whole[start:]

    async def read() -> list[str]:
        return [line.decode() async for line in tables.split_lines(chunks())]

    assert run_blocking(read()) == texts


@given(versions=st.lists(st.integers(1, 9), min_size=1))
def test_a_view_that_was_overtaken_is_discarded(versions: list[int]) -> None:
    views: list[Any] = [{"version": version, "now": "2026-11-16T12:51:38.494Z"} for version in versions]
    state = TableState(views[0], 0)
    for number, view in enumerate(views):
        state.update(view)
        assert state.view["version"] == max(versions[: number + 1])
        assert state.view is view or state.view["version"] > view["version"]


@given(
    delays=st.lists(st.tuples(st.floats(0, 100), st.floats(0, 5)), min_size=1),
    start=st.floats(0, 1e6),
    offset=st.floats(-1e6, 1e6),
)
def test_the_services_time_is_never_thought_to_be_later_than_it_is(
    delays: list[tuple[float, float]], start: float, offset: float
) -> None:
    moment = start

    def view() -> Any:
        return {"version": 1, "now": datetime.fromtimestamp(1.7e9 + offset + moment - late, UTC).isoformat()}

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(table_state.time, "monotonic", lambda: moment)
        late = delays[0][1]
        state = TableState(view(), 0)
        for pause, late in delays:
            moment += pause
            state.update(view())
            ahead = state.now().timestamp() - (1.7e9 + offset + moment)
            assert -min(late for _, late in delays[: 1 + delays.index((pause, late))]) - 1e-3 <= ahead <= 1e-3


def test_the_clock_of_a_table_runs(service: LiveService, api: Api) -> None:
    truth = api.create("tokyo_poo_divers", turn_seconds=1000)
    with Ludotheque(service.url) as client:
        table = client.table(truth.id)
        left = table.seconds_left()
        assert left is not None
        assert 0 < left <= 1000
        first = table.now()
        assert table.now() >= first >= datetime.fromisoformat(table.view["now"])
        assert client.table(api.create().id).seconds_left() is None
