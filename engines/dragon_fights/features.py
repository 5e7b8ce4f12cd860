"""A view as a vector of numbers, square by square and then seat by seat from the viewer on."""

from typing import get_args

from engines.dragon_fights.actions import Gesture
from engines.dragon_fights.content import FACES
from engines.dragon_fights.state import Phase
from engines.dragon_fights.view import DragonFightsView
from engines.features import from_seat, one_hot
from engines.shared_tomb.map import PLACES

GESTURES = get_args(Gesture)


def features(view: DragonFightsView, seat: int) -> list[float]:
    """For each square: whether a stone is on it, face up, and which face the viewer sees; then gestures and players."""
    stones = {stone.square: stone for stone in view.stones}
    vector: list[float] = []
    for square in PLACES:
        stone = stones.get(square)
        face = None if stone is None else stone.face
        vector += [float(stone is not None), float(stone is not None and stone.up)]
        vector += one_hot(face, tuple(FACES.values()))
    vector += one_hot(view.phase, get_args(Phase)) + one_hot(view.your_gesture, GESTURES)
    vector += [float(number) for number in (view.at_stake, view.fireflies_left, view.undecided)]
    shown = {throw.seat: throw.gesture for throw in view.last_throw}
    for dragon in from_seat(seat, view.dragons):
        vector += [float(dragon.choosing), float(dragon.chosen), float(dragon.fireflies)]
        vector += [float(dragon.seat == view.player), *one_hot(shown.get(dragon.seat), GESTURES)]
    return vector
