"""Games of an engine, told to the page's own ear: `opening` and `hear` in web/games/<slug>/ear.js."""

import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from engines.chance import Chance
from engines.engine import Engine, Event, logged
from service.i18n import encode
from tests.support.http import Json
from tests.support.running import ROOT
from tests.support.tables import open_table, options_for, play_on, seed_of, settings_of

EARS = Path(__file__).with_name("ears.mjs")
MOST_STEPS = 400


def seen(engine: Engine[Any, Any], state: Any) -> Json:
    """The state as a spectator sees it."""
    found: Json = msgspec.json.decode(encode(engine.view(state, None)))
    return found


def game(seats: int, steps: Iterable[Iterable[Event]], states: list[Json]) -> Json:
    """A game: the events of its start and of each step, as a spectator hears them, and the state after each."""
    told = [("game_started", None, 2, {})] + [
        (event.type, event.seat, version, event.data)
        for version, step in enumerate(steps, 2)
        for event in map(logged, step)
    ]
    names = ("type", "seat", "version", "data")
    return {"events": [dict(zip(names, one, strict=True)) for one in told], "states": states, "seats": seats}


def random_games(slug: str, times: int = 1) -> Iterator[Json]:
    """Random games of every player count and variant."""
    for number, (seats, variant) in enumerate(settings_of(slug) * times):
        table = open_table(slug, seats, options_for(slug, variant), seed_of(number))
        steps = play_on(table, Chance(seed_of(number + 31)), MOST_STEPS)
        states = [seen(table.engine, table.state), *(seen(table.engine, table.state) for _ in steps)]
        yield game(seats, table.events, states)


def right(slug: str, games: Iterable[Json]) -> int:
    """How many states the page's ear has made of these games. All of them are right."""
    ear = ROOT / "web" / "games" / slug / "reducer.js"
    lines = b"\n".join(encode(one) for one in games)
    done = subprocess.run(["node", str(EARS), str(ear)], input=lines, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr).decode()[:3000]
    return int(done.stdout)
