"""Whole games played in one commit: much quicker than over HTTP."""

from typing import Any

from engines.chance import Chance
from engines.registry import ENGINES
from service.table.tables import Tables
from service.table.transaction import Transaction
from tests.support.http import InProcess, Table, good
from tests.support.tables import seed_of


def play_out(house: Tables, game_id: str, number: int, most: int = 10_000) -> None:
    """Random actions until the game is over, or this many."""

    def play(room: Transaction) -> None:
        dice = Chance(seed_of(number))
        for _ in range(most):
            if room.meta.status != "active":
                return
            seat = dice.choice(room.meta.awaiting())
            action = room.engine.sample(room.state, seat, dice)
            room.draft(seat, action, at=room.now, automatic=dice.below(5) == 0)

    house.settle(game_id, play)


def seated(api: InProcess, slug: str, seats: int, options: dict[str, Any], number: int, gaps: int = 0) -> Table:
    """A running table whose seats sent entropy, every third of them none; the first `gaps` seats were not taken."""
    most = ENGINES[slug].players.max
    gaps = min(gaps, most - seats)
    body = {"engine": slug, "seats": [{"kind": "open"}] * (seats + gaps), "options": options, "auto_start": False}
    created = api.post("/v1/games", body)
    if created.status_code == 422:  # these options are for exactly so many seats
        gaps = 0
        created = api.post("/v1/games", body | {"seats": [{"kind": "open"}] * seats})
    table = api.table(good(created, 201))
    for seat in range(gaps, seats + gaps):
        entropy = {"entropy": f"giraffe {number} Zoë 🎲 {seat}"} if (seat - gaps) % 3 else {}
        good(table.join(f"Player {seat}", seat=seat, **entropy), 201)
    good(api.post(f"{table.path}/start", token=table.host))
    table.tokens = {seat - gaps: table.tokens[seat] for seat in range(gaps, seats + gaps)}
    return table


def played_out(
    api: InProcess, slug: str, seats: int, options: dict[str, Any], number: int, gaps: int = 0, most: int = 10_000
) -> Table:
    """A finished game."""
    table = seated(api, slug, seats, options, number, gaps)
    play_out(api.app.extensions["house"], table.id, number, most)
    return table
