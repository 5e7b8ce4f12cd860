"""Every page for everyone: axe-core finds nothing serious; and how much is loaded. Tables: see test_whole_games.py."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from engines.registry import ENGINES
from service.i18n import LANGUAGES
from tests.browser.visitors import DESKTOP, PHONE, Visitor
from tests.support.http import LiveService

pytestmark = pytest.mark.browser
LARGEST_DECODED, LARGEST_RECEIVED = 150 * 1024, 64 * 1024
"""Bytes of the files of a page, without what the API sends: all that the browser reads, and compressed as it comes."""
DECODED = """[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter(({ name }) => !new URL(name).pathname.startsWith("/v1/"))
  .reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)"""
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


def sizes(visitor: Visitor) -> tuple[int, int]:
    """The decoded and the received bytes of the page that is shown."""
    return visitor.page.evaluate(DECODED), visitor.received


def table_sizes(browser: Browser, service: LiveService, address: str, language: str) -> tuple[int, int]:
    """Those of a table in the browser of somebody who has no file of it yet."""
    with Visitor(browser, service.url, locale=language) as ben:
        ben.go(address)
        ben.page.wait_for_selector(".board > *")
        ben.page.wait_for_timeout(300)  # for a picture or a style that the drawing has asked for
        return sizes(ben)


def test_how_much_is_loaded_and_how_soon_a_table_is_there(
    browser: Browser, service: LiveService, record_property: Callable[[str, str], None]
) -> None:
    for slug in ENGINES:
        with Visitor(browser, service.url) as ana:
            ana.go("/")
            ana.page.wait_for_load_state("networkidle")
            landing = sizes(ana)
            ana.page.evaluate("performance.mark('clicked')")
            ana.page.click(f'[data-key="{slug}"] button.main')
            ana.page.wait_for_selector(".board > *")
            took = ana.page.evaluate("performance.measure('took', 'clicked').duration")
            tables = [table_sizes(browser, service, ana.page.url, language) for language in LANGUAGES]
            record_property(slug, f"landing page {landing} bytes, table {max(tables)} bytes, drawn after {took:.0f} ms")
            for decoded, received in [landing, *tables]:
                assert received < decoded <= LARGEST_DECODED, slug
                assert landing[1] / 2 < received <= LARGEST_RECEIVED, slug
