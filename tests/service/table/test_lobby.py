"""The list of public games, and how long games live."""

from pathlib import Path
from typing import Any

import pytest

from service.settings import DAY
from service.store import Lobby, Unavailable, open_store
from tests.support.http import InProcess, Table, assert_ok, in_process, play_to_the_end
from tests.support.valkey import ValkeyServer


@pytest.fixture(autouse=True)
def empty(server: ValkeyServer) -> None:
    server.ask("FLUSHALL")


def list_ids(client: InProcess, **query: Any) -> list[str]:
    """The ids on the list, page by page."""
    ids: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        page = assert_ok(client.get("/v1/games", params={**query, **cursor}))
        ids += [game["id"] for game in page["games"]]
        if page["next_cursor"] is None:
            return ids
        cursor = {"cursor": page["next_cursor"]}


def test_public_games_are_listed_newest_first_and_private_ones_never(client: InProcess) -> None:
    games = [client.open(public=True), client.create(public=True), client.open(), client.create()]
    ids = [table.id for table in games[:2]]
    for query in ({}, {"engine": "tokyo_poo_divers"}):
        assert sorted(list_ids(client, **query)) == sorted(ids)
    created = [game["created_at"] for game in assert_ok(client.get("/v1/games"))["games"]]
    assert created == sorted(created, reverse=True)


def test_what_is_listed_is_what_a_lobby_shows(client: InProcess) -> None:
    table = client.open(public=True, options={"layout": "donut"})
    (game,) = assert_ok(client.get("/v1/games"))["games"]
    view = table.view()
    assert game == {name: view[name] for name in game}
    assert game.keys() >= {"id", "engine", "status", "version", "seats", "options", "created_at"}
    assert "token" not in str(game)


def test_a_game_is_on_the_list_of_its_status_and_on_no_other(client: InProcess) -> None:
    statuses = ("open", "active", "finished", "abandoned")

    def where(table: Table) -> list[str]:
        return [status for status in statuses if table.id in list_ids(client, status=status)]

    table = client.open(public=True)
    assert where(table) == ["open"]
    assert_ok(table.join("Ben"), 201)
    assert where(table) == ["active"]
    play_to_the_end(table)
    assert where(table) == ["finished"]
    assert client.delete(table.path, token=table.host).status_code == 204
    assert where(table) == []
    assert list_ids(client) == []
    broken_off = client.create(public=True)
    client.delete(broken_off.path, token=broken_off.host)
    assert where(broken_off) == ["abandoned"]


def test_a_cursor_stays_right_while_games_come_and_go(client: InProcess) -> None:
    games = [client.open(public=True) for _ in range(9)]
    newest_first = list_ids(client)
    by_id = {table.id: table for table in games}
    first = assert_ok(client.get("/v1/games", params={"limit": 3}))
    assert [game["id"] for game in first["games"]] == newest_first[:3]
    gone = [newest_first[2], newest_first[4]]
    for game_id in gone:
        client.delete(f"/v1/games/{game_id}", token=by_id[game_id].host)
    client.open(public=True)
    rest, cursor = [], first["next_cursor"]
    while cursor is not None:
        page = assert_ok(client.get("/v1/games", params={"limit": 3, "cursor": cursor}))
        rest += [game["id"] for game in page["games"]]
        cursor = page["next_cursor"]
    assert rest == [game_id for game_id in newest_first[3:] if game_id not in gone]


def test_a_page_ends_with_null_even_where_it_is_just_full(client: InProcess) -> None:
    for _ in range(3):
        client.open(public=True)
    page = assert_ok(client.get("/v1/games", params={"limit": 3}))
    if page["next_cursor"] is not None:
        page = assert_ok(client.get("/v1/games", params={"limit": 3, "cursor": page["next_cursor"]}))
        assert page == {"games": [], "next_cursor": None}
    assert assert_ok(client.get("/v1/games", params={"limit": 4}))["next_cursor"] is None


def test_entries_of_games_that_are_no_more_are_dropped(client: InProcess, server: ValkeyServer) -> None:
    open_game, expired = client.open(public=True), client.open(public=True)
    for key in keys(server, expired):
        server.ask("DEL", key)
    assert len(list_ids(client)) == 1
    assert server.ask("ZCARD", "lobby:*:*") == 1
    assert list_ids(client, status="open") == [open_game.id]


def keys(server: ValkeyServer, table: Table) -> list[str]:
    names = server.ask("KEYS", f"*{table.id}*")
    assert isinstance(names, list)
    return sorted(map(str, names))


def lives(server: ValkeyServer, table: Table) -> dict[str, int]:
    """Seconds each key of a game has left, receipts and presence apart, which have a life of their own."""
    own = [key for key in keys(server, table) if ":receipt:" not in key and ":presence" not in key]
    return {key.partition("}")[2]: int(str(server.ask("PTTL", key))) // 1000 for key in own}


def test_every_key_of_a_game_lives_as_long_as_the_settings_say(server: ValkeyServer) -> None:
    settings: Any = {"open_game_ttl": 1000, "game_ttl": 2000, "finished_game_ttl": 3000}
    with in_process(server.url, **settings) as client:

        def all_live(seconds: int) -> None:
            times = lives(server, table)
            assert set(times) == {"", ":config", ":seeds", ":journal", ":log"}
            assert all(seconds - 5 <= left <= seconds for left in times.values()), times
            assert "-1" not in [str(server.ask("TTL", key)) for key in keys(server, table)]

        def shorten_lifetimes() -> None:
            for key in keys(server, table):
                server.ask("EXPIRE", key, "50")

        table = client.open()
        all_live(1000)
        shorten_lifetimes()
        assert_ok(table.join("Ben", key="0123456789abcdef-and-more"), 201)
        all_live(2000)
        for number in range(3):
            shorten_lifetimes()
            table.step(key=f"step {number}")
            table.step()
            all_live(2000)
        play_to_the_end(table)
        all_live(3000)
        table = client.create()
        client.delete(table.path, token=table.host)
        all_live(DAY)
        view = table.view()
        assert view["expires_at"][:10] > view["updated_at"][:10]


def test_reading_does_not_prolong_a_game(client: InProcess, server: ValkeyServer) -> None:
    table = client.create()
    for key in keys(server, table):
        server.ask("EXPIRE", key, "50")
    table.view(0), table.legal(0), table.events()
    assert max(lives(server, table).values()) <= 50


def test_deleting_leaves_nothing_but_receipts_behind(client: InProcess, server: ValkeyServer) -> None:
    table = client.open(public=True)
    client.delete(table.path, token=table.host)
    assert keys(server, table) == []
    assert server.ask("KEYS", "lobby:*") == []


def test_all_keys_of_a_game_carry_its_hash_tag(client: InProcess, server: ValkeyServer) -> None:
    table = client.open()
    table.join("Ben", key="0123456789abcdef-and-more")
    table.step(key="one")
    assert len(keys(server, table)) == 7
    assert all(f"{{{table.id}}}" in key for key in keys(server, table))


def test_a_stale_entry_is_not_listed_and_removed(client: InProcess, server: ValkeyServer) -> None:
    """The lists are hints: one that was not brought up to date must not mislead anybody."""
    table = client.create(public=True)
    (entry,) = server.ask("ZRANGE", "lobby:*:active", "0", "-1")  # type: ignore[misc, union-attr]
    server.ask("ZADD", "lobby:*:open", "0", str(entry))
    assert list_ids(client, status="open") == []
    assert server.ask("ZCARD", "lobby:*:open") == 0
    assert list_ids(client, status="active") == [table.id]


@pytest.fixture
def gone(tmp_path: Path) -> Lobby:
    """The list in a store that does not respond."""
    return Lobby(open_store(f"unix://{tmp_path}/nobody.sock", timeout=1))


def test_a_store_that_does_not_respond_is_unavailable_for_the_list_too(gone: Lobby) -> None:
    with pytest.raises(Unavailable):
        gone.page(None, None, None, 1)
    with pytest.raises(Unavailable):
        gone.drop("00000000000000:x", None, None)


def test_a_game_that_cannot_be_listed_is_created_all_the_same(
    client: InProcess, gone: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client.app.extensions["tables"], "lobby", gone)
    table = client.open(public=True)
    monkeypatch.undo()
    assert table.view()["public"]
    assert list_ids(client) == []
