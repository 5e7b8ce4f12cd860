"""The play loop: load, check, apply, commit; and again on the newest state where somebody else was first."""

import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, TypeVar

import msgspec
from marshmallow import ValidationError

from engines.contract import Action, IllegalAction
from engines.record import canonical
from schemas.games import action_type, parse_action
from schemas.registry import SCHEMAS
from service import clock
from service.metrics import ACTIONS, CONFLICTS
from service.model import Heard
from service.problems import Problem
from service.room import Room, Viewer, unauthenticated
from service.secrets import digest
from service.settings import Settings
from service.store import GameStore, Lobby, Unavailable

T = TypeVar("T")
ATTEMPTS = 100
PAUSE_AFTER = 5
PAUSE = 0.002


class Asking(msgspec.Struct, frozen=True):
    """What a request says besides its body: whose it is, which versions it means, and its Idempotency-Key."""

    token: str | None = None
    versions: frozenset[str] | None = None
    key: str | None = None


class Acted(msgspec.Struct, frozen=True):
    """An accepted action: the table as it is now, who acted, and what was heard of it."""

    room: Room
    viewer: Viewer
    version: int
    heard: list[Heard]
    replayed: bool = False


class House:
    """The store, the lobby and the settings: what every part of the service needs to work on a game."""

    def __init__(self, store: GameStore, lobby: Lobby, settings: Settings) -> None:
        self.store = store
        self.lobby = lobby
        self.settings = settings

    def look(self, game_id: str, token: str | None) -> tuple[Room, Viewer]:
        """A game as it stands, and who is looking at it."""
        room = self.current(game_id)
        return room, room.viewer(token)

    def current(self, game_id: str, *, seeds: bool = False) -> Room:
        """A game as it stands, after whatever was due has been done."""
        room = Room(self.store.read(game_id, seeds=seeds))
        if clock.overdue(room):
            self.settle(game_id, lambda room: None)
            room = Room(self.store.read(game_id, seeds=seeds))
        return room

    def settle(self, game_id: str, change: Callable[[Room], T], *, receipt: str = "", due: bool = True) -> T:
        """Make a change to the newest state of a game, and again until nobody else was first.

        What is overdue is done before, once, in a commit of its own. `change` drafts on the room it is given; a draft
        without a step writes nothing.
        """
        for attempt in range(ATTEMPTS):
            room = Room(self.store.read(game_id, seeds=True, receipt=receipt))
            before = room.meta.status
            catching_up = due and clock.overdue(room)
            if catching_up:
                clock.catch_up(room, self.settings.max_actions)
            else:
                result = change(room)
                if not room.entries:
                    return result
            if room.commit(self.store, self.settings):
                if room.meta.status != before:
                    self.lobby.move(room.charter, before, room.meta.status)
                if not catching_up:
                    return result
                due = False
                continue
            CONFLICTS.inc()
            if attempt >= PAUSE_AFTER:
                time.sleep(PAUSE)
        raise Unavailable("too many others act on this game at once")


def act(house: House, game_id: str, asking: Asking, body: Any) -> Acted:
    """One action by one seat, applied once however often it is sent with the same key."""
    name = receipt_name("act", asking)
    said = body_digest(body) if name else ""

    def change(room: Room) -> Acted:
        viewer = seat_of(room, asking.token)
        if room.receipt is not None:
            return replayed(house, room, viewer, said)
        demand_version(room, asking)
        apply(house, room, viewer, body)
        if name:
            room.keep_receipt(name, said)
        return Acted(room, viewer, room.version, room.heard)

    acted = house.settle(game_id, change, receipt=name)
    if not acted.replayed:
        ACTIONS.labels(acted.room.charter.engine).inc()
    return acted


def apply(house: House, room: Room, viewer: Viewer, body: Any) -> None:
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
    room.play(seat, action, at=room.now)
    room.bound(house.settings.max_actions)


def illegal(room: Room, refusal: IllegalAction) -> Problem:
    """What the rules forbid, with the slug of the rule."""
    return Problem("illegal_action", refusal.message, reason=refusal.reason, version=room.version)


def out_of_turn(room: Room, seat: int, action: Action) -> Problem:
    """Not this seat's turn; the rules may know better, as of a reaction that came too late."""
    refusal = room.engine.untimely(room.state, seat, action)
    return Problem("not_your_turn", version=room.version) if refusal is None else illegal(room, refusal)


def parsed(room: Room, body: Any) -> Action:
    """The action in a body, read by the game's own schema."""
    try:
        return parse_action(SCHEMAS[room.charter.engine], body)
    except ValidationError as error:
        raise Problem("validation_error", "This is not an action of this game.", errors=error.messages) from None


def demand_version(room: Room, asking: Asking) -> None:
    """Refuse a request that means an older version than the current one."""
    if asking.versions is not None and not asking.versions & {"*", str(room.version)}:
        raise Problem("stale_version", version=room.version)


def replayed(house: House, room: Room, viewer: Viewer, said: str) -> Acted:
    """The answer to a request that was accepted before: the same version and events, the table as it is now."""
    receipt = room.receipt
    if receipt is None or receipt.body != said:
        raise Problem("idempotency_conflict")
    heard = house.store.heard(room.id, receipt.first_seq - 1, receipt.last_seq - receipt.first_seq + 1)
    return Acted(room, viewer, receipt.version, heard, replayed=True)


def seat_of(room: Room, token: str | None) -> Viewer:
    """The holder of a seat: no token is 401, the host's alone is 403."""
    if token is None:
        raise unauthenticated("This needs a seat's token.")
    viewer = room.viewer(token)
    if viewer.seat is None:
        raise Problem("forbidden", "The host's token holds no seat.")
    return viewer


def offers(room: Room, viewer: Viewer, kind: str | None) -> tuple[list[str], Iterator[Action]]:
    """The types of action this seat may take now, and the actions themselves, of one type if it is named."""
    seat = viewer.seat
    if room.meta.status != "active" or seat not in room.meta.asked:
        return [], iter(())
    types = room.engine.types(room.state, seat)
    legal = room.engine.legal(room.state, seat)
    return types, (action for action in legal if kind is None or action_type(type(action)) == kind)


def page(actions: Iterator[Action], limit: int) -> tuple[list[Action], bool]:
    """The first of these, and whether there are more."""
    first = list(islice(actions, limit + 1))
    return first[:limit], len(first) > limit


def receipt_name(what: str, asking: Asking) -> str:
    """Where a request's receipt is kept: by what it does, for whom, and its key; "" without one."""
    return f"{what}:{digest(f'{asking.token} {asking.key}')}" if asking.key else ""


def body_digest(body: Any) -> str:
    """What two requests with the same content have in common."""
    return digest(canonical(body).decode())
