"""Games in the store: one round trip to read one, one to commit a step. All keys of a game share its hash slot."""

import os
import time
from collections import OrderedDict
from typing import Any

import msgspec
import redis

from service.base.model import Charter, Entry, Heard, Meta, Receipt, Seeds
from service.base.secrets import urlsafe
from service.store.link import Argument, Link, Unavailable, answering, run, run_all
from service.store.scripts import COMMIT, READ, REMOVE, Script

WAKE_CHANNEL = "ludotheque:wake"
RECEIPT_TTL = 24 * 60 * 60 * 1000
PRESENCE_TTL = 60 * 1000
CHARTERS_KEPT = 1024
DOUBT_PAUSE = 0.05

_meta = msgspec.json.Decoder(Meta)
_heard = msgspec.json.Decoder(Heard)
_receipt = msgspec.msgpack.Decoder(Receipt)
_seeds = msgspec.msgpack.Decoder(Seeds)
_charter = msgspec.json.Decoder(Charter)
_entry = msgspec.json.Decoder(Entry)


class Found(msgspec.Struct):
    """A game as it was read, with the store's time in milliseconds. No charter: there is no such game."""

    id: str
    now: int
    version: int = 0
    charter: Charter | None = None
    meta: Meta | None = None
    state: bytes = b""
    seeds: Seeds | None = None
    receipt: Receipt | None = None
    present: dict[str, int] = {}
    """When the stream of each token's digest was last known to be open."""


class Commit(msgspec.Struct):
    """One or more steps, written together if the game still has the version they were judged on."""

    id: str
    expected: int
    meta: Meta
    state: bytes
    ttl: int
    entries: list[Entry]
    heard: list[Heard]
    charter: Charter | None = None
    seeds: Seeds | None = None
    receipt_name: str = ""
    receipt: Receipt | None = None

    @property
    def version(self) -> int:
        """The version the game has afterwards."""
        return self.expected + len(self.entries)


class GameStore:
    """Reads and writes games. Knows keys and bytes, and nothing of rules, tokens or HTTP."""

    def __init__(self, link: Link, wait_replicas: int = 0) -> None:
        self.link = link
        self._wait_replicas = wait_replicas
        self._charters: OrderedDict[str, tuple[bytes, Charter]] = OrderedDict()

    def read(self, game_id: str, *, seeds: bool = False, receipt: str = "") -> Found:
        """One look at a game, in one round trip; what never changes is kept in this process."""
        return self._found(game_id, self._run(READ, *self._look(game_id, seeds, receipt)))

    def read_all(self, game_ids: list[str]) -> list[Found]:
        """A look at each of these games, all in one round trip where the store is one server."""
        looks = [self._look(game_id) for game_id in game_ids]
        with answering():
            answers = run_all(self.link, READ, looks)
        return [self._found(game_id, answer) for game_id, answer in zip(game_ids, answers, strict=True)]

    def _look(self, game_id: str, seeds: bool = False, receipt: str = "") -> tuple[list[str], list[Argument]]:
        tag, _ = self._charters.get(game_id, (b"", None))
        return _keys(game_id, receipt)[:5], [tag, int(seeds)]

    def _found(self, game_id: str, answer: Any) -> Found:
        _, charter = self._charters.get(game_id, (b"", None))
        now = int(answer[0]) * 1000 + int(answer[1]) // 1000
        found = Found(game_id, now, receipt=_receipt.decode(answer[8]) if answer[8] else None)
        if answer[2] is None:
            return found
        if answer[6] is not None:
            charter = self._keep(game_id, answer[5], _charter.decode(answer[6]))
        found.version, found.charter, found.meta = int(answer[2]), charter, _meta.decode(answer[3])
        found.state = answer[4]
        found.seeds = _seeds.decode(answer[7]) if answer[7] else None
        found.present = {holder.decode(): int(at) for holder, at in zip(*[iter(answer[9])] * 2, strict=True)}
        return found

    def commit(self, game_id: str, commit: Commit) -> bool:
        """Write it; False if the game has moved on. A commit whose answer was lost is sent again, and applied once."""
        keys, arguments = _keys(game_id, commit.receipt_name), _arguments(game_id, commit)
        try:
            answer = self._run(COMMIT, keys, arguments, self._wait_replicas)
        except Unavailable:
            time.sleep(DOUBT_PAUSE)
            answer = self._run(COMMIT, keys, arguments, self._wait_replicas)
        return bool(answer != b"moved")

    def remove(self, game_id: str, version: int) -> bool:
        """Delete a game; False if it has moved on. Receipts stay: a late repeat must not create the game again."""
        return bool(self._run(REMOVE, _keys(game_id), [version, WAKE_CHANNEL, f"{game_id} 0"]) == b"ok")

    def heard(self, game_id: str, after: int, count: int) -> list[Heard]:
        """A page of the log: events with a seq above `after`."""
        return [_heard.decode(line) for line in self._call("LRANGE", _keys(game_id)[6], after, after + count - 1)]

    def journal(self, game_id: str) -> list[Entry]:
        """Every line of a game's journal."""
        return [_entry.decode(line) for line in self._call("LRANGE", _keys(game_id)[5], 0, -1)]

    def mark_present(self, game_id: str, holder: str, now: int) -> None:
        """Note that the token with this digest has a stream open; a digest, because seats may change their numbers."""
        key = _keys(game_id)[4]
        self._call("HSET", key, holder, now)
        self._call("PEXPIRE", key, PRESENCE_TTL)

    def forgets(self) -> bool:
        """Whether the store would drop games to make room when its memory is full; False where it does not say."""
        try:
            told = self.link.call("INFO", "memory")
        except redis.RedisError:
            return False
        return b"maxmemory_policy:" in told and b"maxmemory_policy:noeviction" not in told

    def ping(self) -> bool:
        """Whether the store answers."""
        try:
            return bool(self.link.call("PING"))
        except redis.RedisError:
            return False

    def _keep(self, game_id: str, tag: bytes, charter: Charter) -> Charter:
        self._charters[game_id] = (tag, charter)
        self._charters.move_to_end(game_id)
        if len(self._charters) > CHARTERS_KEPT:
            self._charters.popitem(last=False)
        return charter

    def _run(self, script: Script, keys: list[str], arguments: list[Argument], replicas: int = 0) -> Any:
        with answering():
            answer, copies = run(self.link, script, keys, arguments, replicas)
        if copies < replicas:
            raise Unavailable(f"{copies} of {replicas} replicas have the step")
        return answer

    def _call(self, *command: Argument) -> Any:
        with answering():
            return self.link.call(*command)


def new_commit_id() -> str:
    """A commit's id, by which the store recognises a commit that is sent again."""
    return urlsafe(os.urandom(12))


def _keys(game_id: str, receipt: str = "") -> list[str]:
    base = f"game:{{{game_id}}}"
    parts = ("charter", "seeds", f"receipt:{receipt}", "present", "journal", "log")
    return [base, *(f"{base}:{part}" for part in parts)]


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
        WAKE_CHANNEL,
        f"{game_id} {commit.version}",
        len(commit.entries),
        *map(msgspec.json.encode, commit.entries),
        *map(msgspec.json.encode, commit.heard),
    ]
