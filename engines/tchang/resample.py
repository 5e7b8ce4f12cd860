"""A tomb that looks like a view; what lies face down is dealt again."""

from typing import cast

from engines.chance import Chance
from engines.shared_tomb.stones import ANIMAL
from engines.tchang.content import STATUES, Figure
from engines.tchang.layout import laid
from engines.tchang.options import Difficulty, Rules, TchangOptions
from engines.tchang.state import MOST_SHARES, Pawn, TchangState
from engines.tchang.view import TchangView


def resample(view: TchangView, chance: Chance) -> tuple[TchangState, TchangOptions]:
    """Deal what lies face down from what has not been seen. The view is a full one."""
    rules = cast(Rules, view.rules)
    options = TchangOptions(
        difficulty=cast(Difficulty, view.difficulty),
        fireflies=rules.fireflies,
        animals=rules.animals,
        tangram_bonus=rules.tangram_bonus,
        placement=rules.placement,
        riddle=view.riddle is not None,
    )
    state = TchangState(
        seats=1 + max(pawn.seat for pawn in view.pawns),
        pawns=[Pawn(pawn.square, pawn.fireflies, pawn.bitten) for pawn in view.pawns],
        reserve=view.reserve,
        statues=dealt_statues(view, chance),
        uncovered=[statue.square for statue in view.statues if statue.figure is not None],
        stones=dealt_stones(view, chance),
        removed=removed(view),
        exit=None if view.exit is None else view.exit.dragon,
        turn=view.turn,
        phase=view.phase,
        idle=view.idle_turns,
        votes=list(view.concede_votes),
        ending=view.ending,
        shares=MOST_SHARES - view.shares_left,
    )
    if view.riddle is not None:
        state.declined = list(view.riddle.declined)
        state.solver, state.solved, state.pieces = view.riddle.solver, view.riddle.solved, view.riddle.pieces
    return state, options


def dealt_statues(view: TchangView, chance: Chance) -> list[Figure | None]:
    """The statues that were seen stay as they are; the other figures are dealt to the rest."""
    unseen = list(STATUES)
    for statue in view.statues:
        if statue.figure is not None:
            unseen.remove(statue.figure)
    unseen = chance.shuffled(unseen)
    return laid({statue.square: statue.figure or unseen.pop() for statue in view.statues})


def dealt_stones(view: TchangView, chance: Chance) -> list[int | None]:
    """Animals that hold a pawn stay where they are; the hidden faces are dealt to the other stones."""
    hidden = chance.shuffled([count.face for count in view.stones_by_face for _ in range(count.hidden)])
    stones = zip(view.stones, hidden, strict=view.to_lay is None)
    return laid({**dict(stones), **dict.fromkeys(view.animals, ANIMAL)})


def removed(view: TchangView) -> list[int]:
    """The faces of the stones that have left the game."""
    biting = len(view.animals)
    return [
        count.face
        for count in view.stones_by_face
        for _ in range(count.total - count.hidden - (biting if count.face == ANIMAL else 0))
    ]
