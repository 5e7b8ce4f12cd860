"""Turns: an address with many requests delays its own and nobody else's."""

import json
import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack

import gevent
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service import turns
from service.server import fair_queue
from service.server.fair_queue import FairQueue
from tests.support.http import InProcess, LiveService, api_client, assert_problem
from tests.support.listening import open_stream, tag_of
from tests.support.running import suspend, wait_for
from tests.support.sockets import head, open_connection

FLOODER, OTHER = "192.0.2.1", "192.0.2.2"
FLOOD = 60


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> FairQueue:
    """A queue in which everybody has to wait, and which gives one turn at a time."""
    monkeypatch.setattr(fair_queue, "LAP", 0.0)
    return FairQueue(gevent.get_hub().loop)


def order_of(queue: FairQueue, requests: list[tuple[str, int]]) -> list[int]:
    """The numbers of these requests in the order of their turns; each is an address and how many turns it takes."""
    taken: list[int] = []

    def serve(number: int, address: str, count: int) -> None:
        for _ in range(count):
            assert queue.take_turn(address, number, time.monotonic() + 30)
            taken.append(number)

    gevent.joinall([gevent.spawn(serve, n, *request) for n, request in enumerate(requests)], raise_error=True)
    return taken


def test_one_who_comes_last_waits_for_one_turn_of_a_flood(queue: FairQueue) -> None:
    assert order_of(queue, [("flooder", 1)] * 50 + [("other", 1)])[:3] == [0, 50, 1]


@settings(max_examples=50)
@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=30))
def test_addresses_take_turns_and_each_serves_its_own_requests_in_their_order(addresses: list[str]) -> None:
    queue, lap = FairQueue(gevent.get_hub().loop), fair_queue.LAP
    rounds = Counter[str]()
    expected = []
    for number, address in enumerate(addresses):
        expected.append((rounds[address], addresses.index(address), number))
        rounds[address] += 1
    fair_queue.LAP = 0.0
    try:
        assert order_of(queue, [(address, 1) for address in addresses]) == [number for *_, number in sorted(expected)]
    finally:
        fair_queue.LAP = lap


def test_what_has_begun_goes_on_before_what_has_not(queue: FairQueue) -> None:
    assert order_of(queue, [("flooder", 3)] * 3) == [0, 0, 0, 1, 1, 1, 2, 2, 2]


def test_without_a_crowd_nobody_waits() -> None:
    queue = FairQueue(gevent.get_hub().loop)
    gevent.sleep(0.001)  # the loop has just come round
    assert queue.take_turn("a", 0, time.monotonic() + 30)
    assert not queue._idle.active


def test_a_wait_is_bounded_and_who_gives_up_takes_no_turn(queue: FairQueue) -> None:
    late = gevent.spawn(queue.take_turn, "a", 1, 0.0)  # of the same request as one below, as after a long wait
    assert order_of(queue, [("a", 1)] * 3) == [0, 1, 2]
    assert late.get() is False
    gevent.sleep(0.001)
    assert not queue._places
    assert not queue._idle.active, "an empty queue leaves the event loop alone"


# In the service


class Recorder:
    """A queue that lets everybody go on at once, or nobody."""

    def __init__(self, *, lets: bool = True) -> None:
        self.lets = lets
        self.taken: list[tuple[str, int]] = []

    def take_turn(self, address: str, number: int, until: float) -> bool:
        self.taken.append((address, number))
        return self.lets


@pytest.fixture
def recorder() -> Iterator[Recorder]:
    recorder = Recorder()
    turns.use_queue(recorder)
    yield recorder
    turns.use_queue(None)


def test_a_request_takes_a_turn_when_it_begins_and_after_each_call_to_the_store(
    client: InProcess, recorder: Recorder
) -> None:
    table = client.create()
    seat = table.turn()
    action = table.legal(seat)[0]
    for call, count in ((lambda: table.view(), 2), (lambda: table.act(seat, action), 3)):
        recorder.taken.clear()
        call()
        ((address, number),) = set(recorder.taken)
        assert (address, len(recorder.taken)) == ("127.0.0.1", count)
    assert number > 0


def test_who_waits_too_long_gets_a_429_and_nothing_is_done(client: InProcess, recorder: Recorder) -> None:
    table = client.create()
    seat, version = table.turn(), table.view()["version"]
    action = table.legal(seat)[0]
    recorder.lets = False
    response = table.act(seat, action)
    assert assert_problem(response, 429, "rate_limited")["detail"].startswith("Too many requests of this address")
    assert response.headers["Retry-After"] == "1"
    turns.use_queue(None)
    assert table.view()["version"] == version


def test_what_has_begun_is_finished_however_long_it_waits(client: InProcess, recorder: Recorder) -> None:
    table = client.create()
    recorder.take_turn = lambda *_: recorder.taken.append(_) or len(recorder.taken) == 1  # type: ignore[assignment,func-returns-value,method-assign]
    recorder.taken.clear()
    assert table.view()["status"] == "active"


def test_streams_and_long_polls_read_for_all_and_take_no_turns_for_it(client: InProcess, recorder: Recorder) -> None:
    table = client.create()
    tag = tag_of(table, 0)
    recorder.taken.clear()
    client.get(table.path, params={"wait": 1}, headers={"If-None-Match": tag}, token=table.tokens[0])
    assert len(recorder.taken) == 2
    recorder.taken.clear()
    with open_stream(table, 0) as stream:
        next(stream.events())
        assert len(recorder.taken) == 2


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    folder = tmp_path_factory.mktemp("fair")
    with LiveService(folder, WORKERS="1", TRUSTED_PROXIES="127.0.0.1", STORE_TIMEOUT="30") as service:
        yield service


def clients_served(service: LiveService, path: str) -> list[str]:
    """The clients of the requests to this path, in the order in which they were served, as the log says."""
    lines = map(json.loads, service.errors().splitlines())
    return [line["client"] for line in lines if line.get("path") == path and line["client"] in (FLOODER, OTHER)]


def test_a_flood_from_one_address_does_not_delay_another(service: LiveService) -> None:
    """All wait for the store, the other one in the middle. When it responds, all are ready at once. In whatever
    direction the event loop looks at them, half of the flood comes first there; but the other one is served early.
    """
    with api_client(service.url) as api, ExitStack() as stack:
        table = api.create("zoky", seats=5)
        token, path, store = table.tokens[table.turn()], f"{table.path}/actions", service.store_pid()

        def ask(client: str) -> None:
            fields = f"Authorization: Bearer {token}", f"X-Forwarded-For: {client}"
            stack.enter_context(open_connection(service.port, head(path, *fields, method="GET")))

        suspend(store)
        try:
            for client in (*[FLOODER] * (FLOOD // 2), OTHER, *[FLOODER] * (FLOOD // 2)):
                ask(client)
            time.sleep(0.5)  # until they wait for the store
        finally:
            os.kill(store, signal.SIGCONT)
        wait_for(lambda: len(clients_served(service, path)) == FLOOD + 1, timeout=30)
    served = clients_served(service, path)
    assert served.index(OTHER) < FLOOD / 4
