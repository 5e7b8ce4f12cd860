"""Hands, the pile and drawn cards stay secret, at a thousand random positions and at the delicate moments."""

from itertools import chain

from engines.chance import Chance
from engines.engine import logged
from engines.tapecho import events as events_module
from engines.tapecho.actions import Asset, Attack, Exchange, Keep
from tests.games.tapecho.builders import ENGINE, SEED, Scene, attack, plain, spotted
from tests.support.tables import open_table, options_for, play_on, seed_of, settings_of

POSITIONS = 1000


def positions(most):
    """So many random positions, spread over all numbers of players, modes and decks."""
    places, count = settings_of("tapecho"), 0
    while True:
        seats, variant = places[count * 7 % len(places)]
        table = open_table("tapecho", seats, options_for("tapecho", variant), seed_of(count + 31))
        for _ in play_on(table, Chance(seed_of(count)), 60):
            count += 1
            if count > most:
                return
            yield count, table


def open_hands(table):
    """The seats whose hands lie open, by the public events."""
    seats = set()
    for event in chain(*table.events):
        if isinstance(event, events_module.HandOpened):
            seats.add(event.seat)
        elif isinstance(event, events_module.HandClosed):
            seats.discard(event.seat)
        elif isinstance(event, events_module.GameBegan):
            seats = set()
    return set(range(table.seats)) if table.state.phase == "over" else seats


def test_the_big_reveal_opens_exactly_one_hand_for_exactly_its_time():
    """At random positions a viewer sees their own hand and those that were opened and not closed again, no other."""
    opened = 0
    for number, table in positions(3 * POSITIONS):
        viewer = [None, *range(table.seats)][number % (table.seats + 1)]
        seen = {seat.seat for seat in ENGINE.view(table.state, viewer).seats if seat.hand is not None}
        assert seen == open_hands(table) | ({viewer} - {None})
        opened += bool(open_hands(table)) and table.state.phase != "over"
    assert opened > 20


def test_the_order_of_a_hand_does_not_reveal_which_card_came_last():
    for _, table in positions(POSITIONS // 2):
        assert all(hand == sorted(hand) for hand in (*table.state.hands, table.state.drawn))


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
    after = [logged(event) for event in scene.act(0, Keep(min(drawn)))]
    for viewer in (None, 1, 2, 3):
        assert scene.view(viewer).drawn_cards is None
        for event in (*events, *after):
            assert not {"drawn", "returned"} & event.data_for(viewer).keys()
            assert event.type != "kept" or "card" not in event.data_for(viewer)
    assert {"card", "returned"} <= after[0].data_for(0).keys()


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


def test_dealt_cards_are_shown_to_their_holder_alone():
    _, events = ENGINE.new(4, options_for("tapecho", {}), Chance(SEED))
    dealt = [logged(event) for event in events if type(event).__name__ == "Dealt"]
    assert [event.seat for event in dealt] == [0, 1, 2, 3]
    for event in dealt:
        assert event.data == {"count": 10}
        assert event.private.keys() == {event.seat}


def test_the_window_shows_what_may_still_be_done_and_by_whom():
    card = spotted("asset")
    scene = Scene({0: [card, plain("asset")]})
    scene.act(0, Asset(card))
    window = scene.view(2).window
    assert (window.by, window.next_player, window.held_up, window.passed) == (0, 1, False, [])
    assert [(laid.card.id, laid.target, laid.out_of_context) for laid in window.cards] == [(card, 0, None)]
    assert [(it.type, it.against, it.seats) for it in window.reactions] == [("out_of_context", card, [1, 2, 3])]
