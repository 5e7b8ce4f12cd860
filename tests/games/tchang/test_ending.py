"""The way out, and the ways to be lost."""

import pytest

from engines.chance import Chance
from engines.shared_tomb.map import DISTANCE, DRAGONS, HALL
from engines.shared_tomb.stones import ANIMAL
from engines.tchang.actions import Concede, EndTurn, Move, Pass, Share
from engines.tchang.events import ConcedeVoted, ConcedeWithdrawn, ExitFound, ExitOpened, Moved
from tests.games.tchang.builders import (
    ALL_TANGRAMS,
    CORNER,
    CORNERS,
    DRAGON,
    ENGINE,
    MIDDLE,
    NEAR,
    OUTER,
    RED_EXIT,
    do,
    kinds,
    rejection_reason,
    tomb,
)

WAY_OUT = {**ALL_TANGRAMS, **RED_EXIT}


def test_the_first_colour_with_three_dragons_face_up_is_the_exit():
    state = tomb([(HALL, 6), (OUTER, 6)], statues={NEAR: "green"}, uncovered={5: "green", 6: "green", 7: "red"})
    assert ExitFound(0, "green", DRAGONS["green"]) in do(state, Move(0, NEAR))
    assert state.exit == "green"


def test_two_dragons_of_a_colour_show_nothing():
    state = tomb([(HALL, 6), (OUTER, 6)], statues={NEAR: "green"}, uncovered={6: "green", 7: "red", 9: "red"})
    assert "exit_found" not in kinds(do(state, Move(0, NEAR)))
    assert state.exit is None


def test_a_later_colour_changes_nothing():
    state = tomb([(HALL, 6), (OUTER, 6)], statues={NEAR: "blue"}, uncovered={**RED_EXIT, 5: "blue", 6: "blue"})
    assert "exit_found" not in kinds(do(state, Move(0, NEAR)))
    assert state.exit == "red"


def test_the_exit_opens_when_it_is_known_and_all_seven_tangrams_are_face_up():
    tangrams = dict(list(ALL_TANGRAMS.items())[:6])
    last_tangram = tomb([(HALL, 6), (OUTER, 6)], statues={NEAR: "tangram"}, uncovered={**tangrams, **RED_EXIT})
    assert last_tangram.way_out() is None
    assert ExitOpened(0, DRAGON) in do(last_tangram, Move(0, NEAR))
    assert last_tangram.way_out() == DRAGON
    dragons = dict(list(RED_EXIT.items())[:2])
    last_dragon = tomb([(HALL, 6), (OUTER, 6)], statues={NEAR: "red"}, uncovered={**ALL_TANGRAMS, **dragons})
    assert kinds(do(last_dragon, Move(0, NEAR)))[1:4] == ["statue_turned", "exit_found", "exit_opened"]


def test_another_statue_does_not_open_the_exit_again():
    state = tomb([(HALL, 6), (OUTER, 6)], statues={NEAR: "blue"}, uncovered=WAY_OUT)
    assert "exit_opened" not in kinds(do(state, Move(0, NEAR)))


@pytest.mark.parametrize("uncovered", [{}, ALL_TANGRAMS, RED_EXIT])
def test_nobody_leaves_before_that(uncovered):
    assert rejection_reason(tomb([(CORNER, 6), (OUTER, 6)], uncovered=uncovered), Move(0, DRAGON)) == "exit_closed"


def test_only_the_dragon_of_the_exit_can_be_reached():
    state = tomb([(CORNERS["blue"], 60), (OUTER, 0)], uncovered=WAY_OUT)
    assert rejection_reason(state, Move(0, DRAGONS["blue"])) == "exit_closed"
    assert rejection_reason(state, Move(0, DRAGON)) is None


def test_the_dragon_is_one_step_beyond_its_corner_and_paid_like_any_step():
    state = tomb([(HALL, 10), (OUTER, 6)], uncovered=WAY_OUT)
    do(state, Move(0, DRAGON))
    assert DISTANCE[HALL][DRAGON] == DISTANCE[HALL][CORNER] + 1
    assert state.pawns[0].fireflies == 10 - DISTANCE[HALL][DRAGON]


def test_a_pawn_may_come_back_from_the_dragon_paying_as_usual():
    state = tomb([(DRAGON, 5), (CORNER, 0)], uncovered=WAY_OUT)
    do(state, Move(0, CORNER))
    assert state.pawns[0].fireflies == 4
    do(state, Share(0, 1, 2))
    do(state, EndTurn())
    do(state, Move(1, DRAGON))
    do(state, Move(0, DRAGON))
    assert state.ending == "won"


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_all_win_together_when_every_pawn_stands_on_the_dragon(seats):
    pawns = 3 if seats == 3 else 4
    state = tomb([(CORNER, 1), *[(DRAGON, 0)] * (pawns - 1)], seats=seats, uncovered=WAY_OUT)
    do(state, Move(0, DRAGON))
    assert ENGINE.turns(state) == {}
    outcome = ENGINE.outcome(state)
    assert outcome.reason == "won"
    assert outcome.winners == list(range(seats))
    assert [score.score for score in outcome.scores] == [1] * seats
    assert outcome.scores[0].detail == {"tangrams": 7, "dragons": 3, "pawns_out": pawns, "riddle": 0}


def test_one_pawn_still_in_the_tomb_is_not_a_victory():
    state = tomb([(CORNER, 1), (DRAGON, 3), (OUTER, 1, True)], stones={OUTER: ANIMAL}, uncovered=WAY_OUT)
    do(state, Move(0, DRAGON))
    assert ENGINE.outcome(state) is None


def assert_lost(state, reason):
    outcome = ENGINE.outcome(state)
    assert ENGINE.turns(state) == {}
    assert outcome.winners == []
    assert {score.score for score in outcome.scores} == {0}
    return outcome.reason == reason


def test_lost_when_after_an_arrival_the_free_pawns_hold_no_firefly():
    state = tomb([(HALL, 1), (OUTER, 0)])
    do(state, Move(0, NEAR))
    assert assert_lost(state, "out_of_fireflies")


def test_the_fireflies_of_bitten_pawns_do_not_count():
    state = tomb([(HALL, 1), (OUTER, 5, True)], stones={OUTER: ANIMAL})
    do(state, Move(0, NEAR))
    assert assert_lost(state, "out_of_fireflies")


def test_lost_when_all_pawns_are_bitten():
    state = tomb([(HALL, 6), (OUTER, 5, True)], stones={OUTER: ANIMAL, NEAR: ANIMAL})
    do(state, Move(0, NEAR))
    assert assert_lost(state, "out_of_fireflies")


def test_the_result_of_a_lost_game_says_how_many_got_out():
    state = tomb([(CORNER, 1), (DRAGON, 0), (OUTER, 0), (CORNER, 0)], uncovered=WAY_OUT)
    do(state, Move(0, DRAGON))
    assert assert_lost(state, "out_of_fireflies")
    detail = {"tangrams": 7, "dragons": 3, "pawns_out": 2, "riddle": 0}
    assert [score.detail for score in ENGINE.outcome(state).scores] == [detail] * 4


def test_nobody_got_out_of_a_tomb_whose_exit_was_never_open():
    state = tomb([(HALL, 1), (OUTER, 0)], uncovered={20: "tangram", 21: "blue", 22: "red"})
    do(state, Move(0, NEAR))
    assert assert_lost(state, "out_of_fireflies")
    detail = {"tangrams": 1, "dragons": 2, "pawns_out": 0, "riddle": 0}
    assert [score.detail for score in ENGINE.outcome(state).scores] == [detail] * 2


def test_not_lost_while_an_arrival_brings_fireflies():
    for stones, pawns in (({NEAR: 1}, [(HALL, 1), (OUTER, 0)]), ({NEAR: ANIMAL}, [(HALL, 1), (NEAR, 2, True)])):
        state = tomb(pawns, stones=stones)
        do(state, Move(0, NEAR))
        assert ENGINE.outcome(state) is None


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_lost_after_two_whole_rounds_without_a_move(seats):
    state = tomb([(HALL, 6)] * seats)
    for _ in range(2 * seats - 1):
        do(state, Pass())
        assert ENGINE.outcome(state) is None
    do(state, Pass())
    assert assert_lost(state, "stalled")


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_view_counts_the_turns_without_a_move_up_to_the_limit(seats):
    state = tomb([(HALL, 6)] * seats)
    for idle in range(2 * seats):
        view = ENGINE.view(state, None)
        assert (view.idle_turns, view.idle_limit) == (idle, 2 * seats)
        do(state, Pass())
    assert ENGINE.view(state, None).idle_turns == 2 * seats
    moved = tomb([(HALL, 6), (OUTER, 6)])
    do(moved, Pass())
    do(moved, Move(1, MIDDLE))
    assert ENGINE.view(moved, None).idle_turns == 0


def test_shares_do_not_count_as_moves():
    state = tomb([(HALL, 6), (HALL, 6)])
    for _ in range(4):
        do(state, Share(0, 1, 1))
        do(state, Pass())
    assert assert_lost(state, "stalled")


def test_automatic_passes_count():
    state = tomb([(HALL, 6), (OUTER, 0)])
    do(state, Pass())
    assert (state.turn, state.idle) == (0, 2)
    do(state, Pass())
    assert assert_lost(state, "stalled")


def test_a_move_starts_the_count_anew():
    state = tomb([(HALL, 6), (OUTER, 6)])
    for _ in range(3):
        do(state, Pass())
    do(state, Move(1, MIDDLE))
    assert state.idle == 0
    do(state, Pass())
    assert ENGINE.outcome(state) is None


def test_lost_when_all_agree_to_concede_in_turn_or_not():
    state = tomb([(HALL, 6), (HALL, 6), (HALL, 6)])
    assert do(state, Concede(), seat=2) == [ConcedeVoted(2, 1)]
    do(state, Concede(), seat=0)
    assert ENGINE.outcome(state) is None
    do(state, Concede(), seat=1)
    assert assert_lost(state, "conceded")


def test_a_vote_to_concede_stands_until_its_seat_next_moves():
    state = tomb([(HALL, 6), (OUTER, 6)])
    do(state, Concede(), seat=0)
    do(state, Pass())
    assert state.votes == [0], "neither a pass nor another's turn takes it back"
    do(state, Move(1, MIDDLE))
    assert state.votes == [0]
    do(state, Move(0, NEAR))
    assert state.votes == []


def test_a_vote_withdrawn_by_a_move_is_an_event():
    state = tomb([(HALL, 6), (OUTER, 6), (OUTER, 6)])
    do(state, Concede(), seat=0)
    do(state, Concede(), seat=2)
    assert do(state, Move(0, NEAR))[:2] == [Moved(0, 0, [NEAR], 1), ConcedeWithdrawn(0, votes=1)]
    assert kinds(do(state, Move(1, MIDDLE))) == ["moved", "turn_began"], "who has not voted takes nothing back"


def test_only_the_vote_of_the_seat_that_moves_is_withdrawn():
    state = tomb([(HALL, 6), (OUTER, 6), (OUTER, 6)])
    for seat in (0, 1):
        do(state, Concede(), seat=seat)
    do(state, Move(0, NEAR))
    assert state.votes == ENGINE.view(state, None).concede_votes == [1]
    do(state, Move(1, MIDDLE))
    assert state.votes == ENGINE.view(state, None).concede_votes == []


def test_a_view_does_not_change_with_the_table():
    state = tomb([(HALL, 6), (OUTER, 6)])
    do(state, Concede(), seat=0)
    view = ENGINE.view(state, None)
    do(state, Move(0, NEAR))
    assert view.concede_votes == [0]


@pytest.mark.parametrize("left", [(2,), (0,), (0, 2), (1, 2, 3), (0, 1, 2)])
def test_seats_that_were_left_give_up_with_all_who_are_there(left):
    """Whoever's turn it is. What is done for them is a vote like any other, so the game replays by itself."""
    state = tomb([(HALL, 6)] * 4)
    present = [seat for seat in range(4) if seat not in left]
    for seat in present:
        assert [ENGINE.vote_for_bot(state, gone, present) for gone in left] == [None] * len(left), "not all want to yet"
        do(state, Concede(), seat=seat)
    for gone in left:
        assert ENGINE.outcome(state) is None
        assert ENGINE.vote_for_bot(state, gone, present) == Concede()
        do(state, Concede(), seat=gone)
    assert assert_lost(state, "conceded")
    assert [ENGINE.vote_for_bot(state, gone, present) for gone in left] == [None] * len(left), "it is over"


def test_a_seat_that_was_left_votes_once_and_only_where_somebody_is_there_to_agree():
    state = tomb([(HALL, 6)] * 3)
    assert ENGINE.vote_for_bot(state, 2, []) is None, "nobody there, nobody wants to give up"
    do(state, Concede(), seat=0)
    do(state, Concede(), seat=2)
    assert ENGINE.vote_for_bot(state, 2, [0]) is None, "its vote stands"
    assert ENGINE.vote_for_bot(state, 1, [0]) == Concede()


def test_nothing_is_conceded_for_a_seat_that_was_left_once_the_game_is_won():
    state = tomb([(CORNER, 1), (DRAGON, 0), (DRAGON, 0)], uncovered=WAY_OUT, riddle=True)
    do(state, Concede(), seat=1)
    do(state, Move(0, DRAGON))
    assert (state.phase, state.votes) == ("riddle", [1])
    assert ENGINE.vote_for_bot(state, 2, [1]) is None


def test_for_the_turn_of_a_seat_that_was_left_it_is_passed():
    state = tomb([(HALL, 6), (OUTER, 6)])
    assert ENGINE.vote_for_bot(state, 0, [1]) is None
    assert ENGINE.default(state, 0, Chance(b"")) == Pass()


def test_a_seat_votes_once():
    state = tomb([(HALL, 6), (HALL, 6)])
    do(state, Concede(), seat=0)
    assert rejection_reason(state, Concede(), seat=0) == "already_conceded"
    assert Concede() not in list(ENGINE.legal(state, 0))
    do(state, Pass())
    assert 0 not in ENGINE.turns(state)


def test_others_may_vote_but_nobody_waits_for_them():
    state = tomb([(HALL, 6), (HALL, 6), (HALL, 6)], turn=1)
    assert {seat: ask.required for seat, ask in ENGINE.turns(state).items()} == {0: False, 1: True, 2: False}
    assert list(ENGINE.legal(state, 0)) == [Concede()]


def test_a_vote_may_be_cast_between_move_and_end_of_turn():
    state = tomb([(HALL, 6), (NEAR, 6)])
    do(state, Move(0, NEAR))
    assert state.phase == "share"
    do(state, Concede(), seat=1)
    do(state, Concede(), seat=0)
    assert assert_lost(state, "conceded")
