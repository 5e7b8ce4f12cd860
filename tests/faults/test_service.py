"""The whole service is killed between two actions: the game goes on, and nothing acknowledged is lost."""

from collections.abc import Iterator

import pytest

from service.server.embedded_store import LOG_NAME
from tests.support.http import Api, LiveService, Table, calling, good
from tests.support.running import alive

KEY = "6f9d2f0a-0d8e-4f4e-8a44-1f2f3a4b5c6d"
GAME = {"engine": "tokyo_poo_divers", "seats": [{"name": "Ana"}, {"name": "Ben"}]}


@pytest.fixture(scope="module")
def mortal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with LiveService(tmp_path_factory.mktemp("mortal")) as service:
        yield service


@pytest.fixture
def api(mortal: LiveService) -> Iterator[Api]:
    with calling(mortal.url) as client:
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


def test_after_kill_9_of_everything_the_game_goes_on(mortal: LiveService, api: Api) -> None:
    table = api.create()
    for _ in range(5):
        table.step()
    before, processes = memory(table), mortal.everyone()
    mortal.kill9()
    assert not any(alive(pid) for pid in processes)
    mortal.restart()
    unchanged(table, before)


def test_after_kill_9_of_python_only_the_orphaned_store_is_found_and_the_game_goes_on(
    mortal: LiveService, api: Api
) -> None:
    table = api.create()
    for _ in range(5):
        table.step()
    before, orphan = memory(table), mortal.store_pid()
    mortal.kill9_python()
    assert alive(orphan)
    mortal.restart()
    assert not alive(orphan), "never two servers on one file"
    assert f"process {orphan}" in mortal.errors()
    assert (mortal.data_dir / LOG_NAME).exists()
    unchanged(table, before)


def test_after_a_restart_a_repeat_still_learns_what_the_first_request_did(mortal: LiveService, api: Api) -> None:
    created = good(api.post("/v1/games", GAME, key=KEY), 201)
    table = api.table(created)
    seat = table.turn()
    action = table.legal(seat)[0]
    first = good(table.act(seat, action, key="once"))
    waiting = api.open()
    joined = good(waiting.join("Ben", key=KEY), 201)
    before = memory(table)
    mortal.restart()
    again = table.act(seat, action, key="once")
    assert again.headers["Idempotent-Replayed"] == "true"
    assert [good(again)[field] for field in ("version", "events")] == [first["version"], first["events"]]
    repeated = good(api.post("/v1/games", GAME, key=KEY), 201)
    assert (repeated["id"], repeated["host_token"]) == (created["id"], created["host_token"])
    assert [seat["token"] for seat in repeated["seats"]] == [seat["token"] for seat in created["seats"]]
    assert good(waiting.join("Ben", key=KEY), 201)["token"] == joined["token"]
    unchanged(table, before)
