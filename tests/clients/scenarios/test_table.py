"""The live table, through everything that happens to a connection and a service."""

from pathlib import Path
from typing import Any

import pytest

from engines.chance import Chance
from tests.clients.runners import FAST_RETRY, Client, check_log
from tests.support.fault_proxy import HELD, Fault, FaultProxy, error, page
from tests.support.http import Api, LiveService, ServiceWithShortTimeouts, Table, api_client, assert_ok, play_to_the_end
from tests.support.running import wait_for

pytestmark = pytest.mark.clients
LONG, MANY = 1000, 1000
NO_PLACE = error(503, "too_many_streams", LONG)


def against_a_bot(api: Api) -> Table:
    seats = [{"name": "Ana"}, {"kind": "bot", "level": "greedy"}]
    return api.table(assert_ok(api.post("/v1/games", {"engine": "tokyo_poo_divers", "seats": seats}), 201))


def wait_for_requests(proxy: FaultProxy, kind: str, count: int = 1) -> None:
    wait_for(lambda: len(proxy.matching(kind)) >= count, timeout=90)


# Streams, and polls where streams do not get through


def test_a_stream_brings_every_event(client: Client, quick_proxy: FaultProxy, quick_api: Api) -> None:
    table = quick_api.create()
    with client.start("listen", url=quick_proxy.url, id=table.id) as scene:
        wait_for_requests(quick_proxy, "STREAM")
        play_to_the_end(table)
        result = scene.result()
    check_log(result, table)
    assert len(quick_proxy.matching("STREAM")) == 1
    assert quick_proxy.matching("POLL") == []


def test_a_stream_that_breaks_continues_after_the_last_event(
    client: Client, quick_proxy: FaultProxy, quick_api: Api, tmp_path: Path
) -> None:
    table = quick_api.create(seats=3)
    args: dict[str, Any] = {"url": quick_proxy.url, "id": table.id, "token": table.tokens[2]}
    with client.start("listen", notes=tmp_path / "notes", **args) as scene:
        for count in range(1, 4):
            wait_for_requests(quick_proxy, "STREAM", count)
            table.step()
            scene.wait_for(f"event {len(table.events())}")
            wait_for(lambda: bool(quick_proxy.streaming))
            quick_proxy.break_streams()
        play_to_the_end(table)
        result = scene.result()
    check_log(result, table, 2)


def test_where_streams_are_rejected_it_polls(client: Client, quick_proxy: FaultProxy, quick_api: Api) -> None:
    table = against_a_bot(quick_api)
    quick_proxy.inject("STREAM", "/events", NO_PLACE, MANY)
    result = client.run("play", url=quick_proxy.url, id=table.id, token=table.tokens[0])
    check_log(result, table, 0)
    assert len(quick_proxy.matching("STREAM")) == 1, "it does not insist"
    assert len(quick_proxy.matching("POLL")) > 3


def test_where_polls_are_rejected_too_it_fetches_the_view_now_and_then(
    client: Client, quick_proxy: FaultProxy, quick_api: Api
) -> None:
    table = quick_api.create()
    quick_proxy.inject("STREAM", "/events", NO_PLACE, MANY)
    quick_proxy.inject("POLL", table.path, error(503, "too_many_streams", 1), MANY)
    with client.start("listen", url=quick_proxy.url, id=table.id) as scene:
        wait_for_requests(quick_proxy, "POLL")
        play_to_the_end(table)
        check_log(scene.result(), table)


def test_a_stream_that_a_proxy_blocks_is_given_up(client: Client, quick_proxy: FaultProxy, quick_api: Api) -> None:
    table = quick_api.create()
    quick_proxy.inject("STREAM", "/events", HELD)
    timeouts = {"stream_start": 300, "stream_silence": 300}
    with client.start("listen", url=quick_proxy.url, id=table.id, timeouts=timeouts) as scene:
        wait_for_requests(quick_proxy, "POLL")
        play_to_the_end(table)
        check_log(scene.result(), table)
    assert len(quick_proxy.matching("STREAM")) == 1


@pytest.mark.parametrize("kind", ["error page", "broken"])
def test_streams_that_end_again_and_again_are_given_up(
    client: Client, kind: str, quick_proxy: FaultProxy, quick_api: Api
) -> None:
    """What counts as broken differs: JavaScript takes the first byte for a sign of life, Python a page for an error."""
    broken = Fault((200, {}, b"-"), cut=True) if client.is_javascript else Fault(after=1)
    fault = page(502, "<h1>Bad gateway</h1>") if kind == "error page" else broken
    table = against_a_bot(quick_api)
    quick_proxy.inject("STREAM", "/events", fault, MANY)
    result = client.run("play", url=quick_proxy.url, id=table.id, token=table.tokens[0], retry=FAST_RETRY)
    check_log(result, table, 0)
    assert len(quick_proxy.matching("STREAM")) in (4, 5), "a service that has just restarted may cut a few"
    assert len(quick_proxy.matching("POLL")) > 3


def test_a_stream_is_tried_again_later(client: Client, quick_proxy: FaultProxy, quick_api: Api) -> None:
    table = quick_api.create()
    quick_proxy.inject("STREAM", "/events", error(503, "too_many_streams", 1))
    timeouts = {"stream_retry": 700, "poll": 1000}
    with client.start("listen", url=quick_proxy.url, id=table.id, timeouts=timeouts) as scene:
        wait_for_requests(quick_proxy, "POLL")
        wait_for_requests(quick_proxy, "STREAM", 2)
        play_to_the_end(table)
        check_log(scene.result(), table)


def test_where_polls_do_not_wait_it_pauses_between_them(
    client: Client, quick_proxy: FaultProxy, quick_api: Api
) -> None:
    """A service that is about to stop responds at once."""
    table = quick_api.create()
    quick_proxy.inject("STREAM", "/events", NO_PLACE, MANY)
    quick_proxy.inject("POLL", table.path, Fault((304, {}, b"")), MANY)
    with client.start("listen", url=quick_proxy.url, id=table.id) as scene:
        wait_for_requests(quick_proxy, "POLL", 3)
        first, *_, last = (one.at for one in quick_proxy.matching("POLL")[:3])
        quick_proxy.faults.clear()
        play_to_the_end(table)
        check_log(scene.result(), table)
    assert last - first > 1


def test_a_stream_that_falls_silent_is_left(client: Client, quick_proxy: FaultProxy, quick_api: Api) -> None:
    table = quick_api.create()
    quick_proxy.inject("STREAM", "/events", Fault(held=True, after=1))
    timeouts = {"stream_start": 1000, "stream_silence": 2000}
    args: dict[str, Any] = {"id": table.id, "token": table.tokens[1], "timeouts": timeouts}
    with client.start("listen", url=quick_proxy.url, **args) as scene:
        wait_for_requests(quick_proxy, "STREAM")
        play_to_the_end(table)
        check_log(scene.result(), table, 1)
    assert quick_proxy.lost == 1


@pytest.mark.parametrize("how", ["restarted", "killed"])
def test_a_service_that_was_down_is_reached_again(client: Client, how: str, tmp_path: Path) -> None:
    settings = {"BOTS": "1", "BOT_SECONDS": "0.02"}
    with LiveService(tmp_path / "service", **settings) as service, api_client(service.url) as api:
        table = against_a_bot(api)
        args: dict[str, Any] = {"url": service.url, "id": table.id, "token": table.tokens[0]}
        with client.start("play", notes=tmp_path / "notes", **args) as scene:
            for count in (3, 8):
                scene.wait_for(f"event {count}")
                if how == "killed":
                    service.kill9()
                service.restart()
            result = scene.result()
        check_log(result, table, 0)
        record = assert_ok(api.get(f"{table.path}/record"))
    assert len([action for action in record["actions"] if action["seat"] == 0]) == len(set(result["versions"]))


def test_at_a_crowded_service_everybody_gets_every_event(client: Client, tmp_path: Path) -> None:
    few = {"MAX_STREAMS": "6", "MAX_STREAMS_PER_ADDRESS": "2"}
    with (
        ServiceWithShortTimeouts(tmp_path, **few) as crowded,
        api_client(crowded.url) as api,
        FaultProxy(crowded.port) as proxy,
    ):
        table = api.create()
        listen: dict[str, Any] = {"url": proxy.url, "id": table.id}
        with (
            client.start("listen", **listen) as one,
            client.start("listen", **listen) as two,
            client.start("listen", **listen) as three,
        ):
            wait_for_requests(proxy, "STREAM", 3)
            play_to_the_end(table)
            for scene in (one, two, three):
                check_log(scene.result(), table)


# Beginnings and ends


def test_it_resumes_after_an_event_that_was_stored(client: Client, service: LiveService, api: Api) -> None:
    table = api.create()
    table.step()
    after = len(table.events()) - 1
    play_to_the_end(table)
    for start in (after, len(table.events())):
        result = client.run("listen", url=service.url, id=table.id, token=table.tokens[0], after=start)
        check_log(result, table, 0, start)
        assert result["iterated"] == list(range(start + 1, len(table.events()) + 1))
        assert result["status"] == "finished"


def test_a_spectator_of_a_game_that_is_over_gets_all_and_no_actions(
    client: Client, service: LiveService, api: Api
) -> None:
    table = api.create()
    play_to_the_end(table)
    result = client.run("listen", url=service.url, id=table.id)
    check_log(result, table)
    assert result["legal"] is None


def test_a_game_that_waits_for_players_is_followed_from_the_first_on(
    client: Client, proxy: FaultProxy, api: Api
) -> None:
    table = api.open(taken=1, free=2, auto_start=False)
    with client.start("listen", url=proxy.url, id=table.id, token=table.tokens[0]) as scene:
        wait_for_requests(proxy, "STREAM")
        assert_ok(table.join("Ben"), 201)
        assert_ok(api.post(f"{table.path}/start", token=table.host))
        assert_ok(api.post(f"{table.path}/actions", table.legal(table.turn())[0], token=table.tokens[table.turn()]))
        assert api.delete(f"{table.path}/seats/1", token=table.tokens[1]).status_code == 204  # who has joined
        assert api.delete(table.path, token=table.host).status_code == 204
        result = scene.result()
    check_log(result, table, 0)
    assert result["status"] == "abandoned"
    assert "seat_taken" in {event["type"] for event in result["events"]}


@pytest.mark.parametrize(
    ("wrong", "status", "code"), [({"id": "x" * 22}, 404, "not_found"), ({"token": "wrong"}, 401, "unauthenticated")]
)
def test_an_error_ends_it(
    client: Client, wrong: dict[str, str], status: int, code: str, service: LiveService, api: Api
) -> None:
    result = client.run("listen", **{"url": service.url, "id": api.create().id, **wrong})
    assert result["error"] == code
    assert result["events"] == result["wrong"] == []
    assert result.get("states", ["connecting", "ended"]) == ["connecting", "ended"]
    assert result.get("ends", [{"status": status, "code": code}]) == [{"status": status, "code": code}]


def test_a_seat_or_a_game_that_is_gone_is_an_error(client: Client, proxy: FaultProxy, api: Api) -> None:
    table = api.open(taken=2, free=1)
    with client.start("listen", url=proxy.url, id=table.id, token=table.tokens[1]) as scene:
        wait_for_requests(proxy, "STREAM")
        assert api.delete(f"{table.path}/seats/1", token=table.tokens[1]).status_code == 204
        assert scene.result()["error"] == "unauthenticated"
    streams = len(proxy.matching("STREAM"))
    with client.start("listen", url=proxy.url, id=table.id) as scene:
        wait_for_requests(proxy, "STREAM", streams + 1)
        assert api.delete(table.path, token=table.host).status_code == 204
        result = scene.result()
    assert (result["error"], result["wrong"]) == ("not_found", [])


# Acting


def test_a_stale_action_raises_and_the_view_is_newer(any_client: Client, service: LiveService, api: Api) -> None:
    table = api.create("tokyo_poo_divers", options={"first_player": 0})
    result = any_client.run("stale", url=service.url, id=table.id, token=table.tokens[0])
    assert (result["stale"]["name"], result["stale"]["version"]) == ("StaleVersion", result["before"] + 1)
    assert result["version"] == table.view()["version"] == result["before"] + 1


def test_a_simultaneous_choice_is_not_stale_after_the_choices_of_others(
    client: Client, service: LiveService, api: Api
) -> None:
    table = api.create("dragon_fights", seats=3)
    version, tokens = table.view()["version"], list(table.tokens.values())
    result = client.run("simultaneous", url=service.url, id=table.id, tokens=tokens)
    assert result["outcomes"] == [version + 1, version + 2, version + 3]
    assert result["stale"]["name"] == "StaleVersion", "unless If-Match is given"


def test_a_reaction_is_offered_once_for_each_version(
    client: Client, service: LiveService, api: Api, tmp_path: Path
) -> None:
    table, dice = api.create("tapecho"), Chance(bytes(32))
    for _ in range(500):
        view = table.view()
        seats = [seat for seat in view["may_react"] if table.legal(seat)]
        if seats:
            break
        table.step(dice)
    args: dict[str, Any] = {"url": service.url, "id": table.id, "token": table.tokens[seats[0]]}
    with client.start("react", notes=tmp_path / "notes", **args) as scene:
        scene.wait_for("react")
        play_to_the_end(table)
        result = scene.result()
    assert (result["first"], result["mayReact"], result["isMyTurn"]) == (True, True, False)
    assert result["version"] == view["version"]
    assert not result["second"] or result["later"] > view["version"]
