"""The throw: who wins the right to turn over a stone."""

import pytest

from engines.dragon_fights.actions import ChooseGesture, Flip, Take
from engines.dragon_fights.events import Shown
from engines.dragon_fights.steps import MOST_UNDECIDED
from tests.games.dragon_fights.builders import (
    animals,
    fight,
    flip,
    gesture_of,
    legal,
    rejection_reason,
    relocate,
    throw,
    view,
    visible_events,
)

GESTURES = ["rock", "paper", "scissors"]


def test_two_to_five_can_play():
    assert (fight().engine.players.min, fight().engine.players.max) == (2, 5)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_players_choose_at_once(seats):
    table = fight(seats)
    assert set(table.engine.turns(table.state)) == set(range(seats))
    assert all(ask.required for ask in table.engine.turns(table.state).values())
    for seat in reversed(range(seats)):
        assert legal(table, seat) == [ChooseGesture(gesture) for gesture in GESTURES]


@pytest.mark.parametrize("seats", [2, 5])
def test_nobody_has_chosen_or_shown_anything_at_first(seats):
    state = fight(seats).state
    assert state.gestures == state.shown == [None] * seats


def test_that_someone_has_chosen_is_public():
    table = fight(3)
    events = gesture_of(table, 1, "paper")
    for viewer in (None, 0, 2):
        assert [dragon.chosen for dragon in view(table, viewer).dragons] == [False, True, False]
        assert visible_events(events, viewer) == {"gesture_chosen": (1, {})}
    assert visible_events(events, 1) == {"gesture_chosen": (1, {"gesture": "paper"})}


def test_only_the_one_who_chose_sees_the_gesture_before_all_have_chosen():
    table = fight(3)
    gesture_of(table, 1, "paper")
    assert [view(table, viewer).your_gesture for viewer in (None, 0, 1, 2)] == [None, None, "paper", None]


def test_a_choice_is_final():
    table = fight(3)
    gesture_of(table, 1, "paper")
    assert set(table.engine.turns(table.state)) == {0, 2}
    assert legal(table, 1) == []
    assert (
        rejection_reason(table, 1, ChooseGesture("rock"))
        == rejection_reason(table, 1, ChooseGesture("paper"))
        == "not_your_turn"
    )


def test_who_is_out_of_the_throw_or_has_not_won_it_is_rejected():
    table = fight(3)
    throw(table, "rock", "rock", "scissors")
    assert rejection_reason(table, 2, ChooseGesture("rock")) == "not_your_turn"
    throw(table, "paper", "rock")
    assert rejection_reason(table, 1, Flip(next(table.state.face_down()))) == "not_your_turn"


def test_all_gestures_are_shown_together_once_all_have_chosen():
    table = fight(3)
    visible = visible_events(throw(table, "rock", "paper", "scissors"))
    assert [(shown.seat, shown.gesture) for shown in visible["thrown"][1]["gestures"]] == list(enumerate(GESTURES))
    assert [(shown.seat, shown.gesture) for shown in view(table).last_throw] == list(enumerate(GESTURES))


def test_the_last_throw_stays_in_the_view_until_the_next_be_it_in_another_round():
    """Only of those who were choosing, and never mixed with gestures that are not shown yet."""
    table = fight(3)
    assert view(table).last_throw == []
    throw(table, "rock", "rock", "scissors")
    throw(table, "paper", "rock")
    last = [Shown(0, "paper"), Shown(1, "rock")]
    assert view(table).last_throw == last
    animal = animals(table)[0]
    flip(table, animal)
    assert view(table).last_throw == last
    relocate(table, animal, next(table.state.free()))
    gesture_of(table, 2, "scissors")
    gesture_of(table, 0, "scissors")
    for viewer in (None, 0, 1, 2):
        assert view(table, viewer).round == 2
        assert view(table, viewer).last_throw == last
    gesture_of(table, 1, "scissors")
    assert view(table).last_throw == [Shown(seat, "scissors") for seat in range(3)]


def test_the_last_choice_is_an_event_like_the_others_and_the_result_follows():
    table = fight(2)
    assert list(visible_events(gesture_of(table, 0, "rock"))) == ["gesture_chosen"]
    assert list(visible_events(gesture_of(table, 1, "rock"))) == ["gesture_chosen", "thrown"]
    gesture_of(table, 0, "rock")
    events = gesture_of(table, 1, "paper")
    assert list(visible_events(events)) == ["gesture_chosen", "thrown", "go_began"]
    assert visible_events(events, 1)["gesture_chosen"] == (1, {"gesture": "paper"})
    assert visible_events(events)["thrown"] == (None, {"gestures": (Shown(0, "rock"), Shown(1, "paper")), "left": (1,)})


@pytest.mark.parametrize("gestures", [["rock", "paper", "scissors"], ["paper", "scissors", "rock", "rock", "paper"]])
def test_all_three_gestures_shown_nobody_wins_and_all_choose_again(gestures):
    table = fight(len(gestures))
    throw(table, *gestures)
    assert table.state.phase == "gesture"
    assert set(table.engine.turns(table.state)) == set(range(len(gestures)))


@pytest.mark.parametrize("gesture", GESTURES)
def test_all_the_same_gesture_and_all_choose_again(gesture):
    table = fight(4)
    throw(table, *[gesture] * 4)
    assert set(table.engine.turns(table.state)) == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("stronger", "weaker"), [("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")], ids=str
)
def test_of_two_gestures_the_stronger_one_wins(stronger, weaker):
    for winner in range(3):
        table = fight(3)
        visible = visible_events(throw(table, *(stronger if seat == winner else weaker for seat in range(3))))
        assert visible["thrown"][1]["left"] == (winner,)
        assert visible["go_began"][0] == winner
        assert table.engine.turns(table.state).keys() == {winner}
        assert view(table).player == winner


def test_several_winners_alone_choose_again_until_one_is_left():
    table = fight(5)
    throw(table, "paper", "rock", "paper", "rock", "paper")
    assert set(table.engine.turns(table.state)) == {0, 2, 4}
    assert [dragon.choosing for dragon in view(table).dragons] == [True, False, True, False, True]
    assert legal(table, 1) == []
    throw(table, "rock", "rock", "scissors")
    assert set(table.engine.turns(table.state)) == {0, 2}
    throw(table, "rock", "rock")
    assert set(table.engine.turns(table.state)) == {0, 2}
    throw(table, "scissors", "rock")
    assert table.engine.turns(table.state).keys() == {2}


def test_after_fifty_undecided_throws_in_a_row_one_of_those_still_choosing_is_drawn():
    table = fight(4)
    throw(table, "rock", "scissors", "rock", "rock")
    for _ in range(49):
        assert "drawn" not in visible_events(throw(table, "rock", "paper", "scissors"))
    assert view(table).undecided == 49
    visible = visible_events(throw(table, "rock", "rock", "rock"))
    assert visible["thrown"][1]["left"] == (0, 2, 3)
    assert visible["drawn"][0] == visible["go_began"][0] == table.state.player
    assert table.state.player in (0, 2, 3)
    assert MOST_UNDECIDED == 50


def test_the_count_of_undecided_throws_begins_anew_after_the_lot():
    table = fight(2)
    table.state.undecided = MOST_UNDECIDED - 1
    throw(table, "rock", "rock")
    animal = animals(table)[0]
    flip(table, animal)
    relocate(table, animal, next(table.state.free()))
    assert view(table).undecided == 0


def test_each_of_those_still_choosing_may_be_drawn_and_nobody_else():
    drawn = set()
    for number in range(40):
        table = fight(4, number)
        throw(table, "rock", "scissors", "rock", "rock")
        table.state.undecided = MOST_UNDECIDED - 1
        throw(table, "rock", "rock", "rock")
        drawn.add(table.state.player)
    assert drawn == {0, 2, 3}


def test_a_throw_that_puts_somebody_out_is_not_undecided():
    table = fight(4)
    table.state.undecided = MOST_UNDECIDED - 1
    visible = visible_events(throw(table, "rock", "scissors", "rock", "rock"))
    assert "drawn" not in visible
    assert view(table).undecided == 0


def test_while_gestures_are_chosen_nothing_else_is_allowed():
    table = fight(2)
    assert (
        rejection_reason(table, 0, Flip(next(table.state.face_down())))
        == rejection_reason(table, 0, Take())
        == "not_now"
    )


def test_nobody_begins_so_no_first_player_can_be_named():
    engine = fight().engine
    refusals = ["Nobody begins this game: all players choose their gestures at once."]
    assert engine.option_errors(3, engine.options_type(first_player=0)) == {"first_player": refusals}
    assert engine.option_errors(3, engine.options_type(memory_aid=True)) == {}
