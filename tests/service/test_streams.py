"""Live streams and long polls, as those who listen meet them."""

import json
import re
import resource
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.chance import Chance
from service import draining
from service.model import Heard
from service.routes.events import SLOWEST_READER
from service.settings import Settings
from service.store import Unavailable
from service.streams import KEEP_ALIVE, PRESENCE_EVERY, RETRY_MS
from service.tickets import LIFETIME_MS
from service.view import PRESENT_MS
from tests.support.http import (
    Api,
    InProcess,
    Json,
    LiveService,
    Table,
    at_once,
    calling,
    good,
    in_process,
    play_to_the_end,
    refused,
)
from tests.support.listening import NDJSON, SSE, Listener, listening
from tests.support.running import children, wait_for
from tests.support.tables import seed_of, settings_of
from tests.support.valkey import ValkeyServer


class Quick(LiveService):
    """The real service with short waits: keep-alives every 0.3 s, and slow readers dropped after a second."""

    def __init__(self, directory: Path, **settings: str) -> None:
        super().__init__(directory, WORKERS="1", **settings)
        self.module = "tests.support.quick"


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Quick]:
    with Quick(tmp_path_factory.mktemp("quick"), MAX_STREAMS="6", MAX_STREAMS_PER_ADDRESS="5") as running:
        yield running


@pytest.fixture
def soon(quick: Quick) -> Iterator[Api]:
    with calling(quick.url) as api:
        yield api


def streams_open(api: Api) -> int:
    """How many places are taken, as the service counts them."""
    counted = [line for line in api.client.get("/metrics").text.splitlines() if line.startswith("ludotheque_streams ")]
    return int(float(counted[0].split()[1])) if counted else 0


def stored_log(api: InProcess, table: Table) -> list[Heard]:
    """The log as the store has it, secrets and all."""
    heard: list[Heard] = api.app.extensions["house"].store.heard(table.id, 0, 100_000)
    return heard


def some_secret_heard(api: InProcess, table: Table, seat: int) -> bool:
    return any(seat in heard.event.private for heard in stored_log(api, table))


# Formats


def test_an_event_stream_is_what_eventsource_takes(live: Api) -> None:
    table = live.create()
    table.step()
    with listening(table, 0) as heard:
        headers = heard.response.headers
        assert heard.response.status_code == 200
        assert headers["Content-Type"] == SSE
        assert headers["X-Accel-Buffering"] == "no"
        assert headers["Cache-Control"] == "private, no-cache"
        blocks = heard.blocks()
        assert list(next(blocks).fields) == ["retry"]
        log = table.events(0)
        first = [next(blocks) for _ in log]
        assert [list(block.fields) for block in first] == [["id", "data"]] * len(log), "no `event:` line"
        assert [block.event for block in first] == log


def test_clients_are_told_to_come_back_at_different_moments(client: InProcess) -> None:
    table, told = client.create(), set()
    for _ in range(12):
        with listening(table) as heard:
            told.add(int(next(heard.blocks()).fields["retry"]))
    assert len(told) > 3
    assert all(RETRY_MS[0] <= moment <= RETRY_MS[1] for moment in told)


def test_a_quiet_stream_shows_signs_of_life(soon: Api) -> None:
    assert KEEP_ALIVE == 15
    table = soon.create()
    with listening(table) as heard:
        blocks = heard.blocks()
        for _ in range(1 + len(table.events())):
            next(blocks)
        assert [next(blocks).fields for _ in range(2)] == [{"": ""}] * 2, "comments, which EventSource ignores"
    with listening(table, accept=NDJSON) as heard:
        next(heard.lines)
        assert [next(heard.lines) for _ in range(2)] == ["", ""]


def test_a_finished_game_ends_the_stream_and_resuming_there_is_204(live: Api) -> None:
    table = live.create()
    with listening(table, 1) as watching:
        play_to_the_end(table)
        log = table.events(1)
        blocks = list(watching.blocks())
        assert [block.event for block in blocks if "id" in block.fields] == log
        assert blocks[-1].fields == {"event": "end", "data": "{}"}
    with listening(table, 1, last=log[-3]["seq"]) as late:
        assert late.rest() == log[-2:]
    for resumed in ({"last": len(log)}, {"after": len(log)}, {"after": len(log), "accept": NDJSON}):
        with listening(table, 1, **resumed) as over:  # type: ignore[arg-type]
            assert (over.response.status_code, over.response.read()) == (204, b"")


def test_ndjson_is_the_view_and_then_what_follows_it(live: Api) -> None:
    table = live.create()
    table.step()
    with listening(table, 0, accept=NDJSON) as heard:
        assert heard.response.headers["Content-Type"] == NDJSON
        assert heard.response.headers["X-Accel-Buffering"] == "no"
        view = json.loads(next(heard.lines))
        assert view | {"now": "", "seats": []} == table.view(0) | {"now": "", "seats": []}
        play_to_the_end(table)
        rest = [json.loads(line) for line in heard.lines if line]
    assert rest == [event for event in table.events(0) if event["seq"] > view["last_seq"]]
    with listening(table, 0, accept=NDJSON, after=2) as resumed:
        assert json.loads(next(resumed.lines))["status"] == "finished"
        assert [json.loads(line) for line in resumed.lines if line] == table.events(0)[2:]


def test_an_ndjson_stream_leaves_no_gap_after_its_view(client: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another watcher's feed may not have been woken yet: the view must be the one the events follow."""
    table = client.create()
    with listening(table) as first:
        next(first.events())
        feed = client.app.extensions["feeds"]._feeds[table.id]
        monkeypatch.setattr(feed, "wake", lambda: None)
        table.step()
        with listening(table, 0, accept=NDJSON) as heard:
            assert json.loads(next(heard.lines))["version"] == table.view()["version"]


@pytest.mark.parametrize("wrong", ["x", "-1", "1.5", "²", "9" * 20])
def test_what_is_no_event_id_is_refused(live: Api, wrong: str) -> None:
    headers = {"Accept": SSE, "Last-Event-ID": wrong.encode()}
    problem = refused(live.get(f"{live.create().path}/events", headers=headers), 422, "validation_error")
    assert "Last-Event-ID" in problem["errors"]


def test_a_browser_that_comes_back_goes_on_where_it_was_although_its_address_says_after(live: Api) -> None:
    """EventSource repeats its whole address, with the `after` it once began at."""
    table = live.create()
    for _ in range(3):
        table.step()
    log = table.events()
    with listening(table, after=1, last=len(log) - 1) as heard:
        assert next(heard.events())["seq"] == len(log)


# Nothing lost, nothing repeated


@pytest.mark.parametrize("by", ["last", "after"])
def test_a_client_killed_and_resumed_50_times_has_exactly_the_log(live: Api, by: str) -> None:
    table, heard, ended = live.create(seats=4), [], threading.Event()

    def play() -> None:
        play_to_the_end(table, dice=Chance(seed_of(3)))
        ended.set()

    player = threading.Thread(target=play)
    player.start()
    resumed, dice = 0, Chance(seed_of(4))
    while resumed < 50 or not ended.is_set() or heard[-1]["type"] != "game_finished":
        with listening(table, 2, **{by: heard[-1]["seq"] if heard else 0}) as stream:
            if stream.response.status_code == 204:
                break
            for event, _ in zip(stream.events(), range(1 + dice.below(4)), strict=False):
                heard.append(event)
        resumed += 1
    player.join()
    assert resumed >= 50
    assert heard == table.events(2)


def test_what_happens_at_one_replica_is_heard_at_the_other(
    service: LiveService, live: Api, soon: Api, tmp_path: Path
) -> None:
    with LiveService(tmp_path, REDIS_URL=service.store_url(), WORKERS="1") as second, calling(second.url) as other:
        table = live.create()
        with listening(table, 0, api=other) as heard:
            events = heard.events()
            for _ in table.events():
                next(events)
            delays = []
            for _ in range(10):
                acted = table.step()
                began = time.monotonic()
                theirs = [next(events) for _ in acted["events"]]
                delays.append(time.monotonic() - began)
                assert [event["seq"] for event in theirs] == [event["seq"] for event in acted["events"]]
        assert sorted(delays)[5] < 5, "well before the look that every stream takes each 15 s"


def test_a_store_that_restarts_under_an_open_stream_loses_nothing(tmp_path: Path) -> None:
    """A browser's EventSource gives up for good on a 503, so the stream itself has to last."""
    with (
        ValkeyServer(directory=tmp_path, appendonly="yes", appendfsync="always") as store,
        in_process(store.url, store_timeout=1) as api,
    ):
        table = api.create()
        with listening(table, 0) as heard:
            events = heard.events()
            had = [next(events) for _ in table.events()]
            store.kill()
            api.app.extensions["feeds"]._feeds[table.id].wake()  # as every 15 s, and when a clock runs out
            threading.Timer(0.7, store.start).start()
            blocked = heard.blocks()
            while next(blocked).fields != {"": ""}:
                pass
            wait_for(lambda: api.client.get("/readyz").status_code == 200)
            table.step()
            after = [next(events) for _ in range(len(table.events()) - len(had))]
        assert had + after == table.events(0)


def test_whatever_breaks_the_subscription_it_is_made_again(client: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    link, tried = client.app.extensions["house"].store.link, []
    original = link.subscribe

    def subscribe(channel: str) -> Any:
        tried.append(channel)
        if len(tried) == 1:
            raise TypeError("a closed socket has no number")
        return original(channel)

    monkeypatch.setattr(link, "subscribe", subscribe)
    table = client.create()
    with listening(table) as heard:
        events = heard.events()
        for _ in table.events():
            next(events)
        table.step()
        began = time.monotonic()
        next(events)
        assert time.monotonic() - began < 10, "not only at the look that every stream takes each 15 s"


def test_a_store_that_hangs_is_asked_once_for_all_who_watch_a_game(
    client: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a thousand watchers would wait for its silence one after the other, and hold up a process told to stop."""
    table, asked, store = client.create(), [], client.app.extensions["house"].store
    with client.app.extensions["feeds"].watch(table.id) as feed:

        def hang(*given: Any, **named: Any) -> None:
            asked.append(given)
            time.sleep(0.2)
            raise Unavailable("no answer")

        def look(_: int) -> str:
            try:
                return str(feed.room().version)
            except Unavailable:
                return "unavailable"

        with monkeypatch.context() as patched:
            patched.setattr(store, "read", hang)
            assert at_once(8, look) == ["unavailable"] * 8
        assert len(asked) == 1
        feed.wake()
        assert look(0) == "2", "a wake-up is a sign that it answers again"


def test_a_game_that_is_deleted_ends_its_streams(client: InProcess) -> None:
    table = client.open()
    with listening(table, 0) as seated, listening(table, accept=NDJSON) as watching:
        next(seated.events())
        next(watching.lines)
        assert client.delete(table.path, token=table.host).status_code == 204
        assert list(seated.blocks())[-1].fields == {"event": "end", "data": "{}"}
        assert [line for line in watching.lines if line] == []


def test_a_game_that_is_abandoned_says_so_and_ends_its_streams(client: InProcess) -> None:
    table = client.create()
    with listening(table) as heard:
        client.delete(table.path, token=table.host)
        assert heard.rest()[-1]["type"] == "game_abandoned"


# What a viewer may know


def may_know(heard: Heard, viewer: int | None) -> Json:
    """An event's data as the log allows it to this viewer, worked out here once more."""
    private = heard.event.private
    return {**heard.event.data, **(private.get(viewer, {}) if viewer is not None else {})}


@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_each_stream_holds_what_its_viewer_may_know_and_no_more(
    slug: str, client: InProcess, data: st.DataObject
) -> None:
    """From before the start, so that seats close up under the open streams."""
    seats, options = data.draw(st.sampled_from(settings_of(slug)))
    number, form = data.draw(st.integers(0, 2**32)), data.draw(st.sampled_from([SSE, NDJSON]))
    most = client.app.extensions["house"].store and max(n for n, _ in settings_of(slug))
    gaps = data.draw(st.integers(0, max(0, most - seats)))
    body = {"engine": slug, "options": options, "auto_start": False, "seats": [{"kind": "open"}] * (seats + gaps)}
    created = client.post("/v1/games", body)
    if created.status_code == 422:  # options for exactly so many seats
        body["seats"] = [{"kind": "open"}] * seats
        created, gaps = client.post("/v1/games", body), 0
    table = client.table(good(created, 201))
    places = Chance(seed_of(number)).sample(range(seats + gaps), seats)
    for place in places:
        good(table.join(f"From {place}", seat=place), 201)
    tokens = [table.tokens[place] for place in sorted(places)]
    with ExitStack() as open_streams:
        streams = [
            open_streams.enter_context(listening(table, token=token, accept=form, after=0)) for token in [*tokens, None]
        ]
        good(client.post(f"{table.path}/start", token=table.host))
        table.tokens = dict(enumerate(tokens))
        finish(client, table, seed_of(number + 1))
        log = stored_log(client, table)
        for viewer, stream in zip([*range(seats), None], streams, strict=True):
            got = stream.rest() if form == SSE else [json.loads(line) for line in stream.lines if line][1:]
            assert [event["seq"] for event in got] == list(range(1, len(log) + 1))
            for event, heard in zip(got, log, strict=True):
                assert (event["type"], event["seat"]) == (heard.event.type, heard.event.seat)
                assert event["data"] == may_know(heard, viewer)
                foreign = {name for seat, known in heard.event.private.items() if seat != viewer for name in known}
                assert not (event["data"].keys() & foreign - heard.event.private.get(viewer, {}).keys())
            assert got == table.events(viewer)


def finish(api: InProcess, table: Table, seed: bytes, until: Any = lambda: False) -> None:
    """Play at random through the house itself, until the game is over."""
    house, dice = api.app.extensions["house"], Chance(seed)

    def step(room: Any) -> bool:
        if room.meta.status != "active":
            return False
        seat = dice.choice(list(room.meta.awaiting()))
        room.play(seat, room.engine.sample(room.state, seat, dice), at=room.now)
        return True

    while not until() and house.settle(table.id, step):
        pass


def secretive(client: InProcess) -> Table:
    """A table whose seats 2 and 3 will close up to 1 and 2."""
    table = client.open(taken=1, free=3, auto_start=False)
    table.join("Ben", seat=2)
    table.join("Cleo", seat=3)
    return table


def start_and_whisper(client: InProcess, table: Table) -> None:
    """Start it and play until the seats that are 1 and 2 now have secrets."""
    good(client.post(f"{table.path}/start", token=table.host))
    finish(client, table, seed_of(1), lambda: all(some_secret_heard(client, table, seat) for seat in (1, 2)))
    assert all(some_secret_heard(client, table, seat) for seat in (1, 2))


def test_a_stream_never_takes_a_seats_old_number_for_anothers_new_one(
    client: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The start closes the seats up just between a stream's look at the table and its look at the log."""
    table, store = secretive(client), client.app.extensions["house"].store
    feeds, mark, went = client.app.extensions["feeds"], store.mark_present, []

    def meanwhile(*given: Any) -> None:
        mark(*given)
        if not went:
            went.append(True)
            start_and_whisper(client, table)
            feeds._feeds[table.id].wake()
            feeds._feeds[table.id].room()

    monkeypatch.setattr(store, "mark_present", meanwhile)
    with listening(table, 2) as heard:
        events = heard.events()
        got = [next(events)]
        got += [next(events) for _ in range(len(stored_log(client, table)) - 1)]
    assert went
    assert [event["data"] for event in got] == [may_know(heard, 1) for heard in stored_log(client, table)]


def test_a_page_never_takes_a_seats_old_number_for_anothers_new_one(
    client: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, store = secretive(client), client.app.extensions["house"].store
    original, went = store.heard, []

    def meanwhile(*given: Any) -> list[Heard]:
        if not went:
            went.append(True)
            start_and_whisper(client, table)
        found: list[Heard] = original(*given)
        return found

    monkeypatch.setattr(store, "heard", meanwhile)
    page = good(client.get(f"{table.path}/events", token=table.tokens[2]))
    assert went
    log = [may_know(heard, 1) for heard in stored_log(client, table)]
    assert [event["data"] for event in page["events"]] == log[: len(page["events"])]
    rest = good(client.get(f"{table.path}/events", token=table.tokens[2], params={"after": len(page["events"])}))
    assert [event["data"] for event in page["events"] + rest["events"]] == log


def test_a_seat_given_up_and_taken_by_another_ends_the_old_holders_stream(client: InProcess) -> None:
    table = client.open(taken=2, free=1)
    with listening(table, 1) as old:
        next(old.events())
        assert client.delete(f"{table.path}/seats/1", token=table.tokens[1]).status_code == 204
        good(table.join("Dora", seat=1), 201)
        good(table.join("Emil"), 201)
        finish(client, table, seed_of(2))
        assert any(heard.event.private for heard in stored_log(client, table))
        blocks = list(old.blocks())
    assert blocks[-1].fields == {"event": "end", "data": "{}"}
    assert all(
        block.event["type"] in ("seat_taken", "seat_left")
        for block in blocks
        if "data" in block.fields and "id" in block.fields
    )


def test_leaving_a_running_game_ends_that_seats_stream_and_no_others(client: InProcess) -> None:
    table = client.create(seats=3)
    with listening(table, 1) as gone, listening(table, 2) as stays:
        next(gone.events())
        assert client.delete(f"{table.path}/seats/1", token=table.tokens[1]).status_code == 204
        assert all(1 not in event for event in gone.rest())
        events = stays.events()
        while next(events)["type"] != "seat_left":
            pass


# Tickets


def ticket_of(table: Table, seat: int) -> str:
    made = good(table.api.post(f"{table.path}/events/ticket", token=table.tokens[seat]), 201)
    text: str = made["ticket"]
    return text


def test_a_ticket_lets_a_browser_listen_as_its_seat_again_and_again(live: Api) -> None:
    table = live.create()
    play_to_the_end(table)
    ticket = ticket_of(table, 1)
    for _ in range(2):
        with listening(table, ticket=ticket) as heard:
            assert heard.rest() == table.events(1)
    page = good(live.get(f"{table.path}/events", params={"ticket": ticket, "limit": 1000}))
    assert page["events"] == table.events(1)


def test_a_ticket_is_good_for_nothing_else(live: Api) -> None:
    table, other = live.create(), live.create()
    ticket = ticket_of(table, 0)
    refused(live.get(f"{other.path}/events", params={"ticket": ticket}), 401, "unauthenticated")
    refused(live.get(table.path, token=ticket), 401, "unauthenticated")
    refused(live.get(f"{table.path}/actions", token=ticket), 401, "unauthenticated")
    refused(live.post(f"{table.path}/actions", {"type": "bank"}, token=ticket), 401, "unauthenticated")
    refused(live.post(f"{table.path}/events/ticket", token=ticket), 401, "unauthenticated")
    refused(live.get(table.path, params={"ticket": ticket}), 422, "validation_error")


def test_who_holds_no_seat_gets_no_ticket(live: Api) -> None:
    table = live.create()
    refused(live.post(f"{table.path}/events/ticket"), 401, "unauthenticated")
    refused(live.post(f"{table.path}/events/ticket", token=table.host), 403, "forbidden")


def test_wrong_tickets_are_refused(live: Api) -> None:
    table = live.create()
    ticket = ticket_of(table, 0)
    until, _, mark = ticket.removeprefix("ludo_ticket_").partition(".")
    later = f"ludo_ticket_{int(until) + 1}.{mark}"
    swapped = ticket[:-2] + ("A" if ticket[-2] != "A" else "B") + ticket[-1]
    for wrong in ("", "x", later, swapped, f"{until}.{mark}", ticket + "é", "ludo_ticket_²." + mark, "ludo_ticket_."):
        problem = live.get(f"{table.path}/events", params={"ticket": wrong}, headers={"Accept": "*/*"})
        refused(problem, 401, "unauthenticated")


def test_a_ticket_lasts_twelve_hours(client: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    table, store = client.create(), client.app.extensions["house"].store
    ticket, read, ahead = ticket_of(table, 0), store.read, [0]

    def shifted(*given: Any, **named: Any) -> Any:
        found = read(*given, **named)
        found.now += ahead[0]
        return found

    monkeypatch.setattr(store, "read", shifted)
    assert LIFETIME_MS == 12 * 3600 * 1000
    ahead[0] = LIFETIME_MS - 60_000
    good(client.get(f"{table.path}/events", params={"ticket": ticket}))
    with listening(table, ticket=ticket, after=table.view()["last_seq"]) as heard:
        ahead[0] = LIFETIME_MS
        table.step()
        rest = list(heard.lines)
        assert not any("data:" in line for line in rest), (
            "a stream ends with its ticket; it does not say that the game has ended"
        )
    refused(client.get(f"{table.path}/events", params={"ticket": ticket}), 401, "unauthenticated")


def test_a_subscription_that_has_gone_silent_is_made_again(client: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that died without a word: the ping that should come back does not, so another one is opened."""
    link, opened, pinged = client.app.extensions["house"].store.link, [], threading.Event()

    class DeadLine:
        def get_message(self, timeout: float) -> None:
            time.sleep(0.01)

        ping, close = pinged.set, staticmethod(lambda: None)

    def subscribe(channel: str) -> Any:
        opened.append(channel)
        return DeadLine() if len(opened) == 1 else real(channel)

    real = link.subscribe
    monkeypatch.setattr(link, "subscribe", subscribe)
    table = client.create()
    with listening(table, after=table.view()["last_seq"]) as heard:
        wait_for(lambda: len(opened) > 1)
        assert pinged.is_set()
        table.step()
        next(heard.events())


def test_a_ticket_dies_with_the_seat_it_was_for(client: InProcess) -> None:
    table = client.open(taken=2, free=1)
    ticket = ticket_of(table, 1)
    client.delete(f"{table.path}/seats/1", token=table.tokens[1])
    good(table.join("Dora", seat=1), 201)
    refused(client.get(f"{table.path}/events", params={"ticket": ticket}), 401, "unauthenticated")
    running = client.create()
    ticket = ticket_of(running, 1)
    client.delete(f"{running.path}/seats/1", token=running.tokens[1])
    refused(client.get(f"{running.path}/events", params={"ticket": ticket}), 401, "unauthenticated")


def test_a_ticket_follows_its_seat_when_seats_close_up(client: InProcess) -> None:
    table = secretive(client)
    ticket = ticket_of(table, 2)
    start_and_whisper(client, table)
    page = good(client.get(f"{table.path}/events", params={"ticket": ticket, "limit": 1000}))
    assert [event["data"] for event in page["events"]] == [may_know(one, 1) for one in stored_log(client, table)]


def test_no_ticket_and_no_token_is_ever_logged(quick: Quick, soon: Api) -> None:
    table = soon.create()
    ticket = ticket_of(table, 0)
    with listening(table, ticket=ticket) as heard:
        next(heard.events())
    refused(soon.get(f"{table.path}/events", params={"ticket": ticket, "after": "x"}), 422, "validation_error")
    wait_for(lambda: table.id in quick.log.read_text())
    wait_for(lambda: streams_open(soon) == 0)
    log = quick.log.read_text()
    assert "/events" in log
    assert "Traceback" not in log
    for secret in ("ludo_ticket", ticket, table.host, *table.tokens.values()):
        assert secret not in log


# Long polls


def tag_of(table: Table, seat: int) -> str:
    tag: str = table.api.get(table.path, token=table.tokens[seat]).headers["ETag"]
    return tag


def test_a_long_poll_answers_as_soon_as_something_happens(live: Api) -> None:
    table = live.create()
    tag = tag_of(table, 0)

    def what(number: int) -> Any:
        if number:
            time.sleep(0.2)
            return table.step()
        headers = {"If-None-Match": tag}
        return live.get(table.path, token=table.tokens[0], params={"wait": 20}, headers=headers), time.monotonic()

    began = time.monotonic()
    (answer, at), acted = at_once(2, what)
    assert good(answer)["version"] == acted["version"]
    assert at - began < 10
    assert answer.headers["ETag"] != tag


def test_a_long_poll_ends_with_304_when_its_time_is_over(live: Api) -> None:
    table = live.create()
    tag, began = tag_of(table, 0), time.monotonic()
    answer = live.get(table.path, token=table.tokens[0], params={"wait": 1}, headers={"If-None-Match": tag})
    assert (answer.status_code, answer.headers["ETag"], answer.content) == (304, tag, b"")
    assert 1 <= time.monotonic() - began < 10


def test_a_long_poll_for_nothing_new_to_wait_for_answers_at_once(live: Api) -> None:
    table = live.create()
    old = tag_of(table, 0)
    table.step()
    began = time.monotonic()
    good(live.get(table.path, token=table.tokens[0], params={"wait": 20}))
    good(live.get(table.path, token=table.tokens[0], params={"wait": 20}, headers={"If-None-Match": old}))
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("wait", ["51", "-1", "x", "1.5"])
def test_a_long_poll_waits_50_seconds_at_most(live: Api, wait: str) -> None:
    problem = refused(live.get(live.create().path, params={"wait": wait}), 422, "validation_error")
    assert "wait" in problem["errors"]


def test_a_long_poll_never_goes_back_in_time(client: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another watcher's feed may not have been woken yet: what it holds is older than what the client has."""
    table = client.create()
    with listening(table) as first:
        next(first.events())
        feed = client.app.extensions["feeds"]._feeds[table.id]
        monkeypatch.setattr(feed, "wake", lambda: None)
        table.step()
        tag = tag_of(table, 0)
        answer = client.get(table.path, token=table.tokens[0], params={"wait": 1}, headers={"If-None-Match": tag})
    assert (answer.status_code, answer.headers["ETag"]) == (304, tag)


def test_a_long_poll_of_a_seat_that_is_taken_away_is_401(live: Api) -> None:
    table = live.open(taken=2, free=1)
    tag = tag_of(table, 1)

    def what(number: int) -> Any:
        if number:
            time.sleep(0.2)
            return live.delete(f"{table.path}/seats/1", token=table.host)
        return live.get(table.path, token=table.tokens[1], params={"wait": 20}, headers={"If-None-Match": tag})

    refused(at_once(2, what)[0], 401, "unauthenticated")


# Places


def opened(stack: ExitStack, table: Table, seat: int | None) -> Listener:
    listener = stack.enter_context(listening(table, seat))
    if listener.response.status_code == 200:
        next(listener.events())
    return listener


def test_half_the_places_are_kept_for_seats_and_the_rest_are_told_to_come_back(server: ValkeyServer) -> None:
    with in_process(server.url, max_streams=5) as api, ExitStack() as stack:
        table = api.create()
        spectators = [opened(stack, table, None).response.status_code for _ in range(4)]
        seated = [opened(stack, table, 0).response.status_code for _ in range(3)]
        assert spectators == [200, 200, 200, 503]
        assert seated == [200, 200, 503]
        problem = api.get(f"{table.path}/events", headers={"Accept": SSE})
        refused(problem, 503, "too_many_streams")
        assert 1 <= int(problem.headers["Retry-After"]) <= 60
        poll = {"params": {"wait": 1}, "headers": {"If-None-Match": tag_of(table, 0)}}
        refused(api.get(table.path, token=table.tokens[0], **poll), 503, "too_many_streams")
        table.step()  # actions and pages need no place
        assert table.events()


def test_one_address_cannot_take_all_places(server: ValkeyServer) -> None:
    with in_process(server.url, max_streams_per_address=2) as api, ExitStack() as stack:
        table = api.create()
        assert [opened(stack, table, 0).response.status_code for _ in range(3)] == [200, 200, 503]
        transport = httpx.WSGITransport(api.app, remote_addr="127.0.0.2")
        with httpx.Client(transport=transport, base_url="http://ludotheque.test") as other:
            assert opened(stack, table.through(Api(other)), 0).response.status_code == 200


def test_the_spectators_of_one_game_cannot_take_all_places(server: ValkeyServer) -> None:
    with in_process(server.url, max_streams_per_game=2) as api, ExitStack() as stack:
        table, other = api.create(), api.create()
        assert [opened(stack, table, None).response.status_code for _ in range(3)] == [200, 200, 503]
        assert opened(stack, table, 0).response.status_code == 200, "its players are not spectators"
        assert opened(stack, other, None).response.status_code == 200


def test_places_are_given_back_however_a_listener_goes(server: ValkeyServer) -> None:
    with in_process(server.url, max_streams=2) as api:
        table, places = api.create(), api.app.extensions["places"]
        headers = {"Accept": SSE, "Authorization": f"Bearer {table.tokens[0]}"}
        for _ in range(3):
            assert api.client.head(f"{table.path}/events", headers=headers).status_code == 200
            with api.app.test_client() as vanished:  # closes without a byte read
                vanished.get(f"{table.path}/events", headers=headers, buffered=False).close()
            with listening(table, 0) as heard:
                next(heard.events())
            api.get(table.path, params={"wait": 1}, headers={"If-None-Match": tag_of(table, 0)}, token=table.tokens[0])
            assert not places._taken
            assert api.app.extensions["feeds"]._feeds == {}


def test_a_client_that_vanishes_is_noticed(soon: Api, quick: Quick) -> None:
    table = soon.create()
    gone = [socket.create_connection(("127.0.0.1", quick.port)) for _ in range(3)]
    for connection in gone:
        connection.sendall(f"GET {table.path}/events HTTP/1.1\r\nHost: x\r\nAccept: {SSE}\r\n\r\n".encode())
    wait_for(lambda: streams_open(soon) == 3)
    for connection in gone:
        connection.close()
    wait_for(lambda: streams_open(soon) == 0)


def test_a_reader_that_does_not_read_is_dropped(soon: Api, quick: Quick) -> None:
    """Its buffers are filled by resuming far back; then it holds its place no longer than the time it is given."""
    assert SLOWEST_READER == 30
    table = soon.create(options={"first_player": 0})
    play_to_the_end(table)
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        slow.connect(("127.0.0.1", quick.port))
        request = f"GET {table.path}/events HTTP/1.1\r\nHost: x\r\nAccept: {SSE}\r\n\r\n"
        slow.sendall(request.encode() * 1000)  # pipelined, so that far more is to be written than buffers hold
        served = [0, 1]
        while served[-1] != served[-2]:  # until it is stuck, or has been dropped already
            time.sleep(0.3)
            served.append(quick.log.read_text().count(table.path))
        wait_for(lambda: streams_open(soon) == 0, patience=25)
        assert served[-1] < 1000
    assert "Traceback" not in quick.log.read_text()


def test_streams_and_long_polls_close_cleanly_when_the_service_is_told_to_stop(tmp_path: Path) -> None:
    with LiveService(tmp_path / "draining") as running, calling(running.url) as api, ExitStack() as stack:
        table = api.create()
        listeners = [opened(stack, table, seat) for seat in (0, 1, None)]
        tag, answers = tag_of(table, 0), []
        headers = {"If-None-Match": tag, "Authorization": f"Bearer {table.tokens[0]}"}

        def poll() -> None:
            answers.append(httpx.get(f"{running.url}{table.path}?wait=50", headers=headers, timeout=60))

        waiting = threading.Thread(target=poll)
        waiting.start()
        wait_for(lambda: streams_open(api) == 4)
        began = time.monotonic()
        code, errors = running.stop()
        assert code == 0, errors
        assert time.monotonic() - began < 8
        assert "Traceback" not in errors
        for listener in listeners:
            assert list(listener.blocks()) is not None, "whole blocks up to the end, and a whole body"
        waiting.join()
        assert answers[0].status_code == 304


# Presence


def presents(table: Table) -> list[bool]:
    return [seat["present"] for seat in table.view()["seats"]]


def test_present_is_who_has_a_stream_open_or_acted_within_the_minute(
    client: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert PRESENT_MS == 60_000
    store = client.app.extensions["house"].store
    read, ahead = store.read, [0]

    def shifted(*given: Any, **named: Any) -> Any:
        found = read(*given, **named)
        found.now += ahead[0]
        return found

    monkeypatch.setattr(store, "read", shifted)
    table = client.create(seats=3)
    assert presents(table) == [True, True, True], "who has just sat down is there"
    ahead[0] = 59_000
    assert presents(table) == [True, True, True]
    ahead[0] = 61_000
    assert presents(table) == [False, False, False]
    with listening(table, 2) as heard:
        next(heard.events())
        assert presents(table) == [False, False, True]
        ahead[0] += 61_000
        assert presents(table) == [False, False, False], "a sign of life is good for a minute"
    acted = table.turn()
    table.step()
    assert presents(table) == [seat == acted for seat in range(3)]


def test_presence_stays_with_the_person_when_seats_close_up_or_are_given_up(client: InProcess) -> None:
    table = client.open(taken=1, free=3, auto_start=False)
    table.join("Ben", seat=2)
    with listening(table, 2) as heard:
        next(heard.events())
    client.delete(f"{table.path}/seats/2", token=table.tokens[2])
    assert presents(table) == [True, False, False, False], "nobody is present where nobody sits"


def commands(server: ValkeyServer) -> dict[str, int]:
    """How often each command that writes was called."""
    lines = str(server.ask("INFO", "commandstats")).splitlines()
    counted = {line.partition(":")[0].removeprefix("cmdstat_"): line for line in lines if line.startswith("cmdstat_")}
    writing = ("hset", "set", "pexpire", "rpush", "publish", "zadd", "zrem", "unlink", "zremrangebylex", "del")
    return {name: int(counted[name].partition("calls=")[2].partition(",")[0]) for name in writing if name in counted}


def test_plain_reads_write_nothing(client: InProcess, server: ValkeyServer) -> None:
    table = client.create(public=True, turn_seconds=1000)
    before = commands(server)
    for seat in (0, 1, None):
        table.view(seat)
        table.events(seat)
        with listening(table, after=0) as heard:
            next(heard.events())
    table.legal(table.turn())
    client.get("/v1/games")
    client.get(table.path, params={"wait": 1}, headers={"If-None-Match": tag_of(table, 0)}, token=table.tokens[0])
    assert before
    assert commands(server) == before


def test_an_open_stream_refreshes_presence_every_half_minute_at_most(
    client: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert PRESENCE_EVERY == 30
    marked, store = [], client.app.extensions["house"].store
    original = store.mark_present

    def mark(*given: Any) -> None:
        marked.append(given)
        original(*given)

    monkeypatch.setattr(store, "mark_present", mark)
    table = client.create()
    with listening(table, 0) as heard:
        events = heard.events()
        next(events)
        for _ in range(10):
            for _ in table.step()["events"]:
                next(events)
        assert len(marked) == 1
        real = time.monotonic
        monkeypatch.setattr(time, "monotonic", lambda: real() + 31)
        for _ in table.step()["events"]:
            next(events)
        for _ in range(10):
            for _ in table.step()["events"]:
                next(events)
        assert len(marked) == 2


def test_a_process_that_is_told_to_stop_lets_its_listeners_go(
    client: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = client.create()
    with listening(table) as heard:
        events = heard.events()
        next(events)
        monkeypatch.setattr(draining, "_begun", True)
        client.app.extensions["feeds"].wake_all()
        assert len(heard.rest()) == len(table.events()) - 1
    assert draining.begun()


def test_the_number_of_places_is_a_setting() -> None:
    assert (Settings().max_streams, Settings().max_streams_per_address) == (4000, 1000)


def test_the_limit_on_open_files_is_raised_for_the_streams(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
    try:
        with LiveService(tmp_path, WORKERS="1", MAX_STREAMS="2000") as service:
            assert service.process is not None
            limits = [Path(f"/proc/{pid}/limits") for pid in children(service.process.pid)]
            told = [re.search(r"Max open files +(\d+)", limit.read_text()) for limit in limits if limit.exists()]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    most = min(4000, hard) if hard != resource.RLIM_INFINITY else 4000
    if Path("/proc/self/limits").exists():
        assert most in [int(match[1]) for match in told if match]
