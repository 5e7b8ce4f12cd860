"""What a table agrees on: what makes the game easier or harder, the three presets, and the riddle."""

from functools import cached_property
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from engines.engine import OptionErrors, Options
from engines.shared_tomb.map import PLACES, SQUARES
from engines.shared_tomb.stones import ANIMAL, STONES
from engines.tchang.content import STATUES
from engines.text import Text

Difficulty = Literal["easy", "normal", "hard"]
Placement = Literal["random", "covered", "far", "far_covered", "players", "custom"]

SquareId = Annotated[int, Meta(ge=0, le=len(SQUARES) - 1)]
FEWEST_FIREFLIES, MOST_FIREFLIES = 3, 9
FEWEST_ANIMALS, MOST_ANIMALS = 3, 4


class Rules(Struct, frozen=True):
    """The choices that make a game easier or harder."""

    fireflies: Annotated[int, Meta(description="What each pawn begins with")]
    animals: Annotated[int, Meta(description="Dangerous animals; with only three there is one stone less")]
    tangram_bonus: Annotated[bool, Meta(description="Whether uncovering a tangram brings a firefly")]
    placement: Annotated[Placement, Meta(description="How statues and stones were laid out")]


PRESETS: dict[Difficulty, Rules] = {
    "easy": Rules(fireflies=6, animals=3, tangram_bonus=True, placement="random"),
    "normal": Rules(fireflies=6, animals=4, tangram_bonus=False, placement="random"),
    "hard": Rules(fireflies=4, animals=4, tangram_bonus=False, placement="far"),
}
PLACEMENTS: tuple[Placement, ...] = get_args(Placement)


class TchangOptions(Options, frozen=True, kw_only=True):
    """How hard it is to get out, and whether the dragon asks its riddle."""

    difficulty: Annotated[
        Difficulty, Meta(description="Sets all single options; a single option that is given is used instead")
    ] = "normal"
    fireflies: Annotated[
        Annotated[int, Meta(ge=FEWEST_FIREFLIES, le=MOST_FIREFLIES)] | None,
        Meta(description="Fireflies each pawn begins with; null: as the difficulty says"),
    ] = None
    animals: Annotated[
        Annotated[int, Meta(ge=FEWEST_ANIMALS, le=MOST_ANIMALS)] | None,
        Meta(description="Dangerous animals under stones; null: as the difficulty says"),
    ] = None
    tangram_bonus: Annotated[
        bool | None, Meta(description="Whether uncovering a tangram brings a firefly; null: as the difficulty says")
    ] = None
    placement: Annotated[
        Placement | None,
        Meta(
            description="Where statues and stones lie: anywhere, every statue under a stone, the statues far from the "
            "hall, far from it and under stones, where the players lay them before the first turn, or on the squares "
            "named; null: as the difficulty says"
        ),
    ] = None
    statue_squares: Annotated[
        tuple[SquareId, ...],
        Meta(
            max_length=len(STATUES),
            description=f"For the placement `custom`: the ids of the {len(STATUES)} squares for the statues",
        ),
    ] = ()
    stone_squares: Annotated[
        tuple[SquareId, ...],
        Meta(
            max_length=len(STONES),
            description=f"For the placement `custom`: the ids of the {len(STONES)} squares for the stones; one "
            "less with three animals",
        ),
    ] = ()
    riddle: Annotated[bool, Meta(description="Whether the dragon asks its riddle at the exit")] = False

    @cached_property
    def rules(self) -> Rules:
        """The preset, changed by each single option that was given."""
        single = {name: getattr(self, name) for name in Rules.__struct_fields__}
        return replace(PRESETS[self.difficulty], **{name: given for name, given in single.items() if given is not None})

    @cached_property
    def stones(self) -> tuple[int, ...]:
        """The faces of the stones: an animal that is taken out takes its stone away."""
        return (ANIMAL,) * self.rules.animals + tuple(face for face in STONES if face != ANIMAL)

    @cached_property
    def stones_by_face(self) -> dict[int, int]:
        """How many stones of each face are in the game."""
        return {face: self.stones.count(face) for face in sorted(set(self.stones))}


def placement_errors(options: TchangOptions) -> OptionErrors:
    """What is wrong with the squares named for statues and stones, by option."""
    named = {
        "statue_squares": (options.statue_squares, STATUES),
        "stone_squares": (options.stone_squares, options.stones),
    }
    if options.placement != "custom":
        message = Text("Squares are only for the placement custom.")
        return {option: [message] for option, (squares, _) in named.items() if squares}
    errors = {option: square_errors(squares, len(pieces)) for option, (squares, pieces) in named.items()}
    return {option: messages for option, messages in errors.items() if messages}


def square_errors(squares: tuple[int, ...], count: int) -> list[Text]:
    """What is wrong with squares named for `count` pieces; empty when the pieces can be laid there."""
    errors = []
    if len(squares) != count:
        errors.append(Text("Name {count} squares, not {number}.", count=count, number=len(squares)))
    if len(set(squares)) != len(squares):
        errors.append(Text("Name a square only once."))
    if any(square not in PLACES for square in squares):
        errors.append(Text("Name ids of squares on the map, but not of the hall or of a dragon."))
    return errors
