"""What a game publishes for people: descriptions and examples of its fields, rules pages, and translations."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from marshmallow import ValidationError

from engines.engine import Engine
from engines.registry import GamePackage
from engines.testing import ContractError
from schemas.game_schemas import parse_action, schemas_of
from service.http.openapi.json_schema import english_detail
from service.i18n import ENGLISH, LANGUAGES, TEXTS, Language, read_texts


def check_declarations(engine: Engine[Any, Any]) -> None:
    """ContractError if a field has no description, or if the examples of an action's fields are no valid action."""
    page = msgspec.to_builtins(english_detail(engine))
    schemas = {"options": page["options"], "state": page["state"], **page["actions"], **page["events"]}
    missing = [field for name, schema in schemas.items() for field in undescribed(name, schema)]
    if missing:
        raise ContractError(f"without a description in a `Meta` or docstring: {', '.join(dict.fromkeys(missing))}")
    for kind, schema in schemas_of(engine).actions.items():
        try:
            parse_action(engine, schema.example)
        except ValidationError as error:
            raise ContractError(
                f"the action `{kind}` has no valid example: give each field a Meta(examples=[…]) [{error.messages}]"
            ) from None


def undescribed(where: str, schema: Any) -> Iterator[str]:
    """Fields that have no description and are not mentioned, in backticks, in the description of the whole."""
    if isinstance(schema, list):
        for part in schema:
            yield from undescribed(where, part)
    if not isinstance(schema, dict):
        return
    if "properties" in schema and not schema.get("description"):
        yield where
    for name, field in schema.get("properties", {}).items():
        tag = name == "type" and "const" in field
        if not tag and not field.get("description") and f"`{name}`" not in schema.get("description", ""):
            yield f"{where}.{name}"
        yield from undescribed(f"{where}.{name}", field)
    for name, part in schema.get("$defs", {}).items():
        yield from undescribed(name, part)
    for key in ("items", "prefixItems", "anyOf", "oneOf", "additionalProperties"):
        yield from undescribed(where, schema.get(key))
    for part in schema.get("allOf", ()):  # the description of the whole is that of its parts
        yield from undescribed(where, {"description": schema.get("description"), **part})


def missing_files(game: GamePackage) -> Iterator[str]:
    """Rules and texts that players in some language would miss, and translations that could not be written."""
    for language in LANGUAGES:
        yield from missing_in_rules(game, language)
        if language == ENGLISH:
            continue
        own = read_texts(game.folder / "text", language)
        for text, translation in own.items():
            if placeholders(text) != placeholders(translation):
                yield f"text/{language}.json: {translation!r} has other placeholders than {text!r}"
        known = own | read_texts(TEXTS, language)
        missing = [text for text in dict.fromkeys(page_texts(game.engine)) if text not in known]
        if missing:
            yield f"text/{language}.json lacks {len(missing)} texts, the first is {missing[0]!r}"


def placeholders(text: str) -> set[str]:
    """The names in a text that are replaced by values, such as `{seat}`."""
    return set(re.findall(r"{\w+}", text))


def missing_in_rules(game: GamePackage, language: Language) -> Iterator[str]:
    """What a rules page lacks. It names every action, option and ending, because players may act over HTTP."""
    page = game.folder / "rules" / f"{language}.md"
    if not page.is_file():
        yield f"rules/{language}.md is missing: the rules for players"
        return
    codes = " ".join(re.findall(r"`([^`]+)`", page.read_text(encoding="utf-8")))
    actions = [str(action.__struct_config__.tag) for action in game.engine.actions]
    names = [*actions, *game.engine.options_type.__struct_fields__, *game.engine.endings]
    missing = [f"`{name}`" for name in dict.fromkeys(names) if not re.search(rf"\b{name}\b", codes)]
    if missing:
        yield f"rules/{language}.md does not name {', '.join(missing)}: all actions, options and endings, in backticks"


def page_texts(engine: Engine[Any, Any]) -> Iterator[str]:
    """Every text on the page of an engine: its title, the descriptions in its schemas, its reasons and endings."""
    page = english_detail(engine)
    yield from (page.title, page.summary)
    for schema in (page.options, page.actions, page.events, page.state, page.content):
        yield from _descriptions(schema)
    yield from (*page.reasons.values(), *page.endings.values())


def _descriptions(schema: Any) -> Iterator[str]:
    """Every description in a JSON Schema."""
    if isinstance(schema, list):
        for item in schema:
            yield from _descriptions(item)
    elif isinstance(schema, dict):
        for name, value in schema.items():
            if name == "description" and isinstance(value, str):
                yield value
            elif name not in ("examples", "default"):
                yield from _descriptions(value)
