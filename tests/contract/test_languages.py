"""Every English text is translated into every language, with the same placeholders and codes."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.registry import ENGINES, GAMES, GamePackage
from engines.text import Text
from service import i18n
from service.http.openapi.json_schema import english_detail
from service.i18n import ENGLISH, LANGUAGES, TEXTS, preferred_language, translate
from tests.support.running import ROOT
from tests.support.texts import texts

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
MARKS = {
    "en": re.compile(r"\((ruling|reading)s?\b([^)]*)\)"),
    "fr": re.compile(r"\((décision|lecture)s?\b([^)]*)\)"),
    "de": re.compile(r"\((Festlegung|Lesart)(?:en)?\b([^)]*)\)"),
}
"""How a page marks what the project has decided, and where it reads the rulebook in one of two ways."""
KINDS = {"décision": "ruling", "Festlegung": "ruling", "lecture": "reading", "Lesart": "reading"}
STATEMENT_END = re.compile(r"(?<=[.!?])\**\s+(?=[*\"«„“( ]*[A-ZÀ-ÖØ-Þ`])")
WEB = {folder or "shared": ROOT / "web" / folder / "messages" for folder in ("", "pages", "table")} | {
    f"{folder} of {slug}": GAMES[slug].folder / "web" / folder for slug in ENGINES for folder in ("messages", "options")
}
LOOSE = re.compile(r" [;:!?»]|« |\w[;!?](?=\s|$)")
"""In French a no-break space is before these."""


def read(file: Path) -> dict[str, Any]:
    """A catalogue. A key that stands there twice is a mistake."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len({key for key, _ in pairs}) == len(pairs), file
        return dict(pairs)

    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=once)
    return content


def forms(entry: Any) -> list[str]:
    return list(entry.values()) if isinstance(entry, dict) else [entry]


def places(text: str) -> set[str]:
    return set(re.findall(r"{\w+}", text))


def codes(text: str) -> Counter[str]:
    return Counter(re.findall(r"`[^`]+`", " ".join(text.split())))


def check(english: Any, translated: Any, language: str, key: str) -> None:
    """One entry: it says something, with the same places and the same codes, and is written as one writes there."""
    assert isinstance(english, dict) == isinstance(translated, dict), key
    if isinstance(translated, dict):
        assert set(translated) == {"one", "other"}, key
    whole = " ".join(forms(english))
    for form in forms(translated):
        assert bool(form.strip()) == bool(whole.strip()), key
        assert places(form) == places(whole) or (isinstance(translated, dict) and places(form) < places(whole)), key
        assert codes(form) == codes(whole) or isinstance(translated, dict), key
        bare = re.sub("`[^`]*`", "x", form)
        assert "'" not in bare, f"{key}: an apostrophe is ’"
        assert language != "fr" or not LOOSE.search(bare), f"{key}: a no-break space is missing"


@pytest.mark.parametrize("language", OTHERS)
def test_the_catalogue_of_a_game_is_complete_and_holds_nothing_else(slug: str, language: str) -> None:
    """Texts that the service's own catalogue translates can be left out."""
    translated, shared = (read(folder / f"{language}.json") for folder in (GAMES[slug].folder / "text", TEXTS))
    assert set(texts()[slug]) - {*translated, *shared} == set()
    assert set(translated) - set(texts()[slug]) == set()
    for key, entry in translated.items():
        check(key, entry, language, key)


@pytest.mark.parametrize("language", OTHERS)
def test_the_catalogue_of_the_service_is_complete_and_may_hold_what_games_share(language: str) -> None:
    said, own = read(TEXTS / f"{language}.json"), set(texts()["service"])
    users = Counter(text for slug in ENGINES for text in texts()[slug])
    assert own - set(said) == set()
    assert [text for text in set(said) - own if users[text] < 2] == []
    for key, entry in said.items():
        check(key, entry, language, key)


@pytest.mark.parametrize("language", OTHERS)
def test_a_text_of_several_catalogues_has_the_same_translation_in_all(language: str) -> None:
    said: dict[str, Any] = {}
    for folder in (TEXTS, *(game.folder / "text" for game in GAMES.values())):
        for key, entry in read(folder / f"{language}.json").items():
            assert said.setdefault(key, entry) == entry, f"{folder}: {key}"


@given(st.permutations(["service", "chess", "zebra"]))
def test_two_games_may_share_a_sentence_whatever_their_order(order: list[str]) -> None:
    entries = {
        "service": {"Ours": "de nous"},
        "chess": {"Ours": "?", "Shared": "partagé", "Chess": "échecs"},
        "zebra": {"Shared": "partagé aussi", "Zebra": "zèbre"},
    }
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        for name in order:
            (Path(folder) / name / "text").mkdir(parents=True)
            (Path(folder) / name / "text" / "fr.json").write_text(json.dumps(entries[name]), encoding="utf-8")
        patch.setattr(i18n, "TEXTS", Path(folder) / "service" / "text")
        games = {name: GamePackage(name, {}, None, Path(folder) / name) for name in order if name != "service"}
        patch.setattr(i18n, "GAMES", games)
        found = i18n.catalogue.__wrapped__("fr")
    assert found == {"Ours": "de nous", "Shared": "partagé", "Chess": "échecs", "Zebra": "zèbre"}


def test_there_is_no_other_catalogue() -> None:
    for folder in (TEXTS, *(game.folder / "text" for game in GAMES.values())):
        assert {file.name for file in folder.iterdir()} == {f"{language}.json" for language in OTHERS}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("catalogue", WEB)
def test_so_is_that_of_the_page(catalogue: str, language: str) -> None:
    translated, english = read(WEB[catalogue] / f"{language}.json"), read(WEB[catalogue] / "en.json")
    assert set(translated) == set(english)
    for key, entry in translated.items():
        check(english[key], entry, language, key)


def test_the_form_for_a_new_table_has_words_for_every_option_and_choice(slug: str) -> None:
    named = set(read(WEB[f"options of {slug}"] / "en.json"))
    wanted = set()
    for name, option in english_detail(ENGINES[slug]).options["properties"].items():
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
    """Block by block: the same structure, codes, numbers and links."""
    rules = GAMES[slug].folder / "rules"
    pages = [(rules / f"{name}.md").read_text(encoding="utf-8") for name in (ENGLISH, language)]
    ours, theirs = (list(blocks(page)) for page in pages)
    for (kind, text), (their_kind, translated) in zip(ours, theirs, strict=False):
        assert kind == their_kind, translated
        assert codes(text) == codes(translated), translated
        assert Counter(re.findall(r"\d+", text)) == Counter(re.findall(r"\d+", translated)), translated
        assert re.findall(r"\]\(([^#)]+)\)", text) == re.findall(r"\]\(([^#)]+)\)", translated), translated
    assert len(ours) == len(theirs)


def marks(statement: str, language: str) -> list[tuple[str, bool]]:
    """The kinds of the marks of a statement, and whether each says what it is about."""
    return [(KINDS.get(kind, kind), bool(note)) for kind, note in MARKS[language].findall(statement)]


@pytest.mark.parametrize("language", OTHERS)
def test_each_statement_of_a_rules_page_has_the_same_marks_in_every_language(slug: str, language: str) -> None:
    """Block by block the pages say as many sentences, and each sentence is marked as a ruling or a reading in both."""
    pages = [(GAMES[slug].folder / "rules" / f"{name}.md").read_text(encoding="utf-8") for name in (ENGLISH, language)]
    for (_, text), (_, translated) in zip(*map(blocks, pages), strict=True):
        ours, theirs = STATEMENT_END.split(text), STATEMENT_END.split(translated)
        assert len(ours) == len(theirs), f"another number of sentences: {translated}"
        for statement, other in zip(ours, theirs, strict=True):
            assert marks(statement, ENGLISH) == marks(other, language), f"{statement}\n{other}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rules_page_says_what_each_kind_of_mark_means(slug: str, language: str) -> None:
    """Before the first heading of a section, for those that it uses."""
    page = (GAMES[slug].folder / "rules" / f"{language}.md").read_text(encoding="utf-8")
    explained = {kind for kind, _ in marks(page.split("\n## ")[0], language)}
    assert explained == {kind for kind, _ in marks(page, language)}


def test_marks_are_found_with_their_kind_and_their_sentence() -> None:
    pages = [(game.folder / "rules" / "en.md").read_text(encoding="utf-8") for game in GAMES.values()]
    assert sum(len(marks(page, "en")) for page in pages) > 100
    statement = "At most three gangs in all **(reading)**. They fight (ruling: all of this)."
    assert [marks(one, "en") for one in STATEMENT_END.split(statement)] == [[("reading", False)], [("ruling", True)]]
    assert marks("drei Gangs (Lesart: insgesamt) (Festlegungen)", "de") == [("reading", True), ("ruling", False)]
    assert marks("trois gangs *(décision : en tout)*, une lecture", "fr") == [("ruling", True)]


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
def test_no_header_is_rejected(header: str) -> None:
    assert preferred_language(header) in LANGUAGES


def test_a_text_has_its_values_in_every_language() -> None:
    missing = Text("There is no seat {seat} at this table.", seat="{seats} 100 %")
    assert missing == "There is no seat {seats} 100 % at this table."
    assert [("{seats} 100 %" in translate(missing, language)) for language in LANGUAGES] == [True] * 3
    assert len({translate(missing, language) for language in LANGUAGES}) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_nobody_knows_stay_as_they_are(language: Any) -> None:
    assert translate("Auntie's own card {name}", language) == "Auntie's own card {name}"
