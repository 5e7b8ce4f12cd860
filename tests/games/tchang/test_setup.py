"""How the tomb is laid out, and what the options change."""

import pytest

from engines.chance import Chance
from engines.shared_tomb.map import DISTANCE, HALL, PLACES
from engines.shared_tomb.stones import ANIMAL, STONES
from engines.tchang.options import PRESETS, TchangOptions
from tests.games.tchang.builders import ENGINE
from tests.support.tables import option_errors_of, options_for, seed_of


def fresh(seats=4, number=0, **options):
    return ENGINE.new(seats, options_for("tchang", options), Chance(seed_of(number)))[0]


def squares_of(things):
    return {square for square, thing in enumerate(things) if thing is not None}


def tables(**options):
    return [fresh(number=number, **options) for number in range(30)]


@pytest.mark.parametrize(("seats", "pawns"), [(1, 4), (2, 4), (3, 3), (4, 4)])
def test_four_pawns_are_in_the_game_but_three_at_three_players(seats, pawns):
    state = fresh(seats)
    assert len(state.pawns) == pawns
    shares = [len(state.pawns_of(seat)) for seat in range(seats)]
    assert shares == [pawns // seats] * seats
    assert sorted(number for seat in range(seats) for number in state.pawns_of(seat)) == list(range(pawns))


def test_all_pawns_begin_in_the_hall_and_none_is_bitten():
    assert all(pawn.square == HALL and not pawn.bitten for pawn in fresh().pawns)


def test_each_pawn_begins_with_six_fireflies_and_the_rest_of_sixty_is_the_reserve():
    assert [pawn.fireflies for pawn in fresh().pawns] == [6, 6, 6, 6]
    assert fresh().reserve == 36
    assert fresh(3).reserve == 42


@pytest.mark.parametrize("fireflies", [3, 9])
def test_the_option_fireflies_changes_what_each_pawn_begins_with(fireflies):
    assert {pawn.fireflies for pawn in fresh(fireflies=fireflies).pawns} == {fireflies}


def test_nineteen_statues_hide_three_dragons_of_each_colour_and_seven_tangrams():
    figures = [figure for figure in fresh().statues if figure is not None]
    assert len(figures) == 19
    assert {figure: figures.count(figure) for figure in figures} == {
        "red": 3,
        "green": 3,
        "yellow": 3,
        "blue": 3,
        "tangram": 7,
    }


def test_twenty_five_stones_hide_four_animals_and_one_to_four_fireflies():
    faces = sorted(face for face in fresh().stones if face is not None)
    assert faces == sorted(STONES)
    assert faces[:4] == [ANIMAL] * 4
    assert set(faces[4:]) == {1, 2, 3, 4}


@pytest.mark.parametrize("placement", ["random", "covered", "far", "far_covered"])
def test_nothing_lies_in_the_hall_or_on_a_dragons_square(placement):
    for state in tables(placement=placement):
        assert squares_of(state.statues) | squares_of(state.stones) <= set(PLACES)


def test_a_stone_may_lie_on_a_statue_or_beside_it():
    states = tables()
    assert any(squares_of(state.statues) & squares_of(state.stones) for state in states)
    assert any(squares_of(state.statues) - squares_of(state.stones) for state in states)


def test_covered_lays_a_stone_on_every_statue():
    for state in tables(placement="covered"):
        assert squares_of(state.statues) < squares_of(state.stones)


def test_far_stands_the_statues_as_far_from_the_hall_as_they_go():
    farthest = sorted((DISTANCE[HALL][square] for square in PLACES), reverse=True)[:19]
    layouts = set()
    for state in tables(placement="far"):
        squares = squares_of(state.statues)
        layouts.add(frozenset(squares))
        assert sorted((DISTANCE[HALL][square] for square in squares), reverse=True) == farthest
    assert len(layouts) > 1, "which squares of the same distance is drawn"


def test_far_covered_stands_the_statues_far_away_and_lays_a_stone_on_each():
    farthest = sorted((DISTANCE[HALL][square] for square in PLACES), reverse=True)[:19]
    for state in tables(placement="far_covered"):
        squares = squares_of(state.statues)
        assert squares < squares_of(state.stones)
        assert sorted((DISTANCE[HALL][square] for square in squares), reverse=True) == farthest


def test_custom_lays_statues_and_stones_on_the_squares_named():
    named = {"statue_squares": list(PLACES[3:22]), "stone_squares": list(PLACES[:25])}
    states = [fresh(number=number, placement="custom", **named) for number in range(5)]
    for state in states:
        assert squares_of(state.statues) == set(PLACES[3:22])
        assert squares_of(state.stones) == set(PLACES[:25])
    assert len({tuple(state.statues) for state in states}) > 1, "what is under them is drawn"


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ({"placement": "custom"}, {"statue_squares", "stone_squares"}),
        ({"statue_squares": list(PLACES[:19])}, {"statue_squares"}),
        ({"placement": "far", "stone_squares": list(PLACES[:25])}, {"stone_squares"}),
        ({"placement": "players", "statue_squares": list(PLACES[:19])}, {"statue_squares"}),
        (
            {"placement": "custom", "statue_squares": list(PLACES[:18]), "stone_squares": list(PLACES[:25])},
            {"statue_squares"},
        ),
        (
            {"placement": "custom", "statue_squares": list(PLACES[:19]), "stone_squares": [PLACES[0]] * 25},
            {"stone_squares"},
        ),
        (
            {"placement": "custom", "statue_squares": [HALL, *PLACES[:18]], "stone_squares": list(PLACES[:25])},
            {"statue_squares"},
        ),
        (
            {"placement": "custom", "statue_squares": list(PLACES[:19]), "stone_squares": [45, *PLACES[:24]]},
            {"stone_squares"},
        ),
        ({"fireflies": 2}, {"fireflies"}),
        ({"fireflies": 10}, {"fireflies"}),
        ({"animals": 2}, {"animals"}),
        ({"animals": 5}, {"animals"}),
        ({"difficulty": "brutal"}, {"difficulty"}),
    ],
)
def test_options_that_make_no_tomb_are_rejected(options, wrong):
    assert set(option_errors_of("tchang", options, 2)) == wrong


@pytest.mark.parametrize("placement", ["random", "covered", "far", "far_covered"])
def test_one_animal_fewer_takes_its_stone_away(placement):
    faces = [face for face in fresh(animals=3, placement=placement).stones if face is not None]
    assert sorted(faces) == sorted(STONES)[1:], "three animals, and the fireflies of the others as ever"
    view = ENGINE.view(fresh(animals=3), None)
    assert {count.face: count.total for count in view.stones_by_face}[ANIMAL] == 3
    assert len(view.stones) == sum(count.hidden for count in view.stones_by_face) == 24


def test_with_three_animals_24_squares_are_named_for_the_stones():
    named = {"placement": "custom", "statue_squares": list(PLACES[:19])}
    for animals, right, wrong in ((3, 24, 25), (4, 25, 24)):
        assert not option_errors_of("tchang", {**named, "animals": animals, "stone_squares": list(PLACES[:right])}, 2)
        errors = option_errors_of("tchang", {**named, "animals": animals, "stone_squares": list(PLACES[:wrong])}, 2)
        assert errors == {"stone_squares": [f"Name {right} squares, not {wrong}."]}


def test_easy_is_three_animals_and_the_tangram_bonus():
    rules = TchangOptions(difficulty="easy").rules
    assert (rules.fireflies, rules.animals, rules.tangram_bonus, rules.placement) == (6, 3, True, "random")


def test_normal_is_the_default_with_six_fireflies_and_four_animals():
    rules = TchangOptions().rules
    assert rules == PRESETS["normal"]
    assert (rules.fireflies, rules.animals, rules.tangram_bonus, rules.placement) == (6, 4, False, "random")


def test_hard_is_four_fireflies_and_statues_far_away():
    rules = TchangOptions(difficulty="hard").rules
    assert (rules.fireflies, rules.animals, rules.tangram_bonus, rules.placement) == (4, 4, False, "far")


@pytest.mark.parametrize("difficulty", PRESETS)
@pytest.mark.parametrize(
    "single", [{"fireflies": 9}, {"animals": 3}, {"animals": 4}, {"tangram_bonus": False}, {"placement": "covered"}]
)
def test_a_single_option_wins_over_the_preset(difficulty, single):
    rules, preset = TchangOptions(difficulty=difficulty, **single).rules, PRESETS[difficulty]
    for name in rules.__struct_fields__:
        assert getattr(rules, name) == single.get(name, getattr(preset, name))


def test_who_begins_is_drawn_unless_it_is_named():
    assert {fresh(number=number).turn for number in range(40)} == {0, 1, 2, 3}
    assert {fresh(number=number, first_player=2).turn for number in range(10)} == {2}
    assert ENGINE.option_errors(2, TchangOptions(first_player=2)).keys() == {"first_player"}
