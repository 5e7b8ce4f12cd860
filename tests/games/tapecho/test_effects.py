"""The eight attacks."""

import pytest

from engines.tapecho.actions import Asset, Attack, Exchange, Handicap, Keep, Lay, OutOfContext, Pair
from engines.tapecho.attacks import ATTACKS
from engines.tapecho.content import CARDS
from engines.tapecho.state import Lying
from engines.tapecho.turns import begin_next
from tests.games.tapecho.builders import ENGINE, Scene, attack, out, pick, plain, spotted, tally, types_of

PLAIN, MAN = plain("asset"), plain("asset", "man")
SPARE = [plain("handicap", n=n) for n in range(6)]


def worth(value, role="mixed", n=0):
    return pick("asset", n, role=role, value=value)


def attacked(slug, target, *, role="mixed", asset=None, **more):
    """Seat 0 has attacked, and everybody let the window close."""
    card = attack(slug, role)
    scene = Scene({0: [card, MAN, PLAIN], **more.pop("hands", {})}, **more)
    events = scene.act(0, Attack(card, target, asset)) + scene.all_pass()
    return scene, events


def idle(scene, seat):
    scene.act(seat, Exchange(scene.state.hands[seat][0]))
    scene.act(seat, Keep(scene.state.drawn[0]))


def test_stood_up_loses_the_targets_next_turn():
    scene, events = attacked("stood_up", 2)
    assert "turn_lost" in types_of(events)
    assert scene.view().seats[2].skips == 1
    idle(scene, 1)
    assert scene.turn_of() == 3
    assert scene.view().seats[2].skips == 0


def test_rejected_takes_the_asset_of_highest_value():
    low, high = worth(3), worth(9)
    scene, _ = attacked("rejected", 1, assets={1: [high, low]})
    assert scene.state.assets[1] == [low]
    assert scene.state.pit == [high]


def test_rejected_takes_the_one_laid_last_of_equals():
    first, last = worth(4), worth(4, n=1)
    for order in ([first, last], [last, first]):
        scene, _ = attacked("rejected", 1, assets={1: list(order)})
        assert scene.state.assets[1] == order[:1]


def test_bots_expect_a_rejection_to_cost_the_best_asset_and_nothing_without_one():
    scene = Scene({}, assets={1: [worth(3), worth(9)]})
    assert [ATTACKS["rejected"].harm(scene.state, seat, None) for seat in (1, 2)] == [9, 0]


def test_rejected_goes_by_the_printed_sign_and_leaves_handicaps_alone():
    trap, one = pick("asset", value=-2), pick("asset", value=1)
    scene, _ = attacked("rejected", 2, assets={2: [trap]}, handicaps={2: [SPARE[0]]})
    assert scene.state.assets[2] == []
    scene, _ = attacked("rejected", 1, assets={1: [one, trap]}, handicaps={1: [pick("handicap", value=7)]})
    assert scene.state.assets[1] == [trap]


def test_the_ex_makes_the_target_draw_two():
    scene, events = attacked("the_ex", 2, pile=[SPARE[0], SPARE[1], SPARE[2]])
    assert {SPARE[1], SPARE[2]} <= set(scene.state.hands[2])
    assert scene.state.pile == [SPARE[0]]
    drew = next(event for event in events if type(event).__name__ == "ExTurnedUp")
    assert (drew.count, drew.cards.known_to) == (2, (2,))


@pytest.mark.parametrize("left", [0, 1])
def test_the_ex_makes_the_target_draw_as_many_as_there_are(left):
    scene, _ = attacked("the_ex", 2, pile=SPARE[:left])
    assert len(scene.state.hands[2]) == 3 + left


def test_the_ex_renews_the_pile_out_of_the_pit():
    scene, events = attacked("the_ex", 2, pile=SPARE[:1], pit=SPARE[1:3])
    assert "pile_renewed" in types_of(events)
    assert len(scene.state.hands[2]) == 5


def test_a_hangover_forbids_assets_on_the_targets_next_turn_only():
    scene, _ = attacked("hangover", 1, hands={1: [PLAIN + 1, SPARE[0], SPARE[1]]})
    assert scene.rejection_reason(1, Asset(PLAIN + 1)) == "hungover"
    assert scene.view().seats[1].hungover
    scene.act(1, Handicap(SPARE[0], 2))
    assert not scene.view().seats[1].hungover
    for seat in (2, 3, 0):
        idle(scene, seat)
    assert scene.rejection_reason(1, Asset(PLAIN + 1)) is None


def test_a_hangover_is_slept_off_in_a_skipped_turn():
    scene, _ = attacked("hangover", 1)
    scene.state.skips[1] = 1
    scene.state.seat = 0
    begin_next(scene.state)
    assert scene.state.seat == 2
    assert not scene.state.hungover[1]


def test_a_hangover_slept_off_on_the_way_round_is_foreseen():
    """Everybody is skipped once, the target too: the walk ends with them, and they are well again."""
    off = spotted("asset")
    scene = Scene({0: [off, MAN], 1: [PLAIN, SPARE[0]]})
    scene.act(0, Asset(off))
    scene.state.skips, scene.state.hungover[1] = [1, 1, 1, 1], True
    assert scene.turn_of() == 1
    events = scene.act(1, Asset(PLAIN))
    assert types_of(events).count("turn_skipped") == 4


def test_the_big_reveal_ends_with_a_skipped_turn():
    scene, _ = attacked("big_reveal", 2)
    scene.state.skips[2] = 1
    idle(scene, 1)
    assert scene.turn_of() == 3
    assert scene.view().seats[2].hand is None


def test_poached_moves_the_named_asset_to_the_attackers_table():
    other = plain("asset", n=2)
    scene, events = attacked("poached", 1, asset=other, assets={0: [MAN + 1], 1: [worth(10), other]})
    assert scene.state.assets[0] == [MAN + 1, other]
    assert scene.state.assets[1] == [worth(10)]
    assert "asset_poached" in types_of(events)


def test_poached_names_an_asset_of_the_attackers_role_or_mixed():
    card, hers, mixed = attack("poached"), plain("asset", "woman"), plain("asset", n=2)
    scene = Scene({0: [card, MAN]}, assets={1: [hers, mixed], 3: [hers + 1]})
    assert scene.rejection_reason(0, Attack(card, 1, hers)) == "asset_not_there"
    assert scene.rejection_reason(0, Attack(card, 1)) == "asset_to_name"
    assert scene.rejection_reason(0, Attack(card, 1, 999)) == "asset_not_there"
    assert scene.rejection_reason(0, Attack(card, 1, mixed)) is None
    assert scene.rejection_reason(0, Attack(card, 3)) is None, "an attack without effect may still be laid"
    assert scene.rejection_reason(0, Attack(card, 3, mixed)) == "asset_not_there"


def test_the_first_card_of_the_deck_can_be_poached_by_the_first_seat():
    """The card with the number 0 is as good as any other."""
    scene, events = attacked("poached", 2, asset=0, assets={2: [0]})
    assert "asset_poached" in types_of(events)
    assert (scene.state.assets[0], scene.state.assets[2]) == ([0], [])


def test_only_a_poaching_names_an_asset():
    card = attack("rejected")
    scene = Scene({0: [card, SPARE[0], SPARE[1]]}, assets={1: [PLAIN]})
    assert scene.rejection_reason(0, Attack(card, 1, PLAIN)) == "nothing_to_name"
    assert scene.rejection_reason(0, Pair((Lay(SPARE[0], 1, PLAIN), Lay(SPARE[1], 1)))) == "nothing_to_name"


def test_the_big_reveal_opens_the_targets_hand_until_the_end_of_their_next_turn():
    scene, events = attacked("big_reveal", 2)
    opened = next(event for event in events if type(event).__name__ == "HandOpened")
    assert [card.id for card in opened.cards] == scene.state.hands[2]

    def seen(viewer):
        return [seat.seat for seat in scene.view(viewer).seats if seat.hand is not None]

    assert seen(None) == [2]
    idle(scene, 1)
    assert seen(None) == [2]
    assert seen(3) == [2, 3]
    scene.act(2, Exchange(scene.state.hands[2][0]))
    assert seen(None) == [2], "the turn is not over yet"
    assert scene.view(None).drawn_cards is None, "the drawn cards are not part of the hand"
    events = scene.act(2, Keep(scene.state.drawn[0]))
    assert "hand_closed" in types_of(events)
    assert seen(None) == []


def test_a_hand_opened_and_closed_in_one_go_was_still_seen_by_all():
    card = attack("big_reveal")
    scene = Scene({0: [card, MAN], 1: [PLAIN, SPARE[0], out()]})
    scene.act(0, Attack(card, 1))
    events = scene.act(1, Asset(PLAIN))
    assert types_of(events).index("hand_opened") < types_of(events).index("hand_closed")
    assert scene.view().seats[1].hand is None
    assert [(shown.seat, [face.id for face in shown.cards]) for shown in scene.view().shown] == [
        (1, sorted([SPARE[0], out()]))
    ]
    idle(scene, 2)
    assert scene.view().shown == []


def test_a_hand_that_stays_open_is_shown_as_well_until_the_next_action():
    scene, _ = attacked("big_reveal", 2)
    hand = scene.state.hands[2].copy()
    assert [(shown.seat, [face.id for face in shown.cards]) for shown in scene.view().shown] == [(2, hand)]
    assert [face.id for face in scene.view().seats[2].hand] == hand
    events = scene.act(1, Exchange(scene.state.hands[1][0]))
    assert types_of(events)[0] == "hands_covered"
    assert scene.view().shown == []
    assert scene.view().seats[2].open_hand, "the hand itself stays open"
    assert "hands_covered" not in types_of(scene.act(1, Keep(scene.state.drawn[0])))


def test_swapped_numbers_changes_a_random_card_of_each_hand():
    swaps = set()
    card = attack("swapped_numbers", "woman")
    for number in range(60):
        scene = Scene({0: [card, MAN, PLAIN], 1: [SPARE[0], SPARE[1]]})
        scene.act(0, Attack(card, 1))
        scene.state.draws = number
        events = scene.all_pass()
        event = next(event for event in events if type(event).__name__ == "NumbersSwapped")
        assert event.given.known_to == event.taken.known_to == (0, 1)
        given, taken = event.given.value.id, event.taken.value.id
        assert given in scene.state.hands[1]
        assert taken in scene.state.hands[0]
        assert [len(hand) for hand in scene.state.hands[:2]] == [2, 2]
        swaps.add((given, taken))
    assert swaps == {(ours, theirs) for ours in (MAN, PLAIN) for theirs in SPARE[:2]}


def test_swapped_numbers_does_nothing_if_a_hand_is_empty():
    card = attack("swapped_numbers", "woman")
    scene = Scene({0: [card], 1: [SPARE[0], SPARE[1]]})
    scene.act(0, Attack(card, 1))
    events = scene.all_pass()
    assert "numbers_swapped" not in types_of(events)
    assert scene.state.hands[:2] == [[], SPARE[:2]]
    assert ENGINE.outcome(scene.state) is not None
    off = spotted("handicap")
    scene = Scene({0: [card, off, MAN], 1: [out()]})
    scene.act(0, Pair((Lay(card, 1), Lay(off, 1))))
    scene.act(1, OutOfContext(out(), off))
    events = scene.all_pass()
    assert "numbers_swapped" not in types_of(events)
    assert scene.state.hands[:2] == [[MAN], []]


def test_a_friend_with_benefits_costs_a_point_for_each_asset_at_the_count():
    assets = [plain("asset", n=n) for n in (1, 2, 3)]
    scene, _ = attacked("friend_with_benefits", 1, assets={1: assets[:2]}, handicaps={1: SPARE[:1]})
    before = sum(CARDS[card].value for card in (*assets, SPARE[0]))
    scene.state.assets[1].append(assets[2])
    assert scene.view().seats[1].score == before - 3
    scene.state.hands[1] = []
    assert (tally(scene, 1).benefits, tally(scene, 1).score) == (-3, before - 3)
    assert tally(scene, 0).benefits == 0


def test_each_friend_with_benefits_costs_a_point_for_each_asset():
    """A custom deck may have several of them, and they may have one target."""
    scene = Scene({}, assets={1: [plain("asset", n=1), plain("asset", n=2)]})
    scene.state.lying = [Lying(attack("friend_with_benefits"), by, 1) for by in (0, 2)]
    assert tally(scene, 1).benefits == -4


@pytest.mark.parametrize("slug", ["rejected", "poached"])
def test_an_attack_that_would_have_no_effect_may_still_be_laid(slug):
    scene, events = attacked(slug, 1)
    assert not {"asset_lost", "asset_poached"} & set(types_of(events))
    assert scene.awaited() == [1]
