"""The life of a table: create, join, leave, start, delete, and the rematch."""

import hashlib
import hmac
from typing import Any

import msgspec
from marshmallow import ValidationError

from engines.engine import Engine
from engines.registry import ENGINES
from engines.text import Text
from schemas.requests import parse_options
from service.problems import Problem
from service.settings import Settings
from service.store import StoredGame
from service.store.stored import Level, Seat
from service.table import clock
from service.table.access import Caller, seat_held_by
from service.table.game import Game
from service.table.idempotency import (
    IdempotentRequest,
    add_receipt,
    decrypt_tokens,
    for_action,
    for_create,
    scoped_key,
)
from service.table.table_events import SeatLeft, SeatTaken
from service.table.transaction import Tables, TooManyConflicts, Transaction, new_table
from service.tokens import HOST_PREFIX, SEAT_PREFIX, digest, game_id_of, new_game_id, new_token, urlsafe

SUBSTITUTE_LEVEL: Level = "greedy"
"""How well the bot plays that takes the seat of a player who has left."""
MAX_BOT_QUEUE = 100
"""Games with people in which a bot is due and no worker has moved it yet; beyond that, no new bots are seated. New
tables of bots only are not started beyond so many games of bots only either.
"""
BOT_TABLES_PER_ADDRESS = 20
"""Running tables of bots only that one client address has started; where API keys are needed, one key may have
BOT_TABLES_PER_KEY instead.
"""
BOT_TABLES_PER_KEY = 100
BOT_TABLES_RETRY_SECONDS = 60
BOT_QUEUE_RETRY_SECONDS = 5


class Created(msgspec.Struct):
    """A new game, and its tokens, which are shown only once."""

    game: Game
    host_token: str
    tokens: dict[int, str]
    replayed: bool = False


class Joined(msgspec.Struct):
    """A seat taken, and its token, which is shown only once; a bot has none."""

    game: Game
    seat: int
    token: str | None
    replayed: bool = False


def create(tables: Tables, caller: Caller, body: dict[str, Any]) -> Created:
    """Set up a table; without an open seat the game starts at once. The same Idempotency-Key with another API key
    creates another game.
    """
    key, owner = caller.idempotency_key, caller.api_key
    if key is None:
        once, stored = IdempotentRequest(), tables.store.read(new_game_id())
    else:
        secret = tables.secret()
        once, stored = for_create(key, owner, secret, body), find_by_key(tables, secret, key, owner)
    if stored.config is not None or stored.receipt is not None:
        return replayed_creation(tables, stored, once)
    if body["engine"] not in offered_engines(tables.settings):
        raise Problem("validation_error", errors={"engine": ["This game is not offered here."]})
    if any(seat["kind"] == "bot" for seat in body["seats"]):
        require_short_bot_queue(tables)
    engine = tables.rules_versions.newest_common(body["engine"])
    txn, host_token, tokens = draft_table(stored.id, stored.now, engine, body)
    if all(seat.kind != "open" for seat in txn.meta.seats):
        begin(tables, txn, caller)
    add_receipt(txn, once, [host_token, tokens])
    if tables.add(txn):
        return Created(txn, host_token, tokens)
    return replayed_creation(tables, tables.store.read(stored.id, receipt=once.name), once)


def offered_engines(settings: Settings) -> dict[str, Engine[Any, Any]]:
    """The engines for new tables. Tables of other games that are installed are played on, with their rematches."""
    return {slug: engine for slug, engine in ENGINES.items() if not settings.games or slug in settings.games}


def begin(tables: Tables, txn: Transaction, caller: Caller) -> None:
    """Draft the start of a game. One of bots only waits for nobody, and is counted for who starts it."""
    txn.start()
    if txn.meta.is_bots_only():
        require_short_bot_queue(tables, bots_only=True)
        count_bot_table(tables, txn, caller)


def count_bot_table(tables: Tables, txn: Transaction, caller: Caller, *, limited: bool = True) -> None:
    """Count a table of bots only for this caller; refuse it if they have too many, unless it is not limited."""
    most = BOT_TABLES_PER_KEY if caller.api_key else BOT_TABLES_PER_ADDRESS
    lifetime = tables.settings.game_ttl * 1000
    if not tables.bot_tables.count(caller.api_key or caller.client, txn.id, most if limited else None, lifetime):
        detail = Text("At most {most} tables of bots only may run at the same time.", most=most)
        raise Problem("too_many_bot_tables", detail, headers={"Retry-After": str(BOT_TABLES_RETRY_SECONDS)})


def require_short_bot_queue(tables: Tables, *, bots_only: bool = False) -> None:
    """Refuse new bots while those of other games with people, or else of games of `bots_only`, wait too long."""
    status = tables.bot_queue.status()
    if (status.bots_only if bots_only else status.waiting) >= MAX_BOT_QUEUE:
        raise Problem("too_many_bots", headers={"Retry-After": str(BOT_QUEUE_RETRY_SECONDS)})


def find_by_key(tables: Tables, secret: bytes, key: str, owner: str) -> StoredGame:
    """The game that was created with this Idempotency-Key; empty, but for its id, if there is none."""
    return tables.store.read(game_id_of(secret, scoped_key(key, owner)), receipt="create")


def draft_table(
    game_id: str, now: int, engine: Engine[Any, Any], body: dict[str, Any]
) -> tuple[Transaction, str, dict[int, str]]:
    """A table as the body describes it, not yet written, with the host's token and those of the seats."""
    try:
        options = parse_options(engine, body)
    except ValidationError as error:
        raise Problem("validation_error", "The options do not fit this game.", errors=error.messages) from None
    host_token = new_token(HOST_PREFIX)
    tokens = {n: new_token(SEAT_PREFIX) for n, seat in enumerate(body["seats"]) if seat["kind"] == "human"}
    txn = new_table(
        game_id,
        now,
        [new_seat(n, seat, now, tokens.get(n)) for n, seat in enumerate(body["seats"])],
        engine=engine.slug,
        rules_version=engine.rules_version,
        requested_options=msgspec.Raw(msgspec.json.encode(body["options"])),
        options=msgspec.to_builtins(options),
        host=digest(host_token),
        public=body["public"],
        auto_start=body["auto_start"],
        turn_seconds=body["turn_seconds"],
        bot_pace=body.get("bot_pace", 0),
    )
    return txn, host_token, tokens


def new_seat(number: int, body: dict[str, Any], now: int, token: str | None) -> Seat:
    """A seat as the body describes it: a player's, with their token, a bot's, or open."""
    match body.get("kind", "human"):
        case "human":
            return Seat(body["name"] or f"Player {number + 1}", "human", token and digest(token), now)
        case "bot":
            return Seat(body["name"] or f"Bot {number + 1}", "bot", level=body["level"])
        case _:
            return Seat(None, "open")


def replayed_creation(tables: Tables, stored: StoredGame, once: IdempotentRequest) -> Created:
    """The result of a creation that was accepted before; a deleted game is not created again."""
    host_token, tokens = decrypt_tokens(stored.receipt, once, tuple[str, dict[int, str]])
    tables.store.assure(stored.id, stored.revision)
    return Created(Game(stored), host_token, tokens, replayed=True)


def join(tables: Tables, game_id: str, caller: Caller, body: dict[str, Any]) -> Joined:
    """Take an open seat: the one kept for the holder of an old token, the one that is named, or the first. The host
    has a bot take it. In a running game a player who has left comes back.
    """
    is_bot = body.get("kind") == "bot"
    if is_bot:
        caller.needs = "host"
    once = for_action("join", caller, body, tables.secret)
    with tables.change(game_id, caller, receipt=once.name) as attempts:
        for txn in attempts:
            if txn.receipt is not None:
                return replayed_join(txn, once)
            if is_bot:
                require_short_bot_queue(tables)
            claim = txn.viewer.claim
            require_joinable(txn, body, claim, tables.settings.max_actions)
            seat, token = free_seat(txn, body["seat"], claim), None if is_bot else new_token(SEAT_PREFIX)
            take_seat(txn, seat, body, token)
            add_receipt(txn, once, [seat, token])
            if txn.meta.status == "open" and txn.config.auto_start and len(txn.taken_seats()) == len(txn.meta.seats):
                begin(tables, txn, caller)
            if txn.commit():
                return Joined(txn, seat, token)
    raise TooManyConflicts


def require_joinable(game: Game, body: dict[str, Any], claim: str | None, max_actions: int) -> None:
    """Refuse to join after the start, except a player who was there before, and too much coming and going."""
    if game.meta.status != "open" and (game.meta.status != "active" or claim is None):
        raise Problem("game_not_open")
    if game.meta.status == "active" and body["entropy"]:
        raise Problem("validation_error", errors={"entropy": ["The game has started, and its seed is made."]})
    if game.version > (max_actions if game.meta.status == "open" else 2 * max_actions):  # its log could fill the store
        raise Problem("game_not_open", "Too many players have come to this table and left it again.")


def free_seat(game: Game, number: int | None, claim: str | None) -> int:
    """The number of a seat that can be taken. One that is kept for somebody is open to them alone, and after the start
    it is the one where a bot plays for them.
    """
    seats = game.meta.seats
    if number is not None and number >= len(seats):
        missing = Text("There is no seat {seat} at this table.", seat=number)
        raise Problem("validation_error", errors={"seat": [missing]})
    for candidate in range(len(seats)) if number is None else [number]:
        seat = seats[candidate]
        if (seat.kind == "open" or seat.left) and seat.reserved_for == claim:
            return candidate
    raise Problem("seat_taken")


def take_seat(txn: Transaction, number: int, body: dict[str, Any], token: str | None) -> None:
    """Draft that a player takes a seat, with the entropy they sent; a bot if there is no token."""
    seat, before = new_seat(number, body, txn.now, token), txn.meta.seats[number]
    seat.reserved_for = before.reserved_for
    seat.joined = token is not None and (before.joined or before.reserved_for is None)
    txn.meta.seats[number] = seat
    if txn.seeds is not None and txn.meta.status == "open":
        txn.seeds.entropies[number] = body["entropy"]
    taken = SeatTaken(number, seat.name or "", "bot" if token is None else "human")
    txn.record("join", [taken], at=txn.now, seat=number)


def replayed_join(game: Game, once: IdempotentRequest) -> Joined:
    """The result of a join that was accepted before."""
    seat, token = decrypt_tokens(game.receipt, once, tuple[int, str | None])
    current = None if token is None else seat_held_by(game, digest(token))  # the start may have changed the number
    return Joined(game, seat if current is None else current, token, replayed=True)


def leave(tables: Tables, game_id: str, caller: Caller, seat: int) -> None:
    """Give a seat up. Before the start it is open again; after it, a bot plays until its player is back."""
    with tables.change(game_id, caller, play_overdue=False) as attempts:  # `leave_running_game` asks what is overdue
        for txn in attempts:
            if txn.meta.status == "open":
                release_seat(txn, seat)
            elif txn.meta.status == "active":
                leave_running_game(txn, seat)
                if txn.meta.is_bots_only():
                    count_bot_table(tables, txn, caller, limited=False)
            else:
                raise Problem("game_not_active")
            txn.record("leave", [SeatLeft(seat)], at=txn.now, seat=seat)
            if txn.commit():
                break
        else:
            raise TooManyConflicts
    tables.current(game_id)  # plays what is overdue


def release_seat(txn: Transaction, seat: int) -> None:
    """Before the start: the seat is open again, and its entropy is gone."""
    if txn.meta.seats[seat].kind == "open" and txn.meta.seats[seat].reserved_for is None:
        raise Problem("not_found", "Nobody sits there.")
    txn.meta.seats[seat] = Seat(None, "open")
    if txn.seeds is not None:
        txn.seeds.entropies[seat] = ""


def leave_running_game(txn: Transaction, number: int) -> None:
    """After the start: its holder may always leave, and the host may remove a player who is overdue."""
    seat = txn.meta.seats[number]
    if seat.kind == "bot":
        raise Problem("not_found", "A bot sits there, and stays.")
    if txn.viewer.seat != number and not clock.is_seat_overdue(txn, number):
        raise Problem("forbidden", "The host may take a seat away only while it is overdue.")
    txn.meta.seats[number] = Seat(
        seat.name, "bot", reserved_for=seat.token, left=True, level=SUBSTITUTE_LEVEL, joined=seat.joined
    )


def start(tables: Tables, game_id: str, caller: Caller) -> Game:
    """Start with the seats taken so far, if the game can be played by so many."""
    with tables.change(game_id, caller) as attempts:
        for txn in attempts:
            require_startable(txn)
            begin(tables, txn, caller)
            if txn.commit():
                return txn
    raise TooManyConflicts


def require_startable(game: Game) -> None:
    """Refuse to start a game that has started, or with a number of players that does not fit it."""
    if game.meta.status != "open":
        raise Problem("game_not_open")
    taken, players = game.taken_seats(), game.config.rules.players
    if len(taken) < players.min:
        detail = Text("{taken} of at least {least} seats are taken.", taken=len(taken), least=players.min)
        raise Problem("not_enough_players", detail)
    options = msgspec.structs.replace(game.config.engine_options, first_player=game.first_player(taken))
    if errors := game.config.rules.option_errors(len(taken), options):
        detail = Text("The options do not fit this number of players: {taken}.", taken=len(taken))
        raise Problem("not_enough_players", detail, errors=errors)


def delete_game(tables: Tables, game_id: str, caller: Caller) -> None:
    """Delete an open or finished game; abandon an active one, unless another person plays it. An abandoned game is kept
    for a day in any case.
    """
    with tables.change(game_id, caller) as attempts:
        for txn in attempts:
            if txn.meta.status == "abandoned":
                return
            if txn.meta.status == "active":
                require_nobody_else(txn)
                txn.abandon("deleted_by_host")
                is_done = txn.commit()
            else:
                is_done = tables.delete(txn)
            if is_done:
                return
    raise TooManyConflicts


def require_nobody_else(game: Game) -> None:
    """Refuse to break off a game that a person who has joined it plays in time. Seats whose tokens the creator handed
    out are the creator's own.
    """
    for number, seat in enumerate(game.meta.seats):
        if seat.kind == "human" and seat.joined and not clock.is_seat_overdue(game, number):
            raise Problem(
                "forbidden",
                "Somebody who has joined plays this game. Leave your own seat instead: a bot plays on. The game can be "
                "deleted when all who have joined have left or are overdue.",
            )


def rematch(tables: Tables, game_id: str, caller: Caller) -> Game:
    """The next game at this table; asking again finds the same one."""
    with tables.change(game_id, caller) as attempts:
        for txn in attempts:
            if txn.meta.status != "finished":
                raise Problem("not_finished", "Only a finished game has a rematch.")
            new = open_rematch(tables, txn, caller)
            if txn.meta.next_game is not None:
                return new
            txn.meta.next_game = new.id
            txn.record("rematch", [], at=txn.now)
            if txn.commit():
                return new
    raise TooManyConflicts


def open_rematch(tables: Tables, old: Game, caller: Caller) -> Game:
    """The next game as it is now, created if it is not there yet."""
    game_id = rematch_id(old)
    stored = tables.store.read(game_id)
    if stored.config is None:
        txn = draft_rematch(game_id, stored.now, old)
        if any(seat.kind == "bot" for seat in txn.meta.seats):
            require_short_bot_queue(tables)
        if len(txn.taken_seats()) == len(txn.meta.seats):  # bots only, and so nobody to wait for
            begin(tables, txn, caller)
        if tables.add(txn):
            return txn
        stored = tables.store.read(game_id)
    tables.store.assure(game_id, stored.revision)
    return Game(stored)


def draft_rematch(game_id: str, now: int, old: Game) -> Transaction:
    """The same table again, not yet written: each seat is kept for its player, and bots stay."""
    config, options = old.config, old.config.rules.rematch(old.state)
    return new_table(
        game_id,
        now,
        [rematch_seat(seat) for seat in old.meta.seats],
        engine=config.engine,
        rules_version=config.rules_version,
        requested_options=rematch_options(old, options.first_player),
        options=msgspec.to_builtins(options),
        host=config.host,
        public=config.public,
        auto_start=config.auto_start,
        turn_seconds=config.turn_seconds,
        bot_pace=config.bot_pace,
        previous_game=old.id,
    )


def rematch_seat(seat: Seat) -> Seat:
    """A seat in the next game: a bot's, kept for the player who holds it, or open where its player has left."""
    if seat.kind == "bot" and not seat.left:
        return Seat(seat.name, "bot", level=seat.level)
    if seat.token is None:
        return Seat(None, "open")
    return Seat(seat.name, "open", reserved_for=seat.token, joined=seat.joined)


def rematch_id(old: Game) -> str:
    """The next game's id: always the same, and nobody outside the service can compute it."""
    return urlsafe(hmac.digest(old.config.ticket_key, b"rematch/1" + old.id.encode(), hashlib.sha256)[:16])


def rematch_options(old: Game, first_player: int | None) -> msgspec.Raw:
    """The options as the creator gave them, except for the first player."""
    options: dict[str, Any] = msgspec.json.decode(old.config.requested_options)
    if first_player != old.config.engine_options.first_player:
        options["first_player"] = first_player
    return msgspec.Raw(msgspec.json.encode(options))
