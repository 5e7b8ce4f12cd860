"""The end of the game, and who has won."""

import pytest

from engines.engine import Outcome, Score
from engines.tokyo_poo_divers.actions import Dive
from engines.tokyo_poo_divers.bank import Purse
from engines.tokyo_poo_divers.events import Paid
from tests.games.tokyo_poo_divers.builders import POO, sewer, types


def outcome(table):
    return POO.outcome(table.state)


def test_the_payment_that_empties_the_bank_ends_the_game():
    table = sewer("fFx", "xxx", bank=Purse(2), purses=[Purse(), Purse(18, 30)])
    table.dive(0, 0)
    assert table.bank() == [Paid(0, "banked", 2, 0, 2, 0)], "no turn begins after it"
    assert outcome(table).reason == "bank_empty"
    assert POO.turns(table.state) == {}
    assert table.view().covers_left == 4


def test_a_sleeper_s_payment_ends_the_game_too():
    table = sewer("fz", "xxx", bank=Purse(1), purses=[Purse(), Purse(19, 30)])
    table.dive(0, 0)
    assert types(table.risk("e")) == ["cover_opened", "paid"]
    assert outcome(table).reason == "bank_empty"


def test_a_bank_with_one_piece_left_is_not_empty():
    table = sewer("fx", "xxx", bank=Purse(2), purses=[Purse(), Purse(18, 30)])
    table.dive(0, 0)
    assert types(table.bank()) == ["paid", "turn_began"]
    assert outcome(table) is None


def test_the_game_ends_after_the_turn_in_which_the_last_cover_was_opened():
    table = sewer("fF")
    assert types(table.dive(0, 0)) == ["cover_opened", "paid"]
    assert outcome(table).reason == "last_cover"
    assert table.state.purses[0].value == 2, "the turn is played out first"


@pytest.mark.parametrize("mark", ["f", "x", "z"])
def test_whatever_lies_under_the_last_cover_ends_the_game(mark):
    table = sewer(mark)
    table.dive(0, 0)
    assert outcome(table).reason == "last_cover"


@pytest.mark.parametrize("mark", ["f", "x", "z"])
def test_a_risk_for_the_last_cover_ends_the_game(mark):
    table = sewer("f" + mark)
    table.dive(0, 0)
    table.risk("e")
    assert outcome(table).reason == "last_cover"
    assert table.state.purses[0].value == {"f": 3, "x": 0, "z": 1}[mark]


def test_an_empty_bank_is_the_reason_even_where_the_last_cover_was_opened_too():
    table = sewer("fF", bank=Purse(2), purses=[Purse(), Purse(18, 30)])
    table.dive(0, 0)
    assert outcome(table).reason == "bank_empty"


def test_the_game_goes_on_while_a_cover_is_closed():
    table = sewer("xf")
    table.dive(0, 0)
    table.peek(0, 1)
    assert outcome(table) is None


def test_nothing_can_be_done_after_the_end():
    table = sewer("x")
    table.dive(0, 0)
    assert table.legal() == []
    assert table.rejection_reason(Dive((0, 0))) == "not_your_turn"


def test_nothing_is_at_stake_after_the_end():
    """What the last turn was worth has been paid."""
    table = sewer("fF")
    table.dive(0, 0)
    assert (table.view().phase, table.view().points) == ("over", 0)


def test_most_points_win_not_most_pieces():
    table = sewer("x", seats=3, purses=[Purse(4), Purse(1, 1), Purse(0, 1)])
    table.dive(0, 0)
    assert outcome(table) == Outcome(
        winners=[1],
        scores=[
            Score(0, 4, {"brown": 4, "golden": 0}),
            Score(1, 6, {"brown": 1, "golden": 1}),
            Score(2, 5, {"brown": 0, "golden": 1}),
        ],
        reason="last_cover",
    )


def test_a_tie_is_a_shared_victory():
    table = sewer("x", seats=3, purses=[Purse(5), Purse(2), Purse(0, 1)])
    table.dive(0, 0)
    assert outcome(table).winners == [0, 2]
