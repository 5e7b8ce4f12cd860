"""What every engine promises about what a seat knows from its events, each as a check of one table."""

from collections.abc import Iterable
from functools import reduce
from typing import Any

import msgspec

from engines.chance import Chance
from engines.engine import Engine, Face, Knowledge, Logged, logged
from engines.testing.checks import Check, encoded_view, require
from engines.testing.tables import Table, seed_of

MOST_FACTS = 1000
"""So many facts a seat may know at most; a bot worker holds them for many games."""
FEW_FACTS = 5
DEALS = 4


def knowledge_of(table: Table, seat: int) -> Knowledge:
    """What a seat knows that has forgotten nothing."""
    return reduce(table.engine.remember, seen_events(table, seat), ())


def seen_events(table: Table, seat: int) -> list[Logged]:
    """All events so far, as this seat sees them."""
    return [logged(event).seen_by(seat) for events in table.events for event in events]


def knowledge_is_true(table: Table, _number: int) -> None:
    """What a seat knows holds in the state of the game, and its facts are of declared types and not too many."""
    for seat in range(table.seats):
        knowledge = knowledge_of(table, seat)
        require(isinstance(knowledge, tuple), "`remember` does not give a tuple of facts", knowledge)
        for fact in knowledge:
            require(isinstance(fact, table.engine.facts), "the type of a fact is not in `facts`", type(fact).__name__)
        require(len(set(knowledge)) == len(knowledge), "`remember` collects a fact twice", f"seat {seat}")
        require(len(knowledge) <= MOST_FACTS, "`remember` collects too many facts", f"seat {seat}", len(knowledge))
        known = table.engine.agrees(table.state, knowledge)
        require(known, "a seat knows something that is not true", f"seat {seat}", knowledge)


def resampled_tables_agree_with_what_is_known(table: Table, number: int) -> None:
    """`resample` with knowledge gives the same view, and every fact holds; also if a seat has forgotten the oldest."""
    engine = table.engine
    for seat in range(table.seats):
        known = knowledge_of(table, seat)
        for knowledge in {known, known[-FEW_FACTS:]} if known else ():
            other = engine.resample(engine.view(table.state, seat), seat, Chance(seed_of(number)), knowledge)
            same = encoded_view(engine, other, seat) == encoded_view(engine, table.state, seat)
            require(same, "`resample` with knowledge changes something visible", f"seat {seat}")
            same = engine.inventory(other) == engine.inventory(table.state)
            require(same, "`resample` with knowledge gives a table that cannot be", f"seat {seat}")
            require(engine.agrees(other, knowledge), "`resample` contradicts what the seat knows", f"seat {seat}")


def remembering_changes_nothing(table: Table, _number: int) -> None:
    """`remember` changes neither the event nor what was known, and gives the same for an event that was stored."""
    for seat in range(table.seats):
        knowledge: Knowledge = ()
        for event in seen_events(table, seat):
            before, known = as_stored(event), msgspec.to_builtins(knowledge)
            after = table.engine.remember(knowledge, event)
            require(as_stored(event) == before, "`remember` changes the event", f"seat {seat}", event.type)
            unchanged = msgspec.to_builtins(knowledge) == known
            require(unchanged, "`remember` changes what was known before", f"seat {seat}", event.type)
            same = table.engine.remember(knowledge, before) == after
            require(same, "`remember` makes something else of an event that was stored", f"seat {seat}", event.type)
            knowledge = after


def as_stored(event: Logged) -> Logged:
    """The event as it is read from the log: structs other than faces are dicts there, and tuples are lists."""
    return Logged(event.type, event.seat, {name: _plain(value) for name, value in event.data.items()})


def _plain(value: Any) -> Any:
    if isinstance(value, Face):
        return value
    if isinstance(value, msgspec.Struct):
        return {name: _plain(part) for name, part in msgspec.structs.asdict(value).items()}
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return {key: _plain(part) for key, part in value.items()} if isinstance(value, dict) else value


def knowledge_makes_a_difference(tables: Iterable[Table]) -> None:
    """On one of these tables `agrees` can tell a table without the knowledge. Otherwise no check of it could fail."""
    for table in tables:
        engine: Engine[Any, Any] = table.engine
        for seat in range(table.seats):
            view, knowledge = engine.view(table.state, seat), knowledge_of(table, seat)
            deals = [engine.resample(view, seat, Chance(seed_of(deal))) for deal in range(DEALS if knowledge else 0)]
            if not all(engine.agrees(state, knowledge) for state in deals):
                return
    require(False, "`facts` are declared, but no fact was seen that `agrees` can find to be wrong")


KNOWLEDGE_CHECKS: tuple[Check, ...] = (
    knowledge_is_true,
    resampled_tables_agree_with_what_is_known,
    remembering_changes_nothing,
)
"""Checks of any table; they leave it as it is."""
