"""A view as a vector of numbers, cover by cover and then seat by seat from the viewer on."""

from typing import get_args

from engines.features import from_seat, one_hot
from engines.tokyo_poo_divers.actions import Direction
from engines.tokyo_poo_divers.content import FACE_NAMES
from engines.tokyo_poo_divers.state import Phase
from engines.tokyo_poo_divers.view import PooView

FACES = tuple(FACE_NAMES)
HOLE = "."


def features(view: PooView, seat: int) -> list[float]:
    """For each cover: its open face, the face the viewer has peeked at, the diver and the last find on it.

    For each seat: whether it still has to vote, whose turn it is, and its points.
    """
    cells = [(row, column) for row, line in enumerate(view.board) for column, one in enumerate(line) if one != HOLE]
    peeked = {peek.cell: peek.face for peek in view.peeks if peek.seat == seat}
    diver = None if view.diver is None else view.diver.cell
    vector: list[float] = []
    for cell in cells:
        row, column = cell
        vector += one_hot(view.board[row][column], FACES)
        vector += one_hot(peeked.get(cell), tuple(FACE_NAMES.values()))
        vector += [float(cell == diver), float(cell == view.last_find)]
    vector += one_hot(view.phase, get_args(Phase))
    vector += one_hot(None if view.diver is None else view.diver.facing, get_args(Direction))
    vector += [float(number) for number in (view.points, view.finds, view.bank.brown, view.bank.golden)]
    voting = () if view.contest is None else set(view.contest.tied) - set(view.contest.voted)
    vector += from_seat(seat, [float(other in voting) for other in range(len(view.purses))])
    vector += from_seat(seat, one_hot(view.turn, range(len(view.purses))))
    return vector + from_seat(seat, [float(purse.points) for purse in view.purses])
