"""Strict JSON: what is accepted is what was written; repeated keys, other numbers and deep nesting are rejected."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas import strict

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=6),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=3), inside, max_size=3),
    max_leaves=8,
)
FORMS = ["{}", '{{"id": {}}}', '{{"actions": [{}]}}', '{{"actions": {{"a": {}}}}}']


@settings(max_examples=100)
@given(value=VALUES, indent=st.sampled_from([None, 1]), ascii_only=st.booleans())
def test_the_decoded_value_is_the_one_that_was_encoded(value: Any, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert json.dumps(strict.decode(text)) == json.dumps(value)


@pytest.mark.parametrize("key", ["id", "actions"])
@pytest.mark.parametrize("form", FORMS)
def test_a_repeated_key_is_rejected_at_any_depth(form: str, key: str) -> None:
    with pytest.raises(ValueError, match="key twice"):
        strict.decode(form.format(f'{{"{key}": [], "x": 1, "{key}": []}}'))


@pytest.mark.parametrize("number", ["18446744073709551616", "-9223372036854775809", "1e999", "NaN", "-Infinity"])
@pytest.mark.parametrize("form", FORMS)
def test_a_number_that_others_read_differently_is_rejected(form: str, number: str) -> None:
    with pytest.raises(ValueError, match=r"number|not JSON"):
        strict.decode(form.format(number))


@pytest.mark.parametrize("form", FORMS)
def test_sixty_four_levels_are_accepted_and_one_more_is_not(form: str) -> None:
    around = form.format("").count("[") + form.format("").count("{")
    deepest = "[" * (strict.DEEPEST - around) + "]" * (strict.DEEPEST - around)
    assert strict.decode(form.format(deepest)) is not None
    for depth in (strict.DEEPEST - around + 1, 5000):
        with pytest.raises(ValueError, match="64 deep"):
            strict.decode(form.format("[" * depth + "]" * depth))
    wide = form.format("[" + ",".join(["[[]]"] * 100) + "]")
    assert strict.decode(wide) == json.loads(wide)
