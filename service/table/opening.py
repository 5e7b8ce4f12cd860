"""Opening a table: one function, for a new game, a rematch and an example."""

import os
from collections.abc import Callable
from typing import Any

from engines.chance import SEED_BYTES, commitment
from service.store import StoredGame
from service.store.stored import GameConfig, Meta, Seat, Seeds
from service.table.table_events import GameCreated
from service.table.transaction import Transaction


def opened(
    game_id: str, now: int, seats: list[Seat], *, random: Callable[[int], bytes] = os.urandom, **agreed: Any
) -> Transaction:
    """A table with these seats, not yet written; `agreed` is the rest of its charter. It has a seed of its own."""
    server_seed = random(SEED_BYTES)
    charter = GameConfig(
        id=game_id,
        created_at=now,
        commitment=commitment(server_seed),
        ticket_key=random(SEED_BYTES),
        **agreed,
    )
    seeds = Seeds(server_seed, [""] * len(seats))
    room = Transaction(StoredGame(game_id, now, config=charter, meta=Meta("open", seats, now), seeds=seeds))
    room.enter("create", [GameCreated(None, charter.engine)], at=now)
    return room
