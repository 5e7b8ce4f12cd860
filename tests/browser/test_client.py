"""The client in a real page, from another origin: reloaded, crashed and killed, it has exactly the log at the end."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Error, Page

from tests.browser.pages import TIMEOUT, Browser, Site, browsing
from tests.support.fault_proxy import HELD, FaultProxy
from tests.support.http import LiveService, Table, api_client, assert_ok
from tests.support.running import wait_for
from tests.support.tcp_forwarder import TcpForwarder

pytestmark = pytest.mark.browser
PAGE = Path(__file__).with_name("player.html")
FILES = ("clients/javascript", "tests/clients/javascript/programs")
ENDS = ("reloaded", "closed", "crashed", "reloaded", "crashed", "closed", "killed", "reloaded", "closed", "crashed") * 2


def restart(browser: Browser, page: Page, how: str, url: str) -> Page:
    """The page again, after its life has ended in this way."""
    if how == "reloaded":
        page.reload()
        return page
    if how == "killed":
        browser.kill()
    elif how == "crashed":
        with page.expect_event("crash", timeout=TIMEOUT), suppress(Error):
            page.goto("chrome://crash")
    if how != "killed":
        page.close()
    page = browser.context.new_page()
    page.goto(url)
    return page


@pytest.fixture
def service(tmp_path: Path) -> Iterator[LiveService]:
    with LiveService(tmp_path / "service", BOTS="1", BOT_SECONDS="0.02") as running:
        yield running


@pytest.fixture
def table(service: LiveService) -> Iterator[Table]:
    """A game against a bot in which the page plays seat 0."""
    seats = [{"name": "Ana"}, {"kind": "bot", "level": "greedy"}]
    with api_client(service.url) as api:
        yield api.table(assert_ok(api.post("/v1/games", {"engine": "dragon_fights", "seats": seats}), 201))


def address(site: Site, target: FaultProxy | TcpForwarder, table: Table) -> str:
    """Where the page is, with all it has to know."""
    args = {"url": target.url, "id": table.id, "token": table.tokens[0]}
    return f"{site.url}/#{quote(json.dumps(args), safe='')}"


def check_log(page: Page, proxy: FaultProxy, table: Table) -> None:
    """When the game is over, the page has got its log, and each of its decisions was done once."""
    page.wait_for_function("document.title === 'over'", timeout=TIMEOUT)
    stored = page.evaluate("({ ...localStorage })")
    log, record = table.events(0), assert_ok(table.api.get(f"{table.path}/record"))
    assert [json.loads(stored[f"event {event['seq']}"]) for event in log] == log
    assert int(stored["after"]) == len(log) == sum(name.startswith("event ") for name in stored)
    assert json.loads(stored["wrong"]) == []
    assert json.loads(stored["seat"])["token"] == table.tokens[0], "all it knows is in localStorage"
    assert "decision" not in stored
    done = [action for action in record["actions"] if action["seat"] == 0]
    assert len(done) == len(proxy.processed) == sum(proxy.processed.values())


def test_a_page_that_ends_twenty_times_has_exactly_the_log_and_no_action_twice(
    service: LiveService, table: Table, tmp_path: Path
) -> None:
    with FaultProxy(service.port) as proxy, Site(PAGE, *FILES) as site, browsing(tmp_path / "profile") as browser:
        url = address(site, proxy, table)
        page = browser.context.new_page()
        page.goto(url)
        for life, how in enumerate(ENDS):
            lost, acted = proxy.lost, len(proxy.matching("POST", "/actions"))
            if life % 3 == 0:  # the service does it, and the page never learns of it
                proxy.inject("POST", "/actions", HELD)
                wait_for(lambda lost=lost: proxy.lost > lost, timeout=120)
            else:
                wait_for(lambda acted=acted: len(proxy.matching("POST", "/actions")) > acted, timeout=120)
            assert page.title() != "over", "it ends while it plays"
            page = restart(browser, page, how, url)
        check_log(page, proxy, table)
    assert len(ENDS) == 20


def test_a_page_without_a_network_waits_and_comes_back(service: LiveService, table: Table, tmp_path: Path) -> None:
    with (
        FaultProxy(service.port) as proxy,
        TcpForwarder(proxy.server_port) as forwarder,
        Site(PAGE, *FILES) as site,
        browsing(tmp_path / "profile") as browser,
    ):
        page = browser.context.new_page()
        page.goto(address(site, forwarder, table))
        for _ in range(3):
            page.wait_for_function("document.title === 'live'", timeout=TIMEOUT)
            browser.context.set_offline(True)
            forwarder.cut()
            page.wait_for_function("document.title === 'waiting'", timeout=TIMEOUT)
            browser.context.set_offline(False)
        check_log(page, proxy, table)
