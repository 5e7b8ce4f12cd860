"""One process that moves bots: it takes note after note from the board, and sleeps while none is due."""

import contextlib
import signal
import sys
import time
from typing import Any

import redis

from service.base import logs
from service.bots.mover import move
from service.store import Unavailable
from service.store.notes import CHANNEL, LATE, Note
from service.table.house import House

LOOK_AGAIN = 15.0
RECONNECT = 0.5


class Process:
    """Takes notes until it is told to stop. A note that it has taken it works off first."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.lease = round(house.settings.bot_seconds * 1000) + LATE
        self._stopping = self._idle = False

    def stop(self, *_: object) -> None:
        """A signal: end now, or after the move that is being thought about."""
        self._stopping = True
        if self._idle:
            sys.exit()

    def run(self) -> None:
        """Move bots until told to stop, whatever happens to the store."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.stop)
        while not self._stopping:
            try:
                self._run_until_broken()
            except (Unavailable, redis.RedisError) as error:
                logs.warning("store_unavailable", str(error))
            except Exception as error:  # a fault of ours in one game must not stop the others
                logs.fault(error)
            if not self._stopping:
                self._rest(lambda: time.sleep(RECONNECT))

    def _run_until_broken(self) -> None:
        subscription = self.house.store.link.subscribe(CHANNEL)
        try:
            while not self._stopping:
                note, wait = self.house.board.take(self.lease)
                if note is not None:
                    self._work_off(note)
                else:
                    self._rest(lambda wait=wait: self._listen(subscription, wait))
        finally:
            with contextlib.suppress(redis.RedisError):
                subscription.close()

    def _work_off(self, note: Note) -> None:
        again = move(self.house, note.game_id)
        self.house.board.tear(note, again)

    def _rest(self, rest: Any) -> None:
        """Rest, and end if told to meanwhile."""
        self._idle = True
        if not self._stopping:
            rest()
        self._idle = False

    @staticmethod
    def _listen(subscription: Any, wait: int | None) -> None:
        """Sleep until a note is left or the next one is due. A quiet connection must show that it is alive."""
        if wait is not None and wait < LOOK_AGAIN * 1000:
            subscription.get_message(timeout=wait / 1000)
        elif subscription.get_message(timeout=LOOK_AGAIN) is None:
            subscription.ping()
            if subscription.get_message(timeout=LOOK_AGAIN) is None:
                raise redis.ConnectionError("the subscription has gone silent")
