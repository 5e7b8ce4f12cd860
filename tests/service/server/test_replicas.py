"""An action is confirmed only when as many replicas have it as the setting requires."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from threading import Event, Timer
from typing import Any, NamedTuple

import httpx
import pytest

from service.store import Unavailable
from service.store.interface import Command
from service.store.scripts import COMMIT
from service.store.stored import Revision
from tests.support.finished import play_out
from tests.support.http import InProcess, assert_problem, in_process
from tests.support.listening import open_stream
from tests.support.proxy import Proxy
from tests.support.running import TIMEOUT, wait_for
from tests.support.valkey import ValkeyServer

KEY = "5e8f0a9c-7b1d-4c2e-9f3a-6d5b4c3a2f10"
GAME = {"engine": "tokyo_poo_divers", "seats": [{"name": "Ana"}, {"name": "Ben"}]}


class Pair(NamedTuple):
    """One master with one replica."""

    master: ValkeyServer
    replica: ValkeyServer

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Meanwhile the replica hangs."""
        os.kill(self.replica.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.replica.pid, signal.SIGCONT)


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    with ValkeyServer(tcp=True, repl_diskless_sync_delay="0") as master, ValkeyServer(tcp=True) as replica:
        replica.ask("REPLICAOF", "127.0.0.1", str(master.port))
        wait_for(lambda: "state=online" in str(master.ask("INFO", "replication")))
        yield Pair(master, replica)


@pytest.fixture
def careful(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> Iterator[InProcess]:
    """A service that requires one replica, with a short timeout."""
    monkeypatch.setattr("service.store.connection.REPLICATION_MS", 200)
    with in_process(pair.master.url, store_wait_replicas=1) as api:
        wait_for(lambda: api.get("/readyz").status_code == 200)
        yield api


@pytest.fixture
def frozen(pair: Pair) -> Iterator[None]:
    with pair.alone():
        yield


def test_a_step_is_confirmed_when_the_replica_has_it(pair: Pair, careful: InProcess) -> None:
    table = careful.create()
    for _ in range(3):
        version = table.step()["version"]
        assert pair.replica.ask("HGET", table.key, "version") == str(version)


Ask = Callable[[], httpx.Response]


def acting(api: InProcess) -> Ask:
    table = api.create(options={"first_player": 0})
    action = table.legal(0)[0]
    return lambda: table.act(0, action, key="mine")


def acting_by_version(api: InProcess) -> Ask:
    table = api.create(options={"first_player": 0})
    action = table.legal(0)[0]
    return lambda: table.act(0, action, match='"2.0"')


def creating(api: InProcess) -> Ask:
    key = os.urandom(16).hex()
    return lambda: api.post("/v1/games", GAME, key=key)


def joining(api: InProcess) -> Ask:
    table = api.open(free=2)
    return lambda: table.join("Ben", key=KEY)


def leaving(api: InProcess) -> Ask:
    table = api.create()
    return lambda: api.delete(f"{table.path}/seats/1", token=table.tokens[1])


def starting(api: InProcess) -> Ask:
    table = api.open(taken=2)
    return lambda: api.post(f"{table.path}/start", token=table.host)


def deleting_an_active_game(api: InProcess) -> Ask:
    table = api.create()
    return lambda: api.delete(table.path, token=table.host)


def rematching(api: InProcess) -> Ask:
    table = api.create()
    play_out(api.app.extensions["tables"], table.id, 1)
    return lambda: api.post(f"{table.path}/rematch", token=table.host)


@pytest.mark.parametrize(
    ("way", "at_last"),
    [
        (acting, 200),
        (acting_by_version, 412),
        (creating, 201),
        (joining, 201),
        (leaving, 401),
        (starting, 409),
        (deleting_an_active_game, 204),
        (rematching, 201),
    ],
)
def test_what_no_replica_has_is_shown_to_nobody_however_often_they_ask(
    pair: Pair, careful: InProcess, way: Callable[[InProcess], Ask], at_last: int
) -> None:
    ask = way(careful)
    with pair.alone():
        for _ in range(3):
            response = ask()
            problem = assert_problem(response, 503, "store_unavailable")
            assert "replicas" in problem["detail"]
            assert response.headers["Retry-After"] == "1"
    wait_for(lambda: careful.get("/readyz").status_code == 200)
    assert ask().status_code == at_last


def test_a_game_that_is_deleted_is_deleted_at_the_replica_too(pair: Pair, careful: InProcess) -> None:
    table = careful.open()
    with pair.alone():
        assert_problem(careful.delete(table.path, token=table.host), 503, "store_unavailable")
    table = careful.open()
    assert careful.delete(table.path, token=table.host).status_code == 204
    assert pair.replica.ask("KEYS", f"game:*{table.id}*") == []


def test_a_reader_is_shown_what_the_master_has(pair: Pair, careful: InProcess) -> None:
    table = careful.create(options={"first_player": 0})
    action, before = table.legal(0)[0], table.view()["version"]
    with pair.alone():
        assert_problem(table.act(0, action, key="mine"), 503, "store_unavailable")
        assert table.view()["version"] == before + 1
        assert table.events()[-1]["version"] == before + 1


@pytest.mark.usefixtures("frozen")
def test_asking_again_on_another_connection_still_waits_for_the_replica(pair: Pair) -> None:
    """WAIT counts what its own connection has written: to ask whether a commit was applied must be a write too."""
    with Proxy(pair.master.socket) as line, in_process(pair.master.url) as careless:
        table = careless.create(options={"first_player": 0})
        table.step()
        seat = table.turn()
        action = table.legal(seat)[0]
        with in_process(line.url, store_wait_replicas=1) as careful:
            line.lose(COMMIT.sha)
            assert_problem(table.through(careful).act(seat, action), 503, "store_unavailable")
        assert line.lost == 1


@pytest.fixture
def trio() -> Iterator[list[ValkeyServer]]:
    """One master with two replicas."""
    with ExitStack() as stack:
        servers = [stack.enter_context(ValkeyServer(tcp=True, repl_diskless_sync_delay="0")) for _ in range(3)]
        for replica in servers[1:]:
            replica.ask("REPLICAOF", "127.0.0.1", str(servers[0].port))
        wait_for(lambda: str(servers[0].ask("INFO", "replication")).count("state=online") == 2)
        yield servers


def test_a_master_whose_replica_was_made_the_master_confirms_nothing(trio: list[ValkeyServer]) -> None:
    """The other replica still follows the old master, and has all that is written there; but it will be thrown away."""
    master, heir, _ = trio
    with in_process(master.url, store_wait_replicas=1) as api:
        table = api.create()
        table.step()
        heir.ask("REPLICAOF", "NO", "ONE")
        seat = table.turn()
        action = table.legal(seat)[0]
        for _ in range(3):
            assert_problem(table.act(seat, action, key="mine"), 503, "store_unavailable")
        assert_problem(api.get("/readyz"), 503, "store_unavailable")
        heir.ask("REPLICAOF", "127.0.0.1", str(master.port))
        wait_for(lambda: table.act(seat, action, key="mine").status_code == 200)


def test_a_master_that_hands_over_before_it_reports_its_role_confirms_nothing(
    trio: list[ValkeyServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The replicas have confirmed, and then it becomes a replica itself: who has what is not known any more."""
    with in_process(trio[0].url, store_wait_replicas=1) as api:
        table, store = api.create(options={"first_player": 0}), api.app.extensions["tables"].store.connection
        action, call_many = table.legal(0)[0], store.call_many

        def hand_over(commands: list[Command], within: float | None = None) -> list[Any]:
            if commands[-1] != ("ROLE",):
                return call_many(commands, within)
            responses = call_many(commands[:-1], within)
            trio[0].ask("REPLICAOF", "127.0.0.1", str(trio[1].port))
            return [*responses, *call_many(commands[-1:], within)]

        monkeypatch.setattr(store, "call_many", hand_over)
        assert_problem(table.act(0, action, key="mine"), 503, "store_unavailable")


def test_all_replicas_that_follow_have_a_moment_to_catch_up(
    trio: list[ValkeyServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One is enough, but any of them may be made the master."""
    monkeypatch.setattr("service.store.connection.EXTRA_REPLICATION_MS", 5000)
    with in_process(trio[0].url, store_wait_replicas=1) as api:
        table = api.create()
        table.step()
        os.kill(trio[1].pid, signal.SIGSTOP)
        awake = Event()

        def wake() -> None:
            awake.set()
            os.kill(trio[1].pid, signal.SIGCONT)

        Timer(0.5, wake).start()
        table.step()
        assert awake.is_set()


def test_what_a_new_master_does_not_have_is_not_shown(careful: InProcess) -> None:
    """It was read at the old one, and the replicas of the new one are counted."""
    table, store = careful.create(), careful.app.extensions["tables"].store
    table.step()
    read = store.read(table.id).revision
    store.assure(table.id, read)
    for elsewhere in (Revision(read.version + 1, read.digest), Revision(read.version, b"8 others")):
        with pytest.raises(Unavailable):
            store.assure(table.id, elsewhere)
    table.step()
    store.assure(table.id, read)


def test_a_stream_sends_only_what_the_replica_has(pair: Pair, careful: InProcess) -> None:
    """Else a fail-over could replace an event that was already sent, and no client would notice."""
    table = careful.create(options={"first_player": 0})
    action, log = table.legal(0)[0], table.events()
    with open_stream(table) as stream, ThreadPoolExecutor() as pool:
        events = stream.events()
        assert [next(events) for _ in log] == log
        with pair.alone():
            assert_problem(table.act(0, action, key="mine"), 503, "store_unavailable")
            assert len(table.events()) > len(log)
            following = pool.submit(next, events)
            with pytest.raises(TimeoutError):
                following.result(1)
        assert following.result(TIMEOUT) == table.events()[len(log)]


@pytest.mark.parametrize("fate", ["dies", "hangs"])
def test_a_replica_too_many_may_fail(trio: list[ValkeyServer], fate: str) -> None:
    master, failing, _ = trio
    with in_process(master.url, store_wait_replicas=1) as api:
        table = api.create()
        table.step()
        if fate == "dies":
            failing.kill()
        else:
            os.kill(failing.pid, signal.SIGSTOP)
        try:
            for _ in range(3):
                table.step()
            assert api.get("/readyz").status_code == 200
        finally:
            if fate == "hangs":
                os.kill(failing.pid, signal.SIGCONT)
