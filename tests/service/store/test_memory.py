"""How much the store holds: lists stay small, a full store rejects new games first, and a gauge has its size."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import redis

from schemas.requests import LARGEST_OPTIONS
from service.server.embedded_store import EmbeddedStore
from service.server.valkey_server import DEFAULT_MEMORY, available_memory
from service.store import Full, GameStore
from service.store.connection import store_call
from service.store.info import memory_usage
from service.store.stored import LISTED_OPTIONS
from tests.support.cluster import Cluster
from tests.support.decks import large_options
from tests.support.http import (
    Api,
    InProcess,
    Json,
    LiveService,
    Table,
    api_client,
    assert_ok,
    assert_problem,
    in_process,
    play_to_the_end,
)
from tests.support.listening import open_stream
from tests.support.time import Time
from tests.support.valkey import ValkeyServer

GAME = {"engine": "tokyo_poo_divers", "seats": [{"name": "Ana"}, {"name": "Ben"}]}


@pytest.fixture(scope="module")
def store() -> Iterator[ValkeyServer]:
    """A store of our own, as its limits are changed here."""
    with ValkeyServer(maxmemory_policy="noeviction") as running:
        yield running


@pytest.fixture
def api(store: ValkeyServer) -> Iterator[InProcess]:
    store.ask("FLUSHALL")
    store.ask("SETRANGE", "ballast", str(32 * 2**20), "x")  # a share of it is far more than any request needs
    with in_process(store.url) as client:
        yield client


def figure(store: ValkeyServer, section: str, name: str) -> int:
    match = re.search(rf"^{name}:?(\d+)", str(store.ask("INFO", section)), re.M)
    assert match is not None
    return int(match[1])


@contextmanager
def limited(store: ValkeyServer, share: float) -> Iterator[None]:
    """With so much of the store's memory in use."""
    store.ask("CONFIG", "SET", "maxmemory", str(int(figure(store, "memory", "used_memory") / share)))
    try:
        yield
    finally:
        store.ask("CONFIG", "SET", "maxmemory", "0")


def assert_store_full(response: httpx.Response) -> None:
    assert "full" in assert_problem(response, 503, "store_unavailable")["detail"]
    assert int(response.headers["Retry-After"]) >= 10


# The list


def test_the_list_leaves_large_options_to_the_games_themselves(api: InProcess, store: ValkeyServer) -> None:
    large = large_options()
    tables = [api.open("tapecho", taken=3, public=True, options=large) for _ in range(30)]
    small = api.open("tapecho", taken=3, public=True, options={"roles": []})
    for table in tables[:10]:
        assert_ok(table.join("Last"), 201)
    before = figure(store, "stats", "total_net_output_bytes")
    response = api.get("/v1/games", params={"limit": 100})
    games = {game["id"]: game for game in assert_ok(response)["games"]}
    assert len(response.content) < 64 * 1024
    assert figure(store, "stats", "total_net_output_bytes") - before < 128 * 1024
    assert len(games) == 31
    assert [games[table.id]["options"] for table in tables] == [None] * 30
    assert games[small.id]["options"] == {"roles": []}
    assert tables[0].view()["options"] == tables[20].view()["options"] == large


@pytest.mark.parametrize(("length", "shown"), [(LISTED_OPTIONS, True), (LISTED_OPTIONS + 1, False)])
def test_options_of_up_to_a_kibibyte_are_listed(api: InProcess, length: int, shown: bool) -> None:
    config = api.app.extensions["tables"].current(api.open().id).config
    options = msgspec.Raw(b'"%s"' % (b"x" * (length - 2)))
    summary = msgspec.structs.replace(config, requested_options=options).summary()
    assert summary.options == (options if shown else msgspec.Raw(b"null"))


def test_a_changed_first_player_is_listed(api: InProcess) -> None:
    seats = [{"kind": "open"}, {"name": "Ana"}, {"name": "Ben"}]
    body = {"engine": "tokyo_poo_divers", "seats": seats, "options": {"first_player": 1}, "public": True}
    table = api.table(assert_ok(api.post("/v1/games", body), 201))
    assert_ok(api.post(f"{table.path}/start", token=table.host))
    (game,) = assert_ok(api.get("/v1/games"))["games"]
    assert game["options"] == table.view()["options"] == {"first_player": 0}


def test_entries_of_games_that_have_expired_do_not_pile_up(api: InProcess, store: ValkeyServer) -> None:
    """Nobody looks at the list: what is gone is removed by those who add to it."""
    existing = [api.open(public=True).id for _ in range(10)]
    for _ in range(300):
        store.ask("DEL", f"game:{{{api.open(public=True).id}}}")
    for key in ("*:*", "*:open", "tokyo_poo_divers:*", "tokyo_poo_divers:open"):
        assert 10 <= int(str(store.ask("ZCARD", f"lobby:{key}"))) < 120
    assert sorted(game["id"] for game in assert_ok(api.get("/v1/games"))["games"]) >= sorted(existing)


# A store that is nearly full


def test_new_games_are_rejected_while_running_games_go_on(api: InProcess, store: ValkeyServer) -> None:
    table, waiting, over = api.create(), api.open(taken=1, free=2, public=True), api.create()
    play_to_the_end(over)
    body = {**GAME, "public": True}
    first = assert_ok(api.post("/v1/games", body, key="6f9d2f0a-0d8e-4f4e-8a44-1f2f3a4b5c6d"), 201)
    with limited(store, 0.95):
        assert_store_full(api.post("/v1/games", GAME))
        assert_store_full(api.post(f"{over.path}/rematch", token=over.host))
        again = api.post("/v1/games", body, key="6f9d2f0a-0d8e-4f4e-8a44-1f2f3a4b5c6d")
        assert assert_ok(again, 201)["id"] == first["id"]
        assert_ok(waiting.join("Ben", key="2c1f7b52-8f0e-4c39-a3ab-0f6a4a4c3d10"), 201)
        assert api.delete(f"{waiting.path}/seats/1", token=waiting.tokens[1]).status_code == 204
        assert_ok(waiting.join("Cleo"), 201)
        assert_ok(api.post(f"{waiting.path}/start", token=waiting.host))
        assert play_to_the_end(table)["status"] == "finished"
        assert waiting.id in [game["id"] for game in assert_ok(api.get("/v1/games?status=active"))["games"]]
    assert_ok(api.post("/v1/games", GAME), 201)
    assert_ok(api.post(f"{over.path}/rematch", token=over.host), 201)


@pytest.mark.parametrize("share", [0.85, 0.95])
def test_a_tenth_of_the_memory_is_reserved(api: InProcess, store: ValkeyServer, share: float) -> None:
    with limited(store, share):
        assert api.post("/v1/games", GAME).status_code == (201 if share < 0.9 else 503)


def test_a_creation_whose_response_was_lost_is_replayed_when_the_store_is_full_by_then(
    api: InProcess, store: ValkeyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sent again it is recognised before memory is looked at: what was done is never called undone."""
    sent: list[Any] = []
    commit = GameStore.commit

    def twice(games: GameStore, game_id: str, what: Any) -> bool:
        assert commit(games, game_id, what)
        with limited(store, 0.95):
            sent.append(commit(games, game_id, what))
        return True

    monkeypatch.setattr(GameStore, "commit", twice)
    api.create()
    assert sent == [True]


def test_a_store_that_drops_games_or_has_no_known_limit_rejects_none(store: ValkeyServer) -> None:
    store.ask("CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
    try:
        with limited(store, 0.95), in_process(store.url) as api:
            assert_ok(api.post("/v1/games", GAME), 201)
    finally:
        store.ask("CONFIG", "SET", "maxmemory-policy", "noeviction")
    store.ask("ACL", "SETUSER", "guest", "on", ">hush", "allkeys", "allchannels", "+@all", "-info")
    with in_process(f"unix://guest@{store.socket}?password=hush") as api, limited(store, 0.95):
        assert_ok(api.post("/v1/games", GAME), 201)
        assert not re.search("^ludotheque_store_memory", api.get("/metrics").text, re.M)


# A store that is full


@pytest.fixture
def full(api: InProcess, store: ValkeyServer) -> Iterator[Callable[[], None]]:
    """Fills the store when it is called."""

    def fill() -> None:
        store.ask("CONFIG", "SET", "maxmemory", "1")

    yield fill
    store.ask("CONFIG", "SET", "maxmemory", "0")


def first_event(table: Table, seat: int | None) -> Json:
    """The first event of a stream, which must come right after its opening."""
    with open_stream(table, seat) as listener:
        _, block = islice(listener.blocks(), 2)
        return block.event


def test_what_cannot_be_stored_fails_at_once_and_everything_can_be_read(
    api: InProcess, store: ValkeyServer, full: Callable[[], None]
) -> None:
    table, waiting = api.create(public=True), api.open(public=True)
    seat = table.turn()
    action, view, connection = table.legal(seat)[0], table.view(seat), api.app.extensions["tables"].store.connection
    assert [node.full for node in memory_usage(connection)] == [False]
    full()
    assert [node.full for node in memory_usage(connection)] == [True]
    scripts = figure(store, "commandstats", "cmdstat_evalsha:calls=")
    assert_store_full(table.act(seat, action))
    assert figure(store, "commandstats", "cmdstat_evalsha:calls=") - scripts == 2, "read and rejected, not tried again"
    assert_store_full(waiting.join("Ben"))
    assert_store_full(api.post("/v1/games", GAME))
    assert table.view(seat) | {"now": ""} == view | {"now": ""}
    assert len(assert_ok(api.get("/v1/games"))["games"]) == 2
    assert table.events(seat)
    assert first_event(table, seat)["type"] == "game_created"


def test_games_can_be_deleted_from_a_full_store(api: InProcess, store: ValkeyServer, full: Callable[[], None]) -> None:
    running, waiting, over = api.create(public=True), api.open(public=True), api.create(public=True)
    play_to_the_end(over)
    full()
    for table in (running, waiting, over):
        assert api.delete(table.path, token=table.host).status_code == 204
    assert running.view()["status"] == "abandoned"
    for table in (waiting, over):
        assert_problem(api.get(table.path), 404, "not_found")


def test_a_seat_whose_time_is_up_blocks_no_reader(api: InProcess, full: Callable[[], None]) -> None:
    table, clock = api.create(turn_seconds=10), Time(api)
    before = table.view()
    clock.forward(60)
    full()
    assert table.view()["version"] == before["version"]
    assert first_event(table, None)["type"] == "game_created"


def test_an_error_message_of_older_servers_is_understood() -> None:
    """Redis 6.2 quotes the error of a command in a script."""
    with pytest.raises(Full), store_call():
        raise redis.ResponseError("Error running script (call to f_2a): @user_script:14: -OOM command not allowed when")


# A cluster


def test_a_full_node_of_a_cluster_rejects_its_own_new_games_only() -> None:
    with Cluster() as cluster, in_process(cluster.url) as api:
        crowded = cluster.masters[0]
        with limited(crowded, 0.95):
            responses = [api.post("/v1/games", GAME) for _ in range(40)]
            assert {response.status_code for response in responses} == {201, 503}
            assert crowded.ask("KEYS", "game:*") == []
            for response in responses:
                if response.status_code == 503:
                    assert_store_full(response)
            table = api.table(next(response.json() for response in responses if response.status_code == 201))
            table.step()
            text = api.get("/metrics").text
        for master in cluster.masters:
            most = re.search(rf'ludotheque_store_memory_max_bytes{{node="127.0.0.1:{master.port}"}} (\S+)', text)
            assert most is not None
            assert (float(most[1]) > 0) == (master is crowded)


# The embedded store and the gauge


def gauge(api: Api, name: str) -> float:
    match = re.findall(rf'^{name}(?:{{node=""}})? (\S+)$', api.client.get("/metrics").text, re.M)
    assert len(match) == 1, "once, whatever the number of workers"
    return float(match[0])


def test_the_embedded_store_fills_up_and_has_space_again(tmp_path: Path) -> None:
    with LiveService(tmp_path, STORE_MEMORY="8mb") as service, api_client(service.url) as api:
        assert gauge(api, "ludotheque_store_memory_max_bytes") == 8 * 2**20
        empty = gauge(api, "ludotheque_store_memory_bytes")
        running, tables = api.create(), filled(api)
        assert 8 * 2**20 * 0.85 < gauge(api, "ludotheque_store_memory_bytes") < 8 * 2**20
        assert gauge(api, "ludotheque_store_memory_bytes") > empty
        assert play_to_the_end(running)["status"] == "finished"
        service.restart()
        for table in [*tables, *filled(api)]:
            assert api.delete(table.path, token=table.host).status_code == 204
        assert len(filled(api)) >= len(tables) / 2


def filled(api: Api) -> list[Table]:
    """The tables that were created until the store was full."""
    body = {"engine": "tapecho", "seats": [{}] * 3 + [{"kind": "open"}], "options": large_options()}
    tables: list[Table] = []
    while (response := api.post("/v1/games", body)).status_code == 201:
        tables.append(api.table(response.json()))
        assert len(tables) < 8 * 2**20 // LARGEST_OPTIONS
    assert_store_full(response)
    return tables


def test_a_store_that_does_not_respond_has_no_gauge(tmp_path: Path) -> None:
    with in_process(f"unix://{tmp_path}/nobody.sock") as api:
        response = api.get("/metrics")
        assert response.status_code == 200
        assert not re.search("^ludotheque_store_memory", response.text, re.M)
        assert "ludotheque_requests_total" in response.text


@pytest.mark.parametrize(
    ("group", "files", "most"),
    [
        ("0::/\n", {"memory.max": "536870912\n"}, 2**29),
        ("0::/a/b\n", {"memory.max": "max", "a/memory.max": "300000000", "a/b/memory.max": "max"}, 300_000_000),
        ("0::/a\n", {"a/memory.max": "400000000"}, 400_000_000),
        ("0::/\n", {"memory.max": "max\n"}, None),
        ("0::/\n", {}, None),
        (None, {}, None),
    ],
)
def test_a_container_with_less_memory_than_its_machine_is_heeded(
    tmp_path: Path, group: str | None, files: dict[str, str], most: int | None
) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    ours = tmp_path / "ours"
    if group is not None:
        ours.write_text(group)
    machine = available_memory(tmp_path / "none", tmp_path / "none")
    assert machine > 2**29
    assert available_memory(tmp_path, ours) == (most or machine)


def test_the_usual_memory_is_half_and_at_most_a_gibibyte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for here, usual in ((2**29, 2**28), (2**40, DEFAULT_MEMORY)):
        monkeypatch.setattr("service.server.valkey_server.available_memory", lambda here=here: here)
        assert EmbeddedStore(tmp_path, tmp_path, print)._memory == usual
    assert EmbeddedStore(tmp_path, tmp_path, print, 2**35)._memory == 2**35


# A worker


def test_a_worker_keeps_no_more_of_large_options_than_it_may(api: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.store.game_store.CACHED_CONFIG_BYTES", 300_000)
    games: GameStore = api.app.extensions["tables"].store
    tables = [api.create("tapecho", seats=4, options=large_options()) for _ in range(10)] + [api.create()]
    for table in [*tables, *tables[:3]]:
        assert table.view()["version"] == 2
        cached = sum(each.size for each in games._configs.values())
        assert 0 < cached == games._config_bytes <= 300_000
    assert tables[0].id in games._configs
