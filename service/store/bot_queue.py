"""Notes about games in which a bot is due. They are hints, as they are in another hash slot than the games."""

import os
from contextlib import suppress
from typing import NamedTuple

from service.store.connection import StoreConnection, Unavailable, answering, run
from service.store.scripts import NOTE, QUEUE, TAKE, TEAR
from service.store.subscriptions import channel_of

DUE = "{bots}:due"
PROCESSES = "{bots}:processes"
CHANNEL = channel_of("bots")
LATE = 2000
"""Milliseconds after which a bot that has not moved is overdue, and the note about it is taken to be lost."""
GONE = 60_000
"""Milliseconds, and the time it has for a note, after which a process that looks for no other is taken to be gone."""


class Note(NamedTuple):
    """A note that a process has taken, and until when it is this process's."""

    game_id: str
    lease: str


class Queue(NamedTuple):
    """How many notes are due and not taken, how many of them are overdue, and how many processes look for them."""

    waiting: int
    overdue: int
    processes: int


class BotQueue:
    """A sorted set of game ids by the moment, in milliseconds of the store, at which somebody is to look at the game.

    Whoever takes a note moves it ahead by the time it needs at most. So the note of a process that was killed comes up
    again by itself. A step in the game puts the note back at once, whoever has it. How long until a note is due is
    given, and not when: in a cluster, the clock here is not that of the game.
    """

    def __init__(self, link: StoreConnection) -> None:
        self.link = link
        self.name = os.urandom(8).hex()

    def leave(self, game_id: str, wait: int = 0, *, unless_noted: bool = False) -> None:
        """Note in how many milliseconds a bot is due. A failure is ignored: a game that has waited too long is noted by
        who reads it.
        """
        with suppress(Unavailable), answering():
            run(self.link, NOTE, [DUE], [game_id, wait, CHANNEL, int(unless_noted)])

    def take(self, lease: int) -> tuple[Note | None, int | None]:
        """The note that has been due longest, for so many milliseconds; else in how many the next one is due."""
        with answering():
            (game_id, until, wait), _ = run(self.link, TAKE, [DUE, PROCESSES], [lease, self.name, lease + GONE])
        note = Note(game_id.decode(), until.decode()) if game_id else None
        return note, None if wait is None else int(wait)

    def tear(self, note: Note, wait: int | None) -> None:
        """Done: remove the note, or leave it for later, unless the game has been noted anew."""
        with answering():
            run(self.link, TEAR, [DUE], [note.game_id, note.lease, "" if wait is None else wait])

    def queue(self) -> Queue:
        """How the notes stand."""
        with answering():
            counts, _ = run(self.link, QUEUE, [DUE, PROCESSES], [LATE])
        return Queue(*counts)

    def queue_if_answering(self) -> Queue | None:
        """How the notes stand; None while the store does not answer."""
        with suppress(Unavailable):
            return self.queue()
        return None
