"""Who comes next and what they may do, while some of it is still pending."""

from itertools import islice

from engines.chance import Chance
from engines.engine import flatten
from engines.tapecho import lay_cards as laying
from engines.tapecho.actions import Asset, Attack, Defend, Exchange, Handicap, Keep, Lay, Pair, Pass
from engines.tapecho.prospect import next_turn
from engines.tapecho.reactions import reactors
from tests.games.tapecho.builders import ENGINE, Scene, attack, called_out, defence, out, plain, spotted, types_of
from tests.support.tables import open_table, options_for, play_on, seed_of, settings_of

OFF, OFF_HANDICAP = spotted("asset"), spotted("handicap")
PLAIN, MAN = plain("asset"), plain("asset", "man")
STOOD_UP = attack("stood_up")
LADY, CAPTAIN = defence("woman"), defence("man")
SPARE = [plain("handicap", n=n) for n in range(1, 7)]


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
    late = Scene({0: [STOOD_UP, MAN], 1: [LADY, PLAIN]})
    late.act(0, Attack(STOOD_UP, 1))
    late.act(2, Exchange(late.state.hands[2][0]))
    assert late.rejection_reason(1, Defend(LADY, STOOD_UP)) == "too_late"


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
    assert scene.rejection_reason(1, Asset(PLAIN)) == "hungover"
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
    assert scene.rejection_reason(1, Attack(again, 0)) == "asset_to_name", "it will lie before seat 0 by then"
    scene.act(1, Attack(again, 0, PLAIN))
    scene.all_pass()
    assert scene.state.assets[1] == [PLAIN]


def test_a_rejected_asset_cannot_be_named_any_more():
    reject, poach = attack("rejected"), attack("poached")
    scene = Scene({0: [reject, MAN], 1: [poach, SPARE[0]]}, assets={2: [PLAIN]})
    scene.act(0, Attack(reject, 2))
    scene.state.blocked[2] = None
    assert scene.rejection_reason(1, Attack(poach, 2, PLAIN)) == "asset_not_there"
    assert scene.rejection_reason(1, Attack(poach, 2)) is None


def test_an_asset_that_is_called_out_cannot_be_named():
    poach = attack("poached")
    scene = called_out(hands={1: [poach, PLAIN]})
    assert scene.rejection_reason(1, Attack(poach, 0, OFF)) == "asset_not_there"
    scene.act(1, Attack(poach, 0))


def test_a_pending_draw_counts_for_whether_there_is_something_to_exchange():
    ex = attack("the_ex")
    scene = Scene({0: [ex, MAN], 1: [PLAIN, SPARE[0]]}, pile=SPARE[1:4])
    scene.act(0, Attack(ex, 2))
    scene.act(1, Exchange(PLAIN))
    assert scene.state.phase == "turn", "one card was left, so it was kept"
    scene = Scene({0: [ex, MAN], 1: [PLAIN, SPARE[0]]}, pile=SPARE[1:3])
    scene.act(0, Attack(ex, 2))
    assert scene.view().window.held_up, "nothing will be left"
    scene.act(2, Pass())
    assert scene.rejection_reason(1, Exchange(PLAIN)) == "nothing_to_draw"


def test_cards_about_to_be_thrown_away_can_be_drawn_by_the_next_player():
    """A rejected asset, a card called out of context, an attack whose attacker is next: each makes the next pile."""
    reject = attack("rejected")
    scene = Scene({0: [reject, MAN], 1: [SPARE[0], SPARE[1]]}, pile=[], assets={2: [PLAIN]})
    scene.act(0, Attack(reject, 2))
    scene.act(1, Exchange(SPARE[0]))
    assert PLAIN in scene.state.hands[1]
    scene = called_out(pile=[])
    scene.act(1, Exchange(PLAIN))
    assert scene.state.drawn == sorted([OFF, out()])
    scene = Scene({0: [reject, MAN], 3: [OFF_HANDICAP, SPARE[0]]}, pile=[])
    scene.act(0, Attack(reject, 2))
    scene.all_pass()
    scene.state.seat = 3
    scene.act(3, Handicap(OFF_HANDICAP, 2))
    scene.act(0, Exchange(MAN))
    assert scene.state.hands[0] == [reject]
    scene = Scene({0: [reject, MAN], 1: SPARE[:2], 3: [STOOD_UP, PLAIN]}, pile=[])
    scene.act(0, Attack(reject, 2))
    scene.all_pass()
    scene.state.seat = 3
    scene.act(3, Attack(STOOD_UP, 0))
    scene.act(1, Exchange(SPARE[0]))
    assert scene.state.hands[1] == sorted([reject, SPARE[1]])


def test_the_card_that_closes_the_window_is_out_of_the_hand_before_effects_happen():
    swap = attack("swapped_numbers", "woman")
    for number in range(20):
        scene = Scene({0: [swap, MAN], 1: [PLAIN, SPARE[0]]})
        scene.act(0, Attack(swap, 1))
        scene.state.draws = number
        scene.act(1, Asset(PLAIN))
        assert scene.state.assets[1] == [PLAIN]
        assert scene.state.hands[1] == [MAN]


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
    assert scene.rejection_reason(2, Asset(MAN + 1)) == "not_next"
    assert scene.rejection_reason(1, Keep(PLAIN)) == "not_now"


def all_passed(table):
    """The same table once everybody has let the window close, and the events of that."""
    state, events = table.copy(), []
    while state.window is not None:
        seat = next(seat for seat in reactors(state) if seat not in state.window.passed)
        events += ENGINE.play(state, seat, Pass(), table.seed)
    return state, types_of(events)


def first(actions, most=500):
    return list(islice(actions, most))


def test_who_is_foreseen_to_be_next_is_next():
    """Over random games, some with hardly a pile: the seat and what it may do are those found once all have passed."""
    windows = compared = scarce = 0
    for number, (seats, variant) in enumerate(settings_of("tapecho") * 2):
        table = open_table("tapecho", seats, options_for("tapecho", variant), seed_of(number))
        if number % 2:
            del table.state.pile[number % 5 :]
        for _ in play_on(table, Chance(seed_of(number)), 80):
            if table.state.window is None:
                continue
            windows += 1
            ahead, view = next_turn(table.state), ENGINE.view(table.state, None)
            closed, events = all_passed(table)
            if len(closed.sheet) != len(table.state.sheet) or "turn_passed" in events:
                assert view.window.held_up
                continue
            scarce += not closed.pile and not closed.pit
            assert closed.seat == view.window.next_player == ahead.seat
            assert closed.assets == ahead.assets
            assert closed.hungover[closed.seat] == ahead.hungover
            assert len(closed.pile) + len(closed.pit) == ahead.drawable
            if closed.hands[closed.seat] == table.state.hands[closed.seat]:
                compared += 1
                assert first(flatten(laying.offers(table.state, ahead))) == first(
                    flatten(laying.offers(closed, next_turn(closed)))
                )
    assert windows > 600
    assert compared > 500
    assert scarce > 10
