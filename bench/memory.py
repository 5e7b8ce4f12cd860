"""Memory of the store: what a table, an action and a repeated request take, and how soon one client could fill it."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from engines.chance import Chance
from engines.registry import ENGINES
from service.server.valkey_server import DEFAULT_MEMORY
from service.settings import Settings
from tests.support.decks import large_options
from tests.support.http import InProcess, Json, Table, in_process, random_action
from tests.support.valkey import ValkeyServer

TABLES = 300
ACTIONS = 300


def main(arguments: list[str]) -> None:
    with ValkeyServer(maxmemory_policy="noeviction") as store, in_process(store.url) as api:
        measure = Scale(store)
        api.create()  # the scripts are loaded
        largest = tables(api, measure)
        actions(api, store)
        bound(largest)


class Scale:
    """Weighs what the store holds."""

    def __init__(self, store: ValkeyServer) -> None:
        self._store = store

    def weigh(self, times: int, what: Callable[[], Any]) -> float:
        """The bytes that are held for each of so many of these."""
        before = self._used()
        for _ in range(times):
            what()
        return (self._used() - before) / times

    def _used(self) -> int:
        info = str(self._store.ask("INFO", "memory"))
        return int(info.partition("used_memory_dataset:")[2].split()[0])


def tables(api: InProcess, scale: Scale) -> float:
    """A new table of each game; and what is left of one that is created and deleted. Gives the largest."""
    sizes: dict[str, float] = {}
    for slug, seats in [*((slug, engine.players.max) for slug, engine in ENGINES.items()), ("tapecho", 6)]:
        sizes[f"{slug}, {seats} players"] = scale.weigh(
            TABLES, lambda slug=slug, seats=seats: api.create(slug, seats=seats)
        )
    largest: Json = {"seats": 10, "options": large_options(), "public": True}
    sizes["tapecho, 10 players, public, the largest options"] = scale.weigh(
        TABLES, lambda: api.create("tapecho", **largest)
    )

    def passing() -> None:
        body = {"engine": "tokyo_poo_divers", "seats": [{}, {"kind": "open"}]}
        table = api.table(api.post("/v1/games", body, key=str(uuid4())).json())
        api.delete(table.path, token=table.host)

    sizes["a table that was created with an Idempotency-Key and deleted, for a day"] = scale.weigh(TABLES, passing)
    print("bytes of memory in the store:")
    for what, size in sizes.items():
        print(f"  {size:9,.0f}  {what}")
    return max(sizes.values())


def actions(api: InProcess, store: ValkeyServer) -> None:
    """Random actions at the smallest table of each game: their lines in journal and log, and their receipts."""
    dice = Chance(bytes(32))
    for slug, engine in ENGINES.items():
        seats = engine.players.min
        lines = receipts = done = 0
        while done < ACTIONS:
            table = api.create(slug, seats=seats)
            lines -= lists(store, table)
            while (view := table.view())["status"] == "active" and done < ACTIONS:
                seat = view["awaiting"][0]
                table.act(seat, random_action(table.legal(seat), dice), key=str(uuid4()))
                done += 1
            lines += lists(store, table)
            receipts += memory_of(store, f"game:{{{table.id}}}:receipt:*")
        players = f"{seats} player{'s' * (seats > 1)}"
        keyed = f"with an Idempotency-Key {receipts / done:,.0f} more for a day"
        print(f"  {lines / done:9,.0f}  an action of {slug}, {players}; {keyed}")


def lists(store: ValkeyServer, table: Table) -> int:
    """The bytes of a game's journal and log."""
    return memory_of(store, f"game:{{{table.id}}}:journal") + memory_of(store, f"game:{{{table.id}}}:log")


def memory_of(store: ValkeyServer, pattern: str) -> int:
    """The bytes of all keys like this."""
    keys = store.ask("KEYS", pattern)
    return sum(int(str(store.ask("MEMORY", "USAGE", str(key), "SAMPLES", "0"))) for key in keys or [])  # type: ignore[union-attr]


def bound(largest: float) -> None:
    """How soon one client address that creates as fast as it may fills the usual embedded store."""
    limit = Settings().rate_limits["create"]
    amount, _, unit = limit.partition("/")
    hourly = int(amount) * {"second": 3600, "minute": 60, "hour": 1, "day": 1 / 24}[unit]
    available = DEFAULT_MEMORY * 0.9
    print(f"one client, create={limit}: at most {hourly * largest / 2**20:,.0f} MiB of new tables an hour;")
    print(
        f"  {available / 2**20:,.0f} MiB, where new games are rejected, after {available / largest / hourly:.0f} hours"
    )
