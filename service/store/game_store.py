"""Games in the store: one round trip to read one, one to commit a step. All keys of a game share its hash slot."""

import re
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
import redis

from service import logs
from service.store.connection import half_of_remaining, run_script, run_script_for_each, store_call, write
from service.store.errors import Full, TooFewReplicas, Unavailable
from service.store.interface import Argument, StoreConnection
from service.store.journal import decode_entry, digest_of, encode_journal
from service.store.scripts import ASSURE, COMMIT, READ, READ_SUMMARY, REMOVE
from service.store.stored import (
    ConfigSummary,
    GameConfig,
    JournalEntry,
    LoggedEvent,
    Meta,
    Receipt,
    Revision,
    Seeds,
    decode_events,
    encode_event,
)
from service.store.subscriptions import channel_of

RECEIPT_TTL = 24 * 60 * 60 * 1000
PRESENCE_TTL = 60 * 1000
PROBE_TTL = 1000
CACHED_CONFIGS = 1024
CACHED_CONFIG_BYTES = 4 * 2**20
"""As they are stored; in this process they take some two and a half times that."""
COMMIT_RETRY_DELAY = 0.05
CLOCK_JUMP_MS = 10_000
CLOCK_DRIFT = 0.001
"""How much faster or slower one of two sound clocks may be."""
EVICTION_POLICY = re.compile(rb"^maxmemory_policy:(?!noeviction\b)", re.MULTILINE)

_decode_meta = msgspec.json.Decoder(Meta).decode
_decode_receipt = msgspec.msgpack.Decoder(Receipt).decode
_decode_seeds = msgspec.msgpack.Decoder(Seeds).decode
_decode_config = msgspec.json.Decoder(GameConfig).decode
_decode_summary = msgspec.json.Decoder(ConfigSummary).decode


class StoredGame(msgspec.Struct):
    """A game as it was read, with the store's time in milliseconds. Without a config there is no such game."""

    id: str
    now: int
    version: int = 0
    config: GameConfig | None = None
    meta: Meta | None = None
    state: bytes = b""
    seeds: Seeds | None = None
    receipt: Receipt | None = None
    presence: dict[str, int] = {}
    """When the stream of each token's digest was last known to be open."""
    clock_jump: int = 0
    """When the store's clock was last seen to have jumped ahead, in its own time; 0: never."""

    @property
    def revision(self) -> Revision:
        """What a commit is made from, and what is assured."""
        return Revision(self.version, self.meta.journal_digest if self.meta else b"")


class ListedGame(msgspec.Struct):
    """A game as the list of games shows it."""

    id: str
    now: int
    version: int
    summary: ConfigSummary
    meta: Meta
    presence: dict[str, int] = {}


class Commit(msgspec.Struct):
    """One or more steps, written together if the game is still at the revision they were made from."""

    id: str
    """By it the store recognises a commit that is sent again."""
    base: Revision
    """What it was made from."""
    meta: Meta
    state: bytes
    ttl: int
    journal: list[JournalEntry]
    events: list[LoggedEvent]
    config: GameConfig | None = None
    """Only if it is new or has changed."""
    seeds: Seeds | None = None
    """Only if they are new or have changed."""
    receipt_name: str = ""
    receipt: Receipt | None = None

    @property
    def version(self) -> int:
        """The version the game has afterwards."""
        return self.base.version + len(self.journal)


class GameKeys(NamedTuple):
    """The keys of a game in the order in which the scripts take them."""

    game: str
    config: str
    seeds: str
    receipt: str
    presence: str
    journal: str
    log: str


class CachedConfig(NamedTuple):
    """A config that this process has read: its tag, by which the store tells whether it is the newest, and its size."""

    tag: bytes
    config: GameConfig
    size: int


class GameStore:
    """Reads and writes games. Knows keys and bytes, and nothing of rules, tokens or HTTP."""

    def __init__(self, connection: StoreConnection, wait_replicas: int = 0) -> None:
        self.connection = connection
        self._wait_replicas = wait_replicas
        self._configs: OrderedDict[str, CachedConfig] = OrderedDict()
        self._config_bytes = 0
        self._clock = ClockMonitor()

    def read(self, game_id: str, *, seeds: bool = False, receipt: str = "") -> StoredGame:
        """Read a game in one round trip; what never changes is cached in this process."""
        keys, cached = _keys(game_id, receipt), self._configs.get(game_id)
        started = time.monotonic()
        response = run_script(self.connection, READ, keys[:5], [cached.tag if cached else b"", int(seeds)])
        game = self._parse_game(game_id, cached, response)
        game.clock_jump = self._clock.last_jump(
            self.connection.master_of(keys.game), game.now, started, time.monotonic()
        )
        return game

    def _parse_game(self, game_id: str, cached: CachedConfig | None, response: list[Any]) -> StoredGame:
        """The response of READ; what it leaves out of the config is cached."""
        seconds, microseconds, version, meta, state, tag, config_data, seeds, receipt, presence = response
        game = StoredGame(game_id, _milliseconds(seconds, microseconds))
        if receipt:
            game.receipt = _decode_receipt(receipt)
        if version is None:
            return game
        game.version, game.meta, game.state = int(version), _decode_meta(meta), state
        if config_data is not None:
            game.config = _decode_config(config_data)
            self._cache_config(game_id, CachedConfig(tag, game.config, len(config_data)))
        elif cached is not None:
            game.config = cached.config
        if seeds:
            game.seeds = _decode_seeds(seeds)
        game.presence = _parse_presence(presence)
        return game

    def list_games(self, game_ids: list[str]) -> list[ListedGame | None]:
        """What the list shows of each of these games, all in one round trip where the store is one server."""
        keys = [[each.game, each.presence] for each in map(_keys, game_ids)]
        responses = run_script_for_each(self.connection, READ_SUMMARY, keys)
        return [_parse_listed(game_id, response) for game_id, response in zip(game_ids, responses, strict=True)]

    def commit(self, game_id: str, commit: Commit) -> bool:
        """Write a commit; False if the game has moved on. If its response is lost it is sent again, and applied once.

        Full: nothing was written. New games are rejected before running games are.
        """
        keys, arguments = _keys(game_id, commit.receipt_name), _commit_arguments(game_id, commit)
        try:
            first_try = half_of_remaining(self.connection.timeout)
            response = run_script(self.connection, COMMIT, keys, arguments, self._wait_replicas, first_try)
        except (Full, TooFewReplicas):  # then there is no doubt
            raise
        except Unavailable:
            time.sleep(COMMIT_RETRY_DELAY)
            response = run_script(self.connection, COMMIT, keys, arguments, self._wait_replicas)
        if response == b"full":
            raise Full("the memory that is left is reserved for running games")
        return bool(response != b"moved")

    def assure(self, game_id: str, revision: Revision) -> None:
        """TooFewReplicas, unless as many replicas as required have the game up to this revision.

        A request that only reports what was done before has not written on this connection, and so has not waited.
        """
        if not self._wait_replicas:
            return
        keys = _keys(game_id)
        if run_script(self.connection, ASSURE, [keys.game, keys.journal], revision, self._wait_replicas) == b"lost":
            raise Unavailable("the master has changed")

    def remove(self, game_id: str, revision: Revision) -> bool:
        """Delete a game; False if it has moved on. Receipts stay: a late repeat must not create the game again."""
        arguments: list[Argument] = [*revision, channel_of(game_id)]
        response = run_script(self.connection, REMOVE, _keys(game_id), arguments, self._wait_replicas)
        return bool(response == b"ok")

    def events(self, config: GameConfig, after: int, count: int) -> list[LoggedEvent]:
        """A page of the log of the game with this config: events with a seq above `after`."""
        lines = self._call("LRANGE", _keys(config.id).log, after, after + count - 1)
        return decode_events(lines, after, config)

    def journal(self, game_id: str) -> Iterator[JournalEntry]:
        """All entries of a game's journal."""
        return map(decode_entry, self.journal_lines(game_id, 0))

    def journal_lines(self, game_id: str, count: int) -> list[bytes]:
        """The first lines of a game's journal; all of them for 0."""
        lines: list[bytes] = self._call("LRANGE", _keys(game_id).journal, 0, count - 1)
        return lines

    def log_length(self, game_id: str) -> int:
        """How many events the log of a game has."""
        return int(self._call("LLEN", _keys(game_id).log))

    def remove_all(self, game_id: str) -> None:
        """Delete whatever there is of a game, in whatever state it is; receipts stay, as they do after `remove`."""
        self._call("UNLINK", *_keys(game_id))

    def mark_present(self, game_id: str, holder: str, now: int) -> None:
        """The token with this digest has a stream open; a digest, because seats may change their numbers."""
        key = _keys(game_id).presence
        with suppress(Full), store_call():  # a full store is no reason to end a stream
            self.connection.call_many([("HSET", key, holder, now), ("PEXPIRE", key, PRESENCE_TTL)])

    def evicts_games(self) -> bool:
        """Whether the store would drop games to make room when its memory is full; False where it does not say."""
        try:
            responses = self.connection.call_masters("INFO", "memory")
        except redis.RedisError:
            return False
        return any(EVICTION_POLICY.search(info) for info in responses.values())

    def probe(self) -> None:
        """Write to every master as an action would; Unavailable, of the kind an action would meet, if one fails."""
        with store_call():
            hash_tags = self.connection.hash_tags()
        for tag in hash_tags:
            key = f"ready:{{{tag}}}"
            with store_call():
                write(self.connection, self._wait_replicas, key, ("SET", key, "", "PX", PROBE_TTL))

    def _cache_config(self, game_id: str, config: CachedConfig) -> None:
        """Cache a config, and drop the oldest ones if they become too many or too large."""
        replaced = self._configs.pop(game_id, None)
        self._configs[game_id] = config
        self._config_bytes += config.size - (replaced.size if replaced else 0)
        while len(self._configs) > CACHED_CONFIGS or self._config_bytes > CACHED_CONFIG_BYTES:
            _, oldest = self._configs.popitem(last=False)
            self._config_bytes -= oldest.size

    def _call(self, *command: Argument) -> Any:
        with store_call():
            return self.connection.call(*command)


class ClockMonitor:
    """Compares, for each master, the time that passed there between two reads with the time that passed here: a clock
    that jumps would end the turns of every game at once.
    """

    def __init__(self) -> None:
        self._last_read: dict[str, tuple[int, float, float]] = {}
        self._last_jump: dict[str, int] = {}

    def last_jump(self, master: str, now: int, started: float, ended: float) -> int:
        """When this master's clock was last seen to have jumped ahead, in its own time; 0 if it never was.

        `now` is what it showed at some moment between `started` and `ended`, so a process that was held up does not
        mistake that for a jump.
        """
        now_before, started_before, ended_before = self._last_read.get(master, (now, started, ended))
        self._last_read[master] = (now, started, ended)
        ahead = now - now_before - (ended - started_before) * 1000 * (1 + CLOCK_DRIFT)
        behind = (started - ended_before) * 1000 * (1 - CLOCK_DRIFT) - (now - now_before)
        where = master and f" at {master}"
        if ahead > CLOCK_JUMP_MS:
            self._last_jump[master] = now
            logs.warning("clock_jumped", f"the store's clock{where} jumped ahead by {ahead / 1000:.0f} seconds")
        elif behind > CLOCK_JUMP_MS:
            self._last_jump[master] = 0
            logs.warning("clock_jumped", f"the store's clock{where} went back by {behind / 1000:.0f} seconds")
        return self._last_jump.get(master, 0)


def game_key(game_id: str) -> str:
    """The key that exists as long as the game does."""
    return f"game:{{{game_id}}}"


def _keys(game_id: str, receipt: str = "") -> GameKeys:
    game = game_key(game_id)
    return GameKeys(
        game,
        f"{game}:config",
        f"{game}:seeds",
        f"{game}:receipt:{receipt}",
        f"{game}:presence",
        f"{game}:journal",
        f"{game}:log",
    )


def _milliseconds(seconds: bytes, microseconds: bytes) -> int:
    return int(seconds) * 1000 + int(microseconds) // 1000


def _parse_presence(pairs: list[bytes]) -> dict[str, int]:
    return {holder.decode(): int(at) for holder, at in zip(*[iter(pairs)] * 2, strict=True)}


def _parse_listed(game_id: str, response: list[Any]) -> ListedGame | None:
    """The response of READ_SUMMARY."""
    seconds, microseconds, version, meta, summary, presence = response
    if version is None:
        return None
    return ListedGame(
        game_id,
        _milliseconds(seconds, microseconds),
        int(version),
        _decode_summary(summary),
        _decode_meta(meta),
        _parse_presence(presence),
    )


def _commit_arguments(game_id: str, commit: Commit) -> list[Argument]:
    """The ARGV of COMMIT, in its order."""
    config = commit.config
    journal = encode_journal(game_id, commit.base.digest, commit.journal)
    meta = msgspec.structs.replace(commit.meta, journal_digest=digest_of(journal[-1]))
    return [
        commit.id,
        *commit.base,
        commit.version,
        msgspec.json.encode(meta),
        commit.state,
        commit.ttl,
        int(commit.meta.status == "abandoned"),  # a game can be deleted even if the store is full
        msgspec.json.encode(config) if config else "",
        msgspec.json.encode(config.summary()) if config else "",
        msgspec.msgpack.encode(commit.seeds) if commit.seeds else "",
        msgspec.msgpack.encode(commit.receipt) if commit.receipt else "",
        RECEIPT_TTL,
        channel_of(game_id),
        len(journal),
        *journal,
        *map(encode_event, commit.events),
    ]
