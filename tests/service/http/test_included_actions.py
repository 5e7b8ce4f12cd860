"""`include=actions`: a view and the legal actions of its seat, of one version, in one response."""

from typing import Any

from engines.chance import Chance
from tests.support.http import Api, InProcess, Json, Table, assert_ok, assert_problem, run_concurrently
from tests.support.listening import tag_of
from tests.support.tables import seed_of

INCLUDE_ACTIONS = {"include": "actions"}


def view_with_actions(table: Table, seat: int | None = None, **query: Any) -> Json:
    return table.view(seat, params={**INCLUDE_ACTIONS, **query})


def list_actions(table: Table, seat: int, **query: Any) -> Json:
    return assert_ok(table.api.get(f"{table.path}/actions", token=table.tokens[seat], params=query))


def without(response: Json, *names: str) -> Json:
    return {name: value for name, value in response.items() if name not in names}


def test_a_view_holds_what_the_list_of_actions_holds(slug: str, client: InProcess) -> None:
    table, dice = client.create(slug), Chance(seed_of(1))
    for _ in range(12):
        if (view := table.view())["status"] != "active":
            break
        for seat in table.tokens:
            shown = view_with_actions(table, seat)
            assert shown["legal"] == without(list_actions(table, seat), "engine")
            assert without(shown, "legal", "now") == without(table.view(seat), "now"), "nothing else changes"
        seat = view["awaiting"][0]
        acted = assert_ok(
            table.act(seat, dice.choice(view_with_actions(table, seat)["legal"]["actions"]), params=INCLUDE_ACTIONS)
        )
        assert acted["game"]["legal"] == without(list_actions(table, seat), "engine")


def test_its_limit_is_that_of_the_list(client: InProcess) -> None:
    table = client.create("tokyo_poo_divers")
    seat = table.turn()
    some = view_with_actions(table, seat, limit=3)["legal"]
    assert (len(some["actions"]), some["truncated"]) == (3, True)
    assert some == without(list_actions(table, seat, limit=3), "engine")
    for wrong in (0, 1001, "many"):
        assert_problem(
            client.get(table.path, token=table.tokens[seat], params={**INCLUDE_ACTIONS, "limit": wrong}),
            422,
            "validation_error",
        )


def test_nobody_gets_them_without_the_parameter_or_a_seat(client: InProcess) -> None:
    table = client.create()
    assert "legal" not in table.view(0)
    assert "legal" not in table.step()["game"]
    assert "legal" not in view_with_actions(table), "a spectator may do nothing"
    assert "legal" not in assert_ok(client.get(table.path, token=table.host, params=INCLUDE_ACTIONS)), (
        "nor may the host as such"
    )


def test_a_seat_that_waits_may_do_nothing(client: InProcess) -> None:
    nothing = {"types": [], "actions": [], "truncated": False}
    table = client.create()
    assert without(view_with_actions(table, 1 - table.turn())["legal"], "version") == nothing
    assert without(view_with_actions(client.open(), 0)["legal"], "version") == nothing, "the game has not begun"


def test_an_action_sent_again_brings_what_may_be_done_now(client: InProcess) -> None:
    table, key = client.create(), "the same decision"
    seat = table.turn()
    action = table.legal(seat)[0]
    assert_ok(table.act(seat, action, key=key))
    again = table.act(seat, action, key=key, params=INCLUDE_ACTIONS)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert assert_ok(again)["game"]["legal"] == without(list_actions(table, seat), "engine")


def test_nothing_else_can_be_included(client: InProcess) -> None:
    assert_problem(client.get(client.create().path, params={"include": "secrets"}), 422, "validation_error")


def test_the_tag_stays_right(client: InProcess) -> None:
    table = client.create()
    seat = table.turn()
    had = client.get(table.path, token=table.tokens[seat], params=INCLUDE_ACTIONS)
    assert had.headers["ETag"] == client.get(table.path, token=table.tokens[seat]).headers["ETag"]
    tagged = {"token": table.tokens[seat], "params": INCLUDE_ACTIONS, "headers": {"If-None-Match": had.headers["ETag"]}}
    assert client.get(table.path, **tagged).status_code == 304
    assert_ok(table.act(seat, had.json()["legal"]["actions"][0], match=had.headers["ETag"]))
    assert client.get(table.path, **tagged).status_code == 200


def test_a_long_poll_brings_them_as_soon_as_something_happens(live: Api) -> None:
    table = live.create()
    waits = 1 - table.turn()
    poll = {"params": {**INCLUDE_ACTIONS, "wait": 30}, "headers": {"If-None-Match": tag_of(table, waits)}}

    def what(number: int) -> Any:
        return table.step() if number else live.get(table.path, token=table.tokens[waits], **poll)

    response, acted = run_concurrently(2, what)
    assert assert_ok(response)["version"] == acted["version"]
    assert response.json()["legal"] == without(list_actions(table, waits), "engine")
