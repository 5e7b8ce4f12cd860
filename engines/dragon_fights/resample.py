"""A table that looks like a view; what is hidden and not remembered is dealt again."""

from collections import Counter

from engines.chance import Chance
from engines.dragon_fights.actions import Gesture
from engines.dragon_fights.gestures import GESTURES
from engines.dragon_fights.options import DragonOptions
from engines.dragon_fights.remember import NUMBERS, stones
from engines.dragon_fights.state import BARE, DragonState
from engines.dragon_fights.view import DragonFightsView, DragonView
from engines.engine import Knowledge
from engines.shared_tomb.map import SQUARES
from engines.shared_tomb.stones import STONES


def resample(
    view: DragonFightsView, viewer: int | None, chance: Chance, knowledge: Knowledge
) -> tuple[DragonState, DragonOptions]:
    """Deal the faces that the viewer does not know from the stones that are left, and let the others choose again.

    `seen` is true of the stones whose faces the viewer knows, as it is in a game for a player who forgets nothing.
    """
    known = {stone.square: NUMBERS[stone.face] for stone in view.stones if stone.face is not None}
    known |= {seen.square: seen.face for seen in stones(knowledge)}
    rest = Counter(STONES) - Counter(known.values()) - Counter(face for d in view.dragons for face in d.stones)
    unknown = chance.shuffled(rest.elements())
    faces, seen = [BARE] * len(SQUARES), [False] * len(SQUARES)
    for stone in view.stones:
        faces[stone.square] = known[stone.square] if stone.square in known else unknown.pop()
        seen[stone.square] = stone.square in known and not stone.up
    state = DragonState(
        stones=faces,
        seen=seen,
        taken=[list(dragon.stones) for dragon in view.dragons],
        choosing=[dragon.seat for dragon in view.dragons if dragon.choosing],
        gestures=[gesture_of(dragon, view, viewer, chance) for dragon in view.dragons],
        shown=shown_of(view),
        undecided=view.undecided,
        player=view.player,
        turned=list(view.turned),
        phase=view.phase,
        round=view.round,
    )
    return state, DragonOptions(memory_aid=view.memory_aid)


def gesture_of(dragon: DragonView, view: DragonFightsView, viewer: int | None, chance: Chance) -> Gesture | None:
    """The viewer's own gesture as they chose it; a random one for another player who has chosen."""
    if dragon.seat == viewer:
        return view.your_gesture
    return chance.choice(GESTURES) if dragon.chosen else None


def shown_of(view: DragonFightsView) -> list[Gesture | None]:
    """The last throw by seat."""
    shown = {throw.seat: throw.gesture for throw in view.last_throw}
    return [shown.get(dragon.seat) for dragon in view.dragons]
