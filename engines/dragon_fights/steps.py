"""The steps of a round: gesture, flip, decide, relocate. Each says what may be done in it."""

from typing import cast

from engines.chance import Chance
from engines.dragon_fights.actions import ChooseGesture, Flip, Gesture, Relocate, Take
from engines.dragon_fights.content import FACES
from engines.dragon_fights.events import (
    Drawn,
    GestureChosen,
    GoBegan,
    RoundBegan,
    Shown,
    StoneFlipped,
    StoneRelocated,
    StonesTaken,
    Thrown,
)
from engines.dragon_fights.gestures import GESTURES, best
from engines.dragon_fights.reasons import illegal
from engines.dragon_fights.state import BARE, DragonState
from engines.engine import Action, Ask, Event, Offers, Secret
from engines.shared_tomb.map import PLACES
from engines.shared_tomb.stones import ANIMAL
from engines.steps import Step

MOST_UNDECIDED = 50


class GestureStep(Step[DragonState]):
    """All players in the throw choose at once and in secret."""

    def turns(self, state: DragonState) -> dict[int, Ask]:
        """Each throw is a turn: after an undecided throw `undecided` is greater, after any other fewer are choosing."""
        ask = Ask("gesture", turn=MOST_UNDECIDED * len(state.choosing) + state.undecided, simultaneous=True)
        return {seat: ask for seat in state.choosing if state.gestures[seat] is None}

    def offers(self, state: DragonState, seat: int) -> Offers:
        return {ChooseGesture: (ChooseGesture(gesture) for gesture in GESTURES)}

    def check(self, state: DragonState, seat: int, action: Action) -> None:
        if not isinstance(action, ChooseGesture):
            raise illegal("not_now")

    def apply(self, state: DragonState, seat: int, action: Action, chance: Chance) -> list[Event]:
        gesture = cast(ChooseGesture, action).gesture
        state.gestures[seat] = gesture
        chosen = GestureChosen(seat, Secret((seat,), gesture))
        if any(state.gestures[other] is None for other in state.choosing):
            return [chosen]
        return [chosen, *show(state, chance)]

    def default(self, state: DragonState, seat: int, chance: Chance) -> Action:
        return ChooseGesture(chance.choice(GESTURES))


class GoStep(Step[DragonState]):
    """Only the winner of the throw acts; a whole go is one turn, and between two goes there is a throw."""

    def turns(self, state: DragonState) -> dict[int, Ask]:
        return {cast(int, state.player): Ask(state.phase)}


class FlipStep(GoStep):
    """The winner turns over a stone of their choice."""

    def offers(self, state: DragonState, seat: int) -> Offers:
        return {Flip: (Flip(square) for square in state.face_down())}

    def check(self, state: DragonState, seat: int, action: Action) -> None:
        if not isinstance(action, Flip):
            raise illegal("not_now")
        if action.square not in PLACES or state.stones[action.square] == BARE:
            raise illegal("no_stone")
        if action.square in state.turned:
            raise illegal("already_turned")

    def apply(self, state: DragonState, seat: int, action: Action, chance: Chance) -> list[Event]:
        """An animal sends all stones of the go back; the last firefly stone ends the game at once."""
        square = cast(Flip, action).square
        face = state.stones[square]
        state.turned.append(square)
        state.phase = "relocate" if face == ANIMAL else "decide"
        flipped = StoneFlipped(seat, square, FACES[face], state.at_stake())
        if face == ANIMAL or any(state.stones[other] != ANIMAL for other in state.face_down()):
            return [flipped]
        state.phase = "over"
        return [flipped, take(state, seat)]

    def default(self, state: DragonState, seat: int, chance: Chance) -> Action:
        return Flip(chance.choice(list(state.face_down())))


class DecideStep(FlipStep):
    """After fireflies: take them, or turn over another stone."""

    def offers(self, state: DragonState, seat: int) -> Offers:
        return {Take: iter([Take()]), **super().offers(state, seat)}

    def check(self, state: DragonState, seat: int, action: Action) -> None:
        if not isinstance(action, Take):
            super().check(state, seat, action)

    def apply(self, state: DragonState, seat: int, action: Action, chance: Chance) -> list[Event]:
        if isinstance(action, Take):
            return [take(state, seat), *begin_round(state)]
        return super().apply(state, seat, action, chance)

    def default(self, state: DragonState, seat: int, chance: Chance) -> Action:
        return Take()

    def sample(self, state: DragonState, seat: int, chance: Chance) -> Action:
        """Take in half the cases: as one action among two dozen flips it would hardly ever be drawn."""
        return Take() if chance.below(2) else super().sample(state, seat, chance)


class RelocateStep(GoStep):
    """After an animal: all stones of the go return face down, one at a time, each to another square than its own."""

    def offers(self, state: DragonState, seat: int) -> Offers:
        free = list(state.free())
        return {Relocate: (Relocate(origin, to) for origin in sorted(state.turned) for to in free)}

    def check(self, state: DragonState, seat: int, action: Action) -> None:
        if not isinstance(action, Relocate):
            raise illegal("not_now")
        if action.origin not in state.turned:
            raise illegal("not_turned")
        if action.to == action.origin:
            raise illegal("same_square")
        if action.to not in PLACES or state.stones[action.to] != BARE:
            raise illegal("not_free")

    def apply(self, state: DragonState, seat: int, action: Action, chance: Chance) -> list[Event]:
        """The square it leaves is free at once; everyone has seen the stone and where it went."""
        move = cast(Relocate, action)
        face = state.stones[move.to] = lift(state, move.origin)
        state.seen[move.to] = True
        state.turned.remove(move.origin)
        moved = StoneRelocated(seat, move.origin, move.to, FACES[face])
        return [moved] if state.turned else [moved, *begin_round(state)]

    def default(self, state: DragonState, seat: int, chance: Chance) -> Action:
        return Relocate(chance.choice(sorted(state.turned)), chance.choice(list(state.free())))


STEPS: dict[str, Step[DragonState]] = {
    "gesture": GestureStep(),
    "flip": FlipStep(),
    "decide": DecideStep(),
    "relocate": RelocateStep(),
}


def begin_round(state: DragonState) -> list[Event]:
    """All players choose a gesture."""
    state.phase, state.player, state.undecided = "gesture", None, 0
    state.choosing = list(range(len(state.taken)))
    state.round += 1
    return [RoundBegan(None, state.round)]


def show(state: DragonState, chance: Chance) -> list[Event]:
    """Show the gestures: one player left wins, several choose again; after too many undecided throws one is drawn."""
    thrown = {seat: cast(Gesture, state.gestures[seat]) for seat in state.choosing}
    left = best(thrown)
    state.shown, state.gestures = state.gestures, [None] * len(state.gestures)
    events: list[Event] = [Thrown(None, tuple(Shown(*pair) for pair in thrown.items()), tuple(left))]
    state.undecided = state.undecided + 1 if left == state.choosing else 0
    state.choosing = left
    if state.undecided == MOST_UNDECIDED:
        state.choosing = [chance.choice(left)]
        events.append(Drawn(state.choosing[0]))
    return [*events, *begin_go(state)] if len(state.choosing) == 1 else events


def begin_go(state: DragonState) -> list[Event]:
    """The one who is left turns over a stone."""
    state.player, state.choosing = state.choosing[0], []
    state.phase = "flip"
    return [GoBegan(state.player)]


def take(state: DragonState, seat: int) -> Event:
    """All stones turned over in this go are the player's."""
    squares, fireflies = tuple(state.turned), state.at_stake()
    state.taken[seat] += [lift(state, square) for square in squares]
    state.turned = []
    return StonesTaken(seat, squares, fireflies, sum(state.taken[seat]))


def lift(state: DragonState, square: int) -> int:
    """Pick a stone up from its square."""
    face, state.stones[square], state.seen[square] = state.stones[square], BARE, False
    return face
