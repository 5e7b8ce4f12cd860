"""A whole game over a cable that breaks at random ends with exactly the log, and no action is done twice."""

from pathlib import Path

import pytest

from tests.clients.javascript.test_games import demand_exactly_the_log
from tests.support.cable import Shaky
from tests.support.http import Quick, calling
from tests.support.node import run

pytestmark = pytest.mark.clients


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_over_a_cable_that_breaks(seed: int, tmp_path: Path) -> None:
    with Quick(tmp_path) as service, calling(service.url) as api, Shaky(service.port, seed) as cable:
        told = run("game.mjs", {"url": cable.url, "engine": "tokyo_poo_divers", "seats": 2, "seed": seed})
        demand_exactly_the_log(told, api)
        assert cable.breaks >= 10, "and this although it was not easy"
