"""Peeks: who looked where is everyone's to know, what they saw is theirs alone."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.chance import Chance
from engines.engine import Secret, logged
from engines.tokyo_poo_divers.actions import DeclinePeek, Dive, Peek
from engines.tokyo_poo_divers.content import FACE_NAMES
from engines.tokyo_poo_divers.events import PeekDeclined, Peeked, TurnBegan
from engines.tokyo_poo_divers.options import PooOptions
from engines.tokyo_poo_divers.view import PeekView
from tests.games.tokyo_poo_divers.builders import POO, sewer, types
from tests.support.tables import open_table, play_on, seed_of

FORGETFUL = PooOptions(remember_peeks=False)


def consoled(*drawing, **kwargs):
    """A table whose seat 0 has just opened the blank in the top left corner."""
    table = sewer(*drawing, **kwargs)
    table.dive(0, 0)
    return table


def test_a_peek_may_be_at_any_closed_cover_or_declined():
    table = consoled("xfX", "Xzx")
    assert table.legal() == [Peek((0, 1)), Peek((1, 1)), Peek((1, 2)), DeclinePeek()]
    assert table.rejection_reason(Peek((0, 2))) == "already_open"
    assert table.rejection_reason(Peek((8, 8))) == "no_cover"
    assert table.rejection_reason(Dive((0, 1))) == "not_now"


@pytest.mark.parametrize(("mark", "face"), [("f", "find"), ("x", "blank"), ("z", "sleeper")])
def test_only_the_peeker_s_event_carries_the_face(mark, face):
    table = consoled("x" + mark, seats=3)
    peeked, begun = table.peek(0, 1)
    assert peeked == Peeked(0, (0, 1), Secret((0,), face))
    assert begun == TurnBegan(1)
    assert logged(peeked).data_for(0) == {"cell": (0, 1), "face": face}
    for other in (1, 2, None):
        assert logged(peeked).data_for(other) == {"cell": (0, 1)}


@pytest.mark.parametrize(("mark", "face"), [("f", "find"), ("x", "blank"), ("z", "sleeper")])
def test_only_the_peeker_s_view_carries_the_face(mark, face):
    table = consoled("x" + mark, seats=3)
    table.peek(0, 1)
    assert table.view(0).peeks == [PeekView(0, (0, 1), face)]
    for other in (1, 2, None):
        assert table.view(other).peeks == [PeekView(0, (0, 1), None)]


def test_a_peeked_cover_stays_closed():
    table = consoled("xf")
    table.peek(0, 1)
    assert table.view(0).board[0] == "X#XXXXXX"
    assert table.legal() == [Dive((0, 1))]


def test_a_peek_ends_the_turn():
    table = consoled("xf")
    assert types(table.peek(0, 1)) == ["peeked", "turn_began"]
    assert table.state.turn.seat == 1


def test_a_declined_peek_ends_the_turn_and_shows_nothing():
    table = consoled("xf")
    assert table.do(DeclinePeek()) == [PeekDeclined(0), TurnBegan(1)]
    assert table.view(0).peeks == []


def test_with_no_closed_cover_left_there_is_no_peek():
    table = sewer("x")
    assert types(table.dive(0, 0)) == ["cover_opened"]
    assert table.state.phase == "over"


def test_a_player_s_view_goes_on_showing_what_they_have_peeked():
    table = consoled("xfxf")
    table.peek(0, 3)
    table.dive(0, 2)
    table.peek(0, 1)
    assert table.view(0).peeks == [PeekView(0, (0, 3), "find"), PeekView(1, (0, 1), None)]
    assert table.view(1).peeks == [PeekView(0, (0, 3), None), PeekView(1, (0, 1), "find")]


def test_two_who_peek_at_the_same_cover_each_know_it_for_themselves():
    table = consoled("xxf")
    table.peek(0, 2)
    table.dive(0, 1)
    table.peek(0, 2)
    assert table.view(0).peeks == [PeekView(0, (0, 2), "find"), PeekView(1, (0, 2), None)]
    assert table.view(1).peeks == [PeekView(0, (0, 2), None), PeekView(1, (0, 2), "find")]


def test_a_second_peek_at_the_same_cover_is_listed_once():
    table = consoled("xxxf")
    table.peek(0, 3)
    table.dive(0, 1)
    table.do(DeclinePeek())
    table.dive(0, 2)
    table.peek(0, 3)
    assert table.view(0).peeks == [PeekView(0, (0, 3), "find")]


def test_a_peek_leaves_the_view_when_the_cover_is_opened():
    table = consoled("xff")
    table.peek(0, 1)
    table.dive(0, 1)
    assert table.view(0).peeks == []
    assert table.view(0).board[0] == "XF#XXXXX"


def test_without_remember_peeks_only_the_event_has_the_face():
    table = consoled("xf", options=FORGETFUL)
    peeked = table.peek(0, 1)[0]
    assert logged(peeked).data_for(0)["face"] == "find"
    assert logged(peeked).data_for(1) == {"cell": (0, 1)}
    assert table.view(0).peeks == [PeekView(0, (0, 1), None)]


@settings(max_examples=30)
@given(st.integers(0, 2**64), st.integers(2, 4), st.booleans(), st.integers(1, 120))
def test_a_view_shows_a_closed_face_only_to_who_peeked_at_it(number, seats, remember, steps):
    """Turn over the faces of all closed covers a viewer has not peeked at: nothing they see changes."""
    options = PooOptions(remember_peeks=remember)
    table = open_table("tokyo_poo_divers", seats, options, seed_of(number))
    for _ in play_on(table, Chance(seed_of(number)), steps):
        pass
    state, peeked = table.state, list(table.state.peeked)
    for viewer in (None, *range(seats)):
        known = set(peeked[viewer]) if viewer is not None and remember else set()
        before = POO.view(state, viewer)
        other = table.copy()
        other.faces = "".join(
            face if state.opened[number] or number in known else "FXZ"["XZF".index(face)]
            for number, face in enumerate(state.faces)
        )
        assert msgspec.json.encode(POO.view(other, viewer)) == msgspec.json.encode(before)
        assert {options.numbers[peek.cell]: peek.face for peek in before.peeks if peek.face} == {
            number: FACE_NAMES[state.faces[number]] for number in known if not state.opened[number]
        }
