"""What nobody at a table of T'Chang may know, from the rules: the figures of statues and the faces of stones that lie
face down.
"""

from engines.chance import Chance
from tests.secrecy.pairs import Change, Path


def change(path: Path, _viewer: int | None, dice: Chance) -> Change:
    """Deal the statues and the stones again that still lie face down at the end of the path."""
    other = path.change()
    state, end = other.state, path.end
    biting = {pawn.square for one in path.states for pawn in one.pawns if pawn.bitten}
    statues = [
        square for square, figure in enumerate(state.statues) if figure is not None and square not in end.uncovered
    ]
    stones = [
        square
        for square, face in enumerate(state.stones)
        if face is not None and end.stones[square] is not None and square not in biting
    ]
    deal(state.statues, statues, "statues", dice, other)
    deal(state.stones, stones, "stones", dice, other)
    return other


def deal(places: list, squares: list[int], kind: str, dice: Chance, other: Change) -> None:
    """Deal what lies on these squares among them."""
    before = [places[square] for square in squares]
    for square, face in zip(squares, dice.shuffled(before), strict=True):
        places[square] = face
    if [places[square] for square in squares] != before:
        other.kinds.add(kind)
