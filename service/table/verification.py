"""Verification of a record without the store: parse it strictly, check its hashes, play it again.

Also the program `python -m service.table.verification`: a large record is verified in a process of its own, so that the
worker that received it goes on serving other requests.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import msgspec
from marshmallow import ValidationError
from msgspec import Meta

from engines.engine import Engine, Outcome
from engines.record import FORMAT, Misplayed, Record, hash_of_fields, record_hash, replay, state_hash
from engines.registry import find_rules
from engines.text import Text
from schemas import strict
from schemas.from_struct import struct_error
from schemas.game_schemas import parse_action, schemas_of
from service import HOME
from service.problems import Problem

LONGEST_WHY = 1000
LONGEST_FIELD = 256 * 1024
"""Bytes of one field of a record from outside, several times as many as the largest options need."""
LONGEST_ACTION = 4 * 1024
MOST_FIELDS = 30
MOST_BRACKETS = 200_000
"""Lists and objects in a record. A record of real moves has fewer; each costs memory and time to build."""
LONGEST_VERIFICATION = 20.0
"""Seconds that the process of one record may take; shorter than the time a worker has to finish when it stops."""
COMMAND = (sys.executable, "-m", "service.table.verification")
ENVIRONMENT = ("PATH", "PYTHON", "LD_", "LC_", "LANG")
"""The process needs only these variables (by their beginning): no address or password of a store."""


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


class Rejection(msgspec.Struct):
    """The problem that a text which cannot be verified ends in, in a form that crosses process boundaries."""

    code: str
    detail: str
    errors: dict[str, list[tuple[str, dict[str, Any]]]]
    """By field, each message as the template and the values of its Text."""

    @classmethod
    def of(cls, problem: Problem) -> "Rejection":
        """The rejection that stands for this problem."""
        errors = problem.members.get("errors", {})
        return cls(problem.code, problem.detail, {field: [_parts(one) for one in errors[field]] for field in errors})

    def problem(self) -> Problem:
        """The problem that this stands for."""
        members: dict[str, Any] = {}
        if self.errors:
            members["errors"] = {
                name: [Text(text, **values) for text, values in parts] for name, parts in self.errors.items()
            }
        return Problem(self.code, self.detail, **members)


class Verification(msgspec.Struct):
    """Either a rejection, or a result that lacks only `known`, and what is needed to look the game up in the store."""

    rejection: Rejection | None = None
    result: VerificationResult | None = None
    game_id: str = ""
    record_hash: str | None = None
    """None if it is not the hash of the record's content."""


def require_few_brackets(text: str) -> None:
    """Reject a text with more lists and objects than a record has; cheap enough to be done before all else."""
    if text.count("[") + text.count("{") > MOST_BRACKETS:
        raise Problem("validation_error", errors={"record": ["More lists and objects than a record has."]})


def verify_in_process(text: str, most_actions: int) -> Verification:
    """Verify a record in a process of its own, which is killed when it takes too long. It inherits no open file but
    its pipes and the log.
    """
    environment = {name: value for name, value in os.environ.items() if name.startswith(ENVIRONMENT)}
    with subprocess.Popen(  # noqa: S603
        [*COMMAND, str(most_actions)], cwd=HOME, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        try:
            output, _ = process.communicate(text.encode(), LONGEST_VERIFICATION)
        except subprocess.TimeoutExpired:
            why = Text("It could not be verified within {seconds} seconds.", seconds=round(LONGEST_VERIFICATION))
            raise Problem("validation_error", errors={"record": [why]}) from None
        finally:
            if process.poll() is None:
                process.kill()
    if process.returncode != 0:
        raise RuntimeError(f"the verification of a record ended with code {process.returncode}")
    return msgspec.json.decode(output, type=Verification)


def verify_text(text: str, most_actions: int) -> Verification:
    """Verify the text of a record; it may have this many actions."""
    try:
        return _verify(parse(text, most_actions))
    except Problem as problem:
        return Verification(Rejection.of(problem))


def parse(text: str, most_actions: int) -> Any:
    """A record's JSON value. What is larger than in any record is rejected before a schema looks at it."""
    try:
        body = strict.decode(text)
        if not isinstance(body, dict):
            _require_size("the body", body, LONGEST_FIELD)
            return body
        actions = body.get("actions")
        if len(body) > MOST_FIELDS:
            raise Problem("validation_error", errors={"record": ["More fields than a record has."]})
        if isinstance(actions, list) and len(actions) > most_actions:
            raise Problem("validation_error", errors={"actions": ["More actions than a game may have here."]})
        for name, value in body.items():
            if value is not actions:
                _require_size(f"`{name}`", value, LONGEST_FIELD)
        for action in actions if isinstance(actions, list) else ():
            _require_size("an action", action, LONGEST_ACTION)
    except ValueError as error:
        raise Problem("malformed_json", str(error)) from None
    return body


def _parts(message: str) -> tuple[str, dict[str, Any]]:
    return (message.template, message.values) if isinstance(message, Text) else (message, {})


def _require_size(name: str, value: Any, most: int) -> None:
    if len(msgspec.json.encode(value)) > most:
        raise ValueError(f"More than {most} bytes in {name}.")


def _verify(body: Any) -> Verification:
    try:
        record = msgspec.convert(body, Record)
    except msgspec.ValidationError as error:
        raise Problem("validation_error", "This is not a record.", errors={"record": [struct_error(error)]}) from None
    engine = find_rules(record.engine, record.rules_version)
    if engine is None:
        raise Problem("rules_version_unsupported")
    # Both: what was sent may lack a field or have one too many, and what was read holds no such thing.
    hash_is_right = hash_of_fields(body) == record_hash(record) == record.record_hash
    try:
        result = _replay(engine, record, hash_is_right)
    except Misplayed as error:
        result = VerificationResult(valid=False, known=False, step=error.step, why=error.why)
    return Verification(
        result=result,
        game_id=record.id,
        record_hash=record.record_hash if hash_is_right else None,
    )


def _replay(engine: Engine[Any, Any], record: Record, hash_is_right: bool) -> VerificationResult:
    """Play the record again; Misplayed if it cannot have happened like this. Options and actions pass the schemas of
    every request.
    """
    if record.format != FORMAT:
        raise Misplayed(0, f"only records of the format {FORMAT} are understood")
    load_options = schemas_of(engine).options.load
    for state, _ in replay(engine, record, _loader(load_options), _loader(partial(parse_action, engine))):
        final = state
    if not hash_is_right:
        raise Misplayed(0, "the record's hash is not that of its content")
    outcome, final_hash = engine.outcome(final), state_hash(final)
    if final_hash != record.state_hash or outcome != record.outcome:
        raise Misplayed(len(record.actions), "the game does not end as the record says")
    return VerificationResult(valid=True, known=False, outcome=outcome, state_hash=final_hash)


def _loader(load: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A schema's `load` in the form that `replay` takes."""

    def read(data: Any) -> Any:
        try:
            return load(data)
        except ValidationError as error:
            raise ValueError(str(error.messages)[:LONGEST_WHY]) from None

    return read


def main() -> int:
    """Verify the record on standard input and write the result. The alarm ends a process whose worker was killed."""
    signal.setitimer(signal.ITIMER_REAL, 2 * LONGEST_VERIFICATION)
    verification = verify_text(sys.stdin.buffer.read().decode(), int(sys.argv[1]))
    sys.stdout.buffer.write(msgspec.json.encode(verification))
    return 0


if __name__ == "__main__":
    sys.exit(main())
