"""Tickets to a game's events."""

from typing import Any

import pytest

from service.table.access import TICKET_LIFETIME_MS
from tests.support.http import (
    Api,
    InProcess,
    ServiceWithShortTimeouts,
    assert_ok,
    assert_problem,
    play_to_the_end,
)
from tests.support.listening import open_stream, ticket_of
from tests.support.running import wait_for


def streams_open(api: Api) -> int:
    """How many places are taken, as the service counts them."""
    counted = [line for line in api.client.get("/metrics").text.splitlines() if line.startswith("ludotheque_streams ")]
    return int(float(counted[0].split()[1])) if counted else 0


def test_a_ticket_lets_a_browser_listen_as_its_seat_again_and_again(live: Api) -> None:
    table = live.create()
    play_to_the_end(table)
    ticket = ticket_of(table, 1)
    for _ in range(2):
        with open_stream(table, ticket=ticket) as stream:
            assert stream.rest() == table.events(1)
    page = assert_ok(live.get(f"{table.path}/events", params={"ticket": ticket, "limit": 1000}))
    assert page["events"] == table.events(1)


def test_a_ticket_is_good_for_nothing_else(live: Api) -> None:
    table, other = live.create(), live.create()
    ticket = ticket_of(table, 0)
    assert_problem(live.get(f"{other.path}/events", params={"ticket": ticket}), 401, "unauthenticated")
    assert_problem(live.get(table.path, token=ticket), 401, "unauthenticated")
    assert_problem(live.get(f"{table.path}/actions", token=ticket), 401, "unauthenticated")
    assert_problem(live.post(f"{table.path}/actions", {"type": "bank"}, token=ticket), 401, "unauthenticated")
    assert_problem(live.post(f"{table.path}/events/ticket", token=ticket), 401, "unauthenticated")
    assert_problem(live.get(table.path, params={"ticket": ticket}), 422, "validation_error")


def test_who_holds_no_seat_gets_no_ticket(live: Api) -> None:
    table = live.create()
    assert_problem(live.post(f"{table.path}/events/ticket"), 401, "unauthenticated")
    assert_problem(live.post(f"{table.path}/events/ticket", token=table.host), 403, "forbidden")


def test_wrong_tickets_are_rejected(live: Api) -> None:
    table = live.create()
    ticket = ticket_of(table, 0)
    until, _, mark = ticket.removeprefix("ludo_ticket_").partition(".")
    later = f"ludo_ticket_{int(until) + 1}.{mark}"
    swapped = ticket[:-2] + ("A" if ticket[-2] != "A" else "B") + ticket[-1]
    for wrong in ("", "x", later, swapped, f"{until}.{mark}", ticket + "é", "ludo_ticket_²." + mark, "ludo_ticket_."):
        problem = live.get(f"{table.path}/events", params={"ticket": wrong}, headers={"Accept": "*/*"})
        assert_problem(problem, 401, "unauthenticated")


def test_a_ticket_lasts_twelve_hours(client: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    table, store = client.create(), client.app.extensions["tables"].store
    ticket, read, ahead = ticket_of(table, 0), store.read, [0]

    def shifted(*args: Any, **kwargs: Any) -> Any:
        stored = read(*args, **kwargs)
        stored.now += ahead[0]
        return stored

    monkeypatch.setattr(store, "read", shifted)
    assert TICKET_LIFETIME_MS == 12 * 3600 * 1000
    ahead[0] = TICKET_LIFETIME_MS - 60_000
    assert_ok(client.get(f"{table.path}/events", params={"ticket": ticket}))
    with open_stream(table, ticket=ticket, after=table.view()["last_seq"]) as stream:
        ahead[0] = TICKET_LIFETIME_MS
        table.step()
        rest = list(stream.lines)
        assert not any("data:" in line for line in rest), (
            "a stream ends with its ticket; it does not say that the game has ended"
        )
    assert_problem(client.get(f"{table.path}/events", params={"ticket": ticket}), 401, "unauthenticated")


def test_a_ticket_dies_with_the_seat_it_was_for(client: InProcess) -> None:
    table = client.open(taken=2, free=1)
    ticket = ticket_of(table, 1)
    client.delete(f"{table.path}/seats/1", token=table.tokens[1])
    assert_ok(table.join("Dora", seat=1), 201)
    assert_problem(client.get(f"{table.path}/events", params={"ticket": ticket}), 401, "unauthenticated")
    running = client.create()
    ticket = ticket_of(running, 1)
    client.delete(f"{running.path}/seats/1", token=running.tokens[1])
    assert_problem(client.get(f"{running.path}/events", params={"ticket": ticket}), 401, "unauthenticated")


def test_no_ticket_and_no_token_is_ever_logged(quick_service: ServiceWithShortTimeouts, quick_api: Api) -> None:
    table = quick_api.create()
    ticket = ticket_of(table, 0)
    with open_stream(table, ticket=ticket) as stream:
        next(stream.events())
    assert_problem(
        quick_api.get(f"{table.path}/events", params={"ticket": ticket, "after": "x"}), 422, "validation_error"
    )
    wait_for(lambda: table.id in quick_service.log.read_text())
    wait_for(lambda: streams_open(quick_api) == 0)
    log = quick_service.log.read_text()
    assert "/events" in log
    assert "Traceback" not in log
    for secret in ("ludo_ticket", ticket, table.host, *table.tokens.values()):
        assert secret not in log
