"""A turn: exactly one of asset, handicap, attack, pair, exchange."""

import pytest

from engines.tapecho.actions import Asset, Attack, Defend, Exchange, Handicap, Keep, Lay, Pair, Pass
from tests.games.tapecho.builders import ENGINE, Scene, attack, defence, out, plain, spotted, types_of
from tests.support.tables import rejection

ASSET, HANDICAP = plain("asset"), plain("handicap")
MAN, WOMAN = plain("asset", "man"), plain("asset", "woman")


def test_an_asset_is_laid_before_yourself():
    scene = Scene({0: [ASSET, MAN]})
    scene.act(0, Asset(ASSET))
    assert scene.state.assets[0] == [ASSET]
    assert scene.state.hands[0] == [MAN]
    assert scene.turn_of() == 1


def test_in_the_classic_game_assets_go_before_nobody_else():
    scene = Scene({0: [ASSET, MAN]})
    assert scene.rejection_reason(0, Asset(ASSET, 2)) == "not_a_team_mate"
    assert scene.rejection_reason(0, Asset(ASSET, 0)) == "yourself_unnamed"
    assert scene.rejection_reason(0, Asset(ASSET, 7)) == "no_such_seat"


@pytest.mark.parametrize(("mode", "mate"), [("battle_of_the_sexes", 2), ("battle_of_the_couples", 1)])
def test_in_the_team_modes_assets_also_go_before_a_team_mate(mode, mate):
    scene = Scene({0: [ASSET, MAN, WOMAN]}, mode=mode)
    foes = {1, 2, 3} - {mate}
    assert all(scene.rejection_reason(0, Asset(ASSET, foe)) == "not_a_team_mate" for foe in foes)
    scene.act(0, Asset(ASSET, mate))
    assert scene.state.assets[mate] == [ASSET]


def test_an_asset_for_a_team_mate_is_of_the_team_mates_role():
    scene = Scene({0: [WOMAN, MAN]}, mode="battle_of_the_couples")
    assert scene.rejection_reason(0, Asset(WOMAN)) == "wrong_role"
    assert scene.rejection_reason(0, Asset(MAN, 1)) == "wrong_role"
    scene.act(0, Asset(WOMAN, 1))


def test_a_handicap_is_laid_before_another_player():
    scene = Scene({0: [HANDICAP, MAN]})
    assert scene.rejection_reason(0, Handicap(HANDICAP, 0)) == "not_yourself"
    assert scene.rejection_reason(0, Handicap(HANDICAP, 4)) == "no_such_seat"
    scene.act(0, Handicap(HANDICAP, 3))
    assert scene.state.handicaps[3] == [HANDICAP]


def test_a_handicap_may_go_before_a_team_mate():
    scene = Scene({0: [HANDICAP, MAN]}, mode="battle_of_the_couples")
    assert scene.rejection_reason(0, Handicap(HANDICAP, 1)) is None


def test_an_attack_is_laid_before_an_opponent():
    card = attack("stood_up")
    scene = Scene({0: [card, MAN]})
    assert scene.rejection_reason(0, Attack(card, 0)) == "not_yourself"
    scene.act(0, Attack(card, 2))
    assert [(lying.card, lying.by, lying.target) for lying in scene.state.lying] == [(card, 0, 2)]


@pytest.mark.parametrize(("mode", "mate"), [("battle_of_the_sexes", 2), ("battle_of_the_couples", 1)])
def test_team_mates_are_not_attacked(mode, mate):
    card = attack("stood_up")
    scene = Scene({0: [card, HANDICAP]}, mode=mode)
    assert scene.rejection_reason(0, Attack(card, mate)) == "team_mate"
    assert scene.rejection_reason(0, Pair((Lay(HANDICAP, 3), Lay(card, mate)))) == "team_mate"


def test_cards_go_by_kind_and_from_the_hand():
    scene = Scene({0: [ASSET, HANDICAP, attack("stood_up"), out(), defence("man")], 1: [MAN]})
    assert scene.rejection_reason(0, Asset(HANDICAP)) == "wrong_kind"
    assert scene.rejection_reason(0, Handicap(attack("stood_up"), 1)) == "wrong_kind"
    assert scene.rejection_reason(0, Attack(HANDICAP, 1)) == "wrong_kind"
    assert scene.rejection_reason(0, Pair((Lay(ASSET, 1), Lay(HANDICAP, 1)))) == "wrong_kind"
    assert scene.rejection_reason(0, Asset(MAN)) == "not_in_hand"
    assert scene.rejection_reason(0, Exchange(999)) == "not_in_hand"
    assert scene.rejection_reason(0, Keep(ASSET)) == "not_now"


@pytest.mark.parametrize("kind", ["handicap", "attack"])
def test_every_card_laid_before_a_player_is_mixed_or_of_their_role(kind):
    cards = {
        role: plain(kind, role) if kind == "handicap" else attack("rejected", role)
        for role in ("man", "woman", "mixed")
    }
    scene = Scene({0: cards.values()})

    def rejection_of(role, target):
        action = Handicap(cards[role], target) if kind == "handicap" else Attack(cards[role], target)
        return scene.rejection_reason(0, action)

    assert (
        rejection_of("man", 2)
        is rejection_of("woman", 1)
        is rejection_of("mixed", 1)
        is rejection_of("mixed", 2)
        is None
    )
    assert rejection_of("man", 1) == rejection_of("woman", 2) == "wrong_role"


def test_an_asset_of_the_other_role_cannot_be_laid_before_yourself():
    assert Scene({0: [WOMAN, MAN]}).rejection_reason(0, Asset(WOMAN)) == "wrong_role"


@pytest.mark.parametrize("targets", [(1, 1), (1, 3), (3, 2)])
def test_a_pair_is_any_two_handicaps_or_attacks_before_one_player_or_two(targets):
    one, other = HANDICAP, plain("handicap", n=1)
    mixed, second = attack("the_ex"), attack("stood_up")
    for cards in ((one, other), (one, mixed), (mixed, one)):
        scene = Scene({0: [one, other, mixed, MAN]})
        placed = list(zip(cards, targets, strict=True))
        events = scene.act(0, Pair(tuple(Lay(card, target) for card, target in placed)))
        assert [(event.card.id, event.target) for event in events[:2]] == placed
    scene = Scene({0: [mixed, second, MAN]})
    pair = Pair((Lay(mixed, targets[0]), Lay(second, targets[1])))
    assert scene.rejection_reason(0, pair) == ("one_target_twice" if targets == (1, 1) else None)


def test_a_pair_of_plain_handicaps_is_over_at_once_and_is_one_turn():
    one, other = HANDICAP, plain("handicap", n=1)
    scene = Scene({0: [one, other, MAN]})
    scene.act(0, Pair((Lay(other, 1), Lay(one, 1))))
    assert scene.state.handicaps[1] == [other, one]
    assert scene.state.window is None
    assert scene.awaited() == [1]


def test_a_pair_is_two_different_cards():
    scene = Scene({0: [HANDICAP, MAN]})
    assert scene.rejection_reason(0, Pair((Lay(HANDICAP, 1), Lay(HANDICAP, 1)))) == "one_card_twice"


def test_no_second_attack_within_the_round_until_the_attackers_next_turn_begins():
    first, second = attack("hangover"), attack("the_ex")
    again = attack("the_ex", "woman")
    scene = Scene({0: [first, again, ASSET], 1: [MAN, WOMAN, plain("asset", "woman", 1)], 2: [second, MAN, HANDICAP]})
    scene.act(0, Attack(first, 1))
    scene.act(1, Exchange(MAN))
    scene.act(1, Keep(scene.state.drawn[0]))
    assert scene.rejection_reason(2, Attack(second, 1)) == "already_attacked"
    assert scene.rejection_reason(2, Pair((Lay(HANDICAP, 1), Lay(second, 1)))) == "already_attacked"
    assert scene.rejection_reason(2, Attack(second, 0)) is None
    scene.act(2, Handicap(HANDICAP, 1))
    scene.act(3, Exchange(scene.state.hands[3][0]))
    assert scene.view().attacks[0].until == "attackers_turn"
    events = scene.act(3, Keep(scene.state.drawn[0]))
    assert scene.turn_of() == 0
    assert scene.state.pit[-1] == first, "it went to the pit as the attacker's turn began"
    assert [(type(event).__name__, event.seat) for event in events[-2:]] == [("AttackLifted", 0), ("Attackable", 1)]
    assert not scene.state.lying
    assert scene.rejection_reason(0, Attack(again, 1)) is None
    scene.act(0, Exchange(ASSET))
    scene.act(0, Keep(scene.state.drawn[0]))
    scene.act(1, Exchange(scene.state.hands[1][0]))
    scene.act(1, Keep(scene.state.drawn[0]))
    assert scene.rejection_reason(2, Attack(second, 1)) is None, "nor does it block anyone else from then on"


def test_an_attack_that_was_defended_against_still_blocks_for_the_round():
    first, second, shield = attack("stood_up"), attack("the_ex"), defence("woman")
    scene = Scene({0: [first, ASSET], 1: [shield, HANDICAP, ASSET + 1], 2: [second, MAN]})
    scene.act(0, Attack(first, 1))
    scene.act(1, Defend(shield, first))
    assert not scene.state.lying
    assert scene.view().seats[1].attacked_by == 0
    scene.act(1, Handicap(HANDICAP, 2))
    assert scene.rejection_reason(2, Attack(second, 1)) == "already_attacked"
    scene.state.seat = 3
    scene.act(3, Exchange(scene.state.hands[3][0]))
    events = scene.act(3, Keep(scene.state.drawn[0]))
    assert types_of(events)[-2:] == ["turn_began", "attackable"], "no attack is left to lift"
    assert scene.view().seats[1].attacked_by is None


def test_a_friend_with_benefits_stays_but_stops_blocking_after_the_round():
    friend, other = attack("friend_with_benefits"), attack("the_ex")
    scene = Scene({0: [friend, other, ASSET], 1: [plain("handicap", n=n) for n in (0, 1, 2)]})
    scene.act(0, Attack(friend, 1))
    scene.all_pass()
    for seat in (1, 2, 3):
        scene.act(seat, Exchange(scene.state.hands[seat][0]))
        assert scene.view().seats[1].attacked_by == 0
        scene.act(seat, Keep(scene.state.drawn[0]))
    assert [lying.card for lying in scene.state.lying] == [friend]
    assert scene.view().attacks[0].until == "end_of_game"
    assert scene.rejection_reason(0, Attack(other, 1)) is None
    scene.act(0, Exchange(ASSET))
    assert scene.view().seats[1].attacked_by is None
    scene.act(0, Keep(scene.state.drawn[0]))
    scene.act(1, Exchange(scene.state.hands[1][0]))
    scene.act(1, Keep(scene.state.drawn[0]))
    third = attack("hangover")
    scene.state.hands[2].append(third)
    assert scene.rejection_reason(2, Attack(third, 1)) is None


def test_a_skipped_turn_counts_as_the_attackers_next_turn():
    first, skip, second = attack("the_ex"), attack("stood_up"), attack("hangover")
    scene = Scene({0: [first, ASSET, MAN], 1: [plain("handicap", n=n) for n in (0, 1, 2)], 3: [skip, WOMAN, ASSET + 1]})
    scene.act(0, Attack(first, 2))
    for seat in (1, 2):
        scene.act(seat, Exchange(scene.state.hands[seat][0]))
        scene.act(seat, Keep(scene.state.drawn[0]))
    scene.state.hands[1].append(second)
    scene.state.pile.remove(second)
    scene.act(3, Attack(skip, 0))
    assert scene.turn_of() == 1, "seat 0 is about to be skipped"
    assert scene.rejection_reason(1, Attack(second, 2)) is None, "seat 0's turn will have come and gone"
    events = scene.act(1, Attack(second, 2))
    assert types_of(events)[2:5] == ["turn_skipped", "attack_lifted", "attackable"]
    assert first in scene.state.pit
    assert scene.view().seats[2].attacked_by == 1


def test_an_attack_is_over_for_everyone_once_its_attacker_was_skipped():
    first, second = attack("the_ex"), attack("hangover")
    scene = Scene({0: [first, ASSET, MAN], 3: [second, WOMAN, ASSET + 1]})
    scene.act(0, Attack(first, 2))
    scene.all_pass()
    scene.state.skips[0] = 1
    for seat in (1, 2):
        scene.act(seat, Exchange(scene.state.hands[seat][0]))
        scene.act(seat, Keep(scene.state.drawn[0]))
    assert scene.rejection_reason(3, Attack(second, 2)) == "already_attacked"
    for seat in (3, 1, 2):
        assert scene.turn_of() == seat
        scene.act(seat, Exchange(next(card for card in scene.state.hands[seat] if card != second)))
        scene.act(seat, Keep(scene.state.drawn[0]))
    assert scene.rejection_reason(3, Attack(second, 2)) is None


def test_an_exchange_discards_draws_two_keeps_one_and_puts_the_other_on_top():
    bottom, top, under = plain("asset", n=3), plain("asset", n=4), plain("asset", n=5)
    scene = Scene({0: [MAN, ASSET]}, pile=[bottom, under, top])
    events = scene.act(0, Exchange(MAN))
    assert types_of(events) == ["exchanged"]
    assert sorted(scene.state.drawn) == sorted([under, top])
    assert scene.state.pit == [MAN]
    assert scene.awaited() == [0]
    assert scene.types(0) == ["keep"]
    assert scene.rejection_reason(0, Keep(bottom)) == "not_drawn"
    assert scene.rejection_reason(0, Asset(ASSET)) == "not_now"
    scene.act(0, Keep(under))
    assert scene.state.hands[0] == sorted([ASSET, under])
    assert scene.state.pile == [bottom, top]
    assert scene.awaited() == [1]


def test_the_discarded_card_joins_the_pit_after_the_draw():
    one, other = plain("asset", n=3), plain("asset", n=4)
    scene = Scene({0: [MAN, ASSET]}, pile=[], pit=[one, other])
    events = scene.act(0, Exchange(MAN))
    assert types_of(events) == ["pile_renewed", "exchanged"]
    assert sorted(scene.state.drawn) == sorted([one, other])
    assert scene.state.pit == [MAN]


def test_a_single_card_to_draw_is_kept_without_a_choice():
    only = plain("asset", n=3)
    scene = Scene({0: [MAN, ASSET]}, pile=[only])
    scene.act(0, Exchange(MAN))
    assert scene.state.hands[0] == sorted([ASSET, only])
    assert scene.state.phase == "turn"
    assert scene.awaited() == [1]


def test_with_nothing_to_draw_exchanging_is_not_possible():
    scene = Scene({0: [MAN, ASSET]}, pile=[])
    assert scene.rejection_reason(0, Exchange(MAN)) == "nothing_to_draw"


def test_an_empty_pile_is_renewed_out_of_the_pit():
    pit = [plain("asset", n=n) for n in (3, 4, 5)]
    scene = Scene({0: [MAN, ASSET]}, pile=[], pit=pit)
    scene.act(0, Exchange(MAN))
    assert sorted([*scene.state.pile, *scene.state.drawn]) == sorted(pit)


def test_a_turn_must_be_used_when_something_is_possible():
    scene = Scene({0: [MAN, ASSET]})
    assert scene.rejection_reason(0, Pass()) == "must_act"


def test_with_nothing_possible_the_seat_passes_its_turn_by_itself():
    scene = Scene({0: [MAN, ASSET], 1: [out(), defence("man")]}, pile=[])
    events = scene.act(0, Asset(ASSET))
    assert types_of(events) == ["card_laid", "window_closed", "turn_began", "turn_passed", "turn_began"]
    assert scene.awaited() == [2]
    assert scene.state.quiet == 1


def test_a_turn_dealt_afresh_that_allows_nothing_can_still_be_passed():
    """Resampled hands may hold nothing playable where the real one does; a bot thinking ahead must get on."""
    scene = Scene({0: [out(), defence("woman")]}, pile=[])
    assert scene.legal(0) == [Pass()]
    assert types_of(scene.act(0, Pass())) == ["turn_passed", "turn_began"]
    assert scene.awaited() == [1]


@pytest.mark.parametrize("last", [plain("asset", "woman"), plain("asset", "man")])
def test_a_last_card_of_another_kind_is_exchanged_as_any_other(last):
    scene = Scene({0: [last]})
    scene.act(0, Exchange(last))
    scene.act(0, Keep(scene.state.drawn[0]))
    assert len(scene.state.hands[0]) == 1
    assert ENGINE.outcome(scene.state) is None


@pytest.mark.parametrize("last", [out(), defence("man"), defence("woman")])
def test_a_last_defence_or_out_of_context_card_must_be_discarded_for_one_other(last):
    under, top = plain("asset", n=3), plain("asset", n=4)
    scene = Scene({0: [last]}, pile=[under, top])
    assert scene.legal(0) == [Exchange(last)], "nothing else is possible"
    (exchanged, *rest) = scene.act(0, Exchange(last))
    assert (exchanged.discarded.id, exchanged.count, exchanged.drawn.known_to) == (last, 1, (0,))
    assert types_of(rest) == ["turn_began"], "there is no choice"
    assert scene.state.hands[0] == [top]
    assert (scene.state.pile, scene.state.pit, scene.state.drawn) == ([under], [last], [])
    assert scene.state.quiet == 1


def test_with_another_card_in_hand_a_defence_is_exchanged_for_one_of_two():
    scene = Scene({0: [out(), MAN]})
    assert types_of(scene.act(0, Exchange(out()))) == ["exchanged"]
    assert len(scene.state.drawn) == 2


def test_a_last_card_without_another_to_draw_is_kept_and_the_turn_is_passed():
    scene = Scene({0: [MAN, ASSET], 1: [defence("woman")]}, pile=[])
    assert "turn_passed" in types_of(scene.act(0, Asset(ASSET)))
    assert scene.state.hands[1] == [defence("woman")]


def test_whether_a_card_is_the_last_is_judged_after_pending_effects():
    ex, lady = attack("the_ex"), defence("woman")
    scene = Scene({0: [ex, MAN], 1: [lady]}, pile=[plain("asset", n=n) for n in range(3, 7)])
    scene.act(0, Attack(ex, 1))
    scene.act(1, Exchange(lady))
    assert len(scene.state.hands[1]) == 2, "the ex has given two more"
    assert len(scene.state.drawn) == 2


def test_play_goes_clockwise():
    scene = Scene({})
    order = []
    for _ in range(5):
        order.append(seat := scene.turn_of())
        scene.act(seat, Exchange(scene.state.hands[seat][0]))
        scene.act(seat, Keep(scene.state.drawn[0]))
    assert order == [0, 1, 2, 3, 0]


def test_the_many_pairs_are_listed_last():
    """A page of what a seat may do must not end before it has shown every other kind of action."""
    hand = [ASSET, *(plain("handicap", n=n) for n in range(7)), attack("the_ex"), attack("stood_up")]
    listed = [type(action) for action in Scene({0: hand}, seats=10).legal(0)]
    assert len(listed) > 1000
    assert set(listed[:200]) == {Asset, Handicap, Attack, Exchange, Pair}


def test_what_is_laid_stays_visible_and_the_pit_is_public():
    card = spotted("asset", spot="yellow")
    scene = Scene({0: [card, MAN]}, pit=[HANDICAP])
    scene.act(0, Asset(card))
    for viewer in (None, 0, 1):
        view = scene.view(viewer)
        assert [face.id for face in view.seats[0].assets] == [card]
        assert [face.id for face in view.pit] == [HANDICAP]
        assert [seat.hand_size for seat in view.seats] == [1, 3, 3, 3]


def test_nobody_but_the_seat_in_turn_acts_whatever_they_hold():
    """Neither by their own hand nor by that of the seat in turn; and the cards drawn are for whoever drew them."""
    scene = Scene({0: [ASSET, MAN], 2: [ASSET + 1, MAN + 1]})
    for card in (ASSET, ASSET + 1):
        for action in (Asset(card), Exchange(card)):
            assert rejection(ENGINE, scene.state, 2, action)[0] == "not_your_turn"
    assert list(ENGINE.legal(scene.state, 2)) == []
    scene.act(0, Exchange(MAN))
    for card in scene.state.drawn:
        assert rejection(ENGINE, scene.state, 2, Keep(card))[0] == "not_your_turn"
    assert list(ENGINE.legal(scene.state, 2)) == []


def test_an_exchange_that_draws_a_single_card_is_a_quiet_turn():
    scene = Scene({0: [MAN, ASSET]}, pile=[plain("asset", n=3)])
    scene.act(0, Exchange(MAN))
    assert scene.view().quiet_turns == 1


def sick_and_seen(scene, seat):
    """A seat with a hangover and an open hand."""
    scene.state.hungover[seat] = scene.state.opened[seat] = True
    return scene


def test_a_turn_that_is_passed_by_itself_ends_hangover_and_open_hand():
    scene = sick_and_seen(Scene({0: [MAN, ASSET], 1: [out(), defence("man")]}, pile=[]), 1)
    events = scene.act(0, Asset(ASSET))
    types = types_of(events)
    assert types[types.index("turn_passed") :] == ["turn_passed", "sobered_up", "hand_closed", "turn_began"]
    assert not scene.view().seats[1].hungover
    assert scene.view().seats[1].hand is None


@pytest.mark.parametrize("how", ["laid", "kept", "single", "passed", "skipped"])
def test_every_end_of_a_turn_ends_hangover_and_open_hand_with_an_event(how):
    if how == "passed":
        scene = sick_and_seen(Scene({0: [out(), defence("woman")]}, pile=[]), 0)
        events = scene.act(0, Pass())
    elif how == "skipped":
        scene = sick_and_seen(Scene({3: [HANDICAP, WOMAN]}), 0)
        scene.state.seat, scene.state.skips[0] = 3, 1
        events = scene.act(3, Handicap(HANDICAP, 1))
    else:
        scene = sick_and_seen(Scene({0: [HANDICAP, MAN]}, pile=[ASSET] if how == "single" else None), 0)
        events = scene.act(0, Handicap(HANDICAP, 1) if how == "laid" else Exchange(MAN))
    if how == "kept":
        assert scene.view().seats[0].hungover, "the turn is not over yet"
        events = scene.act(0, Keep(scene.state.drawn[0]))
    assert [event.seat for event in events if type(event).__name__ == "SoberedUp"] == [0]
    assert [event.seat for event in events if type(event).__name__ == "HandClosed"] == [0]
    assert not scene.view().seats[0].hungover
    assert scene.view().seats[0].hand is None
