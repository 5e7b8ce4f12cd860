"""How full the store is. New games are refused before its memory runs out, so that running games can go on."""

import msgspec
import redis

from service.store.connection import StoreConnection


class Memory(msgspec.Struct, frozen=True):
    """The memory of one master, in bytes. `most` is 0 if it has no limit."""

    node: str
    used: int
    most: int
    forgets: bool
    """Whether it drops games when it is full, instead of refusing to store more."""

    @property
    def full(self) -> bool:
        """Whether it refuses actions too, and not only new games."""
        return 0 < self.most < self.used and not self.forgets


def memory(link: StoreConnection) -> list[Memory]:
    """The memory of every master; nothing where the store does not answer or does not say."""
    try:
        told = link.each("INFO", "memory")
    except redis.RedisError:
        return []
    return [_read(node, fields) for node, answer in told.items() if "used_memory" in (fields := _fields(answer))]


def _fields(answer: bytes) -> dict[str, str]:
    """The fields of INFO."""
    return dict(line.split(":", 1) for line in answer.decode().splitlines() if ":" in line)


def _read(node: str, fields: dict[str, str]) -> Memory:
    policy = fields.get("maxmemory_policy", "noeviction")
    return Memory(node, int(fields["used_memory"]), int(fields.get("maxmemory", 0)), policy != "noeviction")
