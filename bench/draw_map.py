"""Draw the tomb's map from its data into the rules pages: `python -m bench.draw_map`."""

from pathlib import Path

from engines.shared_tomb.map import EDGES, HALL, SQUARES, Square

FILES = [Path(__file__).parents[1] / "engines" / game / "rules" / "tomb.svg" for game in ("tchang", "dragon_fights")]
STEP, MARGIN, SIDE, HALL_SIDE = 72, 56, 46, 80
REACH = max(square.x for square in SQUARES)
SIZE = 2 * (REACH * STEP + MARGIN)
SAND, STONE, INK, CORRIDOR = "#f3e9d2", "#fffaf0", "#4a3b2a", "#cdb891"
PAINT = {"red": "#c8402f", "green": "#4d8b4a", "yellow": "#e0b030", "blue": "#3a6ea5"}


def place(square: Square) -> tuple[int, int]:
    """The middle of a square on the drawing."""
    return SIZE // 2 + square.x * STEP, SIZE // 2 + square.y * STEP


def corridor(low: int, high: int) -> str:
    (x1, y1), (x2, y2) = place(SQUARES[low]), place(SQUARES[high])
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


def dragon(square: Square) -> str:
    """A scaly head: a coloured disc with horns, eyes and teeth, looking into the tomb."""
    x, y = place(square)
    return (
        f'<g transform="translate({x} {y})" stroke="{INK}" stroke-width="2" stroke-linejoin="round">'
        f'<path d="M-17-13L-25-30L-5-21M17-13L25-30L5-21" fill="{STONE}"/>'
        f'<circle r="23" fill="{PAINT[square.colour or "red"]}"/>'
        f'<circle cx="-8" cy="-5" r="5" fill="{STONE}"/><circle cx="8" cy="-5" r="5" fill="{STONE}"/>'
        f'<circle cx="-8" cy="-5" r="1.5" fill="{INK}"/><circle cx="8" cy="-5" r="1.5" fill="{INK}"/>'
        f'<path d="M-12 9L-8 15L-4 9L0 15L4 9L8 15L12 9Z" fill="{STONE}"/></g>'
        f'<text x="{x}" y="{y + 42}">{square.id}</text>'
    )


def square_of_room(square: Square) -> str:
    """A square with its number; the hall is larger, a corner is edged with the colour of its exit."""
    x, y = place(square)
    side = HALL_SIDE if square.id == HALL else SIDE
    edge = f'stroke="{PAINT[square.colour]}" stroke-width="5"' if square.colour else f'stroke="{INK}" stroke-width="2"'
    label = "hall" if square.id == HALL else str(square.id)
    return (
        f'<rect x="{x - side // 2}" y="{y - side // 2}" width="{side}" height="{side}" rx="9" fill="{STONE}" {edge}/>'
        f'<text x="{x}" y="{y + 5}">{label}</text>'
    )


def svg() -> str:
    """The whole drawing, corridors first, so that the squares lie on them."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" role="img" aria-labelledby="title">',
        '<title id="title">The tomb: a hall, two galleries, four corners, and a dragon at each exit</title>',
        f'<rect width="{SIZE}" height="{SIZE}" rx="18" fill="{SAND}"/>',
        f'<g stroke="{CORRIDOR}" stroke-width="15" stroke-linecap="round">',
        *(corridor(low, high) for low, high in EDGES),
        f'</g>\n<g font-family="Georgia, serif" font-size="15" text-anchor="middle" fill="{INK}">',
        *(dragon(square) if square.kind == "dragon" else square_of_room(square) for square in SQUARES),
        "</g>\n</svg>",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for file in FILES:
        file.write_text(svg(), encoding="utf-8")
