"""Every operation of openapi.yaml has a typed call in both clients, and its answer is what the document says."""

import asyncio
import inspect
from collections.abc import Generator
from functools import cache
from typing import Any, get_args, get_type_hints

import pytest
from ludotheque_client import AsyncLudotheque, Ludotheque, Refusal, types
from ludotheque_client.calls import Operation
from ludotheque_client.operations import Operations

from tests.support.http import Api, LiveService, play_to_the_end
from tests.support.published import document, validator

pytestmark = pytest.mark.clients
NAMED = {"If-Match": "seen", "If-None-Match": "known", "Idempotency-Key": "key", "Last-Event-ID": "after"}
"""What a call names the headers that a request may have."""
OF_THE_CLIENT = {"Accept-Language", "lang"}
"""The client asks for its language with every call."""
Step = tuple[str, tuple[Any, ...], dict[str, Any]]


@cache
def operations() -> dict[str, tuple[str, str, dict[str, Any]]]:
    """The path, method and description of each operation."""
    return {
        operation["operationId"]: (path, method, operation)
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
    }


def calls() -> dict[str, inspect.Signature]:
    found = {name: call for name, call in vars(Operations).items() if isinstance(call, Operation)}
    return {name: inspect.signature(call.describe) for name, call in found.items()}


def test_every_operation_has_a_call() -> None:
    assert sorted(calls()) == sorted(operations())


@pytest.mark.parametrize("name", operations())
def test_a_call_takes_what_the_operation_takes(name: str) -> None:
    operation = operations()[name][2]
    parameters = [one for one in operation["parameters"] if one["name"] not in OF_THE_CLIENT]
    wanted = {NAMED.get(one["name"], one["name"]) for one in parameters}
    if {kind for kinds in operation["security"] for kind in kinds} - {"api_key"}:
        wanted.add("token")
    if name == "get_content":  # it never changes, and who keeps it does not ask again
        wanted.remove("known")
    taken = calls()[name].parameters
    extra = set(taken) - wanted - {"self"}
    assert wanted <= set(taken)
    assert len(extra) == ("requestBody" in operation), "besides these it takes the body"
    for query in (one for one in parameters if one["in"] == "query"):
        assert not taken[query["name"]].default, "what is not given is left to the service"


def named(schema: dict[str, Any]) -> Any:
    """The type of this name in the client."""
    return getattr(types, schema["$ref"].rpartition("/")[2])


@pytest.mark.parametrize("name", operations())
def test_a_call_has_the_types_of_the_document(name: str) -> None:
    operation = operations()[name][2]
    hints = get_type_hints(vars(Operations)[name].describe)
    (given,) = get_args(hints["return"])
    status = min(status for status in operation["responses"] if status.startswith("2"))
    content = operation["responses"][status].get("content")
    if content is None:
        assert given is type(None)
    elif "$ref" in (schema := content.get("application/json", {}).get("schema", {})):
        assert given == named(schema)
    else:
        assert given == (dict[str, Any] if schema else str)
    if "requestBody" in operation:
        body = operation["requestBody"]["content"]["application/json"]["schema"]
        assert named(body) in hints.values()


def everything(over: str, host: str) -> Generator[Step, Any, None]:
    """Calls of all operations, in an order in which they can be made."""
    yield "get_health", (), {}
    yield "get_readiness", (), {}
    yield "get_metrics", (), {"token": None}
    yield "get_openapi_json", (), {}
    yield "get_openapi_yaml", (), {}
    yield "list_problems", (), {}
    yield "get_problem", ("not_found",), {}
    yield "list_engines", (), {}
    yield "get_engine", ("tchang",), {}
    yield "get_rules", ("tchang",), {}
    yield "get_picture", ("tchang", "silhouettes"), {}
    seats = [{"name": "Ana"}, {"kind": "open"}, {"kind": "open"}]
    game = yield "create_game", ({"engine": "zoky", "seats": seats, "public": True},), {"omit": "content"}
    yield "list_games", (), {"engine": "zoky", "status": "open", "limit": 1}
    joined = yield "join_game", (game["id"], {"name": "Ben", "seat": 2, "entropy": "blue"}), {}
    yield "leave_game", (game["id"], 2), {"token": joined["token"]}
    bot = {"kind": "bot", "level": "random", "seat": 1}
    yield "join_game", (game["id"], bot), {"token": game["host_token"], "key": "a key of my own for the bot"}
    yield "start_game", (game["id"],), {"token": game["host_token"]}
    token = game["seats"][0]["token"]
    view = yield "get_game", (game["id"],), {"token": token, "include": "actions", "limit": 5}
    same = yield "get_game", (game["id"],), {"token": token, "known": view, "wait": 0}
    assert same is view or same["version"] > view["version"]
    yield "get_content", (game["id"],), {}
    offered = {"actions": ()}
    while not offered["actions"]:
        view = yield "get_game", (game["id"],), {"token": token, "known": view, "wait": 20}
        offered = yield "list_actions", (game["id"],), {"token": token, "type": "place", "limit": 1}
    yield "take_action", (game["id"], offered["actions"][0]), {"token": token, "seen": view}
    yield "list_events", (game["id"],), {"token": token, "after": 2, "limit": 3}
    yield "create_ticket", (game["id"],), {"token": token}
    record = yield "get_record", (over,), {}
    verdict = yield "verify_record", (record,), {}
    assert verdict["valid"]
    yield "create_rematch", (over,), {"token": host}
    yield "delete_game", (over,), {"token": host}


def made(steps: Generator[Step, Any, None], answer: Any, done: list[tuple[Step, Any]]) -> Step | None:
    """The next call, and a note of the answer to the one before."""
    try:
        step = steps.send(answer)
    except StopIteration:
        return None
    done.append((step, None))
    return step


def judge(done: list[tuple[Step, Any]]) -> None:
    """Each operation was called, and answered as the document says."""
    assert {name for (name, _, _), _ in done} == set(operations())
    for (name, _, _), answer in done:
        path, method, operation = operations()[name]
        status = min(status for status in operation["responses"] if status.startswith("2"))
        content = operation["responses"][status].get("content")
        if content is None:
            assert answer is None, name
        elif "application/json" in content:
            inside = f"{method}/responses/{status}/content/application~1json/schema"
            place = f"/paths/{path.replace('/', '~1')}/{inside}"
            assert [error.message for error in validator(place).iter_errors(answer)] == [], name
        else:
            assert isinstance(answer, str), name
            assert answer, name


def test_every_call_sync(service: LiveService, api: Api) -> None:
    table, done, answer = api.create(), [], None
    play_to_the_end(table)
    steps = everything(table.id, table.host)
    with Ludotheque(service.url, api_key="a key that nobody asks for") as client:
        while (step := made(steps, answer, done)) is not None:
            name, arguments, named = step
            answer = getattr(client, name)(*arguments, **named)
            done[-1] = (step, answer)
    judge(done)


def test_every_call_async(service: LiveService, api: Api) -> None:
    table, done = api.create(), []
    play_to_the_end(table)

    async def main() -> None:
        steps, answer = everything(table.id, table.host), None
        async with AsyncLudotheque(service.url) as client:
            while (step := made(steps, answer, done)) is not None:
                name, arguments, named = step
                answer = await getattr(client, name)(*arguments, **named)
                done[-1] = (step, answer)

    asyncio.run(main())
    judge(done)


def test_a_refusal_carries_what_the_service_said(service: LiveService, api: Api) -> None:
    table = api.create("tokyo_poo_divers", options={"layout": "donut", "first_player": 0})
    with Ludotheque(service.url) as client:
        seen = client.get_game(table.id, token=table.tokens[0])
        with pytest.raises(Refusal, match="409 illegal_action: There is no cover") as illegal:
            client.take_action(table.id, {"type": "dive", "cell": [4, 4]}, token=table.tokens[0])
        table.step()
        with pytest.raises(Refusal) as stale:
            client.take_action(table.id, {"type": "dive", "cell": [0, 4]}, token=table.tokens[0], seen=seen)
        with pytest.raises(Refusal) as wrong:
            client.create_game({"engine": "zoky", "seats": []})
        with pytest.raises(Refusal) as early:
            client.get_record(table.id)
    refusal = illegal.value
    assert (refusal.status, refusal.code, refusal.reason) == (409, "illegal_action", "no_cover")
    assert (refusal.version, refusal.errors, refusal.retry_after) == (seen["version"], {}, None)
    assert refusal.problem["type"] == "/problems/illegal_action"
    assert refusal.key is not None
    assert refusal.attempts == 1
    assert (stale.value.status, stale.value.code) == (412, "stale_version")
    assert stale.value.version == seen["version"] + 1
    assert (wrong.value.code, list(wrong.value.errors)) == ("validation_error", ["seats"])
    assert (early.value.status, early.value.code, early.value.key) == (409, "not_finished", None)


def test_a_key_of_the_operator_is_sent_where_it_is_needed(tmp_path_factory: pytest.TempPathFactory) -> None:
    key = "a key of sixteen characters"
    with LiveService(tmp_path_factory.mktemp("keys"), API_KEYS=key, METRICS_TOKEN=key) as locked:
        with Ludotheque(locked.url) as client, pytest.raises(Refusal) as refused:
            client.create_game({"engine": "tchang", "seats": [{}]})
        assert refused.value.code == "unauthenticated"
        with Ludotheque(locked.url, api_key=key) as client:
            assert client.create_game({"engine": "tchang", "seats": [{}]})["status"] == "active"
            assert "ludotheque" in client.get_metrics(token=key)


def test_words_come_in_the_language_of_the_client(service: LiveService) -> None:
    with Ludotheque(service.url) as english, Ludotheque(service.url, language="fr") as french:
        assert english.get_engine("zoky")["summary"] != french.get_engine("zoky")["summary"]
        assert "Chaque chef" in french.get_rules("zoky")
