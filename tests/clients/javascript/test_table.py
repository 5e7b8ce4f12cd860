"""The live table through everything that happens to a connection, a service and a page."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.support.cable import Cable
from tests.support.front import HELD, Fate, Front, page, refusal
from tests.support.http import Api, LiveService, Quick, Table, calling, good, play_to_the_end
from tests.support.node import result, run, running
from tests.support.running import wait_for

pytestmark = pytest.mark.clients
HASTY = {"first": 1000, "silence": 4000}
"""The patience of the client with the quick service, which sends something every 0.3 seconds."""


class Scene:
    """A scene that goes on while the test does something."""

    def __init__(self, process: subprocess.Popen[str], notes: Path) -> None:
        self._process, self._notes = process, notes

    def noted(self) -> list[str]:
        return self._notes.read_text().splitlines() if self._notes.exists() else []

    def wait_for(self, what: str, times: int = 1) -> None:
        """Wait until the program has noted this so often."""
        wait_for(lambda: self.noted().count(what) >= times or self._process.poll() is not None, patience=90)
        assert self.noted().count(what) >= times, self.noted()

    def say(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("now\n")
        self._process.stdin.flush()

    def result(self) -> Any:
        return result(self._process)


@contextmanager
def playing(tmp_path: Path, name: str, url: str, table: Table, seat: int | None = None, **told: Any) -> Iterator[Scene]:
    notes, token = tmp_path / "notes", None if seat is None else table.tokens[seat]
    with running(
        "scenes.mjs", {"scene": name, "url": url, "id": table.id, "token": token, "notes": str(notes), **told}
    ) as process:
        yield Scene(process, notes)


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Quick]:
    with Quick(tmp_path_factory.mktemp("quick"), BOTS="1", BOT_SECONDS="0.02") as running:
        yield running


@pytest.fixture
def soon(quick: Quick) -> Iterator[Api]:
    with calling(quick.url) as one:
        yield one


@pytest.fixture
def front(quick: Quick) -> Iterator[Front]:
    with Front(quick.port) as before:
        yield before


def with_a_bot(api: Api) -> Table:
    seats = [{"name": "Ana"}, {"kind": "bot", "level": "greedy"}]
    return api.table(good(api.post("/v1/games", {"engine": "tokyo_poo_divers", "seats": seats}), 201))


def demand_exactly(told: Any, table: Table, seat: int | None = None, after: int = 0) -> None:
    """The log was heard from there on to its end, and no promise was broken."""
    assert told["seen"]["wrong"] == []
    assert told["seen"]["events"] == table.events(seat)[after:]
    assert told["seen"]["ends"] == [None]


# Where streams do not come through


def test_where_streams_are_refused_it_polls(front: Front, soon: Api) -> None:
    table = with_a_bot(soon)
    front.spoil("STREAM", "/events", refusal(503, "too_many_streams", 1), 1000)
    told = run("scenes.mjs", {"scene": "play", "url": front.url, "id": table.id, "token": table.tokens[0]})
    demand_exactly(told, table, 0)
    assert len(front.these("STREAM", "/events")) == 1, "it does not insist"
    assert len(front.these("POLL", table.path)) > 10
    assert told["seen"]["states"] == ["connecting", "live", "ended"]


def test_where_polls_are_refused_too_it_looks_now_and_then(front: Front, soon: Api, tmp_path: Path) -> None:
    table = soon.create()
    front.spoil("STREAM", "/events", refusal(503, "too_many_streams", 1), 1000)
    front.spoil("POLL", table.path, refusal(503, "too_many_streams", 1), 1000)
    with playing(tmp_path, "listen", front.url, table) as scene:
        scene.wait_for("waiting")
        play_to_the_end(table)
        told = scene.result()
    demand_exactly(told, table)
    assert "waiting" in told["seen"]["states"]


def test_where_a_proxy_holds_streams_back_it_polls_and_tries_again_later(front: Front, soon: Api) -> None:
    table = with_a_bot(soon)
    front.spoil("STREAM", "/events", HELD, 2)
    told = run(
        "scenes.mjs",
        {
            "scene": "play",
            "url": front.url,
            "id": table.id,
            "token": table.tokens[0],
            "times": {"first": 300, "polling": 700, "poll": 1000},
        },
    )
    demand_exactly(told, table, 0)
    assert front.lost == 2
    assert len(front.these("POLL", table.path)) >= 2


@pytest.mark.parametrize("fate", [page(502, "<h1>Bad gateway</h1>"), Fate((200, {}, b"-"), cut=True)])
def test_where_streams_break_before_anything_comes_it_polls(fate: Fate, front: Front, soon: Api) -> None:
    table = with_a_bot(soon)
    front.spoil("STREAM", "/events", fate, 1000)
    told = run("scenes.mjs", {"scene": "play", "url": front.url, "id": table.id, "token": table.tokens[0]})
    demand_exactly(told, table, 0)
    assert len(front.these("STREAM", "/events")) == 4, "a service that was just started anew may cut a few"
    assert len(front.these("POLL", table.path)) > 10


def test_where_polls_do_not_wait_it_does_not_ask_all_the_time(front: Front, soon: Api, tmp_path: Path) -> None:
    """A service that is about to stop answers them at once."""
    table = soon.create()
    front.spoil("STREAM", "/events", refusal(503, "too_many_streams", 1), 1000)
    front.spoil("POLL", table.path, Fate((304, {}, b"")), 100_000)
    with playing(tmp_path, "listen", front.url, table) as scene:
        scene.wait_for("live")
        wait_for(lambda: len(front.these("POLL", table.path)) >= 3, patience=30)
        first, *_, last = (seen.at for seen in front.these("POLL", table.path)[:3])
        front.spoiled.clear()
        play_to_the_end(table)
        told = scene.result()
    demand_exactly(told, table)
    assert last - first > 1


def test_a_stream_that_falls_silent_is_left(front: Front, soon: Api, tmp_path: Path) -> None:
    table = soon.create()
    front.spoil("STREAM", "/events", Fate(held=True, after=1))
    with playing(tmp_path, "listen", front.url, table, 1, times=HASTY) as scene:
        scene.wait_for("live")
        play_to_the_end(table)
        told = scene.result()
    demand_exactly(told, table, 1)
    assert front.lost == 1
    assert told["seen"]["states"] == ["connecting", "live", "waiting", "connecting", "ended"]


# Where the connection or the service goes away


def test_a_cut_is_said_in_its_states_and_mended(quick: Quick, soon: Api, tmp_path: Path) -> None:
    table = soon.create(seats=3)
    with Cable(quick.port) as cable, playing(tmp_path, "listen", cable.url, table, 2) as scene:
        for cuts in range(1, 4):
            scene.wait_for("live", cuts)
            table.step()
            scene.wait_for(f"event {len(table.events())}")
            cable.cut()
            scene.wait_for("waiting", cuts)
        play_to_the_end(table)
        told = scene.result()
    demand_exactly(told, table, 2)
    assert told["seen"]["states"][:4] == ["connecting", "live", "waiting", "connecting"]


@pytest.mark.parametrize("how", ["restarted", "killed"])
def test_a_service_that_was_away_is_found_again(how: str, tmp_path: Path) -> None:
    with LiveService(tmp_path / "service", BOTS="1", BOT_SECONDS="0.02") as service, calling(service.url) as api:
        table = with_a_bot(api)
        with playing(tmp_path, "play", service.url, table, 0) as scene:
            for times in range(1, 3):
                scene.wait_for("live", times)
                if how == "killed":
                    service.kill9()
                service.restart()
            told = scene.result()
        demand_exactly(told, table, 0)
        record = good(api.get(f"{table.path}/record"))
    assert len([action for action in record["actions"] if action["seat"] == 0]) == len(set(told["versions"]))


def test_a_page_that_is_online_again_does_not_wait(front: Front, soon: Api, tmp_path: Path) -> None:
    table = soon.create()
    play_to_the_end(table)
    front.spoil("GET", table.path, refusal(503, "store_unavailable", 100_000))
    with playing(tmp_path, "listen", front.url, table, wakes=True) as scene:
        scene.wait_for("waiting")
        scene.say()
        told = scene.result()
    demand_exactly(told, table)
    assert told["seen"]["states"] == ["connecting", "waiting", "connecting", "ended"]


# Beginnings and ends


def test_it_goes_on_after_an_event_that_is_remembered(service: LiveService, api: Api, tmp_path: Path) -> None:
    table = api.create()
    table.step()
    after = len(table.events()) - 1
    with playing(tmp_path, "listen", service.url, table, 0, after=after) as scene:
        scene.wait_for("live")
        play_to_the_end(table)
        told = scene.result()
    demand_exactly(told, table, 0, after)
    assert told["events"] == list(range(after + 1, len(table.events()) + 1)), "so does who iterates"
    assert told["status"] == "finished"


def test_a_game_that_is_over_is_told_and_ends(service: LiveService, api: Api) -> None:
    table = api.create()
    play_to_the_end(table)
    log = table.events()
    for after in (0, len(log)):
        told = run("scenes.mjs", {"scene": "listen", "url": service.url, "id": table.id, "after": after})
        demand_exactly(told, table, None, after)
        assert told["seen"]["views"] == [table.view()["version"]]
        assert told.get("legal") is None, "spectators may do nothing"


def test_a_table_that_waits_for_players_is_followed_from_the_first_on(
    service: LiveService, api: Api, tmp_path: Path
) -> None:
    table = api.open(taken=1, free=2, auto_start=False)
    with playing(tmp_path, "listen", service.url, table, 0) as scene:
        scene.wait_for("live")
        good(table.join("Ben"), 201)
        good(api.post(f"{table.path}/start", token=table.host))
        good(api.post(f"{table.path}/actions", table.legal(table.turn())[0], token=table.tokens[table.turn()]))
        assert api.delete(table.path, token=table.host).status_code == 204
        told = scene.result()
    demand_exactly(told, table, 0)
    assert told["status"] == "abandoned"
    assert "seat_taken" in {event["type"] for event in told["seen"]["events"]}


@pytest.mark.parametrize(
    ("told", "status", "code"), [({"id": "x" * 22}, 404, "not_found"), ({"token": "wrong"}, 401, "unauthenticated")]
)
def test_a_refusal_is_told_once_and_ends_it(told: Any, status: int, code: str, service: LiveService, api: Api) -> None:
    table = api.create()
    heard = run("scenes.mjs", {"scene": "listen", "url": service.url, "id": table.id, **told})
    assert heard["seen"]["ends"] == [{"status": status, "code": code}]
    assert heard["seen"]["states"] == ["connecting", "ended"]
    assert (heard["iterated"]["code"], heard["error"]) == (code, code), "who iterates gets it thrown"
    assert heard["seen"]["events"] == heard["seen"]["wrong"] == []


def test_who_loses_the_seat_or_the_table_is_told(service: LiveService, api: Api, tmp_path: Path) -> None:
    table = api.open(taken=2, free=1)
    with playing(tmp_path, "listen", service.url, table, 1) as scene:
        scene.wait_for("live")
        assert api.delete(f"{table.path}/seats/1", token=table.tokens[1]).status_code == 204
        told = scene.result()
    assert told["seen"]["ends"] == [{"status": 401, "code": "unauthenticated"}]
    with playing(tmp_path, "listen", service.url, table) as scene:
        scene.wait_for("live", 2)
        assert api.delete(table.path, token=table.host).status_code == 204
        told = scene.result()
    assert told["seen"]["ends"] == [{"status": 404, "code": "not_found"}]
    assert told["seen"]["wrong"] == []


def test_a_listeners_mistake_is_its_own_and_a_closed_table_is_silent(service: LiveService, api: Api) -> None:
    table = api.create()
    play_to_the_end(table)
    told = run("scenes.mjs", {"scene": "mistakes", "url": service.url, "id": table.id})
    assert told["mistakes"] == ["at 1", "at 2", "at 3"]
    assert [event["seq"] for event in told["seen"]["events"]] == told["events"] == [1, 2, 3]
    assert told["seen"]["wrong"] == []
    assert told["seen"]["ends"] == [None]
    assert told["state"] == "ended"


# Time


@pytest.mark.parametrize("wrong", [-3_600_000, 0, 86_400_000])
def test_it_knows_the_time_of_the_service_whatever_the_clock_here_says(
    wrong: int, service: LiveService, api: Api
) -> None:
    table = api.create()
    told = run("scenes.mjs", {"scene": "clock", "url": service.url, "id": table.id, "wrong": wrong})
    before, shown, after = (datetime.fromisoformat(told[name]) for name in ("before", "shown", "after"))
    patience = timedelta(seconds=30)  # as long as a request may take here
    assert before - patience < shown < after + patience
