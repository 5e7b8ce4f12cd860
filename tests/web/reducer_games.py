"""Games of an engine, replayed by the page's own reducer: engines/<slug>/web/reducer.js."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from engines.chance import Chance
from engines.engine import Engine, Event, logged
from service.i18n import encode
from tests.support.http import Json
from tests.support.node import node_output
from tests.support.tables import open_table, options_for, play_on, seed_of, settings_of

CHECKER = Path(__file__).with_suffix(".mjs")
MOST_STEPS = 400


def spectator_state(engine: Engine[Any, Any], state: Any) -> Json:
    """The state as a spectator sees it."""
    decoded: Json = msgspec.json.decode(encode(engine.view(state, None)))
    return decoded


def game(seats: int, steps: Iterable[Iterable[Event]], states: list[Json]) -> Json:
    """A game: the events of its start and of each step, as a spectator gets them, and the state after each."""
    rows = [("game_started", None, 2, {})] + [
        (event.type, event.seat, version, event.data)
        for version, step in enumerate(steps, 2)
        for event in map(logged, step)
    ]
    names = ("type", "seat", "version", "data")
    return {"events": [dict(zip(names, row, strict=True)) for row in rows], "states": states, "seats": seats}


def random_games(slug: str, times: int = 1) -> Iterator[Json]:
    """Random games of every player count and variant."""
    for number, (seats, variant) in enumerate(settings_of(slug) * times):
        table = open_table(slug, seats, options_for(slug, variant), seed_of(number))
        steps = play_on(table, Chance(seed_of(number + 31)), MOST_STEPS)
        first = spectator_state(table.engine, table.state)
        yield game(seats, table.events, [first, *(spectator_state(table.engine, table.state) for _ in steps)])


def count_right(slug: str, games: Iterable[Json]) -> int:
    """How many states the page's reducer has computed of these games. All of them are right."""
    lines = b"\n".join(encode(one) for one in games)
    return int(node_output(CHECKER, slug, stdin=lines))
