"""Fields that take exactly their type: no "3" or true for a number, no unprintable names."""

from typing import Any

from marshmallow import Schema, fields, validate
from marshmallow.exceptions import ValidationError

NAME_LENGTH = 60


class Strict(Schema):
    """A body whose unknown fields are refused (marshmallow's own default, relied on here)."""


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
    """1 to 60 printable characters, the first and the last not blank."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validate=[validate.Length(1, NAME_LENGTH), printable], **kwargs)


class BoundedList(fields.List[Any]):
    """A list whose length is checked before its items, so that a hundred thousand wrong items cost nothing."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, list):
            self._validate(value)
        return super()._deserialize(value, attr, data, **kwargs)


def printable(text: str) -> None:
    """Refuse control characters and blank ends."""
    if not text.isprintable() or text != text.strip():
        raise ValidationError("Only printable characters, and no blank at either end.")


def one_of(*slugs: str, **kwargs: Any) -> fields.String:
    """One of these words."""
    return fields.String(validate=validate.OneOf(slugs), **kwargs)
