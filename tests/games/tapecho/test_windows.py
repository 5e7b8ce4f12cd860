"""Reactions out of turn, and who comes next while some of it is still pending."""

import pytest

from engines.tapecho.actions import Asset, Attack, Defend, Exchange, Handicap, Lay, OutOfContext, Pair, Pass
from tests.games.tapecho.builders import ENGINE, Scene, attack, called_out, defence, out, plain, spotted, types_of
from tests.games.tapecho.variants import small_deck

OFF, OFF_HANDICAP = spotted("asset"), spotted("handicap")
ON = spotted("asset", spot="yellow")
PLAIN, HANDICAP, MAN = plain("asset"), plain("handicap"), plain("asset", "man")
STOOD_UP = attack("stood_up")
LADY, CAPTAIN = defence("woman"), defence("man")
SPARE = [plain("handicap", n=n) for n in range(1, 7)]


def test_the_target_of_an_attack_defends_with_the_defence_of_their_own_role():
    scene = Scene({0: [STOOD_UP, MAN], 1: [LADY, CAPTAIN, PLAIN]})
    scene.act(0, Attack(STOOD_UP, 1))
    assert scene.may_react() == [1]
    assert scene.rejection_reason(1, Defend(CAPTAIN, STOOD_UP)) == "wrong_role"
    assert scene.rejection_reason(1, Defend(PLAIN, STOOD_UP)) == "wrong_kind"
    assert scene.rejection_reason(1, Defend(LADY + 1, STOOD_UP)) == "not_in_hand"
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
    assert scene.rejection_reason(2, Defend(CAPTAIN, STOOD_UP)) == "not_yours_to_defend"


def test_the_next_players_action_closes_the_window():
    scene = Scene({0: [STOOD_UP, MAN], 1: [LADY, PLAIN], 2: [MAN + 1, SPARE[0]]})
    scene.act(0, Attack(STOOD_UP, 1))
    events = scene.act(2, Asset(MAN + 1))
    assert types_of(events)[:3] == ["window_closed", "turn_lost", "turn_skipped"]
    assert scene.rejection_reason(1, Defend(LADY, STOOD_UP)) == "too_late"


def test_an_off_colour_spot_is_called_out_by_anyone_but_who_laid_it():
    for seat in (1, 2, 3):
        scene = Scene({0: [OFF, out(1), MAN], seat: [out(), SPARE[0]]})
        scene.act(0, Asset(OFF))
        assert sorted([*scene.may_react(), *scene.awaited()]) == [1, 2, 3]
        assert scene.rejection_reason(0, OutOfContext(out(1), OFF)) == "own_card"
        scene.act(seat, OutOfContext(out(), OFF))
        assert scene.state.assets[0] == [OFF], "until the window closes"
        scene.all_pass()
        assert scene.state.assets[0] == []
        assert sorted(scene.state.pit) == sorted([OFF, out()])


def test_the_first_card_of_a_deck_throws_out_as_well():
    """An out-of-context card with the number 0 is as good as any other."""
    scene = Scene({seat: [] for seat in range(4)}, pile=[], deck=small_deck()[::-1])
    (first, *_), state = scene.options.cards, scene.state
    off = next(card.id for card in scene.options.cards if card.kind == "asset" and card.spot == "grey")
    assert (first.id, first.kind) == (0, "out_of_context")
    state.context = next(card.id for card in scene.options.cards if card.kind == "context" and card.spot == "white")
    state.hands = [[off, off + 1], [0, 1], [2, 3], [4, 5]]
    scene.act(0, Asset(off))
    scene.act(1, OutOfContext(0, off))
    assert "thrown_out" in types_of(scene.all_pass())
    assert (state.assets[0], sorted(state.pit)) == ([], [0, off])


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
    assert pair.rejection_reason(1, OutOfContext(out(), HANDICAP)) == "in_context"
    assert pair.rejection_reason(1, OutOfContext(SPARE[0], OFF_HANDICAP)) == "wrong_kind"


def test_an_attack_is_not_called_out():
    scene = Scene({0: [STOOD_UP, MAN], 1: [out(), SPARE[0]]})
    scene.act(0, Attack(STOOD_UP, 1))
    assert scene.rejection_reason(1, OutOfContext(out(), STOOD_UP)) == "in_context"


def test_first_come_first_served():
    scene = called_out()
    assert scene.rejection_reason(1, OutOfContext(out(1), OFF)) == "too_late"
    assert scene.rejection_reason(2, OutOfContext(out(2), OFF)) == "too_late", "without a look at the hand"


def test_who_laid_the_card_defends_against_out_of_context_and_the_card_stands():
    scene = called_out()
    assert scene.may_react() == [0]
    assert scene.awaited() == [1]
    scene.act(0, Defend(CAPTAIN, out()))
    assert sorted(scene.state.pit) == sorted([CAPTAIN, out()])
    (laid,) = scene.view().window.cards
    assert (laid.out_of_context, laid.out_of_context_by, laid.defended) == (None, None, False)
    scene.all_pass()
    assert scene.state.assets[0] == [OFF]


def test_nobody_else_defends_against_out_of_context():
    scene = called_out(hands={1: [LADY, PLAIN]})
    assert scene.rejection_reason(1, Defend(LADY, out())) == "not_yours_to_defend"


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
    assert scene.rejection_reason(1, Attack(card, 0)) is None


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


def test_who_could_react_is_judged_from_public_facts_only():
    """Whatever the hands hold, the same seats are asked."""
    for hands in ({1: [out(), LADY], 2: [PLAIN]}, {1: [PLAIN], 2: [out()]}, {}):
        scene = Scene({0: [OFF_HANDICAP, attack("the_ex"), MAN], **hands})
        scene.act(0, Pair((Lay(OFF_HANDICAP, 1), Lay(attack("the_ex"), 3))))
        assert scene.may_react() == [2, 3]
        assert scene.awaited() == [1]
        assert scene.rejection_reason(1, Pass()) is None


def test_nobody_who_could_react_closes_the_window_at_once():
    scene = Scene({0: [ON, MAN]})
    assert "window_closed" in types_of(scene.act(0, Asset(ON)))
    scene = Scene({0: [STOOD_UP, MAN], 1: [LADY, PLAIN]})
    scene.act(0, Attack(STOOD_UP, 1))
    assert "window_closed" in types_of(scene.act(1, Defend(LADY, STOOD_UP))), "a defended attack leaves nothing open"


def test_all_passed_closes_the_window():
    scene = Scene({0: [OFF, MAN]})
    scene.act(0, Asset(OFF))
    assert types_of(scene.act(1, Pass())) == ["passed"]
    assert types_of(scene.act(3, Pass())) == ["passed"]
    assert types_of(scene.act(2, Pass())) == ["passed", "window_closed", "turn_began"]
    assert scene.state.phase == "turn"


def test_the_event_of_a_window_that_stays_open_has_the_next_player_and_the_reactions():
    scene = Scene({0: [OFF_HANDICAP, STOOD_UP, MAN], 1: [LADY, PLAIN], 2: [out(), SPARE[0]]})

    def windows(events):
        (event,) = [event for event in events if type(event).__name__ == "WindowOpen"]
        window = scene.view().window
        assert (event.seat, event.held_up, event.reactions) == (window.next_player, window.held_up, window.reactions)
        return event.seat, [(it.type, it.against, it.seats) for it in event.reactions]

    laid = scene.act(0, Pair((Lay(OFF_HANDICAP, 3), Lay(STOOD_UP, 1))))
    assert windows(laid) == (2, [("out_of_context", OFF_HANDICAP, [1, 2, 3]), ("defend", STOOD_UP, [1])])
    assert windows(scene.act(2, OutOfContext(out(), OFF_HANDICAP))) == (
        2,
        [("defend", out(), [0]), ("defend", STOOD_UP, [1])],
    )
    assert windows(scene.act(1, Defend(LADY, STOOD_UP))) == (1, [("defend", out(), [0])])
    assert "window_open" not in types_of(scene.act(0, Pass())), "it has closed"
    last = Scene({0: [OFF]})
    assert last.act(0, Asset(OFF))[-1].held_up
    assert "window_open" not in types_of(last.act(1, Pass())), "nothing has changed but who has passed"


def test_while_a_window_is_open_pass_means_the_window_and_not_the_turn():
    scene = Scene({0: [OFF, MAN]})
    scene.act(0, Asset(OFF))
    scene.act(1, Pass())
    assert scene.awaited() == [1], "the next player's turn is not passed with it"
    attacked = Scene({0: [attack("the_ex"), MAN]})
    attacked.act(0, Attack(attack("the_ex"), 2))
    assert attacked.rejection_reason(1, Pass()) == "nothing_to_pass_on"


def test_one_passes_once_but_may_still_react():
    scene = Scene({0: [OFF, MAN], 2: [out(), SPARE[0]]})
    scene.act(0, Asset(OFF))
    scene.act(2, Pass())
    assert scene.rejection_reason(2, Pass()) == "already_passed"
    scene.act(2, OutOfContext(out(), OFF))


def test_every_reaction_cancels_all_passes():
    scene = Scene({0: [OFF, CAPTAIN, MAN], 3: [out(), SPARE[0]]})
    scene.act(0, Asset(OFF))
    scene.act(1, Pass())
    scene.act(2, Pass())
    scene.act(3, OutOfContext(out(), OFF))
    assert scene.view().window.passed == []
    scene.act(0, Defend(CAPTAIN, out()))
    assert scene.rejection_reason(1, Pass()) is None


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
    assert scene.rejection_reason(1, Asset(PLAIN)) == "window_first"
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
    assert scene.rejection_reason(1, Exchange(scene.state.hands[1][0])) == "window_first", (
        "the next player gets the reason"
    )
    assert scene.rejection_reason(3, Exchange(scene.state.hands[3][0])) == "not_your_turn"
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


def test_those_who_are_asked_for_a_reaction_never_wait():
    """Not those who may react, and not those whom a window that holds the turn up waits for."""
    scene = Scene({0: [OFF], 1: [PLAIN, SPARE[0]]}, reaction_seconds=7)
    scene.act(0, Asset(OFF))
    scene.act(2, Pass())
    turns = ENGINE.turns(scene.state)
    assert {seat: (ask.what, ask.required, ask.not_before) for seat, ask in turns.items()} == {
        1: ("react", True, 0),
        2: ("react", False, 0),
        3: ("react", True, 0),
    }


def test_a_next_player_who_reacts_too_late_gets_too_late_and_not_wait():
    scene = called_out(reaction_seconds=7)
    ask = ENGINE.turns(scene.state)[1]
    assert ask.not_before == 7
    assert "out_of_context" in ask.at_once, "seat 3 was quicker: waiting would not help"
    assert scene.rejection_reason(1, OutOfContext(out(1), OFF)) == "too_late"


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
            assert scene.rejection_reason(seat, late) == "too_late"
    assert scene.rejection_reason(3, Pass()) == "too_late"
    scene.act(2, Exchange(CAPTAIN))
    assert scene.rejection_reason(2, OutOfContext(out(), OFF)) == "too_late", "nor in the middle of an exchange"
    assert scene.rejection_reason(3, Exchange(scene.state.hands[3][0])) == "not_your_turn"
