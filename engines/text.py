"""Words for people: the engines and the service know them in English."""

from typing import Any, Literal, get_args

Language = Literal["en", "fr", "de"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


class Text(str):
    """A text in English, with values in its places. Where an answer is written, it is said in the reader's language.

    It is a string like any other, but nothing writes it by accident: an encoder must be told how.
    """

    __slots__ = ("template", "values")
    template: str
    values: dict[str, Any]

    def __new__(cls, template: str, **values: Any) -> "Text":
        made = super().__new__(cls, template.format(**values) if values else template)
        made.template, made.values = template, values
        return made


def english(found: Any) -> str:
    """For encoders that write for nobody in particular: a text as it is."""
    if not isinstance(found, Text):
        raise NotImplementedError(type(found))
    return str(found)
