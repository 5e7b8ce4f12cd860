"""Clocks without a background process: the next request does what is overdue, dated to when it was due."""

import os

from engines.chance import Chance
from engines.contract import Action
from service.table.room import Room

MOST_AT_ONCE = 64
"""The most steps that one request catches up on; the next request continues."""


def may_act_at(room: Room, seat: int, kind: str = "") -> int:
    """When this seat may take this type of action: others may have time to react first."""
    asked = room.meta.asked[seat]
    if not asked.not_before or kind in asked.at_once:
        return 0
    return room.meta.marked + asked.not_before * 1000


def deadline_of(room: Room, seat: int) -> int | None:
    """When the default action is done for this seat; at once if its player has left, never if there is no clock."""
    asked = room.meta.asked.get(seat)
    if asked is None or not asked.required:
        return None
    began = max(asked.since, may_act_at(room, seat))
    if room.meta.seats[seat].left:
        return began
    return None if room.charter.turn_seconds is None else began + room.charter.turn_seconds * 1000


def earliest(room: Room) -> int | None:
    """When the game can go on, if others may still react before; None: it can go on at once."""
    moments = [may_act_at(room, seat) for seat, asked in room.meta.asked.items() if asked.required]
    return max(moments, default=0) or None


def next_due(room: Room) -> tuple[int, int] | None:
    """The earliest deadline and its seat; actions for seats whose players have left are due at once."""
    due = [(at, seat) for seat in room.meta.asked if (at := deadline_of(room, seat)) is not None]
    due += [(room.meta.updated_at, seat) for seat in follow_ups(room)]
    return min(due) if due and room.meta.status == "active" else None


def follow_ups(room: Room) -> dict[int, Action]:
    """What the rules do for seats whose players have left, without waiting for them; nothing if all have left."""
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
    """Draft the default actions that are due, each dated to its deadline; the next deadline counts from there."""
    for _ in range(MOST_AT_ONCE):
        due = next_due(room)
        if due is None or due[0] > room.now:
            return
        at, seat = due
        action = follow_ups(room).get(seat) or room.engine.default(room.state, seat, Chance(os.urandom(32)))
        timeout = not room.meta.seats[seat].left
        room.draft(seat, action, at=max(at, room.meta.updated_at), automatic=True, timeout=timeout)
        room.bound(max_actions)
