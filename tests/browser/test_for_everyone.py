"""Every page for everyone: axe-core finds nothing serious; and how much is loaded. Tables: see test_whole_games.py."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from engines.registry import ENGINES
from service.i18n import LANGUAGES
from tests.browser.visitors import DESKTOP, PHONE, Visitor
from tests.support.http import LiveService

pytestmark = pytest.mark.browser
LARGEST = 64 * 1024
"""Bytes of a page as they are received, compressed."""
LOOKS = pytest.mark.parametrize(
    ("size", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop-light", "phone-dark"]
)


@LOOKS
@pytest.mark.parametrize("path", ["/", "/new/zoky", "/new/tapecho"])
def test_pages(browser: Browser, service: LiveService, path: str, size: tuple[int, int], scheme: str) -> None:
    with Visitor(browser, service.url, size, color_scheme=scheme) as ana:
        ana.go(path)
        ana.page.wait_for_selector("button.main")
        for details in ana.page.query_selector_all("summary"):
            details.click()
        assert ana.found_by_axe() == []


def received(browser: Browser, service: LiveService, address: str, language: str) -> int:
    """The bytes of a page in the browser of somebody who has no file of it yet."""
    with Visitor(browser, service.url, locale=language) as ben:
        ben.go(address)
        ben.page.wait_for_selector(".board > *")
        ben.page.wait_for_timeout(300)  # for a picture or a style that the drawing has asked for
        return ben.received


def test_how_much_is_loaded_and_how_soon_a_table_is_there(
    browser: Browser, service: LiveService, record_property: Callable[[str, str], None]
) -> None:
    for slug in ENGINES:
        with Visitor(browser, service.url) as ana:
            ana.go("/")
            ana.page.wait_for_load_state("networkidle")
            landing = ana.received
            ana.page.evaluate("performance.mark('clicked')")
            ana.page.click(f'[data-key="{slug}"] button.main')
            ana.page.wait_for_selector(".board > *")
            took = ana.page.evaluate("performance.measure('took', 'clicked').duration")
            table = max(received(browser, service, ana.page.url, language) for language in LANGUAGES)
            record_property(slug, f"landing page {landing} bytes, table {table} bytes, drawn after {took:.0f} ms")
            assert 0 < landing <= LARGEST
            assert landing / 2 < table <= LARGEST
