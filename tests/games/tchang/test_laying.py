"""The players lay out the tomb themselves, before the first turn."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.chance import Chance
from engines.engine import logged
from engines.shared_tomb.map import DISTANCE, DRAGONS, HALL, PLACES, SQUARES
from engines.tchang.actions import Concede, EndTurn, Lay, Move, Pass, Share
from engines.tchang.content import STATUES
from engines.tchang.events import StatueLaid, StoneLaid, TurnBegan
from engines.tchang.heuristic import TchangHeuristic
from engines.tchang.options import TchangOptions
from engines.tchang.state import TchangState
from tests.games.tchang.builders import ENGINE, do, kinds, rejection_reason
from tests.support.tables import seed_of


def begun(seats: int = 2, number: int = 0, **options: object) -> TchangState:
    """A table whose players lay out the tomb, with nothing laid yet."""
    return ENGINE.new(seats, TchangOptions(placement="players", **options), Chance(seed_of(number)))[0]


def lay_all(state: TchangState, statues: list[int], stones: list[int]) -> list[int]:
    """Lay everything on these squares; gives the seats that did it."""
    seats = []
    for square in statues + stones:
        seats.append(state.turn)
        do(state, Lay(square))
    return seats


def test_at_first_nothing_lies_in_the_tomb():
    state, events = ENGINE.new(2, TchangOptions(placement="players", first_player=1), Chance(seed_of(1)))
    assert kinds(events) == ["tomb_laid", "turn_began"]
    assert (events[0].statues, events[0].stones, events[1]) == ([], [], TurnBegan(1))
    view = ENGINE.view(state, 0)
    assert (view.phase, view.turn, view.statues, view.stones) == ("lay", 1, [], [])
    assert (view.to_lay.statues, view.to_lay.stones) == (19, 25)
    assert all(pawn.square == HALL for pawn in view.pawns)


@pytest.mark.parametrize("animals", [3, 4])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_all_statues_are_laid_and_then_all_stones_one_each_in_turn(seats, animals):
    state = begun(seats, animals=animals, first_player=0)
    stones = 21 + animals
    for number in range(19 + stones):
        assert state.phase == "lay"
        assert [seat for seat, ask in ENGINE.turns(state).items() if ask.required] == [number % seats]
        assert (view := ENGINE.view(state, None).to_lay) is not None
        assert (view.statues, view.stones) == (max(0, 19 - number), min(stones, 19 + stones - number))
        square = PLACES[number if number < 19 else number - 19]
        event = do(state, Lay(square))[0]
        assert event == (StatueLaid if number < 19 else StoneLaid)(number % seats, square)
    assert (state.phase, ENGINE.view(state, None).to_lay) == ("move", None)


@given(seats=st.integers(1, 4), number=st.integers(0, 2**32), data=st.data())
def test_a_whole_tomb_is_laid_by_any_number_of_players(seats, number, data):
    """On any squares and for any seed: nothing is lost or doubled, and the game goes on as at any table."""
    animals, bonus = data.draw(st.integers(3, 4)), data.draw(st.booleans())
    state = begun(seats, number, animals=animals, tangram_bonus=bonus)
    before = ENGINE.inventory(state)
    for _ in range(40 + animals):
        free = [action.square for action in ENGINE.legal(state, state.turn, "lay")]
        assert set(free) == {square for square in PLACES if rejection_reason(state, Lay(square)) is None}
        events = ENGINE.play(state, state.turn, Lay(data.draw(st.sampled_from(free))), seed_of(number))
        assert ENGINE.inventory(state) == before
        view = ENGINE.view(state, None)
        again = ENGINE.resample(view, None, Chance(seed_of(number + 1)))
        assert ENGINE.view(again, None) == view
    assert kinds(events) == ["stone_laid", "turn_began"]
    assert Counter(figure for figure in state.statues if figure) == Counter(STATUES)
    assert Counter(face for face in state.stones if face is not None) == Counter(state.options.stones)


def test_a_statue_or_a_stone_is_laid_on_any_free_square_but_no_other():
    state = begun()
    for wrong in (HALL, *DRAGONS.values()):
        assert rejection_reason(state, Lay(wrong)) == "no_place"
    assert rejection_reason(state, Lay(len(SQUARES))) == "no_such_square"
    do(state, Lay(PLACES[0]))
    assert rejection_reason(state, Lay(PLACES[0])) == "square_taken"
    for square in PLACES[1:19]:
        do(state, Lay(square))
    assert rejection_reason(state, Lay(PLACES[0])) is None, "a stone may lie on a statue"
    assert rejection_reason(state, Lay(PLACES[30])) is None, "or beside it"
    do(state, Lay(PLACES[0]))
    assert rejection_reason(state, Lay(PLACES[0])) == "square_taken"


def test_only_laying_and_voting_are_possible_before_all_lies():
    state = begun(first_player=0)
    for action in (Move(0, 1), Share(0, 1, 1), Pass(), EndTurn()):
        assert rejection_reason(state, action) == "not_now"
    assert rejection_reason(state, Lay(PLACES[0]), seat=1) == "out_of_turn"
    assert (ENGINE.types(state, 0), ENGINE.types(state, 1)) == (["lay", "concede"], ["concede"])
    lay_all(state, list(PLACES[:19]), list(PLACES[:25]))
    assert rejection_reason(state, Lay(PLACES[40])) == "not_now"


@pytest.mark.parametrize("animals", [3, 4])
@pytest.mark.parametrize(("seats", "first"), [(1, 0), (2, 0), (2, 1), (3, 2), (4, 0), (4, 3)])
def test_who_begins_lays_first_and_has_the_first_turn(seats, first, animals):
    state = begun(seats, first_player=first, animals=animals)
    by = lay_all(state, list(PLACES[:19]), list(PLACES[: 21 + animals]))
    assert by == [(first + number) % seats for number in range(40 + animals)]
    assert (state.phase, state.turn) == ("move", first)


def test_nobody_knows_what_is_laid():
    """Events and views are the same whatever it is, for every viewer."""
    tables = [begun(number=number, first_player=0) for number in range(2)]
    for number, square in enumerate([*PLACES[:19], *PLACES[:25]]):
        said = [
            [logged(event) for event in ENGINE.play(state, number % 2, Lay(square), seed_of(seed))]
            for seed, state in enumerate(tables)
        ]
        assert said[0] == said[1]
        assert not any(event.private for event in said[0])
        for viewer in (None, 0, 1):
            assert ENGINE.view(tables[0], viewer) == ENGINE.view(tables[1], viewer)
    assert tables[0].statues != tables[1].statues
    assert tables[0].stones != tables[1].stones


def test_every_face_can_be_under_the_first_stone():
    """Each of the statues and stones is as likely as any other to be the next."""
    figures, faces = Counter(), Counter()
    for number in range(300):
        state = begun(number=number)
        lay_all(state, list(PLACES[:19]), [])
        ENGINE.play(state, state.turn, Lay(PLACES[0]), seed_of(number))
        faces[state.stones[PLACES[0]]] += 1
        state = begun(number=number)
        ENGINE.play(state, state.turn, Lay(PLACES[0]), seed_of(number))
        figures[state.statues[PLACES[0]]] += 1
    assert set(faces) == {-1, 1, 2, 3, 4}
    assert set(figures) == set(STATUES)
    assert 75 < figures["tangram"] < 150, "7 of 19"
    assert 65 < faces[3] < 130, "8 of 25"


def test_the_clock_lays_on_a_drawn_square():
    state = begun()
    drawn = {ENGINE.default(state, state.turn, Chance(seed_of(number))) for number in range(200)}
    assert len(drawn) > 20
    assert all(rejection_reason(state, action) is None for action in drawn)


def test_each_lay_is_a_turn_with_its_own_time():
    state = begun(1)
    marks = set()
    for square in PLACES[:19]:
        marks.add(ENGINE.turns(state)[0])
        do(state, Lay(square))
    assert len(marks) == 19


def test_bots_vote_once_all_people_have_also_while_the_tomb_is_laid():
    state = begun(3, first_player=0)
    do(state, Lay(PLACES[0]))
    do(state, Concede(), seat=0)
    assert ENGINE.vote_for_bot(state, 2, [0, 1]) is None
    do(state, Concede(), seat=1)
    assert ENGINE.vote_for_bot(state, 2, [0, 1]) == Concede()
    before = ENGINE.inventory(state)
    do(state, Concede(), seat=2)
    assert ENGINE.outcome(state).reason == "conceded"
    assert ENGINE.inventory(state) == before
    view = ENGINE.view(state, None)
    assert (view.to_lay.statues, view.to_lay.stones) == (18, 25)
    assert ENGINE.view(ENGINE.resample(view, None, Chance(b"")), None) == view


def test_bots_lay_near_the_hall_and_every_stone_on_a_statue_first():
    state = begun(2)
    while state.phase == "lay":
        (move,) = TchangHeuristic().moves(state, state.turn, Chance(b""))
        do(state, move)
    statues = [square for square, figure in enumerate(state.statues) if figure is not None]
    nearest = sorted(DISTANCE[HALL][square] for square in PLACES)[:19]
    assert sorted(DISTANCE[HALL][square] for square in statues) == nearest
    assert all(state.stones[square] is not None for square in statues)
