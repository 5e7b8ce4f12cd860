"""When all are out, the dragon may ask its riddle. It decides nothing but the honour."""

import msgspec
import pytest

from engines.chance import Chance
from engines.shared_tomb.map import COLOURS, DRAGONS
from engines.tchang.actions import Concede, DeclineRiddle, Move, SolveRiddle
from engines.tchang.events import RiddlePosed, RiddleSolved
from engines.tchang.riddle import SILHOUETTES
from tests.games.tchang.builders import ALL_TANGRAMS, CORNERS, ENGINE, do, rejection_reason, tomb
from tests.games.tchang.solutions import SOLUTIONS, pieces_of


def solution(dragon, figure):
    return SolveRiddle(tuple(pieces_of(SOLUTIONS[dragon][figure])))


def enter_riddle(seats=3, dragon="red", riddle=True):
    """All pawns but one stand on the dragon, and that one takes the last step."""
    pawns = [(CORNERS[dragon], 1), *[(DRAGONS[dragon], 0)] * (2 if seats == 3 else 3)]
    shown = {**ALL_TANGRAMS, 30: dragon, 31: dragon, 32: dragon}
    state = tomb(pawns, seats=seats, uncovered=shown, riddle=riddle)
    return state, do(state, Move(0, DRAGONS[dragon]))


HOUSE = solution("red", "house")
WRONG = SolveRiddle(HOUSE.pieces[:-1] + HOUSE.pieces[:1])
ELSEWHERE = solution("blue", "heart")


def test_without_the_option_the_game_is_over_at_once():
    state, events = enter_riddle(riddle=False)
    assert not any(isinstance(event, RiddlePosed) for event in events)
    assert ENGINE.outcome(state).reason == "won"
    assert rejection_reason(state, HOUSE) == "not_your_turn", "the game turns to nobody"


def test_with_it_the_result_is_fixed_as_won_and_the_game_still_open():
    state, events = enter_riddle()
    assert events[-1] == RiddlePosed(None, "red", SILHOUETTES["red"])
    assert ENGINE.view(state, 0).ending == "won"
    assert ENGINE.outcome(state) is None
    assert {seat: ask.required for seat, ask in ENGINE.turns(state).items()} == {0: True, 1: True, 2: True}
    assert rejection_reason(state, Concede(), seat=1) == "not_now"


def test_nobody_is_asked_a_riddle_before_all_are_out():
    state = tomb([(0, 6), (0, 6)], riddle=True)
    assert rejection_reason(state, HOUSE) == "not_now"
    assert rejection_reason(state, DeclineRiddle()) == "not_now"
    assert rejection_reason(state, HOUSE, seat=1) == "out_of_turn"
    assert ENGINE.view(state, 0).riddle.figures == ()


@pytest.mark.parametrize("dragon", COLOURS)
def test_any_of_the_exits_four_figures_closes_the_game(dragon):
    for figure in SOLUTIONS[dragon]:
        state, _ = enter_riddle(dragon=dragon)
        action = solution(dragon, figure)
        assert do(state, action, seat=1) == [RiddleSolved(1, figure, action.pieces)]
        assert ENGINE.turns(state) == {}
        outcome = ENGINE.outcome(state)
        assert outcome.reason == "won"
        assert outcome.winners == [0, 1, 2]
        assert [score.detail["riddle"] for score in outcome.scores] == [0, 1, 0]
        assert {score.score for score in outcome.scores} == {1}


@pytest.mark.parametrize("solver", range(3))
def test_the_solver_gets_the_honour_whatever_its_seat(solver):
    state, _ = enter_riddle()
    do(state, HOUSE, seat=solver)
    assert [score.detail["riddle"] for score in ENGINE.outcome(state).scores] == [int(s == solver) for s in range(3)]


def test_a_figure_of_another_dragon_is_rejected():
    assert rejection_reason(enter_riddle()[0], ELSEWHERE, seat=0) == "riddle_outside"


def test_a_wrong_solution_changes_nothing_and_cancels_no_decline():
    state, _ = enter_riddle()
    do(state, DeclineRiddle(), seat=2)
    before = ENGINE.dump(state)
    assert rejection_reason(state, WRONG, seat=0) == "riddle_pieces"
    assert rejection_reason(state, WRONG, seat=2) == "riddle_pieces"
    assert ENGINE.dump(state) == before
    assert state.declined == [2]


def test_it_closes_when_every_seat_has_declined_and_is_won_all_the_same():
    state, _ = enter_riddle()
    for seat in (1, 0, 2):
        assert ENGINE.outcome(state) is None
        do(state, DeclineRiddle(), seat=seat)
    assert ENGINE.outcome(state).winners == [0, 1, 2]
    assert {score.detail["riddle"] for score in ENGINE.outcome(state).scores} == {0}


def test_a_seat_that_has_declined_is_not_awaited_but_may_still_solve_it():
    state, _ = enter_riddle()
    do(state, DeclineRiddle(), seat=1)
    assert {seat: ask.required for seat, ask in ENGINE.turns(state).items()} == {0: True, 1: False, 2: True}
    assert rejection_reason(state, DeclineRiddle(), seat=1) == "already_declined"
    do(state, HOUSE, seat=1)
    assert ENGINE.view(state, None).riddle.solver == 1


def test_the_view_shows_the_four_figures_of_the_exit_once_all_are_out():
    state, _ = enter_riddle(dragon="green")
    assert [figure.name for figure in ENGINE.view(state, None).riddle.figures] == list(SOLUTIONS["green"])
    for seat in range(3):
        do(state, DeclineRiddle(), seat=seat)
    assert [figure.name for figure in ENGINE.view(state, None).riddle.figures] == list(SOLUTIONS["green"])


def test_no_figures_are_shown_before_all_are_out_or_when_they_never_get_out():
    """Not even when everyone knows which dragon will ask."""
    pawns = [(CORNERS["red"], 2), (DRAGONS["red"], 0), (DRAGONS["red"], 0)]
    state = tomb(pawns, uncovered={**ALL_TANGRAMS, 30: "red", 31: "red", 32: "red"}, riddle=True)
    assert ENGINE.view(state, None).exit.open
    assert ENGINE.view(state, None).riddle.figures == ()
    for seat in range(3):
        do(state, Concede(), seat=seat)
    assert ENGINE.view(state, None).riddle.figures == ()


def test_the_figure_laid_by_the_solver_stays_in_the_view():
    state, _ = enter_riddle()
    assert ENGINE.view(state, None).riddle.pieces == ()
    do(state, HOUSE, seat=1)
    riddle = ENGINE.view(state, None).riddle
    assert (riddle.solver, riddle.solved, riddle.pieces) == (1, "house", HOUSE.pieces)
    assert ENGINE.load(ENGINE.dump(state), state.options).pieces == HOUSE.pieces
    state.removed = list(state.options.stones)
    assert ENGINE.view(ENGINE.resample(ENGINE.view(state, 0), 0, Chance(b"")), 0) == ENGINE.view(state, 0)


def test_what_a_seat_that_has_declined_does_at_random_is_never_illegal():
    """There is nothing that could be listed for it any more."""
    state, _ = enter_riddle()
    do(state, DeclineRiddle(), seat=1)
    assert list(ENGINE.legal(state, 1)) == []
    with pytest.raises(ValueError, match="cannot choose among 0"):
        ENGINE.sample(state, 1, Chance(b""))


def test_solutions_are_never_listed_and_the_clock_declines():
    state, _ = enter_riddle()
    assert ENGINE.open_ended == {"solve_riddle"}
    assert list(ENGINE.legal(state, 0)) == [DeclineRiddle()]
    assert ENGINE.default(state, 0, Chance(b"")) == DeclineRiddle()
    assert ENGINE.sample(state, 0, Chance(b"")) == DeclineRiddle()


def test_the_types_of_action_name_solving_all_through_the_riddle_and_never_else():
    state, _ = enter_riddle()
    assert ENGINE.types(state, 0) == ["decline_riddle", "solve_riddle"]
    do(state, DeclineRiddle(), seat=0)
    assert ENGINE.types(state, 0) == ["solve_riddle"], "who has declined may still solve it"
    do(state, HOUSE, seat=1)
    assert ENGINE.types(state, 0) == []
    for other in (tomb([(0, 6), (0, 6)], riddle=True), enter_riddle(riddle=False)[0]):
        assert "solve_riddle" not in ENGINE.types(other, 0)


def test_a_table_resampled_during_the_riddle_looks_the_same():
    state, _ = enter_riddle()
    state.removed = list(state.options.stones)
    do(state, DeclineRiddle(), seat=1)
    view = ENGINE.view(state, 1)
    other = ENGINE.resample(view, 1, Chance(b"other"))
    assert msgspec.json.encode(ENGINE.view(other, 1)) == msgspec.json.encode(view)
    assert ENGINE.turns(other) == ENGINE.turns(state)
    assert rejection_reason(other, HOUSE, seat=1) is None
