"""Whose time it is: everyone's at once, time to object first, and a turn's, not an action's."""

from typing import Any

import pytest

from service.table import lifecycle
from service.table.access import Caller
from tests.support import bells
from tests.support.bots import move_bots
from tests.support.http import Api, InProcess, Table, assert_ok, assert_problem
from tests.support.time import MINUTE, Time, awaited, seconds

# Everyone at once, and time to object: a made-up game


@pytest.fixture
def ringing(client: InProcess, now: Time, monkeypatch: pytest.MonkeyPatch) -> Any:
    bells.install(monkeypatch)

    def create(turn_seconds: int | None = MINUTE, **options: Any) -> Table:
        seats = [{"name": f"Player {n}", "kind": "human"} for n in range(3)]
        more = {"public": False, "auto_start": True, "turn_seconds": turn_seconds}
        body = {"engine": "bells", "seats": seats, "options": options, **more}
        made = lifecycle.create(now.tables, Caller(), body)
        return Table(RandomPlayouts(client.client), made.game.id, made.host_token, made.tokens)

    return create


class RandomPlayouts(Api):
    """A client of a game that openapi.yaml does not know."""

    def call(self, method: str, path: str, body: Any = None, *, token: str | None = None, **more: Any) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self.client.request(method, path, headers=headers, json=body, **more)


def test_what_others_do_does_not_move_a_seats_time(ringing: Any, now: Time) -> None:
    table = ringing()
    assert awaited(table.view()) == ([0, 1, 2], MINUTE)
    now.forward(40)
    assert_ok(table.act(1, {"type": "ring"}))
    assert awaited(table.view()) == ([0, 2], MINUTE)
    now.forward(15)
    assert_ok(table.act(0, {"type": "ring"}))
    assert awaited(table.view()) == ([2], MINUTE)
    now.forward(1)
    assert_ok(table.act(2, {"type": "ring"}))
    assert awaited(table.view()) == ([0, 1, 2], 56 + MINUTE), "the next round has a time of its own"


def test_several_overdue_seats_are_caught_up_in_one_request(ringing: Any, now: Time) -> None:
    table = ringing()
    now.forward(10)
    assert_ok(table.act(1, {"type": "ring"}))
    now.forward(MINUTE - 9)
    assert awaited(table.view()) == ([0, 1, 2], 2 * MINUTE)
    late = [event for event in table.events() if event.get("timeout")]
    assert [(event["seat"], seconds(event["at"])) for event in late] == [(0, MINUTE), (2, MINUTE)]
    now.forward(10 * MINUTE)
    assert table.view()["status"] == "finished"
    assert [seconds(event["at"]) for event in table.events() if event.get("timeout")][2:] == [
        *[2 * MINUTE] * 3,
        *[3 * MINUTE] * 4,
    ]


def test_acting_before_others_had_their_time_is_too_early(ringing: Any, now: Time) -> None:
    table = ringing(closing=True)
    for seat in range(3):
        assert_ok(table.act(seat, {"type": "ring"}))
    view = table.view()
    assert (view["awaiting"], view["may_react"]) == ([0], [1, 2])
    assert seconds(view["not_before"]) == bells.PAUSE
    assert seconds(view["deadline"]) == bells.PAUSE + MINUTE, "its own time starts when it may act"
    now.forward(1.2)
    early = table.act(0, {"type": "close"})
    assert_problem(early, 409, "too_early")
    assert early.headers["Retry-After"] == "4"
    now.forward(2.8)
    assert assert_ok(table.act(2, {"type": "object"}))["game"]["not_before"] == table.view()["not_before"]
    assert seconds(table.view()["not_before"]) == 4 + bells.PAUSE
    assert_problem(table.act(0, {"type": "close"}), 409, "too_early")
    assert table.act(0, {"type": "close"}).headers["Retry-After"] == "5", "an objection starts the time anew"
    now.forward(bells.PAUSE - 0.001)
    assert table.act(0, {"type": "close"}).headers["Retry-After"] == "1"
    now.forward(0.001)
    assert seconds(table.view()["not_before"]) == 4 + bells.PAUSE, "it does not change by itself, as the ETag does not"
    closed = assert_ok(table.act(0, {"type": "close"}))["game"]
    assert (closed["awaiting"], closed["not_before"]) == ([0, 1, 2], None)


def test_who_has_left_still_gives_others_their_time(ringing: Any, now: Time) -> None:
    table = ringing(turn_seconds=None, closing=True)
    table.api.delete(f"{table.path}/seats/0", token=table.tokens[0])
    for seat in (1, 2):
        assert_ok(table.act(seat, {"type": "ring"}))
    move_bots(now.tables, table.id)
    view = table.view()
    assert (view["may_react"], seconds(view["not_before"])) == ([1, 2], bells.PAUSE), "the bot there waits"
    now.forward(bells.PAUSE)
    move_bots(now.tables, table.id)
    assert table.view()["awaiting"] == [1, 2], "closed, and rung again, at once"


# Time is a turn's, not an action's


def table_with_clock(client: InProcess, slug: str, seats: int, **options: Any) -> Table:
    return client.create(slug, seats=seats, turn_seconds=MINUTE, options={"first_player": 0, **options})


def test_sharing_back_and_forth_buys_no_time(client: InProcess, now: Time) -> None:
    """Nor does a vote: the seat is still asked to move, in the same turn."""
    table = table_with_clock(client, "tchang", 2)
    for number in range(4):
        now.forward(10)
        there, back = (0, 1) if number % 2 == 0 else (1, 0)
        assert_ok(table.act(0, {"type": "share", "from": there, "to": back, "amount": 1}))
        assert awaited(table.view()) == ([0], MINUTE)
    assert_ok(table.act(0, {"type": "concede"}))
    assert awaited(table.view()) == ([0], MINUTE)
    now.forward(20)
    assert awaited(table.view()) == ([1], 2 * MINUTE), "passed for it, as of its deadline"


def test_sharing_after_a_move_has_a_time_of_its_own_once(client: InProcess, now: Time) -> None:
    table = table_with_clock(client, "tchang", 1)
    now.forward(50)
    assert_ok(table.act(0, {"type": "move", "pawn": 0, "square": 1}))
    view = table.view()
    assert (view["state"]["phase"], awaited(view)) == ("share", ([0], 50 + MINUTE))
    now.forward(30)
    assert_ok(table.act(0, {"type": "share", "from": 1, "to": 2, "amount": 1}))
    assert awaited(table.view()) == ([0], 50 + MINUTE)
    assert_ok(table.act(0, {"type": "end_turn"}))
    assert awaited(table.view()) == ([0], 80 + MINUTE), "a solo player's next turn is a new one"


def test_a_passed_turn_of_a_solo_player_is_followed_by_a_new_one(client: InProcess, now: Time) -> None:
    table = table_with_clock(client, "tchang", 1)
    now.forward(25)
    assert_ok(table.act(0, {"type": "pass"}))
    assert awaited(table.view()) == ([0], 25 + MINUTE)


ATTACKS = [
    {"kind": "context", "name": "The lift", "spot": "grey"},
    {"kind": "attack", "name": "The ex", "attack": "the_ex", "copies": 60},
    {"kind": "handicap", "name": "Hiccups", "value": -1, "copies": 20},
]


@pytest.mark.parametrize("passed_after", [5, 50])
def test_who_had_to_wait_for_reactions_has_all_their_time_once_all_have_passed(
    client: InProcess, now: Time, passed_after: int
) -> None:
    """Else a pause that is longer than a turn would use up the turn of one who was not allowed to act."""
    options = {"first_player": 0, "reaction_seconds": 59, "deck": ATTACKS}
    table = client.create("tapecho", seats=4, turn_seconds=10, options=options)
    attacks = [action for action in table.legal(0) if action["type"] == "attack" and action["target"] == 2]
    assert_ok(table.act(0, attacks[0]))
    assert (awaited(table.view()), seconds(table.view()["not_before"])) == (([1], 59 + 10), 59)
    now.forward(passed_after)
    assert_ok(table.act(2, {"type": "pass"}))
    view = table.view()
    assert (awaited(view), view["not_before"]) == (([1], passed_after + 10), None)
    assert not any(event.get("timeout") for event in table.events())
