"""Recorded games, one JSON file each under the game's slug."""

from functools import cache
from pathlib import Path

import msgspec

from engines.record import Record

HERE = Path(__file__).parent


@cache
def recordings(slug: str) -> dict[str, Record]:
    """All recorded games of one engine, by file."""
    files = sorted((HERE / slug).glob("*.json"))
    return {f"{slug}/{file.name}": msgspec.json.decode(file.read_bytes(), type=Record) for file in files}
