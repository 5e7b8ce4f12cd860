"""Nothing a client sends is looked at piece by piece before its length is."""

from collections.abc import Iterator

from marshmallow import Schema, fields

from engines.registry import ENGINES
from schemas.game_schemas import schemas_of
from schemas.requests import JoinRequestSchema, NewGameSchema
from schemas.strict import BoundedList


def lists(schema: Schema) -> Iterator[fields.List]:
    """Every list in a schema, those in lists and in nested schemas too."""
    waiting = list(schema.fields.values())
    while waiting:
        field = waiting.pop()
        if isinstance(field, fields.List):
            yield field
            waiting.append(field.inner)
        elif isinstance(field, fields.Nested):
            waiting += field.schema.fields.values()


def test_every_list_has_a_greatest_length_that_is_checked_first(slug: str) -> None:
    schemas = [
        schemas_of(ENGINES[slug]).options,
        *schemas_of(ENGINES[slug]).actions.values(),
        NewGameSchema(),
        JoinRequestSchema(),
    ]
    for field in (field for schema in schemas for field in lists(schema)):
        assert isinstance(field, BoundedList), field
        assert any((rule.max or rule.equal or 0) > 0 for rule in field.validators if hasattr(rule, "equal")), field
