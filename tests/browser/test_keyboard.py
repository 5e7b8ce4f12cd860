"""A whole game with the keyboard alone: every stop of the Tab key is marked and has a name, and all can be done."""

import random
import time
from typing import Any

import pytest
from playwright.sync_api import Browser

from engines.registry import ENGINES
from tests.browser.visitors import ENDED, LEGAL, TIMEOUT, Visitor
from tests.support.http import LiveService, api_client, assert_ok

pytestmark = pytest.mark.browser
LONGEST_ROUND = 200
"""More presses of Tab than it takes to come back to where one was."""
LOOKS = 20
NO_MOUSE = """for (const kind of ["pointerdown", "mousedown", "touchstart"])
  addEventListener(kind, () => console.error(`not the keyboard: ${kind}`), true);"""
MISSED = """() => {
  lit = lit.filter((one) => one !== document.activeElement && one.matches("[data-legal]") && one.checkVisibility());
  return lit.map((one) => one.outerHTML.slice(0, 200));
}"""
CHOICE = f"{LEGAL}:not([data-key=concede])"
CHOICES = 5

# What has the focus, unless it is the page as a whole: whether it is what was looked for, and
# whether it looks other than its twin without the focus.
FOCUSED = """(wanted) => {
  const here = document.activeElement;
  if (!here || here === document.body || here.id === "page") return null;
  const look = (one) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, stroke, strokeWidth } = getComputedStyle(one);
    const outline = outlineStyle === "none" ? "" : outlineStyle + outlineWidth + outlineColor;
    return [outline, boxShadow, stroke === "none" ? "" : stroke + strokeWidth].join();
  };
  const looks = (whole) => [whole, ...whole.querySelectorAll("*")].map(look);
  const twin = here.cloneNode(true);
  here.after(twin);
  const [mine, plain] = [looks(here), looks(twin)];
  twin.remove();
  return {
    found: here.matches(wanted), html: here.outerHTML.slice(0, 200),
    marked: mine.some((one, number) => one !== plain[number]) && here.checkVisibility(),
  };
}"""


class Keyboard:
    """A visitor who presses keys and nothing else, and looks at what has the focus after each."""

    def __init__(self, visitor: Visitor) -> None:
        self.page = visitor.page
        self.page.add_init_script(NO_MOUSE)
        self.browser = visitor.context.new_cdp_session(self.page)

    def name(self) -> str:
        """What a screen reader calls what has the focus, as the browser works it out."""
        here: Any = self.browser.send("Runtime.evaluate", {"expression": "document.activeElement"})
        params = {"objectId": here["result"]["objectId"], "fetchRelatives": False}
        tree: Any = self.browser.send("Accessibility.getPartialAXTree", params)
        name: str = tree["nodes"][0].get("name", {}).get("value", "")
        return name.strip()

    def press(self, key: str, wanted: str = "*") -> Any:
        """What has the focus after this key, which is marked and named; None if nothing has it."""
        self.page.keyboard.press(key)
        for _ in range(LOOKS):  # the table may change between one look and the next
            focused: Any = self.page.evaluate(FOCUSED, wanted)
            if focused is None or (focused["marked"] and self.name()):
                return focused
            self.page.wait_for_timeout(50)
        raise AssertionError(f"nobody sees or hears that it has the focus: {focused}, called {self.name()!r}")

    def reach(self, wanted: str, *, further: int = 0, back: bool = False) -> bool:
        """Press Tab until such an element has the focus, or so many more of them."""
        for _ in range(LONGEST_ROUND):
            focused = self.press("Shift+Tab" if back else "Tab", wanted)
            if focused and focused["found"]:
                if further == 0:
                    return True
                further -= 1
        return False


def test_a_whole_game_with_the_keyboard_alone(browser: Browser, service: LiveService) -> None:
    with Visitor(browser, service.url) as ana:
        keys, dice = Keyboard(ana), random.Random(4)
        ana.go("/")
        ana.page.wait_for_selector('[data-key="tchang"] a.button')
        assert keys.reach('[data-key="tchang"] a.button')
        keys.press("Enter")
        set_up(ana, keys)
        play(ana, keys, dice)
        assert keys.reach(f"{ENDED} button")
        with api_client(service.url) as api:
            view = assert_ok(api.get(f"/v1/games/{ana.table}"))
        assert (view["status"], [seat.get("level") for seat in view["seats"]]) == ("finished", [None, "random"])


def test_the_first_link_skips_to_the_page_and_a_new_page_has_the_focus(browser: Browser, service: LiveService) -> None:
    focused = "document.activeElement.id"
    with Visitor(browser, service.url) as ana:
        ana.play_now("zoky")
        assert ana.page.evaluate(focused) == "page", "it is read from its beginning, and not from nowhere"
        ana.page.reload()
        ana.page.wait_for_selector(".bar")
        # A property and not an attribute: a bot's move draws the table again, which removes unknown attributes.
        ana.page.evaluate("document.querySelector('.column').same = true")
        assert Keyboard(ana).reach(".skip")
        ana.page.keyboard.press("Enter")
        ana.page.wait_for_function("() => location.hash")
        assert ana.page.evaluate(focused) == "page"
        ana.page.wait_for_timeout(300)
        assert ana.page.evaluate("document.querySelector('.column').same"), "it is still the same page"


def test_the_focus_comes_back_from_a_dialog(browser: Browser, service: LiveService) -> None:
    with api_client(service.url) as api, Visitor(browser, service.url) as ana:
        table = api.create("tokyo_poo_divers")
        seat = table.turn()
        ana.open_table(table, table.tokens[seat])
        for gone in (False, True):
            ana.page.focus(".bar button[accesskey]")
            ana.page.keyboard.press("Enter")
            ana.page.wait_for_selector("dialog[open]")
            if gone:  # the game ends, and there are no actions any more
                assert api.delete(table.path, token=table.host).status_code == 204
                ana.page.wait_for_selector(ENDED)
            ana.page.keyboard.press("Escape")
            ana.page.wait_for_selector("dialog", state="detached")
            here = ana.page.evaluate("document.activeElement.accessKey || document.activeElement.id")
            assert here == ("page" if gone else "a")


@pytest.mark.parametrize("slug", ENGINES)
def test_the_tab_key_comes_to_all_that_is_lit_and_out_again(browser: Browser, service: LiveService, slug: str) -> None:
    with Visitor(browser, service.url) as ana:
        ana.play_now(slug)
        keys, dice = Keyboard(ana), random.Random(1)
        for _ in range(CHOICES):
            ana.page.wait_for_selector(f"{LEGAL}, {ENDED}")
            if keys.reach(CHOICE, further=dice.randrange(3)):
                keys.press("Enter")
            if not ana.over():
                demand_a_round(ana, keys)


def demand_a_round(visitor: Visitor, keys: Keyboard) -> None:
    """Tab leads over the board to what is behind it, and to all that is lit and stays so."""
    visitor.page.evaluate("selector => { window.lit = [...document.querySelectorAll(selector)]; }", LEGAL)
    out, missed = False, ["?"]
    for _ in range(LONGEST_ROUND):
        focused = keys.press("Tab", ".bar button")
        out |= focused is not None and focused["found"]
        missed = visitor.page.evaluate(MISSED)
        if out and missed == []:
            return
    raise AssertionError(f"the focus does not come {'to' if out else 'out or to'} {missed}")


def set_up(visitor: Visitor, keys: Keyboard) -> None:
    """A table against a random bot."""
    visitor.page.wait_for_selector("form button.main")
    assert keys.reach("fieldset > button")
    keys.press("Space")
    visitor.page.wait_for_selector("select >> nth=1")
    assert keys.reach("fieldset .row:nth-of-type(2) select", back=True)
    keys.press("ArrowUp")  # from greedy to random
    assert keys.reach("form button.main", back=True)
    keys.press("Enter")
    visitor.page.wait_for_selector(".bar")


def play(visitor: Visitor, keys: Keyboard, dice: random.Random) -> None:
    """What lights up on the board, and what the list of all actions offers, by turns, to the end."""
    listed, touched, deadline = 0, 0, time.monotonic() + 4 * TIMEOUT
    while True:
        visitor.page.wait_for_selector(f".banner.mine, {ENDED}")  # out of turn, all one can do is give up
        if visitor.over():
            break
        assert time.monotonic() < deadline, visitor.page.inner_text("body")[:2000]
        if listed <= touched:
            listed += from_the_list(visitor, keys, dice)
        elif keys.reach(CHOICE, further=dice.randrange(2), back=dice.random() < 0.3):
            keys.press(dice.choice(["Enter", "Space"]))
            touched += 1
    assert listed > 0
    assert touched > 0


def from_the_list(visitor: Visitor, keys: Keyboard, dice: random.Random) -> bool:
    """Open the list of all actions, and choose one."""
    if not keys.reach(".bar button[accesskey]"):
        return False
    keys.press("Enter")
    visitor.page.wait_for_selector("dialog[open]")
    chosen = keys.reach("dialog .choices button", further=dice.randrange(2))
    keys.press("Enter" if chosen else "Escape")
    visitor.page.wait_for_selector("dialog", state="detached")
    return chosen
