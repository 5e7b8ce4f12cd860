"""A game in one request: what was read, and a draft of its changes."""

from typing import Any, cast

import msgspec

from engines.chance import Chance, game_seed
from engines.engine import Action, Ask, Engine, Event, Outcome, logged
from service.problems import Problem
from service.settings import DAY, Settings
from service.store.games import Commit, GameStore, StoredGame, new_commit_id
from service.store.stored import (
    GameConfig,
    JournalEntry,
    JournalKind,
    LoggedEvent,
    Meta,
    PendingTurn,
    Receipt,
    Seeds,
    Status,
)
from service.table.table_events import AbandonReason, GameAbandoned, GameFinished, GameStarted


class Transaction:
    """One game as it was read, and the draft of its next versions. Nothing counts until it is committed."""

    def __init__(self, found: StoredGame) -> None:
        if found.charter is None or found.meta is None:
            raise Problem("not_found", "There is no such game; it may have expired or been deleted.")
        self.id, self.version = found.id, found.version
        self.charter: GameConfig = found.charter
        self.meta: Meta = found.meta
        self.now = max(found.now, found.meta.updated_at)  # the store's clock may go back, but a game's time does not
        self.jumped = found.jumped
        self.receipt: Receipt | None = found.receipt
        self.present = found.present
        self.seeds: Seeds | None = found.seeds
        self.expected = found.version
        self.entries: list[JournalEntry] = []
        self.heard: list[LoggedEvent] = []
        self.kept: tuple[str, Receipt] | None = None
        self._new_charter = found.version == 0
        self._commit_id = new_commit_id()
        self._stored = found.state
        self._state: Any = None

    @property
    def engine(self) -> Engine[Any, Any]:
        """The rules this table plays by."""
        return self.charter.rules

    @property
    def state(self) -> Any:
        """The engine's state; None before the start."""
        if self._state is None and self._stored:
            engine, data = self.engine, self._stored
            if self.meta.state_schema != engine.state_schema:
                data = engine.upgrade(data, self.meta.state_schema)
                self.meta.state_schema = engine.state_schema  # the next commit stores it in the form of today
            self._state = engine.load(data, self.charter.agreed)
        return self._state

    def enter(
        self,
        kind: JournalKind,
        events: list[Event],
        *,
        at: int,
        seat: int | None = None,
        timeout: bool = False,
        **more: Any,
    ) -> None:
        """Write one version into the draft, with its events."""
        self.entries.append(JournalEntry(self._commit_id, kind, at, seat, **more))
        self.version += 1
        self.meta.updated_at = at
        for event in events:
            self.meta.events += 1
            self.heard.append(LoggedEvent(self.meta.events, self.version, at, logged(event), timeout))

    def start(self) -> None:
        """Remove the seats that were not taken, mix the seeds and set the table up."""
        meta, seeds = self.meta, self.seeds
        if seeds is None:
            raise RuntimeError("starting a game needs its seeds")
        taken = self.taken()
        self._keep_first_player(taken)
        meta.seats = [meta.seats[number] for number in taken]
        seeds.entropies = [seeds.entropies[number] for number in taken]
        seeds.seed = game_seed(seeds.server_seed, self.id, seeds.entropies)
        self._state, events = self.engine.new(len(taken), self.charter.agreed, Chance(seeds.seed))
        meta.status, meta.state_schema = "active", self.engine.state_schema
        began = GameStarted(None, [seat.name or "" for seat in meta.seats])
        self._played("start", [began, *events], at=self.now)

    def taken(self) -> list[int]:
        """The numbers of the seats that are not open."""
        return [number for number, seat in enumerate(self.meta.seats) if seat.kind != "open"]

    def first_player(self, taken: list[int]) -> int | None:
        """The first player's number after open seats are removed; None, to be drawn, if nobody sits there."""
        first = self.charter.agreed.first_player
        return taken.index(first) if first in taken else None

    def _keep_first_player(self, taken: list[int]) -> None:
        first = self.first_player(taken)
        if first != self.charter.agreed.first_player:
            given = {**msgspec.json.decode(self.charter.given), "first_player": first}
            self.charter = msgspec.structs.replace(
                self.charter,
                given=msgspec.Raw(msgspec.json.encode(given)),
                options={**self.charter.options, "first_player": first},
            )
            self._new_charter = True

    def draft(self, seat: int, action: Action, *, at: int, automatic: bool = False, timeout: bool = False) -> None:
        """Apply a checked action to the draft; `timeout` if the clock does it."""
        if self.seeds is None:
            raise RuntimeError("playing a game needs its seeds")
        self.meta.actions += 1
        self.meta.seats[seat].late = timeout
        if not automatic:
            self.meta.seats[seat].acted_at = at
        events = self.engine.play(self.state, seat, action, self.seeds.seed)
        done = msgspec.to_builtins(action)
        self._played("act", events, at=at, seat=seat, action=done, automatic=automatic, timeout=timeout)

    def bound(self, max_actions: int) -> None:
        """Abandon a game with too many actions: it could fill the store."""
        if self.meta.status == "active" and self.meta.actions > max_actions:
            self.abandon("too_many_actions")

    def abandon(self, why: AbandonReason) -> None:
        """Abandon the game; its record becomes public."""
        self.meta.status, self.meta.asked = "abandoned", {}
        self.enter("abandon", [GameAbandoned(None, why)], at=self.now)

    def commit(self, store: GameStore, settings: Settings) -> bool:
        """Write the draft; False if somebody else was first."""
        name, receipt = self.kept or ("", None)
        return store.commit(
            self.id,
            Commit(
                id=self._commit_id,
                expected=self.expected,
                meta=self.meta,
                state=self._stored if self._state is None else self.engine.dump(self._state),
                ttl=lifetime(self.meta.status, settings) * 1000,
                entries=self.entries,
                heard=self.heard,
                charter=self.charter if self._new_charter else None,
                seeds=self.seeds if any(entry.kind != "act" for entry in self.entries) else None,
                receipt_name=name,
                receipt=receipt,
            ),
        )

    def _played(self, kind: JournalKind, events: list[Event], *, at: int, **more: Any) -> None:
        """What follows every move: which seats the game asks now, or how it ended."""
        turns = self.engine.turns(self.state)
        mark, marked = max((ask.since for ask in turns.values()), default=0), self.meta.marked
        self.meta.asked = {seat: asked(self.meta.asked.get(seat), ask, at, marked) for seat, ask in turns.items()}
        if mark != self.meta.mark:
            self.meta.mark, self.meta.marked = mark, at
        if not turns:
            outcome = cast(Outcome, self.engine.outcome(self.state))  # by the contract: none asked, so there is one
            self.meta.status, self.meta.outcome = "finished", outcome
            events = [*events, GameFinished(None, outcome)]
        self.enter(kind, events, at=at, **more)


def asked(before: PendingTurn | None, ask: Ask, at: int, marked: int) -> PendingTurn:
    """A seat's time starts when it is asked. Whoever acts, it starts again only if the seat is asked for something
    else, or in another turn. Time that the seat had to wait, counted from `marked`, is no part of it.
    """
    since = at
    if before is not None and (before.what, before.required, before.turn) == (ask.what, ask.required, ask.turn):
        waited = min(at, marked + before.not_before * 1000) if before.not_before else 0
        since = max(before.since, waited)
    return PendingTurn(ask.what, since, ask.required, ask.turn, ask.not_before, ask.at_once)


def lifetime(status: Status, settings: Settings) -> int:
    """Seconds a game lives after its last change."""
    return {
        "open": settings.open_game_ttl,
        "active": settings.game_ttl,
        "finished": settings.finished_game_ttl,
        "abandoned": DAY,
    }[status]
