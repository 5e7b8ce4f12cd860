"""What is sent again, when, and with which key; and what is not."""

import threading
from itertools import pairwise
from typing import Any

import pytest

from tests.clients.runners import FAST_RETRY, Client
from tests.support.fault_proxy import LOST, Fault, FaultProxy, RecordedRequest, error, page
from tests.support.http import Api, LiveService, assert_ok
from tests.support.valkey import free_port

pytestmark = pytest.mark.clients
SHORT_RETRY = {"max_elapsed": 600, "initial_delay": 10, "max_delay": 100}
NEW_GAME = {
    "engine": "tokyo_poo_divers",
    "seats": [{"name": "Ana"}, {"kind": "open"}],
    "options": {"first_player": 0},
}
FAULTS: dict[str, Fault] = {
    "the response is lost": LOST,
    "the store is unavailable": error(503, "store_unavailable"),
    "too many requests": error(429, "rate_limited"),
    "a proxy responds": page(502, "<h1>Bad Gateway</h1>"),
    "an error is cut off": error(412, "stale_version", cut=True),
}
SLACK = 0.01


def check_once(proxy: FaultProxy, path_end: str, times: int) -> None:
    """It was sent so often, each time with the same key, and done once."""
    requests = proxy.matching("POST", path_end)
    assert len(requests) == times
    assert len({one.key for one in requests}) == 1
    assert proxy.processed[requests[0].key] == 1


def check_delays(requests: list[RecordedRequest], seconds: float) -> None:
    """Between these requests there was so much time at least."""
    assert all(late.at - early.at >= seconds - SLACK for early, late in pairwise(requests))


@pytest.mark.parametrize("fault", FAULTS)
def test_create_join_and_act_are_retried_and_done_once(
    any_client: Client, fault: str, proxy: FaultProxy, api: Api
) -> None:
    for path_end in ("/games", "/seats", "/actions"):
        proxy.inject("POST", path_end, FAULTS[fault], 3)
    calls = [
        {"call": "create_game", "args": [NEW_GAME], "as": "game"},
        {"call": "join_game", "args": ["$game.id", {"name": "Ben"}]},
        {"call": "list_actions", "args": ["$game.id"], "options": {"token": "$game.seats.0.token"}, "as": "legal"},
        {"call": "take_action", "args": ["$game.id", "$legal.actions.0"], "options": {"token": "$game.seats.0.token"}},
    ]
    outcomes = any_client.run("calls", url=proxy.url, retry=FAST_RETRY, calls=calls)["outcomes"]
    game, joined, legal, acted = (outcome["value"] for outcome in outcomes)
    for path_end in ("/games", "/seats", "/actions"):
        check_once(proxy, path_end, 4)
    assert joined["seat"] == 1
    assert acted["version"] == legal["version"] + 1
    log = api.table(game).events(0)
    assert acted["events"] == [event for event in log if event["version"] == acted["version"]]


def test_what_is_only_read_is_read_again(client: Client, proxy: FaultProxy) -> None:
    for fault in FAULTS.values():
        proxy.inject("GET", "/engines", fault)
    assert len(client.call(proxy, "list_engines", retry=FAST_RETRY)["value"]["engines"]) >= 5
    assert proxy.faults == []


def test_an_action_whose_response_was_lost_is_delivered_once(client: Client, proxy: FaultProxy, api: Api) -> None:
    table = api.create("tchang", seats=1)
    proxy.inject("POST", "/actions", LOST, 2)
    result = client.run("act", url=proxy.url, id=table.id, token=table.tokens[0], count=2, retry=FAST_RETRY)
    requests = proxy.matching("POST", "/actions")
    assert proxy.lost == 2
    assert len(requests) == 4
    assert len({one.key for one in requests[:3]}) == 1, "a decision keeps its key"
    assert requests[3].key != requests[0].key, "another decision has another"
    assert result["versions"] == [3, 4]
    assert result["wrong"] == []
    assert result["events"] == table.events(0)
    listed = assert_ok(api.get(f"{table.path}/actions", token=table.tokens[0]))
    assert result["legal"] == {name: listed[name] for name in ("version", "types", "actions", "truncated")}


def test_each_decision_has_a_key_of_its_own(client: Client, proxy: FaultProxy) -> None:
    create = {"call": "create_game", "args": [NEW_GAME]}
    own = {**create, "options": {"key": "a key of my own, and long"}}
    outcomes = client.run("calls", url=proxy.url, calls=[create, create, own, own])["outcomes"]
    assert len({one.key for one in proxy.matching("POST", "/games")}) == 3
    hosts = [outcome["value"]["host_token"] for outcome in outcomes]
    assert len(set(hosts)) == 3
    assert hosts[2] == hosts[3], "the same key finds what was done"


def test_a_delay_is_as_long_as_the_service_says(client: Client, proxy: FaultProxy) -> None:
    proxy.inject("GET", "/engines", error(429, "rate_limited", 1), 2)
    client.call(proxy, "list_engines", retry=FAST_RETRY)
    requests = proxy.matching("GET", "/engines")
    assert len(requests) == 3
    check_delays(requests, 1.0)


def test_too_early_is_retried_only_with_if_match(client: Client, proxy: FaultProxy, api: Api) -> None:
    """Others may react until then, and without If-Match the action would be judged on what they have done."""
    table = api.create("tchang", seats=1)
    common: dict[str, Any] = {"url": proxy.url, "id": table.id, "token": table.tokens[0], "count": 1}
    proxy.inject("POST", "/actions", error(409, "too_early", 1), 2)
    assert client.run("act", **common)["versions"] == [3]
    check_delays(proxy.matching("POST", "/actions"), 1.0)
    proxy.inject("POST", "/actions", error(409, "too_early", 1))
    (early,) = client.run("act", **common, if_match=None)["outcomes"]
    assert (early["name"], early["retry_after"]) == ("TooEarly", 1)


def test_an_action_that_is_too_early_is_done_when_its_time_has_come(
    client: Client, proxy: FaultProxy, api: Api
) -> None:
    table = api.create("tapecho", options={"reaction_seconds": 3})
    for _ in range(500):
        view = table.view()
        if view["not_before"] is not None:
            break
        table.step()
    else:
        raise AssertionError("no window has opened")
    token = table.tokens[view["awaiting"][0]]
    (version,) = client.run("act", url=proxy.url, id=table.id, token=token, count=1)["versions"]
    assert version > view["version"]


@pytest.mark.parametrize(
    ("fault", "name"),
    [(error(503, "store_unavailable"), "StoreUnavailable"), (error(429, "rate_limited"), "RateLimited"),
     (LOST, "ConnectionFailed")],
)  # fmt: skip
def test_retries_end_with_a_clear_error(client: Client, fault: Fault, name: str, proxy: FaultProxy) -> None:
    proxy.inject("POST", "/games", fault, 1000)
    failure, requests = client.call(proxy, "create_game", NEW_GAME, retry=SHORT_RETRY), proxy.matching("POST", "/games")
    assert failure["name"] == name
    assert failure["is_own_error"]
    assert failure["attempts"] == len(requests) >= 3
    assert {one.key for one in requests} == {failure["key"]}


def test_a_delay_that_is_longer_than_the_limit_is_not_begun(client: Client, proxy: FaultProxy) -> None:
    proxy.inject("POST", "/games", error(429, "rate_limited", 3600))
    failure = client.call(proxy, "create_game", NEW_GAME)
    assert (failure["name"], failure["retry_after"], failure["attempts"]) == ("RateLimited", 3600, 1)


def test_nobody_at_this_address(client: Client, proxy: FaultProxy) -> None:
    proxy.target = free_port()
    assert client.call(proxy, "list_engines", retry=SHORT_RETRY)["name"] == "ConnectionFailed"
    nowhere = f"http://127.0.0.1:{free_port()}"
    (failure,) = client.run("calls", url=nowhere, retry=SHORT_RETRY, calls=[{"call": "list_engines"}])["outcomes"]
    assert failure["name"] == "ConnectionFailed"
    assert failure["attempts"] >= 3


def test_what_is_wrong_is_not_sent_again(client: Client, proxy: FaultProxy) -> None:
    assert client.call(proxy, "get_game", "x" * 22)["name"] == "NotFound"
    assert len(proxy.requests) == 1


UNSAFE = {"/start": ("POST", "start_game"), "/seats/0": ("DELETE", "leave_game"), "": ("DELETE", "delete_game")}


@pytest.mark.parametrize("path_end", UNSAFE)
def test_what_may_not_be_done_twice_is_retried_only_if_unprocessed(
    client: Client, path_end: str, proxy: FaultProxy, api: Api
) -> None:
    (method, operation), table = UNSAFE[path_end], api.open("tchang", taken=1, free=1)
    args = [table.id, 0] if path_end == "/seats/0" else [table.id]
    options = {"token": table.tokens[0] if path_end == "/seats/0" else table.host}
    path = table.path + path_end
    proxy.inject(method, path, error(429, "rate_limited"), 2)
    proxy.inject(method, path, error(503, "store_unavailable"))
    failure = client.call(proxy, operation, *args, options=options, retry=FAST_RETRY)
    assert (failure["name"], failure["attempts"]) == ("StoreUnavailable", 3)
    proxy.inject(method, path, LOST)
    failure = client.call(proxy, operation, *args, options=options, retry=FAST_RETRY)
    assert (failure["name"], failure["attempts"]) == ("ConnectionFailed", 1)
    assert len(proxy.matching(method, path)) == 4


@pytest.mark.parametrize(("operation", "path"), [("get_health", "/healthz"), ("get_readiness", "/readyz")])
def test_a_probe_returns_the_first_response(client: Client, operation: str, path: str, proxy: FaultProxy) -> None:
    proxy.inject("GET", path, error(503, "shutting_down"))
    assert client.call(proxy, operation, retry=FAST_RETRY)["name"] == "ShuttingDown"
    assert len(proxy.matching("GET", path)) == 1


def test_a_limit_of_the_real_service_is_waited_for(client: Client, tmp_path_factory: pytest.TempPathFactory) -> None:
    with (
        LiveService(tmp_path_factory.mktemp("limits"), RATE_LIMITS="create=2/second") as limited,
        FaultProxy(limited.port) as proxy,
    ):
        calls = [{"call": "create_game", "args": [NEW_GAME]}] * 6
        outcomes = client.run("calls", url=proxy.url, calls=calls)["outcomes"]
        assert len({outcome["value"]["id"] for outcome in outcomes}) == 6


def test_a_call_survives_a_restart(client: Client, tmp_path_factory: pytest.TempPathFactory) -> None:
    with LiveService(tmp_path_factory.mktemp("restart")) as service, FaultProxy(service.port) as proxy:
        game = client.call(proxy, "create_game", NEW_GAME)["value"]
        service.kill9()
        starting = threading.Thread(target=service.restart)
        starting.start()
        assert client.call(proxy, "join_game", game["id"], {"name": "Ben"})["value"]["seat"] == 1
        starting.join()
