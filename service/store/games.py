"""Games in the store: one round trip to read one, one to commit a step. All keys of a game share its hash slot."""

import os
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec

from service.store.connection import (
    Argument,
    Full,
    Lacking,
    StoreConnection,
    Unavailable,
    answering,
    run,
    run_all,
    send,
)
from service.store.lines import decode_entry, decode_event, encode_entry, encode_event
from service.store.memory import memory
from service.store.pace import Pace
from service.store.patience import half
from service.store.scripts import ASSURE, COMMIT, GLANCE, READ, REMOVE, Script
from service.store.stored import ConfigSummary, GameConfig, JournalEntry, LoggedEvent, Meta, Receipt, Seeds
from service.store.subscriptions import channel_of
from service.tokens import urlsafe

RECEIPT_TTL = 24 * 60 * 60 * 1000
PRESENCE_TTL = 60 * 1000
CHARTERS_KEPT = 1024
CHARTER_BYTES_KEPT = 4 * 2**20
"""As they are stored; in this process they take some two and a half times that."""
DOUBT_PAUSE = 0.05
PROBE_TTL = 1000

_meta = msgspec.json.Decoder(Meta)
_receipt = msgspec.msgpack.Decoder(Receipt)
_seeds = msgspec.msgpack.Decoder(Seeds)
_charter = msgspec.json.Decoder(GameConfig)
_brief = msgspec.json.Decoder(ConfigSummary)


class StoredGame(msgspec.Struct):
    """A game as it was read, with the store's time in milliseconds. No charter: there is no such game."""

    id: str
    now: int
    version: int = 0
    charter: GameConfig | None = None
    meta: Meta | None = None
    state: bytes = b""
    seeds: Seeds | None = None
    receipt: Receipt | None = None
    present: dict[str, int] = {}
    """When the stream of each token's digest was last known to be open."""
    jumped: int = 0
    """When the store's clock was last seen to have jumped ahead, in its own time; 0: never."""


class ListedGame(msgspec.Struct):
    """A game as the list of games shows it."""

    id: str
    now: int
    version: int
    brief: ConfigSummary
    meta: Meta
    present: dict[str, int] = {}


class Commit(msgspec.Struct):
    """One or more steps, written together if the game still has the version they were judged on."""

    id: str
    expected: int
    meta: Meta
    state: bytes
    ttl: int
    entries: list[JournalEntry]
    heard: list[LoggedEvent]
    charter: GameConfig | None = None
    seeds: Seeds | None = None
    receipt_name: str = ""
    receipt: Receipt | None = None

    @property
    def version(self) -> int:
        """The version the game has afterwards."""
        return self.expected + len(self.entries)


class GameStore:
    """Reads and writes games. Knows keys and bytes, and nothing of rules, tokens or HTTP."""

    def __init__(self, link: StoreConnection, wait_replicas: int = 0) -> None:
        self.link = link
        self._wait_replicas = wait_replicas
        self._charters: OrderedDict[str, tuple[bytes, GameConfig, int]] = OrderedDict()
        self._charter_bytes = 0
        self._pace = Pace()

    def read(self, game_id: str, *, seeds: bool = False, receipt: str = "") -> StoredGame:
        """One look at a game, in one round trip; what never changes is kept in this process."""
        tag, *_ = self._charters.get(game_id, (b"",))
        keys, began = _keys(game_id, receipt)[:5], time.monotonic()
        found = self._found(game_id, self._run(READ, keys, [tag, int(seeds)]))
        found.jumped = self._pace.jumped(self.link.home(keys[0]), found.now, began, time.monotonic())
        return found

    def list_games(self, game_ids: list[str]) -> list[ListedGame | None]:
        """What the list shows of each of these games, all in one round trip where the store is one server."""
        looks: list[tuple[list[str], list[Argument]]] = []
        for game_id in game_ids:
            table, charter, _, _, presence, *_ = _keys(game_id)
            looks.append(([table, charter, presence], []))
        with answering():
            answers = run_all(self.link, GLANCE, looks)
        return [_glimpse(game_id, answer) for game_id, answer in zip(game_ids, answers, strict=True)]

    def _found(self, game_id: str, answer: Any) -> StoredGame:
        _, charter, _ = self._charters.get(game_id, (b"", None, 0))
        found = StoredGame(game_id, _now(answer), receipt=_receipt.decode(answer[8]) if answer[8] else None)
        if answer[2] is None:
            return found
        if answer[6] is not None:
            charter = _charter.decode(answer[6])
            self._keep(game_id, answer[5], charter, len(answer[6]))
        found.version, found.charter, found.meta = int(answer[2]), charter, _meta.decode(answer[3])
        found.state = answer[4]
        found.seeds = _seeds.decode(answer[7]) if answer[7] else None
        found.present = _present(answer[9])
        return found

    def commit(self, game_id: str, commit: Commit) -> bool:
        """Write it; False if the game has moved on. A commit whose answer was lost is sent again, and applied once.

        Full: nothing was written. That a new game is refused comes before that running games are.
        """
        keys, arguments = _keys(game_id, commit.receipt_name), _arguments(game_id, commit)
        try:
            with half(self.link.timeout):
                answer = self._run(COMMIT, keys, arguments, self._wait_replicas)
        except (Full, Lacking):  # then there is no doubt
            raise
        except Unavailable:
            time.sleep(DOUBT_PAUSE)
            answer = self._run(COMMIT, keys, arguments, self._wait_replicas)
        if answer == b"full":
            raise Full("the memory that is left is kept for running games")
        return bool(answer != b"moved")

    def assure(self, game_id: str, version: int) -> None:
        """Lacking, unless as many replicas as are asked for have the game as far as this version.

        Whoever is told what was done before has not written it on this connection, and so has not waited for replicas.
        """
        if self._wait_replicas and self._run(ASSURE, _keys(game_id)[:1], [version], self._wait_replicas) == b"lost":
            raise Unavailable("the master has changed")

    def remove(self, game_id: str, version: int) -> bool:
        """Delete a game; False if it has moved on. Receipts stay: a late repeat must not create the game again."""
        arguments: list[Argument] = [version, channel_of(game_id), 0]
        return bool(self._run(REMOVE, _keys(game_id), arguments, self._wait_replicas) == b"ok")

    def heard(self, charter: GameConfig, after: int, count: int) -> list[LoggedEvent]:
        """A page of the log of the game with this charter: events with a seq above `after`."""
        lines = self._call("LRANGE", _keys(charter.id)[6], after, after + count - 1)
        return decode_event(lines, after, charter)

    def journal(self, game_id: str) -> Iterator[JournalEntry]:
        """Every line of a game's journal."""
        return map(decode_entry, self._call("LRANGE", _keys(game_id)[5], 0, -1))

    def mark_present(self, game_id: str, holder: str, now: int) -> None:
        """Note that the token with this digest has a stream open; a digest, because seats may change their numbers."""
        key = _keys(game_id)[4]
        with suppress(Full):  # a full store is no reason to end a stream
            self._call("HSET", key, holder, now)
        self._call("PEXPIRE", key, PRESENCE_TTL)

    def forgets(self) -> bool:
        """Whether the store would drop games to make room when its memory is full; False where it does not say."""
        return any(node.forgets for node in memory(self.link))

    def probe(self) -> None:
        """Write to every master as an action would; Unavailable, of the kind an action would meet, if one refuses."""
        with answering():
            tags = self.link.tags()
        for tag in tags:
            key = f"ready:{{{tag}}}"
            with answering():
                _, copies = send(self.link, self._wait_replicas, key, ("SET", key, "", "PX", PROBE_TTL))
                self._demand_copies(copies, self._wait_replicas)

    def _keep(self, game_id: str, tag: bytes, charter: GameConfig, size: int) -> None:
        """Keep a charter, and drop the oldest ones if they become too many or too large."""
        _, _, before = self._charters.pop(game_id, (b"", None, 0))
        self._charters[game_id] = (tag, charter, size)
        self._charter_bytes += size - before
        while len(self._charters) > CHARTERS_KEPT or self._charter_bytes > CHARTER_BYTES_KEPT:
            _, (_, _, dropped) = self._charters.popitem(last=False)
            self._charter_bytes -= dropped

    def _run(self, script: Script, keys: list[str], arguments: list[Argument], replicas: int = 0) -> Any:
        with answering():
            answer, copies = run(self.link, script, keys, arguments, replicas)
            self._demand_copies(copies, replicas)
        return answer

    @staticmethod
    def _demand_copies(copies: int, replicas: int) -> None:
        if copies < replicas:
            raise Lacking(f"{copies} of {replicas} replicas have it")

    def _call(self, *command: Argument) -> Any:
        with answering():
            return self.link.call(*command)


def new_commit_id() -> str:
    """A commit's id, by which the store recognises a commit that is sent again."""
    return urlsafe(os.urandom(9))


def table_key(game_id: str) -> str:
    """The key that is there as long as the game is."""
    return f"game:{{{game_id}}}"


def _keys(game_id: str, receipt: str = "") -> list[str]:
    base = table_key(game_id)
    parts = ("charter", "seeds", f"receipt:{receipt}", "present", "journal", "log")
    return [base, *(f"{base}:{part}" for part in parts)]


def _now(answer: Any) -> int:
    return int(answer[0]) * 1000 + int(answer[1]) // 1000


def _present(pairs: list[bytes]) -> dict[str, int]:
    return {holder.decode(): int(at) for holder, at in zip(*[iter(pairs)] * 2, strict=True)}


def _glimpse(game_id: str, answer: Any) -> ListedGame | None:
    if answer[2] is None:
        return None
    brief = _brief.decode(answer[4]) if answer[4] else _charter.decode(answer[5]).brief()
    return ListedGame(game_id, _now(answer), int(answer[2]), brief, _meta.decode(answer[3]), _present(answer[6]))


def _arguments(game_id: str, commit: Commit) -> list[Argument]:
    new = commit.charter is not None
    return [
        commit.expected,
        commit.id,
        commit.version,
        msgspec.json.encode(commit.meta),
        commit.state,
        commit.ttl,
        commit.id if new else "",
        msgspec.json.encode(commit.charter) if new else "",
        msgspec.msgpack.encode(commit.seeds) if commit.seeds else "",
        msgspec.msgpack.encode(commit.receipt) if commit.receipt else "",
        RECEIPT_TTL,
        channel_of(game_id),
        commit.version,
        int(commit.meta.status == "abandoned"),
        msgspec.json.encode(commit.charter.brief()) if commit.charter else "",
        len(commit.entries),
        *map(encode_entry, commit.entries),
        *map(encode_event, commit.heard),
    ]
