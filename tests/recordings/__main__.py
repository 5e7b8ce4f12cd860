"""Record random games for the endings and player counts that have none yet: `make recordings`."""

import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from engines.chance import Chance, commitment, game_seed
from engines.record import Record, RecordedAction, RecordedSeat, seal, state_hash
from engines.registry import ENGINES, GAMES
from tests.recordings import folder_of, recordings
from tests.support.tables import Table, open_table, options_for, play_on, seed_of, settings_of

TRIES = 3000
NAMES = ["Ana", "Ben", "Cleo", "Dai", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jun"]


def play_and_record(slug: str, number: int, seats: int, variant: dict[str, Any]) -> tuple[Table, Record]:
    """A whole random game and its record."""
    game_id, server_seed = f"recording-{number}", seed_of(number)
    seed = game_seed(server_seed, game_id, [""] * seats)
    table = open_table(slug, seats, options_for(slug, variant), seed)
    for _ in play_on(table, Chance(seed_of(number + 1))):
        pass
    return table, record_of(table, game_id, server_seed)


def record_of(table: Table, game_id: str, server_seed: bytes) -> Record:
    return seal(
        Record(
            id=game_id,
            engine=table.engine.slug,
            rules_version=table.engine.rules_version,
            options=msgspec.to_builtins(table.options),
            seats=[RecordedSeat(NAMES[seat], "human") for seat in range(table.seats)],
            server_seed=server_seed.hex(),
            seed_commitment=commitment(server_seed),
            actions=[RecordedAction(seat, msgspec.to_builtins(action)) for seat, action in table.actions],
            outcome=table.engine.outcome(table.state),
            state_hash=state_hash(table.state),
        )
    )


def write(slug: str, name: str, record: Record) -> None:
    """Write a recording, and print its name."""
    file = folder_of(slug) / f"{name}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n")
    sys.stdout.write(f"{slug}/{file.name}: {len(record.actions)} actions\n")


def missing(slug: str) -> set[tuple[str, int | str]]:
    """What has no recording under the newest rules yet: endings by reason, and player counts."""
    engine = ENGINES[slug]
    games = [game for game in recordings(slug).values() if game.rules_version == engine.rules_version]
    want: set[tuple[str, int | str]] = {("ending", reason) for reason in engine.endings}
    want |= {("players", count) for count in range(engine.players.min, engine.players.max + 1)}
    for game in games:
        want -= features(game)
    return want


def features(game: Record) -> set[tuple[str, int | str]]:
    assert game.outcome is not None
    return {("ending", game.outcome.reason), ("players", len(game.seats))}


def candidates(slug: str) -> Iterator[tuple[Table, Record]]:
    places = settings_of(slug)
    for number in range(TRIES):
        yield play_and_record(slug, number, *places[number * 7919 % len(places)])


def main(slugs: list[str]) -> None:
    for slug in slugs or sorted(ENGINES):
        want, first, newest = missing(slug), next(iter(GAMES[slug].rules)), ENGINES[slug].rules_version
        suffix = "" if newest == first else f"_rules_{newest}"  # the recordings of older rules stay
        for table, record in candidates(slug) if want else ():
            if not (new := features(record) & want):
                continue
            want -= new
            write(slug, f"{record.outcome.reason}_{table.seats}{suffix}", record)
            if not want:
                break
        if want:
            sys.stdout.write(f"{slug}: nothing found for {sorted(map(str, want))}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
