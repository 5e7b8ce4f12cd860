"""What every kind of store offers: one server, a master with Sentinels, a cluster."""

from collections.abc import Iterable
from typing import Any, Protocol

Argument = bytes | str | int
Command = tuple[Argument, ...]
Address = tuple[str, int]


class StoreConnection(Protocol):
    """A store: a single server, a master with Sentinels, or a cluster. Errors are those of redis-py."""

    timeout: float
    """Timeout in seconds outside a request."""

    def call(self, *command: Argument, within: float | None = None) -> Any:
        """Send one command and return its response; in at most `within` seconds, if the deadline is later."""

    def call_many(self, commands: Iterable[Command], within: float | None = None) -> list[Any]:
        """Send several commands, which need not be one step, and return their responses in order."""

    def call_masters(self, *command: Argument) -> dict[str, Any]:
        """The response of every master to one command, by its address; "" where there is only one."""

    def call_and_wait(self, replicas: int, key: str, command: Command, within: float | None = None) -> tuple[Any, int]:
        """Send a command on this key and wait for replicas; returns the response and how many replicas have it."""

    def master_of(self, key: str) -> str:
        """The address of the master that holds this key, as far as is known; "" where there is only one."""

    def hash_tags(self) -> list[str]:
        """For each master a hash tag whose keys it holds."""

    def rediscover(self) -> None:
        """Look for the masters again, where there are several."""

    def new_connection(self, master: str) -> Any:
        """A connection to this master that belongs to the caller."""

    def close(self) -> None:
        """Close every idle connection."""
