"""A cluster: each key has a slot, and each slot a master. Each master has connections of its own."""

import time
from collections.abc import Iterable
from itertools import count
from typing import Any

import redis
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot
from redis.exceptions import AskError, ClusterDownError, MovedError, TryAgainError

from service.store.connection import SingleServer, expires_at, half_of_remaining, seconds_until
from service.store.interface import Address, Argument, Command

ASKING: Command = ("ASKING",)
RETRY_DELAY = 0.01
NODE_TIMEOUT = 0.5
"""Seconds after which the next node is asked where the slots are."""


class Cluster:
    """A cluster. It looks for the masters when one is first needed, so that a cluster which is down at the start is
    waited for like any other store.
    """

    def __init__(self, addresses: list[Address], timeout: float, **options: Any) -> None:
        self.timeout = timeout
        self._addresses = addresses
        self._options = options
        self._servers: dict[Address, SingleServer] = {}
        self._masters: dict[int, Address] = {}
        """The master of each slot; empty while it is not known."""

    def call(self, *command: Argument, within: float | None = None) -> Any:
        return self._send(_slot_of(command), command, within=within)[-1]

    def call_many(self, commands: Iterable[Command], within: float | None = None) -> list[Any]:
        return [self.call(*command, within=within) for command in commands]

    def call_masters(self, *command: Argument) -> dict[str, Any]:
        masters = dict.fromkeys(self._slot_map().values())
        return {f"{host}:{port}": self._server((host, port)).call(*command) for host, port in masters}

    def call_and_wait(self, replicas: int, key: str, command: Command, within: float | None = None) -> tuple[Any, int]:
        *_, response, copies = self._send(key_slot(key.encode()), command, replicas, within)
        if copies < replicas:  # the master may be cut off from them, and replaced
            self._masters = {}
        return response, copies

    def master_of(self, key: str) -> str:
        address = self._masters.get(key_slot(key.encode()))
        return f"{address[0]}:{address[1]}" if address else ""

    def hash_tags(self) -> list[str]:
        slots, tags = self._slot_map(), dict[Address | None, str]()
        masters, numbers = set(slots.values()), count()
        while not masters <= tags.keys():
            tag = str(next(numbers))
            tags.setdefault(slots.get(key_slot(tag.encode())), tag)
        return [tags[master] for master in masters]

    def rediscover(self) -> None:
        self._masters = {}
        self._slot_map()

    def new_connection(self, master: str) -> Any:
        host, _, port = master.rpartition(":")
        if not host:
            raise redis.ConnectionError("the master is not known yet")
        return self._server((host, int(port))).new_connection()

    def close(self) -> None:
        for server in self._servers.values():
            server.close()

    def _send(self, slot: int, command: Command, replicas: int = 0, within: float | None = None) -> list[Any]:
        """The responses of the master that has this slot, following it wherever it has moved."""
        expires, address = expires_at(self.timeout, within), self._master_of_slot(slot)
        batch = [command]
        while True:
            left = seconds_until(expires)
            try:
                server = self._server(address)
                return server.call_replicated(replicas, batch, left) if replicas else server.call_many(batch, left)
            except MovedError as moved:
                address, batch = (moved.host or address[0], moved.port), [command]
                if address in self._masters.values():
                    self._masters[slot] = address
                else:  # no slot has moved: a replica has become the master
                    self._masters = {}
            except AskError as ask:  # the slot is being moved, and this key is there already
                address = (ask.host or address[0], ask.port)
                batch = [ASKING, command]
            except TryAgainError:  # some keys of the game are here and some there
                time.sleep(RETRY_DELAY)
                address, batch = self._master_of_slot(slot), [command]
            except (redis.ConnectionError, redis.TimeoutError, ClusterDownError) as error:
                self._masters = {}  # another node may have become the master
                if isinstance(error, redis.TimeoutError) or (master := self._master_of_slot(slot)) == address:
                    raise
                address, batch = master, [command]

    def _server(self, address: Address) -> SingleServer:
        server = self._servers.get(address)
        if server is None:
            host, port = address
            pool = redis.ConnectionPool(host=host, port=port, **self._options)
            server = self._servers.setdefault(address, SingleServer(pool, self.timeout))
        return server

    def _master_of_slot(self, slot: int) -> Address:
        try:
            return self._slot_map()[slot]
        except KeyError:
            self._masters = {}  # look again the next time
            raise redis.ConnectionError(f"no master of the cluster has slot {slot}") from None

    def _slot_map(self) -> dict[int, Address]:
        """The master of every slot, as the first node says that sees a majority of the masters. A master that is cut
        off from the others says for `cluster-node-timeout` that it does; then it accepts no commands either.
        """
        if masters := self._masters:
            return masters
        last_error: redis.RedisError = redis.ConnectionError("no node of the cluster is known")
        for address in dict.fromkeys([*self._servers, *self._addresses]):
            try:
                is_up, slots = self._ask_node(address)
            except redis.RedisError as error:
                last_error = error
            else:
                masters = masters or slots
                if is_up:
                    self._masters = slots
                    self._retire_all_but(set(slots.values()))
                    return slots
            if server := self._servers.pop(address, None):  # it is asked last the next time
                self._servers[address] = server
        if masters:  # no node says so, so each of them reports it for itself; they are asked again the next time
            return masters
        raise last_error

    def _ask_node(self, address: Address) -> tuple[bool, dict[int, Address]]:
        """Whether the cluster is up and what is where, as this node says."""
        within = min(NODE_TIMEOUT, half_of_remaining(self.timeout))
        info, ranges = self._server(address).call_many([("CLUSTER", "INFO"), ("CLUSTER", "SLOTS")], within)
        return b"cluster_state:ok" in info, _parse_slots(ranges, address[0])

    def _retire_all_but(self, masters: set[Address]) -> None:
        for address, server in list(self._servers.items()):
            if address not in masters:
                server.retire()


def _parse_slots(ranges: list[Any], own_host: str) -> dict[int, Address]:
    """The response to CLUSTER SLOTS; a node that does not know its own name has that by which it was called."""
    slots: dict[int, Address] = {}
    for first, last, (host, port, *_), *_ in ranges:
        slots |= dict.fromkeys(range(first, last + 1), (host.decode() if host else own_host, port))
    return slots


def _slot_of(command: Command) -> int:
    """The slot of a command's first key; one without a key may go anywhere."""
    position = 3 if command[0] in ("EVALSHA", "EVAL") else 1
    key = str(command[position]) if len(command) > position else ""
    return int(key_slot(key.encode())) if key else REDIS_CLUSTER_HASH_SLOTS - 1
