"""Layouts: their sizes and counts, and what a custom one may be."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.chance import Chance
from engines.tokyo_poo_divers.content import LAYOUTS, LayoutName
from engines.tokyo_poo_divers.options import COMPASS, PooOptions
from tests.games.tokyo_poo_divers.builders import POO
from tests.support.tables import option_errors_of, options_for

SIZES = {
    "square": (8, 8, 64),
    "donut": (9, 9, 68),
    "mascot": (11, 10, 67),
    "heart": (11, 9, 63),
    "cow_droppings": (9, 9, 68),
    "skull": (9, 10, 65),
}
SEVEN_TENS = ["#" * 10] * 7
WHOLE_ROWS = "All rows must have the same length and consist of # (a cover) and . (a hole)."
BORDERS = "The first and last row and column must hold at least one cover each."
SIZE = "A layout has 1 to 16 rows of 1 to 16 places."


def load_options(**options):
    assert errors(**options) == {}
    return options_for("tokyo_poo_divers", options)


def errors(**options):
    return option_errors_of("tokyo_poo_divers", options, 2)


def custom_errors(*rows):
    return errors(layout="custom", rows=list(rows))


def reachable(cells):
    """The places that can be reached from the first by king's moves."""
    seen, todo = set(), [cells[0]]
    while todo:
        row, column = todo.pop()
        if (row, column) not in seen:
            seen.add((row, column))
            todo += [(row + y, column + x) for y, x in COMPASS.values() if (row + y, column + x) in cells]
    return seen


def test_there_are_six_layouts_and_custom_ones():
    assert set(LAYOUTS) == set(SIZES)
    assert set(get_args(LayoutName)) == {*SIZES, "custom"}


@pytest.mark.parametrize("slug", SIZES)
def test_each_layout_has_its_size_and_number_of_covers(slug):
    rows = LAYOUTS[slug]
    assert (len(rows[0]), len(rows), "".join(rows).count("#")) == SIZES[slug]
    assert {len(row) for row in rows} == {len(rows[0])}
    assert set("".join(rows)) <= set("#.")


@pytest.mark.parametrize("slug", SIZES)
def test_each_layout_is_one_piece(slug):
    cells = PooOptions(layout=slug).cells
    assert reachable(cells) == set(cells)


@pytest.mark.parametrize("slug", SIZES)
def test_each_layout_keeps_the_rules_of_custom_ones(slug):
    assert load_options(layout="custom", rows=list(LAYOUTS[slug])).cells == PooOptions(layout=slug).cells


def test_the_donut_is_all_but_the_corners_and_the_3_by_3_centre():
    holes = {(row, column) for row in (0, 8) for column in (0, 8)}
    holes |= {(row, column) for row in (3, 4, 5) for column in (3, 4, 5)}
    assert set(PooOptions(layout="donut").cells) == {(r, c) for r in range(9) for c in range(9)} - holes


@pytest.mark.parametrize("slug", ["mascot", "heart", "skull"])
def test_faces_and_hearts_are_the_same_from_left_and_right(slug):
    assert all(row == row[::-1] for row in LAYOUTS[slug])


def test_the_square_is_the_default():
    assert load_options().layout == "square"


@pytest.mark.parametrize("slug", SIZES)
def test_neighbours_are_the_covers_a_king_s_move_away(slug):
    options = PooOptions(layout=slug)
    for number, (row, column) in enumerate(options.cells):
        around = {way: options.cells[cover] for way, cover in options.neighbours[number].items()}
        assert around == {
            way: (row + y, column + x) for way, (y, x) in COMPASS.items() if (row + y, column + x) in options.cells
        }


# Custom


@pytest.mark.parametrize(
    "rows",
    [
        ["#" * 10] * 6,
        SEVEN_TENS,
        ["#" * 15] * 4,
        ["." * 15 + "#", *["#" * 4 + "." * 12] * 14, "#" * 4 + "." * 12],
        ["###.###.###.####"] * 5,
    ],
    ids=["60 covers", "70 covers", "wide", "16 by 16, a corner apart", "columns apart"],
)
def test_a_custom_layout_of_60_to_70_covers_and_at_most_16_by_16_is_played_on(rows):
    options = load_options(layout="custom", rows=rows)
    assert options.outline == tuple(rows)
    state, _ = POO.new(2, options, Chance(bytes(32)))
    assert POO.view(state, None).board == rows


@given(st.sets(st.tuples(st.integers(0, 15), st.integers(0, 15)), min_size=60, max_size=70))
def test_any_outline_of_the_right_size_without_an_empty_border_is_played_on(cells):
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    height, width = max(row for row, _ in cells) - top + 1, max(column for _, column in cells) - left + 1
    rows = ["".join(".#"[(top + r, left + c) in cells] for c in range(width)) for r in range(height)]
    assert set(load_options(layout="custom", rows=rows).cells) == {(row - top, column - left) for row, column in cells}


def test_59_covers_are_too_few():
    assert custom_errors(*["#" * 10] * 5, "#" * 9 + ".") == {"rows": ["A layout has 60 to 70 covers, not 59."]}


def test_71_covers_are_too_many():
    assert custom_errors(*SEVEN_TENS, "#" + "." * 9) == {"rows": ["A layout has 60 to 70 covers, not 71."]}


@pytest.mark.parametrize(
    "rows",
    [
        ["." * 10, *SEVEN_TENS],
        [*SEVEN_TENS, "." * 10],
        ["." + row for row in SEVEN_TENS],
        [row + "." for row in SEVEN_TENS],
    ],
    ids=["top", "bottom", "left", "right"],
)
def test_an_empty_border_is_rejected(rows):
    assert custom_errors(*rows) == {"rows": [BORDERS]}


def test_an_empty_line_inside_is_not_a_border():
    assert load_options(layout="custom", rows=[*SEVEN_TENS[:3], "." * 10, *SEVEN_TENS[3:]])


@pytest.mark.parametrize("rows", [["#" * 17] * 4, [], [""], [""] * 16])
def test_more_than_16_columns_and_nothing_at_all_are_rejected(rows):
    assert custom_errors(*rows) == {"rows": [SIZE]}


def test_the_first_row_says_how_wide_a_layout_is():
    assert custom_errors("#" * 17, "###") == {"rows": [SIZE]}
    assert custom_errors("###", "#" * 17) == {"rows": [WHOLE_ROWS]}
    assert custom_errors(*"#" * 16) == {"rows": ["A layout has 60 to 70 covers, not 16."]}, "one column is wide enough"


def test_more_than_16_rows_are_rejected():
    assert list(custom_errors(*["####"] * 17)) == ["rows"]


@pytest.mark.parametrize("row", ["#########", "###########", "####X#####", "#### #####", "#########\n", "#########０"])
def test_ragged_rows_and_other_characters_are_rejected(row):
    assert custom_errors(*SEVEN_TENS[:6], row) == {"rows": [WHOLE_ROWS]}


def test_every_fault_is_reported_at_once():
    assert custom_errors("." * 3, "###") == {"rows": ["A layout has 60 to 70 covers, not 3.", BORDERS]}


def test_custom_needs_rows():
    assert errors(layout="custom") == {"rows": [SIZE]}


def test_rows_go_with_custom_only():
    assert errors(rows=SEVEN_TENS) == {"rows": ["Rows are only for the layout custom."]}


def test_the_engine_itself_rejects_rows_that_make_no_board():
    """A record's reader comes past no schema."""
    assert "rows" in POO.option_errors(2, PooOptions(layout="custom", rows=("###",)))
    assert "rows" in POO.option_errors(2, PooOptions(rows=tuple(SEVEN_TENS)))
