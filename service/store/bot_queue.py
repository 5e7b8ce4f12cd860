"""The queue of games in which a bot is due. It is a hint, as it is in another hash slot than the games."""

import os
from contextlib import suppress
from typing import NamedTuple

from service.store.connection import Argument, StoreConnection, run_script
from service.store.errors import Unavailable
from service.store.scripts import LEASE, QUEUE_STATUS, RELEASE, SCHEDULE
from service.store.subscriptions import channel_of

DUE_KEY = "{bots}:due"
LEASES_KEY = "{bots}:leases"
WORKERS_KEY = "{bots}:workers"
CHANNEL = channel_of("bots")
OVERDUE_MS = 2000
"""Milliseconds after which a bot that has not moved is overdue, and its entry in the queue is taken to be lost."""
WORKER_TIMEOUT_MS = 60_000
"""Milliseconds, and the duration of a lease, after which a worker that asks for no other is taken to be gone."""


class Lease(NamedTuple):
    """A game that one worker may move the bots of; the token proves whose lease it is."""

    game_id: str
    token: str


class QueueStatus(NamedTuple):
    """How many games are due and not leased, how many of them are overdue, and how many workers there are."""

    waiting: int
    overdue: int
    workers: int


class BotQueue:
    """A sorted set of game ids by the moment, in milliseconds of the store, at which a bot is due.

    A lease moves the game ahead by its duration, so the game of a worker that was killed is due again by itself. A step
    in the game schedules it at once, also while it is leased. Arguments are delays and not times: in a cluster, the
    clock here is not that of the game.
    """

    def __init__(self, connection: StoreConnection) -> None:
        self.connection = connection
        self.worker = os.urandom(8).hex()

    def schedule(self, game_id: str, delay: int = 0, *, keep_existing: bool = False) -> None:
        """A bot is due in so many milliseconds. A failure is ignored: reading an overdue game schedules it."""
        with suppress(Unavailable):
            run_script(self.connection, SCHEDULE, [DUE_KEY, LEASES_KEY], [game_id, delay, CHANNEL, int(keep_existing)])

    def lease(self, duration: int) -> tuple[Lease | None, int | None]:
        """The game that has been due longest, for so many milliseconds; else in how many the next one is due."""
        token, worker_timeout = os.urandom(8).hex(), duration + WORKER_TIMEOUT_MS
        keys: list[str] = [DUE_KEY, LEASES_KEY, WORKERS_KEY]
        arguments: list[Argument] = [duration, token, self.worker, worker_timeout]
        game_id, delay = run_script(self.connection, LEASE, keys, arguments)
        return Lease(game_id.decode(), token) if game_id else None, None if delay is None else int(delay)

    def release(self, lease: Lease, delay: int | None) -> None:
        """Take the game off the queue, or schedule it again, unless that was done since or the lease has expired."""
        arguments = [lease.game_id, lease.token, "" if delay is None else delay]
        run_script(self.connection, RELEASE, [DUE_KEY, LEASES_KEY], arguments)

    def status(self) -> QueueStatus:
        """Queue length, overdue count and number of workers."""
        return QueueStatus(*run_script(self.connection, QUEUE_STATUS, [DUE_KEY, WORKERS_KEY], [OVERDUE_MS]))

    def status_if_available(self) -> QueueStatus | None:
        """Queue length, overdue count and number of workers; None while the store does not respond."""
        with suppress(Unavailable):
            return self.status()
        return None
