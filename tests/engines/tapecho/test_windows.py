"""Reactions out of turn, and who comes next while some of it is still pending."""

import pytest

from engines.chance import Chance
from engines.tapecho.actions import Asset, Attack, Defend, Exchange, Handicap, Keep, Lay, OutOfContext, Pair, Pass
from tests.engines.tapecho.scene import ENGINE, Scene, attack, defence, out, plain, spotted, types_of
from tests.support.tables import open_table, options_for, play_on, seed_of, settings_of

OFF, OFF_HANDICAP = spotted("asset"), spotted("handicap")
ON = spotted("asset", spot="yellow")
PLAIN, HANDICAP, MAN = plain("asset"), plain("handicap"), plain("asset", "man")
STOOD_UP = attack("stood_up")
LADY, CAPTAIN = defence("woman"), defence("man")
SPARE = [plain("handicap", n=n) for n in range(1, 7)]


def called_out(**more):
    """Seat 0 has laid an off-colour asset, seat 3 has called it out."""
    hands = {0: [OFF, CAPTAIN, MAN], 1: [out(1), PLAIN], 3: [out(), SPARE[0]], **more.pop("hands", {})}
    scene = Scene(hands, **more)
    scene.act(0, Asset(OFF))
    scene.act(3, OutOfContext(out(), OFF))
    return scene


def test_the_target_of_an_attack_defends_with_the_defence_of_their_own_role():
    scene = Scene({0: [STOOD_UP, MAN], 1: [LADY, CAPTAIN, PLAIN]})
    scene.act(0, Attack(STOOD_UP, 1))
    assert scene.may_react() == [1]
    assert scene.refused(1, Defend(CAPTAIN, STOOD_UP)) == "wrong_role"
    assert scene.refused(1, Defend(PLAIN, STOOD_UP)) == "wrong_kind"
    assert scene.refused(1, Defend(LADY + 1, STOOD_UP)) == "not_in_hand"
    scene.act(1, Defend(LADY, STOOD_UP))
    assert sorted(scene.state.pit) == sorted([STOOD_UP, LADY])
    assert scene.state.skips == [0, 0, 0, 0], "the effect never was"


def test_a_defence_costs_no_turn():
    scene = Scene({0: [STOOD_UP, MAN], 1: [LADY, PLAIN]})
    scene.act(0, Attack(STOOD_UP, 1))
    scene.act(1, Defend(LADY, STOOD_UP))
    assert scene.awaited() == [1]
    scene.act(1, Asset(PLAIN))


def test_nobody_but_the_target_defends_against_an_attack():
    scene = Scene({0: [STOOD_UP, MAN], 2: [CAPTAIN, PLAIN]})
    scene.act(0, Attack(STOOD_UP, 1))
    assert scene.awaited() == [2], "seat 1 is about to be skipped"
    assert scene.refused(2, Defend(CAPTAIN, STOOD_UP)) == "not_yours_to_defend"


def test_the_next_players_action_closes_the_window():
    scene = Scene({0: [STOOD_UP, MAN], 1: [LADY, PLAIN], 2: [MAN + 1, SPARE[0]]})
    scene.act(0, Attack(STOOD_UP, 1))
    events = scene.act(2, Asset(MAN + 1))
    assert types_of(events)[:3] == ["window_closed", "turn_lost", "turn_skipped"]
    assert scene.refused(1, Defend(LADY, STOOD_UP)) == "too_late"


def test_an_off_colour_spot_is_called_out_by_anyone_but_who_laid_it():
    for seat in (1, 2, 3):
        scene = Scene({0: [OFF, out(1), MAN], seat: [out(), SPARE[0]]})
        scene.act(0, Asset(OFF))
        assert sorted([*scene.may_react(), *scene.awaited()]) == [1, 2, 3]
        assert scene.refused(0, OutOfContext(out(1), OFF)) == "own_card"
        scene.act(seat, OutOfContext(out(), OFF))
        assert scene.state.assets[0] == [OFF], "until the window closes"
        scene.all_pass()
        assert scene.state.assets[0] == []
        assert sorted(scene.state.pit) == sorted([OFF, out()])


def test_an_off_colour_handicap_is_called_out_too():
    scene = Scene({0: [OFF_HANDICAP, MAN], 1: [out(), SPARE[0]]})
    scene.act(0, Handicap(OFF_HANDICAP, 1))
    scene.act(1, OutOfContext(out(), OFF_HANDICAP))
    scene.all_pass()
    assert scene.state.handicaps[1] == []


@pytest.mark.parametrize("card", [ON, PLAIN])
def test_cards_in_context_or_without_a_spot_are_not_called_out(card):
    scene = Scene({0: [card, MAN], 1: [out(), SPARE[0]]})
    scene.act(0, Asset(card))
    assert scene.state.window is None, "nobody could react: it has closed at once"
    pair = Scene({0: [HANDICAP, OFF_HANDICAP, MAN], 1: [out(), SPARE[0]]})
    pair.act(0, Pair((Lay(HANDICAP, 1), Lay(OFF_HANDICAP, 1))))
    assert pair.refused(1, OutOfContext(out(), HANDICAP)) == "in_context"
    assert pair.refused(1, OutOfContext(SPARE[0], OFF_HANDICAP)) == "wrong_kind"


def test_an_attack_is_not_called_out():
    scene = Scene({0: [STOOD_UP, MAN], 1: [out(), SPARE[0]]})
    scene.act(0, Attack(STOOD_UP, 1))
    assert scene.refused(1, OutOfContext(out(), STOOD_UP)) == "in_context"


def test_first_come_first_served():
    scene = called_out()
    assert scene.refused(1, OutOfContext(out(1), OFF)) == "too_late"
    assert scene.refused(2, OutOfContext(out(2), OFF)) == "too_late", "without a look at the hand"


def test_who_laid_the_card_defends_against_out_of_context_and_the_card_stands():
    scene = called_out()
    assert scene.may_react() == [0]
    assert scene.awaited() == [1]
    scene.act(0, Defend(CAPTAIN, out()))
    assert sorted(scene.state.pit) == sorted([CAPTAIN, out()])
    scene.all_pass()
    assert scene.state.assets[0] == [OFF]


def test_nobody_else_defends_against_out_of_context():
    scene = called_out(hands={1: [LADY, PLAIN]})
    assert scene.refused(1, Defend(LADY, out())) == "not_yours_to_defend"


def test_another_out_of_context_may_follow_a_defence():
    scene = called_out()
    scene.act(0, Defend(CAPTAIN, out()))
    scene.act(1, OutOfContext(out(1), OFF))
    scene.all_pass()
    assert scene.state.assets[0] == []


def test_out_of_context_does_not_count_towards_the_one_attack_a_round():
    card = attack("the_ex")
    scene = called_out(hands={1: [card, PLAIN]})
    assert scene.view().seats[0].attacked_by is None
    assert scene.refused(1, Attack(card, 0)) is None


def test_both_cards_of_a_pair_can_be_reacted_to():
    ex = attack("the_ex")
    scene = Scene({0: [OFF_HANDICAP, ex, MAN, CAPTAIN], 1: [LADY, PLAIN], 2: [out(), SPARE[0]]})
    scene.act(0, Pair((Lay(OFF_HANDICAP, 1), Lay(ex, 1))))
    reactions = [(it.type, it.against, it.seats) for it in scene.view().window.reactions]
    assert reactions == [("out_of_context", OFF_HANDICAP, [1, 2, 3]), ("defend", ex, [1])]
    scene.act(2, OutOfContext(out(), OFF_HANDICAP))
    scene.act(1, Defend(LADY, ex))
    reactions = [(it.type, it.against, it.seats) for it in scene.view().window.reactions]
    assert reactions == [("defend", out(), [0])]
    scene.act(0, Pass())
    assert scene.state.handicaps[1] == []
    assert scene.state.hands[1] == [PLAIN]


def test_two_off_colour_cards_of_a_pair_are_called_out_one_by_one():
    other = spotted("handicap", spot="red")
    scene = Scene({0: [OFF_HANDICAP, other, MAN], 1: [out(), out(1), PLAIN]})
    scene.act(0, Pair((Lay(OFF_HANDICAP, 1), Lay(other, 3))))
    scene.act(1, OutOfContext(out(), other))
    scene.act(1, OutOfContext(out(1), OFF_HANDICAP))
    scene.all_pass()
    assert scene.state.handicaps == [[], [], [], []]
    assert len(scene.state.pit) == 4


def test_effects_wait_until_the_window_closes():
    ex = attack("the_ex")
    scene = Scene({0: [ex, MAN]})
    scene.act(0, Attack(ex, 2))
    assert len(scene.state.hands[2]) == 3
    scene.act(2, Pass())
    assert len(scene.state.hands[2]) == 5


def test_effects_happen_in_the_order_laid_and_out_of_context_last():
    ex = attack("the_ex")
    scene = Scene({0: [OFF_HANDICAP, ex, MAN], 2: [out(), SPARE[0]]})
    scene.act(0, Pair((Lay(OFF_HANDICAP, 1), Lay(ex, 3))))
    scene.act(2, OutOfContext(out(), OFF_HANDICAP))
    scene.act(3, Pass())
    events = types_of(scene.act(0, Pass()))
    assert events[:4] == ["passed", "window_closed", "ex_turned_up", "thrown_out"]
    for order in ((0, 1), (1, 0)):
        lays = [Lay(ex, 1), Lay(STOOD_UP, 3)]
        scene = Scene({0: [ex, STOOD_UP, MAN]})
        scene.act(0, Pair((lays[order[0]], lays[order[1]])))
        effects = [name for name in types_of(scene.all_pass()) if name in ("ex_turned_up", "turn_lost")]
        assert effects == [("ex_turned_up", "turn_lost")[number] for number in order]


def test_a_pending_skip_passes_its_seat_over():
    scene = Scene({0: [STOOD_UP, MAN]})
    scene.act(0, Attack(STOOD_UP, 1))
    assert scene.awaited() == [2]
    assert scene.may_react() == [1]


def test_whoever_is_about_to_be_skipped_defends_until_the_one_after_them_acts():
    scene = Scene({0: [STOOD_UP, MAN], 1: [LADY, PLAIN]})
    scene.act(0, Attack(STOOD_UP, 1))
    scene.act(1, Defend(LADY, STOOD_UP))
    assert scene.awaited() == [1]


def test_a_skip_passes_over_once_and_is_used_up():
    scene = Scene({0: [STOOD_UP, MAN, PLAIN]})
    scene.act(0, Attack(STOOD_UP, 1))
    order = []
    for _ in range(4):
        order.append(seat := scene.turn_of())
        scene.act(seat, Exchange(scene.state.hands[seat][0]))
        scene.act(seat, Keep(scene.state.drawn[0]))
    assert order == [2, 3, 0, 1]


def test_the_walk_may_come_back_to_the_current_player():
    skips = [attack("stood_up", "woman"), STOOD_UP]
    scene = Scene({0: [*skips, PLAIN, MAN]})
    scene.state.skips[3] = 1
    scene.act(0, Pair((Lay(skips[0], 1), Lay(STOOD_UP, 2))))
    assert scene.awaited() == [0]
    events = scene.act(0, Asset(PLAIN))
    assert [event.seat for event in events if type(event).__name__ == "TurnSkipped"] == [1, 2, 3]
    assert scene.state.assets[0] == [PLAIN]


def test_a_pending_hangover_counts_for_the_next_player():
    card = attack("hangover")
    scene = Scene({0: [card, MAN], 1: [PLAIN, SPARE[0]]})
    scene.act(0, Attack(card, 1))
    assert scene.refused(1, Asset(PLAIN)) == "hungover"
    assert "asset" not in scene.types(1)


def test_a_pending_poaching_or_rejection_counts_for_what_the_next_player_can_name():
    poach, again = attack("poached", "woman"), attack("poached", "mixed")
    scene = Scene(
        {0: [poach, MAN], 1: [PLAIN + 1, SPARE[0]], 2: [again, MAN + 1]},
        assets={1: [PLAIN]},
    )
    scene.act(0, Attack(poach, 1, PLAIN))
    scene.state.hands[1].append(again)
    scene.state.hands[2].remove(again)
    assert scene.refused(1, Attack(again, 0)) == "asset_to_name", "it will lie before seat 0 by then"
    scene.act(1, Attack(again, 0, PLAIN))
    scene.all_pass()
    assert scene.state.assets[1] == [PLAIN]


def test_a_rejected_asset_cannot_be_named_any_more():
    reject, poach = attack("rejected"), attack("poached")
    scene = Scene({0: [reject, MAN], 1: [poach, SPARE[0]]}, assets={2: [PLAIN]})
    scene.act(0, Attack(reject, 2))
    scene.state.blocked[2] = None
    assert scene.refused(1, Attack(poach, 2, PLAIN)) == "asset_not_there"
    assert scene.refused(1, Attack(poach, 2)) is None


def test_an_asset_that_is_called_out_cannot_be_named():
    poach = attack("poached")
    scene = called_out(hands={1: [poach, PLAIN]})
    assert scene.refused(1, Attack(poach, 0, OFF)) == "asset_not_there"
    scene.act(1, Attack(poach, 0))


def test_a_pending_draw_counts_for_whether_there_is_something_to_exchange():
    ex = attack("the_ex")
    scene = Scene({0: [ex, MAN], 1: [PLAIN, SPARE[0]]}, pile=[SPARE[1], SPARE[2], SPARE[3]])
    scene.act(0, Attack(ex, 2))
    scene.act(1, Exchange(PLAIN))
    assert scene.state.phase == "turn", "one card was left, so it was kept"


def test_the_card_that_closes_the_window_is_out_of_the_hand_before_effects_happen():
    swap = attack("swapped_numbers", "woman")
    for number in range(20):
        scene = Scene({0: [swap, MAN], 1: [PLAIN, SPARE[0]]})
        scene.act(0, Attack(swap, 1))
        scene.state.draws = number
        scene.act(1, Asset(PLAIN))
        assert scene.state.assets[1] == [PLAIN]
        assert scene.state.hands[1] == [MAN]


def test_who_could_react_is_judged_from_public_facts_only():
    """Whatever the hands hold, the same seats are asked."""
    for hands in ({1: [out(), LADY], 2: [PLAIN]}, {1: [PLAIN], 2: [out()]}, {}):
        scene = Scene({0: [OFF_HANDICAP, attack("the_ex"), MAN], **hands})
        scene.act(0, Pair((Lay(OFF_HANDICAP, 1), Lay(attack("the_ex"), 3))))
        assert scene.may_react() == [2, 3]
        assert scene.awaited() == [1]
        assert scene.refused(1, Pass()) is None


def test_nobody_who_could_react_closes_the_window_at_once():
    scene = Scene({0: [ON, MAN]})
    assert "window_closed" in types_of(scene.act(0, Asset(ON)))
    scene = Scene({0: [STOOD_UP, MAN], 1: [LADY, PLAIN]})
    scene.act(0, Attack(STOOD_UP, 1))
    assert "window_closed" in types_of(scene.act(1, Defend(LADY, STOOD_UP))), "an answered attack leaves nothing open"


def test_all_passed_closes_the_window():
    scene = Scene({0: [OFF, MAN]})
    scene.act(0, Asset(OFF))
    assert types_of(scene.act(1, Pass())) == ["passed"]
    assert types_of(scene.act(3, Pass())) == ["passed"]
    assert types_of(scene.act(2, Pass())) == ["passed", "window_closed", "turn_began"]
    assert scene.state.phase == "turn"


def test_while_a_window_is_open_pass_means_the_window_and_not_the_turn():
    scene = Scene({0: [OFF, MAN]})
    scene.act(0, Asset(OFF))
    scene.act(1, Pass())
    assert scene.awaited() == [1], "the next player's turn is not passed with it"
    attacked = Scene({0: [attack("the_ex"), MAN]})
    attacked.act(0, Attack(attack("the_ex"), 2))
    assert attacked.refused(1, Pass()) == "nothing_to_pass_on"


def test_one_passes_once_but_may_still_react():
    scene = Scene({0: [OFF, MAN], 2: [out(), SPARE[0]]})
    scene.act(0, Asset(OFF))
    scene.act(2, Pass())
    assert scene.refused(2, Pass()) == "already_passed"
    scene.act(2, OutOfContext(out(), OFF))


def test_every_reaction_cancels_all_passes():
    scene = Scene({0: [OFF, CAPTAIN, MAN], 3: [out(), SPARE[0]]})
    scene.act(0, Asset(OFF))
    scene.act(1, Pass())
    scene.act(2, Pass())
    scene.act(3, OutOfContext(out(), OFF))
    assert scene.view().window.passed == []
    scene.act(0, Defend(CAPTAIN, out()))
    assert scene.refused(1, Pass()) is None


def test_an_empty_hand_counts_as_passed():
    scene = Scene({0: [OFF, MAN], 1: [PLAIN], 2: [out()], 3: [SPARE[0]]})
    scene.act(0, Asset(OFF))
    scene.act(2, OutOfContext(out(), OFF))
    assert scene.awaited() == [0]
    scene = Scene({0: [OFF], 1: [PLAIN], 2: [out(), SPARE[1]], 3: [SPARE[0]]})
    scene.act(0, Asset(OFF))
    events = scene.act(2, OutOfContext(out(), OFF))
    assert "thrown_out" in types_of(events), "with no card left seat 0 cannot defend"


def test_with_an_empty_hand_nobody_begins_a_turn_and_all_who_could_react_are_awaited():
    scene = Scene({0: [OFF], 1: [PLAIN, SPARE[0]]})
    scene.act(0, Asset(OFF))
    assert scene.awaited() == [1, 2, 3]
    assert scene.view().window.held_up
    assert scene.refused(1, Asset(PLAIN)) == "window_first"
    scene.act(2, Pass())
    assert scene.awaited() == [1, 3]
    assert scene.may_react() == [2]
    scene.all_pass()
    assert ENGINE.outcome(scene.state).reason == "empty_hand"


def test_a_hand_emptied_by_a_reaction_holds_the_turn_up_too():
    scene = Scene({0: [OFF, CAPTAIN, MAN], 2: [out()]})
    scene.act(0, Asset(OFF))
    scene.act(2, OutOfContext(out(), OFF))
    assert scene.awaited() == [0]
    assert scene.refused(1, Exchange(scene.state.hands[1][0])) == "not_your_turn"
    scene.act(0, Defend(CAPTAIN, out()))
    assert scene.awaited() == [1, 3], "seat 2 has no card left"
    scene.all_pass()
    assert ENGINE.outcome(scene.state) is not None


def test_if_effects_refill_the_empty_hand_play_goes_on():
    ex = attack("the_ex")
    scene = Scene({0: [OFF_HANDICAP, ex, MAN], 2: [out()]})
    scene.act(0, Pair((Lay(OFF_HANDICAP, 1), Lay(ex, 2))))
    scene.act(2, OutOfContext(out(), OFF_HANDICAP))
    assert scene.awaited() == [0]
    scene.all_pass()
    assert len(scene.state.hands[2]) == 2
    assert scene.awaited() == [1]


def test_with_nothing_left_to_draw_the_turn_waits_for_the_window():
    """Whether the next player can do anything at all is then their secret, until their turn has begun."""
    scene = Scene({0: [OFF, MAN], 1: [out(), CAPTAIN], 2: [PLAIN, SPARE[0]]}, pile=[])
    scene.act(0, Asset(OFF))
    assert scene.awaited() == [1, 2, 3]
    events = scene.all_pass()
    assert "turn_passed" in types_of(events)
    assert scene.awaited() == [2]


def test_only_the_next_player_begins_a_turn():
    scene = Scene({0: [OFF, MAN], 2: [MAN + 1, SPARE[0]]})
    scene.act(0, Asset(OFF))
    assert scene.refused(2, Asset(MAN + 1)) == "not_next"
    assert scene.refused(1, Keep(PLAIN)) == "not_now"


def test_reaction_seconds_hold_the_next_player_back_but_not_their_reactions():
    scene = Scene({0: [OFF, CAPTAIN, MAN], 3: [out(), SPARE[0]]}, reaction_seconds=7)
    scene.act(0, Asset(OFF))
    ask = ENGINE.turns(scene.state)[1]
    assert (ask.required, ask.not_before, ask.at_once) == (True, 7, ("defend", "out_of_context", "pass"))
    assert ENGINE.turns(scene.state)[2].not_before == 0
    since = ask.since
    scene.act(2, Pass())
    assert ENGINE.turns(scene.state)[1].since == since, "a pass does not start them anew"
    scene.act(3, OutOfContext(out(), OFF))
    assert ENGINE.turns(scene.state)[1].since == since + 1
    scene.act(0, Defend(CAPTAIN, out()))
    assert ENGINE.turns(scene.state)[1].since == since + 2
    scene.all_pass()
    assert ENGINE.turns(scene.state)[1].not_before == 0, "all have passed"


def test_the_pause_for_reactions_is_none_by_default():
    scene = Scene({0: [OFF, MAN]})
    scene.act(0, Asset(OFF))
    assert ENGINE.turns(scene.state)[1].not_before == 0


def test_reactions_after_the_window_are_too_late():
    scene = Scene({0: [OFF, MAN], 1: [PLAIN, out(1)], 2: [out(), CAPTAIN]})
    scene.act(0, Asset(OFF))
    scene.act(1, Asset(PLAIN))
    for seat in range(4):
        for late in (OutOfContext(out(), OFF), Defend(CAPTAIN, OFF)):
            assert scene.refused(seat, late) == "too_late"
    assert scene.refused(3, Pass()) == "too_late"
    scene.act(2, Exchange(CAPTAIN))
    assert scene.refused(2, OutOfContext(out(), OFF)) == "too_late", "nor in the middle of an exchange"
    assert scene.refused(3, Exchange(scene.state.hands[3][0])) == "not_your_turn"


def test_who_is_foreseen_to_be_next_is_next():
    """Over random games: closing the window by an action or by passes leads to the seat the view named."""
    windows = 0
    for number, (seats, variant) in enumerate(settings_of("tapecho")):
        table = open_table("tapecho", seats, options_for("tapecho", variant), seed_of(number))
        for _ in play_on(table, Chance(seed_of(number)), 80):
            if table.state.window is None:
                continue
            windows += 1
            view = ENGINE.view(table.state, None)
            other = Scene.__new__(Scene)
            other.state, other.options = table.copy(), table.options
            games = len(other.state.sheet)
            events = types_of(other.all_pass())
            if len(other.state.sheet) == games and "turn_passed" not in events:
                assert other.state.seat == view.window.next_player
    assert windows > 300
