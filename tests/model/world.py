"""What the model knows at one moment, the rules it follows, and the bounds of a search."""

from typing import Literal, NamedTuple

Phase = Literal["read", "commit", "wait", "assure", "wait for what was read"]
Fault = Literal["crash", "partition", "fail-over"]
Commit = tuple[str, int] | tuple[()]
"""The id of a commit, whose number counts the drafts of its action; empty: none."""


FAULTS: tuple[Fault, ...] = ("crash", "partition", "fail-over")
"""A server crashes; the master is cut off from its peers; a follower is made the master."""


class Rules(NamedTuple):
    """What keeps the promises; a test breaks one after the other."""

    compare_version: bool = True
    """A commit is rejected if the game is at another version than the one it was made from."""
    compare_commit: bool = True
    """It is rejected as well if that version was written by another commit, at a master that was replaced."""
    commit_ids: bool = True
    """A commit that is sent again is recognised by its id."""
    receipts: bool = True
    """A request with a key leaves a receipt, and is not done again where there is one."""
    assure: bool = True
    """A response that only says what was read waits for the replicas too."""
    assure_commit: bool = True
    """It also makes sure that the master it writes to has the commit that was read."""
    wait_replicas: int = 1
    wait_for_all: bool = True
    """Then every replica that follows gets a moment to have the write too."""
    check_roles: bool = True
    """A write is not confirmed if a replica has left to be the master."""


class Bounds(NamedTuple):
    """How much can happen in one history."""

    actions: tuple[int, int] = (1, 2)
    """Of each client."""
    tries: tuple[int, int] = (2, 1)
    """How often each client sends one action. It has an Idempotency-Key if that is more than once."""
    store_faults: int = 1
    kinds: tuple[Fault, ...] = FAULTS
    service_crashes: int = 1
    late_messages: int = 1
    """Commits whose response does not come in time. They arrive at any later moment, or never."""


class Entry(NamedTuple):
    """One version of the game: the action that made it, the commit that wrote it, and what that wrote."""

    action: str
    commit: Commit
    version: int
    state: tuple[str, ...]


class Server(NamedTuple):
    """A store server; it takes writes if it follows no other."""

    log: tuple[Entry, ...] = ()
    follows: int | None = 0
    up: bool = True


class Task(NamedTuple):
    """A request in work. `base` is the number of entries that were read, `last` the commit of the newest of them."""

    client: int
    action: str
    phase: Phase = "read"
    base: int = 0
    last: Commit = ()
    state: tuple[str, ...] = ()
    commit: Commit = ()
    server: int = 0
    """Where it was written, and how many entries that server had then: so many a replica must have."""
    needed: int = 0
    version: int = 0
    """What the response will say."""
    second_try: bool = False


class Service(NamedTuple):
    """A process of the service: the server that it takes to be the master, and those that followed that one last."""

    master: int = 0
    following: tuple[int, ...] = (1, 2)
    task: Task | tuple[()] = ()


class Client(NamedTuple):
    """A client: how many of its actions are over, how often it has sent the present one, what was confirmed to it."""

    over: int = 0
    sent: int = 0
    drafts: int = 0
    waiting: bool = False
    confirmed: tuple[tuple[str, int], ...] = ()


class World(NamedTuple):
    """Everything at one moment."""

    servers: tuple[Server, ...] = (Server(follows=None), Server(), Server())
    named: int = 0
    """The master by the word of the majority."""
    cut: int | None = None
    """The server that no other server reaches."""
    services: tuple[Service, ...] = (Service(), Service())
    clients: tuple[Client, ...] = (Client(), Client())
    late: tuple[tuple[int, Task], ...] = ()
    """Commits on their way to a server."""
    store_faults: int = 0
    service_crashes: int = 0
    late_messages: int = 0
