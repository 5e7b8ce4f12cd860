"""Each rule of Skeleton as a test; its name states the rule."""

import pytest

from engines.chance import Chance
from engines.engine import IllegalAction
from service.authoring.skeleton.engine import Choose, Skeleton, SkeletonOptions, SkeletonState

GAME = Skeleton()
SEED = bytes(32)


def table(seats: int = 2, *, lowest_wins: bool = False) -> SkeletonState:
    """A new table at which seat 0 holds 1 to 3, seat 1 holds 4 to 6, and so on."""
    state, _ = GAME.new(seats, SkeletonOptions(lowest_wins=lowest_wins), Chance(SEED))
    state.hands = [[3 * seat + 1, 3 * seat + 2, 3 * seat + 3] for seat in range(seats)]
    state.aside = list(range(3 * seats + 1, 16))
    return state


def choose(state: SkeletonState, *cards: int) -> None:
    """Each seat chooses one of these cards, seat 0 first."""
    for seat, card in enumerate(cards):
        GAME.check(state, seat, Choose(card))
        GAME.play(state, seat, Choose(card), SEED)


def test_two_to_four_can_play() -> None:
    assert (GAME.players.min, GAME.players.max) == (2, 4)


def test_everybody_is_dealt_three_different_cards() -> None:
    state, _ = GAME.new(4, SkeletonOptions(), Chance(SEED))
    assert [len(hand) for hand in state.hands] == [3, 3, 3, 3]
    assert sorted([card for cards in (*state.hands, state.aside) for card in cards]) == list(range(1, 16))


def test_a_hand_is_seen_by_its_owner_only() -> None:
    state = table()
    assert [GAME.view(state, viewer).hand for viewer in (0, 1, None)] == [[1, 2, 3], [4, 5, 6], []]


def test_a_card_is_chosen_from_the_hand() -> None:
    with pytest.raises(IllegalAction, match="from your hand"):
        choose(table(), 4)


def test_a_choice_stands() -> None:
    state = table()
    choose(state, 1)
    with pytest.raises(IllegalAction, match="have chosen"):
        choose(state, 2)


def test_nobody_sees_a_card_before_all_have_chosen() -> None:
    first, second = table(), table()
    choose(first, 1)
    choose(second, 2)
    assert GAME.view(first, 1) == GAME.view(second, 1)


def test_the_highest_card_wins_the_round() -> None:
    state = table()
    choose(state, 3, 4)
    assert (state.points, state.played) == ([0, 1], [[3, 4]])


def test_the_lowest_card_can_win_instead() -> None:
    state = table(lowest_wins=True)
    choose(state, 3, 4)
    assert state.points == [1, 0]


def test_the_game_ends_when_all_cards_have_been_played() -> None:
    state = table()
    for cards in ((1, 4), (2, 5), (3, 6)):
        assert GAME.outcome(state) is None
        choose(state, *cards)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ([1], "hands_empty")


def test_several_players_can_win_together() -> None:
    state = table(3)
    state.hands = [[1, 2, 9], [3, 8, 4], [7, 5, 6]]
    for cards in ((1, 3, 7), (2, 8, 5), (9, 4, 6)):
        choose(state, *cards)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == [0, 1, 2]


def test_the_clock_plays_the_lowest_card() -> None:
    assert GAME.default(table(), 1, Chance(SEED)) == Choose(4)
