"""Clocks without a background process: whatever request comes next does what is overdue, as of when it was due."""

import os

from engines.chance import Chance
from engines.contract import Action
from service.table.room import Room

MOST_AT_ONCE = 64
"""Steps that one request catches up; the next request goes on from there."""


def may_act_at(room: Room, seat: int, kind: str = "") -> int:
    """The moment from which this seat may act so: others may have been given time to react first."""
    asked = room.meta.asked[seat]
    if not asked.not_before or kind in asked.at_once:
        return 0
    return room.meta.marked + asked.not_before * 1000


def deadline_of(room: Room, seat: int) -> int | None:
    """When the default action is done for this seat; at once for one that has left, never where there is no clock."""
    asked = room.meta.asked.get(seat)
    if asked is None or not asked.required:
        return None
    began = max(asked.since, may_act_at(room, seat))
    if room.meta.seats[seat].left:
        return began
    return None if room.charter.turn_seconds is None else began + room.charter.turn_seconds * 1000


def earliest(room: Room) -> int | None:
    """The moment from which the game can go on, where others may still react before that; None: it can at once."""
    moments = [may_act_at(room, seat) for seat, asked in room.meta.asked.items() if asked.required]
    return max(moments, default=0) or None


def next_due(room: Room) -> tuple[int, int] | None:
    """The earliest deadline and its seat; at once for what is done for seats that were left."""
    due = [(at, seat) for seat in room.meta.asked if (at := deadline_of(room, seat)) is not None]
    due += [(room.meta.updated_at, seat) for seat in follow_ups(room)]
    return min(due) if due and room.meta.status == "active" else None


def follow_ups(room: Room) -> dict[int, Action]:
    """What the rules do for seats that were left though nobody waits for them, as long as somebody is there."""
    seats = room.meta.seats
    present = [number for number, seat in enumerate(seats) if not seat.left]
    if not present or len(present) == len(seats):
        return {}
    reacting = [seat for seat in room.meta.may_react() if seats[seat].left]
    found = {seat: room.engine.absent(room.state, seat, present) for seat in reacting}
    return {seat: action for seat, action in found.items() if action is not None}


def deadline(room: Room) -> int | None:
    """The earliest deadline, as the view shows it."""
    due = next_due(room)
    return None if due is None else due[0]


def overdue(room: Room) -> bool:
    """Whether something should have happened by now."""
    due = next_due(room)
    return due is not None and due[0] <= room.now


def catch_up(room: Room, max_actions: int) -> None:
    """Draft the default actions that are due, each as of its deadline, which the next deadline counts from."""
    for _ in range(MOST_AT_ONCE):
        due = next_due(room)
        if due is None or due[0] > room.now:
            return
        at, seat = due
        action = follow_ups(room).get(seat) or room.engine.default(room.state, seat, Chance(os.urandom(32)))
        timeout = not room.meta.seats[seat].left
        room.draft(seat, action, at=max(at, room.meta.updated_at), automatic=True, timeout=timeout)
        room.bound(max_actions)
