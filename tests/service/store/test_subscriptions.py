"""Subscriptions: a process is notified of the games that are watched there and of no other, and nothing is missed."""

import http.client
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
import redis

from service.store.bot_queue import Queue, channel
from service.store.subscriptions import Subscriptions, channel_of
from tests.support.http import Api, InProcess, LiveService, Table, api_client, in_process, play_to_the_end
from tests.support.listening import SSE, Listener, open_stream
from tests.support.running import wait_for
from tests.support.valkey import ValkeyServer


@pytest.fixture
def store() -> Iterator[ValkeyServer]:
    """A store of its own, so that nobody else subscribes there."""
    with ValkeyServer() as running:
        yield running


@pytest.fixture
def api(store: ValkeyServer) -> Iterator[InProcess]:
    with in_process(store.url) as client:
        yield client


def channels(store: ValkeyServer) -> set[str]:
    """What is subscribed to at this store, in one way or the other."""
    kinds = [store.ask("PUBSUB", kind) for kind in ("CHANNELS", "SHARDCHANNELS")]
    return {str(name) for names in kinds if isinstance(names, list) for name in names}


def connections(store: ValkeyServer) -> int:
    """On how many connections."""
    return str(store.ask("CLIENT", "LIST", "TYPE", "pubsub")).count(" laddr=")


@contextmanager
def open_events(table: Table) -> Iterator[Iterator[Any]]:
    """The events to come of a table that is subscribed to."""
    with open_stream(table) as stream:
        events = stream.events()
        for _ in table.events():
            next(events)
        yield events


def assert_notified(events: Iterator[Any]) -> None:
    began = time.monotonic()
    next(events)
    assert time.monotonic() - began < 14, "not only at the look that every stream takes each 15 s"


# What a process is notified of


def test_a_process_is_notified_of_the_games_watched_there_and_of_no_other(store: ValkeyServer, api: InProcess) -> None:
    watched, other = api.create(), api.create()
    assert channels(store) == set()
    with open_events(watched) as events:
        wait_for(lambda: channels(store) == {channel_of(watched.id)})
        other.step()
        assert store.ask("SPUBLISH", channel_of(other.id), "0") == store.ask("PUBLISH", channel_of(other.id), "0") == 0
        watched.step()
        assert_notified(events)
        with open_stream(watched) as second:
            next(second.events())
        assert channels(store) == {channel_of(watched.id)}, "one of two has gone"
    wait_for(lambda: channels(store) == set())


def test_many_games_share_one_connection(store: ValkeyServer, api: InProcess) -> None:
    tables = [api.create() for _ in range(20)]
    with ExitStack() as stack:
        streams = [stack.enter_context(open_events(table)) for table in tables]
        wait_for(lambda: len(channels(store)) == 20)
        assert connections(store) == 1
        for table, events in zip(tables, streams, strict=True):
            table.step()
            assert_notified(events)
    wait_for(lambda: channels(store) == set())


def test_a_connection_that_is_of_no_use_for_a_while_is_closed(
    store: ValkeyServer, api: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.store.subscriptions.POLL_INTERVAL", 0.1)
    table = api.create()
    for _ in range(2):
        with open_events(table) as events:
            wait_for(lambda: connections(store) == 1)
            time.sleep(0.5)  # some quiet periods: it is in use, so it stays open, and responds
            table.step()
            assert_notified(events)
        wait_for(lambda: not re.search("cmd=(sunsubscribe|ping)", str(store.ask("CLIENT", "LIST"))))


class OldServer(ValkeyServer):
    """A server that does not know sharded channels, as Redis 6.2."""

    def _command(self, options: dict[str, str]) -> list[str]:
        unknown = [("--rename-command", name, "") for name in ("SPUBLISH", "SSUBSCRIBE", "SUNSUBSCRIBE")]
        return [*super()._command(options), *(text for pair in unknown for text in pair)]


def test_an_older_store_notifies_over_plain_channels() -> None:
    with OldServer() as store, in_process(store.url) as api:
        table, other = api.create(), api.create()
        with open_events(table) as events:
            wait_for(lambda: store.ask("PUBSUB", "CHANNELS") == [channel_of(table.id)])
            other.step()
            table.step()
            assert_notified(events)
        wait_for(lambda: channels(store) == set())


def test_bot_workers_are_notified_of_scheduled_games(store: ValkeyServer, api: InProcess) -> None:
    queue, notified = api.app.extensions["tables"].bot_queue, threading.Event()
    subscriptions = Subscriptions(queue.connection)
    subscriptions.subscribe(channel("search"), notified.set)
    try:
        wait_for(lambda: channels(store) == {channel("search")})
        notified.clear()
        queue.schedule("y" * 22, Queue("quick", bots_only=False))
        assert not notified.wait(0.1), "they search, and decide nothing at once"
        queue.schedule("x" * 22, Queue("search", bots_only=False))
        assert notified.wait(10)
    finally:
        subscriptions.close()


def test_a_store_that_forbids_notifications_still_takes_steps(store: ValkeyServer, api: InProcess) -> None:
    """They are only hints."""
    store.ask("ACL", "SETUSER", "default", "-publish", "-spublish")
    api.create().step()
    table = api.open()
    assert api.delete(table.path, token=table.host).status_code == 204


# What is missed


def test_what_happens_before_a_subscription_exists_is_read_when_it_does(
    api: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection, allowed = api.app.extensions["tables"].store.connection, threading.Event()
    new_connection = connection.new_connection
    monkeypatch.setattr(connection, "new_connection", lambda master: allowed.wait(10) and new_connection(master))
    table = api.create()
    with open_events(table) as events:
        threading.Timer(0.3, lambda: (table.step(), allowed.set())).start()
        assert_notified(events)


def test_whatever_breaks_a_subscription_it_is_made_again(api: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    connection, attempts = api.app.extensions["tables"].store.connection, []
    original = connection.new_connection

    def new_connection(master: str) -> Any:
        attempts.append(master)
        if len(attempts) == 1:
            raise TypeError("a closed socket has no number")
        return original(master)

    monkeypatch.setattr(connection, "new_connection", new_connection)
    table = api.create()
    with open_events(table) as events:
        wait_for(lambda: len(attempts) > 1)
        table.step()
        assert_notified(events)


def test_a_subscription_whose_connection_is_cut_is_made_again(store: ValkeyServer, api: InProcess) -> None:
    table = api.create()
    with open_events(table) as events:
        for _ in range(3):
            wait_for(lambda: channels(store) == {channel_of(table.id)})
            store.ask("CLIENT", "KILL", "TYPE", "pubsub")
            wait_for(lambda: channels(store) == {channel_of(table.id)})
            table.step()
            assert_notified(events)


def test_a_subscription_that_has_gone_silent_is_made_again(api: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that died without an error: the PING gets no response, so another one is opened."""
    connection, opened, sent = api.app.extensions["tables"].store.connection, [], []
    original = connection.new_connection

    class DeadConnection:
        def send_command(self, *command: str) -> None:
            pass

        def send_packed_command(self, commands: list[bytes]) -> None:
            sent.extend(commands)

        def read_response(self, timeout: float = 0, **_: Any) -> None:
            if timeout:
                time.sleep(0.01)
                raise redis.TimeoutError("nothing")

        def disconnect(self) -> None:
            pass

    def new_connection(master: str) -> Any:
        opened.append(master)
        return DeadConnection() if len(opened) == 1 else original(master)

    monkeypatch.setattr(connection, "new_connection", new_connection)
    table = api.create()
    with open_events(table) as events:
        wait_for(lambda: len(opened) > 1)
        assert any(b"PING" in command for command in sent)
        table.step()
        assert_notified(events)


def test_a_game_that_is_left_and_watched_again_at_once_is_subscribed_again(store: ValkeyServer, api: InProcess) -> None:
    table = api.create()
    feeds = api.app.extensions["feeds"]
    with open_events(table):
        pass
    for _ in range(50):
        with feeds.watch(table.id, threading.Event()):
            pass
    with open_events(table) as events:
        wait_for(lambda: channels(store) == {channel_of(table.id)})
        table.step()
        assert_notified(events)


# Many watchers of one game


def test_many_spectators_and_seats_receive_the_log_and_the_store_is_read_once(
    store: ValkeyServer, tmp_path: Path
) -> None:
    with LiveService(tmp_path, REDIS_URL=store.url, WORKERS="1") as service, api_client(service.url) as api:
        table = api.create()
        received: dict[int, list[Any]] = {}

        def listen(number: int) -> None:
            with (
                api_client(service.url) as mine,
                open_stream(table, number if number < 2 else None, api=mine) as stream,
            ):
                received[number] = []
                received[number] += stream.rest()

        crowd = [threading.Thread(target=listen, args=(number,)) for number in range(30)]
        for thread in crowd:
            thread.start()
        wait_for(lambda: len(received) == len(crowd))
        before = command_count(store)
        table.step()
        table.step()
        wait_for(lambda: connections(store) == 1)
        assert command_count(store) - before < 30, "reading and acting took ten, and a look at each change four"
        play_to_the_end(table)
        for thread in crowd:
            thread.join()
        for number, events in received.items():
            assert events == table.events(number if number < 2 else None)


def command_count(store: ValkeyServer) -> int:
    """How many scripts and reads of a log the store has run."""
    statistics = str(store.ask("INFO", "commandstats"))
    counts = [part for name in ("evalsha", "lrange") for part in statistics.split(f"cmdstat_{name}:calls=")[1:]]
    return sum(int(part.partition(",")[0]) for part in counts)


def test_a_client_of_http_1_0_gets_no_chunks_beside_others(live: Api, service: LiveService) -> None:
    table = live.create()
    with socket.create_connection(("127.0.0.1", service.port), timeout=20) as old, ExitStack() as stack:
        old.sendall(f"GET {table.path}/events HTTP/1.0\r\nAccept: {SSE}\r\n\r\n".encode())
        others: list[Listener] = [stack.enter_context(open_stream(table)) for _ in range(5)]
        play_to_the_end(table)
        response = http.client.HTTPResponse(old)
        response.begin()
        text = response.read().decode()
        log = table.events()
        assert [line for line in text.splitlines() if line.startswith("id: ")] == [f"id: {one['seq']}" for one in log]
        assert {line.partition(":")[0] for line in text.splitlines() if line} <= {"retry", "id", "data", "", "event"}
        assert all(other.rest() == log for other in others)
