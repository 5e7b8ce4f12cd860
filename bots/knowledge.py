"""What a bot knows besides its view: facts from the events of its seat. The levels differ by how many they keep."""

from collections.abc import Iterable
from typing import Any, Literal, get_args

from engines.chance import Chance
from engines.engine import Engine, Knowledge, Logged

Level = Literal["random", "greedy", "search"]
LEVELS: tuple[Level, ...] = get_args(Level)
MOST_FACTS: dict[Level, int] = {"random": 0, "greedy": 5}
"""How many facts a level keeps, the newest; `search` keeps all. Five are what an attentive person remembers."""


def remembers(engine: Engine[Any, Any], level: Level) -> bool:
    """Whether a bot of this level knows anything in this game that its view does not show."""
    return bool(engine.facts) and MOST_FACTS.get(level) != 0


def learn(
    engine: Engine[Any, Any], knowledge: Knowledge, events: Iterable[Logged], seat: int, level: Level
) -> Knowledge:
    """What a bot of this level in this seat knows after these events; only what the seat may see of them is read.

    What a bot has forgotten does not come back, so the same events in several parts give the same knowledge.
    """
    most = MOST_FACTS.get(level)
    for event in events if remembers(engine, level) else ():
        knowledge = engine.remember(knowledge, event.seen_by(seat))
        if most is not None:
            knowledge = knowledge[-most:]
    return knowledge


def deal(engine: Engine[Any, Any], view: Any, seat: int, chance: Chance, knowledge: Knowledge) -> Any:
    """A state that fits the view and the knowledge. An engine without facts need not accept knowledge."""
    return engine.resample(view, seat, chance, knowledge) if knowledge else engine.resample(view, seat, chance)
