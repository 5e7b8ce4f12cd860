"""The outlines the covers are laid in: `#` is a cover, `.` a hole. Drawn for this project."""

SMALLEST, LARGEST, WIDEST = 60, 70, 16

LAYOUTS: dict[str, tuple[str, ...]] = {
    "square": ("########",) * 8,
    "donut": (
        ".#######.",
        "#########",
        "#########",
        "###...###",
        "###...###",
        "###...###",
        "#########",
        "#########",
        ".#######.",
    ),
    "mascot": (
        ".....#.....",
        "....###....",
        "...#####...",
        "..#######..",
        "..##.#.##..",
        ".#########.",
        ".#########.",
        ".###...###.",
        "###########",
        "###########",
    ),
    "heart": (
        ".###...###.",
        "#####.#####",
        "###########",
        "###########",
        ".#########.",
        "..#######..",
        "...#####...",
        "....###....",
        ".....#.....",
    ),
    "cow_droppings": (
        "...####..",
        ".########",
        "#########",
        "########.",
        "#########",
        "#########",
        ".########",
        "########.",
        "..###.##.",
    ),
    "skull": (
        "..#####..",
        ".#######.",
        "#########",
        "##..#..##",
        "##..#..##",
        "#########",
        "####.####",
        ".#######.",
        ".#######.",
        "..#.#.#..",
    ),
}


def faults(layout: str, rows: tuple[str, ...]) -> list[str]:
    """What is wrong with the rows given for a layout; empty when it can be played on."""
    if layout != "custom":
        return ["Rows go with the layout custom."] if rows else []
    if not rows or len(rows) > WIDEST or not 0 < len(rows[0]) <= WIDEST:
        return [f"A layout has 1 to {WIDEST} rows of 1 to {WIDEST} places."]
    if any(len(row) != len(rows[0]) or row.strip("#.") for row in rows):
        return ["All rows are of the same length and made of # (a cover) and . (a hole)."]
    found = []
    if not SMALLEST <= (covers := sum(row.count("#") for row in rows)) <= LARGEST:
        found.append(f"A layout has {SMALLEST} to {LARGEST} covers, not {covers}.")
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    if any("#" not in line for line in (rows[0], rows[-1], columns[0], columns[-1])):
        found.append("The first and last row and column hold at least one cover.")
    return found
