"""Games of every version of the rules fit what is published, which are the types of the newest version."""

import jsonschema_rs
import msgspec

from engines.chance import Chance
from engines.engine import logged
from engines.registry import ENGINES, GAMES
from service.http.openapi.json_schema import english_detail
from service.i18n import encode
from tests.support.tables import Table, play_on, seed_of

STEPS = 60


def validator(schema):
    """Validates the JSON of a value against a published schema."""
    validate = jsonschema_rs.Draft202012Validator(schema).validate
    return lambda value: validate(msgspec.json.decode(encode(value)))


def validators(schemas):
    return {kind: validator(schema) for kind, schema in schemas.items()}


def a_table(engine):
    seats, options, seed = engine.players.max, engine.options_type(), seed_of(7)
    state, events = engine.new(seats, options, Chance(seed))
    return Table(engine, seats, options, seed, state, [events])


def test_views_events_and_actions_of_every_version_fit_the_published_schemas(slug):
    detail = english_detail(ENGINES[slug])
    check_view = validator(detail.state)
    check_event, check_action = validators(detail.events), validators(detail.actions)
    for engine in GAMES[slug].rules.values():
        table = a_table(engine)
        for _ in play_on(table, Chance(seed_of(8)), STEPS):
            for viewer in (None, *range(table.seats)):
                check_view(engine.view(table.state, viewer))
                for event in map(logged, table.events[-1]):
                    check_event[event.type](event.data_for(viewer))
            action = table.actions[-1][1]
            check_action[action.__struct_config__.tag](action)
