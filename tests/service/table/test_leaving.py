"""Leaving a table, before the start and after it: a bot plays on, and its player may come back."""

from service.bots.bot_worker import move_bot
from tests.support.bots import move_bots
from tests.support.http import InProcess, assert_ok, assert_problem, in_process
from tests.support.time import MINUTE, Time
from tests.support.valkey import ValkeyServer


def test_leaving_before_the_start_opens_the_seat_again(client: InProcess, now: Time) -> None:
    table = client.open(taken=2, free=1)
    assert client.delete(f"{table.path}/seats/1", token=table.tokens[1]).status_code == 204
    seat = table.view()["seats"][1]
    assert (seat["name"], seat["kind"], seat["present"]) == (None, "open", False)
    assert_problem(client.get(table.path, token=table.tokens[1]), 401, "unauthenticated")
    assert_problem(client.delete(f"{table.path}/seats/1", token=table.host), 404, "not_found")
    assert assert_ok(table.join("Cleo"), 201)["seat"] == 1


def test_coming_and_going_before_the_start_comes_to_an_end(server: ValkeyServer) -> None:
    """Otherwise anybody could make the log of a table grow for ever."""
    with in_process(server.url, max_actions=20) as api:
        table = api.open(public=True, auto_start=False, free=2)
        for coming in range(100):
            response = table.join("Cleo", seat=1, key=f"one of many, each unlike the others: {coming}")
            if response.status_code != 201:
                break
            assert api.delete(f"{table.path}/seats/1", token=table.tokens[1]).status_code == 204
        assert "come to this table" in assert_problem(response, 409, "game_not_open")["detail"]
        assert 20 < table.view()["version"] <= 22
        again = table.join("Cleo", seat=1, key="one of many, each unlike the others: 0")
        assert again.headers["Idempotent-Replayed"] == "true", "what was accepted is still known"
        assert table.id not in [game["id"] for game in assert_ok(api.get("/v1/games?status=open"))["games"]]
        assert table.view()["status"] == "open"
        assert api.delete(f"{table.path}/seats/0", token=table.tokens[0]).status_code == 204, (
            "leaving is always allowed"
        )
        assert api.delete(table.path, token=table.host).status_code == 204


def test_only_its_holder_and_the_host_give_a_seat_up(client: InProcess, now: Time) -> None:
    table = client.open(taken=2, free=1)
    assert_problem(client.delete(f"{table.path}/seats/1"), 401, "unauthenticated")
    assert_problem(client.delete(f"{table.path}/seats/1", token=table.tokens[0]), 403, "forbidden")
    assert_problem(client.delete(f"{table.path}/seats/9", token=table.host), 404, "not_found")
    assert client.delete(f"{table.path}/seats/1", token=table.host).status_code == 204


def test_after_the_start_a_bot_plays_on_for_who_has_left(client: InProcess, now: Time) -> None:
    table = client.create(seats=3, options={"first_player": 1})
    assert client.delete(f"{table.path}/seats/1", token=table.tokens[1]).status_code == 204
    seat = table.view()["seats"][1]
    assert (seat["left"], seat["present"], seat["kind"], seat["level"]) == (True, False, "bot", "greedy")
    assert seat["name"] == "Player 1"
    assert table.view()["awaiting"] == [1], "the game waits for it as for a player"
    move_bots(now.tables, table.id)
    left = [event for event in table.events() if event["type"] == "seat_left"]
    assert [(event["seat"], event["data"]) for event in left] == [(1, {})]
    assert all(entry.automatic for entry in now.journal(table))
    assert not any(event.get("timeout") for event in table.events()), "nobody's time was up"
    assert_problem(client.get(table.path, token=table.tokens[1]), 401, "unauthenticated")
    assert_problem(client.delete(f"{table.path}/seats/1", token=table.host), 404, "not_found")
    while table.view()["status"] == "active":
        assert 1 not in table.view()["awaiting"]
        table.step()
        move_bots(now.tables, table.id)
    assert table.view()["status"] == "finished"
    assert_problem(client.delete(f"{table.path}/seats/0", token=table.tokens[0]), 409, "game_not_active")


def test_a_game_that_all_have_left_is_played_to_its_end(slug: str, client: InProcess, now: Time) -> None:
    table = client.create(slug)
    for seat, token in table.tokens.items():
        client.delete(f"{table.path}/seats/{seat}", token=token)
    for _ in range(3000):
        now.forward(0.25)
        move_bot(now.tables, table.id)
        if (view := table.view())["status"] != "active":
            break
    assert view["status"] == "finished"


def test_the_host_may_take_a_seat_away_only_while_it_is_overdue(client: InProcess, now: Time) -> None:
    table = client.create(turn_seconds=MINUTE, options={"first_player": 0})
    away = f"{table.path}/seats/0"
    now.forward(MINUTE - 1)
    assert_problem(client.delete(away, token=table.host), 403, "forbidden")
    now.forward(1)
    assert_problem(client.delete(f"{table.path}/seats/1", token=table.host), 403, "forbidden")
    assert client.delete(away, token=table.host).status_code == 204
    assert table.view()["seats"][0]["left"]


def test_a_seat_whose_last_move_the_clock_made_stays_overdue_until_it_acts(client: InProcess, now: Time) -> None:
    table = client.create(seats=2, turn_seconds=MINUTE, options={"first_player": 0})
    now.forward(MINUTE)
    assert table.view()["version"] > 2
    while 0 not in table.view()["awaiting"]:
        now.forward(1)
        table.step()
    assert_ok(table.act(0, table.legal(0)[0]))
    assert_problem(client.delete(f"{table.path}/seats/0", token=table.host), 403, "forbidden")


# Who has left has no vote


def test_who_has_left_does_not_keep_the_others_from_conceding(client: InProcess, now: Time) -> None:
    table = client.create("tchang", seats=3, options={"first_player": 0})
    assert_ok(table.act(0, {"type": "concede"}))
    client.delete(f"{table.path}/seats/2", token=table.tokens[2])
    assert table.view()["status"] == "active", "one of the two who are left has not voted"
    over = assert_ok(table.act(1, {"type": "concede"}))["game"]
    over = table.view() if over["status"] == "active" else over
    assert (over["status"], over["outcome"]["reason"]) == ("finished", "conceded")
    done = [(entry.seat, entry.automatic) for entry in now.journal(table)]
    assert done == [(0, False), (1, False), (2, True)], "it stands in the record, so that it can be replayed"
    record = assert_ok(client.get(f"{table.path}/record"))
    assert assert_ok(client.post("/v1/records/verify", record))["valid"]


def test_leaving_ends_a_game_that_all_others_have_given_up(client: InProcess, now: Time) -> None:
    table = client.create("tchang", seats=3, options={"first_player": 0})
    for seat in (0, 1):
        assert_ok(table.act(seat, {"type": "concede"}))
    client.delete(f"{table.path}/seats/2", token=table.tokens[2])
    assert table.view()["outcome"]["reason"] == "conceded"
