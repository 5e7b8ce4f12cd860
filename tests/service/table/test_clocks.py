"""Clocks: nothing runs in the background, and yet nobody waits for ever. Time stands still here until it is moved."""

from datetime import datetime
from typing import Any

import httpx
import pytest

from service.table import transaction
from service.table.transaction import MAX_OVERDUE
from tests.support.http import Api, InProcess, Table, assert_ok, assert_problem, in_process, run_concurrently
from tests.support.listening import NDJSON, open_stream
from tests.support.time import MINUTE, START, Time, seconds
from tests.support.valkey import ValkeyServer


def test_a_seat_has_its_time_and_then_the_default_is_done_as_of_its_deadline(
    slug: str, client: InProcess, now: Time
) -> None:
    table = client.create(slug, turn_seconds=MINUTE)
    view = table.view()
    first = seconds(view["deadline"])
    assert first >= MINUTE
    now.forward(first - 0.001)
    assert table.view()["version"] == view["version"], "a millisecond is left"
    now.forward(0.5)
    after = table.view()
    assert after["version"] > view["version"]
    done = [event for event in table.events() if event["version"] > view["version"]]
    assert done
    assert all(event["timeout"] is True for event in done)
    assert {seconds(event["at"]) for event in done} == {first}, "not when somebody looked, but when it was due"
    assert all("timeout" not in event for event in table.events() if event["version"] <= view["version"])
    assert [(entry.automatic, entry.at) for entry in now.journal(table)] == [(True, START + first * 1000)] * (
        after["version"] - view["version"]
    )
    if after["deadline"] is not None:
        assert first < seconds(after["deadline"]) <= first + MINUTE + 60


def test_the_next_deadline_counts_from_the_last(client: InProcess, now: Time) -> None:
    table = client.create("zoky", turn_seconds=MINUTE)  # where to place nothing, the default, always ends the turn
    now.forward(MINUTE + 40)
    assert seconds(table.view()["deadline"]) == 2 * MINUTE
    now.forward(10)
    assert_ok(table.act(table.turn(), {"type": "place", "placements": []}))
    assert seconds(table.view()["deadline"]) == 110 + MINUTE, "an action in time starts a whole new turn"


def test_without_turn_seconds_nobody_is_hurried(client: InProcess, now: Time) -> None:
    table = client.create()
    view = table.view()
    assert view["deadline"] is None
    now.forward(10**6)
    assert table.view()["version"] == view["version"]


def test_an_open_table_has_no_clock_and_its_first_turn_starts_at_the_start(client: InProcess, now: Time) -> None:
    table = client.open(turn_seconds=MINUTE)
    now.forward(500)
    assert (table.view()["deadline"], table.view()["status"]) == (None, "open")
    table.join("Ben")
    assert seconds(table.view()["deadline"]) == 500 + MINUTE


def ask_view(table: Table) -> int:
    version: int = table.view()["version"]
    return version


def ask_actions(table: Table) -> int:
    version: int = assert_ok(table.api.get(f"{table.path}/actions", token=table.tokens[0]))["version"]
    return version


def ask_events(table: Table) -> int:
    version: int = table.events()[-1]["version"]
    return version


def ask_stream(table: Table) -> int:
    with open_stream(table, accept=NDJSON) as stream:
        return int(httpx.Response(200, content=next(stream.lines)).json()["version"])


def ask_ticket(table: Table) -> int:
    assert_ok(table.api.post(f"{table.path}/events/ticket", token=table.tokens[0]), 201)
    return stored_version(table)


def ask_act(table: Table) -> int:
    assert_problem(table.act(0, {"type": "bank"}, match='"2.0"'), 412, "stale_version")
    return stored_version(table)


def ask_leave(table: Table) -> int:
    assert table.api.delete(f"{table.path}/seats/1", token=table.tokens[1]).status_code == 204
    return stored_version(table)


def ask_long_poll(table: Table) -> int:
    tag = {"If-None-Match": '"2.-"'}
    version: int = assert_ok(table.api.get(table.path, params={"wait": 50}, headers=tag))["version"]
    return version


def ask_record(table: Table) -> int:
    assert_problem(table.api.get(f"{table.path}/record"), 409, "not_finished")
    return stored_version(table)


def stored_version(table: Table) -> int:
    assert isinstance(table.api, InProcess)
    version: int = table.api.app.extensions["tables"].store.read(table.id).version
    return version


@pytest.mark.parametrize(
    "ask", [ask_view, ask_actions, ask_events, ask_stream, ask_ticket, ask_act, ask_leave, ask_long_poll, ask_record]
)
def test_every_kind_of_request_does_what_is_due(client: InProcess, now: Time, ask: Any) -> None:
    table = client.create(turn_seconds=MINUTE, options={"first_player": 0})
    assert stored_version(table) == 2
    now.forward(MINUTE)
    assert ask(table) > 2
    assert any(event.get("timeout") for event in table.events())


def test_waiting_streams_and_long_polls_do_what_falls_due_while_they_wait(
    client: InProcess, now: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = client.create(turn_seconds=MINUTE)
    with open_stream(table) as stream:
        events = stream.events()
        had = [next(events) for _ in table.events()]
        feed = client.app.extensions["feeds"]._feeds[table.id]
        assert feed.seconds_until_stale() <= 15
        now.forward(MINUTE - 0.2)
        feed.notify()
        feed.current()
        assert feed.seconds_until_stale() <= 0.201, "it looks again when the clock runs out, not 15 s later"
        now.forward(0.2)
        late = next(events)
    assert (late["seq"], late["timeout"]) == (len(had) + 1, True)


def test_two_requests_at_once_do_it_once(client: InProcess, now: Time, server: ValkeyServer) -> None:
    table = client.create("zoky", turn_seconds=MINUTE)
    now.forward(MINUTE + 1)
    views = run_concurrently(6, lambda _: client.client.get(table.path).json())
    assert {view["version"] for view in views} == {3}
    assert len(now.journal(table)) == 1


def test_turns_long_overdue_are_caught_up_in_one_request_within_bounds_and_the_rest_by_the_next(
    client: InProcess, now: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MAX_OVERDUE == 64
    monkeypatch.setattr(transaction, "MAX_OVERDUE", 5)
    table = client.create("zoky", turn_seconds=MINUTE)  # where the default, to place nothing, always ends the turn
    now.forward(8 * MINUTE)
    assert table.view()["version"] == 2 + 5
    assert [entry.at - START for entry in now.journal(table)] == [n * MINUTE * 1000 for n in (1, 2, 3, 4, 5)]
    assert table.view()["version"] == 2 + 8
    assert [entry.at - START for entry in now.journal(table)][5:] == [n * MINUTE * 1000 for n in (6, 7, 8)]
    assert seconds(table.view()["deadline"]) == 9 * MINUTE


def test_a_table_everyone_forgot_ends_by_itself(slug: str, client: InProcess, now: Time) -> None:
    """Every engine's defaults lead somewhere, or the bound on actions does; no request does more than its share."""
    table = client.create(slug, turn_seconds=1)
    now.forward(30 * 24 * 3600)
    before = 2
    for _ in range(40):
        view = table.view()
        assert before < view["version"] <= before + MAX_OVERDUE
        if view["status"] != "active":
            break
        before = view["version"]
    assert all(entry.automatic for entry in now.journal(table))


def test_an_action_after_the_deadline_comes_too_late(client: InProcess, now: Time) -> None:
    table = client.create(turn_seconds=MINUTE, options={"first_player": 0})
    action = table.legal(0)[0]
    now.forward(MINUTE + 1)
    late = table.act(0, action)
    assert now.journal(table)[0].automatic
    if late.status_code == 200:  # the default left the turn with the same seat: then it is checked against that state
        assert late.json()["version"] == 4
    else:
        assert late.json()["code"] in ("illegal_action", "not_your_turn")


def test_a_game_is_abandoned_when_it_has_had_too_many_actions(server: ValkeyServer) -> None:
    with in_process(server.url, max_actions=5) as api:
        now, table = Time(api), api.create(turn_seconds=MINUTE)
        for _ in range(3):
            table.step()
        now.forward(100 * MINUTE)
        view = table.view()
        assert (view["status"], view["awaiting"], view["deadline"]) == ("abandoned", [], None)
        assert len(now.journal(table)) == 6, "the one that is more than MAX_ACTIONS is the last"
        last = table.events()[-1]
        assert (last["type"], last["data"]) == ("game_abandoned", {"reason": "too_many_actions"})
        assert_problem(table.act(0, {"type": "bank"}), 409, "game_not_active")
        other = api.create()
        assert [other.step()["game"]["status"] for _ in range(6)] == [*["active"] * 5, "abandoned"]


def test_the_clock_is_real(live: Api) -> None:
    """With real seconds on the real service: two turns pass while a stream waits."""
    table = live.create(turn_seconds=1)
    with open_stream(table) as stream:
        late = [event for event, _ in zip((e for e in stream.events() if e.get("timeout")), range(2), strict=False)]
    start = datetime.fromisoformat(table.events()[1]["at"])
    waited = [(datetime.fromisoformat(event["at"]) - start).total_seconds() for event in late]
    assert waited[0] == pytest.approx(1, abs=0.002)
    assert {round(moment, 3) % 1 for moment in waited} <= {0.0, 0.001, 0.002, 0.999}
