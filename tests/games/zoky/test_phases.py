"""The First Player card, the five Days, the end, and the counting."""

import pytest

from engines.zoky.actions import Place
from engines.zoky.events import FirstPlayerChosen, Scored
from tests.games.zoky.builders import ENGINE, Game, events_of


def first_player_event(game):
    """Who takes the card at the end of this Day of nothing but empty Quartiers, and by which rule."""
    (event,) = events_of(game.end_placement(), FirstPlayerChosen)
    assert game.state.first == event.seat
    assert game.awaited() == [event.seat]
    return event.seat, event.why


def test_the_fewest_zokus_in_reserve_take_the_first_player_card():
    game = Game(first_player=1).lay({2: 3})
    assert first_player_event(game) == (2, "fewest_zokus")


def test_a_tie_goes_to_the_fewest_points_in_card_values_among_the_tied():
    game = Game(seats=4).lay({1: 3}, {2: 3})
    first_twos = [quartier for quartier in game.state.deck if game.state.cards.values[quartier] == 2][:2]
    four = next(quartier for quartier in game.state.deck if game.state.cards.values[quartier] == 4)
    game.state.deck = [quartier for quartier in game.state.deck if quartier not in (*first_twos, four)]
    game.state.claims[0], game.state.claims[1], game.state.claims[2] = [first_twos[0]], [four], [first_twos[1]]
    game.due = ENGINE.inventory(game.state)
    assert first_player_event(game) == (2, "fewest_points")


def test_bonuses_do_not_count_for_the_tie():
    """Seat 1 holds more Lieutenants, worth 5 each in the end, but no card: it is still the poorer one."""
    game = Game(seats=2).deal({1: ["medic", "acrobat", "low_blow"]})
    game.state.claims[0] = [game.state.deck.pop()]
    game.due = ENGINE.inventory(game.state)
    assert first_player_event(game) == (1, "fewest_points")


@pytest.mark.parametrize("first", [0, 1, 2])
def test_a_full_tie_goes_to_the_left_neighbour_of_the_holder(first):
    assert first_player_event(Game(first_player=first)) == ((first + 1) % 3, "left_neighbour")


def test_the_left_neighbour_takes_it_tied_or_not():
    game = Game(seats=4, first_player=0).lay({2: 3}, {3: 3})
    assert first_player_event(game) == (1, "left_neighbour")


def test_jailed_zokus_stay_in_jail_at_the_end_of_the_day():
    game = Game().lay({0: 3})
    game.end_placement()
    assert (game.state.day, game.state.jail) == (2, [1, 0, 0])


def test_the_game_is_over_after_five_days():
    game = Game().deal({0: ["crooked_cop"]})
    for day in range(1, 6):
        assert game.state.day == day
        assert ENGINE.outcome(game.state) is None
        holder = game.state.first
        events = game.end_placement()
    assert ENGINE.turns(game.state) == {}, "nobody reacts any more, whatever they hold"
    assert game.legal(0) == []
    assert game.rejection_reason(0, "crooked_cop") == game.rejection_reason(0, Place(())) == "not_your_turn"
    assert game.state.deck == []
    assert len(events_of(events, Scored)) == 3
    assert not events_of(events, FirstPlayerChosen)
    assert game.state.first == holder, "the First Player card stays where it is"
    assert ENGINE.outcome(game.state).reason == "five_days"


def outcome_of(claims, hands=None, seats=2):
    """The outcome for these Quartiers; number n is of Arrondissement n // 5 and worth n % 5 + 1."""
    game = Game(seats=seats)
    game.state.claims = [claims.get(seat, []) for seat in range(seats)]
    game.deal(hands or {})
    game.state.phase = "over"
    return ENGINE.outcome(game.state)


def detail(claims, hands=()):
    return outcome_of({0: claims}, {0: list(hands)}).scores[0].detail


def test_quartiers_count_their_values():
    assert detail([0, 6, 14]) == {
        "quartiers": 8,
        "lieutenants": 0,
        "trios": 0,
        "complete": 0,
        "every_arrondissement": 0,
    }


@pytest.mark.parametrize("hand", [[], ["medic"], ["medic", "shark", "snitch"]])
def test_each_face_down_lieutenant_counts_five(hand):
    assert detail([], hand)["lieutenants"] == 5 * len(hand)


@pytest.mark.parametrize(("owned", "trios", "complete"), [(2, 0, 0), (3, 5, 0), (4, 5, 0), (5, 5, 5)])
def test_three_of_an_arrondissement_count_five_and_all_five_another_five(owned, trios, complete):
    result = detail(list(range(5, 5 + owned)))
    assert (result["trios"], result["complete"]) == (trios, complete)


def test_each_arrondissement_held_counts():
    assert detail([0, 1, 2, 5, 6, 7, 8, 9])["trios"] == 10


def test_one_of_every_arrondissement_in_play_counts_fifteen():
    assert detail([0, 5, 10, 15, 20])["every_arrondissement"] == 15
    assert detail([0, 5, 10, 15, 16])["every_arrondissement"] == 0


def test_the_score_is_the_sum_and_the_highest_wins():
    outcome = outcome_of({0: [4, 3], 1: [0, 1, 2, 3, 4, 5, 10, 15, 20]}, {0: ["medic"], 1: ["shark"]})
    assert [score.score for score in outcome.scores] == [9 + 5, 19 + 5 + 5 + 5 + 15]
    assert outcome.winners == [1]
    assert all(score.score == sum(score.detail.values()) for score in outcome.scores)


def test_a_tie_for_the_first_place_is_a_shared_victory():
    assert outcome_of({0: [4], 1: [9], 2: [0]}, seats=3).winners == [0, 1]


def test_the_counting_has_an_event_for_each_part():
    game = Game(seats=2).deal({0: ["medic"]}).day(5)
    game.state.claims[0] = [game.state.discarded.pop()]
    value = game.state.points(0)
    events = events_of(game.end_placement(), Scored)
    assert events == [Scored(0, value, 5, 0, 0, 0, value + 5), Scored(1, 0, 0, 0, 0, 0, 0)]
