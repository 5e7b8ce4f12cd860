"""Clocks without a background process: the next request does what is overdue, dated to when it was due."""

import os

from engines.chance import Chance
from engines.engine import Action
from service.table.transaction import Transaction

MOST_AT_ONCE = 64
"""The most steps that one request catches up on; the next request continues."""


def may_act_at(room: Transaction, seat: int, kind: str = "") -> int:
    """When this seat may take this type of action: others may have time to react first."""
    asked = room.meta.pending[seat]
    if not asked.not_before or kind in asked.at_once:
        return 0
    return room.meta.window_since + asked.not_before * 1000


def deadline_of(room: Transaction, seat: int) -> int | None:
    """When the default action is done for this seat; never if there is no clock."""
    asked = room.meta.pending.get(seat)
    if asked is None or not asked.required or room.charter.turn_seconds is None:
        return None
    return max(asked.since, may_act_at(room, seat)) + room.charter.turn_seconds * 1000


def earliest(room: Transaction) -> int | None:
    """When the game can go on, if others may still react before; None: it can go on at once."""
    moments = [may_act_at(room, seat) for seat, asked in room.meta.pending.items() if asked.required]
    return max(moments, default=0) or None


def next_due(room: Transaction) -> tuple[int, int] | None:
    """The earliest deadline and its seat; what the rules do for bots is due at once."""
    due = [(at, seat) for seat in room.meta.pending if (at := deadline_of(room, seat)) is not None]
    due += [(room.meta.updated_at, seat) for seat in follow_ups(room)]
    return min(due) if due and room.meta.status == "active" else None


def follow_ups(room: Transaction) -> dict[int, Action]:
    """What the rules do for bots because of what the people want; nothing at a table of people or of bots only."""
    seats = room.meta.seats
    people = [number for number, seat in enumerate(seats) if seat.kind == "human"]
    if not people or len(people) == len(seats):
        return {}
    reacting = [seat for seat in room.meta.may_react() if seats[seat].kind == "bot"]
    found = {seat: room.engine.vote_for_bot(room.state, seat, people) for seat in reacting}
    return {seat: action for seat, action in found.items() if action is not None}


def deadline(room: Transaction) -> int | None:
    """The earliest deadline, as the view shows it."""
    due = next_due(room)
    return None if due is None else due[0]


def overdue(room: Transaction) -> bool:
    """Whether something should have happened by now."""
    due = next_due(room)
    return due is not None and due[0] <= room.now


def catch_up(room: Transaction, max_actions: int) -> None:
    """Draft the default actions that are due, each dated to its deadline; the next deadline counts from there.

    What fell due because the store's clock jumped ahead is dated to now, so that a seat loses at most one turn by it.
    """
    for _ in range(MOST_AT_ONCE):
        due = next_due(room)
        if due is None or due[0] > room.now:
            return
        at, seat = due
        follow_up = follow_ups(room).get(seat)
        action = follow_up or room.engine.default(room.state, seat, Chance(os.urandom(32)))
        moment = room.now if at < room.jumped else max(at, room.meta.updated_at)
        room.draft(seat, action, at=moment, automatic=True, timeout=follow_up is None)
        room.bound(max_actions)
