"""Which media type a response has, and that no header is costly however it is written."""

import json
import time
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.http.request import entity_tags, negotiate
from service.problems import Problem
from tests.support.http import InProcess, assert_problem

JSON, SSE, NDJSON = FORMS = ("application/json", "text/event-stream", "application/x-ndjson")
PROMETHEUS = "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.1"
JAVA = "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2"


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        (None, JSON),
        ("", JSON),
        (" , ", JSON),
        ("*/*", JSON),
        (SSE, SSE),
        ("Text/Event-Stream", SSE),
        (f"{SSE}, */*", SSE),
        (f"*/*, {SSE}", SSE),
        (f"{SSE};q=0.5, {JSON};q=0.4", SSE),
        (f"{SSE};q=0.4, {JSON};q=0.5", JSON),
        (f"{SSE};q=0.4, */*", JSON),
        (f"{JSON};q=0, */*", SSE),
        (f"{JSON};q=0, application/*", NDJSON),
        ("application/json; charset=utf-8", JSON),
        ("application/json;q=nonsense", JSON),
        ("text/*", SSE),
        ("text/*;q=0.2, application/*;q=0.1", SSE),
        (PROMETHEUS, JSON),
        (JAVA, JSON),
        ("nonsense, application/x-ndjson", NDJSON),
        ("text/html", None),
        ("*/*;q=0", None),
        (f"*/*, {JSON};q=0, text/*;q=0, {NDJSON};q=0.000", None),
    ],
)
def test_the_form_that_suits_the_client_best(accept: str | None, form: str | None) -> None:
    assert chosen(accept) == form


def chosen(accept: str | None) -> str | None:
    try:
        return negotiate(accept, FORMS)
    except Problem:
        return None


@given(st.text(st.sampled_from("*/;,q=01.x ") | st.characters(max_codepoint=255), max_size=60))
def test_whatever_is_sent_a_media_type_is_chosen_or_none(accept: str) -> None:
    assert chosen(accept) in (None, *FORMS)


@given(st.permutations([(JSON, 3), (SSE, 2), (NDJSON, 1)]), st.permutations([0.9, 0.5, 0.1]))
def test_the_highest_quality_wins_in_any_order(named: list[tuple[str, int]], qualities: list[float]) -> None:
    listed = [f"{form};q={quality}" for (form, _), quality in zip(named, qualities, strict=True)]
    assert chosen(", ".join(listed)) == named[qualities.index(0.9)][0]


def test_a_header_longer_than_anybody_needs_is_406(client: InProcess) -> None:
    for accept in ("a/b," * 2000, "*/*" + " " * 1000):
        assert (
            "characters"
            in assert_problem(client.get("/v1/engines", headers={"Accept": accept}), 406, "not_acceptable")["detail"]
        )


def test_the_first_entity_tags_of_a_list_are_read() -> None:
    many = [f'"{number}.0"' for number in range(10_000)]
    assert entity_tags(", ".join(many)) == {f"{number}.0" for number in range(50)}


LONG = 30_000
HOSTILE = {
    "Accept": ["a/b,", "*/*;q=1,", "q=1;", ";", "a/b;q=x;"],
    "If-None-Match": ['"a",', ",", 'W/"', " "],
    "If-Match": ['"1",', ","],
    "Content-Type": [";a=b", ";", ';a="\\"', ";a*0=b"],
    "X-Forwarded-For": ["1,", ","],
    "Authorization": ["x ", "="],
    "Idempotency-Key": ['"', "x"],
    "Cookie": ["a=b;", ";"],
    "Range": ["0-1,"],
    "Accept-Language": ["a,", "a;q=1,"],
    "Last-Event-ID": ["1"],
    "X-Request-Id": ["a"],
    "Origin": ["a."],
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_header_is_costly_however_it_is_written(client: InProcess, name: str) -> None:
    """As long as the service lets a head be; it costs no more than a few plain requests."""
    table, numbers = client.create(options={"first_player": 0}), count()

    def cost(text: str = "") -> float:
        usual = {"Content-Type": "application/json", "Authorization": f"Bearer {table.tokens[0]}"}
        began = time.process_time()
        for _ in range(10):
            sent = {**usual, name: f"{text}{next(numbers)}"} if text else usual  # each time another: nothing is cached
            client.client.get(table.path, headers=sent)
            client.client.post(f"{table.path}/actions", headers=sent, content=json.dumps({"type": "none"}))
        return time.process_time() - began

    plain = min(cost() for _ in range(3))
    for piece in HOSTILE[name]:
        start = "application/json" if name == "Content-Type" else "Bearer " if name == "Authorization" else ""
        hostile = start + piece * (LONG // len(piece))
        assert min(cost(hostile) for _ in range(3)) < 8 * plain, piece
