"""The languages of responses: which one a request prefers, and the translations of the English texts in the code."""

from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

import msgspec
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from engines.registry import GAMES
from engines.text import LANGUAGES as LANGUAGES
from engines.text import Language as Language
from engines.text import Text
from service import HOME

ENGLISH: Language = "en"
TEXTS = HOME / "service" / "text"
LONGEST_HEADER = 200
"""Characters of an Accept-Language header that are read; browsers send fewer."""


@lru_cache(1024)  # most clients send one of a few
def preferred_language(header: str | None) -> Language:
    """The language that an Accept-Language header prefers: of those here, the first with the highest quality. A region
    is ignored: `fr-CA` gets French. English for everybody else.
    """
    qualities: dict[Language, float] = {}
    for name, quality in parse_accept_header((header or "")[:LONGEST_HEADER], LanguageAccept):
        primary = ENGLISH if name == "*" else name.partition("-")[0].lower()
        for language in LANGUAGES:
            if language == primary:
                qualities.setdefault(language, quality)
    best = max(qualities, key=lambda language: qualities[language], default=ENGLISH)
    return best if qualities.get(best) else ENGLISH


@cache
def catalogue(language: Language) -> dict[str, str]:
    """All translations into a language, by the English text. A text may have placeholders such as `{seat}`. Of a text
    in several files the service's own translation is used, or else that of the first game by name.
    """
    entries: dict[str, str] = {}
    for folder in (TEXTS, *(game.folder / "text" for _, game in sorted(GAMES.items()))):
        entries = read_texts(folder, language) | entries
    return entries


def read_texts(folder: Path, language: Language) -> dict[str, str]:
    """The translations in one folder; none if it has no file for this language."""
    file = folder / f"{language}.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, str]) if file.exists() else {}


def translate(text: str, language: Language) -> str:
    """A text in this language. What no catalogue has stays as it is: the names on a deck of one's own, a player's."""
    if language == ENGLISH:
        return str(text)
    template, values = (text.template, text.values) if isinstance(text, Text) else (text, {})
    translation = catalogue(language).get(template, str(template))
    return translation.format(**values) if values else translation


def translate_all(tree: Any, language: Language) -> Any:
    """The same tree with every text in it in this language."""
    if isinstance(tree, dict):
        return {name: translate_all(value, language) for name, value in tree.items()}
    if isinstance(tree, list):
        return [translate_all(value, language) for value in tree]
    return translate(tree, language) if isinstance(tree, str) else tree


def _encode_text(language: Language, value: Any) -> str:
    if not isinstance(value, Text):
        raise NotImplementedError(type(value))
    return translate(value, language)


_ENCODERS = {language: msgspec.json.Encoder(enc_hook=partial(_encode_text, language)).encode for language in LANGUAGES}


def encode(value: Any, language: Language = ENGLISH) -> bytes:
    """A value in JSON, with its texts in this language."""
    return _ENCODERS[language](value)
