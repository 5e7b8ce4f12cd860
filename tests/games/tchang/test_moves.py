"""A turn: move a free pawn or pass."""

import pytest

from engines.chance import Chance
from engines.shared_tomb.map import DISTANCE, HALL, NEIGHBOURS, SQUARES
from engines.shared_tomb.stones import ANIMAL
from engines.tchang.actions import Concede, EndTurn, Move, Pass, Share
from engines.tchang.events import Moved, Passed
from engines.tchang.move import shortest_way
from tests.games.tchang.builders import DRAGON, ENGINE, MIDDLE, NEAR, OUTER, do, kinds, rejection_reason, tomb

TWO = [(HALL, 6), (OUTER, 6)]


def test_a_step_costs_the_moving_pawn_a_firefly_that_goes_back_to_the_reserve():
    state = tomb(TWO, reserve=10)
    events = do(state, Move(0, MIDDLE))
    assert events[0] == Moved(0, 0, [NEAR, MIDDLE], 2)
    assert [pawn.fireflies for pawn in state.pawns] == [4, 6]
    assert state.reserve == 12


def test_a_way_is_a_shortest_way_along_corridors():
    for start in SQUARES:
        for end in SQUARES:
            way = shortest_way(start.id, end.id)
            assert len(way) == DISTANCE[start.id][end.id]
            assert all(there in NEIGHBOURS[here] for here, there in zip([start.id, *way], way, strict=False))
            assert not way or way[-1] == end.id


def test_a_pawn_goes_as_far_as_its_fireflies_last_and_no_farther():
    state = tomb([(HALL, 2), (OUTER, 6)])
    assert rejection_reason(state, Move(0, MIDDLE)) is None
    assert rejection_reason(state, Move(0, OUTER)) == "too_far"
    assert {DISTANCE[HALL][move.square] for move in ENGINE.legal(state, 0) if isinstance(move, Move)} == {1, 2}


def test_a_pawn_without_fireflies_cannot_move():
    assert rejection_reason(tomb([(HALL, 0), (HALL, 3)]), Move(0, NEAR)) == "too_far"


def test_a_move_is_at_least_one_step():
    assert rejection_reason(tomb(TWO), Move(0, HALL)) == "no_step"


def test_only_the_square_where_it_stops_is_visited():
    state = tomb(TWO, statues={NEAR: "red", MIDDLE: "tangram"}, stones={NEAR: ANIMAL})
    events = do(state, Move(0, MIDDLE))
    assert state.uncovered == [MIDDLE]
    assert state.stones[NEAR] == ANIMAL
    assert "bitten" not in kinds(events)


def test_pawns_and_animals_on_the_way_do_not_matter():
    state = tomb([(HALL, 6), (NEAR, 2, True)], stones={NEAR: ANIMAL})
    do(state, Move(0, MIDDLE))
    assert state.pawns[0].square == MIDDLE
    assert state.pawns[1].bitten


def test_several_pawns_may_share_a_square():
    state = tomb(TWO)
    do(state, Move(0, OUTER))
    assert [pawn.square for pawn in state.pawns] == [OUTER, OUTER]


def test_a_seat_moves_its_own_pawns_only():
    state = tomb([(HALL, 6)] * 4, seats=2)
    assert [rejection_reason(state, Move(pawn, NEAR)) for pawn in range(5)] == [
        None,
        "not_your_pawn",
        None,
        "not_your_pawn",
        "no_such_pawn",
    ]


def test_a_single_player_moves_any_of_the_four_pawns():
    state = tomb([(HALL, 6)] * 4, seats=1)
    assert [rejection_reason(state, Move(pawn, NEAR)) for pawn in range(4)] == [None] * 4


def test_a_bitten_pawn_cannot_move():
    state = tomb([(NEAR, 6, True), (HALL, 6), (HALL, 6), (HALL, 6)], seats=2, stones={NEAR: ANIMAL})
    assert rejection_reason(state, Move(0, HALL)) == "pawn_bitten"
    assert rejection_reason(state, Move(2, NEAR)) is None


@pytest.mark.parametrize("square", [-1, len(SQUARES), 255])
def test_there_is_no_square_off_the_map(square):
    assert rejection_reason(tomb(TWO), Move(0, square)) == "no_such_square"


def test_a_turn_has_one_move_and_goes_to_the_next_seat():
    state = tomb(TWO)
    assert kinds(do(state, Move(0, NEAR))) == ["moved", "turn_began"]
    assert state.turn == 1
    assert rejection_reason(state, Move(0, MIDDLE), seat=0) == "out_of_turn"
    do(state, Move(1, MIDDLE))
    assert state.turn == 0


def test_a_seat_may_pass_instead():
    state = tomb(TWO)
    assert do(state, Pass())[0] == Passed(0, automatic=False)
    assert state.turn == 1


def test_a_pass_by_hand_is_reported_as_one_whatever_was_passed_before():
    state = tomb(TWO)
    do(state, Pass())
    assert do(state, Pass())[0] == Passed(1, automatic=False)
    assert state.idle == 2
    idle = tomb([(HALL, 6), (OUTER, 0)])
    events = do(idle, Pass())
    assert [(event.seat, event.automatic) for event in events if isinstance(event, Passed)] == [(0, False), (1, True)]
    assert do(idle, Pass())[0] == Passed(0, automatic=False)


def test_a_seat_that_can_neither_move_nor_share_is_passed_by_itself():
    state = tomb([(HALL, 6), (OUTER, 0), (MIDDLE, 3, True)], stones={MIDDLE: ANIMAL})
    events = do(state, Move(0, NEAR))
    assert kinds(events) == ["moved", "turn_began", "passed", "turn_began", "passed", "turn_began"]
    assert [event.automatic for event in events if isinstance(event, Passed)] == [True, True]
    assert state.turn == 0


def test_a_seat_that_cannot_move_but_share_is_asked():
    state = tomb([(HALL, 6), (OUTER, 0), (OUTER, 3)])
    do(state, Move(0, NEAR))
    assert state.turn == 1
    assert list(ENGINE.legal(state, 1)) == [Pass(), Concede(), Share(2, 1, 1), Share(2, 1, 2), Share(2, 1, 3)]


def test_what_can_be_done_in_one_way_only_is_listed_before_the_many_shares():
    """A single player has more shares and moves than a page of 200 holds; to pass and to concede are on it."""
    state = tomb([(HALL, 15)] * 4, seats=1)
    listed = list(ENGINE.legal(state, 0))
    assert len(listed) > 200
    assert {Pass(), Concede()} <= set(listed[:200])


def test_a_turn_cannot_be_ended_before_the_move_nor_passed_after_it():
    state = tomb(TWO)
    assert rejection_reason(state, EndTurn()) == "not_now"
    do(state, Move(0, OUTER))
    assert rejection_reason(state, Pass()) == "not_now"
    assert rejection_reason(state, Move(0, MIDDLE)) == "not_now"
    assert rejection_reason(state, EndTurn()) is None


def test_random_actions_are_of_every_kind_and_legal_also_for_who_has_voted():
    state = tomb([(HALL, 6), (HALL, 6), (OUTER, 6)])
    sampled = [ENGINE.sample(state, 0, Chance(b"", draws)) for draws in range(400)]
    assert {type(action) for action in sampled} == {Move, Share, Pass, Concede}
    assert all(rejection_reason(state, action) is None for action in sampled)
    assert ENGINE.sample(state, 1, Chance(b"")) == Concede()
    do(state, Concede(), seat=0)
    sampled = [ENGINE.sample(state, 0, Chance(b"", draws)) for draws in range(400)]
    assert {type(action) for action in sampled} == {Move, Share, Pass}


def test_for_a_seat_out_of_time_no_pawn_moves_and_nothing_is_shared():
    state = tomb(TWO)
    assert ENGINE.default(state, 0, Chance(b"")) == Pass()
    do(state, Move(0, OUTER))
    assert ENGINE.default(state, 0, Chance(b"")) == EndTurn()


def test_a_dragons_square_is_not_on_offer_while_the_exit_is_closed():
    state = tomb([(HALL, 60), (OUTER, 0)])
    assert len([move for move in ENGINE.legal(state, 0) if isinstance(move, Move)]) == len(SQUARES) - 1 - 4
    assert rejection_reason(state, Move(0, DRAGON)) == "exit_closed"
