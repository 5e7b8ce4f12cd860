"""People in a real browser: they click, type and look, and nothing goes wrong behind their backs."""

import json
import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Error, Page, sync_playwright

from tests.browser.browsers import FLAGS, executable
from tests.support.http import Table
from tests.support.running import ROOT

DESKTOP, PHONE = (1280, 860), (360, 740)
TIMEOUT = 60.0
LEGAL = "[data-legal]"
ENDED = ".ending"
CHOSEN = """(dice) => {
  window.widest = Math.max(window.widest ?? 0, document.documentElement.scrollWidth - innerWidth);
  const all = [...document.querySelectorAll("[data-legal]:not([data-key=concede])")];
  const lit = all.filter((one) => one.checkVisibility());
  return lit[Math.floor(dice * lit.length)] ?? null;
}"""
RECORD_CONFLICTS = """
const send = window.fetch;
window.responses = [];
window.fetch = (address, options) => {
  const response = sendAndLog(address, options);
  if (options?.method === "POST") responses.push(response);
  return response;
};
async function sendAndLog(address, options) {
  const drawn = document.querySelector("[data-version]")?.dataset.version;
  const response = await send(address, options);
  const [game, acted] = String(address).split("/actions");
  if ([409, 412].includes(response.status) && acted !== undefined) {
    const { version, detail } = await response.clone().json();
    console.info("conflict", drawn, version ?? (await (await send(game)).json()).version, detail);
  }
  return response;
}
"""
"""Logs each conflict: the version on the page when the action was sent, and the one it was checked against."""
WITHOUT_PACE = """
const sendAtOnce = window.fetch;
window.fetch = (address, options) => {
  const creates = options?.method === "POST" && new URL(address, location).pathname === "/v1/games";
  const body = creates ? JSON.stringify({ ...JSON.parse(options.body), bot_pace: 0 }) : options?.body;
  return sendAtOnce(address, creates ? { ...options, body } : options);
};
"""
"""Creates tables at which bots act at once: whole games would take minutes otherwise."""
CONFLICT = re.compile(r"the server responded with a status of (409|412)")
AXE = ROOT / "tests" / "clients" / "node" / "node_modules" / "axe-core" / "axe.min.js"


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of this machine."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable(), args=[flag for flag in FLAGS if flag != "--headless"]
        )
        try:
            yield browser
        finally:
            browser.close()


class Visitor:
    """Somebody with a browser of their own: nothing is shared with other visitors. At the tables that they create bots
    act at once, unless the test is about the time that bots leave people.
    """

    def __init__(
        self, browser: Browser, url: str, size: tuple[int, int] = DESKTOP, *, bots_wait: bool = False, **context: Any
    ) -> None:
        width, height = size
        viewport: Any = {"width": width, "height": height}
        settings = {"reduced_motion": "reduce", "has_touch": width < 500, **context}
        self.context = browser.new_context(viewport=viewport, base_url=url, **settings)
        self.context.set_default_timeout(TIMEOUT * 1000)
        self.faults: list[str] = []
        self.allowed: list[str] = []
        self.overtaken = 0
        """How often another player was quicker: what the page offered was legal, until it arrived."""
        self.sent: list[dict[str, str]] = []
        self.received = 0
        self.url = url
        self.page: Page = self.context.new_page()
        self.page.add_init_script(RECORD_CONFLICTS)
        if not bots_wait:
            self.page.add_init_script(WITHOUT_PACE)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("request", self._request)
        self.page.on("response", self._response)

    def __enter__(self) -> "Visitor":
        return self

    def __exit__(self, *failure: object) -> None:
        overflow = 0
        if not self.page.is_closed():
            self.page.evaluate("Promise.allSettled(window.responses ?? []).then(() => {})")
            self.page.evaluate(CHOSEN, 0)
            overflow = self.page.evaluate("widest")
        self.context.close()
        if failure[0] is None:
            faults = [one for one in self.faults if not any(text in one for text in self.allowed)]
            for conflict in [one for one in faults if CONFLICT.search(one)][: self.overtaken]:
                faults.remove(conflict)
            assert not faults, faults
            assert overflow <= 0, f"the page is {overflow} pixels too wide"

    def _console(self, message: Any) -> None:
        if message.text.startswith("conflict "):
            _, drawn, version, detail = message.text.split(" ", 3)
            if int(version) > int(drawn):
                self.overtaken += 1
            else:
                self.faults.append(f"the page has offered what is not legal: {detail}")
        elif message.type in ("error", "warning"):
            self.faults.append(f"{message.type}: {message.text}")

    def _request(self, request: Any) -> None:
        self.sent.append(request.headers)
        if urlsplit(request.url).netloc != urlsplit(self.url).netloc:
            self.faults.append(f"another host: {request.url}")

    def _response(self, response: Any) -> None:
        if not urlsplit(response.url).path.startswith("/v1/"):
            self.received += int(response.headers.get("content-length", 0))

    def go(self, path: str) -> None:
        """Open an address."""
        self.page.goto(path)

    def play_now(self, slug: str) -> None:
        """From the landing page to a table against bots, in one click."""
        self.go("/")
        self.page.click(f'[data-key="{slug}"] button.main')
        self.page.wait_for_selector(".bar")

    def open_table(self, table: Table, *tokens: str) -> None:
        """At a table that was set up elsewhere, with these tokens."""
        saved = [{"token": token, "name": "Ana"} for token in tokens]
        tables = [{"id": table.id, "engine": table.view()["engine"], "tokens": saved, "at": 1}]
        self.go("/")
        self.page.evaluate("text => localStorage.setItem('ludotheque.tables', text)", json.dumps(tables))
        self.go(f"/table/{table.id}")
        self.page.wait_for_selector(".bar")

    def found_by_axe(self) -> list[str]:
        """What axe-core finds on the page that is serious. The page's policy would block the script as an element."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        result: Any = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        serious = [one for one in result["violations"] if one["impact"] in ("serious", "critical")]
        return [f"{one['id']}: {node['html'][:200]} {node['any'][:1]}" for one in serious for node in one["nodes"][:3]]

    @property
    def table(self) -> str:
        """The id of the table this visitor is at."""
        return urlsplit(self.page.url).path.rpartition("/")[2]

    def over(self) -> bool:
        """Whether the game is over and the page says so."""
        return self.page.query_selector(ENDED) is not None

    def touch_something_legal(self, dice: random.Random) -> bool:
        """Click on one of the things that light up, as a mouse does, but do not give up; False if there is none now."""
        try:
            lit = self.page.evaluate_handle(CHOSEN, dice.random()).as_element()
            if lit is not None:
                lit.click(timeout=2000)
        except Error:  # the table has changed meanwhile
            return False
        return lit is not None

    def play_on(self, dice: random.Random, until: Callable[[], bool] | None = None, most: int = 4000) -> None:
        """Touch what lights up until the game is over, or until this."""
        until, deadline = until or self.over, time.monotonic() + 4 * TIMEOUT
        for _ in range(most):
            if until():
                return
            assert time.monotonic() < deadline, f"it does not end: {self.page.inner_text('body')[:2000]}"
            if not self.touch_something_legal(dice):
                self.page.wait_for_timeout(40)
        raise AssertionError("it does not end")
