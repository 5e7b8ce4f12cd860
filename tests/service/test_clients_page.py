"""docs/clients.md keeps its word: its player, as it is printed, plays games of every kind to the end."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from engines.registry import ENGINES
from engines.tokyo_poo_divers.content import BLANK, DECK, FIND
from schemas.game_schemas import parse_action
from service.problems import CATALOGUE
from service.table.access import TICKET_LIFETIME_MS
from tests.support.http import InProcess, LiveService, ServiceWithFixedSeeds
from tests.support.running import wait_for

PAGE = (Path(__file__).parents[2] / "docs" / "clients.md").read_text(encoding="utf-8")


PLAYER, OWN_BOT = re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S)
SAME_EVERY_TIME = """
import random, runpy, sys, urllib.request, uuid
seed, accepted, send = sys.argv.pop(1), 0, urllib.request.urlopen
def sent(request, **more):
    global accepted
    response = send(request, **more)
    accepted += request.method == "POST"
    return response
urllib.request.urlopen = sent
random.seed(int(seed))
random.choice = lambda actions: random.Random(f"{seed} {accepted}").choice(actions)
uuid.uuid4 = lambda: uuid.UUID(int=random.getrandbits(128))
runpy.run_path(sys.argv[1], run_name=sys.argv.pop(0) and "__main__")
"""
"""Runs the player with dice that always fall alike: whoever was too late and chooses again chooses the same."""
SHORT_GAME = 114
"""Deals a game of Dragon Fights that these players end after 60 moves; most of their games take some hundred."""


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceWithFixedSeeds]:
    with ServiceWithFixedSeeds(tmp_path_factory.mktemp("seeded")) as running:
        yield running


def seats_taken(game: str) -> int:
    return sum(seat["kind"] != "open" for seat in httpx.get(game).json()["seats"])


@contextmanager
def started(player: Path, service: ServiceWithFixedSeeds, slug: str, number: int) -> Iterator[subprocess.Popen[str]]:
    """The printed player, choosing alike every time; ended with the test, whatever becomes of it."""
    command = [sys.executable, "-c", SAME_EVERY_TIME, str(number), str(player), service.url, slug, f"Player {number}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def test_the_player_plays_to_the_end(slug: str, seeded: ServiceWithFixedSeeds, tmp_path: Path) -> None:
    player = tmp_path / "player.py"
    player.write_text(PLAYER, encoding="utf-8")
    seats = ENGINES[slug].players.min
    body = {"engine": slug, "seats": [{"kind": "open"}] * seats, "public": True}
    key = {"Idempotency-Key": f"the same game every time: {slug} {SHORT_GAME}"}
    game = f"{seeded.url}/v1/games/{httpx.post(f'{seeded.url}/v1/games', json=body, headers=key).json()['id']}"
    with ExitStack() as running:
        players = []
        for number in range(seats):  # one after the other, so that each has the same seat every time
            players.append(running.enter_context(started(player, seeded, slug, number)))
            wait_for(lambda taken=number + 1: seats_taken(game) == taken)
        outcomes = [json.loads(one.communicate(timeout=120)[0]) for one in players]
    assert outcomes == [httpx.get(game).json()["outcome"]] * seats
    assert outcomes[0]["reason"] in ENGINES[slug].endings


def test_the_bot_of_ones_own_beats_a_random_one(tmp_path: Path) -> None:
    (tmp_path / "player.py").write_text(PLAYER, encoding="utf-8")
    (tmp_path / "greedy.py").write_text(OWN_BOT, encoding="utf-8")
    deck = f"FINDS, BLANKS = {DECK.count(FIND)}, {DECK.count(BLANK)}  # in a whole deck of {len(DECK)}\n"
    assert deck in OWN_BOT
    with LiveService(tmp_path / "service", BOTS="1", WORKERS="1") as service:
        command = [sys.executable, str(tmp_path / "greedy.py"), service.url, "random"]
        games = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(5)]
        outcomes = [json.loads(game.communicate(timeout=120)[0]) for game in games]
    assert sum(outcome["winners"] == [0] for outcome in outcomes) >= 2, "of five games it wins nearly all"


def test_a_page_on_another_origin_may_do_what_the_page_says(client: InProcess) -> None:
    headers = {"Origin": "http://localhost:3000", "Access-Control-Request-Method": "POST"}
    response = client.call("OPTIONS", "/v1/games", headers=headers)
    for may, name in (("send", "Allow"), ("read", "Expose")):
        (row,) = re.findall(rf"^\| {may} \| (.*) \|$", PAGE, re.M)
        assert row.replace("`", "") == response.headers[f"Access-Control-{name}-Headers"]
    assert f"{response.headers['Access-Control-Max-Age']} seconds" in PAGE
    assert "Access-Control-Allow-Credentials" not in response.headers


def test_a_ticket_is_valid_for_as_long_as_documented() -> None:
    assert f"valid for {TICKET_LIFETIME_MS // 3_600_000} hours" in PAGE


def test_the_list_of_actions_is_as_a_view_holds_it(client: InProcess) -> None:
    (text,) = re.findall(r'^"legal": (\{.*?\})\n```$', PAGE, re.M | re.S)
    legal = json.loads(text.replace(", …", ""))
    table = client.create("tokyo_poo_divers")
    shown = table.view(0, params={"include": "actions"})["legal"]
    assert (legal.keys(), type(shown["truncated"])) == (shown.keys(), bool)
    assert set(legal["types"]) == {action["type"] for action in legal["actions"]}
    for action in legal["actions"]:
        parse_action(ENGINES["tokyo_poo_divers"], action)


def test_its_table_names_problems_that_exist() -> None:
    rows = re.findall(r"^\| (4\d\d .*?) \|", PAGE, re.M)
    named = [(int(status), code) for row in rows for status, code in re.findall(r"(\d{3}) `(\w+)`", row)]
    assert len(named) >= 6
    assert [(CATALOGUE[code].status, code) for _, code in named] == named
