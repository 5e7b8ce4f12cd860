"""How to play Dragon Fights: turn stones over while the next one is likely to bring more than an animal would cost."""

from collections import Counter
from collections.abc import Iterator
from math import sqrt

from engines.chance import Chance
from engines.dragon_fights.actions import ChooseGesture, Flip, Relocate, Take
from engines.dragon_fights.gestures import GESTURES
from engines.dragon_fights.state import DragonState
from engines.engine import Action
from engines.heuristic import Heuristic, win_probability
from engines.shared_tomb.stones import ANIMAL, STONES

STAKE_SHARE = 0.8
"""The share of the fireflies at stake that a player is likely to keep."""
SWING = 1.6
"""How much the uncertainty grows with the root of the fireflies that nobody has taken yet."""
STONES_AHEAD = 3
"""How many stones of a go are computed."""


class DragonHeuristic(Heuristic[DragonState]):
    """Fireflies count, those at stake in part; the more are left on the map, the less a lead says."""

    horizon = 10

    def is_quiet(self, state: DragonState) -> bool:
        return state.phase == "gesture" and not any(state.gestures)

    def evaluate(self, state: DragonState) -> list[float]:
        fireflies = [float(sum(stones)) for stones in state.taken]
        if state.player is not None:
            fireflies[state.player] += STAKE_SHARE * state.at_stake()
        return position_values(fireflies, sum(face for face in state.stones if face != ANIMAL))

    def expected_value(self, state: DragonState, seat: int, move: Action | None) -> float | None:
        """Exactly for the next stones of this go; whoever throws next is as likely to win the throw as any other."""
        if isinstance(move, Take):
            return Go(state, seat).take(state.at_stake())
        if not isinstance(move, Flip):
            return None
        go, face = Go(state, seat), known_stones(state).get(move.square)
        if face is None:
            return go.turn_over(state.at_stake(), STONES_AHEAD)
        return go.lost() if face == ANIMAL else go.decide(state.at_stake(), STONES_AHEAD)

    def moves(self, state: DragonState, seat: int, chance: Chance) -> Iterator[Action | None]:
        if state.phase == "gesture":
            return (ChooseGesture(gesture) for gesture in chance.shuffled(GESTURES))
        if state.phase == "relocate":
            return iter([Relocate(next_to_relocate(state), chance.choice(list(state.free())))])
        return go_actions(state, chance)

    def is_simultaneous_guess(self, state: DragonState) -> bool:
        return state.phase == "gesture"


def go_actions(state: DragonState, chance: Chance) -> Iterator[Action]:
    """Turn over a stone that is known to hold fireflies; else take them, or try one that nobody has seen."""
    down = list(state.face_down())
    known = known_stones(state)
    sure = [Flip(square) for square in sorted(known, key=lambda square: -known[square]) if known[square] != ANIMAL]
    dark = [Flip(chance.choice(rest))] if (rest := [square for square in down if square not in known]) else []
    if state.phase == "flip":
        return iter([*sure[:1], *dark] or [Flip(down[0])])
    stake = state.at_stake()
    if sure:
        return iter([sure[0], Take(), *dark])
    hidden = unseen(state)
    gain = sum(face * count for face, count in hidden.items() if face != ANIMAL)
    return iter([*dark, Take()] if gain > hidden[ANIMAL] * stake else [Take(), *dark])


def next_to_relocate(state: DragonState) -> int:
    """The stone with the most fireflies: players are likely to forget what was put back first."""
    return max(sorted(state.turned), key=lambda square: state.stones[square])


def known_stones(state: DragonState) -> dict[int, int]:
    """The faces of the stones face down that a player knows who forgets nothing, by square.

    In a state that a bot thinks on, these are the stones that the bot has not forgotten.
    """
    return {square: state.stones[square] for square in state.face_down() if state.seen[square]}


def unseen(state: DragonState) -> Counter[int]:
    """The stones face down that nobody has seen."""
    up = [state.stones[square] for square in state.turned]
    taken = [face for own in state.taken for face in own]
    return Counter(STONES) - Counter(known_stones(state).values()) - Counter(up) - Counter(taken)


def position_values(fireflies: list[float], left: float) -> list[float]:
    """The value to each seat with these fireflies and this many left on the map; a larger lead than that is safe."""
    uncertainty = SWING * sqrt(max(0.0, left))
    beaten = [
        [win_probability(own - other, 0 if abs(own - other) > left else uncertainty) for other in fireflies]
        for own in fireflies
    ]
    return [(sum(row) - 0.5) / max(1, len(row) - 1) for row in beaten]


class Go:
    """The rest of a go: what may turn up, and when it is best to stop."""

    def __init__(self, state: DragonState, seat: int) -> None:
        self.seat, self.rest = seat, unseen(state)
        self.fireflies = [float(sum(stones)) for stones in state.taken]
        self.left = sum(face for face in state.stones if face != ANIMAL)
        self.sure = sum(face for face in known_stones(state).values() if face != ANIMAL)

    def take(self, stake: int) -> float:
        """Stop, with these fireflies."""
        mine = [own + stake * (seat == self.seat) for seat, own in enumerate(self.fireflies)]
        return position_values(mine, self.left - stake)[self.seat]

    def lost(self) -> float:
        """An animal: all stones of the go are put back."""
        return position_values(self.fireflies, self.left)[self.seat]

    def decide(self, stake: int, stones: int) -> float:
        """Stop with all that is known to hold fireflies, or go on, whichever is better; at most this many stones more
        are computed.
        """
        stop = self.take(stake + self.sure)
        return max(stop, self.turn_over(stake, stones)) if stones else stop

    def turn_over(self, stake: int, stones: int) -> float:
        """Turn over a stone that nobody has seen."""
        value, total = 0.0, max(1, self.rest.total())
        for face, count in list(self.rest.items()):
            if face == ANIMAL:
                value += count / total * self.lost()
            elif count:
                self.rest[face] -= 1
                value += count / total * self.decide(stake + face, stones - 1)
                self.rest[face] += 1
        return value
