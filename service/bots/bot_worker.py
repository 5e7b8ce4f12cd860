"""One process that moves bots: it takes note after note from the board, and sleeps while none is due."""

import signal
import sys
import threading
import time
from typing import Any

from service import logs
from service.bots.mover import move
from service.store import Unavailable
from service.store.bot_queue import CHANNEL, OVERDUE_MS, Lease
from service.store.subscriptions import POLL_INTERVAL, RECONNECT_DELAY, Subscriptions
from service.table.transaction import Tables


class Process:
    """Takes notes until it is told to stop. A note that it has taken it works off first."""

    def __init__(self, house: Tables) -> None:
        self.house = house
        self.lease = round(house.settings.bot_seconds * 1000) + OVERDUE_MS
        self._stopping = self._idle = False
        self._bell = threading.Event()
        """Rung when a note has been left, or may have."""

    def stop(self, *_: object) -> None:
        """A signal: end now, or after the move that is being thought about. Another one would only disturb the end."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        self._stopping = True
        if self._idle:
            sys.exit()

    def run(self) -> None:
        """Move bots until told to stop, whatever happens to the store."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.stop)
        Subscriptions(self.house.store.connection).subscribe(CHANNEL, self._bell.set)
        while not self._stopping:
            try:
                self._run_until_broken()
            except Unavailable as error:
                logs.warning("store_unavailable", str(error))
            except Exception as error:  # a fault of ours in one game must not stop the others
                logs.fault(error)
            if not self._stopping:
                self._rest(lambda: time.sleep(RECONNECT_DELAY))

    def _run_until_broken(self) -> None:
        while not self._stopping:
            self._bell.clear()
            note, wait = self.house.bot_queue.lease(self.lease)
            if note is not None:
                self._work_off(note)
            else:
                seconds = POLL_INTERVAL if wait is None else min(POLL_INTERVAL, wait / 1000)
                self._rest(lambda seconds=seconds: self._bell.wait(seconds))

    def _work_off(self, note: Lease) -> None:
        again = move(self.house, note.game_id)
        self.house.bot_queue.release(note, again)

    def _rest(self, rest: Any) -> None:
        """Rest, and end if told to meanwhile."""
        self._idle = True
        if not self._stopping:
            rest()
        self._idle = False
