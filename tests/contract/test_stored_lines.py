"""The log of every game is read from the store as it was written."""

from itertools import chain

import msgspec

from engines.chance import Chance
from engines.engine import logged
from engines.registry import ENGINES
from service.i18n import encode
from service.store.stored import GameConfig, LoggedEvent, decode_events, encode_event
from tests.support.tables import open_table, options_for, play_on, seed_of, settings_of

MOST_STEPS = 150


def config_of(slug, options):
    return GameConfig(
        id="x" * 22,
        engine=slug,
        rules_version=ENGINES[slug].rules_version,
        requested_options=msgspec.Raw(b"{}"),
        options=msgspec.to_builtins(options),
        host="",
        commitment="",
        created_at=0,
        public=False,
        auto_start=True,
        ticket_key=b"",
    )


def test_every_event_is_read_as_it_was_written(slug):
    """In a random game with each of the options that the game is tested with."""
    variants = {str(variant): (seats, variant) for seats, variant in settings_of(slug)}
    for number, (seats, variant) in enumerate(variants.values()):
        options = options_for(slug, variant)
        table = open_table(slug, seats, options, seed_of(number))
        for _ in play_on(table, Chance(seed_of(number + 7)), MOST_STEPS):
            pass
        events = enumerate(chain(*table.events), 1)
        logged_events = [LoggedEvent(seq, 3, 1794923812676, logged(event), seq % 2 == 0) for seq, event in events]
        decoded = decode_events(list(map(encode_event, logged_events)), 0, config_of(slug, options))
        assert list(map(encode, decoded)) == list(map(encode, logged_events))
