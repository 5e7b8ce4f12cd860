"""Records of games that are over: written from the journal, and verified without delaying other requests."""

from collections.abc import Callable, Iterable
from typing import ParamSpec, TypeVar

import gevent
import msgspec
from gevent import monkey
from gevent.util import wrap_errors

from engines.record import Record, RecordedAction, RecordedSeat, record_hash, seal, state_hash
from service import logs
from service.problems import Problem
from service.store.connection import suspended_deadline
from service.store.journal import JournalDamaged, verify_journal
from service.store.stored import JournalEntry, instant
from service.table.game import Game
from service.table.transaction import Tables
from service.table.verification import Verification, require_few_brackets, verify_in_process, verify_text
from service.table.verification import VerificationResult as VerificationResult
from service.tokens import GAME_ID

P = ParamSpec("P")
T = TypeVar("T")
LARGEST_IN_THREAD = 64 * 1024
"""Characters of a record that is verified in a thread; a larger one would take long turns of the interpreter."""


def in_thread_pool(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Compute in a thread, so that the worker serves other requests meanwhile; without gevent simply compute."""
    if not monkey.is_module_patched("threading"):
        return function(*args, **kwargs)
    # A Problem is raised here and not in the thread, where gevent would print its traceback.
    result: T | Problem = gevent.get_hub().threadpool.apply(wrap_errors(Problem, function), args, kwargs)
    if isinstance(result, Problem):
        raise result
    return result


def record_of(tables: Tables, game_id: str) -> Record:
    """The full record of a game that is over."""
    return in_thread_pool(seal, _unsealed_record(tables, game_id))


def _unsealed_record(tables: Tables, game_id: str) -> Record:
    game = tables.current(game_id, seeds=True)
    if game.meta.status not in ("finished", "abandoned"):
        raise Problem("not_finished", "A game's record is public once it is over.")
    lines = tables.store.journal_lines(game.id, game.version)
    if not lines:
        tables.current(game_id)  # a Problem if the game was deleted meanwhile
    return in_thread_pool(_write_verified, game, lines)


def _write_verified(game: Game, lines: list[bytes]) -> Record:
    """The record of a game whose journal is the one that was written; otherwise a Problem, and a line in the log."""
    try:
        journal = verify_journal(game.id, game.version, game.meta.journal_digest, lines)
    except JournalDamaged as damage:
        logs.error("journal_damaged", f"game {game.id}: {damage}")
        raise Problem("internal_error", "The journal of this game is damaged, so it has no valid record.") from None
    return write_record(game, journal)


def write_record(game: Game, journal: Iterable[JournalEntry]) -> Record:
    """A game written down from its journal, without the hash."""
    seeds = game.seeds
    if seeds is None:
        raise Problem("not_found", "This game's record is gone.")
    seats = zip(game.meta.seats, seeds.entropies, strict=True)
    return Record(
        id=game.id,
        engine=game.config.engine,
        rules_version=game.config.rules_version,
        options=game.config.options,
        seats=[
            RecordedSeat(seat.name or "", seat.kind, entropy, seat.level or msgspec.UNSET) for seat, entropy in seats
        ],
        server_seed=seeds.server_seed.hex(),
        seed_commitment=game.config.commitment,
        actions=[
            RecordedAction(entry.seat, entry.action, instant(entry.at), entry.automatic)
            for entry in journal
            if entry.kind == "act" and entry.seat is not None and entry.action is not None
        ],
        outcome=game.meta.outcome,
        state_hash=state_hash(game.state),
    )


def verify(tables: Tables, text: str) -> VerificationResult:
    """Whether a record is consistent in itself, and whether it is that of a game stored here. A worker verifies one
    record at a time, so that many records cannot take all processors.
    """
    require_few_brackets(text)
    most_actions = tables.settings.max_actions + 1
    with suspended_deadline(), tables.verifying:  # it may take longer than a request waits for the store
        if len(text) > LARGEST_IN_THREAD:
            verification = verify_in_process(text, most_actions)
        else:
            verification = in_thread_pool(verify_text, text, most_actions)
    if verification.rejection is not None:
        raise verification.rejection.problem()
    assert verification.result is not None  # noqa: S101  (there is either a rejection or a result)
    verification.result.known = _is_known(tables, verification)
    return verification.result


def _is_known(tables: Tables, verification: Verification) -> bool:
    """Whether a record whose hash is right is that of a game stored here."""
    if verification.record_hash is None or GAME_ID.fullmatch(verification.game_id) is None:
        return False
    try:
        stored = _unsealed_record(tables, verification.game_id)
    except Problem:
        return False
    return in_thread_pool(record_hash, stored) == verification.record_hash
