"""Attempts at a change: another one if another commit was first, a 503 if that happens too often."""

from collections.abc import Callable

import httpx
import pytest

from service.metrics import CONFLICTS
from service.table import transaction
from service.table.transaction import PAUSE_AFTER, Tables, Transaction
from tests.support.http import InProcess, Table, assert_ok, assert_problem
from tests.support.time import Time

ATTEMPTS = PAUSE_AFTER + 2


@pytest.fixture
def tables(client: InProcess) -> Tables:
    all_tables: Tables = client.app.extensions["tables"]
    return all_tables


CHANGES: dict[str, Callable[[Table], httpx.Response]] = {
    "act": lambda table: table.act(0, table.legal(0)[0]),
    "join": lambda table: table.api.post(f"{table.path}/seats", {"name": "Ben"}),
    "leave": lambda table: table.api.delete(f"{table.path}/seats/0", token=table.tokens[0]),
    "start": lambda table: table.api.post(f"{table.path}/start", token=table.host),
    "delete": lambda table: table.api.delete(table.path, token=table.host),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_that_is_always_overtaken_is_a_503(
    client: InProcess, tables: Tables, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    table = client.open(taken=2) if change in ("join", "start") else client.create(options={"first_player": 0})
    monkeypatch.setattr(transaction, "MAX_ATTEMPTS", ATTEMPTS)
    monkeypatch.setattr(tables.store, "commit", lambda *_: False)
    before = CONFLICTS._value.get()
    assert_problem(CHANGES[change](table), 503, "store_unavailable")
    assert CONFLICTS._value.get() == before + ATTEMPTS


def test_each_attempt_has_read_the_newest_version(client: InProcess, tables: Tables) -> None:
    table = client.create(options={"first_player": 0})
    seen: list[int] = []
    with tables.change(table.id) as attempts:
        for txn in attempts:
            seen.append(txn.version)
            if len(seen) < 3:
                table.step()
            txn.record("rematch", [], at=txn.now)
            if txn.commit():
                break
    assert seen == [2, 3, 4]
    assert table.view()["version"] == 5


def test_what_is_overdue_is_committed_before_and_once(client: InProcess, now: Time) -> None:
    table = client.create("zoky", turn_seconds=60)
    now.forward(61)
    with now.tables.change(table.id) as attempts:
        txn: Transaction = next(attempts)
        assert (txn.revision.version, txn.journal) == (3, [])
    assert [entry.automatic for entry in now.journal(table)] == [True]


def test_without_a_commit_nothing_is_written(client: InProcess, tables: Tables) -> None:
    table = client.create()
    with tables.change(table.id) as attempts:
        next(attempts).abandon("deleted_by_host")
    assert assert_ok(client.get(table.path))["status"] == "active"
