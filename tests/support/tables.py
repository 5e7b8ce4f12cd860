"""Random tables of any registered game, for tests of what must hold at every table."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import msgspec
from hypothesis import strategies as st

from engines.chance import Chance
from engines.engine import Action, Engine, Event, IllegalAction
from engines.registry import ENGINES
from schemas.game_schemas import SCHEMAS

LONGEST = 10_000


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
        return self.engine.load(self.engine.dump(self.state), self.options)


def variants(slug: str) -> list[dict[str, Any]]:
    """The options that the contract tests of a game use; a registered game must have them."""
    variants: list[dict[str, Any]] = import_module(f"tests.games.{slug}.variants").VARIANTS
    return [{}, *variants]


def options_for(slug: str, variant: dict[str, Any]) -> Any:
    return SCHEMAS[slug].options.load(variant)


def seed_of(number: int) -> bytes:
    return number.to_bytes(32, "big")


def open_table(slug: str, seats: int, options: Any, seed: bytes) -> Table:
    engine = ENGINES[slug]
    state, events = engine.new(seats, options, Chance(seed))
    return Table(engine, seats, options, seed, state, [events])


def settings_of(slug: str) -> list[tuple[int, dict[str, Any]]]:
    """Every number of seats with every variant that fits it."""
    engine = ENGINES[slug]
    counts = range(engine.players.min, engine.players.max + 1)
    return [(n, v) for n in counts for v in variants(slug) if not engine.option_errors(n, options_for(slug, v))]


def random_step(table: Table, dice: Chance) -> None:
    """One random legal action by one of the seats the game asks, now and then by one that may only react."""
    engine: Engine[Any, Any] = table.engine
    turns = engine.turns(table.state)
    required = [seat for seat, ask in turns.items() if ask.required]
    seats = list(turns) if dice.below(4) == 0 else required
    movable = [seat for seat in seats if next(engine.legal(table.state, seat), None) is not None] or required
    seat = dice.choice(movable)
    action = engine.sample(table.state, seat, dice)
    table.events.append(engine.play(table.state, seat, action, table.seed))
    table.actions.append((seat, action))


def play_on(table: Table, dice: Chance, most: int = LONGEST) -> Iterator[Table]:
    """The table after each random step, until it is over or `most` steps are done."""
    for _ in range(most):
        if not table.engine.turns(table.state):
            return
        random_step(table, dice)
        yield table


def refusal(engine: Engine[Any, Any], state: Any, seat: int, action: Action) -> tuple[str, str] | None:
    """The reason and message of the IllegalAction, or None if the action is legal."""
    try:
        engine.check(state, seat, action)
    except IllegalAction as error:
        return error.reason, error.message
    return None


@st.composite
def tables(draw: st.DrawFn, slug: str, most: int = 300) -> Table:
    """A random table of this game somewhere along a random play."""
    seats, variant = draw(st.sampled_from(settings_of(slug)))
    number = draw(st.integers(0, 2**64))
    table = open_table(slug, seats, options_for(slug, variant), seed_of(number))
    for _ in play_on(table, Chance(seed_of(number + 1)), draw(st.integers(0, most))):
        pass
    return table
