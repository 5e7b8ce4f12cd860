"""Whole games played in one commit, without HTTP: much quicker."""

from typing import Any

from engines.chance import Chance
from engines.registry import ENGINES
from service.table.transaction import Tables
from tests.support.http import InProcess, Table, assert_ok
from tests.support.tables import seed_of


def play_out(tables: Tables, game_id: str, number: int, most: int = 10_000) -> None:
    """Random actions until the game is over, or this many."""
    with tables.change(game_id) as attempts:
        for txn in attempts:
            dice = Chance(seed_of(number))
            for _ in range(most):
                if txn.meta.status != "active":
                    break
                seat = dice.choice(txn.meta.awaiting())
                action = txn.config.rules.sample(txn.state, seat, dice)
                txn.play(seat, action, at=txn.now, automatic=dice.below(5) == 0)
            if not txn.journal or txn.commit():
                return


def break_off(api: InProcess, table: Table) -> None:
    """Abandon a running game as its host, whoever plays it."""
    with api.app.extensions["tables"].change(table.id) as attempts:
        for txn in attempts:
            txn.abandon("deleted_by_host")
            if txn.commit():
                return


def running_table(api: InProcess, slug: str, seats: int, options: dict[str, Any], number: int, gaps: int = 0) -> Table:
    """A running table whose seats sent entropy, every third of them none; the first `gaps` seats stay free."""
    most = ENGINES[slug].players.max
    gaps = min(gaps, most - seats)
    body = {"engine": slug, "seats": [{"kind": "open"}] * (seats + gaps), "options": options, "auto_start": False}
    created = api.post("/v1/games", body)
    if created.status_code == 422:  # these options are for exactly so many seats
        gaps = 0
        created = api.post("/v1/games", body | {"seats": [{"kind": "open"}] * seats})
    table = api.table(assert_ok(created, 201))
    for seat in range(gaps, seats + gaps):
        entropy = {"entropy": f"giraffe {number} Zoë 🎲 {seat}"} if (seat - gaps) % 3 else {}
        assert_ok(table.join(f"Player {seat}", seat=seat, **entropy), 201)
    assert_ok(api.post(f"{table.path}/start", token=table.host))
    table.tokens = {seat - gaps: table.tokens[seat] for seat in range(gaps, seats + gaps)}
    return table


def finished_table(
    api: InProcess, slug: str, seats: int, options: dict[str, Any], number: int, gaps: int = 0, most: int = 10_000
) -> Table:
    """A finished game."""
    table = running_table(api, slug, seats, options, number, gaps)
    play_out(api.app.extensions["tables"], table.id, number, most)
    return table
