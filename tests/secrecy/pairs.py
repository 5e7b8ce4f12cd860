"""Pairs of tables that differ only in what one viewer may not know."""

from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from typing import Any

import msgspec

from engines.chance import Chance
from engines.engine import Action
from engines.testing.tables import random_step
from tests.support.tables import Table, open_table, options_for, play_on, seed_of, settings_of

LONGEST_PATH = 3
"""Actions after which a path ends."""
MOST_TRIES = 12
RARELY = 4
"""One game in so many begins at a moment that random games seldom reach."""


class Path(msgspec.Struct):
    """A part of a game: its states, and the actions that lead from each to the next."""

    table: Table
    """As it was at the start of the path, with all actions and events before."""
    states: list[Any]
    actions: list[tuple[int, Action]]

    @property
    def start(self) -> Any:
        """The state from which the path begins."""
        return self.states[0]

    @property
    def end(self) -> Any:
        """The state after the last action."""
        return self.states[-1]

    def change(self) -> "Change":
        """A copy of the start and the actions, in which nothing has been changed yet."""
        return Change(self.table.engine.clone(self.start), list(self.actions))


class Change(msgspec.Struct):
    """Another state and other actions that look the same to a viewer, and the kinds of facts that differ."""

    state: Any
    actions: list[tuple[int, Action]]
    kinds: set[str] = msgspec.field(default_factory=set)


class Pair(msgspec.Struct):
    """Two ways in which a part of a game may have gone, as far as one viewer can tell."""

    path: Path
    viewer: int | None
    other: Change
    other_seed: bytes

    @property
    def sides(self) -> list[tuple[Any, list[tuple[int, Action]], bytes]]:
        """State, actions and seed of both tables."""
        path = self.path
        return [(path.start, path.actions, path.table.seed), (self.other.state, self.other.actions, self.other_seed)]

    def tries(self) -> list[Action]:
        """Actions that the viewer may send: what anybody has done lately or could do now on the first table."""
        engine, path = self.path.table.engine, self.path
        actions = [action for _, action in (*path.table.actions[-MOST_TRIES:], *path.actions)]
        for seat in range(path.table.seats):
            for kind in engine.types(path.start, seat):
                actions += islice(engine.legal(path.start, seat, kind), 2)
        return list(dict.fromkeys(actions))


def viewers_of(path: Path) -> list[int | None]:
    """A spectator and every seat."""
    return [None, *range(path.table.seats)]


def pair_of(path: Path, viewer: int | None, dice: Chance) -> Pair | None:
    """A pair of tables on this path; None if nothing on it is hidden from this viewer."""
    change = import_module(f"tests.games.{path.table.engine.slug}.hidden").change
    other: Change = change(path, viewer, dice)
    seed = path.table.seed
    if path.start.draws == path.end.draws:  # what will be drawn later is hidden
        seed = dice.below(1 << 62).to_bytes(32, "big")
        other.kinds.add("future draws")
    if other.kinds <= {"future draws"} and not path.actions:
        return None
    engine = path.table.engine
    assert engine.inventory(other.state) == engine.inventory(path.start), "no table can be like this"
    return Pair(path, viewer, other, seed)


def path_from(table: Table, dice: Chance, actions: int) -> Path:
    """The path of this many random actions, or of fewer if the game ends, from where the table stands."""
    start, here = (
        msgspec.structs.replace(table, state=table.copy(), events=list(table.events), actions=list(table.actions))
        for _ in range(2)
    )
    path = Path(start, [start.state], [])
    for _ in range(actions):
        if not table.engine.turns(here.state):
            break
        random_step(here, dice)
        path.actions.append(here.actions[-1])
        path.states.append(here.copy())
    return path


def paths(slug: str, number: int) -> Iterator[Path]:
    """Paths of different lengths all along one random game; sometimes of one that begins at a rare moment."""
    places, dice = settings_of(slug), Chance(seed_of(number))
    seats, variant = places[number % len(places)]
    table = open_table(slug, seats, options_for(slug, variant), seed_of(number + 1))
    rare = getattr(import_module(f"tests.games.{slug}.hidden"), "rare_moment", None)
    if rare is not None and dice.below(RARELY) == 0:
        table = rare(table, dice)
    yield path_from(table, dice, dice.below(LONGEST_PATH + 1))
    for _ in play_on(table, dice):
        yield path_from(table, dice, dice.below(LONGEST_PATH + 1))


def pairs(slug: str, number: int) -> Iterator[Pair]:
    """The pairs on these paths, for one viewer after another."""
    for place, path in enumerate(paths(slug, number)):
        viewers = viewers_of(path)
        pair = pair_of(path, viewers[(number + place) % len(viewers)], Chance(seed_of(number * 1000 + place)))
        if pair is not None:
            yield pair
