"""Whether a stored game is whole: its journal is the one that was written, and all else is there and can be read.

The log has no digests, because the journal and the seeds say all that it says. It must be complete and readable.
"""

from collections.abc import Iterator

from service.problems import Problem
from service.store import GameStore, StoredGame, Unavailable
from service.store.journal import JournalDamaged, verify_journal
from service.store.stored import Meta
from service.table.game import Game

PAGE = 1000
"""Events that are read at a time."""


def find_damage(store: GameStore, game_id: str) -> str | None:
    """What is wrong with a game, in a few words; None if nothing is, or if there is no such game any more.

    While the service runs a game may go on. So its journal and log are read up to the version that was read first.
    """
    try:
        stored = store.read(game_id, seeds=True)
    except Unavailable:
        raise
    except Exception as error:
        return f"what the service knows of it cannot be read ({type(error).__name__})"
    for damage in _damages(store, stored):
        # A game may also have expired or been deleted since.
        return damage if not stored.version or _exists(store, game_id) else None
    return None


def _damages(store: GameStore, stored: StoredGame) -> Iterator[str]:
    lines = store.journal_lines(stored.id, stored.version + 1)
    if stored.meta is None:
        if lines:
            yield "only its journal is left"
        return
    yield from _damages_of_lists(store, stored, stored.meta, lines)
    if stored.config is None:
        yield "its config is missing"
        return
    if stored.seeds is None:
        yield "its seeds are missing"
    try:
        _read_all(store, Game(stored))
    except Unavailable:
        raise
    except Problem:
        pass  # this release does not know its rules
    except Exception as error:
        yield f"its state or its log cannot be read ({type(error).__name__})"


def _damages_of_lists(store: GameStore, stored: StoredGame, meta: Meta, lines: list[bytes]) -> Iterator[str]:
    version, events = stored.version, store.log_length(stored.id)
    try:
        verify_journal(stored.id, version, meta.journal_digest, lines[:version])
    except JournalDamaged as damage:
        yield str(damage)
    if events < meta.events:
        yield f"the log has {events} of {meta.events} events"
    if (len(lines) > version or events > meta.events) and store.read(stored.id).version == version:
        yield f"the journal or the log has more than belongs to version {version}"


def _read_all(store: GameStore, game: Game) -> None:
    """Decode the state and the log."""
    _ = game.state
    for after in range(0, game.meta.events, PAGE):
        store.events(game.config, after, min(PAGE, game.meta.events - after))


def _exists(store: GameStore, game_id: str) -> bool:
    return store.read(game_id).version > 0
