"""What the schemas let through to the rules."""

import pytest
from marshmallow import ValidationError

from engines.registry import ENGINES
from engines.zoky.actions import Kick, Lieutenant, Place, Placement
from engines.zoky.content import LIEUTENANTS, NUMBERS
from engines.zoky.state import street_number
from schemas.game_schemas import parse_action

LAST_ZOKU = street_number(4, NUMBERS - 1)


def parse(body):
    return parse_action(ENGINES["zoky"], body)


def test_a_placement_is_read_as_it_was_sent():
    body = {"type": "place", "placements": [{"quartier": 7, "count": 1}, {"quartier": 2, "count": 3}]}
    assert parse(body) == Place((Placement(7, 1), Placement(2, 3)))
    assert parse({"type": "place", "placements": []}) == Place(())


def test_the_last_zoku_of_the_fifth_gang_can_be_named():
    assert parse({"type": "kick", "zoku": LAST_ZOKU, "target": 1}) == Kick(LAST_ZOKU, 1)


def test_every_lieutenant_can_be_named():
    for slug in LIEUTENANTS:
        assert parse({"type": "lieutenant", "lieutenant": slug}) == Lieutenant(slug)


@pytest.mark.parametrize(
    "body",
    [
        {"type": "place"},
        {"type": "place", "placements": [{"quartier": 1, "count": 0}]},
        {"type": "place", "placements": [{"quartier": 1, "count": 4}]},
        {"type": "place", "placements": [{"quartier": 40, "count": 1}]},
        {"type": "place", "placements": [{"quartier": 1, "count": 1}] * 9},
        {"type": "place", "placements": [{"quartier": True, "count": 1}]},
        {"type": "throw", "zoku": 1},
        {"type": "kick", "zoku": 1},
        {"type": "kick", "zoku": LAST_ZOKU + 1, "target": 1},
        {"type": "lieutenant", "lieutenant": "dentist"},
        {"type": "lieutenant", "lieutenant": "snitch", "gang": None},
        {"type": "lieutenant", "lieutenant": "snitch", "gang": 5},
        {"type": "surrender"},
    ],
)
def test_what_is_no_action_is_rejected_at_the_edge(body):
    with pytest.raises(ValidationError):
        parse(body)
