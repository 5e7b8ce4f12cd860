"""How to play Dragon Fights: turn stones over while the next one is likely to bring more than an animal would cost."""

from collections import Counter
from collections.abc import Iterator
from math import sqrt

from engines.advice import Advice, standings
from engines.chance import Chance
from engines.contract import Action
from engines.dragon_fights.actions import ChooseGesture, Flip, Relocate, Take
from engines.dragon_fights.state import DragonState
from engines.dragon_fights.throw import GESTURES
from engines.tomb.stones import ANIMAL, STONES

KEPT = 0.8
"""The share of the fireflies at stake that a player is likely to keep."""
SWING = 1.6
"""How much the doubt grows with the root of the fireflies that nobody has taken yet."""


class DragonAdvice(Advice[DragonState]):
    """Fireflies count, those at stake in part; the more are left on the map, the less a lead says."""

    horizon = 10

    def quiet(self, state: DragonState) -> bool:
        return state.phase == "gesture" and not any(state.gestures)

    def appraise(self, state: DragonState) -> list[float]:
        fireflies = [float(sum(stones)) for stones in state.taken]
        if state.phase == "over":
            return standings(fireflies, 0)
        left = sum(face for face in state.stones if face != ANIMAL)
        if state.player is not None:
            fireflies[state.player] += KEPT * state.at_stake()
        best = max(fireflies)
        if len(fireflies) == 2 and best > min(fireflies) + left and state.at_stake() == 0:
            return standings(fireflies, 0)
        return standings(fireflies, SWING * sqrt(max(1, left)))

    def moves(self, state: DragonState, seat: int, chance: Chance) -> Iterator[Action | None]:
        if state.phase == "gesture":
            return (ChooseGesture(gesture) for gesture in chance.shuffled(GESTURES))
        if state.phase == "relocate":
            return iter([Relocate(min(state.turned), chance.choice(list(state.free())))])
        return goes(state, chance)

    def guessing(self, state: DragonState) -> bool:
        return state.phase == "gesture"


def goes(state: DragonState, chance: Chance) -> Iterator[Action]:
    """Turn over a stone that is known to hold fireflies; else take them, or try one that nobody has seen."""
    down = list(state.face_down())
    known = {square: state.stones[square] for square in down if state.options.memory_aid and state.seen[square]}
    sure = [Flip(square) for square in sorted(known, key=lambda square: -known[square]) if known[square] != ANIMAL]
    dark = [Flip(chance.choice(rest))] if (rest := [square for square in down if square not in known]) else []
    if state.phase == "flip":
        return iter([*sure[:1], *dark] or [Flip(down[0])])
    stake = state.at_stake()
    if sure:
        return iter([sure[0], Take(), *dark])
    animals, gain = unseen(state, known)
    return iter([*dark, Take()] if gain > animals * stake else [Take(), *dark])


def unseen(state: DragonState, known: dict[int, int]) -> tuple[float, float]:
    """How likely an animal is under a stone nobody has seen, and the fireflies such a stone brings on average."""
    up = [state.stones[square] for square in state.turned]
    rest = (
        Counter(STONES) - Counter(known.values()) - Counter(up) - Counter(face for own in state.taken for face in own)
    )
    stones = max(1, rest.total())
    return rest[ANIMAL] / stones, sum(face * count for face, count in rest.items() if face != ANIMAL) / stones
