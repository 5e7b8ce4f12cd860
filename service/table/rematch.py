"""A rematch: the same host, each seat kept for its player, and the first player that the game's rules name."""

import hashlib
import hmac
from typing import Any

import msgspec

from service.problems import Problem
from service.store.stored import Seat
from service.table.access import require_host
from service.table.lifecycle import require_short_bot_queue
from service.table.opening import opened
from service.table.tables import Tables
from service.table.transaction import Transaction
from service.tokens import urlsafe


def rematch(house: Tables, game_id: str, token: str | None) -> Transaction:
    """The next game at this table; asking again finds the same one."""

    def demand_host_of_finished(room: Transaction) -> Transaction:
        require_host(room, token)
        if room.meta.status != "finished":
            raise Problem("not_finished", "Only a finished game has a rematch.")
        return room

    old = house.settle(game_id, demand_host_of_finished)
    new = open_next(house, old)

    def link(room: Transaction) -> None:
        if room.meta.next_game is None:
            room.meta.next_game = new.id
            room.enter("rematch", [], at=room.now)

    house.settle(game_id, link)
    return new


def open_next(house: Tables, old: Transaction) -> Transaction:
    """The next game as it stands, set up now if it is not there yet."""
    game_id = next_id(old)
    found = house.store.read(game_id)
    if found.config is None:
        room = laid_anew(game_id, found.now, old)
        if any(seat.kind == "bot" for seat in room.meta.seats):
            require_short_bot_queue(house)
        if len(room.taken()) == len(room.meta.seats):  # bots only, and so nobody to wait for
            room.start()
        if house.add(room):
            return room
        found = house.store.read(game_id)
    house.store.assure(game_id, found.version)
    return Transaction(found)


def laid_anew(game_id: str, now: int, old: Transaction) -> Transaction:
    """The same table again, not yet written: each seat is kept for its player, and bots stay."""
    charter, options = old.charter, old.engine.rematch(old.state)
    return opened(
        game_id,
        now,
        [seat_again(seat) for seat in old.meta.seats],
        engine=charter.engine,
        rules_version=charter.rules_version,
        requested_options=given(old, options.first_player),
        options=msgspec.to_builtins(options),
        host=charter.host,
        public=charter.public,
        auto_start=charter.auto_start,
        turn_seconds=charter.turn_seconds,
        previous_game=old.id,
    )


def seat_again(seat: Seat) -> Seat:
    """A seat in the next game: a bot's, kept for the player who holds it, or open where its player has left."""
    if seat.kind == "bot" and not seat.left:
        return Seat(seat.name, "bot", level=seat.level)
    return Seat(seat.name if seat.token else None, "open", reserved_for=seat.token)


def next_id(old: Transaction) -> str:
    """The next game's id: always the same, and nobody outside the service can work it out."""
    return urlsafe(hmac.digest(old.charter.ticket_key, b"rematch/1" + old.id.encode(), hashlib.sha256)[:16])


def given(old: Transaction, first_player: int | None) -> msgspec.Raw:
    """The options as they were given, except for the first player."""
    options: dict[str, Any] = msgspec.json.decode(old.charter.requested_options)
    if first_player != old.charter.engine_options.first_player:
        options["first_player"] = first_player
    return msgspec.Raw(msgspec.json.encode(options))
