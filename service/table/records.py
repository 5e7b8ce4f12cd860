"""Records of games that are over: written from the journal, and verified by playing them again."""

import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Annotated, Any

import msgspec
from marshmallow import ValidationError
from msgspec import Meta

from engines.contract import Engine, Outcome
from engines.record import (
    FORMAT,
    Misplayed,
    Record,
    RecordedAction,
    RecordedSeat,
    canonical_json,
    record_hash,
    replay,
    seal,
    state_hash,
)
from engines.registry import ENGINES
from schemas.games import parse_action
from schemas.registry import SCHEMAS
from service.base.model import Entry, instant
from service.base.problems import Problem
from service.base.secrets import GAME_ID
from service.table.house import House
from service.table.room import Room

STEPS_BETWEEN_BREATHS = 100
LONGEST_WHY = 1000


class Verdict(msgspec.Struct, omit_defaults=True):
    """What replaying a record shows: the outcome where it is valid, and what is wrong where it is not."""

    valid: Annotated[bool, Meta(description="Whether it replays to exactly what it says")]
    known: Annotated[bool, Meta(description="Whether it is the record of a game stored here")]
    outcome: Annotated[Outcome | msgspec.UnsetType | None, Meta(description="The replay's outcome")] = msgspec.UNSET
    state_hash: Annotated[str | msgspec.UnsetType, Meta(description="Hash of the replay's final state")] = msgspec.UNSET
    step: Annotated[
        int | msgspec.UnsetType, Meta(description="The first wrong step, from 1; 0: the record as a whole")
    ] = msgspec.UNSET
    why: Annotated[str | msgspec.UnsetType, Meta(description="What is wrong with it")] = msgspec.UNSET


def record_of(house: House, game_id: str) -> Record:
    """The full record of a game that is over."""
    room = house.current(game_id, seeds=True)
    if room.meta.status not in ("finished", "abandoned"):
        raise Problem("not_finished", "A game's record is public once it is over.")
    return written(room, house.store.journal(room.id))


def written(room: Room, journal: Iterable[Entry]) -> Record:
    """A game written down from its journal, and sealed."""
    seeds = room.seeds
    if seeds is None:
        raise Problem("not_found", "This game's record is gone.")
    seats = zip(room.meta.seats, seeds.entropies, strict=True)
    return seal(
        Record(
            id=room.id,
            engine=room.charter.engine,
            rules_version=room.charter.rules_version,
            options=room.charter.options,
            seats=[RecordedSeat(seat.name or "", seat.kind, entropy) for seat, entropy in seats],
            server_seed=seeds.server_seed.hex(),
            actions=[
                RecordedAction(entry.seat, entry.action, instant(entry.at), entry.automatic)
                for entry in journal
                if entry.kind == "act" and entry.seat is not None and entry.action is not None
            ],
            outcome=room.meta.outcome,
            state_hash=state_hash(room.state),
        )
    )


def verify(house: House, body: Any) -> Verdict:
    """Whether a record is consistent in itself, and whether it is that of a game stored here."""
    try:
        record = msgspec.convert(body, Record)
    except msgspec.ValidationError as error:
        raise Problem("validation_error", "This is not a record.", errors={"record": [str(error)]}) from None
    engine = ENGINES.get(record.engine)
    if engine is None or engine.rules_version != record.rules_version:
        raise Problem("rules_version_unsupported")
    if len(record.actions) > house.settings.max_actions + 1:
        raise Problem("validation_error", errors={"actions": ["More actions than a game may have here."]})
    known = is_known(house, record)
    try:
        return judged(engine, record, body, known)
    except Misplayed as found:
        return Verdict(valid=False, known=known, step=found.step, why=found.why)


def judged(engine: Engine[Any, Any], record: Record, body: Any, known: bool) -> Verdict:
    """Play the record again; Misplayed if it cannot have happened like this."""
    if record.format != FORMAT:
        raise Misplayed(0, f"only records of the format {FORMAT} are understood")
    state = played(engine, record)
    if msgspec.to_builtins(record) != body or record_hash(record) != record.record_hash:
        raise Misplayed(0, "the record's hash is not that of its content")
    outcome, found = engine.outcome(state), state_hash(state)
    if found != record.state_hash or outcome != record.outcome:
        raise Misplayed(len(record.actions), "the game does not end as the record says")
    return Verdict(valid=True, known=known, outcome=outcome, state_hash=found)


def played(engine: Engine[Any, Any], record: Record) -> Any:
    """The table at the end of a record from outside: its options and actions pass the schemas of every request."""
    schemas = SCHEMAS[engine.slug]
    steps = replay(engine, record, read_by(schemas.options.load), read_by(partial(parse_action, schemas)))
    for step, (state, _) in enumerate(steps):
        if step % STEPS_BETWEEN_BREATHS == 0:
            time.sleep(0)  # a long game must not keep the worker to itself
        last = state
    return last


def read_by(load: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A schema's `load` in the form that `replay` takes."""

    def read(data: Any) -> Any:
        try:
            return load(data)
        except ValidationError as error:
            raise ValueError(str(error.messages)[:LONGEST_WHY]) from None

    return read


def is_known(house: House, record: Record) -> bool:
    """Whether the record is equal to that of a game stored here."""
    try:
        return GAME_ID.fullmatch(record.id) is not None and alike(record, record_of(house, record.id))
    except Problem:
        return False


def alike(one: Record, other: Record) -> bool:
    """Whether two records are the same JSON; in Python true would equal 1, and 0 equal 0.0."""
    return canonical_json(one) == canonical_json(other)
