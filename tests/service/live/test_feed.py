"""The feed of a watched game: one watcher reads for all, then all others get the news; and pushes to a client."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack

import gevent
import gevent.socket
import pytest

from service.live.feed import Feed, Feeds
from service.problems import Problem
from service.server.connections import Connection, ConnectionLimiter, chunk
from service.settings import Settings
from service.store.stored import Revision
from service.store.subscriptions import channel_of
from service.table.game import Game
from tests.support.http import InProcess, Table, in_process
from tests.support.running import wait_for
from tests.support.valkey import ValkeyServer


@pytest.fixture
def api() -> Iterator[InProcess]:
    """A service on a store of its own, so that nobody else subscribes there."""
    with ValkeyServer() as store, in_process(store.url) as client:
        yield client


@pytest.fixture
def table(api: InProcess) -> Table:
    return api.create()


@pytest.fixture
def feeds(api: InProcess) -> Feeds:
    service_feeds: Feeds = api.app.extensions["feeds"]
    return service_feeds


def wait_until_subscribed(feed: Feed) -> Revision:
    """Wait until the feed is subscribed, and read the game; returns its revision."""
    wait_for(lambda: feed._notifications > 0)
    return feed.current().revision


class Waiting:
    """Watchers that wait in threads, in this order, and what was pushed to each that takes pushes."""

    def __init__(self, feed: Feed, seen: Revision, takes_pushes: list[bool | None]) -> None:
        self.events = [threading.Event() for _ in takes_pushes]
        self.pushed: list[int] = []
        for number, takes in enumerate(takes_pushes):

            def push(game: Game, takes: bool | None = takes) -> bool:
                self.pushed.append(game.version)
                return bool(takes)

            arguments = (self.events[number], seen, 20, None if takes is None else push)
            threading.Thread(target=feed.wait, args=arguments, daemon=True).start()
            wait_for(lambda number=number: len(feed._waiting) == number + 1)

    @property
    def woken(self) -> list[bool]:
        return [event.is_set() for event in self.events]


def test_a_notification_wakes_one_watcher_and_another_if_it_leaves(table: Table, feeds: Feeds) -> None:
    with feeds.watch(table.id, threading.Event()) as feed:
        waiting = Waiting(feed, wait_until_subscribed(feed), [None, None])
        feed.notify()
        assert waiting.woken == [True, False]
        wait_for(lambda: len(feed._waiting) == 1)
        feed.leave(waiting.events[0])
        assert waiting.woken == [True, True], "the first has gone without reading"


def test_news_wakes_the_next_leader_is_pushed_to_those_who_take_it_and_wakes_the_others(
    table: Table, feeds: Feeds
) -> None:
    """The next leader has to know when the next clock runs out: the client of the present one may not read."""
    with feeds.watch(table.id, threading.Event()) as feed:
        waiting = Waiting(feed, wait_until_subscribed(feed), [True, True, False, None])
        feeds._subscriptions.unsubscribe(channel_of(table.id))
        version = table.step()["version"]
        feed._stale_at = 0.0
        assert feed.current().version == version
        assert waiting.pushed == [version] * 2
        assert waiting.woken == [True, False, True, True]
        feed.wake_all()
        waiting.events[1].set()


def test_reading_without_news_wakes_nobody(table: Table, feeds: Feeds) -> None:
    with feeds.watch(table.id, threading.Event()) as feed:
        waiting = Waiting(feed, wait_until_subscribed(feed), [None, True])
        feed._stale_at = 0.0
        feed.current()
        assert (waiting.woken, waiting.pushed) == ([False, False], [])
        for event in waiting.events:
            event.set()


def test_what_happens_between_a_look_and_a_wait_ends_the_wait_at_once(table: Table, feeds: Feeds) -> None:
    with feeds.watch(table.id, threading.Event()) as feed:
        seen, event = wait_until_subscribed(feed), threading.Event()
        feeds._subscriptions.unsubscribe(channel_of(table.id))
        assert not feed.wait(event, seen, 0)
        feed.notify()
        assert feed.wait(event, seen, 20), "it has to be read again"
        table.step()
        feed.notify()
        feed.current()
        assert feed.wait(event, seen, 20), "another watcher has read a newer version"
        assert not event.is_set()


def test_when_the_game_is_gone_all_watchers_look(api: InProcess, feeds: Feeds) -> None:
    table = api.open()
    with ExitStack() as stack:
        events = [threading.Event() for _ in range(3)]
        feed, *_ = [stack.enter_context(feeds.watch(table.id, event)) for event in events]
        wait_until_subscribed(feed)
        api.delete(table.path, token=table.host)
        feed.notify()
        with pytest.raises(Problem):
            feed.current()
        assert all(event.is_set() for event in events)


def test_what_a_client_takes_only_a_part_of_goes_before_what_is_written_next() -> None:
    here, there = gevent.socket.socketpair()
    here.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    connection = Connection(ConnectionLimiter(Settings(), 10), here, "127.0.0.1")
    assert not connection.push(b"x"), "not in a response that is not sent in chunks"
    connection.head_complete(chunked=True)
    large = b"y" * 1_000_000
    assert connection.push(large)
    assert connection.has_unsent
    assert connection.pushed_at > 0
    assert not connection.push(b"z"), "nothing goes past it"
    writing = gevent.spawn(connection.sendall, b"1\r\n.\r\n")
    expected = chunk(large) + b"1\r\n.\r\n"
    received = b""
    while len(received) < len(expected):
        received += there.recv(65536)
    writing.get()
    assert received == expected
    assert not connection.has_unsent
    there.close()
    gevent.sleep(0.05)
    assert not connection.push(b"z" * 10) or not connection.push(b"z"), "nobody is there"
    here.close()
