"""Tables of bots only: how many a client may run at the same time, and that they refuse nobody else anything."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from service.store.bot_queue import QUEUE_KEYS, Queue
from service.store.bot_tables import CREATION_MS
from service.table import lifecycle
from service.table.lifecycle import MAX_BOT_QUEUE
from tests.support.bots import move_bots
from tests.support.http import InProcess, Table, assert_ok, assert_problem, in_process, run_concurrently
from tests.support.time import Time
from tests.support.valkey import ValkeyServer

GREEDY = {"kind": "bot", "level": "greedy"}
BOTS, WITH_ANA = [GREEDY] * 2, [{"name": "Ana"}, GREEDY]
MOST, MOST_PER_KEY = 3, 5
FULL = "too_many_bot_tables"


@pytest.fixture(autouse=True)
def few(server: ValkeyServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A few tables are enough here; every test begins without any."""
    monkeypatch.setattr(lifecycle, "BOT_TABLES_PER_ADDRESS", MOST)
    monkeypatch.setattr(lifecycle, "BOT_TABLES_PER_KEY", MOST_PER_KEY)
    for key in (*QUEUE_KEYS, *server.ask("KEYS", "limit:bot_tables:*")):
        server.ask("DEL", key)
    yield
    for key in QUEUE_KEYS:
        server.ask("DEL", key)


def create(api: InProcess, seats: list[dict[str, str]], **more: Any) -> httpx.Response:
    return api.post("/v1/games", {"engine": "tokyo_poo_divers", "seats": seats, **more})


def fill(api: InProcess, most: int = MOST) -> list[Table]:
    """Start as many tables of bots as one client may."""
    tables = [api.table(assert_ok(create(api, BOTS), 201)) for _ in range(most)]
    assert_problem(create(api, BOTS), 429, FULL)
    return tables


def test_an_address_runs_a_few_at_the_same_time(client: InProcess, server: ValkeyServer) -> None:
    fill(client)
    response = create(client, BOTS)
    assert str(MOST) in assert_problem(response, 429, FULL)["detail"]
    assert int(response.headers["Retry-After"]) > 0
    assert_ok(create(client, WITH_ANA), 201)
    with in_process(server.url, address="10.9.9.9") as other:
        assert_ok(create(other, BOTS), 201)


def test_all_of_a_network_are_one_client(server: ValkeyServer) -> None:
    with in_process(server.url, address="2001:db8::1") as one, in_process(server.url, address="2001:db8::2") as other:
        fill(one)
        assert_problem(create(other, BOTS), 429, FULL)


def test_an_api_key_counts_instead_of_the_address(server: ValkeyServer) -> None:
    first, second = "the first key, long enough", "the second key, also long"
    with in_process(server.url, api_keys=frozenset({first, second})) as api:
        body = {"engine": "tokyo_poo_divers", "seats": BOTS}
        for key, most in ((first, MOST_PER_KEY), (second, MOST_PER_KEY)):
            for _ in range(most):
                assert_ok(api.post("/v1/games", body, headers={"X-API-Key": key}), 201)
            assert_problem(api.post("/v1/games", body, headers={"X-API-Key": key}), 429, FULL)


@pytest.mark.parametrize("how", ["over", "abandoned", "gone", "a person is back"])
def test_a_table_counts_until(client: InProcess, now: Time, how: str) -> None:
    if how == "a person is back":
        table = client.table(assert_ok(create(client, WITH_ANA), 201))
        token = table.tokens[0]
        assert client.delete(f"{table.path}/seats/0", token=token).status_code == 204
        tables = [client.table(assert_ok(create(client, BOTS), 201)) for _ in range(MOST - 1)]
        assert_problem(create(client, BOTS), 429, FULL)
        assert_ok(client.post(f"{table.path}/seats", {"name": "Ana"}, token=token), 201)
    else:
        table, *tables = fill(client)
    if how == "over":
        while table.view()["status"] == "active":
            now.forward(1)
            move_bots(now.tables, table.id)
    elif how in ("abandoned", "gone"):
        assert client.delete(table.path, token=table.host).status_code == 204
    if how == "gone":
        now.tables.store.remove_all(table.id)
        assert_problem(create(client, BOTS), 429, FULL), "it may be being created"
        key = client.app.extensions["tables"].store.connection.call("KEYS", "limit:bot_tables:*")[0]
        now.tables.store.connection.call("ZINCRBY", key, -CREATION_MS, table.id)
    assert_ok(create(client, BOTS), 201)
    assert_problem(create(client, BOTS), 429, FULL)
    assert len(tables) == MOST - 1


def test_people_who_leave_are_never_kept(client: InProcess) -> None:
    tables = [client.table(assert_ok(create(client, WITH_ANA), 201)) for _ in range(MOST + 2)]
    for table in tables:
        assert client.delete(f"{table.path}/seats/0", token=table.tokens[0]).status_code == 204
    assert_problem(create(client, BOTS), 429, FULL)
    assert_ok(create(client, WITH_ANA), 201)


def test_a_table_that_fills_up_with_bots_counts_when_it_starts(client: InProcess) -> None:
    seats = [GREEDY, {"kind": "open"}, {"kind": "open"}]
    waiting = [client.table(assert_ok(create(client, seats), 201)) for _ in range(2)]
    fill(client)
    by_start, by_bots = waiting
    assert_ok(client.post(f"{by_bots.path}/seats", GREEDY, token=by_bots.host), 201)
    assert_problem(client.post(f"{by_bots.path}/seats", GREEDY, token=by_bots.host), 429, FULL)
    assert by_bots.view()["status"] == "open", "nothing has changed"
    assert_ok(client.post(f"{by_start.path}/seats", GREEDY, token=by_start.host), 201)
    assert_problem(client.post(f"{by_start.path}/start", token=by_start.host), 429, FULL)
    assert_ok(by_start.join("Ana"), 201)
    assert by_start.view()["status"] == "active"


def test_a_rematch_of_bots_counts(client: InProcess, now: Time) -> None:
    table = client.table(assert_ok(create(client, BOTS), 201))
    while table.view()["status"] == "active":
        now.forward(1)
        move_bots(now.tables, table.id)
    tables = fill(client)
    assert_problem(client.post(f"{table.path}/rematch", token=table.host), 429, FULL)
    client.delete(tables[0].path, token=tables[0].host)
    new = assert_ok(client.post(f"{table.path}/rematch", token=table.host), 201)
    assert new["status"] == "active"
    assert assert_ok(client.post(f"{table.path}/rematch", token=table.host), 201)["id"] == new["id"]


def test_requests_at_once_start_no_more(client: InProcess) -> None:
    statuses = run_concurrently(4 * MOST, lambda _: create(client, BOTS).status_code)
    assert sorted(statuses) == [201] * MOST + [429] * 3 * MOST


def test_a_repeated_creation_is_not_counted_twice(client: InProcess) -> None:
    keys = [f"9b1c-77e0-4a52-8d3f-26aa-{number:04x}" for number in range(MOST)]
    for key in keys + keys:
        body = {"engine": "tokyo_poo_divers", "seats": BOTS}
        assert_ok(client.post("/v1/games", body, key=key), 201)
    assert_problem(create(client, BOTS), 429, FULL)


def test_the_store_holds_neither_address_nor_key_of_who_started_them(server: ValkeyServer) -> None:
    secret = "a key that is long enough"
    with in_process(server.url, api_keys=frozenset({secret}), address="10.8.7.6") as api:
        assert_ok(api.post("/v1/games", {"engine": "zoky", "seats": BOTS}, headers={"X-API-Key": secret}), 201)
    keys = server.ask("KEYS", "limit:bot_tables:*")
    assert keys
    assert not any(secret in str(key) or "10.8.7.6" in str(key) for key in keys)


def test_long_queues_of_bots_refuse_no_person(client: InProcess) -> None:
    queue = client.app.extensions["tables"].bot_queue
    for number in range(MAX_BOT_QUEUE):
        queue.schedule(f"bots {number}", Queue("quick", bots_only=True))
    assert_ok(create(client, WITH_ANA), 201)
    assert_problem(create(client, BOTS), 503, "too_many_bots")
    for number in range(MAX_BOT_QUEUE):
        queue.schedule(f"bots {number}", Queue("search", bots_only=False))
    assert_problem(create(client, WITH_ANA), 503, "too_many_bots")


def test_each_table_is_in_its_queue(client: InProcess, now: Time) -> None:
    """By whether a person sits there, also after they have left, and by whether a bot that is due searches."""
    search = {"kind": "bot", "level": "search"}
    connection = now.tables.store.connection

    def queue_of(table: Table) -> str:
        (key,) = [key for key in QUEUE_KEYS if connection.call("ZSCORE", key, table.id) is not None]
        return key

    def table(*seats: dict[str, str]) -> Table:
        body = {"engine": "dragon_fights", "seats": [*seats]}
        return client.table(assert_ok(client.post("/v1/games", body), 201))

    assert queue_of(table(*WITH_ANA)) == Queue("quick", bots_only=False).key
    assert queue_of(table(*BOTS)) == Queue("quick", bots_only=True).key
    assert queue_of(table(GREEDY, search)) == Queue("search", bots_only=True).key
    left = table({"name": "Ana"}, search)
    assert queue_of(left) == Queue("search", bots_only=False).key
    assert client.delete(f"{left.path}/seats/0", token=left.tokens[0]).status_code == 204
    assert queue_of(left) == Queue("search", bots_only=True).key
