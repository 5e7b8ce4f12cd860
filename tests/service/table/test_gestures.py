"""Dragon Fights over HTTP: what a player has chosen reaches nobody else before all have, in no answer of any kind."""

import json
from itertools import islice, product
from typing import Any

import httpx
import pytest

from tests.support.http import Api, Table, good
from tests.support.listening import NDJSON, SSE, listening

GESTURES = ("rock", "paper", "scissors")
SEATS = 3
OWN = {"id", "seed_commitment", "now", "at", "instance", "date", "content-length", "x-request-id", "request_id"}
WATCHERS = (None, 2)
"""A spectator, and the player who has not chosen yet."""


def choose(table: Table, seat: int, gesture: str) -> httpx.Response:
    return table.act(seat, {"type": "gesture", "gesture": gesture})


def told(response: httpx.Response) -> list[Any]:
    """A whole answer, but for what is another at every table."""
    body = response.json() if response.content else None
    return [response.status_code, alike(dict(response.headers)), alike(body)]


def alike(value: Any) -> Any:
    """Without the table's id and seed, the hour, and where the stones lie."""
    if isinstance(value, dict):
        value = {**value, "data": {}} if value.get("type") == "stones_laid" else value
        return {name: alike(inner) for name, inner in value.items() if name not in OWN and not name.endswith("_at")}
    if isinstance(value, list):
        return [alike(inner) for inner in value if not (isinstance(inner, dict) and "up" in inner)]
    return value


def everything(table: Table, viewer: int | None) -> list[Any]:
    """All that this viewer can get out of the service about the game."""
    token = None if viewer is None else table.tokens[viewer]
    view = table.api.get(table.path, token=token)
    etag = view.headers["ETag"]
    answers = [
        view,
        table.api.get(table.path, token=token, headers={"If-None-Match": etag}),
        table.api.get(table.path, token=token, headers={"If-None-Match": '"1.0"'}, params={"wait": 25}),
        table.api.get(f"{table.path}/events", token=token),
        table.api.get(f"{table.path}/record"),
        table.api.get("/v1/games", params={"engine": "dragon_fights", "limit": 1}),
    ]
    if viewer is not None:
        answers += [
            table.api.get(f"{table.path}/actions", token=token),
            table.act(viewer, {"type": "take"}),
            table.act(viewer, {"type": "flip", "square": 1}),
            table.act(viewer, {"type": "gesture", "gesture": "rock"}, match='"1.9"'),
        ]
    return [
        etag,
        *(told(answer) for answer in answers),
        *(alike(streamed(table, viewer, form)) for form in (SSE, NDJSON)),
    ]


def streamed(table: Table, viewer: int | None, form: str) -> list[Any]:
    """What a live stream has sent so far: as many events as there are, after the view where one comes first."""
    count = len(table.events(viewer))
    with listening(table, viewer, accept=form, after=0) as stream:
        if form == SSE:
            return list(islice(stream.events(), count))
        return [json.loads(line) for line in islice(filter(None, stream.lines), 1 + count)]


@pytest.mark.parametrize("memory_aid", [False, True])
def test_no_answer_betrays_a_gesture_before_all_have_chosen(client: Api, memory_aid: bool) -> None:
    """Two of three choose, in all nine ways: the spectator and the third player are answered the same each time."""
    known: dict[int | None, list[Any]] = {}
    for first, second in product(GESTURES, repeat=2):
        table = client.create("dragon_fights", SEATS, options={"memory_aid": memory_aid})
        good(choose(table, 0, first))
        good(choose(table, 1, second))
        for viewer in WATCHERS:
            found = everything(table, viewer)
            assert found == known.setdefault(viewer, found)


def test_one_who_has_chosen_is_answered_the_same_whatever_the_others_chose(client: Api) -> None:
    """The answer to the choice itself, its repetition, and all that can be asked afterwards."""
    known: list[Any] = []
    for first in GESTURES:
        table = client.create("dragon_fights", SEATS)
        good(choose(table, 0, first))
        body = {"type": "gesture", "gesture": "paper"}
        answers = [told(table.act(1, body, key="one-and-only-choice-of-seat-one")) for _ in range(2)]
        answers.append(told(choose(table, 1, "rock")))
        answers += everything(table, 1)
        known = known or answers
        assert answers == known


def test_the_answers_compared_above_do_tell_what_has_been_shown(client: Api) -> None:
    """Else the tests above could not fail."""
    found = []
    for gesture in GESTURES[:2]:
        table = client.create("dragon_fights", SEATS)
        for seat in range(SEATS):
            good(choose(table, seat, gesture))
        found.append(everything(table, None))
    assert found[0] != found[1]
    for answers, gesture in zip(found, GESTURES, strict=False):
        told_of = [number for number, answer in enumerate(answers) if f'"{gesture}"' in json.dumps(answer)]
        assert told_of == [1, 3, 4, 7, 8], "the view twice, the events, both streams"
