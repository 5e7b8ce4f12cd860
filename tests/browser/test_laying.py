"""The players lay out the tomb of T'Chang on the page: by mouse, by touch, by keyboard, or anywhere."""

import pytest
from playwright.sync_api import Browser

from tests.browser.test_keyboard import Keyboard
from tests.browser.visitors import DESKTOP, PHONE, Visitor
from tests.support.http import Json, LiveService, api_client, assert_ok

pytestmark = pytest.mark.browser
STATUES, STONES = 19, 24
FREE = "[data-square][data-legal]"
PLAYERS = {"placement": "players", "animals": 3}


def lying(state: Json, what: str) -> set[int]:
    """The squares with a statue or with a stone."""
    return {one["square"] for one in state["statues"]} if what == "statues" else set(state["stones"])


@pytest.mark.parametrize("way", ["mouse", "touch", "keyboard"])
def test_a_person_lays_out_the_whole_tomb(browser: Browser, service: LiveService, way: str) -> None:
    with api_client(service.url) as api, Visitor(browser, service.url, PHONE if way == "touch" else DESKTOP) as ana:
        table = api.create("tchang", 1, options=PLAYERS)
        ana.open_table(table, table.tokens[0])
        wanted: set[int] = set()
        for number in range(STATUES + STONES):
            if number == STATUES:
                wanted.clear()
            ana.page.wait_for_selector(FREE)
            left = max(STATUES - number, 0), min(STONES, STATUES + STONES - number)
            ana.page.wait_for_function(
                "left => [...document.querySelectorAll('.tc-shelf [title]')].map((one) => one.lastChild.textContent)"
                ".join() === left.join()",
                arg=left,
            )
            squares = ana.page.locator(FREE)
            chosen = squares.nth(number % squares.count())
            if way == "keyboard":
                keys = Keyboard(ana)
                assert keys.reach(FREE, further=number % 3)
                chosen = ana.page.locator(":focus")
            wanted.add(int(chosen.get_attribute("data-square") or -1))
            if way == "mouse":
                chosen.click()
            elif way == "touch":
                chosen.tap()
            else:
                ana.page.keyboard.press("Enter")
        ana.page.wait_for_selector("[data-key=pass]")
        state = table.view()["state"]
        assert (state["phase"], state["to_lay"], lying(state, "stones")) == ("move", None, wanted)
        assert len(lying(state, "statues")) == STATUES
        assert len(wanted) == STONES


def test_a_button_lays_anywhere_and_bots_lay_in_their_turn(browser: Browser, service: LiveService) -> None:
    with api_client(service.url) as api, Visitor(browser, service.url) as ana:
        seats = [{"name": "Ana"}, {"kind": "bot", "level": "random"}, {"kind": "bot", "level": "greedy"}]
        created = api.post("/v1/games", {"engine": "tchang", "seats": seats, "options": {**PLAYERS, "first_player": 0}})
        table = api.table(assert_ok(created, 201))
        ana.open_table(table, table.tokens[0])
        laid = 0
        while table.view()["state"]["phase"] == "lay":
            if ana.page.locator("[data-key=anywhere][data-legal]").count():
                before = table.view()["version"]
                ana.page.click("[data-key=anywhere]")
                ana.page.wait_for_function(
                    "before => Number(document.querySelector('[data-version]').dataset.version) > before", arg=before
                )
                laid += 1
            ana.page.wait_for_timeout(20)
        assert laid in (14, 15), "a third of 43"
        state = table.view()["state"]
        assert (len(state["statues"]), len(state["stones"]), state["turn"]) == (STATUES, STONES, 0)
