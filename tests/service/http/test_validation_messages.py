"""Every message of a validation_error is in the reader's language: those of marshmallow, of strict fields, of games."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marshmallow import Schema, ValidationError

from engines.record import Record
from engines.registry import ENGINES
from engines.text import Text
from schemas.from_struct import struct_error
from schemas.game_schemas import schemas_of
from schemas.strict import MOST_UNKNOWN
from service.i18n import ENGLISH, LANGUAGES, catalogue, translate
from tests.support.http import InProcess
from tests.support.running import ROOT
from tests.support.texts import all_schemas, code_texts, field_messages

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
WRONG_VALUES: tuple[Any, ...] = (
    *(None, True, -(10**9), 10**9, 1.5, "", "x" * 300, "?", "a\nb", " a "),
    *([], {}, [None], ["?"], [[]], [[0]], [{}], [1] * 500, [{"kind": "?"}], {"?": 1}),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=5), inside, max_size=3),
    max_leaves=6,
)
SPOT = {"kind": "asset", "name": "A", "value": 1, "spot": "blue"}
CONTEXT = {"kind": "context", "name": "C", "spot": "red"}
EVEN_ODDS = dict.fromkeys(("out", "belly", "edge", "back", "feet"), 20)
QUARTIERS = [{"name": "Q", "value": 1}] * 5
WRONG_OPTIONS: dict[str, list[dict[str, Any]]] = {
    "tokyo_poo_divers": [
        {"rows": ["#"]},
        {"layout": "custom"},
        {"layout": "custom", "rows": ["#", "##"]},
        {"layout": "custom", "rows": ["."]},
    ],
    "zoky": [
        {"throw_odds": EVEN_ODDS | {"out": 21}},
        {"quartiers": [{"name": "A", "quartiers": QUARTIERS}] * 2},
        {"arrondissements": ["?", "?"]},
        {"arrondissements": ["Shinjuku"]},
        {"lieutenants": [{"lieutenant": "medic"}]},
        {"lieutenants": [{"lieutenant": "medic"}] * 2},
        {"lieutenants": [{"lieutenant": "medic", "name": "A"}, {"lieutenant": "acrobat", "name": "A"}]},
    ],
    "tapecho": [
        {"couples": [[0, 1]]},
        {"deck": [{**CONTEXT, "copies": 60}] * 6},
        {"deck": [{"kind": "asset", "name": "A", "value": 1}]},
        {"deck": [CONTEXT, SPOT]},
        {"deck": [CONTEXT]},
        {"deck": [{**CONTEXT, "spot": "RED"}]},
        {"deck": [{"kind": "defence", "name": "D", "role": "mixed"}]},
        {"roles": ["man"]},
        {"roles": ["man"] * 4},
        {"mode": "battle_of_the_couples", "roles": ["man", "man", "man", "woman"]},
        {"mode": "battle_of_the_couples", "couples": [[0, 0], [0, 0]]},
    ],
    "tchang": [
        {"stone_squares": [1]},
        {"placement": "custom", "stone_squares": [0, 0]},
    ],
    "dragon_fights": [],
}
"""Options that are well formed one by one, but do not fit together or do not fit the number of seats."""
UNREACHABLE = {"Not a valid utf-8 string.", "Invalid value.", "Number too large.", "Invalid type."}
UNREACHABLE |= {"Special numeric values (nan or infinity) are not permitted."}
"""Messages that marshmallow has for values that JSON cannot hold, validators that return False, and `many=True`."""
ONE_BOUND = {"Must be greater than or equal to {min}.", "Must be less than or equal to {max}."}
ONE_BOUND |= {"Shorter than minimum length {min}.", "Longer than maximum length {max}."}
"""For fields with one bound: games to come may have them, those of today have not all."""


def messages(errors: Any) -> Iterator[str]:
    """Every message in the `errors` of a problem."""
    if isinstance(errors, str):
        yield errors
    elif isinstance(errors, list | dict):
        for inner in errors.values() if isinstance(errors, dict) else errors:
            yield from messages(inner)


def load_errors(schema: Schema, data: Any) -> list[str]:
    try:
        schema.load(data)
    except ValidationError as error:
        return list(messages(error.messages))
    except msgspec.ValidationError:  # another `type` than the schema's own: `parse_action` chooses the schema by it
        return []
    return []


def require_translated(message: str) -> str:
    """The template of a message, which every catalogue has, and which reads differently in every language."""
    template = message.template if isinstance(message, Text) else message
    for language in OTHERS:
        assert template in catalogue(language), f"{template!r} is in no {language} catalogue"  # type: ignore[arg-type]
        assert translate(message, language) != str(message)  # type: ignore[arg-type]
    assert len({translate(message, language) for language in LANGUAGES}) == len(LANGUAGES), message
    return template


@cache
def field_error_templates() -> frozenset[str]:
    """The templates of all messages that wrong values in any field of any schema give."""
    templates = set()
    for schema in all_schemas():
        templates |= {*load_errors(schema, []), *load_errors(schema, {}), *load_errors(schema, {"unknown": 1})}
        templates |= {*load_errors(schema, dict.fromkeys(map(str, range(len(schema.fields) + MOST_UNKNOWN + 1))))}
        for name in schema.fields:
            for value in WRONG_VALUES:
                templates |= {*load_errors(schema, {name: value})}
        for kind in getattr(schema, "kinds", ()):
            for name in schema.fields:
                for value in ("A", "greedy", "red", 1):
                    templates |= {*load_errors(schema, {"kind": kind, name: value})}
    return frozenset(map(require_translated, templates))


def option_error_messages(slug: str) -> list[str]:
    """The messages for options that do not fit together, or not the number of seats."""
    engine, schema, errors = ENGINES[slug], schemas_of(ENGINES[slug]).options, []
    for options in [*WRONG_OPTIONS.get(slug, ()), {"first_player": 9}]:
        wrong = load_errors(schema, options)
        if not wrong:
            wrong = list(messages(engine.option_errors(engine.players.min, schema.load(options))))
        assert wrong, f"these options fit: {options}"
        errors += wrong
    return errors


def test_every_error_of_every_field_is_in_every_catalogue() -> None:
    schema_files = [ROOT / "schemas" / "strict.py", ROOT / "schemas" / "game_schemas.py"]
    expected = {*field_messages(), *code_texts(schema_files)} - UNREACHABLE - ONE_BOUND
    assert expected - field_error_templates() == set(), "no case of this test gives these messages"


def test_every_option_error_of_a_game_is_in_every_catalogue(slug: str) -> None:
    seen = {require_translated(message) for message in option_error_messages(slug)}
    options = ROOT / "engines" / slug / "options.py"
    assert set(code_texts([options])) - seen == set(), "no case of this test gives these messages"


@settings(max_examples=60)
@given(data=st.data())
def test_random_json_gives_no_error_without_a_translation(data: st.DataObject) -> None:
    schema = data.draw(st.sampled_from(list(all_schemas())))
    names = st.sampled_from([*schema.fields, "?"])
    for message in load_errors(schema, data.draw(st.dictionaries(names, JSON, max_size=4) | JSON)):
        require_translated(message)


@pytest.mark.parametrize(
    ("record", "english"),
    [
        ([], "Expected `object`, got `array` at `$`."),
        ({"engine": 1}, "Expected `str`, got `int` at `$.engine`."),
        ({}, "Missing field `id` at `$`."),
    ],
)
def test_why_a_body_is_no_record_is_translated(record: Any, english: str) -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert(record, Record)
    assert struct_error(error.value) == english
    require_translated(struct_error(error.value))


def test_messages_that_msgspec_may_add_later_are_translated_too() -> None:
    for unknown in ("Invalid enum value 'x' - at `$.kind`", "Expected `int` >= 0 - at `$.a[0]`", "?"):
        require_translated(struct_error(msgspec.ValidationError(unknown)))


@pytest.mark.parametrize("language", OTHERS)
def test_option_errors_reach_the_client_in_the_reader_s_language(slug: str, client: InProcess, language: str) -> None:
    seats = [{}] * ENGINES[slug].players.min
    for options in [*WRONG_OPTIONS[slug], {"first_player": 9}, {"unknown": 1}]:
        body = {"engine": slug, "seats": seats, "options": options}
        english, translated = (
            client.call("POST", "/v1/games", json=body, headers={"Accept-Language": one}) for one in (ENGLISH, language)
        )
        assert (english.status_code, translated.status_code) == (422, 422)
        pairs = zip(messages(english.json()["errors"]), messages(translated.json()["errors"]), strict=True)
        assert all(one != other for one, other in pairs), options
