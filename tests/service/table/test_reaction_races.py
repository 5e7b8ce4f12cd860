"""Le Tapécho over real HTTP: reactions race each other and the next player, and the store decides who was first."""

from collections.abc import Callable
from typing import Any

from tests.support.http import Api, Table, assert_ok, assert_problem, run_concurrently

Json = dict[str, Any]

CONTEXTS = [
    {"kind": "context", "name": "The lift", "spot": "grey"},
    {"kind": "context", "name": "The moon", "spot": "white"},
]
SPOTTED = [
    *CONTEXTS,
    {"kind": "asset", "name": "Wings", "value": 4, "spot": "grey", "copies": 35},
    {"kind": "asset", "name": "Suit", "value": 5, "spot": "white", "copies": 35},
    {"kind": "out_of_context", "name": "Out", "copies": 60},
]
ATTACKS = [
    *CONTEXTS,
    {"kind": "attack", "name": "The ex", "attack": "the_ex", "copies": 20},
    {"kind": "defence", "name": "Captain", "role": "man", "copies": 30},
    {"kind": "defence", "name": "Lady", "role": "woman", "copies": 30},
]


def hands(table: Table) -> list[list[Json]]:
    """Every seat's hand, each as its holder sees it."""
    return [table.view(seat)["state"]["seats"][seat]["hand"] for seat in table.tokens]


def first(hand: list[Json], **face: Any) -> int | None:
    """The first card of a hand that looks like this."""
    return next((card["id"] for card in hand if all(card.get(name) == it for name, it in face.items())), None)


def table_with_hands(
    live: Api, seats: int, choose: Callable[[Table], list[int | None]], **options: Any
) -> tuple[Table, list[Any]]:
    """A table at which everyone happens to hold the card the race needs."""
    for _ in range(200):
        table = live.create("tapecho", seats, options={"first_player": 0, **options})
        cards = choose(table)
        if None not in cards:
            return table, cards
    raise AssertionError("no such deal in 200")


def off_colour_and_outs(table: Table) -> list[int | None]:
    """An asset of the first player that clashes with the context, and an out-of-context card of each other."""
    context = table.view()["state"]["context"]["spot"]
    own, *others = hands(table)
    other = "white" if context == "grey" else "grey"
    return [first(own, kind="asset", spot=other), *(first(hand, kind="out_of_context") for hand in others)]


def attack_and_defence(table: Table) -> list[int | None]:
    """An attack of the first player, any card of the next, the defence of the one after."""
    held = hands(table)
    return [first(held[0], kind="attack"), first(held[1]), first(held[2], kind="defence", role="man")]


def test_of_eight_out_of_context_cards_at_once_one_is_applied_and_the_others_are_too_late(live: Api) -> None:
    for _ in range(3):
        table, cards = table_with_hands(live, 9, off_colour_and_outs, deck=SPOTTED)
        assert_ok(table.act(0, {"type": "asset", "card": cards[0]}))
        assert sorted([*table.view()["awaiting"], *table.view()["may_react"]]) == list(range(1, 9))
        calls = [{"type": "out_of_context", "card": card, "against": cards[0]} for card in cards[1:]]
        responses = run_concurrently(8, lambda n, table=table, calls=calls: table.act(n + 1, calls[n]))
        applied = [response for response in responses if response.status_code == 200]
        assert len(applied) == 1
        for response in responses:
            if response is not applied[0]:
                problem = assert_problem(response, 409, "illegal_action")
                assert problem["reason"] == "too_late"
                assert problem["version"] == applied[0].json()["version"]
        state = table.view()["state"]
        (laid,) = state["window"]["cards"]
        assert laid["out_of_context_by"] == responses.index(applied[0]) + 1
        assert [event["type"] for event in table.events()].count("called_out") == 1
        assert sorted(seat["hand_size"] for seat in state["seats"]) == [9, 9, *[10] * 7]


def test_a_defence_and_the_next_players_action_at_once_end_as_the_rules_allow_in_either_order(live: Api) -> None:
    for _ in range(8):
        table, (attack, other, defence) = table_with_hands(live, 4, attack_and_defence, deck=ATTACKS)
        assert_ok(table.act(0, {"type": "attack", "card": attack, "target": 2}))
        assert (table.view()["awaiting"], table.view()["may_react"]) == ([1], [2])
        race = [(1, {"type": "exchange", "card": other}), (2, {"type": "defend", "card": defence, "against": attack})]
        acted, defended = run_concurrently(2, lambda n, table=table, race=race: table.act(*race[n]))
        assert assert_ok(acted)["game"]["state"]["phase"] == "keep", "the next player acts in either order"
        state = table.view()["state"]
        pit = [card["id"] for card in state["pit"]]
        lying = [lying["card"]["id"] for lying in state["attacks"]]
        if defended.status_code == 200:
            assert defended.json()["version"] < acted.json()["version"]
            assert (pit, lying, state["seats"][2]["hand_size"]) == ([attack, defence, other], [], 9)
        else:
            assert assert_problem(defended, 409, "illegal_action")["reason"] == "too_late"
            assert (pit, lying, state["seats"][2]["hand_size"]) == ([other], [attack], 12)
        types = [event["type"] for event in table.events()]
        assert ("defended" in types) == (defended.status_code == 200)
        assert ("ex_turned_up" in types) == (defended.status_code != 200)


def test_the_next_player_leaves_time_for_reactions_but_may_react_at_once(live: Api) -> None:
    table, cards = table_with_hands(live, 4, off_colour_and_outs, deck=SPOTTED, reaction_seconds=50)
    assert_ok(table.act(0, {"type": "asset", "card": cards[0]}))
    early = table.act(1, {"type": "exchange", "card": cards[1]})
    assert 0 < int(early.headers["Retry-After"]) <= 50
    assert_problem(early, 409, "too_early")
    assert_ok(table.act(1, {"type": "pass"}))
    assert_ok(table.act(2, {"type": "pass"}))
    assert_problem(table.act(1, {"type": "exchange", "card": cards[1]}), 409, "too_early")
    assert_ok(table.act(3, {"type": "pass"}))
    assert_ok(table.act(1, {"type": "exchange", "card": cards[1]}))


def test_a_next_player_who_was_too_slow_is_not_asked_to_wait(live: Api) -> None:
    table, cards = table_with_hands(live, 4, off_colour_and_outs, deck=SPOTTED, reaction_seconds=50)
    assert_ok(table.act(0, {"type": "asset", "card": cards[0]}))
    assert_ok(table.act(2, {"type": "out_of_context", "card": cards[2], "against": cards[0]}))
    slow = table.act(1, {"type": "out_of_context", "card": cards[1], "against": cards[0]})
    assert assert_problem(slow, 409, "illegal_action")["reason"] == "too_late"


def test_a_deck_that_cannot_work_is_rejected_by_field(live: Api) -> None:
    def errors(deck: list[Json]) -> Any:
        body = {"engine": "tapecho", "seats": [{"name": "A"}] * 4, "options": {"deck": deck}}
        return assert_problem(live.post("/v1/games", body), 422, "validation_error")["errors"]["options"]

    assert "deck" in errors(SPOTTED[2:])
    assert "attack" in errors([*SPOTTED, {"kind": "attack", "name": "X", "attack": "kiss"}])["deck"]["5"]
    assert "deck" in errors(SPOTTED[:3])
