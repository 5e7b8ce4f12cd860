"""Records of games, from which anyone can replay a game to the same final state."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Annotated, Any, Union

import msgspec
from msgspec import Meta

from engines.chance import SEED_BYTES, Chance, commitment, game_seed
from engines.engine import Action, Engine, Event, IllegalAction, Outcome, State

FORMAT = "ludotheque-record/1"


class RecordedSeat(msgspec.Struct, frozen=True):
    """A seat that took part, without its token."""

    name: Annotated[str, Meta(description="The player's name")]
    kind: Annotated[str, Meta(description="Who sat there at the end: `human` or `bot`")]
    entropy: Annotated[str, Meta(description="The entropy they sent when they joined")] = ""
    level: Annotated[str | msgspec.UnsetType, Meta(description="Only of a bot: how well it played")] = msgspec.UNSET


class RecordedAction(msgspec.Struct, frozen=True):
    """One step of a game."""

    seat: Annotated[int, Meta(description="Who acted")]
    action: Annotated[dict[str, Any], Meta(description="The action as it was posted")]
    at: Annotated[str, Meta(description="When")] = ""
    automatic: Annotated[bool, Meta(description="Whether the service did it for the seat")] = False


class Record(msgspec.Struct, frozen=True):
    """Everything needed to replay a game, and the hashes that seal it."""

    id: Annotated[str, Meta(description="The game's id")]
    engine: Annotated[str, Meta(description="The slug of its engine")]
    rules_version: Annotated[str, Meta(description="The version of the rules it was played under")]
    options: Annotated[dict[str, Any], Meta(description="All options, with defaults filled in")]
    seats: Annotated[list[RecordedSeat], Meta(description="In order")]
    server_seed: Annotated[str, Meta(description="32 bytes in hexadecimal; `seed_commitment` is made from them")]
    seed_commitment: Annotated[str, Meta(description="What the game showed from its creation on")]
    actions: Annotated[list[RecordedAction], Meta(description="In the order they were applied")]
    outcome: Annotated[Outcome | None, Meta(description="How it ended; null if it was abandoned")]
    state_hash: Annotated[str, Meta(description="SHA-256 of the canonical JSON of the final state")]
    record_hash: Annotated[str, Meta(description="SHA-256 of the canonical JSON of all other fields")] = ""
    format: Annotated[str, Meta(description="The version of this format")] = FORMAT


class Misplayed(Exception):  # noqa: N818  (what a verifier reports; nothing is broken)
    """A step of a record that cannot have been played; steps count from 1, and 0 is the set-up."""

    def __init__(self, step: int, why: str) -> None:
        super().__init__(why)
        self.step = step
        self.why = why


def seal(record: Record) -> Record:
    """The record with its `record_hash`."""
    return msgspec.structs.replace(record, record_hash=record_hash(record))


def record_hash(record: Record) -> str:
    """SHA-256 of the canonical JSON (keys sorted, no blanks, UTF-8) of all but the hash itself."""
    return hash_of_fields(msgspec.structs.asdict(record))


def hash_of_fields(fields: Mapping[str, Any]) -> str:
    """The `record_hash` of a record with these fields."""
    digest = hashlib.sha256()
    for piece in canonical_pieces(fields):
        digest.update(piece)
    return digest.hexdigest()


def canonical_pieces(fields: Mapping[str, Any]) -> Iterator[bytes]:
    """The canonical JSON of a record without its hash, in small pieces."""
    opening = b"{"
    for name in sorted(fields.keys() - {"record_hash"}):
        value = fields[name]
        yield opening + canonical_json(name) + b":"
        yield from _list_pieces(value) if isinstance(value, list) else [canonical_json(value)]
        opening = b","
    yield b"}"


def _list_pieces(items: list[Any]) -> Iterator[bytes]:
    yield b"["
    for number, item in enumerate(items):
        yield b"," * (number > 0) + canonical_json(item)
    yield b"]"


def canonical_json(value: Any) -> bytes:
    """Canonical JSON: keys are text and sorted, no blanks, UTF-8."""
    return msgspec.json.encode(msgspec.to_builtins(value, str_keys=True), order="sorted")


def state_hash(state: State[Any]) -> str:
    """SHA-256 of the canonical JSON of a state, the same for equal states."""
    return hashlib.sha256(canonical_json(state)).hexdigest()


def replay(
    engine: Engine[Any, Any],
    record: Record,
    read_options: Callable[[dict[str, Any]], Any] | None = None,
    read_action: Callable[[dict[str, Any]], Action] | None = None,
) -> Iterator[tuple[Any, list[Event]]]:
    """Replay a record: yields the state and the events after the set-up and after each step.

    The readers are for records of unknown origin, whose options and actions must be checked as strictly as a client's;
    a ValueError from a reader means that the step could not have been played.
    """
    read_options = read_options or partial(msgspec.convert, type=engine.options_type)
    read_action = read_action or partial(msgspec.convert, type=action_union(engine))
    seed, options = seed_of(record), options_of(engine, record, read_options)
    state, events = engine.new(len(record.seats), options, Chance(seed))
    yield state, events
    for step, recorded in enumerate(record.actions, start=1):
        action = read_step(engine, state, step, recorded, read_action)
        yield state, engine.play(state, recorded.seat, action, seed)


def seed_of(record: Record) -> bytes:
    """The seed all draws of this game come from."""
    try:
        server_seed = bytes.fromhex(record.server_seed)
    except ValueError:
        server_seed = b""
    if len(server_seed) != SEED_BYTES:
        raise Misplayed(0, f"the server seed is not {SEED_BYTES} bytes in hexadecimal")
    if record.seed_commitment != commitment(server_seed):
        raise Misplayed(0, "the commitment is not that of the server seed")
    return game_seed(server_seed, record.id, [seat.entropy for seat in record.seats])


def options_of(engine: Engine[Any, Any], record: Record, read: Callable[[dict[str, Any]], Any]) -> Any:
    """The options of this game; Misplayed if no game can be started with them."""
    seats, players = len(record.seats), engine.players
    if not players.min <= seats <= players.max:
        raise Misplayed(0, f"{players.min} to {players.max} can play, not {seats}")
    try:
        options = read(record.options)
    except ValueError as error:
        raise Misplayed(0, str(error)) from None
    if option_errors := engine.option_errors(seats, options):
        raise Misplayed(0, f"options that do not fit {seats} seats: {', '.join(option_errors)}")
    return options


def read_step(
    engine: Engine[Any, Any], state: Any, step: int, recorded: RecordedAction, read: Callable[[dict[str, Any]], Action]
) -> Action:
    """The action of a step; Misplayed if it was illegal."""
    if recorded.seat not in engine.turns(state):
        raise Misplayed(step, f"seat {recorded.seat} could not act")
    try:
        action = read(recorded.action)
        engine.check(state, recorded.seat, action)
    except (IllegalAction, ValueError) as error:
        raise Misplayed(step, str(error)) from None
    return action


def action_union(engine: Engine[Any, Any]) -> Any:
    """The union of the types of this game's actions."""
    return Union[engine.actions]  # noqa: UP007  (the operator cannot join types that are only known at run time)
