"""What a diver knows of closed covers: what they saw under them, and where others looked and then dived elsewhere."""

from typing import cast

from msgspec.structs import replace

from engines.engine import Fact, Knowledge, Logged
from engines.tokyo_poo_divers.actions import Cell
from engines.tokyo_poo_divers.content import FACE_NAMES
from engines.tokyo_poo_divers.state import PooState

FACES = {name: face for face, name in FACE_NAMES.items()}


class Seen(Fact, frozen=True, tag="seen"):
    """What the diver saw under a cover."""

    cell: Cell
    face: str


class Looked(Fact, frozen=True, tag="looked"):
    """Another diver looked under a cover; `instead` is where they dived next, None before that."""

    cell: Cell
    seat: int
    instead: Cell | None = None


def remember(knowledge: Knowledge, event: Logged) -> Knowledge:
    """A peek is a fact until the cover is open. A diver who dives elsewhere has avoided what they looked under."""
    if event.type == "peeked":
        return look(knowledge, event)
    if event.type != "cover_opened":
        return knowledge
    opened = cell_of(event)
    closed = [fact for fact in looks(knowledge) if fact.cell != opened]
    if event.data["direction"] is not None:
        return tuple(closed)
    avoided = [fact for fact in closed if isinstance(fact, Looked) and fact.seat == event.seat and fact.instead is None]
    return (*(fact for fact in closed if fact not in avoided), *(replace(fact, instead=opened) for fact in avoided))


def look(knowledge: Knowledge, event: Logged) -> Knowledge:
    """Whoever looks may see the face; a second look of the same diver replaces the first."""
    cell, face, seat = cell_of(event), event.data.get("face"), cast(int, event.seat)
    new = Looked(cell, seat) if face is None else Seen(cell, FACES[face])
    return (*(fact for fact in looks(knowledge) if fact.cell != cell or seat_of(fact) != seat_of(new)), new)


def looks(knowledge: Knowledge) -> tuple[Seen | Looked, ...]:
    """All facts of this game are about looks under covers."""
    return cast(tuple[Seen | Looked, ...], knowledge)


def seat_of(fact: Seen | Looked) -> int | None:
    """The other diver who looked; None for one's own look."""
    return fact.seat if isinstance(fact, Looked) else None


def cell_of(event: Logged) -> Cell:
    """The cover that an event is about."""
    row, column = event.data["cell"]
    return row, column


def agrees(state: PooState, knowledge: Knowledge) -> bool:
    """Whether these covers are closed, show what was seen, and were looked under by these divers."""
    for fact in looks(knowledge):
        cover = state.options.numbers[fact.cell]
        seen = cover in state.peeked[fact.seat] if isinstance(fact, Looked) else state.faces[cover] == fact.face
        if state.opened[cover] or not seen:
            return False
    return True
