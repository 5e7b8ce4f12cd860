"""Games in the players' languages, from the landing page to the end, by clicking."""

import json
import random

import pytest
from playwright.sync_api import Browser

from engines.registry import GAMES
from tests.browser.visitors import PHONE, Visitor
from tests.support.http import LiveService
from tests.support.running import ROOT

pytestmark = pytest.mark.browser


def foreign(slug: str, language: str) -> set[str]:
    """Texts of the page in English that are another text in this language."""
    texts = set()
    parts = [*(ROOT / "web" / name for name in ("", "pages", "table")), GAMES[slug].folder / "web"]
    for folder in (part / "messages" for part in parts):
        english, translated = (json.loads((folder / f"{one}.json").read_text("utf-8")) for one in ("en", language))
        texts |= {text for key, text in english.items() if isinstance(text, str) and text != translated[key]}
    return {text for text in texts if len(text) > 8 and "{" not in text}


def visible_texts(visitor: Visitor) -> list[str]:
    """The texts on the page, and the labels for screen readers."""
    script = "[...document.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label'))"
    labels: list[str] = visitor.page.evaluate(script)
    return [line.strip() for line in visitor.page.inner_text("body").splitlines()] + labels


@pytest.mark.parametrize(("slug", "locale", "size"), [("zoky", "fr-CA", None), ("tokyo_poo_divers", "de", PHONE)])
def test_a_whole_game_in_the_browser_s_language(
    browser: Browser, service: LiveService, slug: str, locale: str, size: tuple[int, int] | None
) -> None:
    language, dice = locale[:2], random.Random(3)
    with Visitor(browser, service.url, **({"size": size} if size else {}), locale=locale) as visitor:
        english = foreign(slug, language)
        visitor.go("/")
        visitor.page.wait_for_selector("article h2")
        assert not english & set(visible_texts(visitor))
        visitor.play_now(slug)
        assert visitor.page.evaluate("document.documentElement.lang") == language
        for _ in range(3):
            visitor.touch_something_legal(dice)
            visitor.page.wait_for_timeout(100)
            assert not english & set(visible_texts(visitor))
        visitor.play_on(dice)
        assert not english & set(visible_texts(visitor))
        assert {sent["accept-language"] for sent in visitor.sent if "authorization" in sent} == {language}
        assert visitor.found_by_axe() == []


def test_the_language_is_switched_at_the_table_and_the_game_goes_on(browser: Browser, service: LiveService) -> None:
    with Visitor(browser, service.url, locale="it-IT") as visitor:
        visitor.play_now("zoky")
        address = visitor.page.url
        for code in ("fr", "de", "en"):
            visitor.page.click("nav.bar button:last-of-type")
            visitor.page.click(f'dialog [lang="{code}"]')
            visitor.page.wait_for_selector(f'html[lang="{code}"] .bar')
            assert visitor.page.url == address
            rules = json.loads((ROOT / "web" / "messages" / f"{code}.json").read_text("utf-8"))["rules"]
            assert rules in visible_texts(visitor)
        visitor.go("/")
        assert visitor.page.get_attribute('[lang="en"][aria-pressed]', "aria-pressed") == "true"


def test_a_language_whose_name_only_begins_like_another_is_not_that_one(browser: Browser, service: LiveService) -> None:
    with Visitor(browser, service.url, locale="frr") as visitor:  # North Frisian
        visitor.go("/")
        visitor.page.wait_for_selector('html[lang="en"] article h2')


def test_a_link_to_the_rules_carries_the_language(browser: Browser, service: LiveService) -> None:
    with Visitor(browser, service.url, locale="fr") as visitor:
        visitor.go("/")
        link = visitor.page.wait_for_selector('[data-key="zoky"] a[href*="rules"]')
        assert link is not None
        response = visitor.context.request.get(link.get_attribute("href") or "", headers={"Accept": "text/html"})
        assert '<html lang="fr">' in response.text()
