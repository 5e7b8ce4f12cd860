"""The end, the count, teams and series."""

import pytest

from engines.chance import Chance
from engines.registry import ENGINES
from engines.tapecho.actions import Asset, Exchange, Handicap, Keep, Pass
from engines.tapecho.content import CARDS
from engines.tapecho.scoring import next_starter, winners
from engines.tapecho.state import Lying, Sheet, Tally
from engines.tapecho.turns import deal
from tests.games.tapecho.builders import SEED, Scene, attack, defence, out, pick, plain, spotted, tally, types_of
from tests.support.tables import open_table, options_for, play_on, seed_of

ENGINE = ENGINES["tapecho"]
PLAIN, HANDICAP = plain("asset"), plain("handicap")
CLASSIC = [0, 1, 2, 3]


def game(*scores, starter=0):
    return Sheet(0, starter, "empty_hand", [Tally(score, 0, 0) for score in scores])


def value(*cards):
    return sum(CARDS[card].value for card in cards)


def test_an_asset_of_minus_2_and_a_handicap_of_plus_7_left_in_hand_take_9_off():
    hand = [pick("asset", value=-2), pick("handicap", value=7)]
    scene = Scene({1: hand})
    assert (tally(scene, 1).hand, tally(scene, 1).score) == (-9, -9)


def test_what_lies_on_the_table_counts_with_its_sign():
    assets = [pick("asset", value=-2), pick("asset", value=9, role="man")]
    handicaps = [pick("handicap", value=7), pick("handicap", value=-3, role="man")]
    scene = Scene({0: []}, assets={0: assets}, handicaps={0: handicaps})
    assert tally(scene, 0).score == -2 + 9 + 7 - 3


def test_attacks_defences_and_out_of_context_cards_in_hand_count_nothing():
    scene = Scene({0: [attack("the_ex"), defence("man"), out()]})
    assert tally(scene, 0).score == 0


def test_the_game_ends_when_the_window_has_closed_and_a_hand_is_empty():
    card = spotted("asset")
    scene = Scene({0: [card], 1: [PLAIN]})
    scene.act(0, Asset(card))
    assert ENGINE.outcome(scene.state) is None, "the window is still open"
    events = scene.all_pass()
    assert types_of(events)[-1] == "game_counted"
    outcome = ENGINE.outcome(scene.state)
    assert outcome.reason == "empty_hand"
    assert outcome.scores[0].score == value(card)
    assert outcome.scores[1].score == -abs(value(PLAIN))
    assert outcome.winners == [0]
    assert ENGINE.turns(scene.state) == {}
    assert not any(ENGINE.legal(scene.state, seat) and scene.legal(seat) for seat in range(4))


def test_once_it_is_over_the_counted_hands_lie_open():
    scene = Scene({0: [PLAIN]})
    scene.act(0, Asset(PLAIN))
    assert all(seat.hand is not None for seat in scene.view(None).seats)


def test_the_hands_counted_in_the_midst_of_a_series_are_shown_too():
    scene = Scene({0: [PLAIN], 1: [HANDICAP]}, games=2)
    left = [[], *([*hand] for hand in scene.state.hands[1:])]
    counted = next(event for event in scene.act(0, Asset(PLAIN)) if type(event).__name__ == "GameCounted")
    assert [[card.id for card in hand] for hand in counted.hands] == left
    assert [[card.id for card in shown.cards] for shown in scene.view(None).shown] == left
    assert scene.view(None).sheet[0].tallies[1].hand == -abs(value(HANDICAP))
    assert all(seat.hand is None for seat in scene.view(None).seats), "the new hands are secret again"
    seat = scene.turn_of()
    scene.act(seat, Exchange(scene.state.hands[seat][0]))
    assert scene.view(None).shown == []


def test_the_highest_total_wins_and_a_tie_is_a_shared_victory():
    assert winners([3, 9, -2, 8], CLASSIC) == [1]
    assert winners([9, 3, 9, -20], CLASSIC) == [0, 2]


def test_three_whole_rounds_of_exchanges_end_the_game():
    scene = Scene({}, assets={1: [PLAIN]})
    for number in range(12):
        assert ENGINE.outcome(scene.state) is None
        assert scene.view().quiet_turns == number
        seat = scene.turn_of()
        scene.act(seat, Exchange(scene.state.hands[seat][0]))
        scene.act(seat, Keep(scene.state.drawn[0]))
    assert ENGINE.outcome(scene.state).reason == "quiet_rounds"
    assert ENGINE.outcome(scene.state).scores[1].detail["table"] == value(PLAIN), "it is counted"


@pytest.mark.parametrize("seats", [4, 7])
def test_the_view_says_how_many_quiet_turns_end_the_game(seats):
    scene = Scene({}, seats=seats)
    limit = scene.view().quiet_limit
    assert limit == 3 * seats
    while ENGINE.outcome(scene.state) is None:
        assert scene.view().quiet_turns < limit
        seat = scene.turn_of()
        scene.act(seat, Exchange(scene.state.hands[seat][0]))
        scene.act(seat, Keep(scene.state.drawn[0]))
    assert scene.view().quiet_turns == limit


def test_a_card_laid_starts_the_quiet_rounds_anew():
    scene = Scene({3: [HANDICAP, PLAIN, PLAIN + 1]})
    for seat in range(3):
        scene.act(seat, Exchange(scene.state.hands[seat][0]))
        scene.act(seat, Keep(scene.state.drawn[0]))
    scene.act(3, Handicap(HANDICAP, 0))
    assert scene.state.quiet == 0


def test_skips_count_as_quiet_turns():
    scene = Scene({})
    scene.state.skips[1] = 1
    scene.act(0, Exchange(scene.state.hands[0][0]))
    scene.act(0, Keep(scene.state.drawn[0]))
    assert scene.state.quiet == 2


def test_three_rounds_in_which_nobody_can_do_anything_end_the_game_too():
    hands = {0: [PLAIN, out()], 1: [out(1), out(2)], 2: [out(3), out(4)], 3: [out(5), out(6)]}
    scene = Scene(hands, pile=[])
    events = types_of(scene.act(0, Asset(PLAIN)))
    assert events.count("turn_passed") == 12
    assert ENGINE.outcome(scene.state).reason == "quiet_rounds"


def test_in_the_battle_of_the_sexes_men_play_against_women():
    scene = Scene({0: [PLAIN]}, mode="battle_of_the_sexes", fill=1, assets={1: [plain("asset", "woman", 6)]})
    assert scene.state.teams == [0, 1, 0, 1]
    scene.act(0, Asset(PLAIN))
    outcome = ENGINE.outcome(scene.state)
    scores = [score.score for score in outcome.scores]
    sums = [scores[0] + scores[2], scores[1] + scores[3]]
    assert [score.detail["team"] for score in outcome.scores] == sums * 2
    assert outcome.winners == ([0, 2] if sums[0] > sums[1] else [1, 3])


def test_the_view_adds_up_what_a_team_has():
    assets = {0: [PLAIN + 1], 1: [plain("asset", "woman")], 3: [plain("asset", "woman", 1)]}
    scene = Scene({0: [PLAIN]}, mode="battle_of_the_couples", games=2, assets=assets, handicaps={1: [HANDICAP]})
    seats = scene.view().seats
    assert [seat.team for seat in seats] == [0, 0, 1, 1]
    mine = value(PLAIN + 1, plain("asset", "woman"), HANDICAP)
    assert [seat.team_score for seat in seats] == [mine, mine, *[value(plain("asset", "woman", 1))] * 2]
    assert [seat.team_total for seat in seats] == [0] * 4
    scene.act(0, Asset(PLAIN))
    seats, (game,) = scene.view().seats, scene.view().sheet
    assert [seat.team_total for seat in seats] == [sum(game.scores[:2])] * 2 + [sum(game.scores[2:])] * 2
    assert [seat.total for seat in seats] == game.scores
    assert [seat.team_score for seat in seats] == [0] * 4, "the tables are cleared"


def test_in_the_battle_of_the_couples_each_couples_scores_are_added():
    assert winners([5, 4, 9, -1], [0, 0, 1, 1]) == [0, 1]
    assert winners([5, 4, 9, 0], [0, 0, 1, 1]) == [0, 1, 2, 3]


def test_the_winner_of_one_game_begins_the_next():
    assert next_starter(game(1, 2, 7, 3), CLASSIC) == 2


@pytest.mark.parametrize(("starter", "next_one"), [(0, 1), (1, 3), (2, 3), (3, 1)])
def test_of_tied_winners_the_nearest_after_the_last_starter_begins(starter, next_one):
    assert next_starter(game(1, 7, 0, 7, starter=starter), CLASSIC) == next_one


def test_the_best_scorer_of_the_winning_team_begins_the_next():
    assert next_starter(game(9, 1, -8, 2), [0, 1, 0, 1]) == 3
    assert next_starter(game(6, 2, 1, 5, starter=2), [0, 0, 1, 1]) == 0
    assert next_starter(game(4, 2, 3, 3, starter=0), [0, 0, 1, 1]) == 2, "tied teams: each one's best are candidates"


def series(number, games=3, seats=5, **options):
    table = open_table("tapecho", seats, options_for("tapecho", {"games": games, **options}), seed_of(number))
    contexts, starters = [], []
    for _ in play_on(table, Chance(seed_of(number + 1))):
        if len(table.state.sheet) == len(contexts) and table.state.phase != "over":
            contexts.append(table.state.context)
            starters.append(table.state.starter)
    return table, contexts, starters


def test_a_series_adds_the_scores_up_on_a_sheet_in_the_view():
    table, contexts, starters = series(7)
    view, outcome = ENGINE.view(table.state, None), ENGINE.outcome(table.state)
    assert [line.game for line in view.sheet] == [1, 2, 3]
    assert [line.context.id for line in view.sheet] == contexts
    assert [line.starter for line in view.sheet] == starters
    totals = [sum(scores) for scores in zip(*(line.scores for line in view.sheet), strict=True)]
    assert [seat.total for seat in view.seats] == totals == [score.score for score in outcome.scores]
    assert outcome.winners == [seat for seat, total in enumerate(totals) if total == max(totals)]
    for score in outcome.scores:
        assert score.score == score.detail["table"] + score.detail["benefits"] + score.detail["hand"]


def test_each_game_of_a_series_is_begun_by_the_winner_of_the_one_before():
    for number in range(5):
        table, _, starters = series(number)
        sheet = table.state.sheet
        assert starters[1:] == [next_starter(line, table.state.teams) for line in sheet[:-1]]
        for line, starter in zip(sheet, starters[1:], strict=False):
            scores = [tally.score for tally in line.tallies]
            assert scores[starter] == max(scores)


def test_each_game_of_a_series_draws_a_new_context_and_deals_anew():
    seen = {tuple(series(number, games=2)[1]) for number in range(8)}
    assert len(seen) > 4
    assert any(first != second for first, second in seen)
    table, _, _ = series(3, games=2)
    began = [event for events in table.events for event in events if type(event).__name__ == "GameBegan"]
    dealt = [event for events in table.events for event in events if type(event).__name__ == "Dealt"]
    assert [event.game for event in began] == [1, 2]
    assert [event.count for event in dealt] == [10] * 10


@pytest.mark.parametrize("ending", ["empty_hand", "quiet_rounds"])
def test_nothing_of_one_game_hangs_over_the_next(ending):
    """Whatever hung over anyone at the end, the next game lies there as if it were the first."""
    last = plain("handicap", n=5)
    scene = Scene({0: [last] if ending == "empty_hand" else [last, PLAIN]}, games=2, pit=[out()])
    state = scene.state
    state.assets, state.handicaps = [[PLAIN + 2 + seat] for seat in range(4)], [[HANDICAP + seat] for seat in range(4)]
    state.opened, state.hungover, state.skips = [True] * 4, [True] * 4, [2] * 4
    state.blocked, state.lying = [1, 2, 3, 0], [Lying(attack("friend_with_benefits"), 1, 0)]
    state.quiet = 11
    draws = state.draws
    if ending == "empty_hand":
        scene.act(0, Handicap(last, 1))
    else:
        scene.act(0, Exchange(last))
        scene.act(0, Keep(state.drawn[0]))
    assert state.sheet[0].ending == ending
    fresh = deal(4, state.starter, scene.options, Chance(SEED, draws))
    goes_on = {"draws", "sheet", "since", "begun", "shown"}
    for field in set(state.__struct_fields__) - goes_on:
        assert getattr(state, field) == getattr(fresh, field), field
    assert all(seat.hand is None for seat in scene.view(None).seats), "the new hands are secret"


def test_roles_and_teams_stay_through_a_series():
    roles = ["woman", "man", "man", "woman"]
    table, _, _ = series(1, seats=4, mode="battle_of_the_couples", roles=roles)
    assert table.state.roles == roles
    assert table.state.teams == [0, 0, 1, 1]


def test_a_rematch_is_begun_by_the_winner_of_the_last_game():
    table, _, _ = series(2, games=2, first_player=4)
    options = ENGINE.rematch(table.state)
    assert options.first_player == next_starter(table.state.sheet[-1], table.state.teams)
    assert options.games == 2
    assert ENGINE.new(5, options, Chance(seed_of(1)))[0].seat == options.first_player


def test_a_table_broken_off_keeps_its_starter_for_the_rematch():
    assert ENGINE.rematch(Scene({}).state).first_player == 0


def test_a_window_left_to_the_clock_is_passed_and_a_turn_exchanges():
    card = spotted("asset")
    scene = Scene({0: [card], 1: [PLAIN, HANDICAP]})
    assert isinstance(ENGINE.default(Scene({}).state, 0, Chance(seed_of(1))), Exchange)
    scene.act(0, Asset(card))
    assert ENGINE.default(scene.state, 2, Chance(seed_of(1))) == Pass()


def test_the_next_player_left_to_the_clock_exchanges_although_a_window_is_open():
    card = spotted("asset")
    scene = Scene({0: [card, PLAIN]})
    scene.act(0, Asset(card))
    assert scene.turn_of() == 1
    assert isinstance(ENGINE.default(scene.state, 1, Chance(seed_of(1))), Exchange)
    assert ENGINE.default(scene.state, 3, Chance(seed_of(1))) == Pass()


def test_a_series_ends_as_its_last_game_does():
    state = Scene({}).state
    tallies = [Tally(table=0, benefits=0, hand=0)] * 4
    state.sheet = [Sheet(state.context, 0, ending, tallies) for ending in ("quiet_rounds", "empty_hand")]
    state.phase = "over"
    assert ENGINE.outcome(state).reason == "empty_hand"
