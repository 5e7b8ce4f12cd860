"""Whole games with the client: everyone at the table, and who watches, hears exactly the log."""

from typing import Any

import pytest

from engines.registry import ENGINES
from tests.support.http import Api, LiveService, Table, good
from tests.support.node import run

pytestmark = pytest.mark.clients


def test_a_whole_game_of_every_kind(slug: str, service: LiveService, api: Api) -> None:
    seats = max(2, ENGINES[slug].players.min)
    told = run("game.mjs", {"url": service.url, "engine": slug, "seats": seats, "seed": 7})
    demand_exactly_the_log(told, api)
    assert told["outcomes"][0]["reason"] in ENGINES[slug].endings


def demand_exactly_the_log(told: Any, api: Api) -> None:
    """What the program game.mjs has heard and done is what the service has in its log, for everyone there."""
    table = Table(api, told["id"], "", dict(enumerate(told["tokens"])))
    over = table.view()
    assert over["status"] == "finished"
    assert told["outcomes"] == [over["outcome"]] * len(told["seen"])
    for number, seen in enumerate(told["seen"]):
        assert seen["wrong"] == []
        assert seen["events"] == table.events(number if number in table.tokens else None)
        assert seen["ends"] == [None]
        assert seen["states"][-1] == "ended"
        assert seen["views"][-1] == over["version"]
    assert told["iterated"] == told["seen"][0]["events"]
    record = good(api.get(f"{table.path}/record"))
    assert len(told["answers"]) == len(set(told["answers"])) == len(record["actions"]), "each action was done once"
