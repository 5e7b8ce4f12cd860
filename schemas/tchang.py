"""The options of T'Chang."""

from typing import Any

from marshmallow import ValidationError, validates_schema

from engines.shared_tomb.map import SQUARES
from engines.shared_tomb.stones import STONES
from engines.tchang import layout
from engines.tchang.content import STATUES
from engines.tchang.options import (
    FEWEST_ANIMALS,
    FEWEST_FIREFLIES,
    MOST_ANIMALS,
    MOST_FIREFLIES,
    PLACEMENTS,
    PRESETS,
    TchangOptions,
)
from engines.text import Text
from schemas.from_struct import OptionsSchema
from schemas.strict import BoundedList, Flag, Length, WholeNumber, one_of


def squares(count: int, things: str) -> Any:
    """Squares named for a custom layout."""
    return BoundedList(
        WholeNumber(0, len(SQUARES) - 1),
        load_default=(),
        validate=Length(max=count),
        metadata={"description": f"For the placement `custom`: the ids of the {count} squares for the {things}"},
    )


def single(field: type[Any], *args: Any, description: str) -> Any:
    """An option that replaces the difficulty's preset when it is given."""
    return field(
        *args,
        load_default=None,
        allow_none=True,
        metadata={"description": f"{description}; null: as the difficulty says"},
    )


class TchangOptionsSchema(OptionsSchema):
    """How hard it is to get out, and whether the dragon asks its riddle."""

    makes = TchangOptions
    difficulty = one_of(
        *PRESETS,
        load_default="normal",
        metadata={"description": "Sets all single options; a single option that is given is used instead"},
    )
    fireflies = single(
        WholeNumber,
        FEWEST_FIREFLIES,
        MOST_FIREFLIES,
        description="Fireflies each pawn begins with",
    )
    animals = single(WholeNumber, FEWEST_ANIMALS, MOST_ANIMALS, description="Dangerous animals under stones")
    tangram_bonus = single(Flag, description="Whether uncovering a tangram brings a firefly")
    placement = one_of(
        *PLACEMENTS,
        load_default=None,
        allow_none=True,
        metadata={
            "description": "Where statues and stones lie: anywhere, every statue under a stone, the statues far from "
            "the hall, or on the squares named; null: as the difficulty says"
        },
    )
    statue_squares = squares(len(STATUES), "statues")
    stone_squares = squares(len(STONES), "stones")
    riddle = Flag(load_default=False, metadata={"description": "Whether the dragon asks its riddle at the exit"})

    @validates_schema
    def check_squares(self, data: dict[str, Any], **kwargs: Any) -> None:
        """Squares are only for `custom`, and pieces can be laid on them."""
        named = {"statue_squares": len(STATUES), "stone_squares": len(STONES)}
        if data["placement"] != "custom":
            message = Text("Squares are only for the placement custom.")
            errors = {option: [message] for option in named if data[option]}
        else:
            errors = {option: layout.square_errors(tuple(data[option]), count) for option, count in named.items()}
        if errors := {option: messages for option, messages in errors.items() if messages}:
            raise ValidationError(dict(errors))
