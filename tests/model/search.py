"""Breadth-first search through all states of the model, and the invariants that hold in each of them."""

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from tests.model.protocol import steps
from tests.model.world import Bounds, Rules, World

Invariant = Callable[[World], bool]


class Result(NamedTuple):
    """How many states there are, and the shortest history to one that breaks an invariant, if any does."""

    states: int
    longest: int
    broken: str = ""
    history: tuple[str, ...] = ()


def _authority(world: World) -> int | None:
    """The server whose log counts: the master by the word of the majority, while its peers reach it."""
    able = world.servers[world.named].up and world.cut != world.named
    return world.named if able else None


def no_confirmed_action_is_lost(world: World) -> bool:
    """What was confirmed to a client is in the log of the master."""
    authority = _authority(world)
    if authority is None:
        return True
    log = {entry.action for entry in world.servers[authority].log}
    return all(action in log for client in world.clients for action, _ in client.confirmed)


def no_action_is_applied_twice(world: World) -> bool:
    """No log has an action twice."""
    return all(len({entry.action for entry in each.log}) == len(each.log) for each in world.servers)


def versions_grow_by_one(world: World) -> bool:
    """Each entry has the version that follows from its place, and the state that follows from the entries before it."""
    return all(
        entry.version == len(entry.state) == place and entry.state == tuple(one.action for one in server.log[:place])
        for server in world.servers
        for place, entry in enumerate(server.log, start=1)
    )


def a_response_tells_the_truth(world: World) -> bool:
    """A confirmed action is in the log of the master at the version that the response named, repeated or not."""
    authority = _authority(world)
    if authority is None:
        return True
    versions = {entry.action: place for place, entry in enumerate(world.servers[authority].log, start=1)}
    return all(versions.get(action, said) == said for client in world.clients for action, said in client.confirmed)


INVARIANTS: dict[str, tuple[Invariant, str]] = {
    "no confirmed action is lost": (no_confirmed_action_is_lost, "tests/faults/campaign.py"),
    "no action is applied twice": (no_action_is_applied_twice, "tests/service/store/test_lost_responses.py"),
    "versions grow by one": (versions_grow_by_one, "tests/service/table/test_races.py"),
    "a response tells the truth": (a_response_tells_the_truth, "tests/service/table/test_idempotency.py"),
}
"""Each with the test that tries it on the real service."""


def explore(rules: Rules, bounds: Bounds) -> Result:
    """Every state that can be reached; the search ends at the first that breaks an invariant."""
    start = World()
    before: dict[World, tuple[World, str] | None] = {start: None}
    queue = deque([(start, 0)])
    length = 0
    while queue:
        world, length = queue.popleft()
        for label, following in steps(world, rules, bounds):
            if following in before:
                continue
            before[following] = (world, label)
            for name, (holds, _) in INVARIANTS.items():
                if not holds(following):
                    return Result(len(before), length + 1, name, _history(before, following))
            queue.append((following, length + 1))
    return Result(len(before), length)


def _history(before: dict[World, tuple[World, str] | None], world: World) -> tuple[str, ...]:
    """The steps that lead to this state."""
    labels = []
    while (step := before[world]) is not None:
        world, label = step
        labels.append(label)
    return tuple(reversed(labels))
