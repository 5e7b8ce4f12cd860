"""The pieces of T'Chang's riddle on the page: the engine's shapes, and corners that meet exactly."""

from random import Random
from typing import Any

import msgspec
import pytest

from engines.tchang.content import PIECES, SHAPES
from engines.tchang.riddle import SILHOUETTES, Placed, Silhouette, as_float, corners, match
from tests.games.tchang.solutions import SOLUTIONS, pieces_of
from tests.support.node import node_output
from tests.support.running import ROOT

pytestmark = pytest.mark.browser
GEOMETRY = ROOT / "engines" / "tchang" / "web" / "geometry.js"
FIGURES = [(dragon, figure) for dragon, figures in SILHOUETTES.items() for figure in figures]
BESIDE = 0.4  # from how far a piece must snap to its place


def evaluate(program: str, argument: Any) -> Any:
    """What the function `run` of a program returns; the program knows the page's module as `geometry`."""
    imports = f'import * as geometry from "{GEOMETRY}"; import {{ text }} from "node:stream/consumers";'
    output = "console.log(JSON.stringify(run(JSON.parse(await text(process.stdin)))));"
    source = f"{imports}\n{program}\n{output}"
    return msgspec.json.decode(
        node_output("--input-type=module", "--eval", source, stdin=msgspec.json.encode(argument))
    )


def test_the_page_turns_and_flips_pieces_as_the_engine_does() -> None:
    placed = [
        Placed(kind, (3, -2), (-1, 5), turn, flip) for kind in SHAPES for turn in range(8) for flip in (True, False)
    ]
    drawn = evaluate("const run = (pieces) => pieces.map(geometry.corners);", placed)
    for piece, ring in zip(placed, drawn, strict=True):
        assert {(tuple(x), tuple(y)) for x, y in ring} == set(corners(piece)), piece


def test_pieces_that_are_dropped_beside_their_places_fill_each_figure_exactly() -> None:
    program = """const run = (cases) => cases.map(({ figure, drops }) => {
      const laid = [];
      for (const [piece, place] of drops) laid.push(geometry.snapPiece(figure, laid, piece, place, 2).piece);
      return { laid, inside: laid.filter((piece) => geometry.isInside(figure, piece)).length };
    });"""
    dice = Random(7)
    drops = [dropped(figure, pieces_of(SOLUTIONS[dragon][figure.name]), dice) for dragon, figure in FIGURES]
    for (_, figure), result in zip(FIGURES, evaluate(program, drops), strict=True):
        assert match([figure], msgspec.convert(result["laid"], list[Placed])) == figure
        assert result["inside"] == PIECES


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
