"""docs/clients.md keeps its word: its player, as it is printed, plays games of every kind to the end."""

import json
import re
import subprocess
import sys
from pathlib import Path

import httpx

from engines.registry import ENGINES
from service.base.problems import CATALOGUE
from tests.support.http import LiveService

PAGE = (Path(__file__).parents[2] / "docs" / "clients.md").read_text(encoding="utf-8")


def test_the_player_plays_to_the_end(slug: str, service: LiveService, tmp_path: Path) -> None:
    player = tmp_path / "player.py"
    player.write_text(re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S)[0], encoding="utf-8")
    seats = ENGINES[slug].players.min
    body = {"engine": slug, "seats": [{"kind": "open"}] * seats, "public": True}
    game = httpx.post(f"{service.url}/v1/games", json=body).json()
    players = [
        subprocess.Popen(
            [sys.executable, str(player), service.url, slug, f"Player {n}"], stdout=subprocess.PIPE, text=True
        )
        for n in range(seats)
    ]
    told = [json.loads(one.communicate(timeout=120)[0]) for one in players]
    assert told == [httpx.get(f"{service.url}/v1/games/{game['id']}").json()["outcome"]] * seats
    assert told[0]["reason"] in ENGINES[slug].endings


def test_its_table_names_problems_that_exist() -> None:
    rows = re.findall(r"^\| (4\d\d .*?) \|", PAGE, re.M)
    named = [(int(status), code) for row in rows for status, code in re.findall(r"(\d{3}) `(\w+)`", row)]
    assert len(named) >= 6
    assert [(CATALOGUE[code].status, code) for _, code in named] == named
