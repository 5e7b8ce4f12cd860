"""What never changes during a game can be requested once, and left out of every view."""

import json
from typing import Any

import pytest

from engines.chance import Chance
from tests.support.http import InProcess, Table, assert_ok, assert_problem, play_to_the_end
from tests.support.listening import NDJSON, open_stream
from tests.support.tables import seed_of

LEAN = {"omit": "content"}


def content(table: Table, **more: Any) -> Any:
    return table.api.get(f"{table.path}/content", **more)


def test_it_is_the_same_from_the_first_move_to_the_last_and_for_everybody(slug: str, client: InProcess) -> None:
    table = client.create(slug)
    first = content(table)
    assert assert_ok(first) == assert_ok(content(table, token=table.tokens[0]))
    play_to_the_end(table)
    last = content(table)
    assert (assert_ok(last), last.headers["ETag"]) == (assert_ok(first), first.headers["ETag"])


def test_it_may_be_cached(slug: str, client: InProcess) -> None:
    table = client.create(slug)
    had = content(table)
    assert had.headers["Cache-Control"] == "public, max-age=86400, immutable"
    assert "Authorization" not in had.headers.get("Vary", ""), "one copy is enough for all players behind a cache"
    again = content(table, headers={"If-None-Match": had.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == had.headers["ETag"]
    assert again.headers["Cache-Control"] == had.headers["Cache-Control"], "a 304 renews what may be cached"
    assert assert_ok(content(table, headers={"If-None-Match": '"something else"'})) == assert_ok(had)


def test_there_is_none_before_the_start(client: InProcess) -> None:
    assert_problem(content(client.open()), 409, "game_not_active")


def test_every_response_with_a_view_leaves_it_out_on_request(slug: str, client: InProcess) -> None:
    table = client.create(slug)
    whole = assert_ok(client.get(table.path, token=table.tokens[0]))
    without_content = assert_ok(client.get(table.path, token=table.tokens[0], params=LEAN))
    assert {key: value for key, value in without_content.items() if key not in ("state", "now")} == {
        key: value for key, value in whole.items() if key not in ("state", "now")
    }
    assert without_content["state"].keys() <= whole["state"].keys()
    seat = table.turn()
    seen = assert_ok(client.get(table.path, token=table.tokens[seat], params=LEAN))["state"]
    action = Chance(seed_of(1)).choice(table.legal(seat))
    acted = assert_ok(client.post(f"{table.path}/actions", action, token=table.tokens[seat], params=LEAN))["game"][
        "state"
    ]
    assert acted.keys() == seen.keys()
    spectated = assert_ok(client.get(table.path, params=LEAN))["state"]
    with open_stream(table, accept=NDJSON, **LEAN) as stream:
        assert json.loads(next(stream.lines))["state"] == spectated


@pytest.mark.parametrize("wrong", ["view", "", "content,state"])
def test_nothing_else_can_be_left_out(client: InProcess, wrong: str) -> None:
    table = client.create()
    assert_problem(client.get(table.path, params={"omit": wrong}), 422, "validation_error")


def test_joining_and_starting_leave_it_out_too(client: InProcess) -> None:
    table = client.open("tchang", taken=1, free=1)
    joined = assert_ok(client.post(f"{table.path}/seats", {"name": "Ben"}, params=LEAN), 201)
    assert "map" not in joined["game"]["state"]
    assert "map" in assert_ok(client.get(table.path))["state"]
    assert "map" in assert_ok(content(table))
    body = {"engine": "tchang", "seats": [{}]}
    assert "map" not in assert_ok(client.post("/v1/games", body, params=LEAN), 201)["state"]
    waiting = client.open("tchang", taken=1, free=1, auto_start=False)
    assert "map" not in assert_ok(client.post(f"{waiting.path}/start", token=waiting.host, params=LEAN))["state"]


def test_a_rematch_leaves_it_out_too(client: InProcess) -> None:
    table = client.create("tchang", 1)
    play_to_the_end(table)
    again = assert_ok(client.post(f"{table.path}/rematch", token=table.host), 201)
    assert_ok(client.post(f"/v1/games/{again['id']}/seats", {"name": "Ana"}, token=table.tokens[0]), 201)
    assert "map" in assert_ok(client.post(f"{table.path}/rematch", token=table.host), 201)["state"]
    assert "map" not in assert_ok(client.post(f"{table.path}/rematch", token=table.host, params=LEAN), 201)["state"]
