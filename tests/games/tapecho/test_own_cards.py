"""The private data of its events is all a seat needs to know its own cards."""

from engines.chance import Chance
from engines.engine import logged
from tests.games.tapecho.builders import ENGINE
from tests.support.tables import open_table, options_for, play_on, seed_of, settings_of


def apply_event(hand, drawn, event, viewer):
    """The hand and the cards drawn, by number, after an event as this seat sees it."""
    data, mine = event.data_for(viewer), event.seat == viewer
    lost_card, gained_card = data.get("given"), data.get("taken")
    match event.type:
        case "dealt" if mine:
            return set(data["cards"]), set()
        case "card_laid" | "defended" | "called_out" if mine:
            return hand - {data["card"]}, drawn
        case "exchanged" if mine:
            rest = hand - {data["discarded"]}
            return (rest | set(data["drawn"]), drawn) if data["count"] == 1 else (rest, set(data["drawn"]))
        case "kept" if mine:
            assert drawn == {data["card"], data["returned"]}
            return hand | {data["card"]}, set()
        case "ex_turned_up" if mine:
            return hand | set(data["cards"]), drawn
        case "numbers_swapped" if mine:
            return hand - {lost_card} | {gained_card}, drawn
        case "numbers_swapped" if data["target"] == viewer:
            return hand - {gained_card} | {lost_card}, drawn
    return hand, drawn


def test_every_seat_can_follow_its_own_cards_by_events():
    kinds = set()
    for number, (seats, variant) in enumerate(settings_of("tapecho")):
        table = open_table("tapecho", seats, options_for("tapecho", variant), seed_of(number))
        known = [(set(), set())] * seats
        steps = play_on(table, Chance(seed_of(number + 9)), 200)
        while table is not None:
            for event in map(logged, table.events[-1]):
                kinds.add(event.type)
                known = [apply_event(*known[seat], event, seat) for seat in range(seats)]
            for seat, (hand, drawn) in enumerate(known):
                view = ENGINE.view(table.state, seat)
                assert (hand, drawn) == (set(view.seats[seat].hand), set(view.drawn_cards or []))
            table = next(steps, None)
    assert {"ex_turned_up", "numbers_swapped", "kept", "defended"} <= kinds
