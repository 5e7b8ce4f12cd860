"""The pieces of T'Chang's riddle on the page: the engine's shapes, and corners that meet exactly."""

import subprocess
from random import Random
from typing import Any

import msgspec
import pytest

from engines.tchang.content import PIECES, SHAPES
from engines.tchang.riddle import SILHOUETTES, Placed, Silhouette, as_float, corners, match
from tests.engines.tchang.solutions import SOLUTIONS
from tests.engines.tchang.tracing import pieces_of
from tests.support.running import ROOT

pytestmark = pytest.mark.browser
RIDDLE = ROOT / "web" / "games" / "tchang" / "geometry.js"
FIGURES = [(dragon, figure) for dragon, figures in SILHOUETTES.items() for figure in figures]
BESIDE = 0.4  # from how far a piece must find its place


def asked(program: str, given: Any) -> Any:
    """What the function `answer` of a program says to this; the program knows the page's module as `riddle`."""
    loaded = f'import * as riddle from "{RIDDLE}"; import {{ text }} from "node:stream/consumers";'
    printed = "console.log(JSON.stringify(answer(JSON.parse(await text(process.stdin)))));"
    command = ["node", "--input-type=module", "--eval", f"{loaded}\n{program}\n{printed}"]
    done = subprocess.run(command, input=msgspec.json.encode(given), capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr.decode()[:3000]
    return msgspec.json.decode(done.stdout)


def test_the_page_turns_and_flips_pieces_as_the_engine_does() -> None:
    placed = [
        Placed(kind, (3, -2), (-1, 5), turn, flip) for kind in SHAPES for turn in range(8) for flip in (True, False)
    ]
    drawn = asked("const answer = (given) => given.map(riddle.corners);", placed)
    for piece, ring in zip(placed, drawn, strict=True):
        assert {(tuple(x), tuple(y)) for x, y in ring} == set(corners(piece)), piece


def test_pieces_that_are_dropped_beside_their_places_fill_each_figure_exactly() -> None:
    program = """const answer = (given) => given.map(({ figure, drops }) => {
      const laid = [];
      for (const [piece, place] of drops) laid.push(riddle.laid(figure, laid, piece, place, 2).piece);
      return { laid, inside: laid.filter((piece) => riddle.inside(figure, piece)).length };
    });"""
    dice = Random(7)
    drops = [dropped(figure, pieces_of(SOLUTIONS[dragon][figure.name]), dice) for dragon, figure in FIGURES]
    for (_, figure), answer in zip(FIGURES, asked(program, drops), strict=True):
        assert match([figure], msgspec.convert(answer["laid"], list[Placed])) == figure
        assert answer["inside"] == PIECES


def dropped(figure: Silhouette, pieces: list[Placed], dice: Random) -> dict[str, Any]:
    """Each piece as it comes, and a place beside the one where it belongs."""
    order = in_order(figure, pieces)
    away = [Placed(piece.piece, (0, 0), (0, 0), piece.rotation, piece.flip) for piece in order]
    places = [[as_float(number) + dice.uniform(-BESIDE, BESIDE) for number in (piece.x, piece.y)] for piece in order]
    return {"figure": figure, "drops": list(zip(away, places, strict=True))}


def in_order(figure: Silhouette, pieces: list[Placed]) -> list[Placed]:
    """The pieces in an order in which each has a corner to meet: one of the figure, or of a piece before it."""
    known = {corner for outline in figure.outlines for corner in outline}
    order: list[Placed] = []
    while len(order) < len(pieces):
        piece = next(piece for piece in pieces if piece not in order and known & set(corners(piece)))
        order.append(piece)
        known |= set(corners(piece))
    return order
