"""Which versions of the rules the running processes know: a new table takes none that another process cannot play."""

import threading
import time
from typing import Any

import msgspec

from engines.engine import Engine
from engines.registry import GAMES
from service import logs
from service.store.connection import run_script
from service.store.errors import Unavailable
from service.store.interface import StoreConnection
from service.store.scripts import ANNOUNCE
from service.store.subscriptions import RECONNECT_DELAY

RULES_KEY = "service:rules"
ANNOUNCE_INTERVAL = 15.0
ANNOUNCEMENT_MS = 60_000
"""Milliseconds after which a process that does not announce itself is taken to be gone; stopping takes less time."""

KnownVersions = dict[str, list[str]]
"""The versions of each game's rules that a process knows, by the game's slug."""


class RulesVersions:
    """What each process announces in the store. Processes of one release announce the same, which is stored once."""

    def __init__(self, connection: StoreConnection) -> None:
        self._connection = connection

    def announce(self) -> list[KnownVersions]:
        """Announce what this process knows, and return everything that is announced."""
        own = msgspec.json.encode({slug: list(game.rules) for slug, game in GAMES.items()}, order="sorted")
        announced = run_script(self._connection, ANNOUNCE, [RULES_KEY], [own, ANNOUNCEMENT_MS])
        return [msgspec.json.decode(known, type=KnownVersions) for known in announced]

    def keep_announced(self) -> None:
        """Announce what this process knows for as long as it runs, in a thread."""
        threading.Thread(target=self._announce_regularly, name="rules versions", daemon=True).start()

    def newest_common(self, slug: str) -> Engine[Any, Any]:
        """The newest rules of a game that every process which has this game knows; those for a new table."""
        game = GAMES[slug]
        if len(game.rules) > 1:
            announced = [known[slug] for known in self.announce() if slug in known]
            for version, engine in reversed(game.rules.items()):
                if all(version in versions for versions in announced):
                    return engine
        return game.engine

    def _announce_regularly(self) -> None:
        while True:
            pause = ANNOUNCE_INTERVAL
            try:
                self.announce()
            except Unavailable:  # requests report it
                pause = RECONNECT_DELAY  # others may have forgotten this process when the store responds again
            except Exception as error:  # this thread must live, or others would take this process to be gone
                logs.fault(error)
            time.sleep(pause)
