"""The final riddle: do seven tangram pieces cover a silhouette exactly, without overlap? Decided without rounding.

Every coordinate is a pair of whole numbers [a, b] that stands for a + b·√2; x runs to the right, y downwards. The
square's side is 2 long, and so are the legs of the small triangles. Turned by steps of 45°, a piece at such a place
has all its corners at such places, so all arithmetic is on whole numbers.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Annotated

from msgspec import Meta, Struct

from engines.shared_tomb.map import Colour
from engines.tchang.content import OUTLINES, SET, SHAPES, Corner, Number, PieceName, Ring
from engines.tchang.reasons import illegal

FARTHEST = 1000
Whole = Annotated[int, Meta(ge=-FARTHEST, le=FARTHEST)]
Place = Annotated[tuple[Whole, Whole], Meta(description="[a, b] stands for a + b·√2")]
Drawing = tuple[tuple[float, float], ...]
Footprint = Mapping[tuple[Corner, int], int]

ROOT_2 = 2**0.5


class Placed(Struct, frozen=True):
    """A piece on the table: flipped top to bottom, then turned clockwise about its first corner, laid at (x, y)."""

    piece: Annotated[PieceName, Meta(description="Which of the seven it is")]
    x: Place
    y: Place
    rotation: Annotated[int, Meta(ge=0, le=7, description="Clockwise, in steps of 45°")] = 0
    flip: Annotated[
        bool, Meta(description="Whether it is mirrored before it is turned; only the parallelogram needs it")
    ] = False


class PieceShape(Struct, frozen=True):
    """One kind of piece before it is turned: its corners clockwise, the first at the origin."""

    piece: Annotated[PieceName, Meta(description="Its name")]
    count: Annotated[int, Meta(description="How many of the seven pieces are of this kind")]
    corners: Annotated[Ring, Meta(description="Each corner as exact [x, y]")]
    drawing: Annotated[Drawing, Meta(description="The same in plain numbers, to draw with")]


class Silhouette(Struct, frozen=True):
    """A figure to be laid: its outlines, clockwise, exact and for drawing."""

    name: Annotated[str, Meta(description="The figure's name")]
    outlines: Annotated[tuple[Ring, ...], Meta(description="Rings of corners, each corner as exact [x, y]")]
    drawing: Annotated[tuple[Drawing, ...], Meta(description="The same in plain numbers, to draw with")]


def plus(one: Number, other: Number) -> Number:
    """The sum."""
    return one[0] + other[0], one[1] + other[1]


def minus(one: Number, other: Number) -> Number:
    """The difference."""
    return one[0] - other[0], one[1] - other[1]


def times(one: Number, other: Number) -> Number:
    """The product, since √2·√2 is 2."""
    return one[0] * other[0] + 2 * one[1] * other[1], one[0] * other[1] + one[1] * other[0]


def sign(number: Number) -> int:
    """-1, 0 or 1: if a and b have different signs, comparing a² with 2b² decides."""
    a, b = number
    if a * b >= 0:
        return (a + b > 0) - (a + b < 0)
    stronger = a if a * a > 2 * b * b else b
    return 1 if stronger > 0 else -1


def turned(corner: Corner, rotation: int) -> Corner:
    """A corner of an unturned piece after so many clockwise steps of 45° about the origin."""
    x, y = corner
    if rotation % 2:
        x, y = halved(minus(x, y)), halved(plus(x, y))
    for _ in range(rotation // 2):
        x, y = (-y[0], -y[1]), x
    return x, y


def halved(number: Number) -> Number:
    """Divided by √2; the shapes are sized so that the result is whole."""
    a, b = number
    return b, a // 2


@cache
def shape(piece: PieceName, rotation: int, flip: bool) -> Ring:
    """A piece, flipped and turned, its first corner at the origin; its corners are clockwise even when flipped."""
    ring = SHAPES[piece]
    if flip:
        ring = tuple((x, (-y[0], -y[1])) for x, y in reversed(ring))
    return tuple(turned(corner, rotation) for corner in ring)


def corners(placed: Placed) -> Ring:
    """Where the corners of a piece lie."""
    return tuple((plus(x, placed.x), plus(y, placed.y)) for x, y in shape(placed.piece, placed.rotation, placed.flip))


def slope(start: Corner, end: Corner) -> int:
    """Which of the four lines (level, falling, upright, rising) an edge lies along."""
    across, down = minus(end[0], start[0]), minus(end[1], start[1])
    slopes = (down == (0, 0), across == down, across == (0, 0), plus(across, down) == (0, 0))
    return slopes.index(True)


def footprint(rings: Iterable[Sequence[Corner]]) -> Footprint:
    """The sum of these shapes' boundaries. Two sums are equal exactly when their shapes cover each point equally often.

    How often each point of the plane is covered follows from the sum of the shapes' boundaries, all walked clockwise:
    where two shapes touch, they are walked in opposite directions and cancel. Along a line, a sum of walks is given
    by the points where they start (+1) and end (-1). So pieces cover a silhouette once, and nothing else, if and only
    if these points are the same for both.
    """
    points: Counter[tuple[Corner, int]] = Counter()
    for ring in rings:
        for start, end in zip(ring, (*ring[1:], ring[0]), strict=True):
            line = slope(start, end)
            points[start, line] += 1
            points[end, line] -= 1
    return {point: count for point, count in points.items() if count}


def beyond(edge: tuple[Corner, Corner], corner: Corner) -> bool:
    """Whether a corner lies on an edge's line or outside it; the shape's corners are clockwise."""
    (x1, y1), (x2, y2) = edge
    across = times(minus(x2, x1), minus(corner[1], y1))
    down = times(minus(y2, y1), minus(corner[0], x1))
    return sign(minus(across, down)) <= 0


def overlap(one: Ring, other: Ring) -> bool:
    """Whether two convex shapes overlap: no edge of either separates them."""
    for ring, against in ((one, other), (other, one)):
        for edge in zip(ring, (*ring[1:], ring[0]), strict=True):
            if all(beyond(edge, corner) for corner in against):
                return False
    return True


@cache
def target(silhouette: Silhouette) -> Footprint:
    """What the pieces' boundaries must add up to."""
    return footprint(silhouette.outlines)


def match(figures: Iterable[Silhouette], pieces: Sequence[Placed]) -> Silhouette | str:
    """The figure that the pieces cover exactly, or the reason why there is none.

    All pieces together are as large as a silhouette. If none overlap but there is a gap, some piece reaches outside.
    """
    if Counter(placed.piece for placed in pieces) != SET:
        return "riddle_pieces"
    rings = [corners(placed) for placed in pieces]
    covered = footprint(rings)
    for figure in figures:
        if target(figure) == covered:
            return figure
    overlapping = any(overlap(one, other) for one, other in combinations(rings, 2))
    return "riddle_overlap" if overlapping else "riddle_outside"


def recognise(dragon: Colour, pieces: Sequence[Placed]) -> Silhouette:
    """The one of this dragon's four figures that the pieces make; IllegalAction says why they make none."""
    solution = match(SILHOUETTES[dragon], pieces)
    if isinstance(solution, str):
        raise illegal(solution)
    return solution


def as_float(number: Number) -> float:
    """A coordinate for drawing only: judging a solution needs exact numbers."""
    return round(number[0] + number[1] * ROOT_2, 4)


def drawn(ring: Ring) -> Drawing:
    """A ring of corners ready to draw."""
    return tuple((as_float(x), as_float(y)) for x, y in ring)


PIECE_SHAPES = tuple(PieceShape(piece, count, SHAPES[piece], drawn(SHAPES[piece])) for piece, count in SET.items())
SILHOUETTES: dict[Colour, tuple[Silhouette, ...]] = {
    dragon: tuple(Silhouette(name, outlines, tuple(map(drawn, outlines))) for name, outlines in figures.items())
    for dragon, figures in OUTLINES.items()
}
