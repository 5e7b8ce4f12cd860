"""Load, change and commit one game: `Tables` reads it, and gives attempts at a change, each a `Transaction`."""

import os
import threading
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import TracebackType
from typing import Any, cast

import msgspec

from engines.chance import SEED_BYTES, Chance, commitment, game_seed
from engines.engine import Action, Ask, Event, Outcome, logged
from service.metrics import CONFLICTS, GAMES
from service.problems import Problem
from service.settings import Settings
from service.store import BotQueue, BotTables, Full, GameStore, Lobby, RulesVersions, StoredGame, Unavailable
from service.store.game_store import Commit
from service.store.info import service_secret
from service.store.interface import StoreConnection
from service.store.stored import (
    GameConfig,
    JournalEntry,
    JournalKind,
    LoggedEvent,
    Meta,
    PendingTurn,
    Receipt,
    Seat,
    Seeds,
    Status,
)
from service.table import clock
from service.table.access import Caller, Viewer
from service.table.game import Game
from service.table.table_events import AbandonReason, GameAbandoned, GameCreated, GameFinished, GameStarted

MAX_ATTEMPTS = 100
PAUSE_AFTER = 5
PAUSE = 0.002
MAX_OVERDUE = 64
"""The most automatic actions in one commit; the next request continues."""


class TooManyConflicts(Unavailable):
    """Every attempt at a change was overtaken by another commit."""

    def __init__(self) -> None:
        super().__init__("too many others act on this game at once")


class Transaction(Game):
    """One attempt at a change: the game as it was read, and the draft of its next versions. Nothing counts until it is
    committed.
    """

    def __init__(self, stored: StoredGame, tables: "Tables | None" = None) -> None:
        super().__init__(stored)
        self.base_status: Status | None = self.meta.status if stored.version else None
        self.viewer = Viewer()
        self.journal: list[JournalEntry] = []
        self.events: list[LoggedEvent] = []
        self.new_receipt: tuple[str, Receipt] | None = None
        self.is_done = False
        self._tables = tables
        self._new_config = stored.version == 0
        self._commit_id = urlsafe_b64encode(os.urandom(9)).decode()

    def record(
        self,
        kind: JournalKind,
        events: list[Event],
        *,
        at: int,
        seat: int | None = None,
        timeout: bool = False,
        **more: Any,
    ) -> None:
        """Add one version to the draft, with its events."""
        self.journal.append(JournalEntry(self._commit_id, kind, at, seat, **more))
        self.version += 1
        self.meta.updated_at = at
        self.meta.choices_since = self.version if any(turn.simultaneous for turn in self.meta.pending.values()) else 0
        for event in events:
            self.meta.events += 1
            self.events.append(LoggedEvent(self.meta.events, self.version, at, logged(event), timeout))

    def start(self) -> None:
        """Remove the seats that were not taken, mix the seeds and set the table up."""
        meta, seeds = self.meta, self.seeds
        if seeds is None:
            raise RuntimeError("starting a game needs its seeds")
        taken = self.taken_seats()
        self._renumber_first_player(taken)
        meta.seats = [meta.seats[number] for number in taken]
        seeds.entropies = [seeds.entropies[number] for number in taken]
        seeds.seed = game_seed(seeds.server_seed, self.id, seeds.entropies)
        self.state, events = self.config.rules.new(len(taken), self.config.engine_options, Chance(seeds.seed))
        meta.status, meta.state_schema = "active", self.config.rules.state_schema
        started = GameStarted(None, [seat.name or "" for seat in meta.seats])
        self._update_pending(self.now)
        self._record_step("start", [started, *events], at=self.now)

    def _renumber_first_player(self, taken: list[int]) -> None:
        first = self.first_player(taken)
        if first != self.config.engine_options.first_player:
            given = {**msgspec.json.decode(self.config.requested_options), "first_player": first}
            self.config = msgspec.structs.replace(
                self.config,
                requested_options=msgspec.Raw(msgspec.json.encode(given)),
                options={**self.config.options, "first_player": first},
            )
            self._new_config = True

    def play(self, seat: int, action: Action, *, at: int, automatic: bool = False, timeout: bool = False) -> None:
        """Apply a checked action to the draft; `timeout` if it is played because the seat's time is up."""
        meta = self.meta
        if self.seeds is None:
            raise RuntimeError("playing a game needs its seeds")
        meta.actions += 1
        meta.seats[seat].late = timeout
        if not automatic:
            meta.seats[seat].acted_at = at
        events = self.config.rules.play(self.state, seat, action, self.seeds.seed)
        pending, choices_since = meta.pending, meta.choices_since
        self._update_pending(at)
        content = msgspec.to_builtins(action)
        self._record_step("act", events, at=at, seat=seat, action=content, automatic=automatic, timeout=timeout)
        if not automatic and only_chose(pending, meta.pending, seat):
            meta.choices_since = choices_since

    def play_overdue(self, max_actions: int) -> None:
        """Play the automatic actions that are due, each dated to its deadline; the next deadline counts from there.

        What fell due because the store's clock jumped ahead is dated to now, so that a seat loses at most one turn.
        """
        for _ in range(MAX_OVERDUE):
            due = clock.next_automatic(self)
            if due is None or due[0] > self.now:
                return
            at, seat = due
            vote = clock.bot_votes(self).get(seat)
            action = vote or self.config.rules.default(self.state, seat, Chance(os.urandom(32)))
            moment = self.now if at < self.clock_jump else max(at, self.meta.updated_at)
            self.play(seat, action, at=moment, automatic=True, timeout=vote is None)
            self.limit_actions(max_actions)

    def limit_actions(self, max_actions: int) -> None:
        """Abandon a game with too many actions: it could fill the store."""
        if self.meta.status == "active" and self.meta.actions > max_actions:
            self.abandon("too_many_actions")

    def abandon(self, reason: AbandonReason) -> None:
        """Abandon the game; its record becomes public."""
        self.meta.status, self.meta.pending = "abandoned", {}
        self.record("abandon", [GameAbandoned(None, reason)], at=self.now)

    def commit(self) -> bool:
        """Write the draft; False if another commit was first."""
        if self._tables is None:
            raise RuntimeError("a new table is written by Tables.add")
        return self._tables.commit(self)

    def to_commit(self, settings: Settings) -> Commit:
        """The draft as the store takes it."""
        receipt_name, receipt = self.new_receipt or ("", None)
        state = self.__dict__.get("state")  # not decoded, if it was not needed
        return Commit(
            id=self._commit_id,
            base=self.revision,
            meta=self.meta,
            state=self._encoded_state if state is None else self.config.rules.dump(state),
            ttl=clock.lifetime(self.meta.status, settings) * 1000,
            journal=self.journal,
            events=self.events,
            config=self.config if self._new_config else None,
            seeds=self.seeds if any(entry.kind != "act" for entry in self.journal) else None,
            receipt_name=receipt_name,
            receipt=receipt,
        )

    def _update_pending(self, at: int) -> None:
        """Ask the engine which seats are to act now."""
        meta, turns = self.meta, self.config.rules.turns(self.state)
        mark, marked = max((ask.since for ask in turns.values()), default=0), meta.window_since
        meta.pending = {seat: pending_turn(meta.pending.get(seat), ask, at, marked) for seat, ask in turns.items()}
        if mark != meta.window:
            meta.window, meta.window_since = mark, at

    def _record_step(self, kind: JournalKind, events: list[Event], *, at: int, **more: Any) -> None:
        """Record a start or an action; if no seat is to act any more, the game is finished."""
        if not self.meta.pending:
            # By the contract of engines there is an outcome once no seat acts.
            outcome = cast(Outcome, self.config.rules.outcome(self.state))
            self.meta.status, self.meta.outcome = "finished", outcome
            events = [*events, GameFinished(None, outcome)]
        self.record(kind, events, at=at, **more)


class Change:
    """A change of one game: gives attempts until one is committed, and assures in the end that it is replicated."""

    def __init__(
        self, tables: "Tables", game_id: str, caller: Caller | None, receipt: str, *, play_overdue: bool
    ) -> None:
        self._tables, self._game_id, self._caller, self._receipt = tables, game_id, caller, receipt
        self._play_overdue = play_overdue
        self._txn: Transaction | None = None

    def __enter__(self) -> Iterator[Transaction]:
        return self._attempts()

    def __exit__(self, _: type[BaseException] | None, error: BaseException | None, __: TracebackType | None) -> None:
        """If nothing was written, the response says what was read, or is an error. The replicas must have what was
        read: otherwise a request that was not confirmed would be confirmed when it is repeated.
        """
        txn = self._txn
        if txn is not None and not txn.is_done and (error is None or isinstance(error, Problem)):
            self._tables.reschedule_lost_bot(txn)
            self._tables.store.assure(txn.id, txn.revision)

    def _attempts(self) -> Iterator[Transaction]:
        """Each attempt has read the newest version. What is overdue is played before, once, in a commit of its own."""
        for attempt in range(MAX_ATTEMPTS):
            stored = self._tables.store.read(self._game_id, seeds=True, receipt=self._receipt)
            txn = self._txn = Transaction(stored, self._tables)
            if self._play_overdue and clock.is_overdue(txn):
                txn.play_overdue(self._tables.settings.max_actions)
                if txn.commit():
                    self._play_overdue = False
                    continue
            else:
                if self._caller is not None:
                    txn.viewer = self._caller.identify(txn)
                yield txn
            CONFLICTS.inc()
            if attempt >= PAUSE_AFTER:
                time.sleep(PAUSE)


class Tables:
    """All games in the store, and the one way to read and to change one."""

    def __init__(self, connection: StoreConnection, settings: Settings) -> None:
        self.store = GameStore(connection, settings.wait_replicas)
        self.lobby = Lobby(connection)
        self.bot_queue = BotQueue(connection)
        self.bot_tables = BotTables(connection, self.store)
        self.rules_versions = RulesVersions(connection)
        self.settings = settings
        self.verifying = threading.Lock()

    def secret(self) -> bytes:
        """The secret of the service. It is read each time: a process that still had one which is gone from the store
        would create a second game for the same Idempotency-Key.
        """
        return service_secret(self.store.connection)

    def read(self, game_id: str, caller: Caller) -> tuple[Game, Viewer]:
        """A game as it is now, and who the caller is in it; a Problem if they may not do what the route needs."""
        game = self.current(game_id)
        return game, caller.identify(game)

    def current(self, game_id: str, *, seeds: bool = False) -> Game:
        """A game as it is now, after what is overdue has been played. A full store can still be read."""
        game = Game(self.store.read(game_id, seeds=seeds))
        if clock.is_overdue(game):
            with suppress(Full):
                with self.change(game_id) as attempts:
                    next(attempts, None)
                game = Game(self.store.read(game_id, seeds=seeds))
        self.reschedule_lost_bot(game)
        return game

    def reschedule_lost_bot(self, game: Game) -> None:
        """If the game has waited so long for a bot that its entry in the queue must be lost, add it again."""
        if clock.is_bot_overdue(game):
            self.bot_queue.schedule(game.id, clock.queue_of(game), keep_existing=True)

    def change(
        self, game_id: str, caller: Caller | None = None, *, receipt: str = "", play_overdue: bool = True
    ) -> Change:
        """Attempts at a change, each on the newest version, until one is committed. Use it so:

        with tables.change(game_id, caller) as attempts:
            for txn in attempts:
                ...
                if txn.commit():
                    return ...
        raise TooManyConflicts
        """
        return Change(self, game_id, caller, receipt, play_overdue=play_overdue)

    def add(self, txn: Transaction) -> bool:
        """Write a new game; False if there is one with this id already."""
        if not self.commit(txn):
            return False
        GAMES.labels(txn.config.engine).inc()
        return True

    def commit(self, txn: Transaction) -> bool:
        """Write a draft; False if another commit was first. Then list the game and schedule its bots."""
        if not self.store.commit(txn.id, txn.to_commit(self.settings)):
            return False
        txn.is_done = True
        if txn.meta.status != txn.base_status:
            self.lobby.move(txn.config, txn.base_status, txn.meta.status)
        due = clock.next_bot_due(txn)
        if due is not None:
            self.bot_queue.schedule(txn.id, clock.queue_of(txn), max(0, due - txn.now))
        return True

    def delete(self, txn: Transaction) -> bool:
        """Delete the game that was read; False if another commit was first."""
        if not self.store.remove(txn.id, txn.revision):
            return False
        txn.is_done = True
        self.lobby.move(txn.config, txn.meta.status, None)
        return True


def new_table(
    game_id: str, now: int, seats: list[Seat], *, random: Callable[[int], bytes] = os.urandom, **config: Any
) -> Transaction:
    """A table with these seats, not yet written; `config` is the rest of its configuration. It has its own seed."""
    server_seed = random(SEED_BYTES)
    full_config = GameConfig(
        id=game_id,
        created_at=now,
        commitment=commitment(server_seed),
        ticket_key=random(SEED_BYTES),
        **config,
    )
    seeds = Seeds(server_seed, [""] * len(seats))
    txn = Transaction(StoredGame(game_id, now, config=full_config, meta=Meta("open", seats, now), seeds=seeds))
    txn.record("create", [GameCreated(None, full_config.engine)], at=now)
    return txn


def pending_turn(before: PendingTurn | None, ask: Ask, at: int, marked: int) -> PendingTurn:
    """A seat's time starts when it is asked. After an action it starts again only if the seat is asked for something
    else, or in another turn. Time that the seat had to wait, counted from `marked`, is no part of it.
    """
    since = at
    if before is not None and (before.what, before.required, before.turn) == (ask.what, ask.required, ask.turn):
        waited = min(at, marked + before.not_before * 1000) if before.not_before else 0
        since = max(before.since, waited)
    return PendingTurn(ask.what, since, ask.required, ask.turn, ask.not_before, ask.at_once, ask.simultaneous)


def only_chose(before: dict[int, PendingTurn], after: dict[int, PendingTurn], seat: int) -> bool:
    """Whether a seat has only made its own simultaneous choice: the others are asked for exactly what they were."""
    others = {number: pending for number, pending in before.items() if number != seat}
    return before[seat].simultaneous and after == others
