"""JSON, read strictly: no key twice, no number that others would read differently, nothing nested very deeply."""

import json
from math import isfinite
from typing import Any

import msgspec

DEEPEST = 64
"""How deeply lists and objects may be nested."""
_TOO_DEEP = f"Lists and objects are nested more than {DEEPEST} deep."


def decode(text: str) -> Any:
    """The value of a JSON text; ValueError says why it is rejected."""
    try:
        return _sound(text, _decoder.decode(text))
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None


def _sound(text: str, value: Any) -> Any:
    """The value, if it is not too deep and can be encoded again. Few bodies have enough brackets to be looked at."""
    if text.count("[") + text.count("{") > DEEPEST and _depth(value) > DEEPEST:
        raise ValueError(_TOO_DEEP)
    if "\\u" in text:
        try:
            msgspec.json.encode(value)
        except UnicodeEncodeError:
            raise ValueError("The body holds half a surrogate pair.") from None
    return value


def _depth(value: Any) -> int:
    """How deeply lists and objects are nested, counted no further than it matters."""
    depth, layer = 0, [value]
    while (layer := [held for held in layer if isinstance(held, list | dict)]) and depth <= DEEPEST:
        depth += 1
        layer = [held for outer in layer for held in (outer.values() if isinstance(outer, dict) else outer)]
    return depth


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("An object names a key twice.")
    return members


def _number(text: str) -> int:
    if len(text) > 20 or not -(2**63) <= (number := int(text)) < 2**64:
        raise ValueError("A whole number has more than 64 bits.")
    return number


def _fraction(text: str) -> float:
    if not isfinite(number := float(text)):
        raise ValueError("A number is too large.")
    return number


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON.")


_decoder = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_number, parse_float=_fraction, parse_constant=_no_constant
)
