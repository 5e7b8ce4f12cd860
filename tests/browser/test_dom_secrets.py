"""What other seats know is nowhere in a player's browser: not on the page, not in its responses, not in its storage."""

import json
import random
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from html import unescape
from typing import Any

import pytest
from playwright.sync_api import Browser

from engines.chance import Chance
from engines.registry import ENGINES
from tests.browser.visitors import TIMEOUT, Visitor
from tests.support.http import Json, LiveService, Table, api_client, random_action
from tests.support.running import wait_for
from tests.support.tables import seed_of

pytestmark = pytest.mark.browser
ME = 0
MOVES = 20
WITH_NAMES = ("tapecho",)
"""Games whose hidden cards have names that can be looked for in a text. Zoky's table lists all Lieutenants in the game
for everybody, so their names tell nothing there; the data that the page receives is compared as in every game.
"""
OPEN_TO_ALL = ("tchang",)
"""Games in which every seat knows the same."""
TELLING = re.compile(r"[A-ZÀ-Ý ]")
"""What a name has, and a word of the code has not: that one may stand on a page for other reasons."""

# All data that the page receives is recorded, and nothing can come in another way.
LISTEN = """
window.came = [];
const plain = window.fetch;
window.fetch = async (...parameters) => {
  const response = await plain(...parameters);
  const one = { path: new URL(response.url).pathname, text: "" };
  window.came.push(one);
  const parts = response.clone().body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => { for (let part; parts && !(part = await parts.read()).done;) one.text += part.value; };
  read().catch(() => {});
  return response;
};
for (const way of ["EventSource", "WebSocket", "XMLHttpRequest"]) window[way] = undefined;
"""
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
ALL = """() => ({
  came, html: document.documentElement.outerHTML,
  stored: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
})"""
ASK = "([path, token]) => fetch(path, { headers: { Authorization: `Bearer ${token}` } }).then((one) => one.json())"
FAULTS = [
    f"(other) => ({ASK})(other).then(() => {DRAWN})",
    f"(other) => ({ASK})(other).then(({{ state }}) => {{ document.title = state.seats[1].hand[0].name; came.pop(); }})",
    "([path, token]) => { document.body.dataset.token = token; }",
]
"""What a page might do wrong: ask as another seat, show what that seat knows, keep its token."""


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value that has no parts, and where it is."""
    if isinstance(value, dict | list):
        for name, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(part, (*path, name))
    else:
        yield path, value


def texts_in(value: Any) -> set[str]:
    """Every text in it."""
    return {leaf for _, leaf in leaves(value) if isinstance(leaf, str)}


def beyond(theirs: Any, mine: Any) -> int:
    """How many values are in theirs, and not in mine at the same place."""
    known = dict(leaves(mine))
    return sum(value is not None and known.get(path) != value for path, value in leaves(theirs))


class Spy:
    """Knows all seats of a table, and looks whether the browser of one knows more than it may."""

    def __init__(self, visitor: Visitor, table: Table) -> None:
        self.visitor, self.table = visitor, table
        self.others = [seat for seat in table.tokens if seat != ME]
        self.views: dict[int, Json] = {}
        self.known: set[str] = set()
        self.hidden = self.named = 0

    def look(self) -> None:
        """Once the page has drawn the newest view: it has what this seat may know, and nothing else."""
        view = self._read()
        if view["status"] != "active":  # at the end all may be shown
            return
        wait_for(lambda: self._newest() >= view["version"], timeout=60)
        self.visitor.page.evaluate(DRAWN)
        log = self.table.events(ME)
        secret: set[str] = set()
        for seat in self.others:
            theirs, events = self.table.view(seat), self.table.events(seat)
            self.hidden += beyond(theirs["state"], view["state"]) + beyond(events, log)
            secret |= texts_in(theirs["state"]) | texts_in(events)
        page = Page(self.visitor, self.table)
        self._read()  # after the page: what has been shown to all by now is no secret any more
        self._assert_no_secret(page, secret - self.known)

    def _read(self) -> Json:
        """The view of this seat, by which it comes to know more."""
        view, self.log = self.table.view(ME, params={"include": "actions"}), self.table.events(ME)
        self.views[view["version"]] = view["state"]
        self.known |= texts_in(view) | texts_in(self.log)
        return view

    def _newest(self) -> int:
        """The version of the newest view that came."""
        return max((view["version"] for view in Page(self.visitor, self.table).views), default=0)

    def _assert_no_secret(self, page: "Page", secret: set[str]) -> None:
        names = {one for one in secret if TELLING.search(one) and not any(one in known for known in self.known)}
        tokens = [self.table.host, *(self.table.tokens[seat] for seat in self.others)]
        assert [one for one in [*tokens, *names] if one in page.text] == []
        assert secret & texts_in(page.values) == set()
        self.named += len(names)
        for view in page.views:
            assert view["viewer"] == ME
            if view["version"] in self.views:
                assert view["state"] == self.views[view["version"]]
        assert [event for event in page.events if event != self.log[event["seq"] - 1]] == []


class Page:
    """All there is in the browser now: what it shows, what it keeps, and what came for this table."""

    def __init__(self, visitor: Visitor, table: Table) -> None:
        content: Any = visitor.page.evaluate(ALL)
        came = [one["text"] for one in content["came"] if one["path"].startswith(table.path)]
        self.text = "\n".join([unescape(content["html"]), content["stored"], *came])
        self.values = [values for text in came for values in parse_bodies(text)]
        shown = [view for values in self.values for view in (values, values.get("game") or {})]
        self.views: list[Json] = [view for view in shown if "viewer" in view and "state" in view]
        self.events: list[Json] = [
            event for values in self.values for event in values.get("events", [values] if "seq" in values else [])
        ]


def parse_bodies(text: str) -> Iterator[Json]:
    """The JSON of a response, or of each event of a stream. What is still on its way is left for the next look."""
    events = re.findall(r"^data: ?(.*)\n", text, re.M)
    for one in events or [text]:
        with suppress(ValueError):
            yield json.loads(one)


def play(visitor: Visitor, table: Table) -> Spy:
    """One seat by clicking, the others over HTTP, until there was something to hide, with a look after each move."""
    spy, dice, touches = Spy(visitor, table), Chance(seed_of(1)), random.Random(1)
    open_to_all = table.view()["engine"] in OPEN_TO_ALL
    deadline = time.monotonic() + 4 * TIMEOUT
    while True:
        view = table.view(ME)
        if view["version"] not in spy.views:
            spy.look()
        if view["status"] != "active" or (view["version"] > MOVES and (spy.hidden or open_to_all)):
            return spy
        assert time.monotonic() < deadline, visitor.page.inner_text("body")[:2000]
        others = [seat for seat in view["awaiting"] if seat != ME]
        if others and (ME not in view["awaiting"] or dice.below(2)):
            seat = dice.choice(others)
            actions = table.legal(seat)
            looks = [action for action in actions if action["type"] == "peek"]
            if actions:  # what was clicked on may be done only now, so that this is rejected
                assert table.act(seat, random_action(looks or actions, dice)).status_code in (200, 409, 422)
        elif not visitor.touch_something_legal(touches):
            visitor.page.wait_for_timeout(40)


@pytest.mark.parametrize("slug", ENGINES)
def test_a_browser_has_nothing_that_only_other_seats_may_know(
    browser: Browser, service: LiveService, slug: str
) -> None:
    with api_client(service.url) as api, Visitor(browser, service.url) as ana:
        table = api.create(slug, seats=max(2, ENGINES[slug].players.min))
        ana.page.add_init_script(LISTEN)
        ana.open_table(table, table.tokens[ME])
        spy = play(ana, table)
        assert (spy.hidden > 0) == (slug not in OPEN_TO_ALL)
        assert (spy.named > 0) == (slug in WITH_NAMES)
        assert len(spy.views) > 3


def test_this_notices_a_browser_that_asks_for_another_seat(browser: Browser, service: LiveService) -> None:
    with api_client(service.url) as api, Visitor(browser, service.url) as ana:
        table = api.create("tapecho")
        ana.page.add_init_script(LISTEN)
        ana.open_table(table, table.tokens[ME])
        for fault in FAULTS:
            spy = Spy(ana, table)
            spy.look()
            ana.page.evaluate(fault, [table.path, table.tokens[1]])
            with pytest.raises(AssertionError):
                spy.look()
            ana.page.reload()
            ana.page.wait_for_selector(".bar")
