"""What only the JavaScript client does: abort signals, listeners, connection states, and a page that wakes up."""

import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.clients.runners import Client, check_log
from tests.support.fault_proxy import HELD, FaultProxy, error, page
from tests.support.http import Api, LiveService, ServiceWithShortTimeouts, play_to_the_end
from tests.support.node import CLIENT
from tests.support.running import wait_for
from tests.support.tcp_forwarder import TcpForwarder

pytestmark = pytest.mark.clients
SIZE_LIMIT = 25 * 1024
"""Every table loads it: 26 error classes, 26 declared operations, the live table, and their types as comments."""
JAVASCRIPT = Client("javascript")


def test_the_module_is_small_and_stands_alone() -> None:
    text = (CLIENT / "ludotheque.js").read_text(encoding="utf-8")
    assert len(text.encode()) < SIZE_LIMIT
    assert re.findall(r"^\s*import\b|\bimport\(|\brequire\(", text, re.M) == []


def test_keys_are_random_where_pages_have_no_uuid(proxy: FaultProxy) -> None:
    keys = [*JAVASCRIPT.run("key", url=proxy.url), *JAVASCRIPT.run("key", url=proxy.url)]
    assert all(len(key) == 32 for key in keys)
    assert len(set(keys)) == 4


@pytest.mark.parametrize("url", ["", "localhost:8000", "http://"])
def test_an_invalid_address_is_rejected_at_once(url: str) -> None:
    assert JAVASCRIPT.run("address", address=url, url="http://localhost:8000")["name"] == "TypeError"


@pytest.mark.parametrize("fault", ["rejected", "held"])
def test_a_call_can_be_aborted(fault: str, proxy: FaultProxy, api: Api) -> None:
    table = api.create()
    retried = fault == "rejected"
    proxy.inject("POST", "/actions", error(503, "store_unavailable", 2) if retried else HELD, 100 if retried else 1)
    token = table.tokens[table.turn()]
    with JAVASCRIPT.start("abort", url=proxy.url, id=table.id, token=token) as scene:
        wait_for(lambda: bool(proxy.matching("POST", "/actions")), timeout=60)
        scene.signal()
        result = scene.result()
    assert result["action"]["name"] == result["already"]["name"] == "AbortError"
    assert not result["action"]["is_own_error"]
    assert len(proxy.matching("POST", "/actions")) == 1
    assert proxy.matching("GET", table.path) == []


def test_a_page_of_another_server_is_no_response(proxy: FaultProxy, api: Api) -> None:
    """Such as the login page of a network: it passes."""
    table = api.create()
    proxy.inject("GET", table.path, page(200, "<p>Please log in to this network.</p>"))
    assert JAVASCRIPT.call(proxy, "get_game", table.id)["value"]["id"] == table.id
    assert len(proxy.matching("GET", table.path)) == 2


def test_its_states_say_how_the_connection_is(
    quick_service: ServiceWithShortTimeouts, quick_api: Api, tmp_path: Path
) -> None:
    table = quick_api.create(seats=3)
    args: dict[str, Any] = {"id": table.id, "token": table.tokens[2]}
    with (
        TcpForwarder(quick_service.port) as forwarder,
        JAVASCRIPT.start("listen", tmp_path / "notes", url=forwarder.url, **args) as scene,
    ):
        for cuts in range(1, 3):
            scene.wait_for("live", cuts)
            forwarder.cut()
            scene.wait_for("waiting", cuts)
        play_to_the_end(table)
        result = scene.result()
    check_log(result, table, 2)
    assert result["states"][:4] == ["connecting", "live", "waiting", "connecting"]
    assert result["states"][-1] == "ended"


def test_a_page_that_is_online_again_does_not_wait(quick_proxy: FaultProxy, quick_api: Api, tmp_path: Path) -> None:
    table = quick_api.create()
    play_to_the_end(table)
    quick_proxy.inject("GET", table.path, error(503, "store_unavailable", 100_000))
    with JAVASCRIPT.start("listen", tmp_path / "notes", url=quick_proxy.url, id=table.id, wakes=True) as scene:
        scene.wait_for("waiting")
        scene.signal()
        result = scene.result()
    check_log(result, table)
    assert result["states"] == ["connecting", "waiting", "connecting", "ended"]
    assert result["views"] == [table.view()["version"]]


def test_an_error_in_a_listener_is_its_own_and_a_closed_table_is_silent(service: LiveService, api: Api) -> None:
    table = api.create()
    play_to_the_end(table)
    result = JAVASCRIPT.run("mistakes", url=service.url, id=table.id)
    assert result["mistakes"] == ["at 1", "at 2", "at 3"]
    assert [event["seq"] for event in result["seen"]["events"]] == result["events"] == [1, 2, 3]
    assert result["seen"]["wrong"] == []
    assert result["seen"]["ends"] == [None]
    assert result["state"] == "ended"


@pytest.mark.parametrize("wrong", [-3_600_000, 0, 86_400_000])
def test_it_knows_the_time_of_the_service_whatever_the_clock_here_says(
    wrong: int, service: LiveService, api: Api
) -> None:
    result = JAVASCRIPT.run("clock", url=service.url, id=api.create().id, wrong=wrong)
    before, shown, after = (datetime.fromisoformat(result[name]) for name in ("before", "shown", "after"))
    tolerance = timedelta(seconds=30)  # as long as a request may take here
    assert before - tolerance < shown < after + tolerance
