"""Whole games of every kind against each level of bots, over HTTP on the real service."""

from collections.abc import Iterator

import pytest

from bots import LEVELS
from engines.chance import Chance
from engines.registry import ENGINES
from tests.support.bots import play_against
from tests.support.http import Json, LiveService, api_client, assert_ok, run_concurrently


@pytest.fixture(scope="module")
def with_bots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    """The service as it runs by default, but for bots that think little."""
    with LiveService(tmp_path_factory.mktemp("bots"), BOTS="1", BOT_SECONDS="0.02") as running:
        yield running


def test_a_person_plays_against_each_level(slug: str, with_bots: LiveService) -> None:
    bots = max(1, ENGINES[slug].players.min - 1)

    def played(number: int) -> Json:
        with api_client(with_bots.url) as api:
            seats = [{"name": "Ana"}] + [{"kind": "bot", "level": LEVELS[number]}] * bots
            table = api.table(assert_ok(api.post("/v1/games", {"engine": slug, "seats": seats}), 201))
            over = play_against(table, Chance(bytes([number])))
            assert over["outcome"]["reason"] in ENGINES[slug].endings
            events = table.events()
            assert {event["seat"] for event in events if event["seat"] is not None} == set(range(bots + 1))
            assert not any(event.get("timeout") for event in events)
            return assert_ok(api.post("/v1/records/verify", assert_ok(api.get(f"{table.path}/record"))))

    assert [result and result["valid"] for result in run_concurrently(len(LEVELS), played)] == [True] * len(LEVELS)
    assert '"fault"' not in with_bots.errors()
    assert "bot_failed" not in with_bots.errors()


def test_a_table_of_bots_plays_by_itself(with_bots: LiveService) -> None:
    with api_client(with_bots.url) as api:
        body = {"engine": "tchang", "seats": [{"kind": "bot", "level": "greedy"}] * 2}
        table = api.table(assert_ok(api.post("/v1/games", body), 201))
        version = 0
        for _ in range(3):
            response = api.get(f"{table.path}?wait=20", headers={"If-None-Match": f'"{version}.-"'})
            assert assert_ok(response)["version"] > version
            version = response.json()["version"]
        count = 'ludotheque_bot_moves_total{engine="tchang",level="greedy"}'
        assert count in api.get("/metrics").text
