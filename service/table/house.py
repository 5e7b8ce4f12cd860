"""The house: its store, its lobby and its settings, and the one way to read and change a game."""

import time
from collections.abc import Callable
from typing import TypeVar

from service.base.metrics import CONFLICTS, GAMES
from service.base.settings import Settings
from service.store import GameStore, Lobby, Unavailable
from service.table import clock
from service.table.access import Viewer, viewer_of
from service.table.room import Room

T = TypeVar("T")
ATTEMPTS = 100
PAUSE_AFTER = 5
PAUSE = 0.002


class House:
    """What every part of the service needs to work on a game."""

    def __init__(self, store: GameStore, lobby: Lobby, settings: Settings) -> None:
        self.store = store
        self.lobby = lobby
        self.settings = settings

    def look(self, game_id: str, token: str | None) -> tuple[Room, Viewer]:
        """A game as it stands, and who is looking at it."""
        room = self.current(game_id)
        return room, viewer_of(room, token)

    def current(self, game_id: str, *, seeds: bool = False) -> Room:
        """A game as it stands, after whatever was due has been done."""
        room = Room(self.store.read(game_id, seeds=seeds))
        if clock.overdue(room):
            self.settle(game_id, lambda room: None)
            room = Room(self.store.read(game_id, seeds=seeds))
        return room

    def settle(self, game_id: str, change: Callable[[Room], T], *, receipt: str = "", due: bool = True) -> T:
        """Make a change to the newest state of a game; if somebody else was first, make it again on the newer state.

        What is overdue is done before, once, in a commit of its own. `change` drafts on the room it is given; a draft
        without an entry writes nothing.
        """
        for attempt in range(ATTEMPTS):
            room = Room(self.store.read(game_id, seeds=True, receipt=receipt))
            before = room.meta.status
            catching_up = due and clock.overdue(room)
            if catching_up:
                clock.catch_up(room, self.settings.max_actions)
            else:
                result = change(room)
                if not room.entries:
                    return result
            if room.commit(self.store, self.settings):
                if room.meta.status != before:
                    self.lobby.move(room.charter, before, room.meta.status)
                if not catching_up:
                    return result
                due = False
                continue
            CONFLICTS.inc()
            if attempt >= PAUSE_AFTER:
                time.sleep(PAUSE)
        raise Unavailable("too many others act on this game at once")

    def add(self, room: Room) -> bool:
        """Write a new table; False if there is one with this id already."""
        if not room.commit(self.store, self.settings):
            return False
        self.lobby.move(room.charter, None, room.meta.status)
        GAMES.labels(room.charter.engine).inc()
        return True
