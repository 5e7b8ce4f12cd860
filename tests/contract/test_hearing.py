"""Events tell all that changes: from the first view and the events alone, a spectator always knows the table."""

from importlib import import_module

import msgspec

from engines.chance import Chance
from engines.engine import logged
from service.i18n import encode
from tests.support.tables import open_table, options_for, play_on, seed_of, settings_of

GAMES = 2
MOST_STEPS = 400


def seen(table):
    return msgspec.json.decode(encode(table.engine.view(table.state, None)))


def told(events):
    return msgspec.json.decode(encode([logged(event) for event in events]))


def test_a_spectator_can_follow_the_game_by_ear(slug):
    """`hear(view, event)` in tests/games/<slug>/ear.py changes the view as a client would that only gets events."""
    hear = import_module(f"tests.games.{slug}.ear").hear
    for number, (seats, variant) in enumerate(settings_of(slug) * GAMES):
        table = open_table(slug, seats, options_for(slug, variant), seed_of(number))
        picture = seen(table)
        for _ in play_on(table, Chance(seed_of(number + 31)), MOST_STEPS):
            for event in told(table.events[-1]):
                hear(picture, event)
            assert picture == seen(table), table.actions[-1]


def test_the_opening_is_told_too(slug):
    """What the first events say is what the first view shows, as far as `opening` can know it from them."""
    opening = import_module(f"tests.games.{slug}.ear").opening
    for number, (seats, variant) in enumerate(settings_of(slug)):
        table = open_table(slug, seats, options_for(slug, variant), seed_of(number))
        first = seen(table)
        drawn = opening(told(table.events[0]))
        assert drawn
        assert drawn == {name: first[name] for name in drawn}
