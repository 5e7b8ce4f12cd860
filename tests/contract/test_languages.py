"""Every English text is translated into every language, with the same placeholders and codes."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.registry import ENGINES
from engines.text import Text
from service.http.openapi.json_schema import english_detail
from service.i18n import CATALOGUES, ENGLISH, LANGUAGES, preferred_language, translate
from tests.support.running import ROOT
from tests.support.texts import texts

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
RULINGS = {"en": "(ruling", "fr": "(décision", "de": "(Festlegung"}
WEB = {"page": ROOT / "web" / "messages"} | {
    f"{folder} of {slug}": ROOT / "web" / "games" / slug / folder
    for slug in ENGINES
    for folder in ("messages", "options")
}
LOOSE = re.compile(r" [;:!?»]|« |\w[;!?](?=\s|$)")
"""In French a no-break space is before these."""


def read(file: Path) -> dict[str, Any]:
    """A catalogue. A key that stands there twice is a mistake."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len({key for key, _ in pairs}) == len(pairs), file
        return dict(pairs)

    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=once)
    return found


def forms(entry: Any) -> list[str]:
    return list(entry.values()) if isinstance(entry, dict) else [entry]


def places(text: str) -> set[str]:
    return set(re.findall(r"{\w+}", text))


def codes(text: str) -> Counter[str]:
    return Counter(re.findall(r"`[^`]+`", " ".join(text.split())))


def check(english: Any, said: Any, language: str, key: str) -> None:
    """One entry: it says something, with the same places and the same codes, and is written as one writes there."""
    assert isinstance(english, dict) == isinstance(said, dict), key
    if isinstance(said, dict):
        assert set(said) == {"one", "other"}, key
    whole = " ".join(forms(english))
    for form in forms(said):
        assert bool(form.strip()) == bool(whole.strip()), key
        assert places(form) == places(whole) or (isinstance(said, dict) and places(form) < places(whole)), key
        assert codes(form) == codes(whole) or isinstance(said, dict), key
        bare = re.sub("`[^`]*`", "x", form)
        assert "'" not in bare, f"{key}: an apostrophe is ’"
        assert language != "fr" or not LOOSE.search(bare), f"{key}: a no-break space is missing"


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("room", [*ENGINES, "service"])
def test_the_catalogue_is_complete_and_holds_nothing_else(room: str, language: str) -> None:
    said, english = read(CATALOGUES / language / f"{room}.json"), texts()[room]
    assert set(said) == set(english)
    for key, entry in said.items():
        check(key, entry, language, key)


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_is_in_two_catalogues_so_their_order_does_not_matter(language: str) -> None:
    count = Counter(key for file in (CATALOGUES / language).iterdir() for key in read(file))
    assert [key for key, times in count.items() if times > 1] == []


@pytest.mark.parametrize("language", OTHERS)
def test_there_is_no_other_catalogue(language: str) -> None:
    assert {file.stem for file in (CATALOGUES / language).iterdir()} == {*ENGINES, "service"}
    assert {folder.name for folder in CATALOGUES.iterdir()} == set(OTHERS)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("room", WEB)
def test_so_is_that_of_the_page(room: str, language: str) -> None:
    said, english = read(WEB[room] / f"{language}.json"), read(WEB[room] / "en.json")
    assert list(said) == list(english)
    for key, entry in said.items():
        check(english[key], entry, language, key)


def test_the_form_for_a_new_table_has_words_for_every_option_and_choice(slug: str) -> None:
    named = set(read(WEB[f"options of {slug}"] / "en.json"))
    wanted = set()
    for name, option in english_detail(slug).options["properties"].items():
        wanted |= {f"option.{name}", *(f"option.{part}" for part in option.get("properties", ()))}
        choices = [*option.get("enum", ()), *(one for kind in option.get("anyOf", ()) for one in kind.get("enum", ()))]
        wanted |= {f"option.{name}.{choice}" for choice in choices}
    assert named == wanted


def blocks(page: str) -> Iterator[tuple[str, str]]:
    """A page in blocks: headings, items of lists, rows of tables and paragraphs."""
    for part in re.split(r"\n\s*\n|\n(?=\s*(?:[-*] |\d+\. |\|))|(?<=\n)(?=#)", page):
        text = " ".join(part.split())
        if text:
            kind = re.match(r"#+ |[-*] |\d+\. |\|", text)
            yield (kind[0].strip() if kind else "text") + str(text.count("|")), text


@pytest.mark.parametrize("language", OTHERS)
def test_a_rules_page_says_the_same_in_every_language(slug: str, language: str) -> None:
    """Block by block: the same structure, codes, numbers, rulings and links."""
    rules = ROOT / "docs" / "rules"
    pages = [(rules / name).read_text(encoding="utf-8") for name in (f"{slug}.md", f"{slug}.{language}.md")]
    ours, theirs = (list(blocks(page)) for page in pages)
    for (kind, text), (their_kind, said) in zip(ours, theirs, strict=False):
        assert kind == their_kind, said
        assert codes(text) == codes(said), said
        assert Counter(re.findall(r"\d+", text)) == Counter(re.findall(r"\d+", said)), said
        assert text.count(RULINGS["en"]) == said.count(RULINGS[language]), said
        assert re.findall(r"\]\(([^#)]+)\)", text) == re.findall(r"\]\(([^#)]+)\)", said), said
    assert len(ours) == len(theirs)


def test_the_french_names_on_cards_are_those_of_the_catalogue() -> None:
    """A view has the French name of a card of Le Tapécho in every language."""
    engine = ENGINES["tapecho"]
    for card in engine.faces(engine.options_type()):
        assert translate(card.name, "fr") == card.name_fr.replace("'", "’")


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("fr", "fr"),
        ("fr-CA", "fr"),
        ("FR-ca", "fr"),
        ("de-AT, de;q=0.9, en;q=0.8", "de"),
        ("en;q=0.5, fr;q=0.6", "fr"),
        ("it, de;q=0.3", "de"),
        ("it", "en"),
        ("*", "en"),
        ("fr;q=0", "en"),
        ("fr;q=0, de;q=0.1", "de"),
        ("en-GB,en;q=0.9,fr;q=0.9", "en"),
        ("fr;q=abc", "en"),
        ("frx", "en"),
        ("zh-Hant-TW, fr-Latn-FR ; q=0.5", "fr"),
        (",".join(f"x{n}" for n in range(200)) + ",fr", "en"),
    ],
)
def test_a_header_chooses_the_language(header: str | None, language: str) -> None:
    assert preferred_language(header) == language


@given(st.text(max_size=200))
def test_no_header_is_refused(header: str) -> None:
    assert preferred_language(header) in LANGUAGES


def test_a_text_has_its_values_in_every_language() -> None:
    missing = Text("There is no seat {seat} at this table.", seat="{seats} 100 %")
    assert missing == "There is no seat {seats} 100 % at this table."
    assert [("{seats} 100 %" in translate(missing, language)) for language in LANGUAGES] == [True] * 3
    assert len({translate(missing, language) for language in LANGUAGES}) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_nobody_knows_stay_as_they_are(language: Any) -> None:
    assert translate("Auntie's own card {name}", language) == "Auntie's own card {name}"
