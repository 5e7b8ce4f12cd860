"""A worked solution for each silhouette; `python -m tests.games.tchang.solutions` traces the silhouettes anew."""

import sys
from collections import defaultdict
from functools import cmp_to_key
from itertools import pairwise
from pathlib import Path

from engines.tchang import content
from engines.tchang.riddle import Placed, corners, footprint, minus, plus, sign

# Piece, x, y, rotation, flip.
SOLUTIONS = {
    "red": {
        "square": [
            ("large_triangle", (0, 2), (0, 2), 5, False),
            ("large_triangle", (0, 2), (0, 2), 3, False),
            ("medium_triangle", (0, 4), (0, 4), 4, False),
            ("square", (0, 2), (0, 2), 1, False),
            ("parallelogram", (0, 4), (0, 0), 3, True),
            ("small_triangle", (0, 2), (0, 2), 7, False),
            ("small_triangle", (0, 1), (0, 3), 1, False),
        ],
        "house": [
            ("large_triangle", (4, 0), (4, 0), 4, False),
            ("large_triangle", (4, 0), (4, 0), 6, False),
            ("medium_triangle", (4, 0), (6, 0), 5, False),
            ("square", (4, 0), (6, 0), 0, False),
            ("parallelogram", (2, 0), (4, 0), 2, True),
            ("small_triangle", (2, 0), (8, 0), 6, False),
            ("small_triangle", (6, 0), (6, 0), 4, False),
        ],
        "cat": [
            ("large_triangle", (0, 0), (2, 3), 0, False),
            ("large_triangle", (4, 0), (6, 3), 4, False),
            ("medium_triangle", (2, 0), (0, 3), 1, False),
            ("square", (2, 0), (0, 1), 1, False),
            ("parallelogram", (4, 0), (6, 3), 0, True),
            ("small_triangle", (2, 0), (0, 1), 3, False),
            ("small_triangle", (2, 0), (0, 1), 7, False),
        ],
        "fish": [
            ("large_triangle", (4, 0), (4, 0), 4, False),
            ("large_triangle", (4, 0), (4, 0), 6, False),
            ("medium_triangle", (8, 0), (4, 0), 7, False),
            ("square", (4, 0), (4, 0), 0, False),
            ("parallelogram", (0, 0), (4, 0), 0, False),
            ("small_triangle", (4, 0), (4, 0), 2, False),
            ("small_triangle", (6, 0), (4, 0), 0, False),
        ],
    },
    "green": {
        "tree": [
            ("large_triangle", (4, 0), (4, 0), 4, False),
            ("large_triangle", (4, 0), (4, 0), 6, False),
            ("medium_triangle", (4, 0), (4, 0), 1, False),
            ("square", (4, 0), (6, 0), 0, False),
            ("parallelogram", (0, 0), (8, 0), 0, True),
            ("small_triangle", (4, 0), (8, 0), 4, False),
            ("small_triangle", (6, 0), (8, 0), 6, False),
        ],
        "swan": [
            ("large_triangle", (6, 0), (6, 0), 2, False),
            ("large_triangle", (6, 0), (6, 0), 0, False),
            ("medium_triangle", (6, 0), (4, 0), 1, False),
            ("square", (2, 0), (4, 0), 0, False),
            ("parallelogram", (0, 0), (2, 0), 0, False),
            ("small_triangle", (2, 0), (2, 0), 4, False),
            ("small_triangle", (10, 0), (6, 0), 4, False),
        ],
        "fox": [
            ("large_triangle", (0, 0), (4, 0), 6, False),
            ("large_triangle", (8, 0), (4, 0), 4, False),
            ("medium_triangle", (4, 0), (4, 0), 5, False),
            ("square", (4, 0), (4, 0), 0, False),
            ("parallelogram", (0, 0), (4, 0), 0, False),
            ("small_triangle", (4, 0), (4, 0), 2, False),
            ("small_triangle", (6, 0), (4, 0), 0, False),
        ],
        "dog": [
            ("large_triangle", (2, 0), (2, 0), 0, False),
            ("large_triangle", (10, 0), (2, 0), 2, False),
            ("medium_triangle", (6, 0), (2, 0), 1, False),
            ("square", (2, 0), (0, 0), 0, False),
            ("parallelogram", (2, 0), (0, 0), 2, False),
            ("small_triangle", (4, 0), (6, 0), 4, False),
            ("small_triangle", (8, 0), (6, 0), 6, False),
        ],
    },
    "yellow": {
        "temple_gate": [
            ("large_triangle", (4, 0), (0, 0), 2, False),
            ("large_triangle", (10, 0), (0, 0), 2, False),
            ("medium_triangle", (4, 0), (4, 0), 3, False),
            ("square", (4, 0), (0, 0), 0, False),
            ("parallelogram", (8, 0), (2, 0), 2, True),
            ("small_triangle", (6, 0), (2, 0), 6, False),
            ("small_triangle", (10, 0), (0, 0), 0, False),
        ],
        "crown": [
            ("large_triangle", (0, 0), (4, 0), 6, False),
            ("large_triangle", (12, 0), (4, 0), 4, False),
            ("medium_triangle", (6, 0), (0, 0), 1, False),
            ("square", (6, 0), (2, 0), 0, False),
            ("parallelogram", (2, 0), (2, 0), 0, False),
            ("small_triangle", (6, 0), (2, 0), 2, False),
            ("small_triangle", (8, 0), (2, 0), 0, False),
        ],
        "whale": [
            ("large_triangle", (4, 0), (4, 0), 4, False),
            ("large_triangle", (4, 0), (4, 0), 6, False),
            ("medium_triangle", (10, 0), (2, 0), 5, False),
            ("square", (8, 0), (2, 0), 0, False),
            ("parallelogram", (2, 0), (0, 0), 2, False),
            ("small_triangle", (2, 0), (0, 0), 0, False),
            ("small_triangle", (8, 0), (2, 0), 2, False),
        ],
        "traveller": [
            ("large_triangle", (4, 0), (4, 2), 4, False),
            ("large_triangle", (2, 0), (4, 2), 0, False),
            ("medium_triangle", (4, 0), (6, 2), 7, False),
            ("square", (4, 0), (0, 0), 1, False),
            ("parallelogram", (4, 0), (0, 2), 2, True),
            ("small_triangle", (4, 0), (4, 2), 6, False),
            ("small_triangle", (6, 0), (4, 2), 6, False),
        ],
    },
    "blue": {
        "sailing_boat": [
            ("large_triangle", (4, 0), (4, 0), 2, False),
            ("large_triangle", (4, 0), (4, 0), 6, False),
            ("medium_triangle", (6, 0), (6, 0), 5, False),
            ("square", (4, 0), (6, 0), 0, False),
            ("parallelogram", (8, 0), (4, 0), 2, False),
            ("small_triangle", (4, 0), (6, 0), 6, False),
            ("small_triangle", (8, 0), (4, 0), 0, False),
        ],
        "bridge": [
            ("large_triangle", (2, 0), (0, 0), 0, False),
            ("large_triangle", (10, 0), (0, 0), 2, False),
            ("medium_triangle", (6, 0), (0, 0), 1, False),
            ("square", (10, 0), (2, 0), 0, False),
            ("parallelogram", (2, 0), (0, 0), 2, False),
            ("small_triangle", (2, 0), (4, 0), 4, False),
            ("small_triangle", (10, 0), (2, 0), 6, False),
        ],
        "teapot": [
            ("large_triangle", (4, 0), (2, 0), 0, False),
            ("large_triangle", (8, 0), (6, 0), 4, False),
            ("medium_triangle", (6, 0), (0, 0), 1, False),
            ("square", (2, 0), (2, 0), 0, False),
            ("parallelogram", (0, 0), (0, 0), 2, True),
            ("small_triangle", (10, 0), (4, 0), 4, False),
            ("small_triangle", (8, 0), (4, 0), 0, False),
        ],
        "heart": [
            ("large_triangle", (0, 0), (0, 2), 7, False),
            ("large_triangle", (0, 4), (0, 2), 3, False),
            ("medium_triangle", (0, 4), (0, 4), 4, False),
            ("square", (0, 3), (0, 1), 7, False),
            ("parallelogram", (0, 4), (0, 4), 7, True),
            ("small_triangle", (0, 3), (0, 5), 5, False),
            ("small_triangle", (0, 6), (0, 2), 3, False),
        ],
    },
}

BEGIN, END = "# fmt: off\n", "# fmt: on\n"
EXACTLY = cmp_to_key(lambda one, other: sign(minus(one, other)))
# What all points of a line have in common, and how they follow each other, by slope.
OFFSET = (lambda x, y: y, lambda x, y: minus(x, y), lambda x, y: x, lambda x, y: plus(x, y))
ALONG = (lambda x, y: x, lambda x, y: x, lambda x, y: y, lambda x, y: x)
# Directions clockwise from the right, by the signs of dx and dy.
DIRECTIONS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]


def pieces_of(rows):
    return [Placed(*row) for row in rows]


def boundary(pieces):
    """The directed edges left when all that is walked both ways has cancelled, by their start."""
    lines = defaultdict(list)
    for (point, slope), count in footprint(map(corners, pieces)).items():
        lines[slope, OFFSET[slope](*point)].append((point, count))
    edges = defaultdict(list)
    for (slope, _), points in lines.items():
        points.sort(key=lambda entry: EXACTLY(ALONG[slope](*entry[0])))
        height = 0
        for (here, count), (there, _) in pairwise(points):
            height += count
            assert height in (-1, 0, 1), "pieces overlap"
            if height:
                start, end = (here, there) if height > 0 else (there, here)
                edges[start].append(end)
    return edges


def direction(start, end):
    return DIRECTIONS.index(tuple(sign(minus(b, a)) for a, b in zip(start, end, strict=True)))


def trace(pieces):
    """The outlines, each clockwise from its uppermost corner; those that only touch are separated by turning right."""
    edges, rings = boundary(pieces), []
    while any(edges.values()):
        start = min((point for point, ends in edges.items() if ends), key=lambda p: (EXACTLY(p[1]), EXACTLY(p[0])))
        ring, here = [start], edges[start].pop()
        while here != start:
            came = direction(ring[-1], here)
            ring.append(here)
            ends = edges[here]
            ends.sort(key=lambda end, here=here, came=came: (direction(here, end) - came + 4) % 8)
            here = ends.pop()
        rings.append(tuple(ring))
    return tuple(rings)


def written():
    """The data module's table."""
    lines = []
    for colour, figures in SOLUTIONS.items():
        lines.append(f'    "{colour}": {{')
        for name, rows in figures.items():
            lines.append(f'        "{name}": (')
            for ring in trace(pieces_of(rows)):
                lines.append("            (")
                lines += (f"                {text}" for text in wrap([f"{corner}," for corner in ring]))
                lines.append("            ),")
            lines.append("        ),")
        lines.append("    },")
    return "\n".join(lines) + "\n"


def wrap(words, width=100):
    line = ""
    for word in words:
        if len(line) + len(word) > width:
            yield line
            line = ""
        line += " " * bool(line) + word
    yield line


def module():
    """The data module with its table written anew."""
    text = Path(content.__file__).read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    head, after = rest.split("{\n", 1)[0], rest.split(END)[1]
    return f"{before}{BEGIN}{head}{{\n{written()}}}\n{END}{after}"


if __name__ == "__main__":
    Path(content.__file__).write_text(module(), encoding="utf-8")
    sys.stdout.write("silhouettes written\n")
