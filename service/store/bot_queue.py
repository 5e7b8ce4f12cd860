"""The queues of games in which a bot is due. They are hints, as they are in another hash slot than the games."""

import os
from contextlib import suppress
from typing import Literal, NamedTuple, get_args

from service.store.connection import run_script
from service.store.errors import Unavailable
from service.store.interface import Argument, StoreConnection
from service.store.scripts import LEASE, QUEUE_STATUS, RELEASE, SCHEDULE
from service.store.subscriptions import channel_of

Thinking = Literal["quick", "search"]
"""How the bots that are due think: they decide at once, or one of them searches."""
LEASES_KEY = "{bots}:leases"
WORKERS_KEY = "{bots}:workers"
OVERDUE_MS = 2000
"""Milliseconds after which a bot that has not moved is overdue, and its entry in the queue is taken to be lost."""
WORKER_TIMEOUT_MS = 60_000
"""Milliseconds, and the duration of a lease, after which a worker that asks for no other is taken to be gone."""
BOTS_ONLY_SHARE = 8
"""Of so many games that are leased, one is of bots only, if one is due: so these never stop."""


class Queue(NamedTuple):
    """One of the four queues: games with people or of bots only, whose due bots decide at once or search."""

    thinking: Thinking
    bots_only: bool

    @property
    def key(self) -> str:
        """Where the store keeps it."""
        return f"{{bots}}:due:{self.thinking}:{'bots' if self.bots_only else 'people'}"


QUEUES = [Queue(thinking, bots_only) for bots_only in (False, True) for thinking in get_args(Thinking)]
QUEUE_KEYS = [queue.key for queue in QUEUES]


class Lease(NamedTuple):
    """A game that one worker may move the bots of; the token proves whose lease it is."""

    game_id: str
    token: str


class QueueStatus(NamedTuple):
    """How many games with people are due and not leased, how many of them are overdue, how many games of bots only are
    due, and how many workers there are.
    """

    waiting: int
    overdue: int
    bots_only: int
    workers: int


def channel(thinking: Thinking) -> str:
    """Where it is published that a game was scheduled whose bots think so."""
    return f"{channel_of('bots')}:{thinking}"


class BotQueue:
    """Sorted sets of game ids by the moment, in milliseconds of the store, at which a bot is due.

    A lease moves the game ahead by its duration, so the game of a worker that was killed is due again by itself. A step
    in the game schedules it at once, also while it is leased. Arguments are delays and not times: in a cluster, the
    clock here is not that of the game.
    """

    def __init__(self, connection: StoreConnection) -> None:
        self.connection = connection
        self.worker = os.urandom(8).hex()

    def schedule(self, game_id: str, queue: Queue, delay: int = 0, *, keep_existing: bool = False) -> None:
        """A bot is due in so many milliseconds. A failure is ignored: reading an overdue game schedules it."""
        keys = [queue.key, LEASES_KEY, *(key for key in QUEUE_KEYS if key != queue.key)]
        with suppress(Unavailable):
            run_script(self.connection, SCHEDULE, keys, [game_id, delay, channel(queue.thinking), int(keep_existing)])

    def lease(self, thinking: Thinking, count: int, duration: int) -> tuple[list[Lease], int | None]:
        """At most so many games whose bots think so, those with people first and of each kind the one that has
        been due longest, for so many milliseconds; and in how many the next one is due.
        """
        token, worker_timeout = os.urandom(8).hex(), duration + WORKER_TIMEOUT_MS
        passed_key = f"{{bots}}:passed:{thinking}"
        keys = [Queue(thinking, False).key, Queue(thinking, True).key, LEASES_KEY, WORKERS_KEY, passed_key]
        arguments: list[Argument] = [count, duration, token, self.worker, worker_timeout, BOTS_ONLY_SHARE]
        leased, delay, next_game = run_script(self.connection, LEASE, keys, arguments)
        return [Lease(game_id.decode(), token) for game_id in leased], None if next_game is None else int(delay)

    def release(self, lease: Lease, delay: int | None) -> None:
        """Take the game off its queue, or schedule it again, unless that was done since or the lease has expired."""
        arguments = [lease.game_id, lease.token, "" if delay is None else delay]
        run_script(self.connection, RELEASE, [LEASES_KEY, *QUEUE_KEYS], arguments)

    def status(self) -> QueueStatus:
        """The lengths of the queues and the number of workers."""
        workers, *counts = run_script(self.connection, QUEUE_STATUS, [WORKERS_KEY, *QUEUE_KEYS], [OVERDUE_MS])
        due, overdue = counts[::2], counts[1::2]
        people = len(QUEUES) // 2
        return QueueStatus(sum(due[:people]), sum(overdue[:people]), sum(due[people:]), workers)

    def status_if_available(self) -> QueueStatus | None:
        """The lengths of the queues and the number of workers; None while the store does not respond."""
        with suppress(Unavailable):
            return self.status()
        return None
