"""Dragon Fights over HTTP: what a player has chosen reaches nobody else before all have, in no response of any kind."""

import json
from itertools import islice, product
from typing import Any

import httpx
import pytest

from tests.support.http import Api, Table, assert_ok
from tests.support.listening import NDJSON, SSE, open_stream

GESTURES = ("rock", "paper", "scissors")
SEATS = 3
OWN = {"id", "seed_commitment", "now", "at", "instance", "date", "content-length", "x-request-id", "request_id"}
WATCHERS = (None, 2)
"""A spectator, and the player who has not chosen yet."""


def choose(table: Table, seat: int, gesture: str) -> httpx.Response:
    return table.act(seat, {"type": "gesture", "gesture": gesture})


def comparable(response: httpx.Response) -> list[Any]:
    """A whole response, without what differs between tables."""
    body = response.json() if response.content else None
    return [response.status_code, without_ids(dict(response.headers)), without_ids(body)]


def without_ids(value: Any) -> Any:
    """Without the table's id and seed, the hour, and where the stones lie."""
    if isinstance(value, dict):
        value = {**value, "data": {}} if value.get("type") == "stones_laid" else value
        return {
            name: without_ids(inner) for name, inner in value.items() if name not in OWN and not name.endswith("_at")
        }
    if isinstance(value, list):
        return [without_ids(inner) for inner in value if not (isinstance(inner, dict) and "up" in inner)]
    return value


def everything(table: Table, viewer: int | None) -> list[Any]:
    """All that this viewer can get out of the service about the game."""
    token = None if viewer is None else table.tokens[viewer]
    view = table.api.get(table.path, token=token)
    etag = view.headers["ETag"]
    responses = [
        view,
        table.api.get(table.path, token=token, headers={"If-None-Match": etag}),
        table.api.get(table.path, token=token, headers={"If-None-Match": '"1.0"'}, params={"wait": 25}),
        table.api.get(f"{table.path}/events", token=token),
        table.api.get(f"{table.path}/record"),
        table.api.get("/v1/games", params={"engine": "dragon_fights", "limit": 1}),
    ]
    if viewer is not None:
        responses += [
            table.api.get(f"{table.path}/actions", token=token),
            table.act(viewer, {"type": "take"}),
            table.act(viewer, {"type": "flip", "square": 1}),
            table.act(viewer, {"type": "gesture", "gesture": "rock"}, match='"1.9"'),
        ]
    return [
        etag,
        *(comparable(response) for response in responses),
        *(without_ids(read_stream(table, viewer, form)) for form in (SSE, NDJSON)),
    ]


def read_stream(table: Table, viewer: int | None, form: str) -> list[Any]:
    """What a live stream has sent so far: as many events as there are, after the view where one comes first."""
    count = len(table.events(viewer))
    with open_stream(table, viewer, accept=form, after=0) as stream:
        if form == SSE:
            return list(islice(stream.events(), count))
        return [json.loads(line) for line in islice(filter(None, stream.lines), 1 + count)]


@pytest.mark.parametrize("memory_aid", [False, True])
def test_no_response_reveals_a_gesture_before_all_have_chosen(client: Api, memory_aid: bool) -> None:
    """Two of three choose, in all nine ways: the spectator and the third player get the same responses each time."""
    known: dict[int | None, list[Any]] = {}
    for first, second in product(GESTURES, repeat=2):
        table = client.create("dragon_fights", SEATS, options={"memory_aid": memory_aid})
        assert_ok(choose(table, 0, first))
        assert_ok(choose(table, 1, second))
        for viewer in WATCHERS:
            responses = everything(table, viewer)
            assert responses == known.setdefault(viewer, responses)


def test_one_who_has_chosen_gets_the_same_responses_whatever_the_others_chose(client: Api) -> None:
    """The response to the choice itself, to its repetition, and to all requests afterwards."""
    known: list[Any] = []
    for first in GESTURES:
        table = client.create("dragon_fights", SEATS)
        assert_ok(choose(table, 0, first))
        body = {"type": "gesture", "gesture": "paper"}
        responses = [comparable(table.act(1, body, key="one-and-only-choice-of-seat-one")) for _ in range(2)]
        responses.append(comparable(choose(table, 1, "rock")))
        responses += everything(table, 1)
        known = known or responses
        assert responses == known


def test_the_responses_compared_above_differ_once_gestures_are_shown(client: Api) -> None:
    """Else the tests above could not fail."""
    by_gesture = []
    for gesture in GESTURES[:2]:
        table = client.create("dragon_fights", SEATS)
        for seat in range(SEATS):
            assert_ok(choose(table, seat, gesture))
        by_gesture.append(everything(table, None))
    assert by_gesture[0] != by_gesture[1]
    for responses, gesture in zip(by_gesture, GESTURES, strict=False):
        told_of = [number for number, response in enumerate(responses) if f'"{gesture}"' in json.dumps(response)]
        assert told_of == [1, 3, 4, 7, 8], "the view twice, the events, both streams"
