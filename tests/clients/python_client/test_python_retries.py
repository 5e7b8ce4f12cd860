"""What is lost or refused for a while is sent again with the same key, within bounds, and done once."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from ludotheque_client import AsyncLudotheque, Ludotheque, LudothequeError, Patience, Refusal, Unreachable
from ludotheque_client.types import TokyoPooDiversNewGame

from tests.support.front import LOST, Fate, Front, page, refusal
from tests.support.http import Api, LiveService
from tests.support.valkey import free_port

pytestmark = pytest.mark.clients
LONG = Patience(seconds=60, first=0.01, longest=0.1)
SHORT = Patience(seconds=0.5, first=0.01, longest=0.1)
NEW: TokyoPooDiversNewGame = {
    "engine": "tokyo_poo_divers",
    "seats": [{"name": "Ana"}, {"kind": "open"}],
    "options": {"first_player": 0},
}
FAULTS: dict[str, Fate] = {
    "the answer is lost": LOST,
    "the store does not answer": refusal(503, "store_unavailable"),
    "too many requests": refusal(429, "rate_limited"),
    "a proxy answers": page(502, "<h1>Bad Gateway</h1>"),
}


def judge(front: Front, method: str, ending: str) -> None:
    """It was sent again, each time with the same key, and done once."""
    sent = front.these(method, ending)
    assert len(sent) >= 2
    assert len({one.key for one in sent}) == 1
    assert front.done[sent[0].key] == 1


@pytest.mark.parametrize("fault", FAULTS)
def test_create_join_and_act_are_done_once(fault: str, front: Front, api: Api) -> None:
    with Ludotheque(front.url, patience=LONG) as client:
        front.spoil("POST", "/games", FAULTS[fault], 3)
        game = client.create_game(NEW)
        judge(front, "POST", "/games")
        front.spoil("POST", "/seats", FAULTS[fault], 3)
        client.join_game(game["id"], {"name": "Ben"})
        judge(front, "POST", "/seats")
        truth = api.table(dict(game))
        front.spoil("POST", "/actions", FAULTS[fault], 3)
        table = client.table(game["id"], token=game["seats"][0]["token"])
        version = table.view["version"]
        answer = table.act(table.actions[0])
        judge(front, "POST", "/actions")
    assert answer is not None
    assert answer["version"] == version + 1
    assert answer["events"] == [event for event in truth.events(0) if event["version"] == version + 1]
    assert front.spoiled == []


@pytest.mark.parametrize("fault", FAULTS)
def test_the_async_client_repeats_as_well(fault: str, front: Front) -> None:
    async def main() -> None:
        async with AsyncLudotheque(front.url, patience=LONG) as client:
            front.spoil("POST", "/games", FAULTS[fault], 3)
            game = await client.create_game(NEW)
            front.spoil("GET", game["id"], FAULTS[fault], 3)
            assert (await client.get_game(game["id"]))["id"] == game["id"]

    asyncio.run(main())
    judge(front, "POST", "/games")
    assert front.spoiled == []


def test_each_decision_has_a_key_of_its_own(front: Front) -> None:
    with Ludotheque(front.url) as client:
        games = [client.create_game(NEW) for _ in range(3)]
        keys = {one.key for one in front.these("POST", "/games")}
        again = client.create_game(NEW, key=front.these("POST", "/games")[0].key)
    assert len(keys) == 3
    assert again["host_token"] == games[0]["host_token"], "the same key finds what was done"


def test_what_is_only_read_is_read_again(front: Front) -> None:
    with Ludotheque(front.url, patience=LONG) as client:
        for fault in FAULTS.values():
            front.spoil("GET", "/engines", fault, 3)
            assert len(client.list_engines()["engines"]) >= 5
    assert front.spoiled == []


def test_a_pause_is_as_long_as_the_service_says(front: Front, monkeypatch: pytest.MonkeyPatch) -> None:
    front.spoil("GET", "/engines", refusal(429, "rate_limited", 7), 2)
    slept: list[float] = []
    monkeypatch.setattr("ludotheque_client.wires.time.sleep", slept.append)
    with Ludotheque(front.url, patience=Patience(seconds=1000, first=0.2, longest=0.4)) as client:
        client.list_engines()
    assert [int(pause) for pause in slept] == [7, 7]
    assert 7.1 <= slept[0] <= 7.2, "and a little longer, at random"
    assert 7.2 <= slept[1] <= 7.4


def test_too_early_is_repeated(front: Front, api: Api) -> None:
    truth = api.create("tokyo_poo_divers", options={"first_player": 0})
    front.spoil("POST", "/actions", refusal(409, "too_early"), 2)
    with Ludotheque(front.url, patience=LONG) as client:
        table = client.table(truth.id, token=truth.tokens[0])
        assert table.act(table.actions[0]) is not None
    assert len(front.these("POST", "/actions")) == 3
    judge(front, "POST", "/actions")


def test_an_action_that_comes_too_early_is_done_when_its_time_has_come(service: LiveService, api: Api) -> None:
    table = api.create("tapecho", options={"reaction_seconds": 3})
    with Ludotheque(service.url) as client:
        for _ in range(500):
            view = table.view()
            if view["not_before"] is not None:
                break
            table.step()
        else:
            raise AssertionError("no window has opened")
        mine = client.table(table.id, token=table.tokens[view["awaiting"][0]])
        assert mine.act(mine.actions[0]) is not None


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [(503, "store_unavailable", Refusal), (429, "rate_limited", Refusal), (0, "", Unreachable)],
)
def test_there_is_a_bound_and_its_error_is_clear(
    status: int, code: str, kind: type[LudothequeError], front: Front
) -> None:
    if status:
        front.spoil("POST", "/games", refusal(status, code), 1000)
    else:
        front.spoil("POST", "/games", LOST, 1000)
    with Ludotheque(front.url, patience=SHORT) as client, pytest.raises(kind) as given_up:
        client.create_game(NEW)
    error, sent = given_up.value, front.these("POST", "/games")
    assert error.attempts == len(sent) >= 3
    assert {one.key for one in sent} == {error.key}
    assert f"(sent {len(sent)} times)" in str(error)
    assert (code or front.url) in str(error)


def test_a_pause_that_is_longer_than_the_bound_is_not_begun(front: Front) -> None:
    front.spoil("POST", "/games", refusal(429, "rate_limited", 3600))
    with Ludotheque(front.url, patience=SHORT) as client, pytest.raises(Refusal) as refused:
        client.create_game(NEW)
    assert (refused.value.retry_after, refused.value.attempts) == (3600, 1)


@pytest.mark.parametrize("status", [200, 301, 404])
def test_an_answer_of_somebody_else_is_not_taken_for_one_of_the_service(status: int, front: Front) -> None:
    other = page(status, "" if status == 301 else "<h1>Welcome</h1>", Location="/")
    front.spoil("GET", "/engines", other)
    with Ludotheque(front.url, patience=LONG) as client, pytest.raises(Refusal, match=f"http_{status}") as foreign:
        client.list_engines()
    assert foreign.value.status == status
    with Ludotheque(front.url, patience=LONG) as client:
        table = client.table(client.create_game(NEW)["id"])
        front.spoil("STREAM", "/events", other)
        with pytest.raises(Refusal, match=f"http_{status}"):
            next(table.events())


def test_a_problem_of_somebody_else_is_a_refusal_too(front: Front) -> None:
    """Others speak of problems in the same form, and leave out what they need not say."""
    for told in (b'{"title": "Forbidden"}', b"Forbidden", b"[]"):
        front.spoil("GET", "/engines", Fate((403, {"Content-Type": "application/problem+json"}, told)))
        with Ludotheque(front.url, patience=LONG) as client, pytest.raises(Refusal, match="http_403") as foreign:
            client.list_engines()
        assert (foreign.value.status, foreign.value.code) == (403, "http_403")


@pytest.mark.parametrize(("name", "path"), [("get_health", "/healthz"), ("get_readiness", "/readyz")])
def test_who_asks_whether_it_is_ready_wants_to_know(name: str, path: str, front: Front) -> None:
    front.spoil("GET", path, refusal(503, "shutting_down"))
    with Ludotheque(front.url, patience=LONG) as client, pytest.raises(Refusal, match="shutting_down"):
        getattr(client, name)()
    assert len(front.these("GET", path)) == 1


def test_nobody_at_this_address() -> None:
    with Ludotheque(f"http://127.0.0.1:{free_port()}", patience=SHORT) as client, pytest.raises(Unreachable) as error:
        client.list_engines()
    assert error.value.attempts >= 3
    assert error.value.__cause__ is not None


UNSAFE: dict[str, Callable[[Ludotheque, Any], object]] = {
    "/start": lambda client, game: client.start_game(game["id"], token=game["host_token"]),
    "/seats/0": lambda client, game: client.leave_game(game["id"], 0, token=game["host_token"]),
    "": lambda client, game: client.delete_game(game["id"], token=game["host_token"]),
}


@pytest.mark.parametrize("ending", UNSAFE)
def test_what_may_not_be_done_twice_is_not_sent_twice(ending: str, front: Front) -> None:
    method = "POST" if ending == "/start" else "DELETE"
    with Ludotheque(front.url, patience=LONG) as client:
        game = client.create_game({"engine": "tchang", "seats": [{"name": "Ana"}, {"kind": "open"}]})
        front.spoil(method, ending, LOST)
        with pytest.raises(Unreachable) as lost:
            UNSAFE[ending](client, game)
        assert lost.value.attempts == len(front.these(method, ending)) == 1


@pytest.mark.parametrize("ending", UNSAFE)
def test_but_it_is_sent_again_if_it_was_not_done(ending: str, front: Front) -> None:
    method = "POST" if ending == "/start" else "DELETE"
    with Ludotheque(front.url, patience=LONG) as client:
        game = client.create_game({"engine": "tchang", "seats": [{"name": "Ana"}, {"kind": "open"}]})
        front.spoil(method, ending, refusal(429, "rate_limited"), 2)
        UNSAFE[ending](client, game)
        assert len(front.these(method, ending)) == 3


def test_a_limit_of_the_real_service_is_waited_for(tmp_path_factory: pytest.TempPathFactory) -> None:
    settings = {"RATE_LIMITS": "create=2/second"}
    with (
        LiveService(tmp_path_factory.mktemp("limits"), **settings) as limited,
        Ludotheque(limited.url, patience=LONG) as client,
    ):
        assert len({client.create_game(NEW)["id"] for _ in range(6)}) == 6


def test_a_call_survives_a_restart(tmp_path_factory: pytest.TempPathFactory) -> None:
    with LiveService(tmp_path_factory.mktemp("restart")) as service, Ludotheque(service.url, patience=LONG) as client:
        game = client.create_game(NEW)
        service.kill9()
        starting = threading.Thread(target=service.restart)
        starting.start()
        assert client.join_game(game["id"], {"name": "Ben"})["seat"] == 1
        starting.join()
