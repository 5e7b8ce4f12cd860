"""All English texts for people in the code, by the catalogue file that must translate them."""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from marshmallow import Schema, fields

from engines.chance import Chance
from engines.registry import ENGINES
from engines.text import Text
from schemas import requests
from schemas.game_schemas import SCHEMAS
from service.http.openapi.json_schema import english_detail
from service.problems import CATALOGUE
from service.store import connection
from tests.support.running import ROOT
from tests.support.tables import seed_of

TEXT_ARGUMENTS = {"Text": 0, "translate": 0, "unauthenticated": 0, "Problem": 1, "require_key": 2, "ValidationError": 0}
"""Functions that take a text, and the position of that argument."""
TEXT_KEYWORDS = {"Problem": "errors", "Pattern": "error"}
"""Functions that take texts in a keyword argument."""


@cache
def texts() -> dict[str, list[str]]:
    """The texts of each game, and as `service` those of the service itself or of several games."""
    by_game = {slug: list(dict.fromkeys(game_texts(slug))) for slug in ENGINES}
    games = {ROOT / "schemas" / f"{slug}.py" for slug in ENGINES}
    code = [*(ROOT / "service").rglob("*.py"), *(ROOT / "engines").glob("*.py")]
    code += [file for file in (ROOT / "schemas").glob("*.py") if file not in games]
    shared = dict.fromkeys([*problem_texts(), *field_messages(), *code_texts(code)])
    count = Counter(text for found in by_game.values() for text in found)
    shared |= dict.fromkeys(text for text in count if count[text] > 1)
    return {
        **{slug: [text for text in found if text not in shared] for slug, found in by_game.items()},
        "service": [*shared],
    }


def game_texts(slug: str) -> Iterator[str]:
    """What a game's page says, what is on its cards, and its option errors."""
    page, engine = english_detail(slug), ENGINES[slug]
    yield from (page.title, page.summary)
    for part in (page.options, page.actions, page.events, page.state, page.content):
        yield from descriptions(part)
    yield from (*page.reasons.values(), *page.endings.values())
    state, _ = engine.new(engine.players.min, engine.options_type(), Chance(seed_of(0)))
    yield from content_texts(engine.content(state))
    yield from code_texts([*(ROOT / "engines" / slug).rglob("*.py"), ROOT / "schemas" / f"{slug}.py"])


def descriptions(schema: Any) -> Iterator[str]:
    """Every description in a JSON Schema."""
    if isinstance(schema, list):
        for item in schema:
            yield from descriptions(item)
    elif isinstance(schema, dict):
        for name, value in schema.items():
            if name == "description" and isinstance(value, str):
                yield value
            elif name not in ("examples", "default"):
                yield from descriptions(value)


def content_texts(content: Any) -> Iterator[str]:
    """Every text on a game's cards."""
    found: list[str] = []

    def collect(text: Any) -> str:
        assert isinstance(text, Text)
        found.append(text.template)
        return ""

    msgspec.json.Encoder(enc_hook=collect).encode(content)
    yield from found


def problem_texts() -> Iterator[str]:
    """The problems that a request can end in."""
    for kind in CATALOGUE.values():
        yield from (kind.title, kind.explanation)
    for name in dir(connection):
        detail = getattr(getattr(connection, name), "detail", "")
        if isinstance(detail, str) and detail:
            yield detail


def all_schemas() -> Iterator[Schema]:
    """Every schema that reads a request: bodies, queries, and each game's options and actions, nested ones included."""
    classes = [one for one in vars(requests).values() if isinstance(one, type) and issubclass(one, Schema)]
    found = [one() for one in classes if one.__module__ == requests.__name__]
    for schemas in SCHEMAS.values():
        found += [schemas.options, *schemas.actions.values()]
    for schema in found:
        yield schema
        yield from nested_schemas(schema.fields.values())


def nested_schemas(members: Iterable[Any]) -> Iterator[Schema]:
    for field in members:
        if isinstance(field, fields.Nested):
            yield field.schema
            yield from nested_schemas(field.schema.fields.values())
        elif isinstance(field, fields.List):
            yield from nested_schemas([field.inner])


def field_messages() -> Iterator[str]:
    """The messages that marshmallow's own fields and schemas have; one with a value in it could not be translated."""
    for schema in all_schemas():
        inner = [field.inner for field in schema.fields.values() if isinstance(field, fields.List)]
        for owner in (schema, *schema.fields.values(), *inner):
            for message in owner.error_messages.values():
                assert "{" not in message, f"{owner}: {message}"
                yield message


def code_texts(files: Iterable[Path]) -> Iterator[str]:
    """The texts in the code of these files."""
    for file in sorted(files):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                for argument in text_arguments(node, node.func.id):
                    yield from literals(argument, file)


def text_arguments(call: ast.Call, function: str) -> Iterator[ast.expr]:
    """The arguments of a call that are texts, or hold some."""
    position = TEXT_ARGUMENTS.get(function, len(call.args))
    yield from call.args[position : position + 1]
    yield from (keyword.value for keyword in call.keywords if TEXT_KEYWORDS.get(function) == keyword.arg)


def literals(node: ast.expr, file: Path) -> Iterator[str]:
    """The literal texts in an argument: itself, or those in a list or in the values of a dictionary."""
    assert not isinstance(node, ast.JoinedStr), f"{file}:{node.lineno}: use a Text, an f-string cannot be translated"
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    elif isinstance(node, ast.List | ast.Dict):
        for inner in node.elts if isinstance(node, ast.List) else node.values:
            yield from literals(inner, file)
    elif isinstance(node, ast.DictComp):
        yield from literals(node.value, file)
