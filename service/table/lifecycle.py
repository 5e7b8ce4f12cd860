"""Setting up tables: create, join, leave, start, delete."""

from typing import Any

import msgspec
from marshmallow import ValidationError

from engines.registry import ENGINES
from engines.text import Text
from schemas.requests import parse_options
from service.problems import Problem
from service.store import StoredGame
from service.store.stored import Level, Seat
from service.table import clock
from service.table import idempotency as receipts
from service.table.access import Viewer, claim_of, require_holder_or_host, require_host, seat_held_by
from service.table.idempotency import RequestHeaders
from service.table.opening import opened
from service.table.table_events import SeatLeft, SeatTaken
from service.table.tables import Tables
from service.table.transaction import Transaction
from service.tokens import (
    HOST_PREFIX,
    SEAT_PREFIX,
    digest,
    earlier_game_id_of,
    game_id_of,
    new_game_id,
    new_token,
)

STAND_IN: Level = "greedy"
"""How well the bot plays that takes the place of a player who has left."""


LONGEST_QUEUE = 100
"""Games in which a bot is due and nobody has come to move it yet; beyond that, no new bots are seated."""
QUEUE_PAUSE = 5


class Created(msgspec.Struct):
    """A new game, and its tokens, which are shown only once."""

    room: Transaction
    host_token: str
    tokens: dict[int, str]
    replayed: bool = False


class Joined(msgspec.Struct):
    """A seat taken, and its token, which is shown only once; a bot has none."""

    room: Transaction
    seat: int
    token: str | None
    replayed: bool = False


def create(house: Tables, body: dict[str, Any], key: str | None, owner: str = "") -> Created:
    """Set up a table; without an open seat the game starts in the same call. `owner` is the API key, if one is needed:
    the same Idempotency-Key from another owner creates another game.
    """
    if key is None:
        once, found = receipts.IdempotentRequest(), house.store.read(new_game_id())
    else:
        once, found = receipts.for_create(key, owner, house.secret(), body), find_by_key(house, key, owner)
    if found.config is not None or found.receipt is not None:
        return created_before(house, found, once)
    if any(seat["kind"] == "bot" for seat in body["seats"]):
        require_short_bot_queue(house)
    created = draft_table(found.id, found.now, body)
    room = created.room
    if all(seat.kind != "open" for seat in room.meta.seats):
        room.start()
    receipts.keep(room, once, [created.host_token, created.tokens])
    return created if house.add(room) else created_before(house, house.store.read(found.id, receipt=once.name), once)


def require_short_bot_queue(house: Tables) -> None:
    """Refuse new bots while those of other games wait too long for their turn."""
    if house.board.status().waiting >= LONGEST_QUEUE:
        raise Problem("too_many_bots", headers={"Retry-After": str(QUEUE_PAUSE)})


def find_by_key(house: Tables, key: str, owner: str) -> StoredGame:
    """The game that was created with this key, also by an earlier release; empty, but for its id, if there is none."""
    found = house.store.read(game_id_of(house.secret(), receipts.scoped_key(key, owner)), receipt="create")
    if found.config is None and found.receipt is None:
        earlier = house.store.read(earlier_game_id_of(key), receipt="create")
        found = found if earlier.receipt is None else earlier
    return found


def draft_table(game_id: str, now: int, body: dict[str, Any]) -> Created:
    """A table as it was asked for, not yet written."""
    engine = ENGINES[body["engine"]]
    try:
        options = parse_options(engine, body)
    except ValidationError as error:
        raise Problem("validation_error", "The options do not fit this game.", errors=error.messages) from None
    host_token = new_token(HOST_PREFIX)
    tokens = {n: new_token(SEAT_PREFIX) for n, seat in enumerate(body["seats"]) if seat["kind"] == "human"}
    seats = [new_seat(n, seat, now, tokens.get(n)) for n, seat in enumerate(body["seats"])]
    room = opened(
        game_id,
        now,
        seats,
        engine=engine.slug,
        rules_version=engine.rules_version,
        requested_options=msgspec.Raw(msgspec.json.encode(body["options"])),
        options=msgspec.to_builtins(options),
        host=digest(host_token),
        public=body["public"],
        auto_start=body["auto_start"],
        turn_seconds=body["turn_seconds"],
    )
    return Created(room, host_token, tokens)


def new_seat(number: int, given: dict[str, Any], now: int, token: str | None) -> Seat:
    """A seat as it was asked for: a player's, with their token, a bot's, or open."""
    match given.get("kind", "human"):
        case "human":
            return Seat(given["name"] or f"Player {number + 1}", "human", token and digest(token), now)
        case "bot":
            return Seat(given["name"] or f"Bot {number + 1}", "bot", level=given["level"])
        case _:
            return Seat(None, "open")


def created_before(house: Tables, found: StoredGame, once: receipts.IdempotentRequest) -> Created:
    """The answer to a creation that was accepted before, for the client's key; a deleted game is not created again."""
    host_token, tokens = receipts.tokens_again(found.receipt, once, tuple[str, dict[int, str]])
    house.store.assure(found.id, found.version)
    return Created(Transaction(found), host_token, tokens, replayed=True)


def join(house: Tables, game_id: str, body: dict[str, Any], asking: RequestHeaders) -> Joined:
    """Take an open seat: the one kept for the bearer of an old token, the one that is named, or the first. The host
    has a bot take it. In a running game a player who has left comes back.
    """
    once = receipts.for_action("join", asking, body, house.secret)
    bot = body.get("kind") == "bot"

    def change(room: Transaction) -> Joined:
        if bot:
            require_host(room, asking.token)
        if room.receipt is not None:
            return joined_before(room, once)
        if bot:
            require_short_bot_queue(house)
        claim = None if bot else claim_of(room, asking.token)
        require_joinable(room, body, claim, house.settings.max_actions)
        seat, token = free_seat(room, body["seat"], claim), None if bot else new_token(SEAT_PREFIX)
        sit(room, seat, body, token)
        receipts.keep(room, once, [seat, token])
        if room.meta.status == "open" and room.charter.auto_start and len(room.taken()) == len(room.meta.seats):
            room.start()
        return Joined(room, seat, token)

    return house.settle(game_id, change, receipt=once.name)


def require_joinable(room: Transaction, body: dict[str, Any], claim: str | None, most: int) -> None:
    """Refuse whoever comes after the start, except a player who was there before, and too much coming and going."""
    if room.meta.status != "open" and (room.meta.status != "active" or claim is None):
        raise Problem("game_not_open")
    if room.meta.status == "active" and body["entropy"]:
        raise Problem("validation_error", errors={"entropy": ["The game has started, and its seed is made."]})
    if room.version > (most if room.meta.status == "open" else 2 * most):  # its log could fill the store
        raise Problem("game_not_open", "Too many players have come to this table and left it again.")


def free_seat(room: Transaction, wanted: int | None, claim: str | None) -> int:
    """The number of a seat that can be taken. One that is kept for somebody is open to them alone, and after the start
    it is the one where a bot plays for them.
    """
    seats = room.meta.seats
    if wanted is not None and wanted >= len(seats):
        missing = Text("There is no seat {seat} at this table.", seat=wanted)
        raise Problem("validation_error", errors={"seat": [missing]})
    for number in range(len(seats)) if wanted is None else [wanted]:
        seat = seats[number]
        if (seat.kind == "open" or seat.left) and seat.reserved_for == claim:
            return number
    raise Problem("seat_taken")


def sit(room: Transaction, number: int, body: dict[str, Any], token: str | None) -> None:
    """Draft that someone sits down, with the entropy they sent; a bot if there is no token."""
    seat = new_seat(number, body, room.now, token)
    seat.reserved_for = room.meta.seats[number].reserved_for
    room.meta.seats[number] = seat
    if room.seeds is not None and room.meta.status == "open":
        room.seeds.entropies[number] = body["entropy"]
    taken = SeatTaken(number, seat.name or "", "bot" if token is None else "human")
    room.enter("join", [taken], at=room.now, seat=number)


def joined_before(room: Transaction, once: receipts.IdempotentRequest) -> Joined:
    """The answer to a join that was accepted before, for the client's key."""
    seat, token = receipts.tokens_again(room.receipt, once, tuple[int, str | None])
    now = None if token is None else seat_held_by(room, digest(token))  # the start may have changed the number
    return Joined(room, seat if now is None else now, token, replayed=True)


def leave(house: Tables, game_id: str, token: str | None, seat: int) -> None:
    """Give a seat up. Before the start it is open again; after it, a bot plays until its player is back."""

    def change(room: Transaction) -> None:
        viewer = require_holder_or_host(room, token, seat)
        if room.meta.status == "open":
            release_seat(room, seat)
        elif room.meta.status == "active":
            leave_running_game(room, viewer, seat)
        else:
            raise Problem("game_not_active")
        room.enter("leave", [SeatLeft(seat)], at=room.now, seat=seat)

    house.settle(game_id, change, due=False)  # not caught up first: `change` asks whether it is overdue
    house.current(game_id)


def release_seat(room: Transaction, seat: int) -> None:
    """Before the start: the seat is open again, and its entropy is gone."""
    if room.meta.seats[seat].kind == "open" and room.meta.seats[seat].reserved_for is None:
        raise Problem("not_found", "Nobody sits there.")
    room.meta.seats[seat] = Seat(None, "open")
    if room.seeds is not None:
        room.seeds.entropies[seat] = ""


def leave_running_game(room: Transaction, viewer: Viewer, seat: int) -> None:
    """After the start: its holder may always go, and the host may remove a player who is overdue."""
    place = room.meta.seats[seat]
    if place.kind == "bot":
        raise Problem("not_found", "A bot sits there, and stays.")
    due = clock.deadline_of(room, seat)
    if viewer.seat != seat and not place.late and (due is None or due > room.now):
        raise Problem("forbidden", "The host may take a seat away only while it is overdue.")
    room.meta.seats[seat] = Seat(place.name, "bot", reserved_for=place.token, left=True, level=STAND_IN)


def start(house: Tables, game_id: str, token: str | None) -> Transaction:
    """Start with the seats taken so far, if the game can be played by so many."""

    def change(room: Transaction) -> Transaction:
        require_host(room, token)
        if room.meta.status != "open":
            raise Problem("game_not_open")
        taken, players = room.taken(), room.engine.players
        if len(taken) < players.min:
            told = Text("{taken} of at least {least} seats are taken.", taken=len(taken), least=players.min)
            raise Problem("not_enough_players", told)
        options = msgspec.structs.replace(room.charter.engine_options, first_player=room.first_player(taken))
        if option_errors := room.engine.option_errors(len(taken), options):
            told = Text("The options do not fit this number of players: {taken}.", taken=len(taken))
            raise Problem("not_enough_players", told, errors=option_errors)
        room.start()
        return room

    return house.settle(game_id, change)


def delete_game(house: Tables, game_id: str, token: str | None) -> None:
    """Delete an open or finished game; abandon an active one. An abandoned game is kept for a day in any case."""

    def change(room: Transaction) -> Transaction:
        require_host(room, token)
        if room.meta.status == "active":
            room.abandon("deleted_by_host")
        return room

    room = house.settle(game_id, change)
    while room.meta.status != "abandoned":
        if house.store.remove(game_id, room.version):
            house.lobby.move(room.charter, room.meta.status, None)
            return
        room = house.settle(game_id, change)
