"""Damaged games on a real store: `ludotheque check` names them, and no record is made of an altered journal."""

import re
from collections.abc import Callable, Iterator

import pytest
import redis

from service import check, logs
from service.store import GameStore, StoredGame
from tests.support.finished import break_off, finished_table
from tests.support.http import InProcess, Table, assert_ok, assert_problem, in_process
from tests.support.records import get_record, verify
from tests.support.valkey import ValkeyServer

SLUG = "tokyo_poo_divers"


@pytest.fixture(scope="module")
def own() -> Iterator[ValkeyServer]:
    """A store with none but these games."""
    with ValkeyServer() as server:
        yield server


@pytest.fixture
def api(own: ValkeyServer) -> Iterator[InProcess]:
    own.ask("FLUSHALL")
    with in_process(own.url) as client:
        yield client


@pytest.fixture
def store(own: ValkeyServer) -> Iterator["redis.Redis"]:
    with redis.Redis(unix_socket_path=str(own.socket)) as connection:
        yield connection


Damage = Callable[["redis.Redis", str, list[bytes]], object]
"""What is done to a game with this key and these lines of its journal."""

JOURNAL = ":journal"
DAMAGES: dict[str, tuple[Damage, str]] = {
    "an altered line": (
        lambda store, key, lines: store.lset(key + JOURNAL, 4, lines[4].replace(b"act", b"axt")),
        "entry 5 of 7 of the journal was altered",
    ),
    "a line of no form": (
        lambda store, key, _: store.lset(key + JOURNAL, 6, b"?"),
        "entry 7 of 7 of the journal was altered",
    ),
    "a line is missing": (
        lambda store, key, lines: store.lrem(key + JOURNAL, 1, lines[3]),
        "entry 4 of 7 of the journal was altered",
    ),
    "the end of the journal is missing": (
        lambda store, key, _: store.ltrim(key + JOURNAL, 0, 4),
        "the journal has 5 of 7 entries",
    ),
    "a line is there twice": (
        lambda store, key, lines: store.rpush(key + JOURNAL, lines[-1]),
        "the journal or the log has more than belongs to version 7",
    ),
    "the journal is missing": (lambda store, key, _: store.delete(key + JOURNAL), "the journal has 0 of 7 entries"),
    "the end of the log is missing": (
        lambda store, key, _: store.rpop(key + ":log"),
        r"the log has \d+ of \d+ events",
    ),
    "an event of no form": (
        lambda store, key, _: store.lset(key + ":log", 2, b"?"),
        r"its state or its log cannot be read \(\w+\)",
    ),
    "the state of no form": (
        lambda store, key, _: store.hset(key, "state", b"?"),
        r"its state or its log cannot be read \(\w+\)",
    ),
    "the meta data of no form": (
        lambda store, key, _: store.hset(key, "meta", b"{"),
        r"what the service knows of it cannot be read \(\w+\)",
    ),
    "the config is missing": (lambda store, key, _: store.delete(key + ":config"), "its config is missing"),
    "the seeds are missing": (lambda store, key, _: store.delete(key + ":seeds"), "its seeds are missing"),
    "the game is missing": (lambda store, key, _: store.delete(key), "only its journal is left"),
}


def run_check(
    own: ValkeyServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, remove: bool = False
) -> tuple[int, list[str]]:
    """The exit code and the lines of `ludotheque check`."""
    monkeypatch.setenv("REDIS_URL", own.url)
    capsys.readouterr()
    code = check.main(remove_damaged=remove)
    return code, capsys.readouterr().out.splitlines()


def key_of(table: Table) -> str:
    return f"game:{{{table.id}}}"


def test_each_kind_of_damage_is_named_and_removed_on_request(
    api: InProcess,
    own: ValkeyServer,
    store: "redis.Redis",
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    sound = [short_game(api, SLUG), api.create("zoky"), api.open()]
    games = {short_game(api, SLUG).id: name for name in DAMAGES}
    assert run_check(own, monkeypatch, capsys) == (0, [f"{len(games) + 3} games, 0 damaged"])
    for game_id, name in games.items():
        key = f"game:{{{game_id}}}"
        DAMAGES[name][0](store, key, store.lrange(key + JOURNAL, 0, -1))
    code, lines = run_check(own, monkeypatch, capsys)
    assert code == 1
    assert lines.pop() == f"{len(games) + 3} games, {len(games)} damaged"
    found = dict(re.findall(r"^game (\S+): (.*)$", "\n".join(lines), re.M))
    assert found.keys() == games.keys()
    for game_id, name in games.items():
        assert re.fullmatch(DAMAGES[name][1], found[game_id]), name
    assert run_check(own, monkeypatch, capsys, remove=True)[0] == 0
    assert run_check(own, monkeypatch, capsys) == (0, ["3 games, 0 damaged"])
    assert all(table.view() for table in sound)


def test_no_record_is_made_of_an_altered_journal(
    api: InProcess, store: "redis.Redis", monkeypatch: pytest.MonkeyPatch
) -> None:
    table, other = short_game(api, SLUG), short_game(api, SLUG)
    record = get_record(table)
    line = store.lindex(key_of(table) + JOURNAL, 4)
    assert isinstance(line, bytes)
    store.lset(key_of(table) + JOURNAL, 4, line.replace(b"act", b"axt"))
    lines: list[tuple[str, str]] = []
    monkeypatch.setattr(logs, "error", lambda *line: lines.append(line))
    for _ in range(2):
        problem = assert_problem(api.get(f"{table.path}/record"), 500, "internal_error")
        assert problem["detail"] == "The journal of this game is damaged, so it has no valid record."
    assert lines == [("journal_damaged", f"game {table.id}: entry 5 of 7 of the journal was altered")] * 2
    checked = verify(api, record)
    assert (checked["valid"], checked["known"]) == (True, False)
    assert assert_ok(table.api.get(table.path))["status"] == "abandoned", "the rest of it can still be read"
    assert verify(api, get_record(other))["known"] is True


def test_a_game_that_goes_on_while_it_is_checked_is_not_damaged(
    api: InProcess, own: ValkeyServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Between the read of the game and that of its journal it gets another version; another game is deleted."""
    running, deleted = api.create(SLUG), short_game(api, SLUG)
    read, done = GameStore.read, set[str]()

    def read_and_go_on(store: GameStore, game_id: str, **more: bool) -> StoredGame:
        stored = read(store, game_id, **more)
        if game_id not in done:
            done.add(game_id)
            _ = running.step() if game_id == running.id else store.remove_all(game_id)
        return stored

    monkeypatch.setattr(GameStore, "read", read_and_go_on)
    assert run_check(own, monkeypatch, capsys) == (0, ["2 games, 0 damaged"])
    assert done == {running.id, deleted.id}


def short_game(api: InProcess, slug: str) -> Table:
    """A game of seven versions that was abandoned."""
    table = finished_table(api, slug, 2, {}, 5, most=2)
    break_off(api, table)
    return table
