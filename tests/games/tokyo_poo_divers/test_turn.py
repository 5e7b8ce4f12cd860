"""A turn: dive, then bank or risk."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.chance import Chance
from engines.tokyo_poo_divers.actions import Bank, DeclinePeek, Dive, Peek, Risk
from engines.tokyo_poo_divers.bank import Purse
from engines.tokyo_poo_divers.events import CoverOpened, Paid, TurnBegan
from engines.tokyo_poo_divers.options import COMPASS, PooOptions
from engines.tokyo_poo_divers.view import Diver
from tests.games.tokyo_poo_divers.builders import POO, SIDE, sewer, types
from tests.support.tables import open_table, play_on, seed_of

DONUT = PooOptions(layout="donut")
MARKS = st.sampled_from("FFFFFXZfxz")
BOARDS = st.lists(st.text(MARKS, min_size=SIDE, max_size=SIDE), min_size=SIDE, max_size=SIDE)


# Dive


def test_a_dive_may_open_any_closed_cover():
    table = sewer("fXz", "XfX")
    assert table.legal() == [Dive((0, 0)), Dive((0, 2)), Dive((1, 1))]


def test_a_dive_opens_no_cover_that_is_open():
    assert sewer("f", fill="F").rejection_reason(Dive((3, 3))) == "already_open"


@pytest.mark.parametrize("cell", [(4, 4), (0, 0), (9, 0), (0, 9), (-1, 0)])
def test_a_dive_opens_no_hole_and_nothing_beyond_the_edge(cell):
    assert sewer(options=DONUT, fill="f").rejection_reason(Dive(cell)) == "no_cover"


@pytest.mark.parametrize("action", [Bank(), Risk("n"), Risk(), Peek((0, 0)), DeclinePeek()])
def test_a_turn_begins_with_a_dive_and_nothing_else(action):
    assert sewer("fff").rejection_reason(action) == "not_now"


def test_a_blank_on_a_dive_scores_nothing_gives_a_peek_and_ends_the_turn():
    table = sewer("xf")
    assert table.dive(0, 0) == [CoverOpened(0, (0, 0), "blank", 0, None)]
    assert table.view().phase == "peek"
    assert types(table.do(DeclinePeek())) == ["peek_declined", "turn_began"]
    assert table.state.turn.seat == 1
    assert table.state.purses == [Purse(), Purse()]


def test_a_sleeper_on_a_dive_scores_nothing_and_the_same_diver_dives_again():
    table = sewer("zzf", "FFF")
    assert table.dive(0, 0) == [CoverOpened(0, (0, 0), "sleeper", 0, None)]
    assert table.dive(0, 1) == [CoverOpened(0, (0, 1), "sleeper", 0, None)]
    assert (table.view().turn, table.view().phase, table.view().diver) == (0, "dive", None)
    assert table.legal() == [Dive((0, 2))]


def test_a_sleeper_under_the_last_cover_ends_the_turn():
    table = sewer("z")
    assert types(table.dive(0, 0)) == ["cover_opened"]
    assert table.state.phase == "over"


def test_a_find_scores_one_and_the_diver_stands_on_it_without_a_facing():
    table = sewer("ff")
    assert table.dive(0, 0) == [CoverOpened(0, (0, 0), "find", 1, None)]
    assert table.view().points == 1
    assert table.view().diver == Diver((0, 0), None)


def test_after_a_find_the_diver_decides():
    table = sewer("ff", "Xf")
    table.dive(0, 0)
    assert table.legal() == [Bank(), Risk("e"), Risk("se")]
    assert table.rejection_reason(Dive((0, 1))) == "not_now"
    assert table.rejection_reason(DeclinePeek()) == "not_now"


# The star


@pytest.mark.parametrize("way", COMPASS)
def test_the_star_has_eight_rays(way):
    """Three open finds in a row from the diver, one place of the board beside them left closed to decide about."""
    y, x = COMPASS[way]
    rows = [["X"] * SIDE for _ in range(SIDE)]
    for step in range(1, 4):
        rows[4 + y * step][4 + x * step] = "F"
    rows[4][4] = "f"
    rows[4 - y][4 - x] = "x"
    table = sewer(*map("".join, rows))
    ray = tuple((4 + y * step, 4 + x * step) for step in range(1, 4))
    assert table.dive(4, 4) == [CoverOpened(0, (4, 4), "find", 4, None, ray)]
    assert table.view().points == 4


@pytest.mark.parametrize("gap", ["x", "z", "f", "X", "Z"])
def test_a_ray_stops_at_a_closed_cover_a_blank_and_a_sleeper(gap):
    table = sewer("fF" + gap + "FF", "x")
    table.dive(0, 0)
    assert table.view().points == 2


def test_a_ray_stops_at_a_hole():
    """Row 4 of the donut: three covers, the hole of three, three covers."""
    rows = ["X" * 9] * 3 + ["x" + "X" * 8, "fFF...FFF"]
    table = sewer(*rows, options=DONUT)
    table.dive(4, 0)
    assert table.view().points == 3


def test_a_ray_stops_at_the_edge():
    """It does not go on with the row below."""
    table = sewer("XXXXXXXX", "XXXXXxFf", "FFFXXXXX")
    table.dive(1, 7)
    assert table.state.purses[0].value == 2


def reachable_cells(board, row, column):
    """The star again: everywhere on the board, is the straight way there all open finds?"""
    cells = []
    for r in range(SIDE):
        for c in range(SIDE):
            y, x = r - row, c - column
            far = max(abs(y), abs(x))
            if far and (y == 0 or x == 0 or abs(y) == abs(x)):
                way = [board[row + y * step // far][column + x * step // far] for step in range(1, far + 1)]
                cells += [(r, c)] if set(way) == {"F"} else []
    return cells


@given(BOARDS, st.integers(0, SIDE - 1), st.integers(0, SIDE - 1))
def test_the_star_counts_the_finds_reached_without_a_gap_on_any_board(board, row, column):
    board[row] = board[row][:column] + "f" + board[row][column + 1 :]
    opened, *_ = sewer(*board).dive(row, column)
    assert sorted(opened.star) == reachable_cells(board, row, column), "those cells, and each of them once"
    assert opened.points == 1 + len(opened.star)


# Bank


def test_a_diver_who_banks_is_paid_the_points_and_the_turn_ends():
    table = sewer("fFFx", "x", seats=3)
    table.dive(0, 0)
    assert table.bank() == [Paid(0, "banked", 3, 0, 3, 0), TurnBegan(1)]
    assert table.state.purses == [Purse(3), Purse(), Purse()]
    assert table.view().diver is None


# Risk


def test_the_first_risk_names_a_direction():
    table = sewer("ff")
    table.dive(0, 0)
    assert table.rejection_reason(Risk()) == "direction_needed"


def test_the_first_risk_opens_the_neighbour_in_the_named_direction():
    table = sewer("xxx", "xfx", "xxf")
    table.dive(1, 1)
    assert table.legal() == [Bank(), *map(Risk, COMPASS)]
    assert table.risk("se") == [CoverOpened(0, (2, 2), "find", 3, "se"), Paid(0, "no_cover", 3, 0, 3, 0), TurnBegan(1)]


@pytest.mark.parametrize("way", ["n", "ne", "nw", "w", "sw", "s", "se"])
def test_a_risk_needs_a_closed_neighbour_in_that_direction(way):
    """Over the edge, and where the cover is open already."""
    table = sewer("ffX", "XXF")
    table.dive(0, 0)
    assert table.rejection_reason(Risk(way)) == "nothing_to_open"
    assert table.rejection_reason(Risk("e")) is None


def test_a_hole_cannot_be_opened():
    table = sewer(*["X" * 9] * 2, "XXXffXXXX", "XXX...XXX", options=DONUT)
    table.dive(2, 3)
    assert table.rejection_reason(Risk("s")) == "nothing_to_open"
    assert table.legal() == [Bank(), Risk("e")]


def test_a_later_risk_names_no_direction():
    table = sewer("ffff")
    table.dive(0, 0)
    table.risk("e")
    assert table.legal() == [Bank(), Risk()]
    assert table.rejection_reason(Risk("e")) == "direction_fixed"
    assert table.rejection_reason(Risk("w")) == "direction_fixed"


def test_position_and_facing_of_the_diver_stay_for_the_whole_turn():
    table = sewer("ffff")
    table.dive(0, 0)
    for risk in ("e", None):
        table.risk(risk)
        assert table.view().diver == Diver((0, 0), "e")


def test_a_later_risk_opens_the_neighbour_of_the_find_opened_last():
    table = sewer("fXXX", "XfXX", "XXfX", "fXXx")
    table.dive(0, 0)
    table.risk("se")
    assert table.view().last_find == (1, 1)
    assert table.risk()[0] == CoverOpened(0, (2, 2), "find", 6, "se")
    assert table.risk()[0] == CoverOpened(0, (3, 3), "blank", 0, "se")


def test_without_a_closed_neighbour_the_bank_is_forced_and_done_unasked():
    table = sewer("fF", "FX", "f")
    assert types(table.dive(0, 0)) == ["cover_opened", "paid", "turn_began"]
    assert table.state.purses[0].value == 3


def test_without_a_closed_cover_ahead_the_bank_is_forced_whatever_lies_beside():
    table = sewer("ffX", "fff")
    table.dive(0, 0)
    assert types(table.risk("e")) == ["cover_opened", "paid", "turn_began"]
    assert table.state.purses[0].value == 1 + 2


def test_the_edge_ahead_forces_the_bank():
    table = sewer("XXXXXXff", "xXXXXXxx")
    table.dive(0, 6)
    assert types(table.risk("e")) == ["cover_opened", "paid", "turn_began"]
    assert table.state.purses[0].value == 1 + 2


def test_a_hole_ahead_forces_the_bank():
    """Row 4 of the donut has covers 0, 1 and 2, and then the hole; beyond it all is closed."""
    table = sewer(*["X" * 9] * 4, "XffXXXfff", options=DONUT)
    table.dive(4, 1)
    assert types(table.risk("e")) == ["cover_opened", "paid", "turn_began"]
    assert table.state.purses[0].value == 1 + 2


def test_a_blank_on_a_risk_loses_all_points_and_gives_a_peek():
    table = sewer("fFFFx", "xx")
    table.dive(0, 0)
    assert table.view().points == 4
    assert table.risk("s") == [CoverOpened(0, (1, 0), "blank", 0, "s")]
    assert (table.view().phase, table.view().points) == ("peek", 0)
    assert types(table.do(DeclinePeek())) == ["peek_declined", "turn_began"]
    assert table.state.purses[0] == Purse()


def test_a_sleeper_on_a_risk_pays_the_points_and_ends_the_turn():
    table = sewer("fFFFx", "zx")
    table.dive(0, 0)
    assert table.risk("s") == [CoverOpened(0, (1, 0), "sleeper", 4, "s"), Paid(0, "sleeper", 4, 0, 4, 0), TurnBegan(1)]


def test_the_nth_find_of_a_turn_is_worth_n():
    table = sewer("ffffffff", "x")
    table.dive(0, 0)
    worth = [table.risk(way)[0].points for way in ("e", *[None] * 6)]
    assert worth == [3, 6, 10, 15, 21, 28, 36]


def test_a_risk_counts_no_star():
    """The find opened by the risk lies among five open ones, and is worth 2."""
    table = sewer("XXFFF", "ffxFF", "XXFFF")
    table.dive(1, 0)
    table.risk("e")
    assert table.view().points == 3


def test_after_each_further_find_the_diver_decides_again():
    table = sewer("fffX")
    table.dive(0, 0)
    table.risk("e")
    assert table.legal() == [Bank(), Risk()]
    assert table.bank()[0] == Paid(0, "banked", 3, 0, 3, 0)


# Lu's dives


def lu(under):
    """Five open finds in the star of row 2, column 4; a find to its south-west, and this beyond."""
    return sewer(
        "XXXXFXXX",
        "XXXXFXXX",
        "XXFFfFXX",
        "XXXfXXXX",
        f"XX{under}XXXXX",
        "XXXXXXXx",
    )


def test_lu_dives_for_6_and_risks_south_west_for_8():
    table = lu("f")
    assert table.dive(2, 4)[0].points == 6
    assert table.risk("sw")[0] == CoverOpened(0, (3, 3), "find", 8, "sw")
    assert table.legal() == [Bank(), Risk()]


def test_lu_risks_again_a_find_makes_11():
    table = lu("f")
    table.dive(2, 4)
    table.risk("sw")
    assert table.risk()[0] == CoverOpened(0, (4, 2), "find", 11, "sw")


def test_lu_risks_again_a_sleeper_pays_8():
    table = lu("z")
    table.dive(2, 4)
    table.risk("sw")
    assert table.risk() == [CoverOpened(0, (4, 2), "sleeper", 8, "sw"), Paid(0, "sleeper", 8, 0, 3, 1), TurnBegan(1)]


def test_lu_risks_again_a_blank_loses_all_and_gives_a_peek():
    table = lu("x")
    table.dive(2, 4)
    table.risk("sw")
    assert table.risk() == [CoverOpened(0, (4, 2), "blank", 0, "sw")]
    assert table.legal() == [Peek((5, 7)), DeclinePeek()]
    assert table.state.purses[0] == Purse()


# The clock


def test_the_clock_dives_at_random_banks_and_declines():
    table = sewer("xff", "fXX")
    dives = {POO.default(table.state, 0, Chance(seed_of(number))) for number in range(60)}
    assert dives == set(table.legal())
    table.dive(0, 1)
    assert POO.default(table.state, 0, Chance(bytes(32))) == Bank()
    table.risk("w")
    assert POO.default(table.state, 0, Chance(bytes(32))) == DeclinePeek()


# The whole course


@given(st.integers(0, 2**64), st.integers(2, 4))
def test_all_that_is_opened_stays_open_and_turns_go_round(number, seats):
    table = open_table("tokyo_poo_divers", seats, PooOptions(), seed_of(number))
    boards, turns = [], [table.state.turn.seat]
    for _ in play_on(table, Chance(seed_of(number))):
        boards.append("".join(POO.view(table.state, None).board))
        turns += [event.seat for event in table.events[-1] if isinstance(event, TurnBegan)]
    for before, after in pairwise(boards):
        assert all(was in ("#", now) for was, now in zip(before, after, strict=True))
        assert before.count("#") - after.count("#") in (0, 1)
    assert all(after == (before + 1) % seats for before, after in pairwise(turns))
