"""A stream sends what its viewer may know, and stays bound to that viewer."""

import json
from contextlib import ExitStack
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.chance import Chance
from service.store.stored import LoggedEvent
from tests.support.http import (
    InProcess,
    Table,
    assert_ok,
)
from tests.support.listening import NDJSON, SSE, open_stream, stored_log, ticket_of, visible_data
from tests.support.tables import seed_of, settings_of


def has_private_events(api: InProcess, table: Table, seat: int) -> bool:
    return any(seat in logged.event.private for logged in stored_log(api, table))


@settings(max_examples=4)
@given(data=st.data())
def test_each_stream_holds_what_its_viewer_may_know_and_no_more(
    slug: str, client: InProcess, data: st.DataObject
) -> None:
    """From before the start, so that seats close up under the open streams."""
    seats, options = data.draw(st.sampled_from(settings_of(slug)))
    number, form = data.draw(st.integers(0, 2**32)), data.draw(st.sampled_from([SSE, NDJSON]))
    most = max(n for n, _ in settings_of(slug))
    gaps = data.draw(st.integers(0, max(0, most - seats)))
    body = {"engine": slug, "options": options, "auto_start": False, "seats": [{"kind": "open"}] * (seats + gaps)}
    created = client.post("/v1/games", body)
    if created.status_code == 422:  # options for exactly so many seats
        body["seats"] = [{"kind": "open"}] * seats
        created, gaps = client.post("/v1/games", body), 0
    table = client.table(assert_ok(created, 201))
    seat_numbers = Chance(seed_of(number)).sample(range(seats + gaps), seats)
    for seat_number in seat_numbers:
        assert_ok(table.join(f"From {seat_number}", seat=seat_number), 201)
    tokens = [table.tokens[seat_number] for seat_number in sorted(seat_numbers)]
    with ExitStack() as open_streams:
        streams = [
            open_streams.enter_context(open_stream(table, token=token, accept=form, after=0))
            for token in [*tokens, None]
        ]
        assert_ok(client.post(f"{table.path}/start", token=table.host))
        table.tokens = dict(enumerate(tokens))
        finish(client, table, seed_of(number + 1))
        log = stored_log(client, table)
        for viewer, stream in zip([*range(seats), None], streams, strict=True):
            got = stream.rest() if form == SSE else [json.loads(line) for line in stream.lines if line][1:]
            assert [event["seq"] for event in got] == list(range(1, len(log) + 1))
            for event, logged in zip(got, log, strict=True):
                assert (event["type"], event["seat"]) == (logged.event.type, logged.event.seat)
                assert event["data"] == visible_data(logged, viewer)
                foreign = {name for seat, known in logged.event.private.items() if seat != viewer for name in known}
                assert not (event["data"].keys() & foreign - logged.event.private.get(viewer, {}).keys())
            assert got == table.events(viewer)


def finish(api: InProcess, table: Table, seed: bytes, until: Any = lambda: False) -> None:
    """Play at random without HTTP, each action in a commit of its own, until the game is over."""
    tables, dice = api.app.extensions["tables"], Chance(seed)
    while not until():
        with tables.change(table.id) as attempts:
            for txn in attempts:
                if txn.meta.status != "active":
                    return
                seat = dice.choice(list(txn.meta.awaiting()))
                txn.play(seat, txn.config.rules.sample(txn.state, seat, dice), at=txn.now)
                if txn.commit():
                    break


def secretive(client: InProcess) -> Table:
    """A table whose seats 2 and 3 will close up to 1 and 2."""
    table = client.open(taken=1, free=3, auto_start=False)
    table.join("Ben", seat=2)
    table.join("Cleo", seat=3)
    return table


def start_and_whisper(client: InProcess, table: Table) -> None:
    """Start it and play until the seats that are 1 and 2 now have secrets."""
    assert_ok(client.post(f"{table.path}/start", token=table.host))
    finish(client, table, seed_of(1), lambda: all(has_private_events(client, table, seat) for seat in (1, 2)))
    assert all(has_private_events(client, table, seat) for seat in (1, 2))


def test_a_stream_never_takes_a_seats_old_number_for_anothers_new_one(
    client: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The start closes the seats up just between a stream's look at the table and its look at the log."""
    table, store = secretive(client), client.app.extensions["tables"].store
    feeds, mark, went = client.app.extensions["feeds"], store.mark_present, []

    def meanwhile(*args: Any) -> None:
        mark(*args)
        if not went:
            went.append(True)
            start_and_whisper(client, table)
            feeds._feeds[table.id].notify()
            feeds._feeds[table.id].current()

    monkeypatch.setattr(store, "mark_present", meanwhile)
    with open_stream(table, 2) as stream:
        events = stream.events()
        got = [next(events)]
        got += [next(events) for _ in range(len(stored_log(client, table)) - 1)]
    assert went
    assert [event["data"] for event in got] == [visible_data(logged, 1) for logged in stored_log(client, table)]


def test_a_page_never_takes_a_seats_old_number_for_anothers_new_one(
    client: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, store = secretive(client), client.app.extensions["tables"].store
    original, went = store.events, []

    def meanwhile(*args: Any) -> list[LoggedEvent]:
        if not went:
            went.append(True)
            start_and_whisper(client, table)
        events: list[LoggedEvent] = original(*args)
        return events

    monkeypatch.setattr(store, "events", meanwhile)
    page = assert_ok(client.get(f"{table.path}/events", token=table.tokens[2]))
    assert went
    log = [visible_data(logged, 1) for logged in stored_log(client, table)]
    assert [event["data"] for event in page["events"]] == log[: len(page["events"])]
    rest = assert_ok(client.get(f"{table.path}/events", token=table.tokens[2], params={"after": len(page["events"])}))
    assert [event["data"] for event in page["events"] + rest["events"]] == log


def test_a_seat_given_up_and_taken_by_another_ends_the_old_holders_stream(client: InProcess) -> None:
    table = client.open(taken=2, free=1)
    with open_stream(table, 1) as old:
        next(old.events())
        assert client.delete(f"{table.path}/seats/1", token=table.tokens[1]).status_code == 204
        assert_ok(table.join("Dora", seat=1), 201)
        assert_ok(table.join("Emil"), 201)
        finish(client, table, seed_of(2))
        assert any(logged.event.private for logged in stored_log(client, table))
        blocks = list(old.blocks())
    assert blocks[-1].fields == {"event": "end", "data": "{}"}
    assert all(
        block.event["type"] in ("seat_taken", "seat_left")
        for block in blocks
        if "data" in block.fields and "id" in block.fields
    )


def test_leaving_a_running_game_ends_that_seats_stream_and_no_others(client: InProcess) -> None:
    table = client.create(seats=3)
    with open_stream(table, 1) as gone, open_stream(table, 2) as stays:
        next(gone.events())
        assert client.delete(f"{table.path}/seats/1", token=table.tokens[1]).status_code == 204
        assert all(1 not in event for event in gone.rest())
        events = stays.events()
        while next(events)["type"] != "seat_left":
            pass


def test_a_ticket_follows_its_seat_when_seats_close_up(client: InProcess) -> None:
    table = secretive(client)
    ticket = ticket_of(table, 2)
    start_and_whisper(client, table)
    page = assert_ok(client.get(f"{table.path}/events", params={"ticket": ticket, "limit": 1000}))
    assert [event["data"] for event in page["events"]] == [visible_data(one, 1) for one in stored_log(client, table)]
