"""What is sent again, when, and with which key; and what is not."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.support.front import HELD, LOST, Front, Seen, page, refusal
from tests.support.http import Api, LiveService, good
from tests.support.node import result, run, running
from tests.support.running import wait_for

pytestmark = pytest.mark.clients
SLACK = 0.01


@pytest.fixture
def front(service: LiveService) -> Iterator[Front]:
    with Front(service.port) as before:
        yield before


def scene(front: Front, name: str, **told: Any) -> Any:
    return run("scenes.mjs", {"scene": name, "url": front.url, **told})


def keys(requests: list[Seen]) -> list[str]:
    return [request.key for request in requests]


def demand_waits(requests: list[Seen], seconds: float) -> None:
    """Between these requests there was so much time at least."""
    assert all(late.at - early.at >= seconds - SLACK for early, late in pairwise(requests))


@pytest.mark.parametrize(("status", "code"), [(503, "store_unavailable"), (429, "rate_limited")])
def test_a_refusal_that_passes_is_waited_for_with_the_same_key(front: Front, api: Api, status: int, code: str) -> None:
    front.spoil("POST", "/v1/games", refusal(status, code, 1), 2)
    game = scene(front, "create")
    tries = front.these("POST", "/v1/games")
    assert len(tries) == 3
    assert len(set(keys(tries))) == 1
    demand_waits(tries, 1.0)
    assert good(api.get(f"/v1/games/{game['id']}"))["status"] == "open"


def test_a_table_whose_answer_was_lost_is_created_once(front: Front, api: Api) -> None:
    before = {game["id"] for game in good(api.get("/v1/games?status=open&limit=100"))["games"]}
    front.spoil("POST", "/v1/games", LOST, 2)
    game = scene(front, "create")
    assert front.lost == 2
    after = {game["id"] for game in good(api.get("/v1/games?status=open&limit=100"))["games"]}
    assert after - before == {game["id"]}


def test_keys_are_random_where_pages_have_no_uuid(front: Front) -> None:
    games = [scene(front, "create", insecure=True) for _ in range(2)]
    sent = keys(front.these("POST", "/v1/games"))
    assert all(len(key) == 32 for key in sent)
    assert len({*sent, *(game["key"] for game in games)}) == 4


def test_a_seat_whose_answer_was_lost_is_taken_once(front: Front, api: Api) -> None:
    table = api.open(taken=1, free=2)
    front.spoil("POST", "/seats", LOST, 2)
    joined = scene(front, "join", id=table.id)["value"]
    assert len(front.these("POST", "/seats")) == 3
    assert joined["token"]
    assert [seat["kind"] for seat in table.view()["seats"]] == ["human", "human", "open"]


def test_an_action_whose_answer_was_lost_is_done_once_and_told_once(front: Front, api: Api) -> None:
    table = api.create("tchang", seats=1)
    front.spoil("POST", "/actions", LOST, 2)
    told = scene(front, "act", id=table.id, token=table.tokens[0], count=2)
    tries = front.these("POST", "/actions")
    assert front.lost == 2
    assert len(tries) == 4
    assert len(set(keys(tries[:3]))) == 1, "a decision keeps its key"
    assert tries[3].key != tries[0].key, "another decision has another"
    assert told["acted"] == [3, 4]
    assert told["seen"]["wrong"] == []
    assert told["seen"]["events"] == table.events(0)
    listed = good(api.get(f"{table.path}/actions", token=table.tokens[0]))
    assert told["legal"] == {name: listed[name] for name in ("version", "types", "actions", "truncated")}


def test_an_action_that_came_too_early_waits_if_it_is_refused_when_others_have_reacted(front: Front, api: Api) -> None:
    table = api.create("tchang", seats=1)
    front.spoil("POST", "/actions", refusal(409, "too_early", 1), 2)
    told = scene(front, "act", id=table.id, token=table.tokens[0], count=1, guarded=True)
    assert told["acted"] == [3]
    demand_waits(front.these("POST", "/actions"), 1.0)
    front.spoil("POST", "/actions", refusal(409, "too_early", 1))
    told = scene(front, "act", id=table.id, token=table.tokens[0], count=1)
    assert [(it["code"], it["retryAfter"]) for it in told["acted"]] == [("too_early", 1)]


def test_what_another_server_says_on_the_way_is_not_taken_for_an_answer(front: Front, api: Api) -> None:
    table = api.create()
    front.spoil("GET", table.path, page(200, "<p>Please log in to this network.</p>"))
    front.spoil("GET", table.path, page(502, "<h1>Bad gateway</h1>"))
    front.spoil("GET", table.path, LOST)
    assert scene(front, "look", id=table.id)["value"]["id"] == table.id
    assert len(front.these("GET", table.path)) == 4
    front.spoil("GET", "/rules", page(504, "<h1>Too late</h1>"))
    assert "Zoky" in scene(front, "rules")["value"]


@pytest.mark.parametrize("status", [404, 412])
def test_a_refusal_that_is_cut_off_is_no_answer(front: Front, api: Api, status: int) -> None:
    table = api.create()
    front.spoil("GET", table.path, refusal(status, "stale_version", cut=True))
    assert scene(front, "look", id=table.id)["value"]["id"] == table.id
    assert len(front.these("GET", table.path)) == 2


def test_what_might_be_done_twice_is_sent_once(front: Front, api: Api) -> None:
    table = api.open(taken=2, free=1)
    front.spoil("POST", "/start", LOST)
    told = scene(front, "start", id=table.id, token=table.host)
    assert told["refusal"] is False
    front.spoil("DELETE", table.path, refusal(503, "store_unavailable", 1))
    assert scene(front, "remove", id=table.id, token=table.host)["status"] == 503
    front.spoil("GET", "/readyz", refusal(503, "shutting_down", 1))
    assert scene(front, "ready")["code"] == "shutting_down", "who asks whether it is ready wants to know"
    assert [len(front.these(*one)) for one in (("POST", "/start"), ("DELETE", table.path), ("GET", "/readyz"))] == [
        1
    ] * 3


def test_patience_has_an_end(front: Front, api: Api) -> None:
    table = api.create()
    front.spoil("GET", table.path, refusal(503, "store_unavailable"), 100)
    told = scene(front, "look", id=table.id, times={"patience": 2000})
    assert (told["status"], told["code"]) == (503, "store_unavailable")
    assert 2 <= len(front.these("GET", table.path)) <= 8, "each pause is longer than the one before"
    front.spoil("POST", "/seats", refusal(429, "rate_limited", 3600))
    told = scene(front, "join", id=table.id)
    assert (told["code"], told["retryAfter"]) == ("rate_limited", 3600), "nobody waits for an hour"


def test_what_is_wrong_is_not_sent_again(front: Front) -> None:
    assert scene(front, "look", id="x" * 22)["code"] == "not_found"
    assert len(front.seen) == 1


@pytest.mark.parametrize("url", ["", "localhost:8000", "http://"])
def test_what_is_no_address_is_said_at_once(url: str) -> None:
    told = run("scenes.mjs", {"scene": "address", "address": url, "url": "http://localhost:8000"})
    assert told["name"] == "TypeError"


@pytest.mark.parametrize("fault", ["refused", "held"])
def test_a_call_can_be_called_off(fault: str, front: Front, api: Api) -> None:
    table = api.create()
    if fault == "refused":
        front.spoil("POST", "/actions", refusal(503, "store_unavailable", 2), 100)
    else:
        front.spoil("POST", "/actions", HELD)
    told = {"scene": "abort", "url": front.url, "id": table.id, "token": table.tokens[table.turn()]}
    with running("scenes.mjs", told) as program:
        wait_for(lambda: bool(front.these("POST", "/actions")), patience=60)
        assert program.stdin is not None
        program.stdin.write("now\n")
        done = result(program)
    assert done["acting"] == done["already"] == {"name": "AbortError", "code": 20, "refusal": False}
    assert len(front.these("POST", "/actions")) == 1
    assert front.these("GET", table.path) == []


def test_an_api_key_is_sent(tmp_path: Path) -> None:
    key = "a key for this test"
    with LiveService(tmp_path, API_KEYS=key, WORKERS="1") as service, Front(service.port) as front:
        assert scene(front, "create", apiKey=key)["id"]
        refused = running("scenes.mjs", {"scene": "create", "url": front.url})
        with refused as program:
            program.communicate(timeout=60)
        assert program.returncode == 1
        assert [request.headers.get("x-api-key") for request in front.seen] == [key, None]
