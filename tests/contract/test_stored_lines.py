"""The log of every game is read from the store as it was written."""

from itertools import chain

import msgspec

from engines.chance import Chance
from engines.contract import logged
from engines.registry import ENGINES
from service.base.languages import encode
from service.base.model import Charter, Heard
from service.store.lines import heard_line, read_heard
from tests.support.tables import open_table, options_for, play_on, seed_of, settings_of

MOST_STEPS = 150


def charter_of(slug, options):
    return Charter(
        id="x" * 22,
        engine=slug,
        rules_version=ENGINES[slug].rules_version,
        given=msgspec.Raw(b"{}"),
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
        heard = [Heard(seq, 3, 1794923812676, logged(event), seq % 2 == 0) for seq, event in events]
        found = read_heard(list(map(heard_line, heard)), 0, charter_of(slug, options))
        assert list(map(encode, found)) == list(map(encode, heard))
