"""The go: stones are turned over, taken, and put back."""

import pytest

from engines.chance import Chance
from engines.dragon_fights.actions import ChooseGesture, Flip, Relocate, Take
from engines.dragon_fights.content import FACES
from engines.dragon_fights.state import BARE
from engines.registry import ENGINES
from engines.shared_tomb.map import DRAGONS, HALL, PLACES
from engines.shared_tomb.stones import ANIMAL, STONES
from schemas.game_schemas import parse_action
from tests.games.dragon_fights.builders import (
    animals,
    fight,
    firefly_stones,
    flip,
    lay,
    legal,
    rejection_reason,
    relocate,
    take,
    view,
    visible_events,
    win,
)
from tests.support.tables import seed_of


def lost_go(**options):
    """Seat 1 has turned over two firefly stones and an animal."""
    table = fight(3, **options)
    win(table, 1)
    squares = [*firefly_stones(table)[:2], animals(table)[0]]
    for square in squares:
        flip(table, square)
    return table, squares


def face_down_at(table, square):
    return next(stone for stone in view(table).stones if stone.square == square)


@pytest.mark.parametrize("seats", [2, 5])
def test_25_stones_lie_face_down_one_a_square_outside_the_hall_and_the_dragons_squares(seats):
    for number in range(30):
        stones = view(fight(seats, number)).stones
        assert len({stone.square for stone in stones}) == len(stones) == 25
        assert {stone.square for stone in stones} <= set(PLACES)
        assert not any(stone.up or stone.face for stone in stones)


def test_the_stones_are_shuffled():
    laid = [fight(2, number).state.stones for number in range(30)]
    assert all(sorted(face for face in stones if face != BARE) == sorted(STONES) for stones in laid)
    assert len({tuple(stones) for stones in laid}) == 30
    assert {square for stones in laid for square in PLACES if stones[square] != BARE} == set(PLACES)
    assert len({stones.index(ANIMAL) for stones in laid}) > 5


def test_all_stones_are_counted_wherever_they_are():
    counted = {"stones": 25, "stones of animal": 4}
    counted |= {f"stones of {fireflies}": count for fireflies, count in {1: 2, 2: 5, 3: 8, 4: 6}.items()}
    table = fight(2)
    assert table.engine.inventory(table.state) == counted
    win(table, 0)
    flip(table, firefly_stones(table)[0])
    take(table)
    assert table.engine.inventory(table.state) == counted


def test_the_winner_turns_over_a_stone_of_their_choice():
    table = fight(3)
    win(table, 2)
    squares = [stone.square for stone in view(table).stones]
    assert legal(table, 2) == [Flip(square) for square in squares]
    assert rejection_reason(table, 2, Take()) == "not_now"
    visible = visible_events(flip(table, squares[7]))
    face = FACES[table.state.stones[squares[7]]]
    assert visible["stone_flipped"] == (2, {"square": squares[7], "face": face, "fireflies": table.state.at_stake()})
    assert (face_down_at(table, squares[7]).up, face_down_at(table, squares[7]).face) == (True, face)


def test_only_a_stone_that_lies_face_down_can_be_turned_over():
    table = fight(3)
    win(table, 0)
    first = firefly_stones(table)[0]
    flip(table, first)
    assert rejection_reason(table, 0, Flip(first)) == "already_turned"
    bare = next(table.state.free())
    for square in (bare, HALL, *DRAGONS.values(), 999, -1):
        assert rejection_reason(table, 0, Flip(square)) == "no_stone"


def test_an_animal_as_first_stone_goes_back_to_another_free_square_and_all_choose_again():
    table = fight(3)
    win(table, 1)
    animal = animals(table)[0]
    flip(table, animal)
    assert {move.origin for move in legal(table, 1)} == {animal}
    to = next(table.state.free())
    relocate(table, animal, to)
    assert table.state.stones[animal] == BARE
    assert table.state.stones[to] == ANIMAL
    assert (face_down_at(table, to).up, face_down_at(table, to).face) == (False, None)
    assert set(table.engine.turns(table.state)) == {0, 1, 2}
    assert view(table).player is None


def test_after_fireflies_the_player_takes_or_turns_over_another():
    table = fight(3)
    win(table, 1)
    first, second = firefly_stones(table)[:2]
    flip(table, first)
    others = [stone.square for stone in view(table).stones if stone.square != first]
    assert legal(table, 1) == [Take(), *(Flip(square) for square in others)]
    flip(table, second)
    assert view(table).at_stake == table.state.stones[first] + table.state.stones[second]


def test_stones_turned_over_are_listed_in_the_order_they_were_turned_over():
    """In the view, when they are taken, and among what the player holds."""
    table = lay(fight(2), {5: 4, 9: 1, 17: 2, 30: 3})
    win(table, 0)
    for square in (17, 5, 9):
        flip(table, square)
    assert view(table).turned == [17, 5, 9]
    assert [stone.square for stone in view(table).stones] == [5, 9, 17, 30], "the stones themselves go by square"
    assert visible_events(take(table))["stones_taken"][1]["squares"] == (17, 5, 9)
    assert view(table).dragons[0].stones == [2, 4, 1]
    assert view(table).turned == []


def test_the_fireflies_left_are_those_on_stones_that_lie_face_down():
    """Neither those turned over nor those taken; what is put back is left again."""
    table = lay(fight(2), {5: 4, 9: 1, 17: ANIMAL, 30: 3})
    win(table, 0)
    left = [view(table).fireflies_left]
    for square in (5, 9, 17):
        flip(table, square)
        left.append(view(table).fireflies_left)
    for square, to in ((9, 1), (17, 2), (5, 3)):
        relocate(table, square, to)
        left.append(view(table).fireflies_left)
    assert left == [8, 4, 3, 3, 4, 4, 8]
    win(table, 1)
    flip(table, 30)
    take(table)
    assert view(table).fireflies_left == 5


def test_nothing_is_at_stake_while_stones_are_put_back_be_it_the_animal_first():
    table, (first, second, animal) = lost_go()
    free = list(table.state.free())
    for square, to in zip((animal, first, second), free, strict=False):
        assert view(table).at_stake == 0
        relocate(table, square, to)
    assert view(table).at_stake == 0


def test_taking_keeps_all_stones_turned_over_in_this_go():
    table = fight(3)
    win(table, 1)
    squares = firefly_stones(table)[:3]
    faces = [table.state.stones[square] for square in squares]
    for square in squares:
        flip(table, square)
    visible = visible_events(take(table))
    assert visible["stones_taken"] == (1, {"squares": tuple(squares), "fireflies": sum(faces), "total": sum(faces)})
    assert view(table).dragons[1].stones == faces
    assert view(table).dragons[1].fireflies == sum(faces)
    assert not {stone.square for stone in view(table).stones} & set(squares)
    assert set(table.engine.turns(table.state)) == {0, 1, 2}


def test_a_second_take_adds_to_what_the_player_holds():
    table = lay(fight(3), {5: 4, 9: 1, 17: 2, 30: 3})
    win(table, 1)
    flip(table, 9)
    take(table)
    win(table, 1)
    flip(table, 17)
    flip(table, 5)
    assert visible_events(take(table))["stones_taken"] == (1, {"squares": (17, 5), "fireflies": 6, "total": 7})
    assert (view(table).dragons[1].stones, view(table).dragons[1].fireflies) == ([1, 2, 4], 7)


def test_an_animal_after_fireflies_sends_all_stones_of_the_go_back_itself_too():
    table, squares = lost_go()
    faces = {square: table.state.stones[square] for square in squares}
    assert view(table).at_stake == 0
    assert (
        rejection_reason(table, 1, Take())
        == rejection_reason(table, 1, Flip(next(table.state.face_down())))
        == "not_now"
    )
    for square, to in zip(squares, list(table.state.free()), strict=False):
        assert table.engine.turns(table.state).keys() == {1}
        relocate(table, square, to)
        assert table.state.stones[to] == faces[square]
    assert set(table.engine.turns(table.state)) == {0, 1, 2}
    assert len(view(table).stones) == 25
    assert not any(stone.up for stone in view(table).stones)
    assert view(table).dragons[1].stones == []


def test_the_stones_go_back_in_any_order():
    table, squares = lost_go()
    assert {move.origin for move in legal(table, 1)} == set(squares)
    relocate(table, squares[1], next(table.state.free()))
    assert {move.origin for move in legal(table, 1)} == {squares[0], squares[2]}


def test_where_stones_may_go_is_listed_by_square():
    """Whatever the order they were turned over in."""
    table = lay(fight(2), {5: 4, 9: 1, 17: ANIMAL, 30: 3})
    win(table, 0)
    for square in (9, 5, 17):
        flip(table, square)
    free = [square for square in PLACES if square not in (5, 9, 17, 30)]
    assert legal(table, 0) == [Relocate(square, to) for square in (5, 9, 17) for to in free]


def test_stones_turned_over_keep_their_squares_until_each_is_put_back():
    table, (first, second, animal) = lost_go()
    assert (
        rejection_reason(table, 1, Relocate(first, second))
        == rejection_reason(table, 1, Relocate(first, animal))
        == "not_free"
    )


def test_a_square_just_left_by_another_stone_is_free():
    table, (first, second, animal) = lost_go()
    relocate(table, first, next(table.state.free()))
    relocate(table, second, first)
    relocate(table, animal, second)
    assert table.state.stones[second] == ANIMAL


def test_no_stone_goes_back_to_its_own_square():
    table, squares = lost_go()
    for square in squares:
        assert rejection_reason(table, 1, Relocate(square, square)) == "same_square"
        assert all(move.origin != move.to for move in legal(table, 1))


def test_a_square_is_free_without_a_stone_and_outside_the_hall_and_the_dragons_squares():
    table, (first, *_) = lost_go()
    stones = {stone.square for stone in view(table).stones}
    assert {move.to for move in legal(table, 1)} == set(PLACES) - stones
    for square in (HALL, *DRAGONS.values(), next(table.state.face_down()), 999, -1):
        assert rejection_reason(table, 1, Relocate(first, square)) == "not_free"


def test_only_a_stone_turned_over_in_this_go_is_put_back_and_only_after_an_animal():
    table, (first, *_) = lost_go()
    free = next(table.state.free())
    assert rejection_reason(table, 1, Relocate(next(table.state.face_down()), free)) == "not_turned"
    relocate(table, first, free)
    assert rejection_reason(table, 1, Relocate(free, next(table.state.free()))) == "not_turned"
    assert rejection_reason(table, 1, ChooseGesture("rock")) == "not_now"
    luckier = fight(2)
    win(luckier, 0)
    flip(luckier, firefly_stones(luckier)[0])
    assert rejection_reason(luckier, 0, Relocate(luckier.state.turned[0], next(luckier.state.free()))) == "not_now"


def test_the_events_say_which_stone_went_where():
    table, squares = lost_go()
    to = next(table.state.free())
    for square in squares:
        face = FACES[table.state.stones[square]]
        for viewer in (None, 0, 1, 2):
            visible = visible_events(table.engine.play(table.copy(), 1, Relocate(square, to), table.seed), viewer)
            assert visible["stone_relocated"] == (1, {"from": square, "to": to, "face": face})


def test_relocate_is_written_with_from_and_to():
    assert parse_action(ENGINES["dragon_fights"], {"type": "relocate", "from": 3, "to": 4}) == Relocate(3, 4)


@pytest.mark.parametrize("aid", [False, True])
def test_what_has_been_seen_is_shown_only_with_the_memory_aid(aid):
    table, squares = lost_go(memory_aid=aid)
    free = list(table.state.free())[:3]
    names = [FACES[table.state.stones[square]] for square in squares]
    for square, to in zip(squares, free, strict=True):
        relocate(table, square, to)
    for viewer in (None, 0, 1, 2):
        faces = {stone.square: stone.face for stone in view(table, viewer).stones}
        assert [faces.pop(square) for square in free] == (names if aid else [None] * 3)
        assert set(faces.values()) == {None}


def test_the_memory_aid_follows_a_stone_and_forgets_its_old_square():
    table, squares = lost_go(memory_aid=True)
    first, second, third, last = list(table.state.free())[:4]
    for square, to in zip(squares, (first, second, third), strict=True):
        relocate(table, square, to)
    win(table, 0)
    flip(table, third)
    relocate(table, third, last)
    win(table, 2)
    flip(table, first)
    take(table)
    seen = {stone.square: stone.face for stone in view(table).stones if stone.face}
    assert seen == {second: table.state.stones[second], last: "animal"}
    assert table.state.seen[third] is table.state.seen[first] is False


def test_the_last_firefly_stones_are_taken_at_once_and_end_the_game():
    table = lay(fight(3), {5: ANIMAL, 9: 3, 17: 4, 30: ANIMAL})
    win(table, 2)
    assert "stones_taken" not in visible_events(flip(table, 9))
    assert table.engine.outcome(table.state) is None
    visible = visible_events(flip(table, 17))
    assert visible["stone_flipped"] == (2, {"square": 17, "face": 4, "fireflies": 7})
    assert visible["stones_taken"] == (2, {"squares": (9, 17), "fireflies": 7, "total": 7})
    assert "round_began" not in visible
    assert (view(table).phase, view(table).player, view(table).at_stake) == ("over", 2, 0)
    assert table.engine.turns(table.state) == {}
    assert table.engine.outcome(table.state).reason == "last_firefly"
    assert rejection_reason(table, 2, Flip(5)) == "not_your_turn"


@pytest.mark.parametrize("last", [1, 2, 3, 4])
@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_the_game_goes_on_while_a_firefly_stone_lies_face_down(first, last):
    """However few fireflies it shows, the stone that was turned over and the one that is left."""
    table = lay(fight(2), {5: ANIMAL, 9: first, 17: last})
    win(table, 0)
    assert "stones_taken" not in visible_events(flip(table, 9))
    assert legal(table, 0) == [Take(), Flip(5), Flip(17)]
    take(table)
    assert view(table).fireflies_left == last
    assert table.engine.outcome(table.state) is None
    assert set(table.engine.turns(table.state)) == {0, 1}
    table.state.taken[0] = []
    win(table, 1)
    flip(table, 17)
    assert table.engine.outcome(table.state).winners == [1]


def test_fireflies_turned_over_with_an_animal_do_not_end_the_game():
    table = lay(fight(2), {5: ANIMAL, 9: 3, 17: 4})
    win(table, 0)
    flip(table, 9)
    flip(table, 5)
    relocate(table, 9, 1)
    relocate(table, 5, 9)
    win(table, 1)
    flip(table, 1)
    assert table.engine.outcome(table.state) is None
    flip(table, 17)
    assert table.engine.outcome(table.state).winners == [1]


def test_most_fireflies_win():
    table = lay(fight(3), {9: 1})
    table.state.taken = [[4], [3, 1, 1], []]
    win(table, 2)
    flip(table, 9)
    outcome = table.engine.outcome(table.state)
    assert outcome.winners == [1]
    assert [(score.score, score.detail) for score in outcome.scores] == [
        (4, {"stones": 1}),
        (5, {"stones": 3}),
        (1, {"stones": 1}),
    ]


def test_a_tie_is_a_shared_victory():
    table = lay(fight(3), {9: 4})
    table.state.taken = [[4], [3], []]
    win(table, 2)
    flip(table, 9)
    assert table.engine.outcome(table.state).winners == [0, 2]


def test_for_a_player_out_of_time_everything_is_random_but_that_they_take_what_they_have():
    table, dice = fight(2), Chance(seed_of(3))
    engine, state = table.engine, table.state
    assert len({engine.default(state, 0, dice) for _ in range(50)}) == 3
    win(table, 0)
    assert len({engine.default(state, 0, dice) for _ in range(50)}) > 10
    flip(table, firefly_stones(table)[0])
    assert {engine.default(state, 0, dice) for _ in range(50)} == {Take()}
    flip(table, animals(table)[0])
    assert len({engine.default(state, 0, dice) for _ in range(50)}) > 10
