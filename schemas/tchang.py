"""What T'Chang takes over HTTP."""

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from engines.tchang import actions as acts
from engines.tchang import layout
from engines.tchang.difficulty import (
    FEWEST_ANIMALS,
    FEWEST_FIREFLIES,
    MOST_ANIMALS,
    MOST_FIREFLIES,
    PLACEMENTS,
    PRESETS,
)
from engines.tchang.riddle import SET
from engines.tchang.state import STATUES, TOKENS, TchangOptions
from engines.tomb.map import SQUARES
from engines.tomb.stones import STONES
from schemas.fields import BoundedList, Flag, Strict, WholeNumber, one_of
from schemas.games import ActionSchema, OptionsSchema, game

FARTHEST = 1000


def squares(count: int, things: str) -> Any:
    """Squares named for a custom layout."""
    return BoundedList(
        WholeNumber(0, len(SQUARES) - 1),
        load_default=(),
        validate=validate.Length(max=count),
        metadata={"description": f"For the placement `custom`: the ids of the {count} squares for the {things}"},
    )


def single(field: type[Any], *args: Any, description: str) -> Any:
    """An option that wins over the difficulty's preset when it is given."""
    return field(
        *args,
        load_default=None,
        allow_none=True,
        metadata={"description": f"{description}; null: as the difficulty has it"},
    )


class TchangOptionsSchema(OptionsSchema):
    """How hard it is to get out, and whether the dragon asks its riddle."""

    makes = TchangOptions
    difficulty = one_of(
        *PRESETS,
        load_default="normal",
        metadata={"description": "Sets the single options together; each of them given as well wins over it"},
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
            "the hall, or on the squares named; null: as the difficulty has it"
        },
    )
    statue_squares = squares(len(STATUES), "statues")
    stone_squares = squares(len(STONES), "stones")
    riddle = Flag(load_default=False, metadata={"description": "Whether the dragon asks its riddle at the exit"})

    @validates_schema
    def check_squares(self, data: dict[str, Any], **kwargs: Any) -> None:
        """Squares go with `custom`, and pieces can be laid on them."""
        named = {"statue_squares": len(STATUES), "stone_squares": len(STONES)}
        if data["placement"] != "custom":
            errors = {option: ["Squares go with the placement custom."] for option in named if data[option]}
        else:
            errors = {option: layout.faults(tuple(data[option]), count) for option, count in named.items()}
        if errors := {option: found for option, found in errors.items() if found}:
            raise ValidationError(errors)


class MoveSchema(ActionSchema):
    """Walk a free pawn to another square, a firefly a step."""

    makes = acts.Move
    example = {"type": "move", "pawn": 0, "square": 7}
    pawn = WholeNumber(0, 3, required=True)
    square = WholeNumber(0, 255, required=True)


class ShareSchema(ActionSchema):
    """Hand fireflies from one pawn to another on the same square."""

    makes = acts.Share
    example = {"type": "share", "from": 0, "to": 2, "amount": 3}
    giver = WholeNumber(0, 3, required=True, data_key="from", attribute="from")
    taker = WholeNumber(0, 3, required=True, data_key="to", attribute="to")
    amount = WholeNumber(1, TOKENS, required=True)


class PassSchema(ActionSchema):
    """Move no pawn this turn."""

    makes = acts.Pass
    example = {"type": "pass"}


class EndTurnSchema(ActionSchema):
    """Share no more after a move."""

    makes = acts.EndTurn
    example = {"type": "end_turn"}


class ConcedeSchema(ActionSchema):
    """Vote to give up; any seat, at any time."""

    makes = acts.Concede
    example = {"type": "concede"}


class Coordinate(BoundedList):
    """[a, b], which stands for a + b·√2."""

    def __init__(self) -> None:
        super().__init__(
            WholeNumber(-FARTHEST, FARTHEST),
            required=True,
            validate=validate.Length(equal=2),
            metadata={"description": "[a, b] stands for a + b·√2"},
        )

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        return tuple(super()._deserialize(value, attr, data, **kwargs))


class PlacedSchema(Strict):
    """A piece of the tangram: flipped first, then turned clockwise, its first corner laid at (x, y)."""

    piece = one_of(*SET, required=True, metadata={"description": "Which of the seven it is"})
    x = Coordinate()
    y = Coordinate()
    rotation = WholeNumber(0, 7, load_default=0, metadata={"description": "Clockwise, in steps of 45°"})
    flip = Flag(load_default=False, metadata={"description": "Whether it is mirrored, before it is turned"})


class SolveRiddleSchema(ActionSchema):
    """Lay the seven pieces so that they make one of the exit dragon's figures."""

    makes = acts.SolveRiddle
    example = {
        "type": "solve_riddle",
        "pieces": [
            {"piece": "large_triangle", "x": [0, 2], "y": [0, 2], "rotation": 5, "flip": False},
            {"piece": "large_triangle", "x": [0, 2], "y": [0, 2], "rotation": 3, "flip": False},
            {"piece": "medium_triangle", "x": [0, 4], "y": [0, 4], "rotation": 4, "flip": False},
            {"piece": "square", "x": [0, 2], "y": [0, 2], "rotation": 1, "flip": False},
            {"piece": "parallelogram", "x": [0, 4], "y": [0, 0], "rotation": 3, "flip": True},
            {"piece": "small_triangle", "x": [0, 2], "y": [0, 2], "rotation": 7, "flip": False},
            {"piece": "small_triangle", "x": [0, 1], "y": [0, 3], "rotation": 1, "flip": False},
        ],
    }
    pieces = BoundedList(
        fields.Nested(PlacedSchema),
        required=True,
        validate=validate.Length(max=sum(SET.values())),
    )


class DeclineRiddleSchema(ActionSchema):
    """Leave the riddle to others."""

    makes = acts.DeclineRiddle
    example = {"type": "decline_riddle"}


SCHEMAS = game(
    TchangOptionsSchema,
    MoveSchema,
    ShareSchema,
    PassSchema,
    EndTurnSchema,
    ConcedeSchema,
    SolveRiddleSchema,
    DeclineRiddleSchema,
)
