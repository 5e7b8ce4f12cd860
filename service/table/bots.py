"""When the bots at a table are due. A note in the store tells the processes that move them."""

from service.store.bot_queue import OVERDUE_MS
from service.table import clock
from service.table.transaction import Transaction

BETWEEN_BOTS = 250
"""Milliseconds from move to move where only bots play, so that people can watch."""
REACTION = 1000
"""Milliseconds that people have to react before a bot goes on, where the table has agreed on no other time."""


def asked(room: Transaction) -> dict[int, int]:
    """The bots that the game asks to act or lets react, and when each is due. Those that may react come first."""
    if room.meta.status != "active":
        return {}
    found = {seat: due_at(room, seat) for seat in room.meta.pending if room.meta.seats[seat].kind == "bot"}
    return dict(sorted(found.items(), key=lambda one: room.meta.pending[one[0]].required))


def due_at(room: Transaction, seat: int) -> int:
    """When this bot is to think. One that is asked to react does so at once: perhaps it only passes."""
    meta = room.meta
    due = meta.updated_at
    if not reacts(room, seat):
        due = max(due, people_reacted_at(room), clock.may_act_at(room, seat))
    if all(place.kind == "bot" for place in meta.seats):
        due = max(due, meta.updated_at + BETWEEN_BOTS)
    return due


def reacts(room: Transaction, seat: int) -> bool:
    """Whether this seat is asked to react, and not to go on: nobody waits for it, or the whole table waits for all who
    may react. While there is a window for reactions, the engine has set a mark, and who is to go on may have to wait.
    """
    asked = room.meta.pending[seat]
    goes_on = asked.not_before > 0 or asked.at_once
    return not asked.required or (room.meta.window > 0 and not goes_on)


def people_reacted_at(room: Transaction) -> int:
    """Until when a bot leaves people time to react; 0 where there is nothing to react to."""
    meta = room.meta
    if not meta.window or not any(meta.seats[seat].kind == "human" and reacts(room, seat) for seat in meta.pending):
        return 0
    agreed = max(asked.not_before for asked in meta.pending.values())
    return meta.window_since + (agreed * 1000 or REACTION)


def next_due(room: Transaction) -> int | None:
    """When the first of the bots is due; None if none is asked."""
    return min(asked(room).values(), default=None)


def late_at(room: Transaction) -> int | None:
    """Until when the game waits for a bot; after that the note about it must be lost. None if it waits for none."""
    awaited = (at for seat, at in asked(room).items() if room.meta.pending[seat].required)
    first = min(awaited, default=None)
    return None if first is None else first + OVERDUE_MS


def forgotten(room: Transaction) -> bool:
    """Whether the game has waited so long for a bot that the note about it must be lost."""
    late = late_at(room)
    return late is not None and late < room.now
