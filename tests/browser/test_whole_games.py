"""Whole games of every kind by clicking, on a desk and on a phone."""

import random

import pytest
from playwright.sync_api import Browser

from engines.registry import ENGINES
from tests.browser.visitors import DESKTOP, ENDED, LEGAL, PHONE, Visitor
from tests.support.http import LiveService, api_client, assert_ok

pytestmark = pytest.mark.browser
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


@SIZES
@pytest.mark.parametrize("slug", ENGINES)
def test_a_game_from_the_landing_page_to_the_end(
    browser: Browser, service: LiveService, slug: str, size: tuple[int, int]
) -> None:
    with Visitor(browser, service.url, size, color_scheme="dark" if size == PHONE else "light") as ana:
        ana.play_now(slug)
        ana.page.wait_for_selector(LEGAL)
        assert ana.found_by_axe() == []
        ana.play_on(random.Random(7))
        assert ana.found_by_axe() == []
        ending = ana.page.inner_text(ENDED)
        with api_client(service.url) as api:
            view = assert_ok(api.get(f"/v1/games/{ana.table}"))
        assert view["status"] == "finished"
        for seat in view["outcome"]["scores"]:
            assert f"{seat['score']} point" in ending
