"""What a table agrees on: what makes the game easier or harder, the three presets, and the riddle."""

from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from engines.engine import Options
from engines.shared_tomb.stones import ANIMAL, STONES
from engines.tchang.actions import Square
from engines.tchang.content import BLANK

Difficulty = Literal["easy", "normal", "hard"]
Placement = Literal["random", "covered", "far", "custom"]

FEWEST_FIREFLIES, MOST_FIREFLIES = 3, 9
FEWEST_ANIMALS, MOST_ANIMALS = 3, 4


class Rules(Struct, frozen=True):
    """The choices that make a game easier or harder."""

    fireflies: Annotated[int, Meta(description="What each pawn begins with")]
    animals: Annotated[int, Meta(description="Dangerous animals; with only three, the blank stone replaces the fourth")]
    tangram_bonus: Annotated[bool, Meta(description="Whether uncovering a tangram brings a firefly")]
    placement: Annotated[Placement, Meta(description="How statues and stones were laid out")]


PRESETS: dict[Difficulty, Rules] = {
    "easy": Rules(fireflies=6, animals=3, tangram_bonus=True, placement="random"),
    "normal": Rules(fireflies=6, animals=4, tangram_bonus=False, placement="random"),
    "hard": Rules(fireflies=4, animals=4, tangram_bonus=False, placement="far"),
}
PLACEMENTS: tuple[Placement, ...] = ("random", "covered", "far", "custom")


class TchangOptions(Options, frozen=True, kw_only=True):
    """How hard it is to get out. Options that are null are as the difficulty says."""

    difficulty: Difficulty = "normal"
    fireflies: int | None = None
    animals: int | None = None
    tangram_bonus: bool | None = None
    placement: Placement | None = None
    statue_squares: tuple[Square, ...] = ()
    stone_squares: tuple[Square, ...] = ()
    riddle: bool = False

    @cached_property
    def rules(self) -> Rules:
        """The preset, changed by each single option that was given."""
        single = {name: getattr(self, name) for name in Rules.__struct_fields__}
        return replace(PRESETS[self.difficulty], **{name: given for name, given in single.items() if given is not None})

    @cached_property
    def stones(self) -> tuple[int, ...]:
        """The faces of the 25 stones; the blank stands in for an animal that was taken out."""
        fewer = STONES.count(ANIMAL) - self.rules.animals
        return (ANIMAL,) * self.rules.animals + (BLANK,) * fewer + tuple(face for face in STONES if face != ANIMAL)

    @cached_property
    def stones_by_face(self) -> dict[int, int]:
        """How many stones of each face are in the game."""
        return {face: self.stones.count(face) for face in sorted(set(self.stones))}
