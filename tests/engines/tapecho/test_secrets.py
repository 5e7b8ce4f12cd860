"""Hands, the pile and drawn cards stay secret, at a thousand random positions and at the delicate moments."""

import msgspec

from engines.chance import Chance
from engines.contract import logged
from engines.tapecho.actions import Asset, Attack, Defend, Exchange, Keep, OutOfContext
from tests.engines.tapecho.scene import ENGINE, SEED, Scene, attack, plain, spotted
from tests.support.tables import open_table, options_for, play_on, refusal, seed_of, settings_of

POSITIONS = 1000


def positions(most):
    """So many random positions, spread over all numbers of players, modes and decks."""
    places, found = settings_of("tapecho"), 0
    while True:
        seats, variant = places[found * 7 % len(places)]
        table = open_table("tapecho", seats, options_for("tapecho", variant), seed_of(found + 31))
        for _ in play_on(table, Chance(seed_of(found)), 60):
            found += 1
            if found > most:
                return
            yield found, table


def judged(state, seat, tries):
    return [refusal(ENGINE, state, seat, action) for action in tries]


def said(state, seat, action, viewer):
    """What a viewer hears of an action whose outcome for them is public."""
    events = map(logged, ENGINE.play(state, seat, action, SEED))
    return [(event.type, event.seat, msgspec.json.encode(event.data_for(viewer))) for event in events]


def test_changing_other_hands_and_the_pile_changes_nothing_for_a_player():
    """View, legal actions, awaited and reacting seats and refusals are the same, and so is what their own pass says."""
    compared = heard = 0
    for number, table in positions(POSITIONS):
        viewer = number % table.seats
        state = table.state
        other = ENGINE.resample(ENGINE.view(state, viewer), viewer, Chance(seed_of(number)))
        assert msgspec.json.encode(ENGINE.view(other, viewer)) == msgspec.json.encode(ENGINE.view(state, viewer))
        assert ENGINE.turns(other) == ENGINE.turns(state)
        legal = list(ENGINE.legal(state, viewer))
        assert list(ENGINE.legal(other, viewer)) == legal
        assert ENGINE.inventory(other) == ENGINE.inventory(state)
        tries = [*(action for _, action in table.actions[-20:]), *strangers(state)]
        if viewer in ENGINE.turns(state):
            assert judged(other, viewer, tries) == judged(state, viewer, tries)
        compared += other.hands != state.hands
        reactions = [action for action in legal if isinstance(action, Defend | OutOfContext)]
        for action in reactions[:1]:
            here = table.copy()
            ours, theirs = said(here, viewer, action, viewer), said(other, viewer, action, viewer)
            if ENGINE.view(here, viewer) == ENGINE.view(other, viewer):
                heard += 1
                assert ours == theirs
    assert compared > POSITIONS * 0.8
    assert heard > 10


def strangers(state):
    """Actions with cards of other hands and of the pile, which must be refused alike wherever they are."""
    cards = [hand[0] for hand in state.hands if hand] + state.pile[-1:]
    return [action for card in cards for action in (Exchange(card), Keep(card), Defend(card, 0), OutOfContext(card, 0))]


def test_may_react_never_depends_on_what_a_hand_holds():
    """Deal every hidden card afresh for a spectator: the same seats are asked for the same things."""
    windows = 0
    for number, table in positions(POSITIONS):
        other = ENGINE.resample(ENGINE.view(table.state, None), None, Chance(seed_of(number)))
        assert ENGINE.turns(other) == ENGINE.turns(table.state)
        windows += table.state.window is not None
    assert windows > 100


def test_during_an_exchange_nobody_else_sees_the_two_cards():
    scene = Scene({0: [plain("asset"), plain("asset", n=1)]})
    events = [logged(event) for event in scene.act(0, Exchange(plain("asset")))]
    drawn = set(scene.state.drawn)
    assert {card.id for card in scene.view(0).drawn_cards} == drawn
    kept = [logged(event) for event in scene.act(0, Keep(min(drawn)))]
    for viewer in (None, 1, 2, 3):
        assert scene.view(viewer).drawn_cards is None
        for event in (*events, *kept):
            assert not {"drawn", "returned"} & event.data_for(viewer).keys()
            assert event.type != "kept" or "card" not in event.data_for(viewer)
    assert {"card", "returned"} <= kept[0].data_for(0).keys()


def test_the_drawn_cards_stay_secret_even_while_the_hand_is_open():
    reveal = attack("big_reveal")
    scene = Scene({0: [reveal, plain("asset")]})
    scene.act(0, Attack(reveal, 1))
    scene.all_pass()
    scene.act(1, Exchange(scene.state.hands[1][0]))
    view = scene.view(3)
    assert view.seats[1].hand is not None
    assert view.drawn_cards is None
    assert not {card.id for card in view.seats[1].hand} & set(scene.state.drawn)


def test_a_hand_shows_only_to_its_holder():
    scene = Scene({})
    for viewer in (None, 0, 1, 2, 3):
        assert [seat.seat for seat in scene.view(viewer).seats if seat.hand is not None] == (
            [] if viewer is None else [viewer]
        )


def test_dealt_cards_are_told_to_their_holder_alone():
    _, events = ENGINE.new(4, options_for("tapecho", {}), Chance(SEED))
    dealt = [logged(event) for event in events if type(event).__name__ == "Dealt"]
    assert [event.seat for event in dealt] == [0, 1, 2, 3]
    for event in dealt:
        assert event.data == {"count": 10}
        assert event.private.keys() == {event.seat}


def test_the_window_tells_what_may_still_be_done_and_by_whom():
    card = spotted("asset")
    scene = Scene({0: [card, plain("asset")]})
    scene.act(0, Asset(card))
    window = scene.view(2).window
    assert (window.by, window.next_player, window.held_up, window.passed) == (0, 1, False, [])
    assert [(laid.card.id, laid.target, laid.out_of_context) for laid in window.cards] == [(card, 0, None)]
    assert [(it.type, it.against, it.seats) for it in window.reactions] == [("out_of_context", card, [1, 2, 3])]
