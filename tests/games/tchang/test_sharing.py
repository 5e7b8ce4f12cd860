"""Pawns on one square may redistribute their fireflies."""

import pytest

from engines.chance import Chance
from engines.shared_tomb.map import HALL
from engines.shared_tomb.stones import ANIMAL
from engines.tchang.actions import Concede, EndTurn, Move, Pass, Share
from engines.tchang.events import Shared
from engines.tchang.options import TchangOptions
from tests.games.tchang.builders import ENGINE, MIDDLE, NEAR, OUTER, do, kinds, rejection_reason, tomb


def test_fireflies_go_from_one_pawn_to_another_on_its_square():
    state = tomb([(HALL, 6), (HALL, 6)])
    assert do(state, Share(0, 1, 4)) == [Shared(0, 0, 1, 4)]
    assert [pawn.fireflies for pawn in state.pawns] == [2, 10]


def test_any_proportion_is_allowed_down_to_the_last_firefly():
    state = tomb([(HALL, 6), (HALL, 6)])
    offered = [action for action in ENGINE.legal(state, 0) if isinstance(action, Share)]
    assert offered == [Share(a, b, n) for a, b in ((0, 1), (1, 0)) for n in range(1, 7)]


@pytest.mark.parametrize(("amount", "reason"), [(0, "not_enough"), (6, None), (7, "not_enough"), (-1, "not_enough")])
def test_a_pawn_gives_at_least_one_and_no_more_than_it_has(amount, reason):
    assert rejection_reason(tomb([(HALL, 6), (HALL, 6)]), Share(0, 1, amount)) == reason


def test_the_player_whose_turn_it_is_may_take_from_others_without_their_consent():
    state = tomb([(HALL, 0), (HALL, 6), (HALL, 5)])
    do(state, Share(1, 0, 3))
    do(state, Share(2, 1, 5))
    assert [pawn.fireflies for pawn in state.pawns] == [3, 8, 0]


def test_pawns_of_others_may_share_where_a_pawn_of_the_mover_stands():
    state = tomb([(OUTER, 1), (OUTER, 6), (OUTER, 5), (HALL, 1)])
    assert rejection_reason(state, Share(1, 2, 2)) is None


def test_only_pawns_on_one_square_share():
    assert rejection_reason(tomb([(HALL, 6), (NEAR, 6)]), Share(0, 1, 1)) == "not_together"
    assert rejection_reason(tomb([(HALL, 6), (NEAR, 6)]), Share(0, 0, 1)) == "same_pawn"
    assert rejection_reason(tomb([(HALL, 6), (NEAR, 6)]), Share(0, 3, 1)) == "no_such_pawn"


def test_a_seat_shares_only_where_one_of_its_pawns_stands():
    state = tomb([(HALL, 6), (NEAR, 6), (NEAR, 6)])
    assert rejection_reason(state, Share(1, 2, 1)) == "not_your_square"
    assert not any(isinstance(action, Share) for action in ENGINE.legal(state, 0))


def test_with_several_pawns_every_square_of_theirs_will_do():
    state = tomb([(HALL, 6), (HALL, 1), (OUTER, 6), (OUTER, 1)], seats=2)
    assert rejection_reason(state, Share(0, 1, 1)) is None
    assert rejection_reason(state, Share(3, 2, 1)) is None


def test_sharing_comes_before_and_after_the_move():
    state = tomb([(HALL, 1), (HALL, 5), (MIDDLE, 0)])
    do(state, Share(1, 0, 4))
    do(state, Move(0, MIDDLE))
    assert (state.turn, state.phase) == (0, "share")
    do(state, Share(0, 2, 2))
    assert kinds(do(state, EndTurn())) == ["turn_began"]
    assert [pawn.fireflies for pawn in state.pawns] == [1, 1, 2]


def test_after_a_move_the_turn_goes_on_only_if_there_is_something_to_share():
    alone = tomb([(HALL, 6), (HALL, 6)])
    do(alone, Move(0, NEAR))
    assert (alone.turn, alone.phase) == (1, "move")
    poor = tomb([(HALL, 1), (NEAR, 0), (OUTER, 3)])
    do(poor, Move(0, NEAR))
    assert poor.turn == 2, "together, but without a firefly; the next seat has none either and is passed"


def test_sharing_is_out_of_turn_for_everyone_else():
    assert rejection_reason(tomb([(HALL, 6), (HALL, 6)]), Share(1, 0, 1), seat=1) == "out_of_turn"


def share_to_the_limit(state, giver, taker):
    """Twenty times the same firefly, there and back; how many shares are left is shown."""
    for number in range(20):
        assert ENGINE.view(state, None).shares_left == 20 - number
        do(state, Share(giver, taker, 1))
        giver, taker = taker, giver
    assert ENGINE.view(state, None).shares_left == 0
    assert rejection_reason(state, Share(giver, taker, 1)) == "enough_shared"
    assert not any(isinstance(action, Share) for action in ENGINE.legal(state, state.turn))


def test_there_are_at_most_twenty_shares_before_a_move_and_twenty_after_it():
    state = tomb([(HALL, 6), (HALL, 6), (NEAR, 3)])
    share_to_the_limit(state, 0, 1)
    do(state, Move(0, NEAR))
    assert (state.turn, state.phase) == (0, "share")
    share_to_the_limit(state, 0, 2)
    assert list(ENGINE.legal(state, 0)) == [EndTurn(), Concede()]
    do(state, EndTurn())
    assert (state.turn, ENGINE.view(state, None).shares_left) == (1, 20)


def test_who_has_shared_enough_and_cannot_move_may_still_pass():
    state = tomb([(OUTER, 0), (OUTER, 1), (HALL, 6)], turn=1)
    state.pawns[1].bitten, state.stones[OUTER] = True, ANIMAL
    share_to_the_limit(state, 1, 0)
    assert list(ENGINE.legal(state, 1)) == [Pass(), Concede()]
    assert ENGINE.default(state, 1, Chance(b"")) == Pass()
    assert ENGINE.sample(state, 1, Chance(b"")) in (Pass(), Concede())
    do(state, Pass())
    assert state.turn == 2


def test_the_shares_of_each_turn_are_counted_anew():
    state = tomb([(HALL, 6), (HALL, 6)])
    share_to_the_limit(state, 0, 1)
    do(state, Pass())
    share_to_the_limit(state, 1, 0)
    alone = tomb([(HALL, 6), (HALL, 6), (HALL, 0), (HALL, 0)], seats=1)
    share_to_the_limit(alone, 0, 3)
    do(alone, Pass())
    share_to_the_limit(alone, 0, 3)


def test_a_table_dealt_afresh_has_the_same_shares_left():
    state = ENGINE.new(2, TchangOptions(), Chance(b""))[0]
    for number in range(7):
        do(state, Share(number % 2, 1 - number % 2, 1))
    other = ENGINE.resample(ENGINE.view(state, 0), 0, Chance(b"other"))
    assert other.shares == state.shares == 7
