"""A schema accepts what its struct can hold and nothing else, for every kind of field that a game may declare."""

from enum import Enum
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import ValidationError
from msgspec import UNSET, Meta, Struct, UnsetType, field

from engines.engine import Options
from engines.registry import ENGINES
from engines.text import Name, Text
from schemas.from_struct import options_schema
from service.http.openapi.json_schema import json_schema, simplify
from tests.support.running import ROOT

STRICTER = {"Only characters that can be seen, and no blank at either end.", "Field may not be null."}
"""Schemas reject these although msgspec would not: invisible names, and null where it is never written."""
Code = Annotated[str, Meta(pattern="^[a-z]{1,3}$", extra={"error": Text("A code is a short word.")})]
Small = Annotated[int, Meta(ge=-2, le=2)]


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Pair(Struct, frozen=True, forbid_unknown_fields=True):
    """Two numbers."""

    left: Annotated[int, Meta(ge=0, description="The left one")]
    right: int = 7


class Piece(Struct, frozen=True, kw_only=True, tag_field="kind", tag="", forbid_unknown_fields=True):
    """A piece; its kind decides which fields it has."""

    name: Annotated[Name, Meta(description="Its name")]
    copies: Annotated[Small, Meta(description="How many")] = 1

    @property
    def kind(self) -> str:
        """What it does."""
        return str(self.__struct_config__.tag)


class Walker(Piece, frozen=True, kw_only=True, tag="walker", omit_defaults=True):
    """It walks."""

    steps: Annotated[Small, Meta(description="How far")]
    colour: Annotated[Colour, Meta(description="Its colour")] = Colour.RED
    target: Annotated[Small | None, Meta(description="Where it goes")] = None
    owner: Annotated[Small | None, Meta(description="Whose it is")] = None


class Wall(Piece, frozen=True, kw_only=True, tag="wall"):
    """It stands."""

    height: Annotated[Small | None, Meta(description="How high it is")] = None
    owner: Annotated[Small | None, Meta(description="Whose it is")] = None


class EveryKind(Options, frozen=True, kw_only=True):
    """One field of every kind."""

    flag: Annotated[bool, Meta(description="A flag")] = False
    at_least: Annotated[int, Meta(ge=3)] = 3
    at_most: Annotated[int, Meta(le=3)] = 3
    between: Annotated[Small | None, Meta(description="A number or null")] = None
    renamed: Small = field(name="from", default=0)
    text: str = ""
    bounded: Annotated[str, Meta(min_length=2, max_length=4)] = "ab"
    name: Name | None = None
    code: Code | UnsetType = UNSET
    word: Literal["z", "a", "m"] = "z"
    colour: Colour = Colour.BLUE
    pair: Annotated[Pair, Meta(description="A pair")] = Pair(1)
    couple: tuple[Small, Small] = (0, 1)
    three: Annotated[tuple[bool, ...], Meta(min_length=3, max_length=3)] = (True, False, True)
    numbers: Annotated[list[Small | None], Meta(max_length=3)] = field(default_factory=list)
    grid: Annotated[tuple[Annotated[tuple[Small, ...], Meta(max_length=2)], ...], Meta(max_length=2)] = ()
    piece: Walker | Wall | None = None
    pieces: Annotated[tuple[Walker | Wall, ...], Meta(max_length=3, description="Pieces")] = ()
    walkers: Annotated[tuple[Walker, ...], Meta(max_length=2)] = ()


SCHEMA = options_schema(EveryKind)()
small, names = st.integers(-2, 2), st.text("abc", min_size=1, max_size=5)
flags, pairs = st.booleans(), st.builds(Pair, st.integers(0, 9), st.integers(-9, 9))
owners, colours = st.none() | small, st.sampled_from(Colour)
walkers = st.builds(Walker, name=names, copies=small, steps=small, colour=colours, target=owners, owner=owners)
pieces = walkers | st.builds(Wall, name=names, copies=small, height=owners, owner=owners)
values = st.builds(
    EveryKind,
    first_player=st.none() | st.integers(0, 9),
    flag=flags,
    at_least=st.integers(3, 2**63),
    at_most=st.integers(-(2**63), 3),
    between=owners,
    renamed=small,
    text=st.text(max_size=3),
    bounded=st.text(min_size=2, max_size=4),
    name=st.none() | names,
    code=st.just(UNSET) | st.text("abc", min_size=1, max_size=3),
    word=st.sampled_from("zam"),
    colour=colours,
    pair=pairs,
    couple=st.tuples(small, small),
    three=st.tuples(flags, flags, flags),
    numbers=st.lists(owners, max_size=3),
    grid=st.lists(st.lists(small, max_size=2).map(tuple), max_size=2).map(tuple),
    piece=st.none() | pieces,
    pieces=st.lists(pieces, max_size=3).map(tuple),
    walkers=st.lists(walkers, max_size=2).map(tuple),
)
WALKER = {"kind": "walker", "name": "A", "steps": 1}
junk = st.sampled_from(
    [None, True, -3, 3, 10, 1.0, "", " ", "a\n", "abcd\n", "red", "wall", [], [0, 0, 0, 0], {}, [{}]]
)


def encoded(value: EveryKind) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def changed(tree: Any, draw: Any) -> Any:
    """The same tree with a few members replaced, left out or added."""
    if draw(st.integers(0, 19)) == 0:
        return draw(junk)
    if isinstance(tree, list):
        return [changed(item, draw) for item in tree]
    if not isinstance(tree, dict):
        return tree
    made = {name: changed(value, draw) for name, value in tree.items() if draw(st.integers(0, 14))}
    return made | draw(st.sampled_from([{}] * 9 + [{"unknown": 1}, {"owner": None}, {"steps": None}, {"steps": 1}]))


def messages(errors: Any) -> set[str]:
    if isinstance(errors, str):
        return {errors}
    inner = errors.values() if isinstance(errors, dict) else errors
    return set().union(*map(messages, inner))


@given(values)
def test_what_a_struct_writes_its_schema_reads(value: EveryKind) -> None:
    assert SCHEMA.load(encoded(value)) == value


@given(values, st.data())
def test_a_schema_accepts_and_rejects_what_its_struct_does(value: EveryKind, data: st.DataObject) -> None:
    body = {name: changed(part, data.draw) for name, part in encoded(value).items() if data.draw(st.booleans())}
    try:
        loaded = SCHEMA.load(body)
    except ValidationError as error:
        found = messages({**error.messages_dict, "walkers": {}})  # without a union, msgspec does not need the `kind`
        if found and not found & STRICTER and not any("A code" in one or "The kind" in one for one in found):
            with pytest.raises(msgspec.ValidationError):
                msgspec.json.decode(msgspec.json.encode(body), type=EveryKind)
    else:
        assert loaded == SCHEMA.load(encoded(loaded))


def test_a_field_of_another_kind_may_be_null() -> None:
    assert SCHEMA.load({"piece": {**WALKER, "height": None}}).piece == Walker(name="A", steps=1)


def test_what_is_left_out_has_the_struct_s_default() -> None:
    assert SCHEMA.load({}) == EveryKind()


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({"between": 3}, {"between": ["Must be greater than or equal to -2 and less than or equal to 2."]}),
        ({"at_least": 2}, {"at_least": ["Must be greater than or equal to 3."]}),
        ({"word": "b"}, {"word": ["Must be one of: z, a, m."]}),
        ({"colour": "RED"}, {"colour": ["Must be one of: red, blue."]}),
        ({"name": "a "}, {"name": ["Only characters that can be seen, and no blank at either end."]}),
        ({"code": "abc\n"}, {"code": ["A code is a short word."]}),
        ({"code": None}, {"code": ["Field may not be null."]}),
        ({"three": [True]}, {"three": ["Length must be 3."]}),
        ({"pair": {"right": 1}}, {"pair": {"left": ["Missing data for required field."]}}),
        ({"pieces": [{"kind": "wall"}]}, {"pieces": {0: {"name": ["Missing data for required field."]}}}),
        ({"pieces": [{"name": "A"}]}, {"pieces": {0: {"kind": ["Missing data for required field."]}}}),
        ({"piece": {"kind": "walker", "name": "A"}}, {"piece": {"steps": ["The kind `walker` needs this."]}}),
        ({"piece": {"kind": "wall", "name": "A", "steps": 1}}, {"piece": {"steps": ["The kind `wall` has none."]}}),
        ({"piece": {**WALKER, "target": None}}, {"piece": {"target": ["Field may not be null."]}}),
        (
            {"walkers": [{"kind": "wall", "name": "A", "steps": 1}]},
            {"walkers": {0: {"kind": ["Must be one of: walker."]}}},
        ),
    ],
)
def test_every_wrong_field_is_named(body: dict[str, Any], errors: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as caught:
        SCHEMA.load(body)
    assert caught.value.messages == errors


def test_bounds_defaults_and_descriptions_are_published() -> None:
    published = simplify(json_schema(SCHEMA))
    options = published["properties"]
    assert published["description"] == "One field of every kind."
    between = {"type": ["integer", "null"], "minimum": -2, "maximum": 2, "default": None}
    assert options["between"] == {**between, "description": "A number or null"}
    assert options["word"] == {"type": "string", "enum": ["z", "a", "m"], "default": "z"}
    assert options["code"] == {"type": "string", "pattern": "^[a-z]{1,3}$"}
    assert options["pair"]["default"] == {"left": 1, "right": 7}
    assert options["pair"]["description"] == "A pair"
    assert options["pair"]["required"] == ["left"]
    walker, wall = options["pieces"]["items"]["anyOf"]
    assert list(walker["properties"]) == ["kind", "name", "steps", "colour", "target", "copies", "owner"]
    assert walker["required"] == ["kind", "name", "steps"]
    assert wall["properties"]["kind"] == {"type": "string", "const": "wall", "description": "What it does"}


class Untagged(Struct, tag_field="kind", tag="untagged"):
    """It has no base class with a `kind`."""


class OtherSteps(Piece, frozen=True, kw_only=True, tag="other"):
    """Its `steps` have another type than a walker's."""

    steps: bool


@pytest.mark.parametrize(
    ("annotation", "why"),
    [
        (float, "no field"),
        (dict[str, int], "no field"),
        (Literal[1, 2], "no field"),
        (Annotated[int, Meta(gt=1)], "no field"),
        (tuple[int, bool], "no field"),
        (Annotated[str, Meta(pattern="x")], "needs a text"),
        (Walker | Untagged, "property `kind`"),
        (Walker | OtherSteps, "two types"),
    ],
)
def test_a_field_that_no_schema_can_read_is_an_error_at_once(annotation: Any, why: str) -> None:
    struct = msgspec.defstruct("Wrong", [("field", annotation)], bases=(Options,), frozen=True, kw_only=True)
    with pytest.raises(TypeError, match=why):
        options_schema(struct)


def test_no_schema_names_a_game() -> None:
    for file in (ROOT / "schemas").rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        assert [slug for slug in ENGINES if slug in text] == [], file
