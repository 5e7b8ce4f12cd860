"""Fields that take exactly their type: no "3" or true for a number, no name that nobody can see."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec
from marshmallow import Schema, fields, validate, validates_schema
from marshmallow.exceptions import ValidationError

NAME_LENGTH = 60
MOST_UNKNOWN = 20
FILLERS = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159]")
"""Characters that look like nothing although Unicode counts them among letters, marks and symbols."""
JOINED = re.compile("(?<=[^ \u200c\u200d])[\u200c\u200d](?=[^ \u200c\u200d])")
"""A joiner between two characters: emoji such as families are joined, and some scripts need it inside a word."""
FLAG = re.compile("(?<=\U0001f3f4)[\U000e0020-\U000e007e]+\U000e007f")
"""The tags that make a black flag the flag of a region."""


class Strict(Schema):
    """A body whose unknown fields are refused (marshmallow's own default, relied on here)."""

    def load(self, data: Any, **kwargs: Any) -> Any:
        """An object with far too many fields is refused for its size, before any of them is looked at."""
        most = len(self.fields) + MOST_UNKNOWN
        if isinstance(data, dict) and len(data) > most:
            raise ValidationError({"body": [f"At most {most} fields."]})
        return super().load(data, **kwargs)


class Form(msgspec.Struct, frozen=True):
    """The fields that an object of one kind has besides `kind`."""

    needs: tuple[str, ...] = ()
    may_have: tuple[str, ...] = ()


class Kinded(Strict):
    """An object whose `kind` decides which other fields it has; a field that is null counts as left out."""

    forms: ClassVar[Mapping[str, Form]]
    usual: ClassVar[str] = ""
    """The kind of an object that does not say; without it, each has to say."""

    @validates_schema(pass_original=True)
    def check_kind(self, data: dict[str, Any], original: dict[str, Any], **kwargs: Any) -> None:
        """It has the fields that its kind needs, and none that its kind does not have."""
        kind, given = original.get("kind", self.usual), {name for name in original if original[name] is not None}
        form = self.forms[kind]
        errors = {name: [f"The kind `{kind}` needs this."] for name in form.needs if name not in given}
        strange = given - {"kind", *form.needs, *form.may_have}
        errors |= {name: [f"The kind `{kind}` has none."] for name in strange}
        if errors:
            raise ValidationError(errors)


class WholeNumber(fields.Integer):
    """A JSON integer; neither a boolean nor a string nor a fraction."""

    def __init__(self, low: int | None = None, high: int | None = None, **kwargs: Any) -> None:
        if low is not None or high is not None:
            kwargs["validate"] = validate.Range(min=low, max=high)
        super().__init__(strict=True, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if type(value) is not int:
            raise self.make_error("invalid")
        return value


class Flag(fields.Boolean):
    """A JSON boolean."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if type(value) is not bool:
            raise self.make_error("invalid", input=value)
        return value


class Name(fields.String):
    """1 to 60 characters that can be seen, the first and the last not blank."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validate=[validate.Length(1, NAME_LENGTH), visible], **kwargs)


class Matching(validate.Regexp):
    """A text that is as this pattern says. For Python alone a line break may follow where it says `$`; here none may,
    as in the JSON Schema that is made of the same pattern.
    """

    def __call__(self, value: Any) -> Any:
        if self.regex.fullmatch(value) is None:
            raise ValidationError(self._format_error(value))
        return value


class BoundedList(fields.List[Any]):
    """A list whose length is checked before its items, so that a hundred thousand wrong items cost nothing."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, list):
            self._validate(value)
        return super()._deserialize(value, attr, data, **kwargs)


def visible(text: str) -> None:
    """Refuse blank ends, control characters, those that turn the direction of writing, and whatever shows nothing.

    Variation selectors and accents are fine after a character, and joiners and tags where they make one of several.
    """
    shown = JOINED.sub("", FLAG.sub("", text))
    bare = shown[:1] == "" or unicodedata.category(shown[0]).startswith("M")
    if bare or not shown.isprintable() or shown != shown.strip() or FILLERS.search(shown):
        raise ValidationError("Only characters that can be seen, and no blank at either end.")


def one_of(*slugs: str, **kwargs: Any) -> fields.String:
    """One of these words."""
    return fields.String(validate=validate.OneOf(slugs), **kwargs)
