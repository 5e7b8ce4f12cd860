"""The play loop: load, check, apply, commit; repeated on the newest state if somebody else was first."""

from typing import Any

import msgspec
from marshmallow import ValidationError

from engines.engine import Action, IllegalAction
from schemas.game_schemas import SCHEMAS, action_type, parse_action
from service.metrics import actions_of, record
from service.problems import Problem
from service.store.stored import LoggedEvent
from service.table import clock
from service.table import idempotency as receipts
from service.table.access import Viewer, require_seat
from service.table.idempotency import RequestHeaders
from service.table.tables import Tables
from service.table.transaction import Transaction


class Acted(msgspec.Struct, frozen=True):
    """An accepted action: the table as it is now, who acted, and its events."""

    room: Transaction
    viewer: Viewer
    version: int
    heard: list[LoggedEvent]
    replayed: bool = False


def act(house: Tables, game_id: str, asking: RequestHeaders, body: Any) -> Acted:
    """One action by one seat, applied once however often it is sent with the same key."""
    once = receipts.for_action("act", asking, body)

    def change(room: Transaction) -> Acted:
        viewer = require_seat(room, asking.token)
        if room.receipt is not None:
            return replayed(house, room, viewer, once)
        require_version(room, asking)
        apply_action(house, room, viewer, body)
        receipts.keep(room, once)
        return Acted(room, viewer, room.version, room.heard)

    acted = house.settle(game_id, change, receipt=once.name)
    if not acted.replayed:
        record(actions_of(acted.room.charter.engine))
    return acted


def act_for_bot(house: Tables, saw: Transaction, seat: int, action: Action) -> bool:
    """One action by a bot, if the game is still as it saw it; False if not."""

    def change(room: Transaction) -> bool:
        if room.meta.seats[seat].kind != "bot" or not still_asked(saw, room, seat):
            return False
        apply_action(house, room, Viewer(seat=seat), msgspec.to_builtins(action))
        return True

    return house.settle(saw.id, change)


def still_asked(saw: Transaction, room: Transaction, seat: int) -> bool:
    """Whether a choice that was made when the game looked so still stands: this is the same version, or all choose at
    once, and each step since was the choice of another person. So this seat itself cannot have acted since.
    """
    mine, now = saw.meta.asked[seat], room.meta.asked.get(seat)
    chose = [
        other
        for other, asked in saw.meta.asked.items()
        if (asked.what, asked.turn, asked.required) == (mine.what, mine.turn, True)
        and other not in room.meta.asked
        and room.meta.seats[other].acted_at > saw.meta.seats[other].acted_at
    ]
    steps = room.version - saw.version, room.meta.actions - saw.meta.actions
    return now is not None and (now.what, now.turn) == (mine.what, mine.turn) and steps == (len(chose), len(chose))


def apply_action(house: Tables, room: Transaction, viewer: Viewer, body: Any) -> None:
    """Judge one action by the newest state and draft it."""
    seat, meta = viewer.seat, room.meta
    if meta.status != "active" or seat is None:
        raise Problem("game_not_active")
    action = parsed(room, body)
    if seat not in meta.asked:
        raise out_of_turn(room, seat, action)
    if (wait := clock.may_act_at(room, seat, action_type(type(action))) - room.now) > 0:
        raise Problem("too_early", version=room.version, headers={"Retry-After": str(-(-wait // 1000))})
    try:
        room.engine.check(room.state, seat, action)
    except IllegalAction as refusal:
        raise illegal(room, refusal) from None
    room.draft(seat, action, at=room.now, automatic=meta.seats[seat].kind == "bot")
    room.bound(house.settings.max_actions)


def illegal(room: Transaction, refusal: IllegalAction) -> Problem:
    """The problem for what the rules forbid, with the slug of the rule."""
    return Problem("illegal_action", refusal.message, reason=refusal.reason, version=room.version)


def out_of_turn(room: Transaction, seat: int, action: Action) -> Problem:
    """The problem for a seat out of turn; the rules may name a better reason, such as a reaction that came too late."""
    refusal = room.engine.out_of_turn_reason(room.state, seat, action)
    return Problem("not_your_turn", version=room.version) if refusal is None else illegal(room, refusal)


def parsed(room: Transaction, body: Any) -> Action:
    """The action in a body, read by the game's own schema."""
    try:
        return parse_action(SCHEMAS[room.charter.engine], body)
    except ValidationError as error:
        raise Problem("validation_error", "This is not an action of this game.", errors=error.messages) from None


def require_version(room: Transaction, asking: RequestHeaders) -> None:
    """Refuse a request that was made for an older version than the current one."""
    if asking.versions is not None and not asking.versions & {"*", str(room.version)}:
        raise Problem("stale_version", version=room.version)


def replayed(house: Tables, room: Transaction, viewer: Viewer, once: receipts.IdempotentRequest) -> Acted:
    """The answer to a request that was accepted before: the same version and events, the table as it is now."""
    receipt = receipts.require_same_body(room.receipt, once)
    heard = house.store.heard(room.charter, receipt.first_seq - 1, receipt.last_seq - receipt.first_seq + 1)
    return Acted(room, viewer, receipt.version, heard, replayed=True)
