"""Material, set-up and options."""

from collections import Counter

import pytest
from msgspec.structs import replace

from engines.chance import Chance
from engines.zoky.content import ARRONDISSEMENTS, LIEUTENANTS
from engines.zoky.events import DayBegan, TurnBegan
from engines.zoky.lieutenants import POWERS
from engines.zoky.options import USUAL_ODDS, ZokyOptions
from tests.games.zoky.builders import ENGINE, Game
from tests.games.zoky.variants import NAMES, OTHER_BOX
from tests.support.tables import option_errors_of, options_for, seed_of


def new(seats, number=0, **options):
    return ENGINE.new(seats, options_for("zoky", options), Chance(seed_of(number)))[0]


def test_forty_quartiers_in_eight_arrondissements_are_worth_one_to_five():
    assert len(ARRONDISSEMENTS) == 8
    for district in ARRONDISSEMENTS:
        assert [face.value for face in district.quartiers] == [1, 2, 3, 4, 5]
    names = [face.name for district in ARRONDISSEMENTS for face in district.quartiers]
    assert len(set(names)) == 40


def test_fifteen_lieutenants_have_a_name_a_text_and_a_power():
    assert len(LIEUTENANTS) == 15
    assert LIEUTENANTS.keys() == POWERS.keys()
    assert len({face.name for face in LIEUTENANTS.values()}) == 15
    for face in LIEUTENANTS.values():
        assert face.text.endswith(".")
        assert "\n" not in face.text


@pytest.mark.parametrize(("seats", "districts"), [(2, 5), (3, 6), (4, 7), (5, 8)])
def test_arrondissements_in_play_and_quartiers_a_day_follow_the_number_of_players(seats, districts):
    state = new(seats)
    assert len(state.arrondissements) == len(set(state.arrondissements)) == districts
    assert len(state.table) == districts
    assert len(state.deck) == 4 * districts, "five Days use the deck up exactly"
    assert {*state.deck, *(spot.quartier for spot in state.table)} == set(range(5 * districts))


def test_arrondissements_are_drawn_at_random():
    drawn = Counter(which for number in range(80) for which in new(2, number).arrondissements)
    assert set(drawn) == set(range(8))
    assert len({new(2, number).arrondissements for number in range(20)}) > 5


def test_quartiers_are_shuffled():
    assert len({tuple(new(2, number, arrondissements=NAMES[:5]).deck) for number in range(10)}) == 10


def test_every_chief_begins_with_eight_zokus_and_three_secret_lieutenants():
    for seats in range(2, 6):
        state = new(seats)
        assert state.reserve == [8] * seats
        assert [len(hand) for hand in state.hands] == [3] * seats
        assert len(state.unseen) == 15 - 3 * seats
        assert sorted([*state.unseen, *(slug for hand in state.hands for slug in hand)]) == sorted(LIEUTENANTS)


def test_the_first_player_is_drawn_unless_named():
    assert {new(3, number).first for number in range(30)} == {0, 1, 2}
    assert {new(3, number, first_player=2).first for number in range(10)} == {2}


def test_the_set_up_lays_the_first_day():
    game = Game(seats=2)
    assert game.set_up == [DayBegan(0, 1, [spot.quartier for spot in game.state.table]), TurnBegan(0, 1, 4)]


def test_named_arrondissements_are_in_play_whatever_their_order():
    names = ["Toshima", "Chiyoda", "Taito", "Minato", "Sumida"]
    for number in range(3):
        view = ENGINE.view(new(2, number, arrondissements=names), None)
        assert [district.name for district in view.arrondissements] == sorted(names), "whatever would have been drawn"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_named_arrondissements_must_be_the_right_number(seats):
    for count in range(1, 9):
        option_errors = ENGINE.option_errors(seats, options_for("zoky", {"arrondissements": NAMES[:count]}))
        assert ("arrondissements" in option_errors) == (count != seats + 3)
    assert not ENGINE.option_errors(seats, ZokyOptions())


def test_a_first_player_must_have_a_seat():
    assert "first_player" in ENGINE.option_errors(2, options_for("zoky", {"first_player": 2}))


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"arrondissements": [*NAMES[:4], "Atlantis"]}, "arrondissements"),
        ({"arrondissements": [*NAMES[:4], NAMES[0]]}, "arrondissements"),
        ({"arrondissements": NAMES[:5], "quartiers": OTHER_BOX}, "arrondissements"),
        ({"arrondissements": [3]}, "arrondissements"),
        ({"throw_odds": {"out": 5, "belly": 30, "edge": 10, "back": 40, "feet": 16}}, "throw_odds"),
        ({"throw_odds": {"out": -5, "belly": 40, "edge": 10, "back": 40, "feet": 15}}, "throw_odds"),
        ({"throw_odds": {"out": 5.0, "belly": 30, "edge": 10, "back": 40, "feet": 15}}, "throw_odds"),
        ({"throw_odds": {"belly": 100}}, "throw_odds"),
        ({"quartiers": OTHER_BOX[:7]}, "quartiers"),
        ({"quartiers": [*OTHER_BOX[:7], {**OTHER_BOX[7], "name": OTHER_BOX[0]["name"]}]}, "quartiers"),
        ({"quartiers": [*OTHER_BOX[:7], {"name": "Short", "quartiers": OTHER_BOX[7]["quartiers"][:4]}]}, "quartiers"),
        ({"quartiers": [*OTHER_BOX[:7], {"name": "Again", "quartiers": OTHER_BOX[0]["quartiers"]}]}, "quartiers"),
    ],
)
def test_options_that_make_no_game_are_rejected(options, field):
    assert set(option_errors_of("zoky", options, 2)) == {field}


def test_a_record_with_impossible_options_does_not_fit():
    """Records come from anywhere and do not pass the schema."""
    assert "throw_odds" in ENGINE.option_errors(2, ZokyOptions(throw_odds=replace(USUAL_ODDS, out=6)))
    assert "quartiers" in ENGINE.option_errors(2, ZokyOptions(quartiers=ARRONDISSEMENTS[:3]))
    assert "arrondissements" in ENGINE.option_errors(2, ZokyOptions(arrondissements=("Atlantis",) * 5))


def test_own_quartiers_bring_their_names_and_values():
    game = Game(seats=5, quartiers=OTHER_BOX)
    assert [district.name for district in game.view().arrondissements] == [box["name"] for box in OTHER_BOX]
    game.state.claims[0] = [4, 9]
    assert game.view().chiefs[0].points == 24


def test_the_default_odds_are_those_of_the_rules():
    landings = ZokyOptions().landings
    assert Counter(landings) == {"out": 5, "belly": 30, "edge": 10, "back": 40, "feet": 15}
    assert len(landings) == 100


def test_throws_land_by_the_odds_agreed_on():
    game = Game(seats=2, throw_odds={"out": 0, "belly": 0, "edge": 100, "back": 0, "feet": 0})
    game.brawl({0: 3, 1: 3})
    for _ in range(2):
        for seat in game.awaited():
            game.do(seat, ENGINE.default(game.state, seat, Chance(seed_of(1))))
        assert set(game.street().values()) == {"edge"}
