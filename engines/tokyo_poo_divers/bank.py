"""The turds that are the money: 20 brown ones worth 1 and 30 golden ones worth 5; there are no others."""

from typing import Annotated

from msgspec import Meta, Struct

GOLDEN_VALUE = 5


class Purse(Struct):
    """Pieces in one place: a diver's hand or the bank."""

    brown: Annotated[int, Meta(description="Pieces worth 1")] = 0
    golden: Annotated[int, Meta(description="Pieces worth 5")] = 0

    @property
    def value(self) -> int:
        """What the pieces are worth together."""
        return self.brown + GOLDEN_VALUE * self.golden

    @property
    def empty(self) -> bool:
        """Not one piece left."""
        return not (self.brown or self.golden)


def full_bank() -> Purse:
    """The bank before the first payment: 170 points in all."""
    return Purse(brown=20, golden=30)


def pay(bank: Purse, purse: Purse, points: int) -> int:
    """Pay as much as the pieces allow, with as many golden ones as possible; returns the points that are forfeited."""
    brown, golden = bank.brown + purse.brown, bank.golden + purse.golden
    owed = purse.value + points
    for value in range(owed, -1, -1):
        purse.golden = min(golden, value // GOLDEN_VALUE)
        purse.brown = value - GOLDEN_VALUE * purse.golden
        if purse.brown <= brown:
            break
    bank.golden, bank.brown = golden - purse.golden, brown - purse.brown
    return owed - purse.value
