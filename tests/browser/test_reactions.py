"""The bar for who may react: what they may do, for how long, and beside the board instead of over it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from engines.chance import Chance
from tests.browser.visitors import DESKTOP, PHONE, Visitor
from tests.support.http import Api, LiveService, Table, api_client, assert_ok, random_action
from tests.support.tables import seed_of

pytestmark = pytest.mark.browser
BAR = ".react > *"
BUTTONS = ".react [data-legal]"
DIRECT = 3
"""So many actions have a button each."""
SECONDS = 60

# How far the lowest thing on the board reaches below the upper edge of the bar, when one has scrolled to the end.
COVERED = """() => {
  scrollTo(0, document.documentElement.scrollHeight);
  const parts = [...document.querySelectorAll(".board *")].filter((one) => one.checkVisibility());
  const lowest = Math.max(...parts.map((one) => one.getBoundingClientRect().bottom));
  return lowest - document.querySelector(".react").getBoundingClientRect().top;
}"""
TIME = "() => document.querySelector('.react .clock').textContent"


def chances(api: Api) -> Iterator[tuple[Table, int, int]]:
    """Tables at which somebody may react in peace, that seat, and how much it may do."""
    dice = Chance(seed_of(5))
    for _ in range(20):
        table = api.create("tapecho", 4, options={"reaction_seconds": SECONDS})
        while not (view := table.view())["may_react"] and not view["not_before"]:
            assert_ok(table.act(view["awaiting"][0], random_action(table.legal(view["awaiting"][0]), dice)))
        for seat in view["may_react"]:
            if actions := table.legal(seat):
                yield table, seat, len(actions)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_it_offers_what_may_be_done_beside_the_board_and_with_its_time(
    browser: Browser, service: LiveService, size: tuple[int, int]
) -> None:
    with api_client(service.url) as api, Visitor(browser, service.url, size) as ana:
        table, seat, count = next(chance for chance in chances(api) if chance[2] <= DIRECT)
        ana.open_table(table, table.tokens[seat])
        ana.page.wait_for_selector(BUTTONS)
        assert len(ana.page.query_selector_all(BUTTONS)) == count
        assert ana.page.evaluate(COVERED) <= 0
        assert ana.found_by_axe() == []
        remaining = ana.page.evaluate(TIME)
        ana.page.wait_for_function(f"before => ({TIME})() !== before", arg=remaining)
        ana.page.click(f"{BUTTONS} >> text=Let it pass")
        ana.page.wait_for_selector(BAR, state="detached")
        ana.page.evaluate("Promise.all(window.responses)")
        ana.page.wait_for_selector(".quiet-line", state="hidden")
        assert ana.page.query_selector(BAR) is None, "who has passed is not asked again"
        assert "passed" in [event["type"] for event in table.events() if event["seat"] == seat]


def test_it_can_be_dismissed_and_comes_back_only_with_something_else(browser: Browser, service: LiveService) -> None:
    with api_client(service.url) as api, Visitor(browser, service.url) as ana:
        table, seat, _ = next(chance for chance in chances(api) if len(chance[0].view()["may_react"]) > 1)
        ana.open_table(table, table.tokens[seat])
        ana.page.click(".react .quiet")
        ana.page.wait_for_selector(BAR, state="detached")
        other = next(one for one in table.view()["may_react"] if one != seat)
        before = table.view()["version"]
        assert_ok(table.act(other, {"type": "pass"}))
        ana.page.wait_for_selector(f'[data-version="{before + 1}"]')
        assert ana.page.query_selector(BAR) is None
        ana.page.reload()
        ana.page.wait_for_selector(BAR)


def test_a_card_in_hand_reacts_also_when_the_bar_is_gone(browser: Browser, service: LiveService) -> None:
    with api_client(service.url) as api, Visitor(browser, service.url) as ana:
        table, seat, reaction = next(
            (table, seat, action)
            for table, seat, _ in chances(api)
            for action in table.legal(seat)
            if action["type"] != "pass"
        )
        ana.open_table(table, table.tokens[seat])
        ana.page.click(".react .quiet")
        ana.page.wait_for_selector(BAR, state="detached")
        ana.page.click(f'.tp-cards [data-key="card-{reaction["card"]}"]')
        ana.page.click(f".tp-plan [data-legal={reaction['type']}] >> nth=0")
        ana.page.wait_for_function("() => Promise.all(window.responses).then(([one]) => one?.status === 200)")
        done = {"defend": "defended", "out_of_context": "called_out"}[reaction["type"]]
        assert done in [event["type"] for event in table.events() if event["seat"] == seat]


def test_a_vote_to_give_up_is_no_reaction(browser: Browser, service: LiveService) -> None:
    with api_client(service.url) as api, Visitor(browser, service.url) as ana:
        table = api.create("tchang", 2)
        other = 1 - table.turn()
        ana.open_table(table, table.tokens[other])
        ana.page.wait_for_selector("[data-key=concede][data-legal]")
        assert ana.page.query_selector(BAR) is None
