"""Live streams, as those who listen meet them: their forms, and that nothing is lost or repeated."""

import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from engines.chance import Chance
from service.live.streams import KEEP_ALIVE, RETRY_MS
from service.store import Unavailable
from service.store.subscriptions import channel_of
from tests.support.http import (
    Api,
    InProcess,
    LiveService,
    api_client,
    assert_problem,
    in_process,
    play_to_the_end,
    run_concurrently,
)
from tests.support.listening import NDJSON, SSE, open_stream
from tests.support.running import wait_for
from tests.support.tables import seed_of
from tests.support.valkey import ValkeyServer

# Formats


def test_an_event_stream_is_what_eventsource_takes(live: Api) -> None:
    table = live.create()
    table.step()
    with open_stream(table, 0) as stream:
        headers = stream.response.headers
        assert stream.response.status_code == 200
        assert headers["Content-Type"] == SSE
        assert headers["X-Accel-Buffering"] == "no"
        assert headers["Cache-Control"] == "private, no-cache"
        blocks = stream.blocks()
        assert list(next(blocks).fields) == ["retry"]
        log = table.events(0)
        first = [next(blocks) for _ in log]
        assert [list(block.fields) for block in first] == [["id", "data"]] * len(log), "no `event:` line"
        assert [block.event for block in first] == log


def test_clients_reconnect_at_different_moments(client: InProcess) -> None:
    table, texts = client.create(), set()
    for _ in range(12):
        with open_stream(table) as stream:
            texts.add(int(next(stream.blocks()).fields["retry"]))
    assert len(texts) > 3
    assert all(RETRY_MS[0] <= moment <= RETRY_MS[1] for moment in texts)


def test_a_quiet_stream_shows_signs_of_life(quick_api: Api) -> None:
    assert KEEP_ALIVE == 15
    table = quick_api.create()
    with open_stream(table) as stream:
        blocks = stream.blocks()
        for _ in range(1 + len(table.events())):
            next(blocks)
        assert [next(blocks).fields for _ in range(2)] == [{"": ""}] * 2, "comments, which EventSource ignores"
    with open_stream(table, accept=NDJSON) as stream:
        next(stream.lines)
        assert [next(stream.lines) for _ in range(2)] == ["", ""]


def test_a_finished_game_ends_the_stream_and_resuming_there_is_204(live: Api) -> None:
    table = live.create()
    with open_stream(table, 1) as watching:
        play_to_the_end(table)
        log = table.events(1)
        blocks = list(watching.blocks())
        assert [block.event for block in blocks if "id" in block.fields] == log
        assert blocks[-1].fields == {"event": "end", "data": "{}"}
    with open_stream(table, 1, last=log[-3]["seq"]) as late:
        assert late.rest() == log[-2:]
    for resumed in ({"last": len(log)}, {"after": len(log)}, {"after": len(log), "accept": NDJSON}):
        with open_stream(table, 1, **resumed) as over:  # type: ignore[arg-type]
            assert (over.response.status_code, over.response.read()) == (204, b"")


def test_ndjson_is_the_view_and_then_what_follows_it(live: Api) -> None:
    table = live.create()
    table.step()
    with open_stream(table, 0, accept=NDJSON) as stream:
        assert stream.response.headers["Content-Type"] == NDJSON
        assert stream.response.headers["X-Accel-Buffering"] == "no"
        view = json.loads(next(stream.lines))
        assert view | {"now": "", "seats": []} == table.view(0) | {"now": "", "seats": []}
        play_to_the_end(table)
        rest = [json.loads(line) for line in stream.lines if line]
    assert rest == [event for event in table.events(0) if event["seq"] > view["last_seq"]]
    with open_stream(table, 0, accept=NDJSON, after=2) as resumed:
        assert json.loads(next(resumed.lines))["status"] == "finished"
        assert [json.loads(line) for line in resumed.lines if line] == table.events(0)[2:]


def test_an_ndjson_stream_leaves_no_gap_after_its_view(client: InProcess) -> None:
    """Another watcher's feed may not have been notified yet: the view must be the one the events follow."""
    table = client.create()
    with open_stream(table) as first:
        next(first.events())
        client.app.extensions["feeds"]._subscriptions.unsubscribe(channel_of(table.id))
        table.step()
        with open_stream(table, 0, accept=NDJSON) as stream:
            assert json.loads(next(stream.lines))["version"] == table.view()["version"]


@pytest.mark.parametrize("wrong", ["x", "-1", "1.5", "²", "9" * 20])
def test_what_is_no_event_id_is_rejected(live: Api, wrong: str) -> None:
    path = f"{live.create().path}/events"
    for form in (SSE, NDJSON, "application/json"):
        response = live.get(path, headers={"Accept": form, "Last-Event-ID": wrong.encode()})
        assert "Last-Event-ID" in assert_problem(response, 422, "validation_error")["errors"]


def test_a_browser_that_reconnects_resumes_by_its_last_event_and_not_by_after(live: Api) -> None:
    """EventSource repeats its whole address, with the `after` it once began at."""
    table = live.create()
    for _ in range(3):
        table.step()
    log = table.events()
    with open_stream(table, after=1, last=len(log) - 1) as stream:
        assert next(stream.events())["seq"] == len(log)


# Nothing lost, nothing repeated


@pytest.mark.parametrize("by", ["last", "after"])
def test_a_client_killed_and_resumed_50_times_has_exactly_the_log(live: Api, by: str) -> None:
    table, received, ended = live.create(seats=4), [], threading.Event()

    def play() -> None:
        play_to_the_end(table, dice=Chance(seed_of(3)))
        ended.set()

    player = threading.Thread(target=play)
    player.start()
    resumed, dice = 0, Chance(seed_of(4))
    while resumed < 50 or not ended.is_set() or received[-1]["type"] != "game_finished":
        with open_stream(table, 2, **{by: received[-1]["seq"] if received else 0}) as stream:
            if stream.response.status_code == 204:
                break
            for event, _ in zip(stream.events(), range(1 + dice.below(4)), strict=False):
                received.append(event)
        resumed += 1
    player.join()
    assert resumed >= 50
    assert received == table.events(2)


def test_events_at_one_replica_reach_the_streams_of_the_other(
    service: LiveService, live: Api, quick_api: Api, tmp_path: Path
) -> None:
    with LiveService(tmp_path, REDIS_URL=service.store_url(), WORKERS="1") as second, api_client(second.url) as other:
        table = live.create()
        with open_stream(table, 0, api=other) as stream:
            events = stream.events()
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
        with open_stream(table, 0) as stream:
            events = stream.events()
            had = [next(events) for _ in table.events()]
            store.kill()
            api.app.extensions["feeds"]._feeds[table.id].notify()  # as every 15 s, and when a clock runs out
            blocked = stream.blocks()
            while next(blocked).fields != {"": ""}:
                pass  # a comment says that it is alive, although the store did not respond
            store.start()
            wait_for(lambda: api.client.get("/readyz").status_code == 200)
            table.step()
            after = [next(events) for _ in range(len(table.events()) - len(had))]
        assert had + after == table.events(0)


def test_a_store_that_hangs_is_read_once_for_all_who_watch_a_game(
    client: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a thousand watchers would wait for its silence one after the other, and hold up a process that stops."""
    table, reads, store = client.create(), [], client.app.extensions["tables"].store
    with client.app.extensions["feeds"].watch(table.id, threading.Event()) as feed:

        def hang(*args: Any, **named: Any) -> None:
            reads.append(args)
            time.sleep(0.2)
            raise Unavailable("no response")

        def look(_: int) -> str:
            try:
                return str(feed.current().version)
            except Unavailable:
                return "unavailable"

        with monkeypatch.context() as patched:
            patched.setattr(store, "read", hang)
            assert run_concurrently(8, look) == ["unavailable"] * 8
        assert len(reads) == 1
        feed.notify()
        assert look(0) == "2", "a notification is a sign that it responds again"


def test_a_game_that_is_deleted_ends_its_streams(client: InProcess) -> None:
    table = client.open()
    with open_stream(table, 0) as playing, open_stream(table, accept=NDJSON) as watching:
        next(playing.events())
        next(watching.lines)
        assert client.delete(table.path, token=table.host).status_code == 204
        assert list(playing.blocks())[-1].fields == {"event": "end", "data": "{}"}
        assert [line for line in watching.lines if line] == []


def test_an_abandoned_game_sends_an_event_and_ends_its_streams(client: InProcess) -> None:
    table = client.create()
    with open_stream(table) as stream:
        client.delete(table.path, token=table.host)
        assert stream.rest()[-1]["type"] == "game_abandoned"
