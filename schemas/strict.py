"""JSON, read strictly: no key twice, no number that others would read differently, nothing nested very deeply."""

import json
import re
from collections.abc import Iterator
from math import isfinite
from typing import Any

import msgspec

DEEPEST = 64
"""How deeply lists and objects may be nested."""
LONGEST_NAME = 100
"""Characters of a name in an object that is read in pieces."""
_TOO_DEEP = f"Lists and objects are nested more than {DEEPEST} deep."
_BLANKS = re.compile(r"[ \t\n\r]*")


def decode(text: str) -> Any:
    """The value of a JSON text; ValueError says why it is refused."""
    try:
        return _sound(text, _decoder.decode(text))
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None


class Pieces:
    """A long JSON text, read value by value, so that no single step takes long; ValueError says why it is refused."""

    def __init__(self, text: str) -> None:
        self._text, self._at, self._level = text, 0, 0

    def members(self) -> Iterator[str]:
        """The names in an object; the caller reads the value after each."""
        seen: set[Any] = set()
        for _ in self.parts("{}"):
            name = self.value("a name", LONGEST_NAME)
            if not isinstance(name, str) or name in seen:
                raise ValueError("An object names a key twice, or a key is not a text.")
            seen.add(name)
            self.sign(":")
            yield name

    def parts(self, brackets: str = "[]") -> Iterator[None]:
        """One step for each part of a list, or of another pair of brackets; the caller reads the part."""
        opening, closing = brackets[0], brackets[1]
        self.sign(opening)
        self._level += 1
        if self.ahead() != closing:
            yield
            while self.sign("," + closing) == ",":
                yield
        else:
            self.sign(closing)
        self._level -= 1

    def value(self, name: str, most: int) -> Any:
        """The next value; it has at most so many characters."""
        self.ahead()
        piece = self._text[self._at : self._at + most]
        try:
            value, length = _decoder.raw_decode(piece)
        except RecursionError:
            raise ValueError(_TOO_DEEP) from None
        except json.JSONDecodeError as error:
            if len(piece) < most:
                raise ValueError(f"In {name}: {error}") from None
            raise ValueError(f"There is an error in {name}, or it has more than {most} characters.") from None
        self._at += length
        return _sound(piece[:length], value, self._level)

    def sign(self, expected: str) -> str:
        """The next sign, which must be one of these."""
        found = self.ahead()
        if not found or found not in expected:
            raise ValueError(f"Expecting {' or '.join(expected)} at character {self._at}.")
        self._at += 1
        return found

    def end(self) -> None:
        """Nothing more may follow."""
        if self.ahead():
            raise ValueError(f"Expecting nothing more at character {self._at}.")

    def ahead(self) -> str:
        """The next character that is not blank; nothing at the end."""
        blanks = _BLANKS.match(self._text, self._at)
        self._at = blanks.end() if blanks else self._at
        return self._text[self._at : self._at + 1]


def _sound(text: str, value: Any, level: int = 0) -> Any:
    """The value, if it is not too deep and can be encoded again. Few bodies have enough brackets to be looked at."""
    if level + text.count("[") + text.count("{") > DEEPEST and level + _depth(value) > DEEPEST:
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
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("An object names a key twice.")
    return found


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
