"""Clocks: nothing runs in the background, and yet nobody waits for ever. Time stands still here until it is moved."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import httpx
import pytest

from engines.registry import ENGINES
from schemas.registry import SCHEMAS
from service.base.model import Entry
from service.store import Found
from service.table import clock, tables
from service.table.clock import MOST_AT_ONCE
from service.table.house import House
from tests.support import bells
from tests.support.http import Api, InProcess, Json, Table, at_once, good, in_process, refused
from tests.support.listening import NDJSON, listening
from tests.support.valkey import ValkeyServer

MINUTE = 60
START = 1_800_000_000_000


class Time:
    """The store's time, moved by hand."""

    def __init__(self, api: InProcess) -> None:
        self.api, self.now = api, START
        self.house: House = api.app.extensions["house"]
        self._read = self.house.store.read
        self.house.store.read = self.read  # type: ignore[method-assign]

    def read(self, *given: Any, **named: Any) -> Found:
        found = self._read(*given, **named)
        found.now = self.now
        return found

    def forward(self, seconds: float) -> None:
        self.now += round(seconds * 1000)

    def journal(self, table: Table) -> list[Entry]:
        return [entry for entry in self.house.store.journal(table.id) if entry.kind == "act"]


@pytest.fixture
def client(server: ValkeyServer) -> Iterator[InProcess]:
    with in_process(server.url) as api:
        yield api


@pytest.fixture
def now(client: InProcess) -> Time:
    return Time(client)


def seconds(text: str) -> float:
    """A moment of an answer, in seconds after the beginning."""
    return datetime.fromisoformat(text).timestamp() - START / 1000


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
    good(table.act(table.turn(), {"type": "place", "placements": []}))
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
    version: int = good(table.api.get(f"{table.path}/actions", token=table.tokens[0]))["version"]
    return version


def ask_events(table: Table) -> int:
    version: int = table.events()[-1]["version"]
    return version


def ask_stream(table: Table) -> int:
    with listening(table, accept=NDJSON) as heard:
        return int(httpx.Response(200, content=next(heard.lines)).json()["version"])


def ask_ticket(table: Table) -> int:
    good(table.api.post(f"{table.path}/events/ticket", token=table.tokens[0]), 201)
    return stored_version(table)


def ask_act(table: Table) -> int:
    refused(table.act(0, {"type": "bank"}, match='"2.0"'), 412, "stale_version")
    return stored_version(table)


def ask_leave(table: Table) -> int:
    assert table.api.delete(f"{table.path}/seats/1", token=table.tokens[1]).status_code == 204
    return stored_version(table)


def ask_long_poll(table: Table) -> int:
    tag = {"If-None-Match": '"2.-"'}
    version: int = good(table.api.get(table.path, params={"wait": 50}, headers=tag))["version"]
    return version


def ask_record(table: Table) -> int:
    refused(table.api.get(f"{table.path}/record"), 409, "not_finished")
    return stored_version(table)


def stored_version(table: Table) -> int:
    assert isinstance(table.api, InProcess)
    version: int = table.api.app.extensions["house"].store.read(table.id).version
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
    with listening(table) as heard:
        events = heard.events()
        had = [next(events) for _ in table.events()]
        feed = client.app.extensions["feeds"]._feeds[table.id]
        assert feed.patience() <= 15
        now.forward(MINUTE - 0.2)
        feed.wake()
        feed.room()
        assert feed.patience() <= 0.201, "it looks again when the clock runs out, not 15 s later"
        now.forward(0.2)
        late = next(events)
    assert (late["seq"], late["timeout"]) == (len(had) + 1, True)


def test_two_requests_at_once_do_it_once(client: InProcess, now: Time, server: ValkeyServer) -> None:
    table = client.create("zoky", turn_seconds=MINUTE)
    now.forward(MINUTE + 1)
    views = at_once(6, lambda _: client.client.get(table.path).json())
    assert {view["version"] for view in views} == {3}
    assert len(now.journal(table)) == 1


def test_turns_long_overdue_are_caught_up_in_one_request_within_bounds_and_the_rest_by_the_next(
    client: InProcess, now: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_AT_ONCE == 64
    monkeypatch.setattr(clock, "MOST_AT_ONCE", 5)
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
        assert before < view["version"] <= before + MOST_AT_ONCE
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
    if late.status_code == 200:  # the default left the turn with the same seat: then it is judged on what that left
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
        refused(table.act(0, {"type": "bank"}), 409, "game_not_active")
        other = api.create()
        assert [other.step()["game"]["status"] for _ in range(6)] == [*["active"] * 5, "abandoned"]


def test_the_clock_is_real(live: Api) -> None:
    """With real seconds on the real service: two turns pass while a stream waits."""
    table = live.create(turn_seconds=1)
    with listening(table) as heard:
        late = [event for event, _ in zip((e for e in heard.events() if e.get("timeout")), range(2), strict=False)]
    start = datetime.fromisoformat(table.events()[1]["at"])
    waited = [(datetime.fromisoformat(event["at"]) - start).total_seconds() for event in late]
    assert waited[0] == pytest.approx(1, abs=0.002)
    assert {round(moment, 3) % 1 for moment in waited} <= {0.0, 0.001, 0.002, 0.999}


# Leaving


def test_leaving_before_the_start_opens_the_seat_again(client: InProcess, now: Time) -> None:
    table = client.open(taken=2, free=1)
    assert client.delete(f"{table.path}/seats/1", token=table.tokens[1]).status_code == 204
    seat = table.view()["seats"][1]
    assert (seat["name"], seat["kind"], seat["present"]) == (None, "open", False)
    refused(client.get(table.path, token=table.tokens[1]), 401, "unauthenticated")
    refused(client.delete(f"{table.path}/seats/1", token=table.host), 404, "not_found")
    assert good(table.join("Cleo"), 201)["seat"] == 1


def test_only_its_holder_and_the_host_give_a_seat_up(client: InProcess, now: Time) -> None:
    table = client.open(taken=2, free=1)
    refused(client.delete(f"{table.path}/seats/1"), 401, "unauthenticated")
    refused(client.delete(f"{table.path}/seats/1", token=table.tokens[0]), 403, "forbidden")
    refused(client.delete(f"{table.path}/seats/9", token=table.host), 404, "not_found")
    assert client.delete(f"{table.path}/seats/1", token=table.host).status_code == 204


def test_after_the_start_the_game_plays_on_for_who_has_left(client: InProcess, now: Time) -> None:
    table = client.create(seats=3, options={"first_player": 1})
    assert client.delete(f"{table.path}/seats/1", token=table.tokens[1]).status_code == 204
    view = table.view()
    assert view["awaiting"] != [1]
    assert (view["seats"][1]["left"], view["seats"][1]["present"]) == (True, False)
    left = [event for event in table.events() if event["type"] == "seat_left"]
    assert [(event["seat"], event["data"]) for event in left] == [(1, {})]
    assert all(entry.automatic for entry in now.journal(table))
    assert not any(event.get("timeout") for event in table.events()), "nobody's time was up"
    refused(client.get(table.path, token=table.tokens[1]), 401, "unauthenticated")
    refused(client.delete(f"{table.path}/seats/1", token=table.host), 404, "not_found")
    while table.view()["status"] == "active":
        assert 1 not in table.view()["awaiting"]
        table.step()
    assert table.view()["status"] == "finished"
    refused(client.delete(f"{table.path}/seats/0", token=table.tokens[0]), 409, "game_not_active")


def test_a_game_that_all_have_left_is_played_to_its_end(slug: str, client: InProcess, now: Time) -> None:
    table = client.create(slug)
    for seat, token in table.tokens.items():
        client.delete(f"{table.path}/seats/{seat}", token=token)
    for _ in range(200):
        if (view := table.view())["status"] != "active":
            break
    assert view["status"] in ("finished", "abandoned")


def test_the_host_may_take_a_seat_away_only_while_it_is_overdue(client: InProcess, now: Time) -> None:
    table = client.create(turn_seconds=MINUTE, options={"first_player": 0})
    away = f"{table.path}/seats/0"
    now.forward(MINUTE - 1)
    refused(client.delete(away, token=table.host), 403, "forbidden")
    now.forward(1)
    refused(client.delete(f"{table.path}/seats/1", token=table.host), 403, "forbidden")
    assert client.delete(away, token=table.host).status_code == 204
    assert table.view()["seats"][0]["left"]


def test_a_seat_whose_last_move_the_clock_made_stays_overdue_until_it_acts(client: InProcess, now: Time) -> None:
    table = client.create(seats=2, turn_seconds=MINUTE, options={"first_player": 0})
    now.forward(MINUTE)
    assert table.view()["version"] > 2
    while 0 not in table.view()["awaiting"]:
        now.forward(1)
        table.step()
    good(table.act(0, table.legal(0)[0]))
    refused(client.delete(f"{table.path}/seats/0", token=table.host), 403, "forbidden")


# Everyone at once, and time to object: a made-up game


@pytest.fixture
def ringing(client: InProcess, now: Time, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setitem(ENGINES, "bells", bells.Bells())
    monkeypatch.setitem(SCHEMAS, "bells", bells.SCHEMAS)

    def create(turn_seconds: int | None = MINUTE, **options: Any) -> Table:
        seats = [{"name": f"Player {n}", "kind": "human"} for n in range(3)]
        more = {"public": False, "auto_start": True, "turn_seconds": turn_seconds}
        made = tables.create(now.house, {"engine": "bells", "seats": seats, "options": options, **more}, None)
        return Table(Plain(client.client), made.room.id, made.host_token, made.tokens)

    return create


class Plain(Api):
    """A client of a game that openapi.yaml does not know."""

    def call(self, method: str, path: str, body: Any = None, *, token: str | None = None, **more: Any) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self.client.request(method, path, headers=headers, json=body, **more)


def awaited(view: Json) -> tuple[list[int], float]:
    return view["awaiting"], seconds(view["deadline"])


def test_what_others_do_does_not_move_a_seats_time(ringing: Any, now: Time) -> None:
    table = ringing()
    assert awaited(table.view()) == ([0, 1, 2], MINUTE)
    now.forward(40)
    good(table.act(1, {"type": "ring"}))
    assert awaited(table.view()) == ([0, 2], MINUTE)
    now.forward(15)
    good(table.act(0, {"type": "ring"}))
    assert awaited(table.view()) == ([2], MINUTE)
    now.forward(1)
    good(table.act(2, {"type": "ring"}))
    assert awaited(table.view()) == ([0, 1, 2], 56 + MINUTE), "the next round has a time of its own"


def test_several_overdue_seats_are_caught_up_in_one_request(ringing: Any, now: Time) -> None:
    table = ringing()
    now.forward(10)
    good(table.act(1, {"type": "ring"}))
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
        good(table.act(seat, {"type": "ring"}))
    view = table.view()
    assert (view["awaiting"], view["may_react"]) == ([0], [1, 2])
    assert seconds(view["not_before"]) == bells.PAUSE
    assert seconds(view["deadline"]) == bells.PAUSE + MINUTE, "its own time starts when it may act"
    now.forward(1.2)
    early = table.act(0, {"type": "close"})
    refused(early, 409, "too_early")
    assert early.headers["Retry-After"] == "4"
    now.forward(2.8)
    assert good(table.act(2, {"type": "object"}))["game"]["not_before"] == table.view()["not_before"]
    assert seconds(table.view()["not_before"]) == 4 + bells.PAUSE
    refused(table.act(0, {"type": "close"}), 409, "too_early")
    assert table.act(0, {"type": "close"}).headers["Retry-After"] == "5", "an objection starts the time anew"
    now.forward(bells.PAUSE - 0.001)
    assert table.act(0, {"type": "close"}).headers["Retry-After"] == "1"
    now.forward(0.001)
    assert seconds(table.view()["not_before"]) == 4 + bells.PAUSE, "it does not change by itself, as the ETag does not"
    closed = good(table.act(0, {"type": "close"}))["game"]
    assert (closed["awaiting"], closed["not_before"]) == ([0, 1, 2], None)


def test_who_has_left_still_gives_others_their_time(ringing: Any, now: Time) -> None:
    table = ringing(turn_seconds=None, closing=True)
    table.api.delete(f"{table.path}/seats/0", token=table.tokens[0])
    for seat in (1, 2):
        good(table.act(seat, {"type": "ring"}))
    view = table.view()
    assert (view["may_react"], seconds(view["deadline"])) == ([1, 2], bells.PAUSE)
    now.forward(bells.PAUSE)
    assert table.view()["awaiting"] == [1, 2], "closed, and rung again, at once"


# Time is a turn's, not an action's


def hurried(client: InProcess, slug: str, seats: int, **options: Any) -> Table:
    return client.create(slug, seats=seats, turn_seconds=MINUTE, options={"first_player": 0, **options})


def test_sharing_back_and_forth_buys_no_time(client: InProcess, now: Time) -> None:
    """Nor does a vote: the seat is still asked to move, in the same turn."""
    table = hurried(client, "tchang", 2)
    for number in range(4):
        now.forward(10)
        there, back = (0, 1) if number % 2 == 0 else (1, 0)
        good(table.act(0, {"type": "share", "from": there, "to": back, "amount": 1}))
        assert awaited(table.view()) == ([0], MINUTE)
    good(table.act(0, {"type": "concede"}))
    assert awaited(table.view()) == ([0], MINUTE)
    now.forward(20)
    assert awaited(table.view()) == ([1], 2 * MINUTE), "passed for it, as of its deadline"


def test_sharing_after_a_move_has_a_time_of_its_own_once(client: InProcess, now: Time) -> None:
    table = hurried(client, "tchang", 1)
    now.forward(50)
    good(table.act(0, {"type": "move", "pawn": 0, "square": 1}))
    view = table.view()
    assert (view["state"]["phase"], awaited(view)) == ("share", ([0], 50 + MINUTE))
    now.forward(30)
    good(table.act(0, {"type": "share", "from": 1, "to": 2, "amount": 1}))
    assert awaited(table.view()) == ([0], 50 + MINUTE)
    good(table.act(0, {"type": "end_turn"}))
    assert awaited(table.view()) == ([0], 80 + MINUTE), "a solo player's next turn is a new one"


def test_a_passed_turn_of_a_solo_player_is_followed_by_a_new_one(client: InProcess, now: Time) -> None:
    table = hurried(client, "tchang", 1)
    now.forward(25)
    good(table.act(0, {"type": "pass"}))
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
    good(table.act(0, attacks[0]))
    assert (awaited(table.view()), seconds(table.view()["not_before"])) == (([1], 59 + 10), 59)
    now.forward(passed_after)
    good(table.act(2, {"type": "pass"}))
    view = table.view()
    assert (awaited(view), view["not_before"]) == (([1], passed_after + 10), None)
    assert not any(event.get("timeout") for event in table.events())


# Who has left has no vote


def test_who_has_left_does_not_keep_the_others_from_conceding(client: InProcess, now: Time) -> None:
    table = client.create("tchang", seats=3, options={"first_player": 0})
    good(table.act(0, {"type": "concede"}))
    client.delete(f"{table.path}/seats/2", token=table.tokens[2])
    assert table.view()["status"] == "active", "one of the two who are left has not voted"
    over = good(table.act(1, {"type": "concede"}))["game"]
    over = table.view() if over["status"] == "active" else over
    assert (over["status"], over["outcome"]["reason"]) == ("finished", "conceded")
    done = [(entry.seat, entry.automatic) for entry in now.journal(table)]
    assert done == [(0, False), (1, False), (2, True)], "it stands in the record, so that it can be replayed"
    record = good(client.get(f"{table.path}/record"))
    assert good(client.post("/v1/records/verify", record))["valid"]


def test_leaving_ends_a_game_that_all_others_have_given_up(client: InProcess, now: Time) -> None:
    table = client.create("tchang", seats=3, options={"first_player": 0})
    for seat in (0, 1):
        good(table.act(seat, {"type": "concede"}))
    client.delete(f"{table.path}/seats/2", token=table.tokens[2])
    assert table.view()["outcome"]["reason"] == "conceded"
