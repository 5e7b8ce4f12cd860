"""The list of open games shows tables that somebody can still join."""

from collections.abc import Iterator

import pytest

from tests.support.finished import play_out
from tests.support.http import InProcess, assert_ok, in_process
from tests.support.valkey import ValkeyServer


@pytest.fixture
def empty(server: ValkeyServer) -> Iterator[InProcess]:
    server.ask("FLUSHALL")
    with in_process(server.url, open_game_ttl=60) as api:
        yield api


def list_ids(api: InProcess, **query: str) -> list[str]:
    return [game["id"] for game in assert_ok(api.get("/v1/games", params=query))["games"]]


def test_a_full_table_that_has_not_started_is_not_among_the_open_ones(empty: InProcess) -> None:
    table = empty.open(public=True, auto_start=False)
    assert list_ids(empty, status="open") == list_ids(empty) == [table.id]
    table.join("Ben")
    assert table.view()["status"] == "open"
    assert list_ids(empty, status="open") == []
    assert list_ids(empty) == [table.id]
    empty.delete(f"{table.path}/seats/1", token=table.tokens[1])
    assert list_ids(empty, status="open") == [table.id], "somebody has stood up again"


def test_a_rematch_whose_seats_are_all_kept_is_no_table_to_join(empty: InProcess) -> None:
    table = empty.create(public=True)
    play_out(empty.app.extensions["tables"], table.id, 1)
    new = assert_ok(empty.post(f"{table.path}/rematch", token=table.host), 201)
    assert list_ids(empty, status="open") == []
    empty.delete(f"/v1/games/{new['id']}/seats/1", token=table.host)
    assert list_ids(empty, status="open") == [new["id"]]


def test_a_page_of_full_tables_still_leads_to_the_joinable_one(empty: InProcess) -> None:
    joinable = empty.open(public=True, auto_start=False)
    for _ in range(3):
        empty.open(public=True, auto_start=False).join("Ben")
    ids, cursor = [], {}
    for _ in range(5):
        page = assert_ok(empty.get("/v1/games", params={"status": "open", "limit": 2, **cursor}))
        ids += [game["id"] for game in page["games"]]
        if page["next_cursor"] is None:
            break
        cursor = {"cursor": page["next_cursor"]}
    assert ids == [joinable.id]


def test_open_games_nobody_started_expire_and_leave_the_list(empty: InProcess, server: ValkeyServer) -> None:
    table = empty.open(public=True)
    keys = [f"game:{{{table.id}}}{part}" for part in ("", ":config", ":seeds", ":journal", ":log")]
    for key in keys:
        left = server.ask("PTTL", key)
        assert isinstance(left, int)
        assert 0 < left <= 60_000, "OPEN_GAME_TTL"
        server.ask("PEXPIRE", key, "0")
    for query in ({"status": "open"}, {"engine": "tokyo_poo_divers"}, {}):
        assert list_ids(empty, **query) == []
    assert server.ask("ZCARD", "lobby:*:open") == 0, "what has expired is dropped from the list"
