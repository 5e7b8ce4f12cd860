"""Nothing outside the folders of games names one, so that a new game changes no other file."""

import re
from pathlib import Path

from engines.registry import GAMES

ROOT = Path(__file__).parents[2]
FOLDERS = ("service", "schemas", "bots", "web", "clients", "tests/contract")
TEXT_FILES = {".py", ".js", ".mjs", ".ts", ".json", ".css", ".html", ".svg", ".toml", ".md"}
NOT_OURS = {"node_modules", "__pycache__"}
FOR_READERS = ("README.md", "/examples/")
GENERATED = {
    "clients/javascript/ludotheque.d.ts",
    "clients/javascript/openapi.d.ts",
    "clients/python/src/ludotheque_client/types.py",
}


def names_of_games():
    """The slug and the title of each game, and its slug as names of schemas begin with it."""
    for slug, game in GAMES.items():
        yield from (slug, slug.replace("_", " "), "".join(part.capitalize() for part in slug.split("_")))
        yield str(game.engine.title)


def test_no_game_is_named_outside_its_folder():
    named = re.compile(f"(?<![a-z])(?:{'|'.join(map(re.escape, names_of_games()))})", re.IGNORECASE)
    read, found = 0, []
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*")):
            path = file.relative_to(ROOT).as_posix()
            if file.suffix not in TEXT_FILES or NOT_OURS & set(file.parts) or path in GENERATED:
                continue
            if not any(part in path for part in FOR_READERS):
                read += 1
                lines = enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
                found += [f"{path}:{number}: {match[0]}" for number, line in lines if (match := named.search(line))]
    assert read > 150
    assert found == []
