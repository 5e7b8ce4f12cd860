"""The map as data: one quarter is written down and turned four times, so that no colour has an advantage.

Coordinates are whole numbers around the hall, x to the right and y downwards; a turn is a quarter, clockwise.
"""

from collections import deque
from typing import Annotated, Literal

from msgspec import Meta, Struct

Kind = Literal["hall", "corridor", "corner", "dragon"]
Colour = Literal["red", "green", "yellow", "blue"]
Point = tuple[int, int]

COLOURS: tuple[Colour, ...] = ("red", "green", "yellow", "blue")
HALL = 0
CENTRE: Point = (0, 0)

# The quarter to the right of the hall: a passage, a stretch of the inner gallery, a stretch of the outer one, a corner.
QUARTER: tuple[Point, ...] = (
    (1, 0),
    (2, -1), (2, 0), (2, 1), (2, 2),
    (3, -2), (3, -1), (3, 0), (3, 1), (3, 2), (3, 3),
)  # fmt: skip
CORNER: Point = (3, 3)
DRAGON: Point = (4, 4)
# Every edge that begins in the quarter; those that leave it end in the next one.
QUARTER_EDGES: tuple[tuple[Point, Point], ...] = (
    (CENTRE, (1, 0)), ((1, 0), (2, 0)), ((2, 0), (3, 0)),
    ((2, -1), (2, 0)), ((2, 0), (2, 1)), ((2, 1), (2, 2)), ((2, 2), (1, 2)),
    ((3, -2), (3, -1)), ((3, -1), (3, 0)), ((3, 0), (3, 1)), ((3, 1), (3, 2)), ((3, 2), CORNER), (CORNER, (2, 3)),
    ((2, 2), (3, 2)), ((2, 2), (2, 3)),
    (CORNER, DRAGON),
)  # fmt: skip


class Square(Struct, frozen=True):
    """A square of the map, at whole coordinates around the hall."""

    id: Annotated[int, Meta(description="Its number")]
    x: Annotated[int, Meta(description="To the right of the hall")]
    y: Annotated[int, Meta(description="Below the hall")]
    kind: Annotated[Kind, Meta(description="`hall`: the start; `corner`: a way's end; `dragon`: the exit behind it")]
    colour: Annotated[Colour | None, Meta(description="For corners and dragons: the colour of their exit; else null")]


class MapView(Struct, frozen=True):
    """The map as a frontend draws it."""

    squares: Annotated[tuple[Square, ...], Meta(description="A square's place in this list is its id")]
    edges: Annotated[tuple[tuple[int, int], ...], Meta(description="Pairs of squares one step apart")]


def turned(point: Point, quarters: int) -> Point:
    """This point after so many quarter turns."""
    x, y = point
    for _ in range(quarters):
        x, y = -y, x
    return x, y


def _lay_out() -> tuple[Square, ...]:
    """The hall, then the quarters one after the other, then the dragons in the order of their quarters."""
    squares = [Square(HALL, *CENTRE, "hall", None)]
    for quarter, colour in enumerate(COLOURS):
        for point in QUARTER:
            corner = point == CORNER
            kind: Kind = "corner" if corner else "corridor"
            squares.append(Square(len(squares), *turned(point, quarter), kind, colour if corner else None))
    for quarter, colour in enumerate(COLOURS):
        squares.append(Square(len(squares), *turned(DRAGON, quarter), "dragon", colour))
    return tuple(squares)


def _join() -> tuple[tuple[int, int], ...]:
    """The quarter's edges, turned four times, as pairs of ids in ascending order."""
    ids = {(square.x, square.y): square.id for square in SQUARES}
    pairs = (
        sorted((ids[turned(start, quarter)], ids[turned(end, quarter)]))
        for quarter in range(4)
        for start, end in QUARTER_EDGES
    )
    return tuple(sorted((low, high) for low, high in pairs))


def _neighbours() -> tuple[tuple[int, ...], ...]:
    around: list[list[int]] = [[] for _ in SQUARES]
    for low, high in EDGES:
        around[low].append(high)
        around[high].append(low)
    return tuple(tuple(sorted(ids)) for ids in around)


def _distances_from(start: int) -> tuple[int, ...]:
    """Steps from one square to each, by breadth-first search."""
    steps, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for there in NEIGHBOURS[here]:
            if there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    return tuple(steps[square.id] for square in SQUARES)


SQUARES = _lay_out()
LAST_SQUARE = len(SQUARES) - 1
EDGES = _join()
NEIGHBOURS = _neighbours()
"""The squares one step away, by id."""
DISTANCE = tuple(_distances_from(square.id) for square in SQUARES)
"""Steps along the shortest way: `DISTANCE[here][there]`."""
PLACES = tuple(square.id for square in SQUARES if square.kind in ("corridor", "corner"))
"""Where stones and statues may lie: neither the hall nor a dragon's square."""
DRAGONS: dict[Colour, int] = {s.colour: s.id for s in SQUARES if s.kind == "dragon" and s.colour}
MAP = MapView(SQUARES, EDGES)
