"""Turns: each has a mark of its own, so that nobody gets new time for the same decision."""

from engines.chance import Chance
from engines.shared_tomb.map import HALL
from engines.shared_tomb.stones import ANIMAL
from engines.tchang.actions import Concede, Move, Pass, Share
from tests.games.tchang.builders import ENGINE, MIDDLE, NEAR, OUTER, do, kinds, tomb
from tests.support.tables import open_table, options_for, play_on, seed_of, settings_of


def current_ask(state):
    return ENGINE.turns(state)[state.turn]


def test_neither_shares_nor_votes_are_a_new_turn():
    state = tomb([(HALL, 6), (HALL, 6), (NEAR, 1)])
    first = current_ask(state)
    for action in (Share(0, 1, 6), Share(1, 0, 1), Concede()):
        do(state, action)
        assert current_ask(state) == first
    do(state, Concede(), seat=2)
    assert current_ask(state) == first


def test_after_a_move_a_seat_is_asked_for_something_else_once():
    state = tomb([(HALL, 6), (NEAR, 6)])
    before = current_ask(state)
    do(state, Move(0, NEAR))
    after = current_ask(state)
    assert (before.what, after.what) == ("move", "share")
    do(state, Share(0, 1, 1))
    do(state, Share(1, 0, 1))
    do(state, Concede())
    assert current_ask(state) == after


def test_the_next_turn_of_a_seat_that_plays_alone_is_another():
    """Moved or passed, there and back again, with nobody in between."""
    state = tomb([(HALL, 60), (OUTER, 0), (OUTER, 0), (OUTER, 0)], seats=1)
    for action in (Move(0, NEAR), Move(0, HALL), Pass(), Move(0, NEAR), Pass()):
        before = current_ask(state)
        do(state, action)
        assert state.turn == 0
        assert current_ask(state).what == before.what == "move"
        assert current_ask(state).turn != before.turn


def test_the_next_turn_is_another_when_all_others_are_passed_over():
    state = tomb([(HALL, 9), (OUTER, 0), (MIDDLE, 3, True)], stones={MIDDLE: ANIMAL})
    for action in (Move(0, NEAR), Pass()):
        before = current_ask(state)
        do(state, action)
        assert state.turn == 0
        assert current_ask(state) != before


def test_every_square_and_every_idle_turn_makes_another_mark():
    marks = [tomb([(square, 1), (other, 1)]).turn_mark() for square in range(49) for other in range(49)]
    idle = tomb([(HALL, 1), (HALL, 1)])
    for idle.idle in range(1, 4):
        marks.append(idle.turn_mark())
    assert len(set(marks)) == len(marks)


def test_in_random_games_a_mark_stays_for_a_turn_and_changes_with_the_next():
    unchanged = changed = 0
    for number, (seats, variant) in enumerate(settings_of("tchang") * 3):
        table = open_table("tchang", seats, options_for("tchang", variant), seed_of(number))
        before = ENGINE.turns(table.state)
        for _ in play_on(table, Chance(seed_of(number + 1))):
            after, began = ENGINE.turns(table.state), "turn_began" in kinds(table.events[-1])
            for seat in before.keys() & after.keys():
                if before[seat].required and after[seat].required and before[seat].what == after[seat].what:
                    assert (before[seat].turn != after[seat].turn) == began
                    unchanged, changed = unchanged + (not began), changed + began
            before = after
    assert min(unchanged, changed) > 20, "both were seen"
