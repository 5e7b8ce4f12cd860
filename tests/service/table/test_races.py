"""Many at once on the real service, over two workers: exactly one is first, and nothing is lost or done twice."""

from collections import Counter
from typing import Any

import httpx
import pytest

from tests.support.http import (
    Api,
    Json,
    LiveService,
    Table,
    assert_declared,
    assert_ok,
    assert_problem,
    run_concurrently,
)
from tests.support.running import wait_for

REQUESTS = 50


@pytest.fixture(scope="module")
def pooled_api(service: LiveService) -> Any:
    """Fifty clients, connected."""
    with httpx.Client(base_url=service.url, limits=httpx.Limits(max_connections=REQUESTS), timeout=60) as client:
        run_concurrently(REQUESTS, lambda _: client.get("/healthz"))
        yield Api(client)


def post_in_parallel(pooled_api: Api, table: Table, seat: int, action: Json, **more: Any) -> list[httpx.Response]:
    """The same action, fifty times at once."""
    return run_concurrently(REQUESTS, lambda _: table.through(pooled_api).act(seat, action, **more))


def sound(table: Table) -> None:
    """The log has no gap and no duplicate, and versions only ever grow."""
    log, version = table.events(), table.view()["version"]
    assert [event["seq"] for event in log] == list(range(1, len(log) + 1))
    versions = [event["version"] for event in log]
    assert versions == sorted(versions)
    assert set(versions) == set(range(1, version + 1))


def test_of_fifty_posts_at_one_version_exactly_one_is_applied(live: Api, pooled_api: Api) -> None:
    table = live.create()
    view = table.view()
    seat = view["awaiting"][0]
    responses = post_in_parallel(pooled_api, table, seat, table.legal(seat)[0], match=f'"{view["version"]}.{seat}"')
    assert Counter(response.status_code for response in responses) == {200: 1, 412: REQUESTS - 1}
    assert {
        assert_problem(response, 412, "stale_version")["version"]
        for response in responses
        if response.status_code == 412
    } == {view["version"] + 1}
    assert table.view()["version"] == view["version"] + 1
    sound(table)


def test_without_a_version_each_is_judged_on_what_the_first_left(live: Api, pooled_api: Api) -> None:
    table = live.create()
    before, seat = table.view()["version"], table.turn()
    responses = post_in_parallel(pooled_api, table, seat, table.legal(seat)[0])
    done = [response for response in responses if response.status_code == 200]
    assert len(done) == 1, "the cover is open, or the turn is over, for all the others"
    assert {response.json()["code"] for response in responses if response.status_code != 200} <= {
        "illegal_action",
        "not_your_turn",
    }
    assert table.view()["version"] == before + 1
    sound(table)


def test_fifty_different_actions_are_applied_one_after_the_other(live: Api, pooled_api: Api) -> None:
    """Every accepted one has a version of its own, and the log agrees with the responses."""
    table = live.create()
    before, seat = table.view()["version"], table.turn()
    actions = (table.legal(seat) * REQUESTS)[:REQUESTS]
    responses = run_concurrently(REQUESTS, lambda number: table.through(pooled_api).act(seat, actions[number]))
    done = [response.json() for response in responses if response.status_code == 200]
    assert sorted(response["version"] for response in done) == list(range(before + 1, before + 1 + len(done)))
    assert table.view()["version"] == before + len(done)
    logged = {event["seq"]: event for event in table.events(seat)}
    for response in done:
        assert response["events"] == [event for event in logged.values() if event["version"] == response["version"]]
    sound(table)


def test_fifty_repeats_with_one_key_are_one_action(live: Api, pooled_api: Api) -> None:
    table = live.create()
    before, seat = table.view()["version"], table.turn()
    responses = post_in_parallel(pooled_api, table, seat, table.legal(seat)[0], key="once")
    assert {response.status_code for response in responses} == {200}
    assert Counter(response.headers.get("Idempotent-Replayed") for response in responses) == {
        None: 1,
        "true": REQUESTS - 1,
    }
    assert {str((response.json()["version"], response.json()["events"])) for response in responses} == {
        str((before + 1, [event for event in table.events(seat) if event["version"] == before + 1]))
    }
    sound(table)


def test_fifty_creations_with_one_key_are_one_game(live: Api, pooled_api: Api) -> None:
    body = {"engine": "tokyo_poo_divers", "seats": [{"name": "Ana"}, {"name": "Ben"}]}
    key = "f0e0f8a6-5f4e-4d8c-9d5e-3f7f5b1f2a77"
    responses = run_concurrently(REQUESTS, lambda _: assert_ok(pooled_api.post("/v1/games", body, key=key), 201))
    assert len({(response["id"], response["host_token"], str(response["seats"])) for response in responses}) == 1


def test_a_last_seat_is_taken_once_and_the_game_starts_once(live: Api, pooled_api: Api) -> None:
    table = live.open(taken=1, free=1)
    responses = run_concurrently(
        REQUESTS, lambda number: pooled_api.post(f"{table.path}/seats", {"name": f"Guest {number}"})
    )
    assert Counter(response.status_code for response in responses) == {201: 1, 409: REQUESTS - 1}
    assert [event["type"] for event in table.events()].count("game_started") == 1
    sound(table)


def test_a_game_deleted_amid_actions_is_abandoned_and_takes_no_more(live: Api, pooled_api: Api) -> None:
    table = live.create()
    seat = table.turn()
    action = table.legal(seat)[0]
    responses = run_concurrently(
        10,
        lambda n: (
            pooled_api.delete(table.path, token=table.host) if n == 5 else table.through(pooled_api).act(seat, action)
        ),
    )
    assert responses[5].status_code == 204
    wait_for(lambda: assert_declared(live.client.get(table.path)).json()["status"] == "abandoned")
    assert_problem(table.act(seat, action), 409, "game_not_active")
    sound(table)
