"""Draw the riddle's silhouettes from their data into the rules pages: `python -m bench.draw_silhouettes`."""

from pathlib import Path

from bench.draw_map import INK, PAINT, SAND
from engines.shared_tomb.map import Colour
from engines.tchang.riddle import SILHOUETTES, Silhouette

FILE = Path(__file__).parents[1] / "engines" / "tchang" / "rules" / "silhouettes.svg"
CELL, LABEL, SCALE = 150, 26, 10.5


def figure(silhouette: Silhouette, dragon: Colour, left: int, top: int) -> str:
    """One figure in the dragon's colour, in the middle of its cell, its name below."""
    points = [point for ring in silhouette.drawing for point in ring]
    x = left + CELL / 2 - SCALE * max(x for x, _ in points) / 2
    y = top + CELL / 2 - SCALE * max(y for _, y in points) / 2
    path = "".join(f"M{'L'.join(f'{px:g} {py:g}' for px, py in ring)}Z" for ring in silhouette.drawing)
    return (
        f'<path transform="translate({x:.1f} {y:.1f}) scale({SCALE})" d="{path}" fill="{PAINT[dragon]}"/>'
        f'<text x="{left + CELL // 2}" y="{top + CELL + 12}">{silhouette.name.replace("_", " ")}</text>'
    )


def svg() -> str:
    """A row for each dragon."""
    width, height = 4 * CELL, 4 * (CELL + LABEL)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-labelledby="title">',
        '<title id="title">The four figures that each dragon asks for</title>',
        f'<rect width="{width}" height="{height}" rx="18" fill="{SAND}"/>',
        f'<g font-family="Georgia, serif" font-size="15" text-anchor="middle" fill="{INK}">',
        *(
            figure(silhouette, dragon, column * CELL, row * (CELL + LABEL))
            for row, (dragon, silhouettes) in enumerate(SILHOUETTES.items())
            for column, silhouette in enumerate(silhouettes)
        ),
        "</g>\n</svg>",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(svg(), encoding="utf-8")
