"""`include=actions`: a view and what its seat may do, of one version, in one answer."""

from typing import Any

from engines.chance import Chance
from tests.support.http import Api, InProcess, Json, Table, at_once, good, refused
from tests.support.listening import tag_of
from tests.support.tables import seed_of

ASKED = {"include": "actions"}


def seen(table: Table, seat: int | None = None, **query: Any) -> Json:
    return table.view(seat, params={**ASKED, **query})


def listed(table: Table, seat: int, **query: Any) -> Json:
    return good(table.api.get(f"{table.path}/actions", token=table.tokens[seat], params=query))


def without(answer: Json, *names: str) -> Json:
    return {name: value for name, value in answer.items() if name not in names}


def test_a_view_holds_what_the_list_of_actions_holds(slug: str, client: InProcess) -> None:
    table, dice = client.create(slug), Chance(seed_of(1))
    for _ in range(12):
        if (view := table.view())["status"] != "active":
            break
        for seat in table.tokens:
            shown = seen(table, seat)
            assert shown["legal"] == without(listed(table, seat), "engine")
            assert without(shown, "legal", "now") == without(table.view(seat), "now"), "nothing else changes"
        seat = view["awaiting"][0]
        acted = good(table.act(seat, dice.choice(seen(table, seat)["legal"]["actions"]), params=ASKED))
        assert acted["game"]["legal"] == without(listed(table, seat), "engine")


def test_its_limit_is_that_of_the_list(client: InProcess) -> None:
    table = client.create("tokyo_poo_divers")
    seat = table.turn()
    some = seen(table, seat, limit=3)["legal"]
    assert (len(some["actions"]), some["truncated"]) == (3, True)
    assert some == without(listed(table, seat, limit=3), "engine")
    for wrong in (0, 1001, "many"):
        refused(
            client.get(table.path, token=table.tokens[seat], params={**ASKED, "limit": wrong}), 422, "validation_error"
        )


def test_nobody_is_told_unasked_or_without_a_seat(client: InProcess) -> None:
    table = client.create()
    assert "legal" not in table.view(0)
    assert "legal" not in table.step()["game"]
    assert "legal" not in seen(table), "a spectator may do nothing"
    assert "legal" not in good(client.get(table.path, token=table.host, params=ASKED)), "nor may the host as such"


def test_a_seat_that_waits_may_do_nothing(client: InProcess) -> None:
    nothing = {"types": [], "actions": [], "truncated": False}
    table = client.create()
    assert without(seen(table, 1 - table.turn())["legal"], "version") == nothing
    assert without(seen(client.open(), 0)["legal"], "version") == nothing, "the game has not begun"


def test_an_action_sent_again_brings_what_may_be_done_now(client: InProcess) -> None:
    table, key = client.create(), "the same decision"
    seat = table.turn()
    action = table.legal(seat)[0]
    good(table.act(seat, action, key=key))
    again = table.act(seat, action, key=key, params=ASKED)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert good(again)["game"]["legal"] == without(listed(table, seat), "engine")


def test_nothing_else_can_be_included(client: InProcess) -> None:
    refused(client.get(client.create().path, params={"include": "secrets"}), 422, "validation_error")


def test_the_tag_stays_right(client: InProcess) -> None:
    table = client.create()
    seat = table.turn()
    had = client.get(table.path, token=table.tokens[seat], params=ASKED)
    assert had.headers["ETag"] == client.get(table.path, token=table.tokens[seat]).headers["ETag"]
    tagged = {"token": table.tokens[seat], "params": ASKED, "headers": {"If-None-Match": had.headers["ETag"]}}
    assert client.get(table.path, **tagged).status_code == 304
    good(table.act(seat, had.json()["legal"]["actions"][0], match=had.headers["ETag"]))
    assert client.get(table.path, **tagged).status_code == 200


def test_a_long_poll_brings_them_as_soon_as_something_happens(live: Api) -> None:
    table = live.create()
    waits = 1 - table.turn()
    asked = {"params": {**ASKED, "wait": 30}, "headers": {"If-None-Match": tag_of(table, waits)}}

    def what(number: int) -> Any:
        return table.step() if number else live.get(table.path, token=table.tokens[waits], **asked)

    answer, acted = at_once(2, what)
    assert good(answer)["version"] == acted["version"]
    assert answer.json()["legal"] == without(listed(table, waits), "engine")
