"""Two masters can have different versions of a game with the same number, after a fail-over that one of them missed. A
process that has read at the one may write to the other.
"""

from collections.abc import Iterator
from typing import Any

import pytest
import redis

from service.store.game_store import GameStore
from service.store.scripts import READ
from service.store.stored import Revision
from tests.support.http import InProcess, Table, assert_ok, in_process, play_to_the_end
from tests.support.valkey import ValkeyServer

FIRST_PLAYER = {"options": {"first_player": 0}}


class TurningConnection:
    """The connection of a process that reads once at the old master, and turns to the new one then."""

    def __init__(self, old: Any, new: Any) -> None:
        self._now, self._new = old, new

    def __getattr__(self, name: str) -> Any:
        return getattr(self._now, name)

    def call_many(self, commands: Any, within: float | None = None) -> Any:
        batch = list(commands)
        try:
            return self._now.call_many(batch, within)
        finally:
            if any(READ.sha in command or READ.source in command for command in batch):
                self._now = self._new


@pytest.fixture
def new_server() -> Iterator[ValkeyServer]:
    with ValkeyServer() as running:
        yield running


@pytest.fixture
def new(new_server: ValkeyServer) -> Iterator[InProcess]:
    with in_process(new_server.url) as api:
        yield api


def copy(table: Table, old: ValkeyServer, new: ValkeyServer) -> None:
    """What replication would do: the new master has all that the old one has of this game."""
    with redis.Redis(unix_socket_path=str(old.socket)) as source, redis.Redis(unix_socket_path=str(new.socket)) as to:
        for key in source.scan_iter(f"{table.key}*"):
            to.restore(key, source.pttl(key), source.dump(key), replace=True)


def turn_after_reading(client: InProcess, new: InProcess) -> None:
    """The next request of this client reads at its own master and then writes to that of the other."""
    store, other = client.app.extensions["tables"].store, new.app.extensions["tables"].store
    store.connection = TurningConnection(store.connection, other.connection)


def test_an_action_that_was_judged_at_the_old_master_does_not_undo_one_at_the_new_master(
    client: InProcess, new: InProcess, server: ValkeyServer, new_server: ValkeyServer
) -> None:
    table = client.create(**FIRST_PLAYER)
    copy(table, server, new_server)
    there = table.through(new)
    first, second = table.legal(0)[:2]
    assert_ok(table.act(0, first))  # only the old master has it
    accepted = assert_ok(there.act(0, second))
    assert accepted["version"] == table.view()["version"]
    seat = table.turn()
    action = table.legal(seat)[0]
    turn_after_reading(client, new)
    table.act(seat, action)
    assert [event for event in there.events() if event["version"] == accepted["version"]] == accepted["events"]
    play_to_the_end(there)
    record = assert_ok(new.get(f"{there.path}/record"))
    assert assert_ok(new.post("/v1/records/verify", record))["valid"]


def test_a_game_is_deleted_only_at_the_revision_that_was_read(client: InProcess) -> None:
    table = client.create()
    store: GameStore = client.app.extensions["tables"].store
    stored = store.read(table.id)
    assert not store.remove(table.id, Revision(stored.version, b"8 others"))
    assert not store.remove(table.id, Revision(stored.version + 1, stored.revision.digest))
    assert store.remove(table.id, stored.revision)
