"""Whole games over HTTP, on the real service; every registered game inherits these."""

from collections.abc import Iterator

import pytest

from engines.registry import ENGINES
from tests.support.http import Api, LiveService, api_client, assert_ok, in_process, play_to_the_end
from tests.support.tables import settings_of, variants
from tests.support.valkey import ValkeyServer


@pytest.fixture(scope="module")
def other(service: LiveService, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """A client of a second replica: another gunicorn on the first one's store."""
    directory = tmp_path_factory.mktemp("replica")
    with LiveService(directory, REDIS_URL=service.store_url(), WORKERS="1") as second, api_client(second.url) as api:
        yield api


def test_a_whole_game_of_every_engine_ends_with_an_outcome(slug: str, live: Api) -> None:
    engine = ENGINES[slug]
    seats = max(engine.players.min, min(3, engine.players.max))  # five who show gestures at once seldom differ
    table = live.create(slug, seats)
    over = play_to_the_end(table)
    assert over["status"] == "finished"
    assert over["awaiting"] == []
    assert over["outcome"]["reason"] in engine.endings
    assert [score["seat"] for score in over["outcome"]["scores"]] == list(range(seats))
    log = table.events()
    assert [event["seq"] for event in log] == list(range(1, len(log) + 1))
    assert log[-1]["type"] == "game_finished"
    assert log[-1]["data"]["outcome"] == over["outcome"]
    assert log[-1]["version"] == over["version"]


def test_every_variant_of_every_engine_can_be_set_up_and_played_on(slug: str, live: Api) -> None:
    fitting = settings_of(slug)
    for options in variants(slug):
        seats = next(count for count, variant in fitting if variant == options)
        table = live.create(slug, seats, options=options)
        assert table.view()["options"] == options
        assert table.step()["game"]["version"] == table.view()["version"]


def test_two_replicas_on_one_store_play_one_game(slug: str, live: Api, other: Api) -> None:
    """Each action goes to the other replica."""
    table = live.create(slug)
    assert play_to_the_end(table, [other])["status"] == "finished"
    for seat in table.tokens:
        here, there = table.view(seat), table.through(other).view(seat)
        assert here | {"now": "", "seats": []} == there | {"now": "", "seats": []}
        assert table.events(seat) == table.through(other).events(seat)


def test_a_table_fills_starts_and_counts_every_step(live: Api) -> None:
    table = live.open(taken=1, free=2)
    assert table.view()["status"] == "open"
    assert assert_ok(table.join("Ben", seat=2, entropy="blue giraffe"), 201)["seat"] == 2
    last = assert_ok(table.join("Cleo"), 201)
    assert (last["seat"], last["game"]["viewer"], last["game"]["status"]) == (1, 1, "active")
    assert [seat["name"] for seat in last["game"]["seats"]] == ["Player 0", "Cleo", "Ben"]
    assert [event["type"] for event in table.events()][:4] == [
        "game_created",
        "seat_taken",
        "seat_taken",
        "game_started",
    ]
    table.step()


def test_the_host_starts_without_the_seats_nobody_took(live: Api) -> None:
    table = live.open(taken=1, free=3, auto_start=False)
    table.join("Ben", seat=3)
    view = assert_ok(live.post(f"{table.path}/start", token=table.host))
    assert [(seat["seat"], seat["name"]) for seat in view["seats"]] == [(0, "Player 0"), (1, "Ben")]
    assert assert_ok(live.get(table.path, token=table.tokens[3]))["viewer"] == 1


def test_the_action_that_is_one_too_many_is_in_the_log_with_its_events(server: ValkeyServer) -> None:
    with in_process(server.url, max_actions=1) as client:
        table = client.create(options={"first_player": 0})
        table.step()
        seat = table.turn()
        action = table.legal(seat)[0]
        first = assert_ok(table.act(seat, action, key="last"))
        assert first["game"]["status"] == "abandoned"
        assert [event["type"] for event in first["events"]][-1] == "game_abandoned"
        assert len(first["events"]) > 1
        assert first["events"] == table.events(seat)[-len(first["events"]) :]
        again = assert_ok(table.act(seat, action, key="last"))
        assert (again["version"], again["events"]) == (first["version"], first["events"])
