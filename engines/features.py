"""Views as vectors of numbers with a fixed length, for learning programs; see `Engine.features`."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
LARGEST_FEATURE = 1000


def one_hot(value: object, values: Sequence[object]) -> list[float]:
    """1 at the place of the value and 0 elsewhere; only zeros if it is none of these values."""
    return [float(each == value) for each in values]


def from_seat(seat: int, by_seat: Sequence[T]) -> list[T]:
    """What each seat has, beginning with this seat and going round the table."""
    return [*by_seat[seat:], *by_seat[:seat]]
