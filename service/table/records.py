"""Records of games that are over: written from the journal, and verified by playing them again."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Annotated, Any

import msgspec
from marshmallow import ValidationError
from msgspec import Meta

from engines.engine import Engine, Outcome
from engines.record import (
    FORMAT,
    Misplayed,
    Record,
    RecordedAction,
    RecordedSeat,
    hash_of_fields,
    record_hash,
    replay,
    seal,
    state_hash,
)
from engines.registry import ENGINES
from schemas.game_schemas import parse_action
from schemas.registry import SCHEMAS
from schemas.strict import Pieces
from service.problems import Problem
from service.store.stored import JournalEntry, instant
from service.table.breath import Breath
from service.table.tables import Tables
from service.table.transaction import Transaction
from service.tokens import GAME_ID

LONGEST_WHY = 1000
LONGEST_FIELD = 256 * 1024
"""Characters of one field of a record from outside, several times as many as the largest options need."""
LONGEST_ACTION = 4 * 1024
MOST_FIELDS = 30
MOST_BRACKETS = 200_000
"""Lists and objects in a record. A record of real moves has fewer, and Python's garbage collector walks through all of
them while nobody else is served."""


class VerificationResult(msgspec.Struct, omit_defaults=True):
    """What replaying a record shows: the outcome where it is valid, and what is wrong where it is not."""

    valid: Annotated[bool, Meta(description="Whether it replays to exactly what it says")]
    known: Annotated[bool, Meta(description="Whether it is the record of a game stored here")]
    outcome: Annotated[Outcome | msgspec.UnsetType | None, Meta(description="The replay's outcome")] = msgspec.UNSET
    state_hash: Annotated[str | msgspec.UnsetType, Meta(description="Hash of the replay's final state")] = msgspec.UNSET
    step: Annotated[
        int | msgspec.UnsetType, Meta(description="The first wrong step, from 1; 0: the record as a whole")
    ] = msgspec.UNSET
    why: Annotated[str | msgspec.UnsetType, Meta(description="What is wrong with it")] = msgspec.UNSET


def record_of(house: Tables, game_id: str) -> Record:
    """The full record of a game that is over."""
    breath = Breath()
    return seal(kept(house, game_id, breath), breath.between)


def kept(house: Tables, game_id: str, breath: Breath) -> Record:
    """The record of a game that is over, not yet sealed."""
    room = house.current(game_id, seeds=True)
    if room.meta.status not in ("finished", "abandoned"):
        raise Problem("not_finished", "A game's record is public once it is over.")
    return written(room, breath.between(house.store.journal(room.id)))


def written(room: Transaction, journal: Iterable[JournalEntry]) -> Record:
    """A game written down from its journal."""
    seeds = room.seeds
    if seeds is None:
        raise Problem("not_found", "This game's record is gone.")
    seats = zip(room.meta.seats, seeds.entropies, strict=True)
    return Record(
        id=room.id,
        engine=room.charter.engine,
        rules_version=room.charter.rules_version,
        options=room.charter.options,
        seats=[RecordedSeat(seat.name or "", seat.kind, sent, seat.level or msgspec.UNSET) for seat, sent in seats],
        server_seed=seeds.server_seed.hex(),
        seed_commitment=room.charter.commitment,
        actions=[
            RecordedAction(entry.seat, entry.action, instant(entry.at), entry.automatic)
            for entry in journal
            if entry.kind == "act" and entry.seat is not None and entry.action is not None
        ],
        outcome=room.meta.outcome,
        state_hash=state_hash(room.state),
    )


def verify(house: Tables, text: str) -> VerificationResult:
    """Whether a record is consistent in itself, and whether it is that of a game stored here. A worker verifies one
    record at a time: however many are sent, the other requests wait for a single spell of work only."""
    with house.verifying:
        breath = Breath()
        body = read(text, house.settings.max_actions + 1, breath)
        try:
            record = msgspec.convert(body, Record)
        except msgspec.ValidationError as error:
            raise Problem("validation_error", "This is not a record.", errors={"record": [str(error)]}) from None
        engine = ENGINES.get(record.engine)
        if engine is None or engine.rules_version != record.rules_version:
            raise Problem("rules_version_unsupported")
        # Both: what was sent may lack a field or have one too many, and what was read holds no such thing.
        hashes = hash_of_fields(body, breath.between), record_hash(record, breath.between)
        whole = hashes == (record.record_hash, record.record_hash)
        known = whole and is_known(house, record, breath)
        try:
            return judged(engine, record, whole, known, breath)
        except Misplayed as found:
            return VerificationResult(valid=False, known=known, step=found.step, why=found.why)


def read(text: str, most: int, breath: Breath) -> Any:
    """A record's JSON, read field by field and action by action: the size of each is judged before its content."""
    if text.count("[") + text.count("{") > MOST_BRACKETS:
        raise Problem("validation_error", errors={"record": ["More lists and objects than a record has."]})
    pieces = Pieces(text)
    try:
        an_object = pieces.ahead() == "{"
        body = read_fields(pieces, most, breath) if an_object else pieces.value("the body", LONGEST_FIELD)
        pieces.end()
    except ValueError as error:
        raise Problem("malformed_json", str(error)) from None
    return body


def read_fields(pieces: Pieces, most: int, breath: Breath) -> dict[str, Any]:
    """The fields of a record, the actions one by one."""
    found: dict[str, Any] = {}
    for name in breath.between(pieces.members()):
        if len(found) == MOST_FIELDS:
            raise Problem("validation_error", errors={"record": ["More fields than a record has."]})
        a_list = name == "actions" and pieces.ahead() == "["
        found[name] = read_actions(pieces, most, breath) if a_list else pieces.value(f"`{name}`", LONGEST_FIELD)
    return found


def read_actions(pieces: Pieces, most: int, breath: Breath) -> list[Any]:
    """The actions of a record, if they are no more than a game may have here."""
    found: list[Any] = []
    for _ in breath.between(pieces.parts()):
        if len(found) == most:
            raise Problem("validation_error", errors={"actions": ["More actions than a game may have here."]})
        found.append(pieces.value("an action", LONGEST_ACTION))
    return found


def judged(engine: Engine[Any, Any], record: Record, whole: bool, known: bool, breath: Breath) -> VerificationResult:
    """Play the record again; Misplayed if it cannot have happened like this."""
    if record.format != FORMAT:
        raise Misplayed(0, f"only records of the format {FORMAT} are understood")
    state = played(engine, record, breath)
    if not whole:
        raise Misplayed(0, "the record's hash is not that of its content")
    outcome, found = engine.outcome(state), state_hash(state)
    if found != record.state_hash or outcome != record.outcome:
        raise Misplayed(len(record.actions), "the game does not end as the record says")
    return VerificationResult(valid=True, known=known, outcome=outcome, state_hash=found)


def played(engine: Engine[Any, Any], record: Record, breath: Breath) -> Any:
    """The table at the end of a record from outside: its options and actions pass the schemas of every request."""
    schemas = SCHEMAS[engine.slug]
    steps = replay(engine, record, read_by(schemas.options.load), read_by(partial(parse_action, schemas)))
    for state, _ in breath.between(steps):
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


def is_known(house: Tables, record: Record, breath: Breath) -> bool:
    """Whether a record whose hash is right is that of a game stored here."""
    try:
        if GAME_ID.fullmatch(record.id) is None:
            return False
        ours = kept(house, record.id, breath)
    except Problem:
        return False
    return record_hash(ours, breath.between) == record.record_hash
