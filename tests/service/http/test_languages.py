"""Two players at one table each read their own language, and nothing else in their answers differs."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.chance import Chance
from engines.registry import ENGINES
from engines.zoky.content import ARRONDISSEMENTS
from service.i18n import ENGLISH, LANGUAGES, catalogue
from service.problems import CATALOGUE
from tests.support.http import InProcess, Json, good
from tests.support.listening import NDJSON, SSE
from tests.support.tables import seed_of, settings_of

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
NOT_WORDS = ("now", "at", "examples", "default", "pattern", "name_fr")
"""Fields that tell when an answer was written, or that hold what is for programs."""
NAMES = frozenset(quartier.name for district in ARRONDISSEMENTS for quartier in district.quartiers)
"""Places have the same name in every language."""
PLAYER = re.compile(r"Player \d+")


def in_language(api: InProcess, method: str, path: str, language: str, **more: Any) -> httpx.Response:
    answer = api.call(method, path, headers={"Accept-Language": language, **more.pop("headers", {})}, **more)
    if answer.status_code not in (204, 304):
        assert answer.headers["Content-Language"] == language
    assert "Accept-Language" in answer.headers["Vary"].split(", ")
    return answer


@cache
def with_places() -> dict[str, re.Pattern[str]]:
    """What the texts with places look like, by template."""
    longest_first = sorted(catalogue("fr"), key=len, reverse=True)  # the most exact of those that match
    found = {text: re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(text)) for text in longest_first}
    return {text: re.compile(pattern) for text, pattern in found.items() if "(?P<" in pattern}


def expected(english: str, language: Any) -> str | None:
    """A text in this language, with the values that are in the English one; None: it is in no catalogue."""
    known = catalogue(language)
    if english in known:
        return str(known[english])
    for template, pattern in with_places().items():
        if found := pattern.fullmatch(english):
            return str(known[template]).format(**found.groupdict())
    return None


def compare(english: Any, said: Any, language: Any, own: frozenset[str] = frozenset(), where: str = "") -> int:
    """What is a text in English is the same text in the other language, and all else is equal. How many texts.

    `own`: words that somebody brought to the table, and that stay as they are.
    """
    assert type(english) is type(said), where
    if isinstance(english, dict):
        assert list(english) == list(said), where
        kept = [key for key in english if key not in NOT_WORDS]
        return sum(compare(english[key], said[key], language, own, f"{where}.{key}") for key in kept)
    if isinstance(english, list):
        assert len(english) == len(said), where
        return sum(compare(*pair, language, own, f"{where}[]") for pair in zip(english, said, strict=True))
    text = isinstance(english, str) and english not in own and " " in english and not PLAYER.fullmatch(english)
    if text or english in catalogue(language):
        assert said == expected(english, language), where
        return 1
    assert english == said, where
    return 0


def brought(tree: Any) -> Iterator[str]:
    """Every text in the options of a table."""
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, list | dict):
        for value in tree.values() if isinstance(tree, dict) else tree:
            yield from brought(value)


def alike(api: InProcess, method: str, path: str, own: frozenset[str] = frozenset(), **more: Any) -> int:
    """The same request in every language. How many texts its answer has."""
    english = in_language(api, method, path, ENGLISH, **dict(more))
    found = 0
    for language in OTHERS:
        answer = in_language(api, method, path, language, **dict(more))
        assert answer.status_code == english.status_code
        found = compare(english.json(), answer.json(), language, own)
    return found


@settings(max_examples=3)
@given(data=st.data())
def test_every_text_of_a_random_game_is_in_the_reader_s_language_and_nothing_else_differs(
    slug: str, client: InProcess, data: st.DataObject
) -> None:
    seats, options = data.draw(st.sampled_from(settings_of(slug)))
    dice = Chance(seed_of(data.draw(st.integers(0, 2**32))))
    table, own = client.create(slug, seats, options=options), frozenset(brought(options)) | NAMES
    texts = alike(client, "GET", f"{table.path}/content", own)
    for number in range(12):
        view = table.view()
        if view["status"] != "active":
            break
        seat = dice.choice(view["awaiting"])
        token, action = table.tokens[seat], dice.choice(table.legal(seat))
        texts += alike(client, "GET", table.path, own, token=token, params={"include": "actions"})
        texts += alike(client, "POST", f"{table.path}/actions", own, json=action, token=token, key=f"move {number}")
        wrong = alike(client, "POST", f"{table.path}/actions", json={"type": "?"}, token=token)
        assert wrong == (3 if table.view()["status"] == "active" else 2), "title, detail and one message in `errors`"
    for token in (None, *table.tokens.values()):
        texts += alike(client, "GET", table.path, own, token=token)
        texts += alike(client, "GET", f"{table.path}/events", own, token=token)
    assert (texts > 0) == ENGINES[slug].has_texts or options
    if table.view()["status"] == "active":
        client.delete(table.path, token=table.host)
    assert len({in_language(client, "GET", f"{table.path}/record", one).text for one in LANGUAGES}) == 1


@pytest.mark.parametrize("language", OTHERS)
def test_a_refusal_is_said_in_the_player_s_language(client: InProcess, language: str) -> None:
    table = client.create("zoky", 2)
    seat = table.turn()
    path, kick = f"{table.path}/actions", {"type": "kick", "zoku": 0, "target": 1}
    said = in_language(client, "POST", path, language, json=kick, token=table.tokens[seat])
    assert (said.status_code, said.json()["reason"]) == (409, "not_now")
    assert said.json()["detail"] == catalogue(language)[ENGINES["zoky"].reasons["not_now"]]  # type: ignore[index]


@pytest.mark.parametrize("language", OTHERS)
def test_the_pages_of_engines_and_problems_are_translated_whole(client: InProcess, language: str) -> None:
    for path in ("/v1/engines", "/problems", *(f"/v1/engines/{slug}" for slug in ENGINES)):
        english, said = client.get(path), in_language(client, "GET", path, language)
        assert compare(english.json(), said.json(), language) > 4, path
        linked = good(client.get(f"{path}?lang={language}"))
        assert linked == said.json()
    for code, kind in CATALOGUE.items():
        page = client.get(f"/problems/{code}?lang={language}")
        assert page.headers["Content-Language"] == language
        assert catalogue(language)[kind.title] in page.text
        assert catalogue(language)[kind.explanation] in page.text


@pytest.mark.parametrize("form", ["text/markdown", "text/html"])
def test_the_rules_are_read_in_three_languages(slug: str, client: InProcess, form: str) -> None:
    path, found = f"/v1/engines/{slug}/rules", {}
    for language in LANGUAGES:
        answer = in_language(client, "GET", path, language, headers={"Accept": form})
        linked = client.call("GET", f"{path}?lang={language}", headers={"Accept": form, "Accept-Language": "de"})
        assert linked.text == answer.text
        assert form == "text/markdown" or f'<html lang="{language}">' in answer.text
        found[answer.text] = language
    assert len(found) == len(LANGUAGES)


def test_a_language_that_is_not_spoken_is_refused_in_a_link_only(client: InProcess) -> None:
    assert client.get("/v1/engines?lang=it").status_code == 422
    assert client.call("GET", "/v1/engines", headers={"Accept-Language": "it"}).headers["Content-Language"] == "en"
    assert client.get("/v1/games?lang=fr").status_code == 422


def test_tags_tell_languages_apart_where_a_view_has_words(slug: str, client: InProcess) -> None:
    table = client.create(slug)
    tags = {language: in_language(client, "GET", table.path, language).headers["ETag"] for language in LANGUAGES}
    assert len(set(tags.values())) == (len(LANGUAGES) if ENGINES[slug].has_texts else 1)
    for language in LANGUAGES:
        for other in LANGUAGES:
            answer = in_language(client, "GET", table.path, language, headers={"If-None-Match": tags[other]})
            assert (answer.status_code == 304) == (tags[language] == tags[other])
    contents = {in_language(client, "GET", f"{table.path}/content", one).headers["ETag"] for one in LANGUAGES}
    assert len(contents) == len(set(tags.values()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tag_of_any_language_names_the_version_that_was_seen(client: InProcess, language: str) -> None:
    table = client.create("tapecho")
    seat = table.turn()
    tag = in_language(client, "GET", table.path, language, token=table.tokens[seat]).headers["ETag"]
    assert table.act(seat, table.legal(seat)[0], match=tag).status_code == 200
    assert table.act(seat, table.legal(table.turn())[0], match=tag).status_code == 412


@pytest.mark.parametrize("accept", [SSE, NDJSON])
def test_streams_speak_too(client: InProcess, accept: str) -> None:
    table = client.create("tapecho")
    for _ in range(6):
        table.step()
    client.delete(table.path, token=table.host)  # then the stream ends by itself
    heard = {}
    for language in LANGUAGES:
        headers = {"Accept": accept, "Accept-Language": language}
        answer = client.client.get(f"{table.path}/events?after=0", headers=headers)
        assert answer.headers["Content-Language"] == language
        lines = [line.removeprefix("data: ") for line in answer.text.splitlines() if line[:5] in ("data:", '{"seq')]
        heard[language] = [event for event in map(json.loads, lines) if event]
    for language in OTHERS:
        assert sum(compare(*pair, language) for pair in zip(heard[ENGLISH], heard[language], strict=True)) > 0


def test_a_deck_of_ones_own_keeps_its_words(client: InProcess) -> None:
    name = next(iter(card for card in catalogue("fr") if card == "Knows the DJ"))
    contexts = [{"kind": "context", "name": "Contents", "spot": "red"}]
    cards = [
        {"kind": "asset", "name": name, "value": 1, "copies": 60},
        {"kind": "handicap", "name": "status", "value": -1, "copies": 60},
    ]
    table = client.create("tapecho", 4, options={"deck": contexts + cards})
    content: Json = good(in_language(client, "GET", f"{table.path}/content", "fr"))
    assert {card["name"] for card in content["cards"]} == {"Contents", name, "status"}
