"""Limits on open streams and long polls, and how they end."""

import re
import resource
import socket
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service import shutdown
from service.live.stream_limits import StreamLimits
from service.problems import Problem
from service.server.connections import SLOWEST_READER
from service.settings import Settings
from service.store.stored import Meta, Seat
from service.table.access import Viewer
from tests.support.http import (
    Api,
    InProcess,
    LiveService,
    ServiceWithShortTimeouts,
    Table,
    api_client,
    assert_problem,
    in_process,
    play_to_the_end,
)
from tests.support.listening import SSE, Listener, open_stream, tag_of
from tests.support.running import ROOT, children, wait_for
from tests.support.valkey import ValkeyServer


def streams_open(api: Api) -> int:
    """How many streams are open, as the service counts them."""
    counted = [line for line in api.client.get("/metrics").text.splitlines() if line.startswith("ludotheque_streams ")]
    return int(float(counted[0].split()[1])) if counted else 0


def open_listener(stack: ExitStack, table: Table, seat: int | None) -> Listener:
    listener = stack.enter_context(open_stream(table, seat))
    if listener.response.status_code == 200:
        next(listener.events())
    return listener


def test_half_of_the_streams_are_reserved_for_seats_and_others_get_retry_after(server: ValkeyServer) -> None:
    with in_process(server.url, max_streams=5) as api, ExitStack() as stack:
        table = api.create()
        spectators = [open_listener(stack, table, None).response.status_code for _ in range(4)]
        players = [open_listener(stack, table, 0).response.status_code for _ in range(3)]
        assert spectators == [200, 200, 200, 503]
        assert players == [200, 200, 503]
        problem = api.get(f"{table.path}/events", headers={"Accept": SSE})
        assert_problem(problem, 503, "too_many_streams")
        assert 1 <= int(problem.headers["Retry-After"]) <= 60
        poll = {"params": {"wait": 1}, "headers": {"If-None-Match": tag_of(table, 0)}}
        assert_problem(api.get(table.path, token=table.tokens[0], **poll), 503, "too_many_streams")
        table.step()  # actions and pages are not streams
        assert table.events()


def test_one_address_cannot_open_all_streams(server: ValkeyServer) -> None:
    with in_process(server.url, max_streams_per_address=2) as api, ExitStack() as stack:
        table = api.create()
        assert [open_listener(stack, table, 0).response.status_code for _ in range(3)] == [200, 200, 503]
        transport = httpx.WSGITransport(api.app, remote_addr="127.0.0.2")
        with httpx.Client(transport=transport, base_url="http://ludotheque.test") as other:
            assert open_listener(stack, table.through(Api(other)), 0).response.status_code == 200


@given(st.lists(st.integers(1, 4), max_size=300), st.integers(20, 60))
def test_four_addresses_with_tables_of_their_own_leave_streams_for_a_fifth(asking: list[int], most: int) -> None:
    """Also those who hold seats, and in whatever order they ask."""
    limits = StreamLimits(Settings(max_streams=most, max_streams_per_address=most // 4))
    with ExitStack() as stack:
        for address in asking + [1, 2, 3, 4] * most:
            open_seat(stack, limits, address)
        assert [open_seat(stack, limits, address) for address in (1, 2, 3, 4)] == [False] * 4
        assert open_seat(stack, limits, 5), "who holds few is given one while others hold many"
        assert open_seat(stack, limits, 6)


def test_four_addresses_hold_as_many_as_the_guide_says() -> None:
    limits = StreamLimits(Settings())
    with ExitStack() as stack:
        for address in (1, 2, 3, 4):
            while open_seat(stack, limits, address):
                pass
        guide = Path(ROOT, "docs", "operations.md").read_text()
        assert f"four of them hold {limits._open['all']:,} at most" in guide


@pytest.mark.parametrize(("per_address", "held"), [(30, 24), (10, 10), (40, 40), (100, 40)])
def test_one_address_alone_may_hold_its_limit_and_all_where_the_limit_says_so(per_address: int, held: int) -> None:
    limits = StreamLimits(Settings(max_streams=40, max_streams_per_address=per_address))
    with ExitStack() as stack:
        assert sum(open_seat(stack, limits, 1) for _ in range(50)) == held


def open_seat(stack: ExitStack, limits: StreamLimits, address: int) -> bool:
    """Whether a seat at a table of this address's own is given one more stream."""
    number = sum(limits._open.values())
    game: Any = SimpleNamespace(id="x", meta=Meta("active", [Seat("Ana", "human", token=f"{number}")], 0))
    try:
        stack.enter_context(limits.reserve(game, Viewer(seat=0), f"192.0.2.{address}"))
    except Problem:
        return False
    return True


@pytest.mark.parametrize(("other", "status"), [("2001:db8::2", 503), ("2001:db8:0:1::1", 200)])
def test_all_addresses_of_one_network_share_a_limit(server: ValkeyServer, other: str, status: int) -> None:
    with in_process(server.url, max_streams_per_address=2, address="2001:db8::1") as api, ExitStack() as stack:
        table = api.create()
        assert [open_listener(stack, table, 0).response.status_code for _ in range(2)] == [200, 200]
        transport = httpx.WSGITransport(api.app, remote_addr=other)
        with httpx.Client(transport=transport, base_url="http://ludotheque.test") as second:
            assert open_listener(stack, table.through(Api(second)), 0).response.status_code == status


def test_one_seat_cannot_open_all_streams(server: ValkeyServer) -> None:
    with in_process(server.url, max_streams_per_seat=2) as api, ExitStack() as stack:
        table, other = api.create(), api.create()
        assert [open_listener(stack, table, 0).response.status_code for _ in range(3)] == [200, 200, 503]
        poll = {"params": {"wait": 1}, "headers": {"If-None-Match": tag_of(table, 0)}}
        assert_problem(api.get(table.path, token=table.tokens[0], **poll), 503, "too_many_streams")
        ticket = api.post(f"{table.path}/events/ticket", token=table.tokens[0]).json()["ticket"]
        by_ticket = api.get(f"{table.path}/events", params={"ticket": ticket}, headers={"Accept": SSE})
        assert_problem(by_ticket, 503, "too_many_streams")
        for fresh, seat in ((table, 1), (table, None), (other, 0)):
            assert open_listener(stack, fresh, seat).response.status_code == 200, "each seat has a limit of its own"


def test_a_seat_whose_number_changes_keeps_its_own_count(server: ValkeyServer) -> None:
    with in_process(server.url, max_streams_per_seat=1) as api, ExitStack() as stack:
        seats = [{"name": "Ana"}, {"kind": "open"}, {"name": "Ben"}, {"name": "Cleo"}]
        table = api.table(api.post("/v1/games", {"engine": "tokyo_poo_divers", "seats": seats}).json())
        assert open_listener(stack, table, 2).response.status_code == 200
        api.post(f"{table.path}/start", token=table.host)
        assert open_listener(stack, table, 2).response.status_code == 503, (
            "Ben has his stream, though his seat is 1 now"
        )
        assert open_listener(stack, table, 3).response.status_code == 200, "Cleo's seat is 2 now"


def test_the_spectators_of_one_game_cannot_open_all_streams(server: ValkeyServer) -> None:
    with in_process(server.url, max_streams_per_game=2) as api, ExitStack() as stack:
        table, other = api.create(), api.create()
        assert [open_listener(stack, table, None).response.status_code for _ in range(3)] == [200, 200, 503]
        assert open_listener(stack, table, 0).response.status_code == 200, "its players are not spectators"
        assert open_listener(stack, other, None).response.status_code == 200


def test_the_count_goes_down_however_a_stream_ends(server: ValkeyServer) -> None:
    with in_process(server.url, max_streams=2) as api:
        table, limits = api.create(), api.app.extensions["stream_limits"]
        headers = {"Accept": SSE, "Authorization": f"Bearer {table.tokens[0]}"}
        for _ in range(3):
            assert api.client.head(f"{table.path}/events", headers=headers).status_code == 200
            with api.app.test_client() as vanished:  # closes without a byte read
                vanished.get(f"{table.path}/events", headers=headers, buffered=False).close()
            with open_stream(table, 0) as stream:
                next(stream.events())
            api.get(table.path, params={"wait": 1}, headers={"If-None-Match": tag_of(table, 0)}, token=table.tokens[0])
            assert not limits._open
            assert api.app.extensions["feeds"]._feeds == {}


def test_a_client_that_vanishes_is_noticed(quick_api: Api, quick_service: ServiceWithShortTimeouts) -> None:
    table = quick_api.create()
    gone = [socket.create_connection(("127.0.0.1", quick_service.port)) for _ in range(3)]
    for connection in gone:
        connection.sendall(f"GET {table.path}/events HTTP/1.1\r\nHost: x\r\nAccept: {SSE}\r\n\r\n".encode())
    wait_for(lambda: streams_open(quick_api) == 3)
    for connection in gone:
        connection.close()
    wait_for(lambda: streams_open(quick_api) == 0)


def test_a_reader_that_does_not_read_is_dropped(quick_api: Api, quick_service: ServiceWithShortTimeouts) -> None:
    """Its buffers are filled by resuming far back; then its stream lasts no longer than the time it has to read."""
    assert SLOWEST_READER == 30
    table = quick_api.create(options={"first_player": 0})
    play_to_the_end(table)
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        slow.connect(("127.0.0.1", quick_service.port))
        request = f"GET {table.path}/events HTTP/1.1\r\nHost: x\r\nAccept: {SSE}\r\n\r\n"
        slow.sendall(request.encode() * 1000)  # pipelined, so that far more is to be written than buffers hold
        served = [0, 1]
        while served[-1] != served[-2]:  # until it is stuck, or has been dropped already
            time.sleep(0.3)
            served.append(quick_service.log.read_text().count(table.path))
        wait_for(lambda: streams_open(quick_api) == 0, timeout=25)
        assert served[-1] < 1000
    assert "Traceback" not in quick_service.log.read_text()


def test_streams_and_long_polls_close_cleanly_when_the_service_stops(tmp_path: Path) -> None:
    with LiveService(tmp_path / "draining") as running, api_client(running.url) as api, ExitStack() as stack:
        table = api.create()
        listeners = [open_listener(stack, table, seat) for seat in (0, 1, None)]
        tag, responses = tag_of(table, 0), []
        headers = {"If-None-Match": tag, "Authorization": f"Bearer {table.tokens[0]}"}

        def poll() -> None:
            responses.append(httpx.get(f"{running.url}{table.path}?wait=50", headers=headers, timeout=60))

        waiting = threading.Thread(target=poll)
        waiting.start()
        wait_for(lambda: streams_open(api) == 4)
        began = time.monotonic()
        code, errors = running.stop()
        assert code == 0, errors
        assert time.monotonic() - began < 25, "let go, and not cut off when the 30 s of grace are over"
        assert "Traceback" not in errors
        for listener in listeners:
            assert list(listener.blocks()) is not None, "whole blocks up to the end, and a whole body"
        waiting.join()
        assert responses[0].status_code == 304


def test_a_process_that_stops_ends_its_streams(client: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    table = client.create()
    with open_stream(table) as stream:
        events = stream.events()
        next(events)
        monkeypatch.setattr(shutdown, "_shutting_down", True)
        client.app.extensions["feeds"].close()
        assert len(stream.rest()) == len(table.events()) - 1
    assert shutdown.is_shutting_down()


def test_the_number_of_streams_is_a_setting() -> None:
    assert (Settings().max_streams, Settings().max_streams_per_address) == (4000, 1000)


def test_the_limit_on_open_files_is_raised_for_the_streams(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
    try:
        with LiveService(tmp_path, WORKERS="1", MAX_STREAMS="2000") as service:
            assert service.process is not None
            limits = [Path(f"/proc/{pid}/limits") for pid in children(service.process.pid)]
            texts = [re.search(r"Max open files +(\d+)", limit.read_text()) for limit in limits if limit.exists()]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    most = min(4000, hard) if hard != resource.RLIM_INFINITY else 4000
    if Path("/proc/self/limits").exists():
        assert most in [int(match[1]) for match in texts if match]
