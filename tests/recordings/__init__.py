"""Recorded games, one JSON file each, in `recordings/` beside the tests of the game."""

from functools import cache
from pathlib import Path

import msgspec

from engines.record import Record

GAMES = Path(__file__).parents[1] / "games"


def folder_of(slug: str) -> Path:
    """Where the recorded games of one engine are."""
    return GAMES / slug / "recordings"


@cache
def recordings(slug: str) -> dict[str, Record]:
    """All recorded games of one engine, by file."""
    files = sorted(folder_of(slug).glob("*.json"))
    return {f"{slug}/{file.name}": msgspec.json.decode(file.read_bytes(), type=Record) for file in files}
