"""The table for games that have none of their own: a whole game at it, by clicking."""

import random

import pytest
from playwright.sync_api import Browser, Route

from tests.browser.visitors import ENDED, LEGAL, PHONE, Visitor
from tests.support.http import LiveService, api_client, assert_ok

pytestmark = pytest.mark.browser
SLUG = "tokyo_poo_divers"


def generic_file(route: Route) -> None:
    """The file of the generic table in place of the game's own, as the service sends it for a game that has none."""
    name = route.request.url.rpartition("/")[2]
    route.fulfill(response=route.fetch(url=route.request.url.replace(f"games/{SLUG}/{name}", f"generic/{name}")))


def test_a_whole_game_at_the_generic_table(browser: Browser, service: LiveService) -> None:
    with Visitor(browser, service.url, PHONE, color_scheme="dark") as ana:
        ana.page.route(f"**/web/games/{SLUG}/*", generic_file)
        ana.play_now(SLUG)
        ana.page.wait_for_selector(f".tree + .choices {LEGAL}")
        assert ana.found_by_axe() == []
        shown = ana.page.inner_text(".tree")
        assert ana.page.query_selector(".tpd") is None, "this is the game's own table"
        ana.play_on(random.Random(8))
        assert ana.found_by_axe() == []
        ending = ana.page.inner_text(ENDED)
        assert ana.page.inner_text(".tree") != shown
        with api_client(service.url) as api:
            view = assert_ok(api.get(f"/v1/games/{ana.table}"))
        assert view["status"] == "finished"
        for seat in view["outcome"]["scores"]:
            assert f"{seat['score']} point" in ending
