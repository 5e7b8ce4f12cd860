"""The snake, the limits, and what happens when the last turn is over."""

from itertools import product

import pytest

from engines.chance import Chance
from engines.zoky.actions import Place, Placement, Throw
from engines.zoky.events import Band, DayBegan, QuartierClaimed, Released, TurnBegan, TurnPassed
from tests.games.zoky.builders import ENGINE, Game, events_of
from tests.support.tables import rejection, seed_of


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_placement_goes_round_and_back_so_the_last_player_has_two_turns_in_a_row(seats):
    game = Game(seats=seats, first_player=1)
    order = []
    for _ in range(2 * seats):
        (seat,) = game.awaited()
        assert (game.view().turn.seat, game.view().turn.lap) == (seat, 1 if len(order) < seats else 2)
        order.append(seat)
        game.place(seat, {})
    there = [(1 + step) % seats for step in range(seats)]
    assert order == there + there[::-1]


def test_a_turn_places_all_its_zokus_in_one_action_and_is_over():
    game = Game()
    game.place(0, {0: 1, 3: 3})
    assert [spot.zokus for spot in game.state.table][:4] == [[1, 0, 0], [0, 0, 0], [0, 0, 0], [3, 0, 0]]
    assert game.state.reserve == [4, 8, 8]
    assert game.awaited() == [1]


def test_a_turn_may_place_nothing():
    game = Game()
    game.place(0, {})
    assert game.state.reserve == [8, 8, 8]
    assert game.awaited() == [1]


def placing(game, *pairs):
    return Place(tuple(Placement(game.quartier(at) if at is not None else 39, count) for at, count in pairs))


def test_a_turn_places_four_zokus_at_most():
    game = Game()
    assert game.rejection_reason(0, placing(game, (0, 3), (1, 2))) == "too_many_zokus"
    game.place(0, {0: 3, 1: 1})


def test_nobody_places_more_zokus_than_they_have_in_reserve():
    game = Game().jail(0, 6)
    assert game.rejection_reason(0, placing(game, (0, 3))) == "reserve_short"
    game.place(0, {0: 2})


def test_at_most_three_zokus_of_a_gang_stand_on_a_quartier_counting_those_already_there():
    game = Game().lay({0: 2})
    assert game.rejection_reason(0, placing(game, (0, 2))) == "gang_limit"
    game.place(0, {0: 1})


def test_at_most_three_gangs_stand_on_a_quartier_ones_own_included():
    game = Game(seats=4).lay({1: 1, 2: 1, 3: 1}, {0: 1, 1: 1, 2: 1}, {1: 1, 2: 1})
    assert game.rejection_reason(0, placing(game, (0, 1))) == "three_gangs"
    game.place(0, {1: 1, 2: 1})


def test_malformed_placements_are_rejected():
    game = Game(seats=2)
    assert game.rejection_reason(0, placing(game, (0, 1), (0, 1))) == "quartier_twice"
    assert game.rejection_reason(0, placing(game, (0, 0))) == "bad_count"
    assert game.rejection_reason(0, placing(game, (0, -1))) == "bad_count"
    assert game.rejection_reason(0, placing(game, (None, 1))) == "not_on_table"
    assert game.rejection_reason(0, Throw()) == "not_now"


def test_only_the_chief_whose_turn_it_is_places():
    game = Game().deal({1: ["lookout"]})
    assert game.rejection_reason(1, Place(())) == "not_your_turn"


def by_brute_force(game, seat):
    """Every placement, by trying all counts on all Quartiers."""
    quartiers = sorted(spot.quartier for spot in game.state.table)
    placements = set()
    for counts in product(range(4), repeat=len(quartiers)):
        pairs = [Placement(quartier, count) for quartier, count in zip(quartiers, counts, strict=True) if count]
        if rejection(ENGINE, game.state, seat, Place(tuple(pairs))) is None:
            placements.add(Place(tuple(pairs)))
    return placements


def test_legal_lists_every_placement_once_in_canonical_form():
    game = Game(seats=2).lay({1: 1}, {0: 2}, {0: 3})
    listed = game.legal(0)
    assert len(set(listed)) == len(listed)
    assert set(listed) == by_brute_force(game, 0)


def test_a_placement_means_the_same_in_any_order():
    game = Game()
    one, other = placing(game, (0, 1), (1, 2)), placing(game, (1, 2), (0, 1))
    ENGINE.check(game.state, 0, one)
    ENGINE.check(game.state, 0, other)
    assert ENGINE.canonical(one) == ENGINE.canonical(other)
    assert (one in game.legal(0)) != (other in game.legal(0))
    twin = Game()
    assert game.do(0, one) == twin.do(0, other)
    assert game.state == twin.state


def test_random_placements_reach_every_legal_one():
    game = Game(seats=2).jail(0, 6).lay({0: 1, 1: 1}, {0: 0}, {1: 2}, {1: 1}, {1: 3})
    dice = Chance(seed_of(3))
    assert {ENGINE.sample(game.state, 0, dice) for _ in range(400)} == set(game.legal(0))


def test_five_players_with_a_recruiter_are_sampled_without_listing_all():
    game = Game(seats=5).deal({0: ["recruiter"]})
    game.play(0, "recruiter")
    ENGINE.check(game.state, 0, ENGINE.sample(game.state, 0, Chance(seed_of(1))))
    assert len(game.legal(0)) > 2000


def test_an_empty_reserve_is_asked_with_a_lieutenant_and_passed_over_without():
    game = Game().deal({1: ["lookout"]}).jail(1, 8).jail(2, 8)
    events = game.place(0, {})
    assert events_of(events, TurnBegan) == [TurnBegan(1, 1, 4)]
    assert game.awaited() == [1]
    events = game.place(1, {})
    assert events_of(events, TurnPassed) == [TurnPassed(2, 1), TurnPassed(2, 2)]
    assert game.awaited() == [1]


def test_a_turn_without_zokus_goes_on_when_its_last_lieutenant_is_played():
    game = Game().deal({0: ["kingpin"]}).jail(0, 8)
    game.play(0, "kingpin")
    assert game.awaited() == [0]
    assert game.legal(0) == [Place(())]
    assert events_of(game.place(0, {}), TurnBegan) == [TurnBegan(1, 1, 4)]
    game.place(1, {})
    game.place(2, {})
    game.place(2, {})
    assert events_of(game.place(1, {}), TurnPassed) == [TurnPassed(0, 2)]


def test_one_or_two_zokus_of_a_single_gang_claim_their_quartier_and_go_home():
    game = Game().lay({0: 1}, {1: 2}, {0: 1, 1: 1})
    one, two = game.quartier(0), game.quartier(1)
    events = game.end_placement()
    value = game.state.cards.values
    assert events_of(events, QuartierClaimed) == [
        QuartierClaimed(0, one, value[one], [Band(0, 1)]),
        QuartierClaimed(1, two, value[two], [Band(1, 2)]),
    ]
    assert game.state.claims == [[one], [two], []]
    assert game.state.reserve == [7, 7, 8]


def test_three_of_a_single_gang_do_not_claim():
    game = Game().lay({0: 3})
    game.end_placement()
    assert game.state.claims == [[], [], []]


def test_every_jailed_zoku_goes_free_after_the_claims_when_placement_ends():
    game = Game().lay({0: 1}, {0: 1, 1: 1}).jail(2, 3).jail(1, 1)
    events = game.end_placement()
    assert game.state.jail == [0, 0, 0]
    kinds = [type(event) for event in events if isinstance(event, (QuartierClaimed, Released))]
    assert kinds == [QuartierClaimed, Released, Released]
    assert events_of(events, Released) == [Released(1, 1), Released(2, 3)]
    assert game.state.reserve == [7, 7, 8]


def test_the_next_day_lays_the_next_quartiers_of_the_deck_in_order():
    game = Game()
    coming = game.state.deck[:6]
    events = game.end_placement()
    assert events_of(events, DayBegan) == [DayBegan(game.state.first, 2, coming)]
    assert [spot.quartier for spot in game.state.table] == coming
    assert [spot.place for spot in game.state.table] == list(range(6))
    assert len(game.state.deck) == 18
