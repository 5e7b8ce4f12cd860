"""Games in which seat 0 does everything, and everything is done to the card, place or seat of number 0.

A random game of five seats and a hundred cards seldom comes to a certain action of seat 0 with card 0. Here such
actions are looked for at every step.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from engines.chance import Chance
from engines.engine import Action
from engines.testing.identities import MarkedEngine
from engines.testing.tables import Table, play_on

MOST_TRIED = 40
"""Of each type of action, so many are looked at."""


def zeros_of(seat: int, action: Action) -> set[str]:
    """What this action does with seat 0 or a number 0: who takes it, and which of its fields are 0."""
    kind = str(action.__struct_config__.tag)
    done = {f"{kind}.{path}" for path in paths_of_zeros(action)}
    return {*done, f"{kind} by seat 0"} if seat == 0 else done


def paths_of_zeros(value: Any, path: str = "") -> Iterator[str]:
    """The fields of an action, or of what is in it, that are the number 0."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from paths_of_zeros(getattr(value, name), f"{path}.{name}" if path else name)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from paths_of_zeros(item, path)
    elif type(value) is int and value == 0:
        yield path


def play_zeros(table: Table, dice: Chance, done: Counter[str]) -> Iterator[Table]:
    """Play a game that prefers what was not `done` yet with seat 0 or a number 0, and else every second time what was
    seldom done: so card 0 comes to the table, and what can be done to it there as well.

    The table after each step that was new; what was done is counted.
    """
    while True:
        steps = {step: min(done[zero] for zero in zeros_of(*step)) for step in with_zeros(table)}
        seldom = min(steps.values(), default=None)
        if seldom is None or (seldom and dice.below(2)):
            if next(play_on(table, dice, 1), None) is None:
                return
            continue
        seat, action = dice.choice([step for step, times in steps.items() if times == seldom])
        table.engine.check(table.state, seat, action)
        table.events.append(table.engine.play(table.state, seat, action, table.seed))
        table.actions.append((seat, action))
        done.update(zeros_of(seat, action))
        if not seldom:
            yield table


def with_zeros(table: Table) -> list[tuple[int, Action]]:
    """For each seat that may act, one action of each type with a number 0 in it, and those that seat 0 may take."""
    engine: MarkedEngine = table.engine
    found = []
    for seat in engine.turns(table.state):
        for kind in engine.types(table.state, seat):
            listed = list(islice(engine.legal(table.state, seat, kind), MOST_TRIED))
            zero = {frozenset(paths): action for action in listed if (paths := [*paths_of_zeros(action)])}
            found += [(seat, action) for action in (*zero.values(), *(listed[:1] if seat == 0 else ()))]
    return found
