"""Texts for people, in English; the service translates them when it writes a response."""

from typing import Any, Literal, get_args

Language = Literal["en", "fr", "de"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


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
