"""What bots choose, and with how much effort, compared between the two tables of a pair."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from typing import Any
from unittest.mock import patch

import msgspec

import bots.search
from bots import FastRandom, Level, choose, learn
from engines.engine import Engine, Knowledge, logged
from engines.testing import seed_of
from service.bots import thinking
from tests.secrecy.compare import Difference
from tests.secrecy.pairs import Pair

ITERATIONS = 8
COUNTED = ("apply", "resample", "turns", "legal", "sample", "check")
effort: Counter[str] = Counter()
"""How often a bot has asked the rules for something or drawn a number, since it was cleared."""


class CountedRandom(FastRandom):
    """Random numbers that count how many of them are drawn."""

    def below(self, bound: int) -> int:
        effort["draws"] += 1
        return super().below(bound)

    def shuffled(self, items: Any) -> Any:
        effort["shuffles"] += 1
        return super().shuffled(items)


def counting(engine: Engine[Any, Any]) -> Engine[Any, Any]:
    """A copy of the engine that counts what it is asked for."""
    twin = copy(engine)
    for name in COUNTED:
        vars(twin)[name] = counted_call(name, getattr(engine, name))
    return twin


def counted_call(name: str, method: Any) -> Any:
    def call(*arguments: Any) -> Any:
        effort[name] += 1
        return method(*arguments)

    return call


class Thought(msgspec.Struct):
    """What a bot did, how many of its steps it took, and for how long it computed."""

    action: Any
    steps: dict[str, int]
    seconds: float

    @property
    def visible(self) -> tuple[Any, dict[str, int]]:
        """What must be the same on both tables."""
        return self.action, self.steps


def think(engine: Engine[Any, Any], state: Any, seat: int, level: Level, number: int, knowledge: Knowledge) -> Thought:
    """A bot of this level, with a fixed number of iterations, at a seat that sees this state and knows this."""
    effort.clear()
    view, chance = engine.view(state, seat), CountedRandom(seed_of(number))
    began = time.process_time()
    with patch.object(bots.search, "FastRandom", CountedRandom):
        action = choose(counting(engine), view, seat, level, chance, knowledge=knowledge, iterations=ITERATIONS)
    return Thought(action, dict(effort), time.process_time() - began)


def bots_difference(
    engine: Engine[Any, Any], pair: Pair, level: Level, seconds: list[tuple[float, float]] | None = None
) -> Difference | None:
    """What a bot at the viewer's seat does or takes on one table and not on the other; adds its times to `seconds`."""
    if pair.viewer is None:
        return None
    order = [0, 1] if len(seconds or ()) % 2 else [1, 0]  # neither is always the first, and so the slower one
    states = [pair.path.start, pair.other.state]
    events = [logged(event) for happened in pair.path.table.events for event in happened]
    knows = learn(engine, (), events, pair.viewer, level)
    thoughts = {n: think(engine, engine.clone(states[n]), pair.viewer, level, 5, knows) for n in order}
    if seconds is not None:
        seconds.append((thoughts[0].seconds, thoughts[1].seconds))
    if thoughts[0].visible != thoughts[1].visible:
        return Difference(f"{level} bot", thoughts[0].visible, thoughts[1].visible)
    return None


@contextmanager
def steady_bots() -> Iterator[None]:
    """Bots of the service always think with the same random numbers, for a fixed number of iterations."""

    def steady_choose(
        engine: Any, view: Any, seat: int, level: Level, chance: Any, *, knowledge: Knowledge, seconds: float
    ) -> Any:
        return choose(counting(engine), view, seat, level, chance, knowledge=knowledge, iterations=ITERATIONS)

    effort.clear()
    with (
        patch.object(thinking, "choose", steady_choose),
        patch.object(thinking, "FastRandom", lambda _: CountedRandom(seed_of(5))),
        patch.object(bots.search, "FastRandom", CountedRandom),
    ):
        yield
