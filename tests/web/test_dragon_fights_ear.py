"""The page follows Dragon Fights by ear: with 2 to 5 dragons, with and without the memory aid."""

import subprocess

import msgspec
import pytest

from engines.contract import logged
from engines.record import replay
from engines.registry import ENGINES
from tests.recordings import recordings
from tests.support.running import ROOT
from tests.web.ears import EARS, heard

SLUG = "dragon_fights"
ENGINE = ENGINES[SLUG]
pytestmark = pytest.mark.browser


def test_the_page_follows_random_games_by_ear():
    assert heard(SLUG, games=2).endswith(" right\n")


def recorded(record):
    """A recorded game as the ear is told it."""
    events, states = [{"type": "game_started", "seat": None, "version": 2, "data": {}}], []
    for version, (state, news) in enumerate(replay(ENGINE, record), 2):
        states.append(msgspec.to_builtins(ENGINE.view(state, None)))
        told = [logged(event) for event in news]
        events += [{"type": one.type, "seat": one.seat, "version": version, "data": one.data} for one in told]
    return {"events": events, "states": states, "seats": len(record.seats)}


def test_the_page_follows_recorded_games_by_ear():
    """Also the one whose throw was decided by lot, which random play hardly ever comes to."""
    lines = b"\n".join(msgspec.json.encode(recorded(record)) for record in recordings(SLUG).values())
    ear = ROOT / "web" / "games" / SLUG / "ear.js"
    done = subprocess.run(["node", str(EARS), str(ear)], input=lines, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr).decode()[:3000]
    assert done.stdout.endswith(b" right\n")
