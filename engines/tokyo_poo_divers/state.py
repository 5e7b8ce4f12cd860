"""The table: covers, faces, the diver, the purses and whose turn it is."""

from functools import cached_property
from typing import Literal

from msgspec import Struct

from engines.contract import Options, State
from engines.tokyo_poo_divers.actions import Cell, Direction, FaceName
from engines.tokyo_poo_divers.bank import Purse
from engines.tokyo_poo_divers.layouts import LAYOUTS, faults

FIND, BLANK, SLEEPER = "F", "X", "Z"
DECK = FIND * 42 + BLANK * 14 + SLEEPER * 14
FACE_NAMES: dict[str, FaceName] = {FIND: "find", BLANK: "blank", SLEEPER: "sleeper"}
STEPS: dict[Direction, tuple[int, int]] = {
    "n": (-1, 0),
    "ne": (-1, 1),
    "e": (0, 1),
    "se": (1, 1),
    "s": (1, 0),
    "sw": (1, -1),
    "w": (0, -1),
    "nw": (-1, -1),
}
LayoutName = Literal["square", "donut", "mascot", "heart", "cow_droppings", "skull", "custom"]
Phase = Literal["dive", "decide", "peek", "over"]


class PooOptions(Options, frozen=True, kw_only=True):
    """Where the covers lie, and whether the view keeps a diver's peeks in mind for them."""

    layout: LayoutName = "square"
    rows: tuple[str, ...] = ()
    remember_peeks: bool = True

    def __post_init__(self) -> None:
        """No table can be laid with other rows, whoever asks: a record's reader comes past no schema."""
        if found := faults(self.layout, self.rows):
            raise ValueError(found[0])

    @cached_property
    def outline(self) -> tuple[str, ...]:
        """The rows of `#` and `.` in play."""
        return self.rows if self.layout == "custom" else LAYOUTS[self.layout]

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Every cover's place, in reading order; a cover is its number here."""
        return tuple((r, c) for r, row in enumerate(self.outline) for c, place in enumerate(row) if place == "#")

    @cached_property
    def numbers(self) -> dict[Cell, int]:
        """Which cover lies at a place."""
        return {cell: number for number, cell in enumerate(self.cells)}

    @cached_property
    def neighbours(self) -> tuple[dict[Direction, int], ...]:
        """For each cover the covers next to it, by direction; a hole or the edge has none."""
        return tuple(
            {way: self.numbers[(r + y, c + x)] for way, (y, x) in STEPS.items() if (r + y, c + x) in self.numbers}
            for r, c in self.cells
        )


class Turn(Struct):
    """What one turn has brought so far. `diver` is the cover the figure stands on, `last` the find opened last."""

    seat: int
    points: int = 0
    finds: int = 0
    diver: int | None = None
    facing: Direction | None = None
    last: int | None = None


class PooState(State[PooOptions], kw_only=True):
    """Covers are numbered in reading order; `faces` and `opened` go by that number."""

    faces: str
    opened: list[bool]
    leftover: str
    peeked: list[list[int]]
    purses: list[Purse]
    bank: Purse
    turn: Turn
    phase: Phase = "dive"
    ending: str | None = None

    def closed(self) -> list[int]:
        """The covers nobody has opened yet."""
        return [number for number, opened in enumerate(self.opened) if not opened]

    def openable(self) -> dict[Direction, int]:
        """The covers a risk may open now, by direction: around the diver at first, then only in its facing."""
        if self.turn.last is None:
            return {}
        around, facing = self.options.neighbours[self.turn.last], self.turn.facing
        return {way: cover for way, cover in around.items() if facing in (None, way) and not self.opened[cover]}
