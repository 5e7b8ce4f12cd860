"""Request validation: anything of the wrong shape is rejected by the name of the field."""

import pytest
from marshmallow import ValidationError

from engines.registry import ENGINES
from engines.tokyo_poo_divers.actions import Bank, DeclinePeek, Dive, Peek, Risk
from engines.tokyo_poo_divers.options import PooOptions
from schemas.game_schemas import parse_action, schemas_of

POO = ENGINES["tokyo_poo_divers"]


def action_errors(body):
    with pytest.raises(ValidationError) as error:
        parse_action(POO, body)
    return error.value.messages


@pytest.mark.parametrize(
    ("body", "action"),
    [
        ({"type": "dive", "cell": [3, 4]}, Dive((3, 4))),
        ({"type": "bank"}, Bank()),
        ({"type": "risk", "direction": "sw"}, Risk("sw")),
        ({"type": "risk"}, Risk()),
        ({"type": "peek", "cell": [0, 7]}, Peek((0, 7))),
        ({"type": "decline_peek"}, DeclinePeek()),
    ],
)
def test_an_action_is_read_as_the_contract_writes_it(body, action):
    assert parse_action(POO, body) == action


@pytest.mark.parametrize(
    "cell", [None, 3, "34", [3], [3, 4, 5], ["3", 4], [3, 4.0], [True, 1], [-1, 0], [0, 256], [2**70, 0], {"row": 1}]
)
@pytest.mark.parametrize("kind", ["dive", "peek"])
def test_a_cell_is_two_whole_numbers(kind, cell):
    assert list(action_errors({"type": kind, "cell": cell})) == ["cell"]


@pytest.mark.parametrize("kind", ["dive", "peek"])
def test_a_cell_is_needed(kind):
    assert list(action_errors({"type": kind})) == ["cell"]


@pytest.mark.parametrize("direction", ["N", "north", "", 3, None, ["n"]])
def test_a_direction_is_one_of_the_eight(direction):
    assert list(action_errors({"type": "risk", "direction": direction})) == ["direction"]


@pytest.mark.parametrize(
    "body", [None, [], "dive", {}, {"type": "fly"}, {"type": None}, {"type": ["dive"]}, {"type": 1}]
)
def test_an_action_s_type_is_one_of_the_six(body):
    assert action_errors(body) == {"type": ["Must be one of: dive, bank, risk, peek, decline_peek, vote."]}


@pytest.mark.parametrize("body", [{"type": "bank", "cell": [0, 0]}, {"type": "dive", "cell": [0, 0], "seat": 1}])
def test_unknown_fields_of_an_action_are_rejected(body):
    assert list(action_errors(body)) == [list(body)[-1]]


def test_options_have_defaults():
    assert schemas_of(POO).options.load({}) == PooOptions(
        layout="square", rows=(), remember_peeks=True, first_player=None
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("layout", "moon"),
        ("layout", None),
        ("layout", 3),
        ("rows", None),
        ("rows", "####"),
        ("rows", [1, 2]),
        ("remember_peeks", "yes"),
        ("remember_peeks", 1),
        ("remember_peeks", None),
        ("first_player", -1),
        ("first_player", "0"),
        ("first_player", True),
        ("speed", "fast"),
    ],
)
def test_options_of_the_wrong_shape_are_rejected_by_name(field, value):
    with pytest.raises(ValidationError) as error:
        schemas_of(POO).options.load({field: value})
    assert list(error.value.messages) == [field]
