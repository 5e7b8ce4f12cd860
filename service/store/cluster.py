"""The way to a cluster: each key has a slot, and each slot a master. Each master has a link of its own."""

import time
from collections.abc import Iterable
from itertools import count
from typing import Any

import redis
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot
from redis.exceptions import AskError, MovedError, TryAgainError

from service.store.connection import Argument, Command
from service.store.patience import end_of, half, left
from service.store.single import Place, SingleServer

ASKING: Command = ("ASKING",)
PAUSE = 0.01


class Cluster:
    """A cluster. It looks for the masters when one is first needed, so that a cluster which is down at the start is
    waited for like any other store.
    """

    def __init__(self, places: list[Place], timeout: float, **options: Any) -> None:
        self.timeout = timeout
        self._places = places
        self._options = options
        self._links: dict[Place, SingleServer] = {}
        self._masters: dict[int, Place] = {}

    def call(self, *command: Argument) -> Any:
        return self._sent(_slot_of(command), command)[-1]

    def many(self, commands: Iterable[Command]) -> list[Any]:
        return [self.call(*command) for command in commands]

    def each(self, *command: Argument) -> dict[str, Any]:
        masters = dict.fromkeys(self._known().values())
        return {f"{host}:{port}": self._link((host, port)).call(*command) for host, port in masters}

    def call_and_wait(self, replicas: int, key: str, command: Command) -> tuple[Any, int]:
        *_, answer, copies = self._sent(key_slot(key.encode()), command, replicas)
        return answer, copies

    def home(self, key: str) -> str:
        place = self._masters.get(key_slot(key.encode()))
        return f"{place[0]}:{place[1]}" if place else ""

    def tags(self) -> list[str]:
        masters, found = self._known(), dict[Place | None, str]()
        wanted, numbers = set(masters.values()), count()
        while not wanted <= found.keys():
            tag = str(next(numbers))
            found.setdefault(masters.get(key_slot(tag.encode())), tag)
        return [found[place] for place in wanted]

    def seek(self) -> None:
        self._masters = {}
        self._known()

    def line(self, home: str) -> Any:
        host, _, port = home.rpartition(":")
        if not host:
            raise redis.ConnectionError("which master it is, is not known yet")
        return self._link((host, int(port))).line()

    def close(self) -> None:
        for link in self._links.values():
            link.close()

    def _sent(self, slot: int, command: Command, replicas: int = 0) -> list[Any]:
        """The answers of the master that has this slot, wherever it is by now."""
        until, place = end_of(self.timeout), self._master_of(slot)
        batch = [command]
        while True:
            try:
                link = self._link(place)
                return link.confirmed(replicas, batch) if replicas else link.many(batch)
            except MovedError as moved:
                place, batch = (moved.host or place[0], moved.port), [command]
                if self._masters:
                    self._masters[slot] = place
            except AskError as ask:  # the slot is being moved, and this key is there already
                place = (ask.host or place[0], ask.port)
                batch = [ASKING, command]
            except TryAgainError:  # some keys of the game are here and some there
                time.sleep(PAUSE)
                place, batch = self._master_of(slot), [command]
            except (redis.ConnectionError, redis.TimeoutError) as error:
                self._masters = {}  # another node may have taken its place
                if isinstance(error, redis.TimeoutError) or self._master_of(slot) == place:
                    raise
                place, batch = self._master_of(slot), [command]
            left(until)

    def _link(self, place: Place) -> SingleServer:
        link = self._links.get(place)
        if link is None:
            host, port = place
            pool = redis.ConnectionPool(host=host, port=port, **self._options)
            link = self._links.setdefault(place, SingleServer(pool, self.timeout))
        return link

    def _master_of(self, slot: int) -> Place:
        try:
            return self._known()[slot]
        except KeyError:
            self._masters = {}  # look again the next time
            raise redis.ConnectionError(f"no master of the cluster has slot {slot}") from None

    def _known(self) -> dict[int, Place]:
        """The master of every slot, as the first node that answers tells it."""
        if masters := self._masters:
            return masters
        refusal: redis.RedisError = redis.ConnectionError("no node of the cluster is known")
        for place in dict.fromkeys([*self._links, *self._places]):
            link = self._link(place)
            try:
                with half(self.timeout):
                    masters = self._masters = _read(link.call("CLUSTER", "SLOTS"), place[0])
                return masters
            except redis.RedisError as error:
                refusal = error
                self._links.pop(place, None)  # it is asked last the next time
                self._links[place] = link
        raise refusal


def _read(ranges: list[Any], asked: str) -> dict[int, Place]:
    """The answer to CLUSTER SLOTS; a node that does not know its own name is where it was asked."""
    found: dict[int, Place] = {}
    for first, last, (host, port, *_), *_ in ranges:
        found |= dict.fromkeys(range(first, last + 1), (host.decode() if host else asked, port))
    return found


def _slot_of(command: Command) -> int:
    """The slot of a command's first key; one without a key may go anywhere."""
    at = 3 if command[0] in ("EVALSHA", "EVAL") else 1
    key = str(command[at]) if len(command) > at else ""
    return int(key_slot(key.encode())) if key else REDIS_CLUSTER_HASH_SLOTS - 1
