"""Two players at one table each read their own language, and nothing else in their responses differs."""

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
from tests.support.http import InProcess, Json, assert_ok
from tests.support.listening import NDJSON, SSE
from tests.support.tables import seed_of, settings_of

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
NOT_WORDS = ("now", "at", "examples", "default", "pattern", "name_fr")
"""Fields with the time of the response, or with values for programs."""
NAMES = frozenset(quartier.name for district in ARRONDISSEMENTS for quartier in district.quartiers)
"""Places have the same name in every language."""
PLAYER = re.compile(r"Player \d+")


def in_language(api: InProcess, method: str, path: str, language: str, **more: Any) -> httpx.Response:
    response = api.call(method, path, headers={"Accept-Language": language, **more.pop("headers", {})}, **more)
    if response.status_code not in (204, 304):
        assert response.headers["Content-Language"] == language
    assert "Accept-Language" in response.headers["Vary"].split(", ")
    return response


@cache
def with_places() -> dict[str, re.Pattern[str]]:
    """What the texts with places look like, by template."""
    longest_first = sorted(catalogue("fr"), key=len, reverse=True)  # the most exact of those that match
    patterns = {text: re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(text)) for text in longest_first}
    return {text: re.compile(pattern) for text, pattern in patterns.items() if "(?P<" in pattern}


def expected(english: str, language: Any) -> str | None:
    """A text in this language, with the values that are in the English one; None: it is in no catalogue."""
    known = catalogue(language)
    if english in known:
        return str(known[english])
    for template, pattern in with_places().items():
        if match := pattern.fullmatch(english):
            return str(known[template]).format(**match.groupdict())
    return None


def compare(english: Any, translated: Any, language: Any, own: frozenset[str] = frozenset(), where: str = "") -> int:
    """What is a text in English is the same text in the other language, and all else is equal. How many texts.

    `own`: texts of the players, which stay as they are.
    """
    assert type(english) is type(translated), where
    if isinstance(english, dict):
        assert list(english) == list(translated), where
        fields = [key for key in english if key not in NOT_WORDS]
        return sum(compare(english[key], translated[key], language, own, f"{where}.{key}") for key in fields)
    if isinstance(english, list):
        assert len(english) == len(translated), where
        return sum(compare(*pair, language, own, f"{where}[]") for pair in zip(english, translated, strict=True))
    text = isinstance(english, str) and english not in own and " " in english and not PLAYER.fullmatch(english)
    if text or english in catalogue(language):
        assert translated == expected(english, language), where
        return 1
    assert english == translated, where
    return 0


def texts_in(tree: Any) -> Iterator[str]:
    """Every text in the options of a table."""
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, list | dict):
        for value in tree.values() if isinstance(tree, dict) else tree:
            yield from texts_in(value)


def compare_languages(api: InProcess, method: str, path: str, own: frozenset[str] = frozenset(), **more: Any) -> int:
    """Send the same request in every language; returns the number of texts in its response."""
    english = in_language(api, method, path, ENGLISH, **dict(more))
    count = 0
    for language in OTHERS:
        response = in_language(api, method, path, language, **dict(more))
        assert response.status_code == english.status_code
        count = compare(english.json(), response.json(), language, own)
    return count


@settings(max_examples=3)
@given(data=st.data())
def test_every_text_of_a_random_game_is_in_the_reader_s_language_and_nothing_else_differs(
    slug: str, client: InProcess, data: st.DataObject
) -> None:
    seats, options = data.draw(st.sampled_from(settings_of(slug)))
    dice = Chance(seed_of(data.draw(st.integers(0, 2**32))))
    table, own = client.create(slug, seats, options=options), frozenset(texts_in(options)) | NAMES
    texts = compare_languages(client, "GET", f"{table.path}/content", own)
    for number in range(12):
        view = table.view()
        if view["status"] != "active":
            break
        seat = dice.choice(view["awaiting"])
        token, action = table.tokens[seat], dice.choice(table.legal(seat))
        texts += compare_languages(client, "GET", table.path, own, token=token, params={"include": "actions"})
        texts += compare_languages(
            client, "POST", f"{table.path}/actions", own, json=action, token=token, key=f"move {number}"
        )
        wrong = compare_languages(client, "POST", f"{table.path}/actions", json={"type": "?"}, token=token)
        assert wrong == (3 if table.view()["status"] == "active" else 2), "title, detail and one message in `errors`"
    for token in (None, *table.tokens.values()):
        texts += compare_languages(client, "GET", table.path, own, token=token)
        texts += compare_languages(client, "GET", f"{table.path}/events", own, token=token)
    assert (texts > 0) == ENGINES[slug].has_texts or options
    if table.view()["status"] == "active":
        client.delete(table.path, token=table.host)
    assert len({in_language(client, "GET", f"{table.path}/record", one).text for one in LANGUAGES}) == 1


@pytest.mark.parametrize("language", OTHERS)
def test_an_error_is_in_the_player_s_language(client: InProcess, language: str) -> None:
    table = client.create("zoky", 2)
    seat = table.turn()
    path, kick = f"{table.path}/actions", {"type": "kick", "zoku": 0, "target": 1}
    translated = in_language(client, "POST", path, language, json=kick, token=table.tokens[seat])
    assert (translated.status_code, translated.json()["reason"]) == (409, "not_now")
    assert translated.json()["detail"] == catalogue(language)[ENGINES["zoky"].reasons["not_now"]]  # type: ignore[index]


@pytest.mark.parametrize("language", OTHERS)
def test_the_pages_of_engines_and_problems_are_translated_whole(client: InProcess, language: str) -> None:
    for path in ("/v1/engines", "/problems", *(f"/v1/engines/{slug}" for slug in ENGINES)):
        english, translated = client.get(path), in_language(client, "GET", path, language)
        assert compare(english.json(), translated.json(), language) > 4, path
        linked = assert_ok(client.get(f"{path}?lang={language}"))
        assert linked == translated.json()
    for code, kind in CATALOGUE.items():
        page = client.get(f"/problems/{code}?lang={language}")
        assert page.headers["Content-Language"] == language
        assert catalogue(language)[kind.title] in page.text
        assert catalogue(language)[kind.explanation] in page.text


@pytest.mark.parametrize("form", ["text/markdown", "text/html"])
def test_the_rules_are_read_in_three_languages(slug: str, client: InProcess, form: str) -> None:
    path, pages = f"/v1/engines/{slug}/rules", {}
    for language in LANGUAGES:
        response = in_language(client, "GET", path, language, headers={"Accept": form})
        linked = client.call("GET", f"{path}?lang={language}", headers={"Accept": form, "Accept-Language": "de"})
        assert linked.text == response.text
        assert form == "text/markdown" or f'<html lang="{language}">' in response.text
        pages[response.text] = language
    assert len(pages) == len(LANGUAGES)


def test_an_unsupported_language_is_rejected_in_a_link_only(client: InProcess) -> None:
    assert client.get("/v1/engines?lang=it").status_code == 422
    assert client.call("GET", "/v1/engines", headers={"Accept-Language": "it"}).headers["Content-Language"] == "en"
    assert client.get("/v1/games?lang=fr").status_code == 422


def test_tags_differ_by_language_where_a_view_has_texts(slug: str, client: InProcess) -> None:
    table = client.create(slug)
    tags = {language: in_language(client, "GET", table.path, language).headers["ETag"] for language in LANGUAGES}
    assert len(set(tags.values())) == (len(LANGUAGES) if ENGINES[slug].has_texts else 1)
    for language in LANGUAGES:
        for other in LANGUAGES:
            response = in_language(client, "GET", table.path, language, headers={"If-None-Match": tags[other]})
            assert (response.status_code == 304) == (tags[language] == tags[other])
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
def test_streams_are_translated_too(client: InProcess, accept: str) -> None:
    table = client.create("tapecho")
    for _ in range(6):
        table.step()
    client.delete(table.path, token=table.host)  # then the stream ends by itself
    details = {}
    for language in LANGUAGES:
        headers = {"Accept": accept, "Accept-Language": language}
        response = client.client.get(f"{table.path}/events?after=0", headers=headers)
        assert response.headers["Content-Language"] == language
        lines = [line.removeprefix("data: ") for line in response.text.splitlines() if line[:5] in ("data:", '{"seq')]
        details[language] = [event for event in map(json.loads, lines) if event]
    for language in OTHERS:
        assert sum(compare(*pair, language) for pair in zip(details[ENGLISH], details[language], strict=True)) > 0


def test_a_custom_deck_keeps_its_texts(client: InProcess) -> None:
    name = next(iter(card for card in catalogue("fr") if card == "Knows the DJ"))
    contexts = [{"kind": "context", "name": "Contents", "spot": "red"}]
    cards = [
        {"kind": "asset", "name": name, "value": 1, "copies": 60},
        {"kind": "handicap", "name": "status", "value": -1, "copies": 60},
    ]
    table = client.create("tapecho", 4, options={"deck": contexts + cards})
    content: Json = assert_ok(in_language(client, "GET", f"{table.path}/content", "fr"))
    assert {card["name"] for card in content["cards"]} == {"Contents", name, "status"}
