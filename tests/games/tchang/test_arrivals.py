"""What a pawn finds where it stops: a friend to free, then a stone, then a statue."""

from engines.shared_tomb.map import HALL
from engines.shared_tomb.stones import ANIMAL
from engines.tchang.actions import Move
from engines.tchang.events import Bitten, Freed, StatueTurned, StoneTurned
from tests.games.tchang.builders import MIDDLE, NEAR, OUTER, do, kinds, tomb

PAIR = [(HALL, 6), (OUTER, 6)]


def test_on_an_empty_square_nothing_happens():
    assert kinds(do(tomb(PAIR), Move(0, NEAR))) == ["moved", "turn_began"]


def test_fireflies_under_a_stone_come_from_the_reserve_and_the_stone_leaves_the_game():
    state = tomb(PAIR, stones={NEAR: 4}, reserve=20)
    assert StoneTurned(0, 0, NEAR, fireflies=4, gained=4) in do(state, Move(0, NEAR))
    assert state.pawns[0].fireflies == 6 - 1 + 4
    assert state.reserve == 20 + 1 - 4
    assert state.stones[NEAR] is None
    assert state.removed == [4]


def test_what_the_reserve_cannot_pay_is_lost():
    state = tomb(PAIR, stones={NEAR: 4}, reserve=1)
    assert StoneTurned(0, 0, NEAR, fireflies=4, gained=2) in do(state, Move(0, NEAR))
    assert (state.pawns[0].fireflies, state.reserve) == (7, 0)


def test_an_animal_bites_and_the_statue_below_stays_covered():
    state = tomb(PAIR, stones={NEAR: ANIMAL}, statues={NEAR: "tangram"})
    events = do(state, Move(0, NEAR))
    assert Bitten(0, 0, NEAR) in events
    assert state.pawns[0].bitten
    assert state.stones[NEAR] == ANIMAL
    assert state.uncovered == []


def test_a_bitten_pawn_keeps_its_fireflies_while_it_is_held_and_when_it_is_freed():
    state = tomb(PAIR, stones={NEAR: ANIMAL}, reserve=10)
    do(state, Move(0, NEAR))
    assert (state.pawns[0].fireflies, state.reserve) == (5, 11), "it pays its way and nothing else"
    do(state, Move(1, NEAR))
    assert (state.pawns[0].fireflies, state.pawns[1].fireflies, state.reserve) == (5, 4, 13)


def test_a_statue_is_turned_over_and_stays_face_up():
    state = tomb(PAIR, statues={NEAR: "blue"})
    assert StatueTurned(0, 0, NEAR, "blue", bonus=0) in do(state, Move(0, NEAR))
    assert state.uncovered == [NEAR]
    do(state, Move(1, NEAR))
    assert state.uncovered == [NEAR], "it is turned over once"
    assert state.statues[NEAR] == "blue"


def test_a_stone_is_turned_before_the_statue_below_it():
    state = tomb(PAIR, stones={NEAR: 2}, statues={NEAR: "blue"})
    assert kinds(do(state, Move(0, NEAR)))[:3] == ["moved", "stone_turned", "statue_turned"]


def test_a_pawn_that_comes_frees_a_bitten_one_and_the_animal_leaves_the_game():
    state = tomb([(HALL, 6), (MIDDLE, 2, True)], stones={MIDDLE: ANIMAL})
    events = do(state, Move(0, MIDDLE))
    assert Freed(0, 1, 0, MIDDLE) in events
    assert not state.pawns[1].bitten
    assert not state.pawns[0].bitten
    assert state.stones[MIDDLE] is None
    assert state.removed == [ANIMAL]


def test_a_rescue_uncovers_the_statue_that_the_animal_covered():
    state = tomb([(HALL, 6), (MIDDLE, 2, True)], stones={MIDDLE: ANIMAL}, statues={MIDDLE: "green"})
    assert kinds(do(state, Move(0, MIDDLE)))[:3] == ["moved", "freed", "statue_turned"]
    assert state.uncovered == [MIDDLE]


def test_any_pawn_may_free_any_other_whoever_moves_them():
    own = tomb([(NEAR, 2, True), (HALL, 6), (HALL, 6), (HALL, 6)], seats=2, stones={NEAR: ANIMAL})
    do(own, Move(2, NEAR))
    assert not own.pawns[0].bitten
    others = tomb([(NEAR, 2, True), (HALL, 6)], turn=1, stones={NEAR: ANIMAL})
    do(others, Move(1, NEAR))
    assert not others.pawns[0].bitten


def test_a_freed_pawn_moves_again():
    state = tomb([(HALL, 6), (NEAR, 2, True)], stones={NEAR: ANIMAL})
    do(state, Move(0, NEAR))
    state.turn, state.phase = 1, "move"
    do(state, Move(1, HALL))
    assert state.pawns[1].square == HALL


def test_the_tangram_bonus_is_a_firefly_for_the_pawn_that_uncovers_a_tangram():
    state = tomb(PAIR, statues={NEAR: "tangram"}, tangram_bonus=True, reserve=10)
    assert StatueTurned(0, 0, NEAR, "tangram", bonus=1) in do(state, Move(0, NEAR))
    assert (state.pawns[0].fireflies, state.reserve) == (6, 10)


def test_there_is_no_bonus_for_a_dragon_or_without_the_option():
    for figure, bonus in (("red", True), ("tangram", False)):
        state = tomb(PAIR, statues={NEAR: figure}, tangram_bonus=bonus)
        do(state, Move(0, NEAR))
        assert state.pawns[0].fireflies == 5


def test_on_a_rescue_the_rescuer_gets_the_tangram_bonus():
    state = tomb(
        [(HALL, 6), (NEAR, 2, True)], stones={NEAR: ANIMAL}, statues={NEAR: "tangram"}, tangram_bonus=True, reserve=9
    )
    do(state, Move(0, NEAR))
    assert [pawn.fireflies for pawn in state.pawns] == [6, 2]


def test_an_empty_reserve_pays_no_bonus():
    state = tomb(PAIR, stones={NEAR: 1}, statues={NEAR: "tangram"}, tangram_bonus=True, reserve=0)
    events = do(state, Move(0, NEAR))
    assert StoneTurned(0, 0, NEAR, fireflies=1, gained=1) in events
    assert StatueTurned(0, 0, NEAR, "tangram", bonus=0) in events
