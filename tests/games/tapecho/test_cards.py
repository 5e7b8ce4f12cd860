"""The deck and the options."""

from collections import Counter
from itertools import chain

import msgspec
import pytest

from engines.chance import Chance
from engines.registry import ENGINES
from engines.tapecho.content import ATTACK_NAMES, CARDS
from engines.tapecho.options import TapechoOptions
from tests.games.tapecho.variants import VARIANTS, small_deck
from tests.support.tables import open_table, option_errors_of, options_for, play_on, seed_of, settings_of

ENGINE = ENGINES["tapecho"]


def of(kind):
    return [card for card in CARDS if card.kind == kind]


def errors(options):
    return option_errors_of("tapecho", options, 4)


def option_errors(seats, **options):
    return ENGINE.option_errors(seats, options_for("tapecho", options))


def test_the_deck_has_as_many_cards_of_each_kind_as_the_rules_say():
    counts = Counter(card.kind for card in CARDS)
    assert counts == {
        "asset": 48,
        "handicap": 48,
        "attack": 24,
        "defence": 10,
        "out_of_context": 12,
        "context": 6,
    }
    assert Counter(card.role for card in of("defence")) == {"man": 5, "woman": 5}


@pytest.mark.parametrize("kind", ["asset", "handicap"])
def test_assets_and_handicaps_are_a_third_each_for_men_for_women_and_mixed(kind):
    assert Counter(card.role for card in of(kind)) == {"man": 16, "woman": 16, "mixed": 16}


@pytest.mark.parametrize("kind", ["asset", "handicap"])
def test_half_of_them_have_a_spot_the_six_colours_evenly(kind):
    colours = [card.spot for card in of("context")]
    assert len(set(colours)) == 6
    assert Counter(card.spot for card in of(kind) if card.spot) == dict.fromkeys(colours, 4)


def test_values_go_from_1_to_10_and_two_or_three_traps_have_the_unexpected_sign():
    for kind, sign in (("asset", 1), ("handicap", -1)):
        assert {abs(card.value) for card in of(kind)} == set(range(1, 11))
        assert all(card.value for card in of(kind))
        assert 1 <= sum(card.value * sign < 0 for card in of(kind)) <= 2
    assert {-2} == {card.value for card in of("asset") if card.value < 0}
    assert 7 in {card.value for card in of("handicap")}


def test_attacks_have_their_copies_a_third_each_for_men_for_women_and_mixed():
    assert Counter(card.attack for card in of("attack")) == dict(
        zip(ATTACK_NAMES, (4, 4, 4, 3, 3, 3, 2, 1), strict=True)
    )
    assert Counter(card.role for card in of("attack")) == {"man": 8, "woman": 8, "mixed": 8}


def test_every_card_has_a_name_in_english_and_in_french():
    for card in CARDS:
        assert 0 < len(card.name) <= 60
        assert 0 < len(card.name_fr) <= 60
        assert card.name.isprintable()
        assert card.name_fr.isprintable()
        assert card.name != card.name_fr
    worth = [card for card in CARDS if card.value is not None]
    assert len({card.name for card in worth}) == len({card.name_fr for card in worth}) == 96


def test_roles_alternate_from_seat_0_unless_the_option_names_them():
    def roles(**options):
        return open_table("tapecho", 5, options_for("tapecho", options), seed_of(1)).state.roles

    assert roles() == ["man", "woman", "man", "woman", "man"]
    named = ["woman", "woman", "man", "man", "woman"]
    assert roles(roles=named) == named


def test_the_numbers_of_men_and_women_differ_by_at_most_one():
    assert "roles" in option_errors(4, roles=["man", "man", "man", "woman"])
    assert "roles" in option_errors(5, roles=["man", "man", "man", "man", "woman"])
    assert option_errors(5, roles=["man", "man", "man", "woman", "woman"]) == {}
    assert "roles" in option_errors(5, roles=["man", "woman", "man", "woman"]), "a role for each seat"


def test_the_battle_of_the_couples_needs_as_many_men_as_women():
    assert "mode" in option_errors(5, mode="battle_of_the_couples")
    assert option_errors(6, mode="battle_of_the_couples") == {}


def test_couples_are_a_man_and_a_woman_each_and_take_in_every_seat():
    def wrong(*couples):
        return option_errors(4, mode="battle_of_the_couples", couples=[list(couple) for couple in couples])

    assert wrong((0, 3), (2, 1)) == {}
    for couples in (((0, 2), (1, 3)), ((0, 1), (0, 3)), ((0, 1),), ((0, 1), (2, 9))):
        assert "couples" in wrong(*couples)
    assert "couples" in errors({"couples": [[0, 1]]}), "they go with their mode only"


def test_couples_pair_the_nth_man_with_the_nth_woman_unless_named():
    def teams(**options):
        options = options_for("tapecho", {"mode": "battle_of_the_couples", **options})
        return open_table("tapecho", 4, options, seed_of(1)).state.teams

    assert teams(roles=["woman", "man", "man", "woman"]) == [0, 0, 1, 1]
    assert teams(couples=[[0, 3], [2, 1]]) == [0, 1, 1, 0]


def test_a_custom_deck_is_played_with():
    table = open_table("tapecho", 4, options_for("tapecho", {"deck": small_deck()}), seed_of(3))
    assert len(table.options.dealt) == 60
    assert table.state.card(table.state.context).name in {"The lift", "The moon"}
    assert ENGINE.inventory(table.state)["cards"] == 60


def test_options_written_down_in_a_record_can_be_read_again():
    worthless = {"kind": "asset", "name": "Shrug", "value": 0}
    for variant in (*VARIANTS, {"deck": [*small_deck(), worthless]}):
        options = options_for("tapecho", variant)
        assert options_for("tapecho", msgspec.to_builtins(options)) == options


def test_a_custom_deck_needs_ten_cards_a_player_and_twenty_more():
    assert option_errors(4, deck=small_deck(20)) == {}
    assert "deck" in option_errors(4, deck=small_deck(19))
    assert "deck" in option_errors(5, deck=small_deck(20))
    assert option_errors(5, deck=small_deck(30)) == {}


def test_a_custom_deck_has_a_context_and_at_most_300_cards():
    deck = small_deck()
    assert "deck" in errors({"deck": [card for card in deck if card["kind"] != "context"]})
    assert "deck" in errors({"deck": [*deck, *[{"kind": "out_of_context", "name": "Out", "copies": 60}] * 5]})
    assert "deck" in errors({"deck": [{"kind": "out_of_context", "name": "Out"}] * 301})
    context = {"kind": "context", "name": "Here", "spot": "red"}
    most = [context, *[{"kind": "out_of_context", "name": "Out", "copies": 23}] * 13]
    assert sum(card.get("copies", 1) for card in most) == 300
    assert errors({"deck": most}) == {}
    assert "deck" in errors({"deck": [*most, context]})
    assert "deck" in errors({"deck": [*deck, {"kind": "asset", "name": "X", "value": 1, "spot": "tartan"}]})


@pytest.mark.parametrize(
    ("field", "card"),
    [
        ("attack", {"kind": "attack", "name": "X", "attack": "kiss_cam"}),
        ("attack", {"kind": "attack", "name": "X"}),
        ("attack", {"kind": "asset", "name": "X", "value": 1, "attack": "the_ex"}),
        ("value", {"kind": "asset", "name": "X"}),
        ("value", {"kind": "handicap", "name": "X", "value": "3"}),
        ("value", {"kind": "handicap", "name": "X", "value": 100}),
        ("role", {"kind": "defence", "name": "X"}),
        ("role", {"kind": "defence", "name": "X", "role": "mixed"}),
        ("role", {"kind": "out_of_context", "name": "X", "role": "man"}),
        ("spot", {"kind": "context", "name": "X"}),
        ("spot", {"kind": "context", "name": "X", "spot": "Off White"}),
        ("name", {"kind": "out_of_context", "name": "x" * 61}),
        ("name", {"kind": "out_of_context", "name": "bell\a"}),
        ("name_fr", {"kind": "out_of_context", "name": "X", "name_fr": ""}),
        ("kind", {"kind": "joker", "name": "X"}),
        ("copies", {"kind": "out_of_context", "name": "X", "copies": 0}),
        ("colour", {"kind": "out_of_context", "name": "X", "colour": "red"}),
    ],
)
def test_a_custom_deck_that_cannot_work_is_rejected_by_field(field, card):
    deck = small_deck()
    assert errors({"deck": [*deck, card]})["deck"][len(deck)].keys() == {field}


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("games", 0),
        ("games", 11),
        ("reaction_seconds", -1),
        ("reaction_seconds", 61),
        ("mode", "battle_of_the_bands"),
        ("roles", ["man", "cat"]),
        ("couples", [[0, 1, 2]]),
        ("first_player", 10),
    ],
)
def test_options_out_of_their_bounds_are_rejected(option, value):
    assert option in errors({"mode": "battle_of_the_couples", option: value})


def test_the_defaults_are_one_classic_game_without_a_pause():
    options = TapechoOptions()
    assert (options.games, options.mode, options.reaction_seconds) == (1, "classic", 0)


def test_set_up_draws_a_context_and_deals_ten_cards_each():
    contexts, starters = set(), set()
    for number in range(60):
        state = open_table("tapecho", 10, options_for("tapecho", {}), seed_of(number)).state
        assert [len(hand) for hand in state.hands] == [10] * 10
        assert len(state.pile) == 42
        assert not state.pit
        assert not any(state.card(card).kind == "context" for card in (*state.pile, *chain(*state.hands)))
        contexts.add(state.context)
        starters.add(state.seat)
    assert len(contexts) == 6
    assert starters == set(range(10))


def test_the_first_player_can_be_named():
    assert open_table("tapecho", 4, options_for("tapecho", {"first_player": 2}), seed_of(0)).state.seat == 2


def test_every_card_is_in_exactly_one_place_at_every_moment():
    for number, (seats, variant) in enumerate(settings_of("tapecho")):
        table = open_table("tapecho", seats, options_for("tapecho", variant), seed_of(number))
        everything = len(table.options.dealt)
        for _ in play_on(table, Chance(seed_of(number)), 150):
            counted = ENGINE.inventory(table.state)
            assert counted["cards"] == counted["different"] == everything
