"""Every operation of openapi.yaml is a call with the same name in both clients, and its errors have classes."""

import re
from typing import Any

import pytest

from service.problems import CATALOGUE
from tests.clients.runners import Client
from tests.support.fault_proxy import Fault, FaultProxy, error, page
from tests.support.http import Api, LiveService, play_to_the_end
from tests.support.published import document, validator

pytestmark = pytest.mark.clients
ONCE_AT_MOST = {"start_game", "leave_game", "delete_game"}
PROBES = {"get_health", "get_readiness"}
CALLS: list[dict[str, Any]] = [
    {"call": "get_health"},
    {"call": "get_readiness"},
    {"call": "get_metrics"},
    {"call": "get_openapi_json"},
    {"call": "get_openapi_yaml"},
    {"call": "list_problems"},
    {"call": "get_problem", "args": ["not_found"]},
    {"call": "list_engines"},
    {"call": "get_engine", "args": ["tchang"]},
    {"call": "get_rules", "args": ["tchang"]},
    {"call": "get_picture", "args": ["tchang", "silhouettes"]},
    {
        "call": "create_game",
        "args": [{"engine": "tokyo_poo_divers", "seats": [{"name": "Ana"}, {"kind": "open"}, {"kind": "open"}],
                  "auto_start": False, "public": True, "options": {"layout": "donut", "first_player": 0}}],
        "as": "game",
    },
    {"call": "list_games", "options": {"engine": "tokyo_poo_divers", "status": "open", "limit": 1}},
    {"call": "join_game", "args": ["$game.id", {"name": "Ben", "seat": 2, "entropy": "blue"}], "as": "joined"},
    {"call": "leave_game", "args": ["$game.id", 2], "options": {"token": "$joined.token"}},
    {
        "call": "join_game",
        "args": ["$game.id", {"kind": "bot", "level": "random", "seat": 1}],
        "options": {"token": "$game.host_token", "key": "a key of my own for the bot"},
    },
    {"call": "start_game", "args": ["$game.id"], "options": {"token": "$game.host_token"}},
    {"call": "get_content", "args": ["$game.id"]},
    {"call": "get_game", "args": ["$game.id"],
     "options": {"token": "$game.seats.0.token", "include": "actions", "limit": 3}, "as": "view"},
    {"call": "list_actions", "args": ["$game.id"],
     "options": {"token": "$game.seats.0.token", "type": "dive", "limit": 2}, "as": "legal"},
    {"call": "take_action", "args": ["$game.id", "$legal.actions.0"],
     "options": {"token": "$game.seats.0.token", "if_match": "$view"}},
    {"call": "list_events", "args": ["$game.id"],
     "options": {"token": "$game.seats.0.token", "after": 2, "limit": 3}},
    {"call": "create_ticket", "args": ["$game.id"], "options": {"token": "$game.seats.0.token"}},
]  # fmt: skip


def after_the_end(game: str, host: str) -> list[dict[str, Any]]:
    """Calls for a game that is over."""
    return [
        {"call": "get_record", "args": [game], "as": "record"},
        {"call": "verify_record", "args": ["$record"]},
        {"call": "create_rematch", "args": [game], "options": {"token": host}},
        {"call": "delete_game", "args": [game], "options": {"token": host}},
    ]


def operations() -> dict[str, tuple[str, str, dict[str, Any]]]:
    """The path, method and description of each operation."""
    return {
        operation["operationId"]: (path, method, operation)
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
    }


def name_in(client: Client, operation: str) -> str:
    return re.sub(r"_(\w)", lambda match: match[1].upper(), operation) if client.is_javascript else operation


def test_every_operation_is_a_call_that_declares_whether_it_is_retried(client: Client, proxy: FaultProxy) -> None:
    policy = dict.fromkeys(operations(), "always")
    policy |= dict.fromkeys(ONCE_AT_MOST, "if_unprocessed") | dict.fromkeys(PROBES, "never")
    expected = {name_in(client, name): retry for name, retry in policy.items()}
    assert client.run("operations", url=proxy.url) == expected


def test_every_result_is_as_the_document_says(any_client: Client, service: LiveService, api: Api) -> None:
    table = api.create()
    play_to_the_end(table)
    calls = CALLS + after_the_end(table.id, table.host)
    outcomes = any_client.run("calls", url=service.url, api_key="a key that is not required", calls=calls)["outcomes"]
    assert {step["call"] for step in calls} == set(operations())
    for step, outcome in zip(calls, outcomes, strict=True):
        path, method, operation = operations()[step["call"]]
        status = min(status for status in operation["responses"] if status.startswith("2"))
        content = operation["responses"][status].get("content")
        if content is None:
            assert outcome["value"] is None, step
        elif "application/json" in content:
            inside = f"{method}/responses/{status}/content/application~1json/schema"
            place = f"/paths/{path.replace('/', '~1')}/{inside}"
            assert [error.message for error in validator(place).iter_errors(outcome["value"])] == [], step
        else:
            assert isinstance(outcome["value"], str), step
            assert outcome["value"], step


def test_each_code_of_the_service_has_a_class(client: Client, proxy: FaultProxy) -> None:
    classes = {code: "".join(word.capitalize() for word in code.split("_")) for code in CATALOGUE}
    assert client.run("errors", url=proxy.url) == classes
    for code in classes:
        proxy.inject("GET", "/engines", error(418, code))
    outcomes = client.run("calls", url=proxy.url, calls=[{"call": "list_engines"}] * len(classes))["outcomes"]
    assert {outcome["code"]: outcome["name"] for outcome in outcomes} == classes


def test_an_error_has_what_the_service_sent(client: Client, proxy: FaultProxy, api: Api) -> None:
    table = api.create("tokyo_poo_divers", options={"layout": "donut", "first_player": 0})
    token = {"token": table.tokens[0]}
    calls = [
        {"call": "get_game", "args": [table.id], "options": token, "as": "view"},
        {"call": "take_action", "args": [table.id, {"type": "dive", "cell": [4, 4]}], "options": token},
        {"call": "take_action", "args": [table.id, {"type": "dive", "cell": [2, 6]}], "options": token},
        {"call": "take_action", "args": [table.id, {"type": "dive", "cell": [0, 4]}],
         "options": {**token, "if_match": "$view"}},
        {"call": "create_game", "args": [{"engine": "zoky", "seats": [{"name": "Ana"}]}]},
        {"call": "get_record", "args": [table.id]},
    ]  # fmt: skip
    view, illegal, _, stale, invalid, early = client.run("calls", url=proxy.url, calls=calls)["outcomes"]
    version = view["value"]["version"]
    assert (illegal["name"], illegal["status"], illegal["reason"]) == ("IllegalAction", 409, "no_cover")
    assert (illegal["version"], illegal["attempts"]) == (version, 1)
    assert illegal["key"]
    assert (stale["name"], stale["status"], stale["version"]) == ("StaleVersion", 412, version + 1)
    assert (invalid["name"], invalid["status"], list(invalid["errors"])) == ("ValidationError", 422, ["seats"])
    assert (early["name"], early["status"], early.get("key")) == ("NotFinished", 409, None)
    for one in (illegal, stale, invalid, early):
        assert one["is_api_error"]
        assert one["problem"]["type"] == f"/problems/{one['code']}"
        assert one["detail"] == one["problem"]["detail"]
        assert one["detail"] in one["message"]


@pytest.mark.parametrize("body", [b'{"title": "Forbidden"}', b"Forbidden", b"[]", b"null"])
def test_an_error_of_another_server_is_named_by_its_status(client: Client, body: bytes, proxy: FaultProxy) -> None:
    """Others use the same media type, and leave out what they need not say."""
    proxy.inject("GET", "/engines", Fault((403, {"Content-Type": "application/problem+json"}, body)))
    foreign = client.call(proxy, "list_engines")
    assert (foreign["name"], foreign["status"], foreign["code"]) == ("ApiError", 403, "http_403")


def test_a_page_of_another_server_is_not_a_result(client: Client, proxy: FaultProxy) -> None:
    proxy.inject("GET", "/engines", page(404, "<h1>Welcome</h1>"))
    assert client.call(proxy, "list_engines")["code"] == "http_404"


def test_an_api_key_is_sent(client: Client, tmp_path_factory: pytest.TempPathFactory) -> None:
    key = "a key of sixteen characters"
    game = {"engine": "tchang", "seats": [{}]}
    settings = {"API_KEYS": key, "WORKERS": "1"}
    with (
        LiveService(tmp_path_factory.mktemp("keys"), **settings) as keyed_service,
        FaultProxy(keyed_service.port) as proxy,
    ):
        assert client.call(proxy, "create_game", game)["name"] == "Unauthenticated"
        assert client.call(proxy, "create_game", game, api_key=key)["value"]["status"] == "active"


def test_debug_messages_hold_no_secrets(client: Client, proxy: FaultProxy, api: Api) -> None:
    table = api.create("tokyo_poo_divers", options={"first_player": 0})
    proxy.inject("POST", "/actions", error(503, "store_unavailable"))
    log = client.run("act", url=proxy.url, id=table.id, token=table.tokens[0], count=1)["log"]
    text = "\n".join(log)
    assert f"POST /v1/games/{table.id}/actions: 503 in " in text
    assert re.search(r"/actions: retry in .* after \w+", text)
    assert f"POST /v1/games/{table.id}/actions: 200 in " in text
    keys = {request.key for request in proxy.matching("POST", "/actions")}
    for secret in (*table.tokens.values(), table.host, *keys, "dive", "Bearer"):
        assert secret not in text
