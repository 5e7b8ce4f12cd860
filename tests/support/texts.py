"""All texts for people that the code knows in English, by the file of the catalogue that has to hold them."""

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from engines.chance import Chance
from engines.registry import ENGINES
from engines.text import Text
from service.http.openapi.json_schema import english_page
from service.problems import CATALOGUE
from service.store import connection
from tests.support.running import ROOT
from tests.support.tables import seed_of

SAYS = {"Text": 0, "translate": 0, "unauthenticated": 0, "Problem": 1, "require_key": 2}
"""Functions that are given a text, and as which argument."""


@cache
def texts() -> dict[str, list[str]]:
    """The texts of each game, and as `service` those that are the service's own or of several games."""
    of_games = {slug: list(dict.fromkeys(game_texts(slug))) for slug in ENGINES}
    own = dict.fromkeys([*problem_texts(), *code_texts(ROOT / "service"), *code_texts(ROOT / "schemas")])
    own |= dict.fromkeys(text for text in code_texts(ROOT / "engines", inside=False))
    times = Counter(text for found in of_games.values() for text in found)
    own |= dict.fromkeys(text for text in times if times[text] > 1)
    return {
        **{slug: [text for text in found if text not in own] for slug, found in of_games.items()},
        "service": [*own],
    }


def game_texts(slug: str) -> Iterator[str]:
    """What a game's page says, what is on its cards, and why options do not fit."""
    page, engine = english_page(slug), ENGINES[slug]
    yield from (page.title, page.summary)
    for part in (page.options, page.actions, page.events, page.state, page.content):
        yield from descriptions(part)
    yield from (*page.reasons.values(), *page.endings.values())
    state, _ = engine.new(engine.players.min, engine.options_type(), Chance(seed_of(0)))
    yield from printed(engine.content(state))
    yield from code_texts(ROOT / "engines" / slug)


def descriptions(schema: Any) -> Iterator[str]:
    """Every description in a schema."""
    if isinstance(schema, list):
        for one in schema:
            yield from descriptions(one)
    elif isinstance(schema, dict):
        for name, value in schema.items():
            if name == "description" and isinstance(value, str):
                yield value
            elif name not in ("examples", "default"):
                yield from descriptions(value)


def printed(content: Any) -> Iterator[str]:
    """Every text on a game's cards."""
    found: list[str] = []

    def keep(text: Any) -> str:
        assert isinstance(text, Text)
        found.append(text.template)
        return ""

    msgspec.json.Encoder(enc_hook=keep).encode(content)
    yield from found


def problem_texts() -> Iterator[str]:
    """The problems that a request can end in."""
    for kind in CATALOGUE.values():
        yield from (kind.title, kind.explanation)
    for name in dir(connection):
        detail = getattr(getattr(connection, name), "detail", "")
        if isinstance(detail, str) and detail:
            yield detail


def code_texts(folder: Path, inside: bool = True) -> Iterator[str]:
    """The texts that the code of a folder says, and of those in it."""
    for file in sorted(folder.rglob("*.py") if inside else folder.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYS:
                place = SAYS[node.func.id]
                given = node.args[place] if len(node.args) > place else None
                assert not isinstance(given, ast.JoinedStr), f"{file}:{node.lineno}: say it with a Text"
                if isinstance(given, ast.Constant) and given.value:
                    yield given.value
