"""Who is at the table: it changes without a move, and the page finds out."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.visitors import Visitor
from tests.support.http import LiveService, api_client

pytestmark = pytest.mark.browser


def a_minute_later(route: Any) -> None:
    """The response of the service when the players have been away for a minute; nobody waits for that here."""
    response = route.fetch()
    body = response.json()
    for seat in body["seats"]:
        seat["present"] = False
    route.fulfill(response=response, json=body)


def test_a_player_who_goes_is_missed_without_a_move(browser: Browser, service: LiveService) -> None:
    with Visitor(browser, service.url) as ana, api_client(service.url) as api:
        table = api.create("zoky", 2)
        ana.page.clock.install()
        ana.go(f"/table/{table.id}")
        ana.page.wait_for_selector(".board > *")
        assert "away" not in ana.page.inner_text(".seats").split()
        ana.page.route(f"**{table.path}?omit=content", a_minute_later)
        ana.page.clock.fast_forward(31_000)
        ana.page.wait_for_selector(".seats >> text=away")
