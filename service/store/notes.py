"""Notes about games in which a bot is due. They are hints, as they are in another hash slot than the games."""

from contextlib import suppress
from typing import NamedTuple

from service.store.link import Link, Unavailable, answering, run
from service.store.scripts import NOTE, TAKE, TEAR
from service.store.wakes import channel_of

DUE = "bots:due"
CHANNEL = channel_of(DUE)
LATE = 2000
"""Milliseconds after which a bot that has not moved is overdue, and the note about it is taken to be lost."""


class Note(NamedTuple):
    """A note that a process has taken, and until when it is this process's."""

    game_id: str
    lease: str


class Board:
    """A sorted set of game ids by the moment, in milliseconds of the store, at which somebody is to look at the game.

    Whoever takes a note moves it ahead by the time it needs at most. So the note of a process that was killed comes up
    again by itself. A step in the game puts the note back at once, whoever has it.
    """

    def __init__(self, link: Link) -> None:
        self.link = link

    def leave(self, game_id: str, due: int, *, unless_noted: bool = False) -> None:
        """Note when a bot is due. A failure is ignored: a game that has waited too long is noted by who reads it."""
        with suppress(Unavailable), answering():
            run(self.link, NOTE, [DUE], [game_id, due, CHANNEL, int(unless_noted)])

    def take(self, lease: int) -> tuple[Note | None, int | None]:
        """The note that has been due longest, for so many milliseconds; else in how many the next one is due."""
        with answering():
            (game_id, until, wait), _ = run(self.link, TAKE, [DUE], [lease])
        note = Note(game_id.decode(), until.decode()) if game_id else None
        return note, None if wait is None else int(wait)

    def tear(self, note: Note, due: int | None) -> None:
        """Done: remove the note, or leave it for later, unless the game has been noted anew."""
        with answering():
            run(self.link, TEAR, [DUE], [note.game_id, note.lease, "" if due is None else due])

    def queue(self) -> tuple[int, int] | None:
        """As `waiting`; None while the store does not answer."""
        with suppress(Unavailable):
            return self.waiting()
        return None

    def waiting(self) -> tuple[int, int]:
        """How many notes are due and not taken, and how many of them are overdue."""
        with answering():
            seconds, micros = self.link.call("TIME")
            now = int(seconds) * 1000 + int(micros) // 1000
            counts = self.link.many([("ZCOUNT", DUE, "-inf", now), ("ZCOUNT", DUE, "-inf", f"({now - LATE}")])
        return int(counts[0]), int(counts[1])
