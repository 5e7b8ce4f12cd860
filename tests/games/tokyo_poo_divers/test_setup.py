"""Material and set-up."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.chance import Chance
from engines.tokyo_poo_divers.bank import Purse
from engines.tokyo_poo_divers.content import DECK, LAYOUTS
from engines.tokyo_poo_divers.events import CoversLaid, TurnBegan
from engines.tokyo_poo_divers.options import PooOptions
from tests.games.tokyo_poo_divers.builders import POO, Sewer
from tests.support.tables import open_table, play_on, seed_of

SEEDS = st.integers(0, 2**64).map(seed_of)


def new_sewer(seed=bytes(32), seats=2, **options):
    return Sewer(POO.new(seats, PooOptions(**options), Chance(seed))[0])


def test_two_to_four_can_play():
    assert (POO.players.min, POO.players.max) == (2, 4)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_there_are_42_finds_14_blanks_and_14_sleepers(layout):
    state = new_sewer(layout=layout).state
    assert Counter(state.faces + state.leftover) == {"F": 42, "X": 14, "Z": 14}


def test_the_bank_begins_with_20_browns_and_30_goldens_worth_170_points():
    state = new_sewer().state
    assert state.bank == Purse(brown=20, golden=30)
    assert state.bank.value == 170
    assert state.purses == [Purse(), Purse()]
    covers = {"find": 42, "blank": 14, "sleeper": 14}
    assert POO.inventory(state) == {"brown": 20, "golden": 30, "points": 170, **covers}, "what must add up"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_place_of_the_layout_gets_a_card_face_down(layout):
    table = new_sewer(layout=layout)
    assert table.view().board == list(LAYOUTS[layout])
    assert len(table.state.faces) == sum(row.count("#") for row in LAYOUTS[layout])
    assert not any(table.state.opened)


@given(SEEDS)
def test_the_cards_are_the_deck_shuffled_first_of_all_and_laid_in_reading_order(seed):
    state = new_sewer(seed, layout="heart").state
    assert state.faces + state.leftover == "".join(Chance(seed).shuffled(DECK))
    assert len(state.faces) == 63


def test_any_face_can_lie_at_any_place():
    laid_there = [
        Counter(column) for column in zip(*(new_sewer(seed_of(n)).state.faces for n in range(80)), strict=True)
    ]
    assert all(set(faces) == set("FXZ") for faces in laid_there)


@given(SEEDS, st.integers(2, 4))
def test_nobody_ever_sees_the_cards_left_over(seed, seats):
    """Neither during the game nor after it: whatever they are, every view is the same."""
    table = open_table("tokyo_poo_divers", seats, PooOptions(layout="heart"), seed)
    for _ in play_on(table, Chance(seed)):
        pass
    assert not POO.turns(table.state)
    views = [msgspec.json.encode(POO.view(table.state, viewer)) for viewer in (None, *range(seats))]
    table.state.leftover = "XXXXXXX"
    assert [msgspec.json.encode(POO.view(table.state, viewer)) for viewer in (None, *range(seats))] == views


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_player_is_drawn(seats):
    begins = Counter(new_sewer(seed_of(n), seats).state.turn.seat for n in range(200))
    assert set(begins) == set(range(seats))
    assert min(begins.values()) > 200 / seats / 2


@pytest.mark.parametrize("seat", range(4))
def test_the_option_first_player_names_who_begins(seat):
    state, events = POO.new(4, PooOptions(first_player=seat), Chance(bytes(32)))
    assert list(POO.turns(state)) == [seat]
    assert [type(event) for event in events] == [CoversLaid, TurnBegan]
    assert events[-1] == TurnBegan(seat)


def test_a_first_player_who_is_not_at_the_table_does_not_fit():
    assert list(POO.option_errors(2, PooOptions(first_player=2))) == ["first_player"]
    assert POO.option_errors(3, PooOptions(first_player=2)) == {}
