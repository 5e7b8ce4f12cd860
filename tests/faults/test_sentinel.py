"""A store with Sentinels: the service follows the master wherever it moves, in mid-game, and talks to nobody else."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from service.store.sentinel import DISCOVERY_INTERVAL
from service.store.subscriptions import channel_of
from tests.support.campaign import actions, playing, verify_games
from tests.support.http import LiveService, Table, api_client, assert_ok, assert_problem, in_process
from tests.support.listening import open_stream
from tests.support.running import wait_for
from tests.support.sentinel import PERIODS, SERVICE, Sentinels, SentinelServer
from tests.support.valkey import ValkeyServer

LIMITS = {"create": "1000/minute", "join": "off", "verify": "off"}
_calls: list[set[int]] = []


def note_calls(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        for called in _calls:
            called.add(int(arguments[1][1]))


sys.addaudithook(note_calls)


@contextmanager
def ports_called() -> Iterator[set[int]]:
    """Every port that this process connects to meanwhile."""
    called: set[int] = set()
    _calls.append(called)
    try:
        yield called
    finally:
        _calls.remove(called)


@pytest.fixture(scope="module")
def sentinels() -> Iterator[Sentinels]:
    with Sentinels() as running:
        yield running


@pytest.fixture
def store(sentinels: Sentinels) -> Sentinels:
    """The servers and their Sentinels, all of one mind."""
    sentinels.settle()
    return sentinels


@pytest.fixture(scope="module")
def service(sentinels: Sentinels, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    """The real service, which waits for one replica of two."""
    settings = {"REDIS_URL": sentinels.url, "STORE_WAIT_REPLICAS": "1", "LOG_LEVEL": "ERROR"}
    with LiveService(tmp_path_factory.mktemp("service"), **settings) as running:
        yield running


def test_it_talks_to_the_sentinels_and_to_the_master_they_name_and_to_nobody_else(store: Sentinels) -> None:
    with ports_called() as called, in_process(store.url, rate_limits=LIMITS) as api:
        assert api.get("/readyz").status_code == 200
        table = api.create()
        with open_stream(table) as stream:
            events = stream.events()
            table.step()
            next(events)
    assert store.master().port in called
    assert called <= {store.master().port, *(sentinel.port for sentinel in store.sentinels)}
    assert store.master().ask("KEYS", f"game:*{table.id}*")
    assert store.master().ask("KEYS", "limit:create:*"), "rate limits are counted there too"


FAULTS: dict[str, Callable[[Sentinels], object]] = {
    "by command": lambda store: store.fail_over(),
    "handed over": lambda store: store.fail_over("COORDINATED"),
    "by kill -9": lambda store: store.kill_master(),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fail_over_in_mid_game_loses_and_doubles_nothing(store: Sentinels, service: LiveService, fault: str) -> None:
    with api_client(service.url) as api:
        with playing(api, 3) as team:
            wait_for(lambda: actions(team) >= 30)
            FAULTS[fault](store)
            done = actions(team)
            wait_for(lambda: actions(team) >= done + 60)
        store.settle()
        verdict = verify_games(team)
    assert verdict.confirmed >= 90
    assert not verdict.wrong


def test_streams_and_rate_limits_follow_the_master(store: Sentinels) -> None:
    with in_process(store.url, rate_limits=LIMITS) as api:
        table = api.create()
        with open_stream(table) as stream:
            events = stream.events()
            had = [next(events) for _ in table.events()]
            with slow_to_demote(store):
                store.fail_over()
                wait_for(lambda: api.get("/readyz").status_code == 200 and is_subscribed(store, table), timeout=5)
            table.step()
            assert next(events)["seq"] == len(had) + 1
        api.create()
        assert store.master().ask("KEYS", "limit:create:*")


def is_subscribed(store: Sentinels, table: Table) -> bool:
    """Whether somebody has subscribed to this table's notifications at the master."""
    channel = channel_of(table.id)
    return store.master().ask("PUBSUB", "SHARDNUMSUB", channel) == [channel, 1]


@contextmanager
def slow_to_demote(store: Sentinels) -> Iterator[None]:
    """Meanwhile the Sentinels take their usual eight seconds until they make a replaced master a replica."""
    for sentinel in store.sentinels:
        sentinel.ask("SENTINEL", "DEBUG", "publish-period", "2000")
    try:
        yield
    finally:
        for sentinel in store.sentinels:
            sentinel.ask("SENTINEL", "DEBUG", "publish-period", PERIODS["publish-period"])


def test_a_replaced_master_is_left_although_it_goes_on_taking_writes(store: Sentinels) -> None:
    """For some seconds there are two masters, and the clients of the old one are not notified."""
    old = store.master()
    with in_process(store.url) as api:
        table = api.create()
        table.step()
        with slow_to_demote(store):
            new = store.fail_over()
            wait_for(lambda: acted_on(table, new), timeout=5)
            assert "role:master" in str(old.ask("INFO", "replication"))


def acted_on(table: Table, master: ValkeyServer) -> bool:
    """Whether an action reaches this master. Reading and acting may meet two masters, and then it is rejected."""
    seat = table.turn()
    responses = [table.act(seat, action) for action in table.legal(seat)[:1]]
    version = master.ask("HGET", table.key, "version")
    return any(response.status_code == 200 and str(response.json()["version"]) == version for response in responses)


@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGKILL], ids=["hangs", "is dead"])
def test_a_sentinel_that_does_not_respond_is_skipped(store: Sentinels, number: signal.Signals) -> None:
    first = store.sentinels[0]
    os.kill(first.pid, number)
    try:
        with in_process(store.url, store_timeout=3) as api:
            api.create().step()
            assert api.get("/readyz").status_code == 200
    finally:
        if number == signal.SIGSTOP:
            os.kill(first.pid, signal.SIGCONT)
        else:
            first.kill()
            first.start()


class Stray(NamedTuple):
    """A Sentinel that names another server than the rest do, as one does that is cut off beside the old master."""

    sentinel: SentinelServer
    server: ValkeyServer


@pytest.fixture
def stray() -> Iterator[Stray]:
    with ValkeyServer(tcp=True) as server, SentinelServer(server, "", "", 1500) as sentinel:
        yield Stray(sentinel, server)
        assert server.ask("DBSIZE") == 0, "nobody has written there"


def url_of(*sentinels: SentinelServer) -> str:
    return "redis+sentinel://" + ",".join(sentinel.address for sentinel in sentinels) + f"/{SERVICE}"


def test_a_sentinel_that_names_another_master_is_outvoted(store: Sentinels, stray: Stray) -> None:
    with in_process(url_of(stray.sentinel, *store.sentinels[:2])) as api:
        table = api.create()
        assert store.master().ask("EXISTS", table.key) == 1
        new = store.fail_over("COORDINATED")
        wait_for(store.is_settled)
        wait_for(lambda: acted_on(table, new))


def test_without_a_majority_the_master_is_kept_and_no_other_is_believed(store: Sentinels, stray: Stray) -> None:
    url = url_of(stray.sentinel, *store.sentinels[:2])
    with in_process(url, store_timeout=3) as api, in_process(url, store_timeout=3) as started_later:
        table = api.create()
        for sentinel in store.sentinels[:2]:
            sentinel.kill()
        try:
            for _ in range(3):
                time.sleep(DISCOVERY_INTERVAL / 2)
                table.step()
            assert store.master().ask("HGET", table.key, "version") == str(table.view()["version"])
            assert_problem(started_later.get(table.path), 503, "store_unavailable")
        finally:
            for sentinel in store.sentinels[:2]:
                sentinel.start()
        wait_for(lambda: started_later.get(table.path).status_code == 200)


def test_of_two_sentinels_one_may_be_down_and_none_may_contradict(store: Sentinels, stray: Stray) -> None:
    one, other = store.sentinels[:2]
    with in_process(url_of(one)) as api:
        api.create().step()
    with in_process(url_of(one, stray.sentinel)) as api:
        assert_problem(api.get("/readyz"), 503, "store_unavailable")
    other.kill()
    try:
        with in_process(url_of(one, other)) as api:
            api.create().step()
    finally:
        other.start()


def test_whoever_does_not_wait_for_replicas_is_warned(store: Sentinels, tmp_path: Path) -> None:
    with LiveService(tmp_path, REDIS_URL=store.url, STORE_WAIT_REPLICAS="0", LOG_LEVEL="WARNING") as careless:
        wait_for(lambda: careless.errors().count('"replicas_not_awaited"') == 1)
        with api_client(careless.url) as api:
            assert assert_ok(api.get("/readyz")) == {"status": "ok", "warnings": ["replicas_not_awaited"]}
    with in_process(store.url) as api:
        assert assert_ok(api.get("/readyz")) == {"status": "ok"}


def test_with_passwords_of_the_servers_and_of_the_sentinels() -> None:
    with Sentinels(password="s3cret", secret="hush") as store:
        with in_process(store.url, rate_limits=LIMITS, store_wait_replicas=1) as api:
            table = api.create()
            table.step()
            store.fail_over("COORDINATED")
            wait_for(lambda: api.get("/readyz").status_code == 200)
            table.step()
        for wrong in (store.url.replace("hush", "husk"), store.url.replace("s3cret", "secret")):
            with in_process(wrong) as stranger:
                assert_problem(stranger.get("/readyz"), 503, "store_unavailable")
