"""What a table agrees on: where the covers lie, whether peeks are remembered, and what a tie means."""

from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta

from engines.engine import Options
from engines.text import Text
from engines.tokyo_poo_divers.actions import Cell, Direction
from engines.tokyo_poo_divers.content import LARGEST, LAYOUTS, SMALLEST, WIDEST, LayoutName

Tie = Literal["shared", "contest"]
COMPASS: dict[Direction, tuple[int, int]] = {
    "n": (-1, 0),
    "ne": (-1, 1),
    "e": (0, 1),
    "se": (1, 1),
    "s": (1, 0),
    "sw": (1, -1),
    "w": (0, -1),
    "nw": (-1, -1),
}


class PooOptions(Options, frozen=True, kw_only=True):
    """Where the covers lie, whether peeks are remembered, and what a tie means."""

    layout: Annotated[LayoutName, Meta(description="The outline")] = "square"
    rows: Annotated[
        tuple[str, ...],
        Meta(max_length=WIDEST, description="For `custom`: rows of `#` (a cover) and `.` (a hole), 60 to 70 covers"),
    ] = ()
    remember_peeks: Annotated[
        bool, Meta(description="Whether a player's view keeps showing what they have peeked at")
    ] = True
    tie: Annotated[
        Tie,
        Meta(
            description="What happens if the best are tied: they share the victory, or hold a contest and vote on who "
            "has won it"
        ),
    ] = "shared"

    @cached_property
    def outline(self) -> tuple[str, ...]:
        """The rows of `#` and `.` in play."""
        return self.rows if self.layout == "custom" else LAYOUTS[self.layout]

    @cached_property
    def drawing(self) -> str:
        """The rows as one text, with a place to fill in for each cover."""
        return "\n".join(self.outline).replace("#", "%s")

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Every cover's place, in reading order; a cover's number is its index here."""
        return tuple((r, c) for r, row in enumerate(self.outline) for c, place in enumerate(row) if place == "#")

    @cached_property
    def numbers(self) -> dict[Cell, int]:
        """Which cover lies at a place."""
        return {cell: number for number, cell in enumerate(self.cells)}

    @cached_property
    def neighbours(self) -> tuple[dict[Direction, int], ...]:
        """For each cover the covers next to it, by direction; a hole or the edge has none."""
        return tuple(
            {way: self.numbers[(r + y, c + x)] for way, (y, x) in COMPASS.items() if (r + y, c + x) in self.numbers}
            for r, c in self.cells
        )


def row_errors(layout: str, rows: tuple[str, ...]) -> list[Text]:
    """What is wrong with the rows of a layout; empty when it can be played on."""
    if layout != "custom":
        return [Text("Rows are only for the layout custom.")] if rows else []
    if not rows or len(rows) > WIDEST or not 0 < len(rows[0]) <= WIDEST:
        return [Text("A layout has 1 to {rows} rows of 1 to {places} places.", rows=WIDEST, places=WIDEST)]
    if any(len(row) != len(rows[0]) or row.strip("#.") for row in rows):
        return [Text("All rows must have the same length and consist of # (a cover) and . (a hole).")]
    errors = []
    if not SMALLEST <= (covers := sum(row.count("#") for row in rows)) <= LARGEST:
        errors.append(
            Text("A layout has {least} to {most} covers, not {covers}.", least=SMALLEST, most=LARGEST, covers=covers)
        )
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    if any("#" not in line for line in (rows[0], rows[-1], columns[0], columns[-1])):
        errors.append(Text("The first and last row and column must hold at least one cover each."))
    return errors
