"""Many at once on the real service, over two workers: exactly one is first, and nothing is lost or done twice."""

from collections import Counter
from typing import Any

import httpx
import pytest

from tests.support.http import Api, Json, LiveService, Table, at_once, good, promised, refused
from tests.support.running import wait_for

CROWD = 50


@pytest.fixture(scope="module")
def crowd(service: LiveService) -> Any:
    """Fifty clients, connected."""
    with httpx.Client(base_url=service.url, limits=httpx.Limits(max_connections=CROWD), timeout=60) as client:
        at_once(CROWD, lambda _: client.get("/healthz"))
        yield Api(client)


def posts(crowd: Api, table: Table, seat: int, action: Json, **more: Any) -> list[httpx.Response]:
    """The same action, fifty times at once."""
    return at_once(CROWD, lambda _: table.through(crowd).act(seat, action, **more))


def sound(table: Table) -> None:
    """The log has no gap and no duplicate, and versions only ever grow."""
    log, version = table.events(), table.view()["version"]
    assert [event["seq"] for event in log] == list(range(1, len(log) + 1))
    versions = [event["version"] for event in log]
    assert versions == sorted(versions)
    assert set(versions) == set(range(1, version + 1))


def test_of_fifty_posts_at_one_version_exactly_one_is_applied(live: Api, crowd: Api) -> None:
    table = live.create()
    view = table.view()
    seat = view["awaiting"][0]
    answers = posts(crowd, table, seat, table.legal(seat)[0], match=f'"{view["version"]}.{seat}"')
    assert Counter(answer.status_code for answer in answers) == {200: 1, 412: CROWD - 1}
    assert {refused(answer, 412, "stale_version")["version"] for answer in answers if answer.status_code == 412} == {
        view["version"] + 1
    }
    assert table.view()["version"] == view["version"] + 1
    sound(table)


def test_without_a_version_each_is_judged_on_what_the_first_left(live: Api, crowd: Api) -> None:
    table = live.create()
    before, seat = table.view()["version"], table.turn()
    answers = posts(crowd, table, seat, table.legal(seat)[0])
    done = [answer for answer in answers if answer.status_code == 200]
    assert len(done) == 1, "the cover is open, or the turn is over, for all the others"
    assert {answer.json()["code"] for answer in answers if answer.status_code != 200} <= {
        "illegal_action",
        "not_your_turn",
    }
    assert table.view()["version"] == before + 1
    sound(table)


def test_fifty_different_actions_are_applied_one_after_the_other(live: Api, crowd: Api) -> None:
    """Every accepted one has a version of its own, and the log tells the same story as the answers."""
    table = live.create()
    before, seat = table.view()["version"], table.turn()
    actions = (table.legal(seat) * CROWD)[:CROWD]
    answers = at_once(CROWD, lambda number: table.through(crowd).act(seat, actions[number]))
    done = [answer.json() for answer in answers if answer.status_code == 200]
    assert sorted(answer["version"] for answer in done) == list(range(before + 1, before + 1 + len(done)))
    assert table.view()["version"] == before + len(done)
    told = {event["seq"]: event for event in table.events(seat)}
    for answer in done:
        assert answer["events"] == [event for event in told.values() if event["version"] == answer["version"]]
    sound(table)


def test_fifty_repeats_with_one_key_are_one_action(live: Api, crowd: Api) -> None:
    table = live.create()
    before, seat = table.view()["version"], table.turn()
    answers = posts(crowd, table, seat, table.legal(seat)[0], key="once")
    assert {answer.status_code for answer in answers} == {200}
    assert Counter(answer.headers.get("Idempotent-Replayed") for answer in answers) == {None: 1, "true": CROWD - 1}
    assert {str((answer.json()["version"], answer.json()["events"])) for answer in answers} == {
        str((before + 1, [event for event in table.events(seat) if event["version"] == before + 1]))
    }
    sound(table)


def test_fifty_creations_with_one_key_are_one_game(live: Api, crowd: Api) -> None:
    body = {"engine": "tokyo_poo_divers", "seats": [{"name": "Ana"}, {"name": "Ben"}]}
    key = "f0e0f8a6-5f4e-4d8c-9d5e-3f7f5b1f2a77"
    answers = at_once(CROWD, lambda _: good(crowd.post("/v1/games", body, key=key), 201))
    assert len({(answer["id"], answer["host_token"], str(answer["seats"])) for answer in answers}) == 1


def test_a_last_seat_is_taken_once_and_the_game_starts_once(live: Api, crowd: Api) -> None:
    table = live.open(taken=1, free=1)
    answers = at_once(CROWD, lambda number: crowd.post(f"{table.path}/seats", {"name": f"Guest {number}"}))
    assert Counter(answer.status_code for answer in answers) == {201: 1, 409: CROWD - 1}
    assert [event["type"] for event in table.events()].count("game_started") == 1
    sound(table)


def test_a_game_deleted_amid_actions_is_abandoned_and_takes_no_more(live: Api, crowd: Api) -> None:
    table = live.create()
    seat = table.turn()
    action = table.legal(seat)[0]
    answers = at_once(
        10,
        lambda n: crowd.delete(table.path, token=table.host) if n == 5 else table.through(crowd).act(seat, action),
    )
    assert answers[5].status_code == 204
    wait_for(lambda: promised(live.client.get(table.path)).json()["status"] == "abandoned")
    refused(table.act(seat, action), 409, "game_not_active")
    sound(table)
