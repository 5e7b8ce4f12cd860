"""Random tables of a game, somewhere along a random play."""

from collections.abc import Iterator
from typing import Any

import msgspec

from engines.chance import Chance
from engines.engine import Action, Engine, Event, IllegalAction

LONGEST_GAME = 10_000
"""Actions after which a random game must be over."""


class Table(msgspec.Struct):
    """A running game, with all actions and events so far."""

    engine: Any
    seats: int
    options: Any
    seed: bytes
    state: Any
    events: list[list[Event]]
    actions: list[tuple[int, Action]] = []

    def copy(self) -> Any:
        """A copy of the state, to try something on."""
        return self.engine.clone(self.state)


def seed_of(number: int) -> bytes:
    """A seed for each number."""
    return number.to_bytes(32, "big")


def open_table(engine: Engine[Any, Any], seats: int, options: Any, seed: bytes) -> Table:
    """A new table."""
    state, events = engine.new(seats, options, Chance(seed))
    return Table(engine, seats, options, seed, state, [events])


def random_step(table: Table, dice: Chance) -> None:
    """One random legal action by one of the awaited seats, now and then by one that may only react."""
    engine: Engine[Any, Any] = table.engine
    turns = engine.turns(table.state)
    required = [seat for seat, ask in turns.items() if ask.required]
    seats = list(turns) if dice.below(4) == 0 else required
    movable = [seat for seat in seats if next(engine.legal(table.state, seat), None) is not None] or required
    seat = dice.choice(movable)
    action = engine.sample(table.state, seat, dice)
    table.events.append(engine.play(table.state, seat, action, table.seed))
    table.actions.append((seat, action))


def play_on(table: Table, dice: Chance, most: int = LONGEST_GAME) -> Iterator[Table]:
    """The table after each random step, until it is over or `most` steps are done."""
    for _ in range(most):
        if not table.engine.turns(table.state):
            return
        random_step(table, dice)
        yield table


def rejection(engine: Engine[Any, Any], state: Any, seat: int, action: Action) -> tuple[str, str] | None:
    """The reason and message of the IllegalAction; None if the action is legal."""
    try:
        engine.check(state, seat, action)
    except IllegalAction as error:
        return error.reason, error.message
    return None
