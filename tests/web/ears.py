"""Games of an engine, told to the page's own ear: `opening` and `hear` in web/games/<slug>/ear.js."""

import subprocess
from pathlib import Path
from typing import Any

import msgspec

from engines.chance import Chance
from engines.contract import logged
from service.base.languages import encode
from tests.support.running import ROOT
from tests.support.tables import open_table, options_for, play_on, seed_of, settings_of

EARS = Path(__file__).with_name("ears.mjs")
MOST_STEPS = 400


def game(slug: str, seats: int, variant: Any, number: int) -> dict[str, Any]:
    """A random game: its events as a spectator hears them, and the spectator's state after each version."""
    table = open_table(slug, seats, options_for(slug, variant), seed_of(number))

    def seen() -> Any:
        return msgspec.json.decode(encode(table.engine.view(table.state, None)))

    steps = play_on(table, Chance(seed_of(number + 31)), MOST_STEPS)
    states = [seen(), *(seen() for _ in steps)]
    started = {
        "type": "game_started",
        "seat": None,
        "version": 2,
        "data": {"seats": [f"Player {n}" for n in range(seats)]},
    }
    events = [started] + [
        {"type": event.type, "seat": event.seat, "version": version, "data": event.data}
        for version, step in enumerate(table.events, 2)
        for event in map(logged, step)
    ]
    return {"events": events, "states": states, "seats": seats}


def heard(slug: str, games: int = 1) -> str:
    """What the ear made of some games of every player count and variant."""
    told = [game(slug, seats, variant, number) for number, (seats, variant) in enumerate(settings_of(slug) * games)]
    lines = b"\n".join(encode(one) for one in told)
    ear = ROOT / "web" / "games" / slug / "ear.js"
    done = subprocess.run(["node", str(EARS), str(ear)], input=lines, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr).decode()[:3000]
    return done.stdout.decode()
