"""A bot's own chance. It has nothing to do with the seed of the game."""

from collections.abc import Iterable
from random import Random
from typing import TypeVar

from engines.chance import Chance

T = TypeVar("T")


class FastRandom(Chance):
    """The same seed gives the same numbers. They need not be as hard to predict as a game's, but they must be quick."""

    __slots__ = ("random",)

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.random = Random(seed)  # noqa: S311  (no secret of the game depends on it)

    def below(self, bound: int) -> int:
        return self.random.randrange(bound)

    def shuffled(self, items: Iterable[T]) -> list[T]:
        draw = self.random.random
        return sorted(items, key=lambda _: draw())
