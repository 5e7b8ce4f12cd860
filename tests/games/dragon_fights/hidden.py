"""What a viewer of Dragon Fights may not know, from the rules: the stones that lie face down, and the gestures of
others until all have chosen.
"""

from itertools import pairwise

from engines.chance import Chance
from engines.dragon_fights.actions import ChooseGesture, Flip
from engines.dragon_fights.gestures import GESTURES
from engines.dragon_fights.state import BARE
from tests.secrecy.pairs import Change, Path


def change(path: Path, viewer: int | None, dice: Chance) -> Change:
    """Deal the stones again that nobody turns over on the path, and let the others choose another gesture."""
    other = path.change()
    change_stones(path, dice, other)
    if not gestures_are_shown(path):
        change_gestures(viewer, dice, other)
    return other


def change_stones(path: Path, dice: Chance, other: Change) -> None:
    """A stone that was turned over and put back lies face down; only with the memory aid the table still shows it."""
    state = other.state
    turned = {*state.turned, *(action.square for _, action in path.actions if isinstance(action, Flip))}
    down = [
        square
        for square, stone in enumerate(state.stones)
        if stone != BARE and square not in turned and not (state.options.memory_aid and state.seen[square])
    ]
    for square, stone in zip(down, dice.shuffled(state.stones[square] for square in down), strict=True):
        if stone != state.stones[square]:
            other.kinds.add("stones turned over before" if state.seen[square] else "stones")
        state.stones[square] = stone


def gestures_are_shown(path: Path) -> bool:
    """Whether a throw ends on the path: a gesture that was chosen is no longer there."""
    return any(
        gesture is not None and after is None
        for here, there in pairwise(path.states)
        for gesture, after in zip(here.gestures, there.gestures, strict=True)
    )


def change_gestures(viewer: int | None, dice: Chance, other: Change) -> None:
    gestures = other.state.gestures
    for seat, gesture in enumerate(gestures):
        if gesture is not None and seat != viewer:
            gestures[seat] = dice.choice(GESTURES)
            other.kinds.add("gestures")
    for place, (seat, action) in enumerate(other.actions):
        if isinstance(action, ChooseGesture) and seat != viewer:
            other.actions[place] = seat, ChooseGesture(dice.choice(GESTURES))
            other.kinds.add("gestures")
