"""Long polls: `GET …?wait=`."""

import time
from typing import Any

import pytest

from service.store.subscriptions import channel_of
from tests.support.http import (
    Api,
    InProcess,
    assert_ok,
    assert_problem,
    run_concurrently,
)
from tests.support.listening import open_stream, tag_of


def test_a_long_poll_responds_as_soon_as_something_happens(live: Api) -> None:
    table = live.create()
    tag = tag_of(table, 0)

    def what(number: int) -> Any:
        if number:
            time.sleep(0.2)
            return table.step()
        headers = {"If-None-Match": tag}
        return live.get(table.path, token=table.tokens[0], params={"wait": 20}, headers=headers), time.monotonic()

    began = time.monotonic()
    (response, at), acted = run_concurrently(2, what)
    assert assert_ok(response)["version"] == acted["version"]
    assert at - began < 10
    assert response.headers["ETag"] != tag


def test_a_long_poll_ends_with_304_when_its_time_is_over(live: Api) -> None:
    table = live.create()
    tag, began = tag_of(table, 0), time.monotonic()
    response = live.get(table.path, token=table.tokens[0], params={"wait": 1}, headers={"If-None-Match": tag})
    assert (response.status_code, response.headers["ETag"], response.content) == (304, tag, b"")
    assert 1 <= time.monotonic() - began < 40


def test_a_long_poll_for_nothing_new_to_wait_for_responds_at_once(live: Api) -> None:
    table = live.create()
    old = tag_of(table, 0)
    table.step()
    began = time.monotonic()
    assert_ok(live.get(table.path, token=table.tokens[0], params={"wait": 20}))
    assert_ok(live.get(table.path, token=table.tokens[0], params={"wait": 20}, headers={"If-None-Match": old}))
    assert time.monotonic() - began < 25


@pytest.mark.parametrize("wait", ["51", "-1", "x", "1.5"])
def test_a_long_poll_waits_50_seconds_at_most(live: Api, wait: str) -> None:
    problem = assert_problem(live.get(live.create().path, params={"wait": wait}), 422, "validation_error")
    assert "wait" in problem["errors"]


def test_a_long_poll_never_goes_back_in_time(client: InProcess) -> None:
    """Another watcher's feed may not have been notified yet: what it holds is older than what the client has."""
    table = client.create()
    with open_stream(table) as first:
        next(first.events())
        client.app.extensions["feeds"]._subscriptions.unsubscribe(channel_of(table.id))
        table.step()
        tag = tag_of(table, 0)
        response = client.get(table.path, token=table.tokens[0], params={"wait": 1}, headers={"If-None-Match": tag})
    assert (response.status_code, response.headers["ETag"]) == (304, tag)


def test_a_long_poll_of_a_seat_that_is_taken_away_is_401(live: Api) -> None:
    table = live.open(taken=2, free=1)
    tag = tag_of(table, 1)

    def what(number: int) -> Any:
        if number:
            time.sleep(0.2)
            return live.delete(f"{table.path}/seats/1", token=table.host)
        return live.get(table.path, token=table.tokens[1], params={"wait": 20}, headers={"If-None-Match": tag})

    assert_problem(run_concurrently(2, what)[0], 401, "unauthenticated")
