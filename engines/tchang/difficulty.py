"""What makes the tomb kinder or harsher, and the three presets."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Difficulty = Literal["easy", "normal", "hard"]
Placement = Literal["random", "covered", "far", "custom"]

FEWEST_FIREFLIES, MOST_FIREFLIES = 3, 9
FEWEST_ANIMALS, MOST_ANIMALS = 3, 4


class Rules(Struct, frozen=True):
    """The choices that make a game easier or harder."""

    fireflies: Annotated[int, Meta(description="What each pawn begins with")]
    animals: Annotated[int, Meta(description="Dangerous animals under stones; a blank stands in for a fourth")]
    tangram_bonus: Annotated[bool, Meta(description="Whether uncovering a tangram brings a firefly")]
    placement: Annotated[Placement, Meta(description="How statues and stones were laid out")]


PRESETS: dict[Difficulty, Rules] = {
    "easy": Rules(fireflies=6, animals=3, tangram_bonus=True, placement="random"),
    "normal": Rules(fireflies=6, animals=4, tangram_bonus=False, placement="random"),
    "hard": Rules(fireflies=4, animals=4, tangram_bonus=False, placement="far"),
}
PLACEMENTS: tuple[Placement, ...] = ("random", "covered", "far", "custom")
