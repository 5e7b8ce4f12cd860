"""What is published of every game: it means something, and what is sent is what it says."""

from itertools import chain
from typing import get_args, get_origin

import msgspec
import pytest
from jsonschema_rs import Draft202012Validator

from engines.chance import Chance
from engines.engine import Secret, logged
from engines.registry import ENGINES
from service.authoring.check_published import undescribed
from service.http.openapi.json_schema import engine_detail
from service.i18n import encode
from service.table.table_events import TABLE_EVENTS
from tests.support.tables import open_table, options_for, play_on, seed_of, settings_of

MOST_STEPS = 150


def page(slug):
    return msgspec.to_builtins(engine_detail(slug))


@pytest.mark.parametrize("part", ["options", "actions", "events", "state"])
def test_every_field_is_explained(slug, part):
    published = page(slug)[part]
    schemas = published if part in ("actions", "events") else {part: published}
    assert [field for name, schema in schemas.items() for field in undescribed(name, schema)] == []


def test_every_secret_of_an_event_has_a_description_of_its_own(slug):
    """Besides the sentence that only some seats see it, which every secret has."""
    for event in ENGINES[slug].events:
        for field in msgspec.structs.fields(event):
            if get_origin(field.type) is Secret:
                notes = getattr(get_args(field.type)[0], "__metadata__", ())
                assert any(note.description for note in notes), f"{event.__name__}.{field.name}"


def test_every_option_has_a_default(slug):
    assert [name for name, option in page(slug)["options"]["properties"].items() if "default" not in option] == []


def test_every_event_of_the_service_is_published_and_no_game_has_one_of_its_names(slug):
    names = {str(event.__struct_config__.tag) for event in TABLE_EVENTS}
    assert names <= page(slug)["events"].keys()
    assert not names & {str(event.__struct_config__.tag) for event in ENGINES[slug].events}


def test_the_view_has_an_example_that_fits(slug):
    schema = page(slug)["state"]
    (example,) = schema["examples"]
    Draft202012Validator(schema).validate(example)


def test_events_and_views_are_as_published(slug):
    """For every viewer, in a random game at the smallest and one at the largest table."""
    published = page(slug)
    judges = {kind: Draft202012Validator(schema) for kind, schema in published["events"].items()}
    state = Draft202012Validator(published["state"])
    for number, (seats, variant) in enumerate([settings_of(slug)[0], settings_of(slug)[-1]]):
        table = open_table(slug, seats, options_for(slug, variant), seed_of(number))
        viewers = [None, *range(seats)]
        for _ in play_on(table, Chance(seed_of(number + 7)), MOST_STEPS):
            pass
        for event in map(logged, chain(*table.events)):
            for data in {encode(event.data_for(viewer)) for viewer in viewers}:
                judges[event.type].validate(msgspec.json.decode(data))
        for viewer in viewers:
            state.validate(msgspec.json.decode(encode(table.engine.view(table.state, viewer))))
