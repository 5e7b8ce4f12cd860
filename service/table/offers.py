"""What a seat may do now, as the list of its actions and the view that is asked to hold them show it."""

from itertools import islice
from typing import Annotated

import msgspec
from msgspec import Meta

from engines.engine import Action
from service.table.access import Viewer
from service.table.transaction import Transaction


class Legal(msgspec.Struct):
    """What a seat may do now; nothing for a seat that has to wait."""

    version: Annotated[int, Meta(description="The game's version at which they are legal")]
    types: Annotated[list[str], Meta(description="All their types, and types with too many actions to list")]
    actions: Annotated[list[Action], Meta(description="Each can be posted as it is")]
    truncated: Annotated[bool, Meta(description="Whether there are more than `limit`")]


def legal(room: Transaction, viewer: Viewer, limit: int, kind: str | None = None) -> Legal:
    """The types of action this seat may take now, and the first of the actions, only of one type if it is named."""
    seat = viewer.seat
    if room.meta.status != "active" or seat not in room.meta.pending:
        return Legal(room.version, [], [], truncated=False)
    some = list(islice(room.engine.legal(room.state, seat, kind), limit + 1))
    return Legal(room.version, room.engine.types(room.state, seat), some[:limit], truncated=len(some) > limit)
