"""The tables in the browser: together, in turns, watched, reloaded, cut off, and seen again."""

import random

import pytest
from playwright.sync_api import Browser, Route

from engines.registry import ENGINES
from tests.browser.visitors import ENDED, LEGAL, PHONE, Visitor
from tests.support.finished import play_out
from tests.support.http import LiveService, api_client, assert_ok, play_to_the_end
from tests.support.phases import store_client

pytestmark = pytest.mark.browser


def test_two_browsers_at_one_table(browser: Browser, service: LiveService) -> None:
    with Visitor(browser, service.url) as ana, Visitor(browser, service.url, PHONE) as ben:
        ana.go("/new/zoky")
        ana.page.fill("input >> nth=0", "Ana")
        ana.page.select_option("select >> nth=1", "open")
        ana.page.click("button.main")
        ana.page.wait_for_selector("text=waits for players")
        ben.go(ana.page.url)
        ben.page.fill("label input", "Ben")
        ben.page.click("text=Take seat 2")
        dice = random.Random(3)
        for visitor in (ana, ben):
            visitor.page.wait_for_selector(f"{LEGAL}, .seat-box.awaited")
        for _ in range(2000):
            if ana.over() and ben.over():
                break
            if not any([ana.touch_something_legal(dice), ben.touch_something_legal(dice)]):
                ana.page.wait_for_timeout(40)
        for visitor in (ana, ben):
            assert visitor.over(), [one.page.inner_text(".board") for one in (ana, ben) if not one.over()]
        assert ana.page.inner_text(".seats") == ben.page.inner_text(".seats").replace("Ben (You)", "Ben").replace(
            "Ana", "Ana (You)"
        )
        tokens = [visitor.page.evaluate("localStorage['ludotheque.tables']") for visitor in (ana, ben)]
        assert "host" in tokens[0]
        assert "host" not in tokens[1], "an invitation carries nobody's token"


@pytest.mark.parametrize(("slug", "most"), [("zoky", 1000), ("dragon_fights", 12)])
def test_two_players_on_one_device_do_not_see_each_others_secrets(
    browser: Browser, service: LiveService, slug: str, most: int
) -> None:
    """The shorter game to its end; the other, in which both choose at once, for so many handovers."""
    with Visitor(browser, service.url, PHONE) as both:
        both.go(f"/new/{slug}")
        both.page.fill("input >> nth=0", "Ana")
        both.page.select_option("select >> nth=1", "device")
        both.page.fill("input >> nth=1", "Ben")
        both.page.click("button.main")
        both.page.wait_for_selector(".bar")
        dice = random.Random(5)
        handovers = 0
        for _ in range(3000):
            if both.over() or handovers == most:
                break
            handover = both.page.query_selector(".handover button")
            if handover:
                handovers += 1
                behind = both.page.content()
                assert "data-legal" not in behind
                assert "log-" not in behind, "the log of the last player may tell what only they know"
                assert both.page.inner_text("#announcements") == "", "and so may what was read aloud"
                handover.click()
                both.page.wait_for_selector(".board")
            elif not both.touch_something_legal(dice):
                both.page.wait_for_timeout(40)
        assert both.over() or handovers == most
        assert handovers > 2


def test_a_spectator_watches_and_touches_nothing(browser: Browser, service: LiveService) -> None:
    with api_client(service.url) as api, Visitor(browser, service.url) as spectator:
        table = api.create("tokyo_poo_divers", public=True)
        spectator.go("/")
        spectator.page.click(f'a[href="/table/{table.id}"]')
        spectator.page.wait_for_selector("text=You are watching")
        assert spectator.page.query_selector(LEGAL) is None
        play_to_the_end(table)
        spectator.page.wait_for_selector(ENDED)
        assert not [sent for sent in spectator.sent if "authorization" in sent]


@pytest.mark.parametrize("slug", ENGINES)
def test_a_reload_in_the_middle_changes_nothing(browser: Browser, service: LiveService, slug: str) -> None:
    with Visitor(browser, service.url) as ana:
        ana.play_now(slug)
        dice = random.Random(11)
        for _ in range(6):
            if not ana.over():
                ana.page.wait_for_selector(f"{LEGAL}, {ENDED}")
                ana.touch_something_legal(dice)
        ana.page.reload()
        ana.page.wait_for_selector(".bar")
        if not ana.over():
            ana.page.wait_for_selector(f"{LEGAL}, {ENDED}")
        assert ana.page.query_selector_all(".log li"), "the log is there again"


def test_a_restart_of_the_service_in_the_middle_mends_itself(browser: Browser, service: LiveService) -> None:
    with Visitor(browser, service.url) as ana:
        ana.allowed = [
            "ERR_CONNECTION_REFUSED",
            "ERR_EMPTY_RESPONSE",
            "ERR_INCOMPLETE_CHUNKED",
            "503",
            "ERR_CONNECTION_RESET",
        ]
        ana.play_now("tokyo_poo_divers")
        ana.page.wait_for_selector(LEGAL)
        service.stop()
        ana.page.wait_for_selector("text=The connection is lost")
        service.restart()
        ana.play_on(random.Random(2))
        assert "The connection is lost" not in ana.page.inner_text("body")


@pytest.mark.parametrize("changed", [False, True], ids=["overtaken", "wrong"])
def test_an_error_is_shown_and_is_no_fault_if_somebody_was_quicker(
    browser: Browser, service: LiveService, changed: bool
) -> None:
    """The same seat acts elsewhere while a click is on its way; or the click itself asks for what is not legal."""
    with api_client(service.url) as api, Visitor(browser, service.url) as ana:
        table = api.create("dragon_fights")
        ana.open_table(table, table.tokens[0])

        def meanwhile(route: Route) -> None:
            if changed:
                route.continue_(post_data={"type": "take"})
            else:
                assert_ok(table.act(0, {"type": "gesture", "gesture": "rock"}))
                route.continue_()

        ana.page.route("**/actions*", meanwhile, times=1)
        ana.page.click(LEGAL)
        ana.page.wait_for_selector("#toast p")
        ana.page.wait_for_function("Promise.allSettled(window.responses).then(() => true)")
        assert (ana.overtaken, len(ana.faults)) == ((0, 2) if changed else (1, 1)), ana.faults
        assert ("has changed meanwhile" in ana.page.inner_text("#toast")) != changed
        ana.allowed = ["409", "not legal"] if changed else []


@pytest.mark.parametrize("legal", [True, False], ids=["still legal", "not any more"])
def test_a_click_on_an_older_table_counts_if_it_still_can(browser: Browser, service: LiveService, legal: bool) -> None:
    """While it is on its way, another player leaves, which changes nothing here; or the same was done elsewhere."""
    with api_client(service.url) as api, Visitor(browser, service.url) as ana:
        table = api.create("tokyo_poo_divers", 2)
        seat = table.turn()
        ana.open_table(table, table.tokens[seat])

        def meanwhile(route: Route) -> None:
            if legal:
                left = table.api.delete(f"{table.path}/seats/{1 - seat}", token=table.tokens[1 - seat])
                assert left.status_code == 204
            else:
                assert_ok(table.act(seat, route.request.post_data_json))
            route.continue_()

        ana.page.route("**/actions*", meanwhile, times=1)
        ana.page.click(".bar button[accesskey]")
        ana.page.click("dialog .choices button >> nth=0")
        if legal:
            ana.page.wait_for_function("() => window.responses.length === 2")
        else:
            ana.page.wait_for_selector("#toast >> text=so nothing was done")
        ana.page.wait_for_selector(".quiet-line", state="hidden")
        statuses = ana.page.evaluate("Promise.all(window.responses).then((all) => all.map(({ status }) => status))")
        assert statuses == ([412, 200] if legal else [412])
        assert bool(ana.page.query_selector("#toast p")) != legal


def test_what_is_put_together_stays_while_others_do_something_else(browser: Browser, service: LiveService) -> None:
    with api_client(service.url) as api, Visitor(browser, service.url) as ana:
        table = api.create("tchang", 2)
        seat = table.turn()
        ana.open_table(table, table.tokens[seat])
        ana.page.click(".tc-lit[data-legal]")
        ana.page.wait_for_selector("[data-key=walk]")
        assert_ok(table.act(1 - seat, {"type": "concede"}))
        ana.page.wait_for_selector(f'[data-version="{table.view()["version"]}"]')
        ana.page.click("[data-key=walk]")
        ana.page.wait_for_selector("[data-key=walk]", state="detached")
        assert "moved" in [event["type"] for event in table.events()]


def test_a_late_response_does_not_draw_over_the_next_page(browser: Browser, service: LiveService) -> None:
    with api_client(service.url) as api, Visitor(browser, service.url) as ana:
        table = api.create("tokyo_poo_divers")
        ana.open_table(table, table.tokens[table.turn()])
        pending: list[Route] = []
        ana.page.route("**/actions*", lambda route: pending.append(route), times=1)
        ana.page.click(".bar button[accesskey]")
        ana.page.click("dialog .choices button >> nth=0")
        ana.page.wait_for_selector("text=Sent…")
        ana.page.click(".top a")
        ana.page.wait_for_selector(".games")
        pending[0].continue_()
        ana.page.wait_for_function("() => Promise.all(window.responses).then(() => true)")
        ana.page.wait_for_timeout(300)
        assert ana.page.query_selector(".games")
        assert ana.page.query_selector(".bar") is None


def test_a_page_knows_only_what_its_own_token_may_know(browser: Browser, service: LiveService) -> None:
    with Visitor(browser, service.url) as ana:
        ana.play_now("tapecho")
        ana.play_on(random.Random(9), until=lambda: len(ana.sent) > 60 or ana.over())
        mine = ana.page.evaluate("JSON.parse(localStorage['ludotheque.tables'])[0].tokens[0].token")
        assert {sent.get("authorization") for sent in ana.sent} <= {None, f"Bearer {mine}"}
        with api_client(service.url) as api:
            view = assert_ok(api.get(f"/v1/games/{ana.table}", token=mine))
        for suitor in view["state"]["seats"]:
            assert suitor["seat"] == view["viewer"] or suitor["hand"] is None or suitor["open_hand"]


def test_what_was_finished_can_be_seen_again_and_checked(browser: Browser, service: LiveService) -> None:
    with Visitor(browser, service.url) as ana:
        ana.play_now("tokyo_poo_divers")
        left = iter(range(5))
        ana.play_on(random.Random(6), until=lambda: next(left, None) is None)
        with store_client(service) as api:
            play_out(api.app.extensions["tables"], ana.table, 6)
        ana.page.route("**/reducer.js", lambda route: route.abort())
        ana.allowed = ["ERR_FAILED"]
        ana.page.click("text=See it again")
        ana.page.wait_for_selector("text=The service does not answer just now")
        ana.page.unroute("**/reducer.js")
        ana.page.reload()
        ana.page.click("text=See it again")
        steps = int(ana.page.get_attribute("input[type=range]", "max") or 0)
        assert steps > 5
        boards = {ana.page.inner_html(".board > :not(.ending)")}
        for step in range(1, 6):
            ana.page.click("text=One step on")
            ana.page.wait_for_selector(f"label >> text=Step {step} of {steps}")
            boards.add(ana.page.inner_html(".board > :not(.ending)"))
        assert len(boards) > 1
        ana.page.click("text=To the end")
        ana.page.click("text=Check the shuffle")
        ana.page.wait_for_selector("dialog li >> text=✓")
        lines = ana.page.inner_text("dialog").splitlines()
        assert len([line for line in lines if line.startswith("✓")]) >= 5
        assert not [line for line in lines if line.startswith("✗")]
        ana.page.keyboard.press("Escape")
        ana.page.click("text=Play again")
        ana.page.wait_for_selector(f".seat-box.awaited, {LEGAL}")
        assert not ana.over()


@pytest.mark.parametrize("path", ["/", "/new/zoky"])
def test_bots_leave_people_time_to_follow(browser: Browser, service: LiveService, path: str) -> None:
    """At a table against bots, however it was created."""
    with Visitor(browser, service.url, bots_wait=True) as ana, api_client(service.url) as api:
        ana.go(path)
        ana.page.click('[data-key="zoky"] button.main' if path == "/" else "button.main")
        ana.page.wait_for_selector(".bar")
        view = assert_ok(api.get(f"/v1/games/{ana.page.url.rpartition('/')[2]}"))
        assert any(seat["kind"] == "bot" for seat in view["seats"])
        assert view["bot_pace"] == 0.6
