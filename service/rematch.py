"""A finished game's table again: the same host, each seat kept for its player, the beginner as the game has it."""

import hashlib
import hmac
import os
from typing import Any

import msgspec

from engines.chance import commitment
from service.happenings import GameCreated
from service.metrics import GAMES
from service.model import Charter, Meta, Seat, Seeds
from service.play import House
from service.problems import Problem
from service.room import Room
from service.secrets import urlsafe
from service.store import Found
from service.tables import demand_host


def rematch(house: House, game_id: str, token: str | None) -> Room:
    """The next game at this table; asking again finds the same one."""

    def judge(room: Room) -> Room:
        demand_host(room, token)
        if room.meta.status != "finished":
            raise Problem("not_finished", "Only a finished game has a rematch.")
        return room

    old = house.settle(game_id, judge)
    new = open_next(house, old)

    def link(room: Room) -> None:
        if room.meta.next_game is None:
            room.meta.next_game = new.id
            room.step("rematch", [], at=room.now)

    house.settle(game_id, link)
    return new


def open_next(house: House, old: Room) -> Room:
    """The next game as it stands, set up now if it is not there yet."""
    game_id = next_id(old)
    found = house.store.read(game_id)
    if found.charter is not None:
        return Room(found)
    room = drafted(game_id, found.now, old)
    if not room.commit(house.store, house.settings):
        return Room(house.store.read(game_id))
    house.lobby.move(room.charter, None, room.meta.status)
    GAMES.labels(room.charter.engine).inc()
    return room


def next_id(old: Room) -> str:
    """The next game's id: the same whoever asks, and no one else can work it out."""
    return urlsafe(hmac.digest(old.charter.ticket_key, b"rematch/1" + old.id.encode(), hashlib.sha256)[:16])


def drafted(game_id: str, now: int, old: Room) -> Room:
    """The same table laid anew, not yet written."""
    options, server_seed = old.engine.rematch(old.state), os.urandom(32)
    charter: Charter = msgspec.structs.replace(
        old.charter,
        id=game_id,
        given=given(old, options.first_player),
        options=msgspec.to_builtins(options),
        commitment=commitment(server_seed),
        created_at=now,
        ticket_key=os.urandom(32),
        previous_game=old.id,
    )
    seats = [Seat(seat.name if seat.token else None, "open", kept_for=seat.token) for seat in old.meta.seats]
    seeds = Seeds(server_seed, [""] * len(seats))
    room = Room(Found(game_id, now, charter=charter, meta=Meta("open", seats, now), seeds=seeds))
    room.step("create", [GameCreated(None, charter.engine)], at=now)
    return room


def given(old: Room, first_player: int | None) -> msgspec.Raw:
    """The options as they were given, but for who begins."""
    options: dict[str, Any] = msgspec.json.decode(old.charter.given)
    if first_player != old.charter.agreed.first_player:
        options["first_player"] = first_player
    return msgspec.Raw(msgspec.json.encode(options))
