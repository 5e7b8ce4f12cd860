"""The list of public games. It is a hint, as it is in other hash slots than the games: check every entry."""

from contextlib import suppress

from service.base.model import Charter, Status
from service.store.link import Command, Link, Unavailable, answering

LONGEST_LIFE_MS = 400 * 24 * 60 * 60 * 1000


class Lobby:
    """Sorted sets of "creation time:game id", one for each engine and status, and for all engines or all statuses."""

    def __init__(self, link: Link) -> None:
        self.link = link

    def move(self, charter: Charter, before: Status | None, after: Status | None) -> None:
        """Put a game where it belongs now. A failure is ignored: the game itself is stored, and the list is a hint."""
        if not charter.public:
            return
        member = f"{charter.created_at:014d}:{charter.id}"
        commands: list[Command] = [("ZREM", key, member) for key in _keys(charter.engine, before)] if before else []
        commands += [("ZADD", key, 0, member) for key in _keys(charter.engine, after)] if after else []
        oldest = f"({charter.created_at - LONGEST_LIFE_MS:014d}"
        commands += [("ZREMRANGEBYLEX", key, "-", oldest) for key in _keys(charter.engine, after)] if after else []
        with suppress(Unavailable), answering():
            self.link.many(commands)

    def page(self, engine: str | None, status: Status | None, cursor: str | None, count: int) -> list[str]:
        """The next entries, newest first."""
        start = f"({cursor}" if cursor else "+"
        with answering():
            members = self.link.call("ZRANGE", _key(engine, status), start, "-", "BYLEX", "REV", "LIMIT", 0, count)
        return [member.decode() for member in members]

    def drop(self, entry: str, engine: str | None, status: Status | None) -> None:
        """Remove an entry from the list where it was found and does not belong."""
        with answering():
            self.link.call("ZREM", _key(engine, status), entry)


def game_of(entry: str) -> str:
    """The game an entry stands for."""
    return entry.partition(":")[2]


def _key(engine: str | None, status: Status | None) -> str:
    return f"lobby:{engine or '*'}:{status or '*'}"


def _keys(engine: str, status: Status) -> list[str]:
    return [_key(e, s) for e in (engine, None) for s in (status, None)]
