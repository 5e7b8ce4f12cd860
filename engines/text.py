"""Texts for people, in English; the service translates them when it writes a response."""

from typing import Annotated, Any, Literal, get_args

from msgspec import Meta

Language = Literal["en", "fr", "de"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
NAME_LENGTH = 60
Name = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH, extra={"visible": True})]
"""A name that a client chooses; schemas accept only characters that can be seen in it."""


class Text(str):
    """An English text with the values of its placeholders, translated where a response is encoded.

    It is a string, but no encoder writes it by accident: msgspec needs a hook for it.
    """

    __slots__ = ("template", "values")
    template: str
    values: dict[str, Any]

    def __new__(cls, template: str, **values: Any) -> "Text":
        made = super().__new__(cls, template.format(**values) if values else template)
        made.template, made.values = template, values
        return made


def english(value: Any) -> str:
    """The encoder hook for output that is not translated: a text in English."""
    if not isinstance(value, Text):
        raise NotImplementedError(type(value))
    return str(value)
