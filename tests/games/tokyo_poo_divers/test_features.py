"""The view as a vector: what each number is, and that the viewer's own seat comes first."""

from typing import get_args

from engines.tokyo_poo_divers.actions import Direction
from engines.tokyo_poo_divers.bank import Purse
from engines.tokyo_poo_divers.options import PooOptions
from tests.games.tokyo_poo_divers.builders import POO, Sewer, sewer

CELL = 8


def vector(table: Sewer, seat: int) -> list[float]:
    numbers: list[float] = POO.features(table.view(seat), seat)
    return numbers


def cover(table: Sewer, seat: int, row: int, column: int) -> list[float]:
    """The numbers of a cover: open find, blank, sleeper; peeked find, blank, sleeper; diver, last find."""
    start = CELL * (8 * row + column)
    return vector(table, seat)[start : start + CELL]


def test_an_open_find_has_the_diver_and_is_the_last_find() -> None:
    table = sewer("f", fill="x")
    assert cover(table, 0, 0, 0) == [0] * CELL
    table.dive(0, 0)
    assert cover(table, 1, 0, 0) == [1, 0, 0, 0, 0, 0, 1, 1]


def test_a_peek_is_known_to_its_own_seat_only() -> None:
    table = sewer("xf", fill="z", options=PooOptions(remember_peeks=True))
    table.state.peeked[0] = [1]
    assert cover(table, 0, 0, 1) == [0, 0, 0, 1, 0, 0, 0, 0]
    assert cover(table, 1, 0, 1) == [0] * CELL


def test_the_direction_of_a_risk_is_seen_after_the_phase() -> None:
    """First the covers, then the five phases, then the eight directions."""
    table = sewer("ff", fill="z")
    table.dive(0, 0)
    start = CELL * 64 + 5
    assert vector(table, 0)[start - 5 : start + 8] == [0, 1, 0, 0, 0, *[0] * 8]
    table.risk("e")
    facing = [float(way == "e") for way in get_args(Direction)]
    assert vector(table, 1)[start : start + 8] == facing
    assert sum(facing) == 1


def test_the_viewer_comes_first() -> None:
    table = sewer(seats=3, purses=[Purse(1), Purse(2), Purse(3)])
    assert [vector(table, seat)[-6:] for seat in (0, 1)] == [[1, 0, 0, 1, 2, 3], [0, 0, 1, 2, 3, 1]]
