"""All English texts for people in the code, by the catalogue file that must translate them."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from marshmallow import Schema, fields

from engines.chance import Chance
from engines.engine import NoContent
from engines.registry import ENGINES
from engines.text import Text
from schemas import requests
from schemas.game_schemas import schemas_of
from service.authoring.check_published import page_texts
from service.problems import CATALOGUE
from service.store import errors
from tests.support.running import ROOT
from tests.support.tables import seed_of

TEXT_ARGUMENTS = {"Text": 0, "translate": 0, "unauthenticated": 0, "Problem": 1, "require_key": 2, "ValidationError": 0}
"""Functions that take a text, and the position of that argument."""
TEXT_KEYWORDS = {"Problem": "errors", "Pattern": "error"}
"""Functions that take texts in a keyword argument."""


@cache
def texts() -> dict[str, list[str]]:
    """The texts of each game, and as `service` those of the service itself and of the contract that games inherit."""
    by_game = {slug: list(dict.fromkeys(game_texts(slug))) for slug in ENGINES}
    code = [*(ROOT / "service").rglob("*.py"), *(ROOT / "engines").glob("*.py"), *(ROOT / "schemas").glob("*.py")]
    shared = [*problem_texts(), *field_messages(), *code_texts(code), str(NoContent.__doc__)]
    return {**by_game, "service": list(dict.fromkeys(shared))}


def game_texts(slug: str) -> Iterator[str]:
    """What a game's page says, what is on its cards, and its option errors."""
    engine = ENGINES[slug]
    yield from page_texts(engine)
    state, _ = engine.new(engine.players.min, engine.options_type(), Chance(seed_of(0)))
    yield from content_texts(engine.content(state))
    yield from code_texts((ROOT / "engines" / slug).rglob("*.py"))


def content_texts(content: Any) -> Iterator[str]:
    """Every text on a game's cards."""
    templates: list[str] = []

    def collect(text: Any) -> str:
        assert isinstance(text, Text)
        templates.append(text.template)
        return ""

    msgspec.json.Encoder(enc_hook=collect).encode(content)
    yield from templates


def problem_texts() -> Iterator[str]:
    """The problems that a request can end in."""
    for kind in CATALOGUE.values():
        yield from (kind.title, kind.explanation)
    for name in dir(errors):
        detail = getattr(getattr(errors, name), "detail", "")
        if isinstance(detail, str) and detail:
            yield detail


def all_schemas() -> Iterator[Schema]:
    """Every schema that reads a request: bodies, queries, and each game's options and actions, nested ones included."""
    classes = [one for one in vars(requests).values() if isinstance(one, type) and issubclass(one, Schema)]
    schemas = [one() for one in classes if one.__module__ == requests.__name__]
    for game in map(schemas_of, ENGINES.values()):
        schemas += [game.options, *game.actions.values()]
    for schema in schemas:
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
