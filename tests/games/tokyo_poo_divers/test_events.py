"""What events and views contain, so that a client can draw all of it: where covers lie, what counted, who was paid."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.chance import Chance
from engines.engine import Ask, NoContent
from engines.tokyo_poo_divers.actions import Bank, DeclinePeek
from engines.tokyo_poo_divers.bank import Purse
from engines.tokyo_poo_divers.content import LAYOUTS
from engines.tokyo_poo_divers.events import CoverOpened, CoversLaid, Paid, TurnBegan
from engines.tokyo_poo_divers.options import PooOptions
from engines.tokyo_poo_divers.view import PurseView
from tests.games.tokyo_poo_divers.builders import POO, Sewer, sewer
from tests.support.tables import open_table, play_on, seed_of

SLUG = "tokyo_poo_divers"
CUSTOM = ("#.#.#.#.#.#.#.#", *["#" * 15] * 4)


def random_table(number, seats, steps):
    """A table so many random steps into a game."""
    table = open_table(SLUG, seats, PooOptions(), seed_of(number))
    for _ in play_on(table, Chance(seed_of(number)), steps):
        pass
    return table


# The layout


@pytest.mark.parametrize("layout", [*LAYOUTS, "custom"])
def test_the_first_event_has_the_cells_of_the_covers(layout):
    rows = CUSTOM if layout == "custom" else ()
    _, events = POO.new(2, PooOptions(layout=layout, rows=rows), Chance(bytes(32)))
    assert events[0] == CoversLaid(None, layout, rows or LAYOUTS[layout])


# The star


def test_the_event_of_a_dive_names_the_finds_of_the_star_and_no_other():
    """By direction, clockwise from the north, and outwards; a find behind a gap is not among them."""
    table = sewer("FXFXF", "XFFXX", "FFfFX", "XFXXF", "FXxXX")
    star = ((1, 2), (0, 2), (2, 3), (3, 1), (4, 0), (2, 1), (2, 0), (1, 1), (0, 0))
    assert table.dive(2, 2) == [
        CoverOpened(0, (2, 2), "find", 10, None, star),
        Paid(0, "no_cover", 10, 0, 0, 2),
        TurnBegan(1),
    ]


@pytest.mark.parametrize("mark", ["x", "z"])
def test_without_a_find_there_is_no_star(mark):
    table = sewer("FFF", "F" + mark + "F", "FFf")
    assert table.dive(1, 1)[0].star == ()


@pytest.mark.parametrize("mark", ["f", "x", "z"])
def test_a_risk_has_no_star(mark):
    table = sewer("FFFF", "Xf" + mark + "F", "FFFF")
    assert len(table.dive(1, 1)[0].star) == 6
    assert table.risk("e")[0].star == ()


# Why somebody is paid


def test_a_diver_who_banks_is_paid_because_they_banked():
    table = sewer("fF", "x")
    table.dive(0, 0)
    assert table.bank()[0] == Paid(0, "banked", 2, 0, 2, 0)


def test_a_sleeper_is_why_a_diver_is_paid():
    table = sewer("fFXx", "zX")
    table.dive(0, 0)
    assert table.risk("s")[1] == Paid(0, "sleeper", 2, 0, 2, 0)


@pytest.mark.parametrize("risks", [0, 1, 2])
def test_that_no_cover_can_be_risked_is_why_a_diver_is_paid(risks):
    """After the dive, and after any risk."""
    table = sewer("f" * (risks + 1) + "X", "XXX", "f")
    events = table.dive(0, 0)
    for number in range(risks):
        events = table.risk(None if number else "e")
    points = (1, 3, 6)[risks]
    assert events[1] == Paid(0, "no_cover", points, 0, points % 5, points // 5)


def why_paid(state, events):
    """Why the diver should have been paid, going by what was opened and whether they are asked to decide about it."""
    opened = next((event for event in events if isinstance(event, CoverOpened)), None)
    if opened is None:
        return []
    if opened.face == "sleeper":
        return [] if opened.direction is None else ["sleeper"]
    return ["no_cover"] if opened.face == "find" and state.phase != "decide" else []


@settings(max_examples=30)
@given(st.integers(0, 2**64), st.integers(2, 4))
def test_the_reason_of_each_payment_is_what_led_to_it(number, seats):
    table = open_table(SLUG, seats, PooOptions(), seed_of(number))
    for _ in play_on(table, Chance(seed_of(number))):
        due = ["banked"] if table.actions[-1][1] == Bank() else why_paid(table.state, table.events[-1])
        assert [event.why for event in table.events[-1] if isinstance(event, Paid)] == due


# The cover opened last


def test_no_cover_has_been_opened_at_first():
    assert sewer("ff").view().last_opened is None


def test_the_view_shows_the_cover_opened_last_be_it_a_find_a_blank_or_a_sleeper():
    table = sewer("zfx")
    table.dive(0, 0)
    assert table.view().last_opened == (0, 0)
    table.dive(0, 1)
    assert table.view().last_opened == (0, 1)
    table.risk("e")
    assert (table.view().last_opened, table.view().last_find) == ((0, 2), (0, 1))


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_the_cover_opened_last_stays_in_the_view_after_a_peek_and_in_the_next_turn(viewer):
    table = sewer("xff", "f")
    table.dive(0, 0)
    table.peek(0, 1)
    assert (table.view(viewer).turn, table.view(viewer).last_opened) == (1, (0, 0))
    table.dive(1, 0)
    assert table.view(viewer).last_opened == (1, 0)
    table.bank()
    assert (table.view(viewer).turn, table.view(viewer).last_opened) == (0, (1, 0))


def test_a_declined_peek_leaves_the_cover_opened_last_in_the_view():
    table = sewer("xf")
    table.dive(0, 0)
    table.do(DeclinePeek())
    assert table.view().last_opened == (0, 0)


def test_the_cover_opened_last_is_shown_when_the_game_is_over():
    table = sewer("XXz")
    table.dive(0, 2)
    assert (table.view().phase, table.view().last_opened) == ("over", (0, 2))


@settings(max_examples=30)
@given(st.integers(0, 2**64), st.integers(2, 4), st.integers(0, 120))
def test_a_resampled_table_knows_the_cover_opened_last(number, seats, steps):
    table = random_table(number, seats, steps)
    opened = [event.cell for events in table.events for event in events if isinstance(event, CoverOpened)]
    for viewer in (None, *range(seats)):
        view = POO.view(table.state, viewer)
        again = Sewer(POO.resample(view, viewer, Chance(seed_of(number))))
        assert view.last_opened == again.view(viewer).last_opened == (opened[-1] if opened else None)


def test_a_table_stored_before_the_cover_opened_last_was_recorded_can_be_loaded():
    table = sewer("zf")
    table.dive(0, 0)
    stored = msgspec.msgpack.decode(POO.dump(table.state))
    del stored["latest"]
    older = POO.load(msgspec.msgpack.encode(stored), table.state.options)
    assert POO.view(older, None) == msgspec.structs.replace(table.view(), last_opened=None)


# Purses, turns, and what a view could leave out


def test_a_purse_in_the_view_has_the_worth_of_its_pieces_together():
    table = sewer("x", seats=3, purses=[Purse(3, 2), Purse(), Purse(0, 7)])
    assert table.view().purses == [PurseView(0, 3, 2, 13), PurseView(1, 0, 0, 0), PurseView(2, 0, 7, 35)]


@settings(max_examples=30)
@given(st.integers(0, 2**64), st.integers(2, 4))
def test_no_diver_has_two_turns_in_a_row_so_that_no_mark_is_needed(number, seats):
    """Whoever is asked for the same thing twice in a row, to dive after a sleeper say, is in the same turn."""
    table = open_table(SLUG, seats, PooOptions(), seed_of(number))
    turns = POO.turns(table.state)
    for _ in play_on(table, Chance(seed_of(number))):
        before, turns = turns, POO.turns(table.state)
        begun = [event.seat for event in table.events[-1] if isinstance(event, TurnBegan)]
        assert turns == ({table.state.turn.seat: Ask(table.state.phase)} if turns else {})
        assert bool(before.keys() & turns.keys()) == (bool(turns) and not begun)


def test_a_view_has_nothing_worth_leaving_out():
    """What never changes is the outline, which is part of the board, and two words of the options."""
    table = sewer("fF")
    assert POO.content(table.state) == NoContent()
    assert POO.without_content(table.view()) == table.view()
    assert len(msgspec.json.encode(table.view())) < 600
