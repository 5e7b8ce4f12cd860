"""What the store keeps of a game, as typed structs."""

from datetime import UTC, datetime
from functools import cached_property, lru_cache
from typing import Any, Literal

import msgspec

from engines.engine import Engine, Logged, Options, Outcome
from engines.registry import ENGINES
from service.problems import Problem

Status = Literal["open", "active", "finished", "abandoned"]
SeatKind = Literal["human", "open", "bot"]
Level = Literal["random", "greedy", "search"]
LISTED_OPTIONS = 1024
"""The most bytes of options that the list of games shows."""
JournalKind = Literal["create", "join", "leave", "start", "act", "abandon", "rematch"]


class ConfigSummary(msgspec.Struct, frozen=True):
    """What the list of games shows of a charter, kept apart so that a list need not read large options."""

    engine: str
    created_at: int
    options: msgspec.Raw
    """As the creator gave them; null if they are larger than the list shows."""


class GameConfig(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What never changes about a game once it is created."""

    id: str
    engine: str
    rules_version: str
    given: msgspec.Raw
    """The options as the creator gave them."""
    options: dict[str, Any]
    """The options with every default filled in, so that a later release cannot change them."""
    host: str
    commitment: str
    created_at: int
    public: bool
    auto_start: bool
    ticket_key: bytes
    """What the tickets to this game's events are made with."""
    turn_seconds: int | None = None
    previous_game: str | None = None

    def brief(self) -> ConfigSummary:
        """What the list of games shows of it."""
        small = len(bytes(self.given)) <= LISTED_OPTIONS
        return ConfigSummary(self.engine, self.created_at, self.given if small else msgspec.Raw(b"null"))

    @cached_property
    def rules(self) -> Engine[Any, Any]:
        """The engine of this game; a Problem if this release does not have its version of the rules."""
        engine = ENGINES.get(self.engine)
        if engine is None or engine.rules_version != self.rules_version:
            raise Problem("rules_version_unsupported", "This release does not know the rules this game started with.")
        return engine

    @cached_property
    def agreed(self) -> Any:
        """The options as the engine takes them; made once, because the process keeps the charter that it has read."""
        return _shared(msgspec.convert(self.options, self.rules.options_type))


@lru_cache(64)
def _shared(options: Options) -> Options:
    """The same object for tables that agree on the same, so that what follows from options is found only once."""
    return options


class Seat(msgspec.Struct, omit_defaults=True):
    """A place at the table; `token` is the digest of its holder's token."""

    name: str | None
    kind: SeatKind
    token: str | None = None
    acted_at: int = 0
    kept_for: str | None = None
    """The digest of the token that may claim this seat: in a rematch, or after its player has left."""
    left: bool = False
    """Its player has left the running game; a bot plays until they are back."""
    late: bool = False
    """Its last move was made by the clock."""
    level: Level | None = None
    """How well it plays; only of a bot."""


class PendingTurn(msgspec.Struct, omit_defaults=True):
    """A seat that the game asks to act: for what, and since when."""

    what: str
    since: int
    required: bool = True
    turn: int = 0
    not_before: int = 0
    at_once: tuple[str, ...] = ()
    simultaneous: bool = False


class Meta(msgspec.Struct, omit_defaults=True):
    """What the service itself knows of a game and changes; all that the rules change is in the engine's state."""

    status: Status
    seats: list[Seat]
    updated_at: int
    events: int = 0
    actions: int = 0
    pending: dict[int, PendingTurn] = {}
    choices_since: int = 0
    """The version since which people have only made simultaneous choices; 0 while nobody is to make one."""
    mark: int = 0
    """The engine's `since`, and the moment when it last changed; `not_before` is counted from that moment."""
    marked: int = 0
    outcome: Outcome | None = None
    state_schema: int = 1
    next_game: str | None = None

    def awaiting(self) -> list[int]:
        """The seats the game waits for."""
        return [seat for seat, turn in self.pending.items() if turn.required]

    def may_react(self) -> list[int]:
        """The seats that may act out of turn."""
        return [seat for seat, turn in self.pending.items() if not turn.required]


class Seeds(msgspec.Struct):
    """A game's random seeds; kept in a key of their own and never shown before the game is over."""

    server_seed: bytes
    entropies: list[str]
    seed: bytes = b""


class JournalEntry(msgspec.Struct, frozen=True, array_like=True):
    """One line of the journal, which has one line for each version of the game. It is stored as an array of these
    fields, so new ones must come last and have a default."""

    commit: str
    kind: JournalKind
    at: int
    seat: int | None = None
    action: dict[str, Any] | None = None
    automatic: bool = False


class LoggedEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the event log."""

    seq: int
    version: int
    at: int
    event: Logged
    timeout: bool = False


class Receipt(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is kept of an accepted request with an Idempotency-Key; `encrypted` only if the answer held tokens."""

    body: str
    version: int
    first_seq: int
    last_seq: int
    encrypted: bytes = msgspec.field(default=b"", name="sealed")  # the name under which earlier releases stored it


@lru_cache(1024)
def instant(milliseconds: int) -> str:
    """A moment as RFC 3339, in UTC; cached, because an answer shows the same moment several times."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
