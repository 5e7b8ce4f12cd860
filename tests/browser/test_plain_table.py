"""The table for games that have none of their own: a whole game at it, by clicking."""

import random
import re

import pytest
from playwright.sync_api import Browser, Route

from tests.browser.visitors import ENDED, LEGAL, PHONE, Visitor
from tests.support.http import LiveService, calling, good

pytestmark = pytest.mark.browser
SLUG = "tokyo_poo_divers"
WITH_TABLE = re.compile(r"(const WITH_TABLE = )\[[^\]]*\]")


def without_tables(route: Route) -> None:
    """The list of the games that have a table of their own, empty; all else as the service sends it."""
    real = route.fetch()
    text, changed = WITH_TABLE.subn(r"\1[]", real.text())
    assert changed == 1
    route.fulfill(response=real, body=text)


def test_a_whole_game_at_the_generic_table(browser: Browser, service: LiveService) -> None:
    with Visitor(browser, service.url, PHONE, color_scheme="dark") as ana:
        ana.page.route("**/web/games/index.js", without_tables)
        ana.play_now(SLUG)
        ana.page.wait_for_selector(f".tree + .choices {LEGAL}")
        assert ana.found_by_axe() == []
        shown = ana.page.inner_text(".tree")
        assert ana.page.query_selector(".tpd") is None, "this is the game's own table"
        ana.play_on(random.Random(8))
        assert ana.found_by_axe() == []
        ending = ana.page.inner_text(ENDED)
        assert ana.page.inner_text(".tree") != shown
        with calling(service.url) as api:
            view = good(api.get(f"/v1/games/{ana.table}"))
        assert view["status"] == "finished"
        for seat in view["outcome"]["scores"]:
            assert f"{seat['score']} point" in ending
