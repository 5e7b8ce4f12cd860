"""The whole service is killed between two actions: the game goes on, and nothing acknowledged is lost."""

from collections.abc import Iterator

import pytest

from service.server.embedded_store import LOG_NAME
from tests.support.http import Api, LiveService, Table, api_client, assert_ok
from tests.support.running import is_alive

KEY = "6f9d2f0a-0d8e-4f4e-8a44-1f2f3a4b5c6d"
GAME = {"engine": "tokyo_poo_divers", "seats": [{"name": "Ana"}, {"name": "Ben"}]}


@pytest.fixture(scope="module")
def service_to_kill(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with LiveService(tmp_path_factory.mktemp("service")) as service:
        yield service


@pytest.fixture
def api(service_to_kill: LiveService) -> Iterator[Api]:
    with api_client(service_to_kill.url) as client:
        yield client


def unchanged(table: Table, before: list[object]) -> None:
    assert memory(table) == before
    version = table.view()["version"]
    assert table.step()["version"] == version + 1


def memory(table: Table) -> list[object]:
    """All that anyone at the table can know of it."""
    return [
        (table.view(seat) | {"now": "", "seats": []}, table.events(seat), seat is not None and table.legal(seat))
        for seat in (None, *table.tokens)
    ]


def test_after_kill_9_of_everything_the_game_goes_on(service_to_kill: LiveService, api: Api) -> None:
    table = api.create()
    for _ in range(5):
        table.step()
    before, processes = memory(table), service_to_kill.all_pids()
    service_to_kill.kill9()
    assert not any(is_alive(pid) for pid in processes)
    service_to_kill.restart()
    unchanged(table, before)


def test_after_kill_9_of_python_only_the_orphaned_store_is_found_and_the_game_goes_on(
    service_to_kill: LiveService, api: Api
) -> None:
    table = api.create()
    for _ in range(5):
        table.step()
    before, orphan = memory(table), service_to_kill.store_pid()
    service_to_kill.kill9_python()
    assert is_alive(orphan)
    service_to_kill.restart()
    assert not is_alive(orphan), "never two servers on one file"
    assert f"process {orphan}" in service_to_kill.errors()
    assert (service_to_kill.data_dir / LOG_NAME).exists()
    unchanged(table, before)


def test_after_a_restart_a_repeat_still_learns_what_the_first_request_did(
    service_to_kill: LiveService, api: Api
) -> None:
    created = assert_ok(api.post("/v1/games", GAME, key=KEY), 201)
    table = api.table(created)
    seat = table.turn()
    action = table.legal(seat)[0]
    first = assert_ok(table.act(seat, action, key="once"))
    waiting = api.open()
    joined = assert_ok(waiting.join("Ben", key=KEY), 201)
    before = memory(table)
    service_to_kill.restart()
    again = table.act(seat, action, key="once")
    assert again.headers["Idempotent-Replayed"] == "true"
    assert [assert_ok(again)[field] for field in ("version", "events")] == [first["version"], first["events"]]
    repeated = assert_ok(api.post("/v1/games", GAME, key=KEY), 201)
    assert (repeated["id"], repeated["host_token"]) == (created["id"], created["host_token"])
    assert [seat["token"] for seat in repeated["seats"]] == [seat["token"] for seat in created["seats"]]
    assert assert_ok(waiting.join("Ben", key=KEY), 201)["token"] == joined["token"]
    unchanged(table, before)
