"""The house: its store, lobby, board of notes and settings, and the one way to read and change a game."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from service.metrics import CONFLICTS, GAMES
from service.problems import Problem
from service.settings import Settings
from service.store import BotQueue, Full, GameStore, Lobby, Unavailable
from service.store.connection import StoreConnection
from service.store.info import service_secret
from service.store.stored import Status
from service.table import bots, clock
from service.table.access import Viewer, viewer_of
from service.table.transaction import Transaction

T = TypeVar("T")
ATTEMPTS = 100
PAUSE_AFTER = 5
PAUSE = 0.002


class Tables:
    """What every part of the service needs to work on a game."""

    def __init__(self, link: StoreConnection, settings: Settings) -> None:
        self.store = GameStore(link, settings.store_wait_replicas)
        self.lobby = Lobby(link)
        self.board = BotQueue(link)
        self.settings = settings
        self.verifying = threading.Lock()
        self._secret: bytes | None = None

    def secret(self) -> bytes:
        """The secret of the service, read once."""
        if self._secret is None:
            self._secret = service_secret(self.store.connection)
        return self._secret

    def look(self, game_id: str, token: str | None) -> tuple[Transaction, Viewer]:
        """A game as it stands, and who is looking at it."""
        room = self.current(game_id)
        return room, viewer_of(room, token)

    def current(self, game_id: str, *, seeds: bool = False) -> Transaction:
        """A game as it stands, after whatever was due has been done. A full store can still be read."""
        room = Transaction(self.store.read(game_id, seeds=seeds))
        if clock.overdue(room):
            with suppress(Full):
                self.settle(game_id, lambda room: None)
                room = Transaction(self.store.read(game_id, seeds=seeds))
        self._remind(room)
        return room

    def settle(self, game_id: str, change: Callable[[Transaction], T], *, receipt: str = "", due: bool = True) -> T:
        """Make a change to the newest state of a game; if somebody else was first, make it again on the newer state.

        What is overdue is done before, once, in a commit of its own. `change` drafts on the room it is given; a draft
        without an entry writes nothing.
        """
        for attempt in range(ATTEMPTS):
            room = Transaction(self.store.read(game_id, seeds=True, receipt=receipt))
            before = room.meta.status
            catching_up = due and clock.overdue(room)
            if catching_up:
                clock.catch_up(room, self.settings.max_actions)
            else:
                result = self._judged(room, change)
                if not room.entries:
                    return result
            if room.commit(self.store, self.settings):
                self._tell(room, before)
                if not catching_up:
                    return result
                due = False
                continue
            CONFLICTS.inc()
            if attempt >= PAUSE_AFTER:
                time.sleep(PAUSE)
        raise Unavailable("too many others act on this game at once")

    def _judged(self, room: Transaction, change: Callable[[Transaction], T]) -> T:
        """Have the change drafted. If it only tells how things stand, or refuses, the replicas must have that already:
        otherwise a request that was not confirmed would be confirmed to whoever repeats it.
        """
        try:
            result = change(room)
        except Problem:
            self._remind(room)
            self.store.assure(room.id, room.expected)
            raise
        if not room.entries:
            self._remind(room)
            self.store.assure(room.id, room.expected)
        return result

    def add(self, room: Transaction) -> bool:
        """Write a new table; False if there is one with this id already."""
        if not room.commit(self.store, self.settings):
            return False
        self._tell(room, None)
        GAMES.labels(room.charter.engine).inc()
        return True

    def _tell(self, room: Transaction, before: Status | None) -> None:
        """After a commit: put the game on the right lists, and note that a bot is due."""
        if room.meta.status != before:
            self.lobby.move(room.charter, before, room.meta.status)
        due = bots.next_due(room)
        if due is not None:
            self.board.schedule(room.id, max(0, due - room.now))

    def _remind(self, room: Transaction) -> None:
        """If a bot should have moved long ago, leave the note about it again: it must be lost."""
        if bots.forgotten(room):
            self.board.schedule(room.id, keep_existing=True)
