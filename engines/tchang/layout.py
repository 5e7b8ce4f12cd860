"""Laying out the tomb: which squares get a statue, which a stone, and what is under them."""

from collections.abc import Sequence
from typing import TypeVar

from engines.chance import Chance
from engines.shared_tomb.map import DISTANCE, HALL, PLACES, SQUARES
from engines.tchang.actions import Square
from engines.tchang.content import STATUES, Figure
from engines.tchang.options import TchangOptions

T = TypeVar("T")


def lay_out(options: TchangOptions, chance: Chance) -> tuple[list[Figure | None], list[int | None]]:
    """The statues and the stones by square, their faces dealt at random; none yet if the players lay them."""
    if options.rules.placement == "players":
        return [None] * len(SQUARES), [None] * len(SQUARES)
    statue_squares = squares_for_statues(options, chance)
    stone_squares = squares_for_stones(options, statue_squares, chance)
    figures, faces = chance.shuffled(STATUES), chance.shuffled(options.stones)
    return laid(dict(zip(statue_squares, figures, strict=True))), laid(dict(zip(stone_squares, faces, strict=True)))


def laid(things: dict[Square, T]) -> list[T | None]:
    """Things by square, None where there is none."""
    return [things.get(square.id) for square in SQUARES]


def squares_of(things: Sequence[T | None]) -> list[Square]:
    """Where something lies, in the order of squares."""
    return [square for square, thing in enumerate(things) if thing is not None]


def squares_for_statues(options: TchangOptions, chance: Chance) -> list[Square]:
    """Where the statues stand: on the squares named, as far from the hall as possible, or anywhere."""
    if options.rules.placement == "custom":
        return list(options.statue_squares)
    squares = chance.shuffled(PLACES)
    if options.rules.placement in ("far", "far_covered"):
        squares.sort(key=lambda square: -DISTANCE[HALL][square])
    return squares[: len(STATUES)]


def squares_for_stones(options: TchangOptions, statues: list[Square], chance: Chance) -> list[Square]:
    """Where the stones lie: on the squares named, first on every statue, or anywhere."""
    if options.rules.placement == "custom":
        return list(options.stone_squares)
    if options.rules.placement in ("covered", "far_covered"):
        bare = [square for square in PLACES if square not in statues]
        return statues + chance.sample(bare, len(options.stones) - len(statues))
    return chance.sample(PLACES, len(options.stones))
