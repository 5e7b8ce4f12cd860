"""What the box holds: the cards, and the outlines they are laid in (`#` a cover, `.` a hole), drawn by ourselves."""

from typing import Literal

FaceName = Literal["find", "blank", "sleeper"]
LayoutName = Literal["square", "donut", "mascot", "heart", "cow_droppings", "skull", "custom"]
FIND, BLANK, SLEEPER = "F", "X", "Z"
DECK = FIND * 42 + BLANK * 14 + SLEEPER * 14
FACE_NAMES: dict[str, FaceName] = {FIND: "find", BLANK: "blank", SLEEPER: "sleeper"}

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
