"""Setting up tables: create, join, leave, start, delete."""

from typing import Any

import msgspec
from marshmallow import ValidationError

from engines.registry import ENGINES
from schemas.requests import parse_options
from service.base.model import Seat
from service.base.problems import Problem
from service.base.secrets import HOST_PREFIX, SEAT_PREFIX, digest, new_game_id, new_token
from service.store import Found
from service.table import clock, receipts
from service.table.access import Viewer, claim_of, demand_holder_or_host, demand_host, seat_held_by
from service.table.happenings import SeatLeft, SeatTaken
from service.table.house import House
from service.table.opening import opened
from service.table.receipts import Asking
from service.table.room import Room


class Created(msgspec.Struct):
    """A new game, and its tokens, which are shown only once."""

    room: Room
    host_token: str
    tokens: dict[int, str]
    replayed: bool = False


class Joined(msgspec.Struct):
    """A seat taken, and its token, which is shown only once."""

    room: Room
    seat: int
    token: str
    replayed: bool = False


def create(house: House, body: dict[str, Any], key: str | None) -> Created:
    """Set up a table; without an open seat the game starts in the same call."""
    once, game_id = receipts.creation(key, body), new_game_id(key)
    found = house.store.read(game_id, receipt=once.name)
    if found.charter is not None or found.receipt is not None:
        return created_before(found, once)
    created = drafted(game_id, found.now, body)
    room = created.room
    if all(seat.kind != "open" for seat in room.meta.seats):
        room.start()
    receipts.keep(room, once, [created.host_token, created.tokens])
    return created if house.add(room) else created_before(house.store.read(game_id, receipt=once.name), once)


def drafted(game_id: str, now: int, body: dict[str, Any]) -> Created:
    """A table as it was asked for, not yet written."""
    engine = ENGINES[body["engine"]]
    try:
        options = parse_options(engine, body)
    except ValidationError as error:
        raise Problem("validation_error", "The options do not fit this game.", errors=error.messages) from None
    host_token = new_token(HOST_PREFIX)
    tokens = {n: new_token(SEAT_PREFIX) for n, seat in enumerate(body["seats"]) if seat["kind"] == "human"}
    seats = [
        Seat(seat["name"] or f"Player {n + 1}", "human", digest(tokens[n]), now) if n in tokens else Seat(None, "open")
        for n, seat in enumerate(body["seats"])
    ]
    room = opened(
        game_id,
        now,
        seats,
        engine=engine.slug,
        rules_version=engine.rules_version,
        given=msgspec.Raw(msgspec.json.encode(body["options"])),
        options=msgspec.to_builtins(options),
        host=digest(host_token),
        public=body["public"],
        auto_start=body["auto_start"],
        turn_seconds=body["turn_seconds"],
    )
    return Created(room, host_token, tokens)


def created_before(found: Found, once: receipts.Deed) -> Created:
    """The answer to a creation that was accepted before, for the client's key; a deleted game is not created again."""
    host_token, tokens = receipts.tokens_again(found.receipt, once, tuple[str, dict[int, str]])
    return Created(Room(found), host_token, tokens, replayed=True)


def join(house: House, game_id: str, body: dict[str, Any], asking: Asking) -> Joined:
    """Take an open seat: the one kept for the bearer of an old token, the one that is named, or the first."""
    once = receipts.deed("join", asking, body)

    def change(room: Room) -> Joined:
        if room.receipt is not None:
            return joined_before(room, once)
        if room.meta.status != "open":
            raise Problem("game_not_open")
        seat, token = free_seat(room, body["seat"], asking.token), new_token(SEAT_PREFIX)
        sit(room, seat, body, token)
        receipts.keep(room, once, [seat, token])
        if room.charter.auto_start and all(taken.kind != "open" for taken in room.meta.seats):
            room.start()
        return Joined(room, seat, token)

    return house.settle(game_id, change, receipt=once.name)


def free_seat(room: Room, wanted: int | None, old_token: str | None) -> int:
    """An open seat's number. A seat that is kept for somebody is open to them alone."""
    seats = room.meta.seats
    if wanted is not None and wanted >= len(seats):
        raise Problem("validation_error", errors={"seat": [f"There is no seat {wanted} at this table."]})
    claim = claim_of(room, old_token)
    for number in range(len(seats)) if wanted is None else [wanted]:
        if seats[number].kind == "open" and seats[number].kept_for == claim:
            return number
    raise Problem("seat_taken")


def sit(room: Room, seat: int, body: dict[str, Any], token: str) -> None:
    """Draft that someone sits down, with the entropy they sent."""
    name = body["name"]
    room.meta.seats[seat] = Seat(name, "human", digest(token), room.now, room.meta.seats[seat].kept_for)
    if room.seeds is not None:
        room.seeds.entropies[seat] = body["entropy"]
    room.enter("join", [SeatTaken(seat, name)], at=room.now, seat=seat)


def joined_before(room: Room, once: receipts.Deed) -> Joined:
    """The answer to a join that was accepted before, for the client's key."""
    seat, token = receipts.tokens_again(room.receipt, once, tuple[int, str])
    now = seat_held_by(room, digest(token))  # the start may have changed the number
    return Joined(room, seat if now is None else now, token, replayed=True)


def leave(house: House, game_id: str, token: str | None, seat: int) -> None:
    """Give a seat up. Before the start it is open again; after it, default actions are played for it."""

    def change(room: Room) -> None:
        viewer = demand_holder_or_host(room, token, seat)
        if room.meta.status == "open":
            stand_up(room, seat)
        elif room.meta.status == "active":
            walk_out(room, viewer, seat)
        else:
            raise Problem("game_not_active")
        room.enter("leave", [SeatLeft(seat)], at=room.now, seat=seat)

    house.settle(game_id, change, due=False)  # not caught up first: `change` asks whether it is overdue
    house.current(game_id)


def stand_up(room: Room, seat: int) -> None:
    """Before the start: the seat is open again, and its entropy is gone."""
    if room.meta.seats[seat].kind == "open" and room.meta.seats[seat].kept_for is None:
        raise Problem("not_found", "Nobody sits there.")
    room.meta.seats[seat] = Seat(None, "open")
    if room.seeds is not None:
        room.seeds.entropies[seat] = ""


def walk_out(room: Room, viewer: Viewer, seat: int) -> None:
    """After the start: its holder may always go, and the host may remove a player who is overdue."""
    place = room.meta.seats[seat]
    if place.left:
        raise Problem("not_found", "Nobody sits there any more.")
    due = clock.deadline_of(room, seat)
    if viewer.seat != seat and not place.late and (due is None or due > room.now):
        raise Problem("forbidden", "The host may take a seat away only while it is overdue.")
    place.left, place.token = True, None


def start(house: House, game_id: str, token: str | None) -> Room:
    """Start with the seats taken so far, if the game can be played by so many."""

    def change(room: Room) -> Room:
        demand_host(room, token)
        if room.meta.status != "open":
            raise Problem("game_not_open")
        taken, players = room.taken(), room.engine.players
        if len(taken) < players.min:
            raise Problem("not_enough_players", f"{len(taken)} of at least {players.min} seats are taken.")
        options = msgspec.structs.replace(room.charter.agreed, first_player=room.first_player(taken))
        if misfits := room.engine.misfits(len(taken), options):
            raise Problem("not_enough_players", f"The options do not fit {len(taken)} players.", errors=misfits)
        room.start()
        return room

    return house.settle(game_id, change)


def take_away(house: House, game_id: str, token: str | None) -> None:
    """Delete an open or finished game; abandon an active one. An abandoned game is kept for a day in any case."""

    def change(room: Room) -> Room:
        demand_host(room, token)
        if room.meta.status == "active":
            room.abandon("deleted_by_host")
        return room

    room = house.settle(game_id, change)
    while room.meta.status != "abandoned":
        if house.store.remove(game_id, room.version):
            house.lobby.move(room.charter, room.meta.status, None)
            return
        room = house.settle(game_id, change)
