"""Which version of the rules a new table takes: the newest that every running process knows."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from engines.registry import GAMES, InvalidGameError, load
from service.bots.bot_worker import move_bot
from service.problems import Problem
from service.store import RulesVersions, open_store
from service.store.bot_queue import OVERDUE_MS
from service.store.rules_versions import ANNOUNCE_INTERVAL, ANNOUNCEMENT_MS, RULES_KEY
from service.table import lifecycle
from service.table.access import Caller
from service.table.transaction import Tables
from tests.support import bells
from tests.support.bots import BotWorkers
from tests.support.cluster import Cluster
from tests.support.http import InProcess, LiveService
from tests.support.running import wait_for
from tests.support.valkey import ValkeyServer

FIRST, SECOND = bells.Bells(), bells.SecondBells()


@pytest.fixture
def tables(client: InProcess, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tables]:
    """A process that knows two versions of the rules of a game."""
    bells.install(monkeypatch, FIRST, SECOND)
    tables: Tables = client.app.extensions["tables"]
    tables.store.connection.call("DEL", RULES_KEY)
    yield tables
    tables.store.connection.call("DEL", RULES_KEY)


def announce(tables: Tables, *versions: str, slug: str = "bells", milliseconds: int = 30_000) -> None:
    """What a process that knows these versions announced, to be forgotten in so many milliseconds."""
    connection = tables.store.connection
    seconds, _ = connection.call("TIME")
    known = msgspec.json.encode({slug: versions})
    connection.call("ZADD", RULES_KEY, int(seconds) * 1000 + milliseconds, known)


def create(tables: Tables, seats: int = 2, kind: str = "human") -> lifecycle.Created:
    more = {"public": False, "auto_start": True, "turn_seconds": None, "options": {}}
    people = [{"name": "Ana", "kind": "human"} for _ in range(seats - 1)]
    last = {"name": "Ben", "kind": kind, "level": "random"}
    return lifecycle.create(tables, Caller(), {"engine": "bells", "seats": [*people, last], **more})


def version(tables: Tables) -> str:
    return create(tables).game.config.rules_version


def test_a_new_table_takes_the_newest_rules_if_nobody_knows_less(tables: Tables) -> None:
    assert version(tables) == "2"
    announce(tables, "1", "2", "3")
    assert version(tables) == "2"
    announce(tables, "1", slug="another game")
    assert version(tables) == "2", "who does not have the game at all does not count"


def test_while_another_process_knows_only_the_first_it_takes_that(tables: Tables) -> None:
    announce(tables, "1")
    assert version(tables) == "1"
    with pytest.raises(Problem) as error:
        create(tables, seats=6)
    assert error.value.members["errors"] == {"seats": ["This game has 2 to 4 seats."]}


def test_a_process_that_announces_nothing_any_more_is_forgotten(tables: Tables) -> None:
    announce(tables, "1", milliseconds=-1)
    assert version(tables) == "2"
    assert tables.store.connection.call("ZCARD", RULES_KEY) == 1
    assert 0 < tables.store.connection.call("PTTL", RULES_KEY) <= ANNOUNCEMENT_MS


def test_if_no_version_is_common_it_is_the_newest(tables: Tables) -> None:
    announce(tables, "0")
    assert version(tables) == "2"


def test_a_game_with_one_version_asks_nobody(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    bells.install(monkeypatch, FIRST)
    announce(tables, "0")
    assert version(tables) == "1"
    assert tables.store.connection.call("ZCARD", RULES_KEY) == 1, "nothing was announced"


def test_a_rematch_has_the_rules_of_the_game_before(tables: Tables) -> None:
    announce(tables, "1")
    old = create(tables)
    tables.store.connection.call("DEL", RULES_KEY)
    assert version(tables) == "2"
    assert lifecycle.draft_rematch("next", 0, tables.current(old.game.id)).config.rules_version == "1"


def test_a_bot_whose_rules_a_worker_lacks_stays_in_the_queue(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    game = create(tables, kind="bot").game
    assert game.config.rules_version == "2"
    monkeypatch.delitem(GAMES["bells"].rules, "2")
    tables.store.connection.call("DEL", RULES_KEY)
    game.config.__dict__.pop("rules")  # this process has cached it
    assert move_bot(tables, game.id) == OVERDUE_MS


def test_a_cluster_has_one_place_for_all_announcements(monkeypatch: pytest.MonkeyPatch) -> None:
    bells.install(monkeypatch, FIRST, SECOND)
    with Cluster() as cluster:
        one, other = (open_store(cluster.url, 5) for _ in range(2))
        assert RulesVersions(one).newest_common("bells") is SECOND
        bells.install(monkeypatch, FIRST)
        RulesVersions(other).announce()
        bells.install(monkeypatch, FIRST, SECOND)
        assert RulesVersions(one).newest_common("bells") is FIRST
        one.close()
        other.close()


def test_web_workers_and_bot_workers_announce_themselves(service: LiveService, tmp_path: Path) -> None:
    store = open_store(service.store_url(), 5)
    wait_for(lambda: store.call("ZCARD", RULES_KEY) == 1)
    store.close()
    with ValkeyServer() as empty, BotWorkers(empty.url, 1, tmp_path / "log"):
        wait_for(lambda: empty.ask("ZCARD", RULES_KEY) == 1)


def test_a_process_that_waits_for_the_store_announces_itself_as_soon_as_it_is_there(tmp_path: Path) -> None:
    with ValkeyServer() as store:
        store.stop()
        with BotWorkers(store.url, 1, tmp_path / "log") as workers:
            wait_for(lambda: "store_unavailable" in workers.errors())
            store.start()
            wait_for(lambda: store.ask("ZCARD", RULES_KEY) == 1, timeout=ANNOUNCE_INTERVAL / 2)


def test_the_newest_version_declares_the_actions_and_events_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    class WithoutObjections(bells.SecondBells):
        actions = (bells.Ring, bells.Close)

    monkeypatch.setattr(bells, "RULES", (FIRST, WithoutObjections()), raising=False)
    with pytest.raises(InvalidGameError, match=r"older tables still have: action object$"):
        load(bells.__name__)
    monkeypatch.setattr(bells, "RULES", (WithoutObjections(), bells.Bells()))
    assert list(load(bells.__name__).rules) == ["2", "1"]
