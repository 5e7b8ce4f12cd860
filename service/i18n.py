"""The languages of answers, and the words in each: what is in English in the code is looked up here."""

import re
from functools import cache, lru_cache, partial
from typing import Any

import msgspec

from engines.text import LANGUAGES as LANGUAGES
from engines.text import Language as Language
from engines.text import Text
from service import HOME

ENGLISH: Language = "en"
WORDS = HOME / "service" / "text"
MOST_ASKED = 20
"""Languages of a header that are read; nobody speaks more."""
ASKED = re.compile(r"([a-z]{1,8}|\*)(?:-[a-z0-9-]*)?(?:;q=([01](?:\.\d*)?))?")


@lru_cache(1024)  # most clients send one of a few
def preferred(header: str | None) -> Language:
    """The language that an Accept-Language header likes best: of those here, the first with the highest quality. A
    region is ignored: `fr-CA` is answered in French. English for everybody else.
    """
    found: dict[Language, float] = {}
    for item in (header or "").lower().split(",", MOST_ASKED)[:MOST_ASKED]:
        if match := ASKED.fullmatch(item.replace(" ", "")):
            for language in LANGUAGES:
                if language == match[1].replace("*", ENGLISH):
                    found.setdefault(language, float(match[2] or 1))
    best = max(found, key=lambda language: found[language], default=ENGLISH)
    return best if found.get(best) else ENGLISH


@cache
def catalogue(language: Language) -> dict[str, str]:
    """All that can be said in a language, by the English text. A text may have places such as `{seat}`."""
    files = sorted((WORDS / language).glob("*.json"))
    return {key: said for file in files for key, said in msgspec.json.decode(file.read_bytes()).items()}


def translate(text: str, language: Language) -> str:
    """A text in this language. What no catalogue has stays as it is: the words of a deck's owner, a name."""
    if language == ENGLISH:
        return str(text)
    template, values = (text.template, text.values) if isinstance(text, Text) else (text, {})
    said = catalogue(language).get(template, str(template))
    return said.format(**values) if values else said


def translate_all(tree: Any, language: Language) -> Any:
    """The same tree with every text in it in this language."""
    if isinstance(tree, dict):
        return {name: translate_all(value, language) for name, value in tree.items()}
    if isinstance(tree, list):
        return [translate_all(value, language) for value in tree]
    return translate(tree, language) if isinstance(tree, str) else tree


def _say(language: Language, found: Any) -> str:
    if not isinstance(found, Text):
        raise NotImplementedError(type(found))
    return translate(found, language)


_WRITERS = {language: msgspec.json.Encoder(enc_hook=partial(_say, language)).encode for language in LANGUAGES}


def encode(value: Any, language: Language = ENGLISH) -> bytes:
    """A value in JSON, with its texts in this language."""
    return _WRITERS[language](value)
