"""Record the games of Le Tapécho: `python -m tests.games.tapecho.recorder` writes them all anew."""

from collections.abc import Iterator
from typing import Any

from engines.chance import Chance, game_seed
from engines.record import Record
from tests.games.tapecho.variants import small_deck
from tests.recordings.__main__ import play_and_record, record_of, write
from tests.support.tables import Table, open_table, options_for, seed_of

GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    **{f"classic_{seats}": (seats, {}) for seats in range(4, 11)},
    "sexes_4": (4, {"mode": "battle_of_the_sexes"}),
    "sexes_7": (7, {"mode": "battle_of_the_sexes", "roles": ["woman", "man"] * 3 + ["woman"]}),
    "couples_6": (6, {"mode": "battle_of_the_couples"}),
    "couples_10": (10, {"mode": "battle_of_the_couples", "couples": [[0, 9], [2, 1], [4, 3], [6, 5], [8, 7]]}),
    "series_7": (7, {"games": 3, "reaction_seconds": 5}),
    "series_of_couples_4": (4, {"games": 2, "mode": "battle_of_the_couples"}),
    "custom_deck_4": (4, {"deck": small_deck()}),
}


def tied(start: int) -> Iterator[Record]:
    """Random classic games that several players won."""
    for number in range(start, start + 3000):
        _, record = play_and_record("tapecho", number, 4, {})
        if record.outcome is not None and len(record.outcome.winners) > 1:
            yield record


def idle(number: int) -> Record:
    """A game of nothing but exchanges, which ends after three rounds."""
    game_id, server_seed, dice = f"recording-{number}", seed_of(number), Chance(seed_of(number + 1))
    table: Table = open_table("tapecho", 4, options_for("tapecho", {}), game_seed(server_seed, game_id, [""] * 4))
    while turns := table.engine.turns(table.state):
        seat = next(iter(turns))
        action = table.engine.default(table.state, seat, dice)
        table.engine.play(table.state, seat, action, table.seed)
        table.actions.append((seat, action))
    return record_of(table, game_id, server_seed)


def main() -> None:
    for number, (name, settings) in enumerate(GAMES.items(), start=1):
        write("tapecho", name, play_and_record("tapecho", number, *settings)[1])
    write("tapecho", "quiet_rounds_4", idle(1))
    write("tapecho", "shared_victory_4", next(tied(100)))


if __name__ == "__main__":
    main()
