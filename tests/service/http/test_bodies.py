"""Request bodies: everything invalid is rejected with a message, and changes nothing."""

import json
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.http import Api, InProcess, Json, Table, assert_ok, assert_problem
from tests.support.published import document
from tests.support.work import work

GAME: Json = {"engine": "tokyo_poo_divers", "seats": [{"name": "Ana"}, {"name": "Ben"}]}
JSON = {"Content-Type": "application/json"}
POSTS = [path for path, methods in document()["paths"].items() if "requestBody" in methods.get("post", {})]


@pytest.fixture
def table(client: InProcess) -> Table:
    return client.open(taken=2, free=1, public=False)


def paths(table: Table) -> list[str]:
    """Every route that takes a body."""
    assert len(POSTS) >= 3
    return [path.replace("{game_id}", table.id) for path in POSTS]


def send(table: Table, path: str, content: bytes, **headers: str) -> Any:
    token = None if path.endswith("/seats") else table.tokens[0]
    return table.api.call("POST", path, content=content, token=token, headers={**JSON, **headers})


MALFORMED = {
    "nothing": b"",
    "half a body": b'{"type": "bank"',
    "two bodies": b"{}{}",
    "a trailing comma": b'{"a": 1,}',
    "not UTF-8": b'{"name": "\xff\xfe"}',
    "UTF-16": '{"name": "Ana"}'.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf{}",
    "a key twice": b'{"name": "Ana", "name": "Eve"}',
    "a key twice, deep inside": b'{"options": {"layout": "donut", "layout": "skull"}}',
    "NaN": b'{"cell": [NaN, 0]}',
    "Infinity": b'{"cell": [-Infinity, 0]}',
    "half a character": b'{"name": "\\ud800"}',
    "half a character in a key": b'{"\\udfff": 1}',
    "a number of more than 64 bits": b'{"seat": 36893488147419103232}',
    "a number of five thousand digits": b'{"seat": ' + b"9" * 5000 + b"}",
    "a number beyond all numbers": b'{"seat": 1e999}',
    "control characters": b'{"name": "a\nb"}',
}


@pytest.mark.parametrize("content", MALFORMED.values(), ids=MALFORMED)
def test_what_is_not_json_is_400_everywhere(table: Table, content: bytes) -> None:
    for path in paths(table):
        response = send(table, path, content)
        problem = assert_problem(response, 400, "malformed_json")
        assert "sys." not in problem["detail"]


@pytest.mark.parametrize("shape", [("[", "]"), ('{"a":', "}"), ('[{"a":', "}]")], ids=["lists", "objects", "both"])
def test_a_body_of_any_depth_is_rejected_and_never_our_fault(table: Table, shape: tuple[str, str]) -> None:
    """From shallow to far beyond what Python can follow, the limit of which depends on how deep it stands already."""
    limit = sys.getrecursionlimit()
    depths = [1, 10, 32, 33, 64, 65, *range(limit // 8, limit + 50, 17), 7_000]
    key = {"Idempotency-Key": "0f8fad5b-d9cb-469f-a165-70867728950e"}  # with a key the body is also encoded
    for depth in depths:
        content = (shape[0] * depth + "1" + shape[1] * depth).encode()
        for path in paths(table):
            response = send(table, path, content, **key)
            if depth * shape[0].count("[") + depth * shape[0].count("{") > 64:
                assert "64 deep" in assert_problem(response, 400, "malformed_json")["detail"], (depth, path)
            else:
                assert response.status_code in (409, 422), (depth, path)
    too_deep = b"[" * 2_000_000 + b"]" * 2_000_000
    assert send(table, "/v1/records/verify", too_deep).status_code == 422, "it has too many brackets to be looked at"


def test_brackets_in_texts_are_not_depth(client: InProcess) -> None:
    seats = [{"name": "[" * 60}, {"name": "{" * 60}]
    assert_ok(
        client.call("POST", "/v1/games", content=json.dumps({**GAME, "seats": seats}).encode(), headers=JSON), 201
    )


def test_deep_options_and_deep_fields_are_rejected(client: InProcess) -> None:
    table = client.create(options={"first_player": 0})
    for depth in [*range(20, 1000, 20), 5_000]:
        deep = b"[" * depth + b"]" * depth
        options = json.dumps({**GAME, "options": {"rows": 0}}).encode().replace(b": 0}", b": " + deep + b"}")
        assert send(table, "/v1/games", options).status_code in (400, 422)
        dive = b'{"type": "dive", "cell": ' + deep + b"}"
        assert send(table, f"{table.path}/actions", dive).status_code in (400, 422)


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonx"])
def test_what_does_not_say_it_is_json_is_415(table: Table, kind: str) -> None:
    for path in paths(table):
        assert_problem(send(table, path, b"{}", **{"Content-Type": kind}), 415, "unsupported_media_type")


def test_json_may_say_its_charset(client: InProcess) -> None:
    content = json.dumps(GAME).encode()
    headers = {"Content-Type": "Application/JSON; charset=UTF-8"}
    assert_ok(client.call("POST", "/v1/games", content=content, headers=headers), 201)


MANY = {f"unknown {number}": number for number in range(3000)}


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/v1/games", MANY, "body"),
        ("/v1/games", {**GAME, "options": MANY}, "options"),
        ("/v1/games", {**GAME, "seats": [MANY, {}]}, "seats"),
        ("{game}/seats", MANY, "body"),
        ("{game}/actions", {"type": "bank", **MANY}, "body"),
    ],
)
def test_an_object_with_far_too_many_fields_is_rejected_for_its_size(
    client: InProcess, path: str, body: Json, field: str
) -> None:
    """Field by field it would take a hundred times as long, and the response would be longer than the request."""
    table = client.open(taken=1, free=1) if path.endswith("seats") else client.create(options={"first_player": 0})
    content = json.dumps(body).encode()
    responses: list[Any] = []
    done = work(lambda: responses.append(send(table, path.replace("{game}", table.path), content)))
    assert field in str(assert_problem(responses[0], 422, "validation_error")["errors"])
    assert len(responses[0].content) < 1000
    assert done < 20_000


def test_a_body_of_more_than_64_kib_is_413_but_for_records(table: Table) -> None:
    for path in paths(table):
        response = send(table, path, b'{"name": "' + b"x" * 65536 + b'"}')
        if path == "/v1/records/verify":
            assert response.status_code != 413
        else:
            assert_problem(response, 413, "payload_too_large")
    assert_problem(send(table, "/v1/records/verify", b" " * (4 * 1024 * 1024 + 1)), 413, "payload_too_large")


def test_a_body_too_large_is_rejected_by_the_real_server_however_it_is_sent(live: Api) -> None:
    content = b'{"name": "' + b"x" * 300_000 + b'"}'
    assert_problem(live.call("POST", "/v1/games", content=content, headers=JSON), 413, "payload_too_large")
    chunked = (content[at : at + 1000] for at in range(0, len(content), 1000))
    assert_problem(live.call("POST", "/v1/games", content=chunked, headers=JSON), 413, "payload_too_large")
    assert_ok(live.call("POST", "/v1/games", content=iter([json.dumps(GAME).encode()]), headers=JSON), 201)


WRONG_GAMES: dict[str, tuple[Any, str]] = {
    "no object": ([], "body"),
    "a word": ("game", "body"),
    "null": (None, "body"),
    "nothing": ({}, "engine"),
    "an unknown engine": ({**GAME, "engine": "chess"}, "engine"),
    "an engine that is a list": ({**GAME, "engine": ["tokyo_poo_divers"]}, "engine"),
    "an unknown field": ({**GAME, "colour": "blue"}, "colour"),
    "an unknown field in a seat": ({**GAME, "seats": [{"name": "Ana", "age": 7}, {}]}, "seats"),
    "too few seats": ({**GAME, "seats": [{}]}, "seats"),
    "too many seats": ({**GAME, "seats": [{}] * 5}, "seats"),
    "seats that are none": ({**GAME, "seats": [1, 2]}, "seats"),
    "an unknown kind": ({**GAME, "seats": [{"kind": "ghost"}, {}]}, "seats"),
    "an open seat with a name": ({**GAME, "seats": [{"kind": "open", "name": "Ana"}, {}]}, "seats"),
    "an empty name": ({**GAME, "seats": [{"name": ""}, {}]}, "seats"),
    "a blank name": ({**GAME, "seats": [{"name": "  "}, {}]}, "seats"),
    "a long name": ({**GAME, "seats": [{"name": "x" * 61}, {}]}, "seats"),
    "an unprintable name": ({**GAME, "seats": [{"name": "a\u202eb"}, {}]}, "seats"),
    "a name with a line break": ({**GAME, "seats": [{"name": "a\nb"}, {}]}, "seats"),
    "a name that is a number": ({**GAME, "seats": [{"name": 7}, {}]}, "seats"),
    "a word for a flag": ({**GAME, "public": "true"}, "public"),
    "a number for a flag": ({**GAME, "auto_start": 1}, "auto_start"),
    "null for a flag": ({**GAME, "public": None}, "public"),
    "options that are a list": ({**GAME, "options": []}, "options"),
    "an unknown option": ({**GAME, "options": {"colour": "blue"}}, "options"),
    "an option of the wrong type": ({**GAME, "options": {"first_player": True}}, "options"),
    "an option in words": ({**GAME, "options": {"first_player": "1"}}, "options"),
    "an option that is a fraction": ({**GAME, "options": {"first_player": 1.0}}, "options"),
    "an option beyond the table": ({**GAME, "options": {"first_player": 2}}, "options"),
    "options of more than 32 KiB": ({**GAME, "options": {"rows": ["#" * 40_000]}}, "options"),
}


@pytest.mark.parametrize(("body", "field"), WRONG_GAMES.values(), ids=WRONG_GAMES)
def test_a_wrong_game_is_422_and_the_field_is_named(client: InProcess, body: Any, field: str) -> None:
    response = client.call("POST", "/v1/games", content=json.dumps(body).encode(), headers=JSON)
    assert field in assert_problem(response, 422, "validation_error")["errors"]


WRONG_JOINS: dict[str, tuple[Any, str]] = {
    "no name": ({}, "name"),
    "a name that is null": ({"name": None}, "name"),
    "a seat in words": ({"name": "Eve", "seat": "2"}, "seat"),
    "a seat that is true": ({"name": "Eve", "seat": True}, "seat"),
    "a seat that is a fraction": ({"name": "Eve", "seat": 2.0}, "seat"),
    "a seat below none": ({"name": "Eve", "seat": -1}, "seat"),
    "a seat beyond the table": ({"name": "Eve", "seat": 3}, "seat"),
    "much entropy": ({"name": "Eve", "entropy": "x" * 257}, "entropy"),
    "entropy that is a number": ({"name": "Eve", "entropy": 7}, "entropy"),
    "an unknown field": ({"name": "Eve", "colour": "blue"}, "colour"),
}


@pytest.mark.parametrize(("body", "field"), WRONG_JOINS.values(), ids=WRONG_JOINS)
def test_a_wrong_join_is_422_and_the_field_is_named(table: Table, body: Json, field: str) -> None:
    version = table.view()["version"]
    response = table.api.post(f"{table.path}/seats", body)
    assert field in assert_problem(response, 422, "validation_error")["errors"]
    assert table.view()["version"] == version


WRONG_ACTIONS: dict[str, tuple[Any, str]] = {
    "no object": ([{"type": "bank"}], "type"),
    "no type": ({"cell": [0, 0]}, "type"),
    "an unknown type": ({"type": "fly"}, "type"),
    "a type that is a list": ({"type": ["bank"]}, "type"),
    "a missing field": ({"type": "dive"}, "cell"),
    "an unknown field": ({"type": "bank", "cell": [0, 0]}, "cell"),
    "true for a number": ({"type": "dive", "cell": [True, 0]}, "cell"),
    "words for numbers": ({"type": "dive", "cell": ["3", "4"]}, "cell"),
    "fractions for numbers": ({"type": "dive", "cell": [3.0, 4.0]}, "cell"),
    "too many numbers": ({"type": "dive", "cell": [3, 4, 5]}, "cell"),
    "an object for a list": ({"type": "dive", "cell": {"0": 3}}, "cell"),
    "null": ({"type": "dive", "cell": None}, "cell"),
    "a huge number": ({"type": "dive", "cell": [2**63, 0]}, "cell"),
}


@pytest.mark.parametrize(("body", "field"), WRONG_ACTIONS.values(), ids=WRONG_ACTIONS)
def test_a_wrong_action_is_422_and_the_field_is_named(client: InProcess, body: Any, field: str) -> None:
    table = client.create(options={"first_player": 0})
    version = table.view()["version"]
    assert field in assert_problem(table.act(0, body), 422, "validation_error")["errors"]
    assert table.view()["version"] == version


WRONG_QUERIES = [
    ("/v1/games?colour=blue", "colour"),
    ("/v1/games?limit=0", "limit"),
    ("/v1/games?limit=101", "limit"),
    ("/v1/games?limit=ten", "limit"),
    ("/v1/games?limit=" + "9" * 3000, "limit"),
    ("/v1/games?limit=", "limit"),
    ("/v1/games?status=lost", "status"),
    ("/v1/games?engine=chess", "engine"),
    ("/v1/games?cursor=1", "cursor"),
    ("/v1/games?cursor=00000000000001:%0a", "cursor"),
    ("/v1/engines?slug=zoky", "slug"),
    ("/healthz?verbose=1", "verbose"),
    ("{game}?wait=51", "wait"),
    ("{game}?wait=-1", "wait"),
    ("{game}?seat=1", "seat"),
    ("{game}/events?after=-1", "after"),
    ("{game}/events?after=x", "after"),
    ("{game}/events?limit=1001", "limit"),
    ("{game}/events?page=2", "page"),
    ("{game}/actions?limit=1001", "limit"),
    ("{game}/actions?kind=bank", "kind"),
]


@pytest.mark.parametrize(("path", "field"), WRONG_QUERIES)
def test_a_wrong_query_is_422_and_the_parameter_is_named(table: Table, path: str, field: str) -> None:
    response = table.api.get(path.replace("{game}", table.path), token=table.tokens[0])
    assert field in assert_problem(response, 422, "validation_error")["errors"]


def test_posts_take_no_query_either(table: Table) -> None:
    for path in paths(table):
        assert_problem(send(table, path + "?force=1", b"{}"), 422, "validation_error")


anything = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
field_names = [
    "type",
    "name",
    "seat",
    "cell",
    "engine",
    "seats",
    "options",
    "entropy",
    "public",
    "actions",
    "outcome",
    "id",
]
near_misses = st.dictionaries(
    st.sampled_from(field_names), anything | st.sampled_from(["bank", "dive", "risk"]), max_size=6
)


@pytest.mark.parametrize("path", POSTS)
def test_no_json_at_all_is_ever_our_fault_or_changes_anything(client: InProcess, path: str) -> None:
    table = client.open(taken=2, free=1)
    where = path.replace("{game_id}", table.id)
    before = table.view(0) | {"now": ""}

    @settings(max_examples=60, database=None)
    @given(body=anything | near_misses)
    def fuzz(body: Any) -> None:
        content = json.dumps(body).encode()
        if path.endswith("/seats"):
            content = content.replace(b'"name"', b'"names"')  # a right name would be a right join
        response = send(table, where, content)
        assert response.status_code in (200, 400, 409, 422), response.text
        assert response.status_code != 200 or where == "/v1/records/verify"

    fuzz()
    assert table.view(0) | {"now": ""} == before


@settings(max_examples=60, database=None)
@given(content=st.binary(max_size=60))
def test_no_bytes_at_all_are_ever_our_fault(client: InProcess, content: bytes) -> None:
    response = client.call("POST", "/v1/games", content=content, headers=JSON)
    assert response.status_code in (400, 422)
