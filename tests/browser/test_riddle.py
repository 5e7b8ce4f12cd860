"""The dragon's riddle on the page: seven real pieces, turned, flipped and dragged until they fill the silhouette."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator

from engines.tchang.riddle import SILHOUETTES, Placed, as_float
from tests.browser.visitors import DESKTOP, ENDED, PHONE, Visitor
from tests.games.tchang.solutions import SOLUTIONS, pieces_of
from tests.games.tchang.test_riddle_page import in_order
from tests.service.table.test_riddle import table_with_riddle
from tests.support.http import LiveService, api_client, assert_ok

pytestmark = pytest.mark.browser
BESIDE = 0.25  # from how far a piece finds its place, in units of the drawing
MIDDLE = """(piece) => {
  const ring = piece.querySelector("polygon"), seen = ring.getScreenCTM();
  const points = [...ring.points].map((one) => one.matrixTransform(seen));
  const mean = (axis) => points.reduce((sum, one) => sum + one[axis], 0) / points.length;
  return [mean("x"), mean("y"), seen.a];
}"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_it_is_solved_by_dragging(browser: Browser, service: LiveService, size: tuple[int, int]) -> None:
    with api_client(service.url) as api, Visitor(browser, service.url, size) as ana:
        table = table_with_riddle(api, seats=1)
        ana.open_table(table, table.tokens[0])
        ana.page.wait_for_selector("[data-riddle]")
        dragon = table.view()["state"]["exit"]["dragon"]
        name, solution = next(iter(SOLUTIONS[dragon].items()))
        figure = next(figure for figure in SILHOUETTES[dragon] if figure.name == name)
        button = ana.page.locator(".tc-figures button", has_text=name.replace("_", " "))
        if button.get_attribute("aria-pressed") == "false":
            button.click()
        used: Counter[str] = Counter()
        for piece in in_order(figure, pieces_of(solution)):
            lay(ana, piece, used[piece.piece], Random(used.total()))
            used[piece.piece] += 1
        ana.page.click(".tc-riddle button.main")
        ana.page.wait_for_selector(ENDED)
        with api_client(service.url) as again:
            view = assert_ok(again.get(table.path))
        assert (view["outcome"]["winners"], view["state"]["riddle"]["solved"]) == ([0], name)


def test_it_is_loaded_when_it_is_asked_and_the_page_says_so_if_that_fails(
    browser: Browser, service: LiveService
) -> None:
    with api_client(service.url) as api, Visitor(browser, service.url) as ana:
        loaded: list[str] = []
        ana.page.on("request", lambda request: loaded.append(request.url.rpartition("/")[2]))
        before = api.create("tchang", 2)
        ana.open_table(before, before.tokens[0])
        ana.page.wait_for_selector(".tc-table")
        assert "board.js" in loaded
        assert not {"riddle.js", "geometry.js"} & set(loaded)
        table = table_with_riddle(api, seats=1)
        ana.allowed = ["ERR_FAILED"]
        ana.page.route("**/riddle.js", lambda route: route.abort())
        ana.open_table(table, table.tokens[0])
        ana.page.wait_for_selector("text=The service does not answer just now")
        ana.page.unroute("**/riddle.js")
        ana.page.click("text=Load the page again")
        ana.page.wait_for_selector("[data-riddle]")


def lay(visitor: Visitor, wanted: Placed, number: int, dice: Random) -> None:
    """Turn and flip the n-th piece of this shape, and drag it beside its place."""
    keys = visitor.page.eval_on_selector_all(
        f"[data-piece={wanted.piece}]", "found => found.map((one) => one.dataset.key).sort()"
    )
    piece = visitor.page.locator(f'[data-riddle] [data-key="{keys[number]}"]')
    mouse = visitor.page.mouse
    visitor.page.locator("[data-riddle]").evaluate("drawing => drawing.scrollIntoView({block: 'start'})")
    for _ in range(20):
        now = placement_of(piece)
        x, y, scale = piece.evaluate(MIDDLE)
        if now["flip"] != wanted.flip:
            if "held" not in (piece.get_attribute("class") or ""):
                mouse.click(x, y)
            visitor.page.locator(".tc-riddle button", has_text="Flip").click()
            visitor.page.locator("[data-riddle]").evaluate("drawing => drawing.scrollIntoView({block: 'start'})")
        elif now["rotation"] != wanted.rotation:
            mouse.click(x, y)
        else:
            break
    now = placement_of(piece)
    x, y, scale = piece.evaluate(MIDDLE)
    far = [
        (as_float(there) - as_float(tuple(now[axis])) + dice.uniform(-BESIDE, BESIDE)) * scale
        for axis, there in (("x", wanted.x), ("y", wanted.y))
    ]
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + far[0] / 2, y + far[1] / 2, steps=4)
    mouse.move(x + far[0], y + far[1], steps=4)
    mouse.up()
    laid = placement_of(piece)
    assert (tuple(laid["x"]), tuple(laid["y"])) == (wanted.x, wanted.y), f"{wanted.piece} does not snap"


def placement_of(piece: Locator) -> Any:
    """Where a piece is, exactly."""
    return json.loads(piece.get_attribute("data-placed") or "")
