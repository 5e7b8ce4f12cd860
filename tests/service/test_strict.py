"""Strict JSON: a long text that is read in pieces means the same, and is refused for the same, as one read at once."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas import strict
from service.problems import Problem
from service.table.breath import Breath
from service.table.records import read

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=6),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=3), inside, max_size=3),
    max_leaves=8,
)
RECORDS = st.dictionaries(st.sampled_from(["id", "seats", "actions", "options", "é"]), VALUES) | st.builds(
    lambda rest, actions: {**rest, "actions": actions},
    st.dictionaries(st.text(max_size=3), VALUES, max_size=9),
    st.lists(VALUES),
)
SLIPS = ['"', ",", ":", "[", "]", "{", "}", "\\", "0", " ", "e", "NaN", "1e999", "\\ud800", '"actions":1,', "\n"]
REFUSED = object()


def outcome(call: Any) -> Any:
    """What is read, or that it is refused."""
    try:
        return call()
    except (ValueError, Problem):
        return REFUSED


def in_pieces(text: str) -> Any:
    return outcome(lambda: json.dumps(read(text, 1000, Breath())))


def at_once(text: str) -> Any:
    return outcome(lambda: json.dumps(strict.decode(text)))


@settings(max_examples=100)
@given(record=RECORDS | VALUES, indent=st.sampled_from([None, 1]), ascii_only=st.booleans())
def test_what_is_read_in_pieces_is_what_was_written(record: Any, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(record, indent=indent, ensure_ascii=ascii_only)
    assert in_pieces(text) == at_once(text) == json.dumps(record)


@settings(max_examples=200)
@given(data=st.data())
def test_a_slip_is_found_in_pieces_as_it_is_at_once(data: st.DataObject) -> None:
    text = json.dumps(data.draw(RECORDS), indent=data.draw(st.sampled_from([None, 1])))
    for _ in range(data.draw(st.integers(1, 3))):
        at, out = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 3))
        text = text[:at] + data.draw(st.sampled_from(["", *SLIPS])) + text[at + out :]
    assert in_pieces(text) == at_once(text)


@pytest.mark.parametrize("key", ["id", "actions"])
def test_a_key_twice_is_found_in_pieces_too(key: str) -> None:
    text = f'{{"{key}": [], "x": 1, "{key}": []}}'
    assert in_pieces(text) is at_once(text) is REFUSED


@pytest.mark.parametrize("form", ["{}", '{{"id": {}}}', '{{"actions": [{}]}}', '{{"actions": {{"a": {}}}}}'])
def test_sixty_four_deep_is_read_and_one_more_is_not(form: str) -> None:
    around = form.format("").count("[") + form.format("").count("{")
    for depth, read_it in ((strict.DEEPEST - around, True), (strict.DEEPEST - around + 1, False), (5000, False)):
        text = form.format("[" * depth + "]" * depth)
        assert (at_once(text) is not REFUSED) == (in_pieces(text) is not REFUSED) == read_it, depth
    wide = form.format("[" + ",".join(["[[]]"] * 100) + "]")
    assert in_pieces(wide) == at_once(wide) == json.dumps(json.loads(wide))


def test_a_part_that_is_too_long_is_refused_before_it_is_read() -> None:
    pieces = strict.Pieces('["' + "x" * 50 + '"]')
    for _ in pieces.parts():
        with pytest.raises(ValueError, match="the name, or it has more than 40 characters"):
            pieces.value("the name", 40)
        assert pieces.value("the name", 60) == "x" * 50
    pieces.end()
