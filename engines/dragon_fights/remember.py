"""What the players have seen of stones that lie face down again: a square and the number on its stone."""

from typing import cast

from engines.dragon_fights.content import FACES
from engines.dragon_fights.state import DragonState
from engines.engine import Fact, Knowledge, Logged

NUMBERS = {name: face for face, name in FACES.items()}


class Seen(Fact, frozen=True, tag="seen"):
    """A stone that everyone has seen, and the square to which it was put back."""

    square: int
    face: int


def remember(knowledge: Knowledge, event: Logged) -> Knowledge:
    """A stone that is turned over is in the view; one that is put back is remembered where it lies now."""
    if event.type == "stone_flipped":
        return tuple(seen for seen in stones(knowledge) if seen.square != event.data["square"])
    if event.type == "stone_relocated":
        return (*knowledge, Seen(event.data["to"], NUMBERS[event.data["face"]]))
    return knowledge


def stones(knowledge: Knowledge) -> tuple[Seen, ...]:
    """All facts of this game are about stones."""
    return cast(tuple[Seen, ...], knowledge)


def agrees(state: DragonState, knowledge: Knowledge) -> bool:
    """Whether these stones lie face down where they were put."""
    return all(state.stones[seen.square] == seen.face and seen.square not in state.turned for seen in stones(knowledge))
