"""Strict input: a JSON decoder, and marshmallow fields and validators that accept exactly their type.

JSON: no repeated key, no number that other parsers read differently, no deep nesting. Fields: no "3" or true for a
number, no invisible name. Every error message can be translated: one with values is a `Text`.
"""

import json
import re
import unicodedata
from collections.abc import Mapping
from math import isfinite
from typing import Any, ClassVar

import msgspec
from marshmallow import Schema, fields, validate, validates_schema
from marshmallow.exceptions import ValidationError

from engines.text import NAME_LENGTH as NAME_LENGTH
from engines.text import Text

DEEPEST = 64
"""How deeply lists and objects may be nested."""
_TOO_DEEP = f"Lists and objects are nested more than {DEEPEST} deep."


def decode(text: str) -> Any:
    """The value of a JSON text; ValueError says why it is rejected."""
    try:
        return _checked(text, _decoder.decode(text))
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None


def _checked(text: str, value: Any) -> Any:
    """The value, if it is not too deep and can be encoded again. Few bodies have enough brackets to be measured."""
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
    while (layer := [value for value in layer if isinstance(value, list | dict)]) and depth <= DEEPEST:
        depth += 1
        layer = [value for outer in layer for value in (outer.values() if isinstance(outer, dict) else outer)]
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

MOST_UNKNOWN = 20
"""Unknown fields of an object that are reported one by one; with more it is rejected for its size."""
INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159]")
"""Invisible characters that Unicode counts among letters, marks and symbols."""
JOINER = re.compile("(?<=[^ \u200c\u200d])[\u200c\u200d](?=[^ \u200c\u200d])")
"""A joiner between two characters: emoji such as families are joined, and some scripts need it inside a word."""
FLAG_TAGS = re.compile("(?<=\U0001f3f4)[\U000e0020-\U000e007e]+\U000e007f")
"""The tags that make a black flag the flag of a region."""


class Strict(Schema):
    """A schema that rejects unknown fields (marshmallow's own default, relied on here)."""

    def load(self, data: Any, **kwargs: Any) -> Any:
        """An object with far too many fields is rejected for its size, before any of them is read."""
        most = len(self.fields) + MOST_UNKNOWN
        if isinstance(data, dict) and len(data) > most:
            raise ValidationError({"body": [Text("At most {most} fields.", most=most)]})
        return super().load(data, **kwargs)


class KindFields(msgspec.Struct, frozen=True):
    """The fields that an object of one kind has besides `kind`."""

    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()


class KindSchema(Strict):
    """An object whose `kind` decides which other fields it has; a field that is null counts as left out."""

    kinds: ClassVar[Mapping[str, KindFields]]
    default_kind: ClassVar[str] = ""
    """The kind of an object without `kind`; if empty, `kind` is required."""

    @validates_schema(pass_original=True)
    def check_kind(self, data: dict[str, Any], original: dict[str, Any], **kwargs: Any) -> None:
        """It has the fields that its kind requires, and none that its kind does not have."""
        kind = original.get("kind", self.default_kind)
        present = {name for name in original if original[name] is not None}
        expected = self.kinds[kind]
        missing = [name for name in expected.required if name not in present]
        unexpected = present - {"kind", *expected.required, *expected.optional}
        errors = {name: [Text("The kind `{kind}` needs this.", kind=kind)] for name in missing}
        errors |= {name: [Text("The kind `{kind}` has none.", kind=kind)] for name in unexpected}
        if errors:
            raise ValidationError(dict(errors))


class Range(validate.Range):
    """A number within bounds; the message can be translated."""

    def __call__(self, value: Any) -> Any:
        if (self.min is None or value >= self.min) and (self.max is None or value <= self.max):
            return value
        if self.max is None:
            raise ValidationError(Text("Must be greater than or equal to {min}.", min=self.min))
        if self.min is None:
            raise ValidationError(Text("Must be less than or equal to {max}.", max=self.max))
        raise ValidationError(
            Text("Must be greater than or equal to {min} and less than or equal to {max}.", min=self.min, max=self.max)
        )


class Length(validate.Length):
    """A text or list of a bounded length; the message can be translated."""

    def __call__(self, value: Any) -> Any:
        length = len(value)
        if self.equal is not None:
            if length != self.equal:
                raise ValidationError(Text("Length must be {equal}.", equal=self.equal))
            return value
        if (self.min or 0) <= length and (self.max is None or length <= self.max):
            return value
        if self.max is None:
            raise ValidationError(Text("Shorter than minimum length {min}.", min=self.min))
        if self.min is None:
            raise ValidationError(Text("Longer than maximum length {max}.", max=self.max))
        raise ValidationError(Text("Length must be between {min} and {max}.", min=self.min, max=self.max))


class OneOf(validate.OneOf):
    """One of several words; the message can be translated."""

    def __call__(self, value: Any) -> Any:
        if value not in self.choices:
            raise ValidationError(Text("Must be one of: {choices}.", choices=self.choices_text))
        return value


class Pattern(validate.Regexp):
    """A text that matches this pattern as a whole. In Python alone `$` also matches before a final line break; here it
    does not, as in the JSON Schema made of the same pattern.
    """

    def __call__(self, value: Any) -> Any:
        if self.regex.fullmatch(value) is None:
            raise ValidationError(self.error)
        return value


class WholeNumber(fields.Integer):
    """A JSON integer; neither a boolean nor a string nor a fraction."""

    def __init__(self, low: int | None = None, high: int | None = None, **kwargs: Any) -> None:
        if low is not None or high is not None:
            kwargs["validate"] = Range(min=low, max=high)
        super().__init__(strict=True, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if type(value) is not int:
            raise self.make_error("invalid")
        return value


class Number(fields.Float):
    """A JSON number within bounds; neither a boolean nor a string."""

    def __init__(self, low: float, high: float, **kwargs: Any) -> None:
        super().__init__(validate=Range(min=low, max=high), **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> float:
        if type(value) not in (int, float):
            raise self.make_error("invalid")
        return super()._deserialize(value, attr, data, **kwargs)


class Flag(fields.Boolean):
    """A JSON boolean."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if type(value) is not bool:
            raise self.make_error("invalid", input=value)
        return value


class Name(fields.String):
    """1 to 60 visible characters, the first and the last not blank."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validate=[Length(1, NAME_LENGTH), require_visible], **kwargs)


class BoundedList(fields.List[Any]):
    """A list whose length is checked before its items, so that a hundred thousand wrong items cost nothing."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, list):
            self._validate(value)
        return super()._deserialize(value, attr, data, **kwargs)


def require_visible(text: str) -> None:
    """Reject blank ends, control characters, those that change the direction of writing, and invisible ones.

    Variation selectors and accents are allowed after a character, joiners and tags where they combine characters.
    """
    shown = JOINER.sub("", FLAG_TAGS.sub("", text))
    bare = shown[:1] == "" or unicodedata.category(shown[0]).startswith("M")
    if bare or not shown.isprintable() or shown != shown.strip() or INVISIBLE.search(shown):
        raise ValidationError("Only characters that can be seen, and no blank at either end.")


def one_of(*words: str, **kwargs: Any) -> fields.String:
    """A field that is one of these words."""
    return fields.String(validate=OneOf(words), **kwargs)
