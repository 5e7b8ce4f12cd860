"""A game written down so that anyone can play it again and get the same table."""

import hashlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec

from engines.chance import Chance, game_seed
from engines.contract import Action, Engine, Event, IllegalAction, Outcome

FORMAT = "ludotheque-record/1"


class RecordedSeat(msgspec.Struct, frozen=True):
    """A seat as it took part; never its token."""

    name: str
    kind: str
    entropy: str = ""


class RecordedAction(msgspec.Struct, frozen=True):
    """One step: who did what, when, and whether the clock or a bot did it for them."""

    seat: int
    action: dict[str, Any]
    at: str = ""
    automatic: bool = False


class Record(msgspec.Struct, frozen=True):
    """Everything needed to replay a game, and the hashes that seal it."""

    id: str
    engine: str
    rules_version: str
    options: dict[str, Any]
    seats: list[RecordedSeat]
    server_seed: str
    actions: list[RecordedAction]
    outcome: Outcome | None
    state_hash: str
    record_hash: str = ""
    format: str = FORMAT


class Misplayed(Exception):  # noqa: N818  (what a verifier finds, not a fault of ours)
    """A record's step that could not have been played; steps count from 1, and 0 is the set-up."""

    def __init__(self, step: int, why: str) -> None:
        super().__init__(why)
        self.step = step
        self.why = why


def seal(record: Record) -> Record:
    """The record with the hash over the canonical JSON of the rest."""
    return msgspec.structs.replace(record, record_hash=record_hash(record))


def record_hash(record: Record) -> str:
    """SHA-256 of the canonical JSON (keys sorted, no blanks, UTF-8) of all but the hash itself."""
    fields = msgspec.to_builtins(record)
    del fields["record_hash"]
    return hashlib.sha256(canonical(fields)).hexdigest()


def canonical(value: Any) -> bytes:
    """Canonical JSON: keys sorted, no blanks, UTF-8."""
    return msgspec.json.encode(value, order="sorted")


def state_hash(state: msgspec.Struct) -> str:
    """What two equal tables have in common and no two different ones."""
    return hashlib.sha256(canonical(state)).hexdigest()


def replay(
    engine: Engine[Any, Any],
    record: Record,
    read_options: Callable[[dict[str, Any]], Any] | None = None,
    read_action: Callable[[dict[str, Any]], Action] | None = None,
) -> Iterator[tuple[Any, list[Event]]]:
    """Play a record again: the state and what was heard after the set-up and after each step.

    The readers are for records of unknown origin, whose options and actions must be looked at as closely as a
    client's; whatever ValueError they raise is a step that could not have been played.
    """
    read_options = read_options or partial(msgspec.convert, type=engine.options_type)
    read_action = read_action or partial(msgspec.convert, type=union_of(engine))
    try:
        options, server_seed = read_options(record.options), bytes.fromhex(record.server_seed)
    except ValueError as error:
        raise Misplayed(0, str(error)) from None
    seats = len(record.seats)
    if not engine.players.min <= seats <= engine.players.max or engine.misfits(seats, options):
        raise Misplayed(0, "the options or the number of seats do not fit the game")
    seed = game_seed(server_seed, record.id, [seat.entropy for seat in record.seats])
    state, events = engine.new(seats, options, Chance(seed))
    yield state, events
    for step, recorded in enumerate(record.actions, start=1):
        try:
            yield state, replay_step(engine, state, recorded.seat, read_action(recorded.action), seed)
        except (IllegalAction, ValueError) as error:
            raise Misplayed(step, str(error)) from None


def replay_step(engine: Engine[Any, Any], state: Any, seat: int, action: Action, seed: bytes) -> list[Event]:
    """One step again, refused where the rules would have refused it."""
    if seat not in engine.turns(state):
        raise ValueError(f"seat {seat} was not to act")
    engine.check(state, seat, action)
    return engine.play(state, seat, action, seed)


def union_of(engine: Engine[Any, Any]) -> Any:
    """The type that any of this game's actions is of."""
    kinds: Any = engine.actions[0]
    for kind in engine.actions[1:]:
        kinds = kinds | kind
    return kinds
