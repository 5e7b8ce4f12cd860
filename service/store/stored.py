"""What the store holds of a game: typed structs, and how the lines of its log are encoded."""

from functools import cached_property, lru_cache, partial
from types import NoneType
from typing import Any, Literal, NamedTuple

import msgspec

from engines.engine import Engine, Face, Logged, Options, Outcome
from engines.registry import find_rules
from service.logs import utc_second
from service.problems import Problem

Status = Literal["open", "active", "finished", "abandoned"]
SeatKind = Literal["human", "open", "bot"]
Level = Literal["random", "greedy", "search"]
JournalKind = Literal["create", "join", "leave", "start", "act", "abandon", "rematch"]
LISTED_OPTIONS = 1024
"""The most bytes of options that the list of games shows."""
SHARED_OPTIONS = 64
"""Of how many different options one object is shared by all games that have them."""
FACE = 1
"""The type of the MessagePack extension that stands for the face of a card, with the card's number in two bytes."""
SCALARS = {int, str, bool, NoneType}
DIGEST_BYTES = 8
"""Of the digest in a line of the journal."""


class ConfigSummary(msgspec.Struct, frozen=True):
    """What the list of games shows of a config, stored apart so that a list need not read large options."""

    engine: str
    created_at: int
    options: msgspec.Raw
    """As the creator sent them; null if they are larger than the list shows."""


class GameConfig(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What never changes about a game once it is created."""

    id: str
    engine: str
    rules_version: str
    requested_options: msgspec.Raw
    """The options as the creator sent them."""
    options: dict[str, Any]
    """The options with every default filled in, so that a later release cannot change them."""
    host: str
    commitment: str
    created_at: int
    public: bool
    auto_start: bool
    ticket_key: bytes
    """The key that signs the tickets to this game's events."""
    turn_seconds: int | None = None
    bot_pace: float = 0
    """Seconds after an action before which no bot acts."""
    previous_game: str | None = None

    def summary(self) -> ConfigSummary:
        """What the list of games shows of it."""
        listed = len(bytes(self.requested_options)) <= LISTED_OPTIONS
        return ConfigSummary(self.engine, self.created_at, self.requested_options if listed else msgspec.Raw(b"null"))

    @cached_property
    def rules(self) -> Engine[Any, Any]:
        """The engine of this game; a Problem if this release does not have its version of the rules."""
        engine = find_rules(self.engine, self.rules_version)
        if engine is None:
            raise Problem("rules_version_unsupported", "This release does not know the rules this game started with.")
        return engine

    @cached_property
    def engine_options(self) -> Any:
        """The options as the engine takes them; converted once, because the process caches the config."""
        return _share(msgspec.convert(self.options, self.rules.options_type))


_shared_options: dict[Options, Options] = {}


def _share(options: Options) -> Options:
    """One object for all games with equal options: it caches what follows from them, such as a deck or a map."""
    shared = _shared_options.get(options)
    if shared is None:
        if len(_shared_options) >= SHARED_OPTIONS:
            _shared_options.pop(next(iter(_shared_options)), None)  # the oldest
        shared = _shared_options[options] = options
    return shared


class Seat(msgspec.Struct, omit_defaults=True):
    """A place at the table; `token` is the digest of its holder's token."""

    name: str | None
    kind: SeatKind
    token: str | None = None
    acted_at: int = 0
    reserved_for: str | None = None
    """The digest of the token that may claim this seat: in a rematch, or after its player has left."""
    left: bool = False
    """Its player has left the running game; a bot plays until they are back."""
    late: bool = False
    """Its last move was made by the clock."""
    level: Level | None = None
    """How well it plays; only of a bot."""
    joined: bool = False
    """Its player took it by joining, so the creator never had their token. A rematch keeps this."""


class Revision(NamedTuple):
    """A version of a game, and the digest of its journal up to there. The number alone is not enough: after a fail-over
    that one master has missed, two have different versions of the same number.
    """

    version: int = 0
    digest: bytes = b""


class PendingTurn(msgspec.Struct, omit_defaults=True):
    """A seat that may or must act: what it is asked for, and since when."""

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
    """The turns that are pending, by seat."""
    choices_since: int = 0
    """The version since which people have only made simultaneous choices; 0 while nobody is to make one."""
    window: int = 0
    """The number of the engine's window for reactions (`Ask.since`)."""
    window_since: int = 0
    """When that window opened; `not_before` is counted from this moment."""
    outcome: Outcome | None = None
    state_schema: int = 1
    next_game: str | None = None
    journal_digest: bytes = b""
    """The digest in the last line of the journal."""

    def is_bots_only(self) -> bool:
        """Whether nobody waits for the bots at this table: only bots sit there."""
        return all(seat.kind == "bot" for seat in self.seats)

    def is_bots_playing(self) -> bool:
        """Whether bots play here among themselves."""
        return self.status == "active" and self.is_bots_only()

    def awaiting(self) -> list[int]:
        """The seats the game waits for."""
        return [seat for seat, turn in self.pending.items() if turn.required]

    def may_react(self) -> list[int]:
        """The seats that may act out of turn."""
        return [seat for seat, turn in self.pending.items() if not turn.required]


class Seeds(msgspec.Struct):
    """A game's random seeds; stored in a key of their own and never shown before the game is over."""

    server_seed: bytes
    entropies: list[str]
    seed: bytes = b""


class JournalEntry(msgspec.Struct, frozen=True, array_like=True):
    """One entry of the journal, which has one for each version of the game. It is stored as an array of these fields,
    so new ones must come last and have a default."""

    commit: str
    kind: JournalKind
    at: int
    seat: int | None = None
    action: dict[str, Any] | None = None
    automatic: bool = False
    digest: bytes = b""
    """Of this line and the one before; empty until the entry is stored."""


class LoggedEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event of the log."""

    seq: int
    version: int
    at: int
    event: Logged
    timeout: bool = False


class Receipt(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is stored of an accepted request with an Idempotency-Key; `encrypted` only if the response held tokens."""

    body: str
    version: int
    first_seq: int
    last_seq: int
    encrypted: bytes = b""


@lru_cache(1024)
def instant(milliseconds: int) -> str:
    """A moment as RFC 3339, in UTC; cached, because a response shows the same moment several times."""
    second, millisecond = divmod(milliseconds, 1000)
    return f"{utc_second(second)}.{millisecond:03}Z"


# The lines of the log, which are MessagePack arrays


class LogLine(msgspec.Struct, array_like=True):
    """A LoggedEvent as it is stored; its `seq` is its place in the list. New fields must come last with a default."""

    version: int
    at: int
    type: str
    seat: int | None
    data: dict[str, Any]
    private: dict[int, dict[str, Any]] = {}
    timeout: bool = False


_encode = msgspec.msgpack.Encoder().encode


def encode_event(logged: LoggedEvent) -> bytes:
    """An event as it is stored, with numbers for the faces of cards."""
    event = logged.event
    line = (logged.version, logged.at, event.type, event.seat, _replace_faces(event.data))
    if not (event.private or logged.timeout):
        return _encode(line)
    private = {seat: _replace_faces(fields) for seat, fields in event.private.items()}
    return _encode((*line, private, logged.timeout))


def decode_events(lines: list[bytes], after: int, config: GameConfig) -> list[LoggedEvent]:
    """The events in the lines of the log that follow the event with this seq, in the game with this config."""
    decode = msgspec.msgpack.Decoder(LogLine, ext_hook=partial(_face, config)).decode
    events: list[LoggedEvent] = []
    for seq, data in enumerate(lines, after + 1):
        line = decode(data)
        event = Logged(line.type, line.seat, line.data, line.private)
        events.append(LoggedEvent(seq, line.version, line.at, event, line.timeout))
    return events


def _replace_faces(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value if type(value) in SCALARS else _number_faces(value) for name, value in fields.items()}


def _number_faces(value: Any) -> Any:
    """A value with the numbers of cards instead of their faces."""
    if isinstance(value, Face):
        return msgspec.msgpack.Ext(FACE, value.id.to_bytes(2))
    if isinstance(value, (list, tuple)) and value and type(value[0]) not in SCALARS:
        return [_number_faces(part) for part in value]
    return value


def _face(config: GameConfig, code: int, data: memoryview) -> Face:
    """The face of a card: what is printed on it follows from the game's rules and options."""
    if code != FACE:
        raise ValueError(f"a line of the log holds an extension of type {code}")
    return config.rules.faces(config.engine_options)[int.from_bytes(data)]
