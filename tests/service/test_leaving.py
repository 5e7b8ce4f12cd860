"""Leaving a table, before the start and after it: the game goes on, and nobody waits for who has gone."""

from tests.support.http import InProcess, good, refused
from tests.support.time import MINUTE, Time


def test_leaving_before_the_start_opens_the_seat_again(client: InProcess, now: Time) -> None:
    table = client.open(taken=2, free=1)
    assert client.delete(f"{table.path}/seats/1", token=table.tokens[1]).status_code == 204
    seat = table.view()["seats"][1]
    assert (seat["name"], seat["kind"], seat["present"]) == (None, "open", False)
    refused(client.get(table.path, token=table.tokens[1]), 401, "unauthenticated")
    refused(client.delete(f"{table.path}/seats/1", token=table.host), 404, "not_found")
    assert good(table.join("Cleo"), 201)["seat"] == 1


def test_only_its_holder_and_the_host_give_a_seat_up(client: InProcess, now: Time) -> None:
    table = client.open(taken=2, free=1)
    refused(client.delete(f"{table.path}/seats/1"), 401, "unauthenticated")
    refused(client.delete(f"{table.path}/seats/1", token=table.tokens[0]), 403, "forbidden")
    refused(client.delete(f"{table.path}/seats/9", token=table.host), 404, "not_found")
    assert client.delete(f"{table.path}/seats/1", token=table.host).status_code == 204


def test_after_the_start_the_game_plays_on_for_who_has_left(client: InProcess, now: Time) -> None:
    table = client.create(seats=3, options={"first_player": 1})
    assert client.delete(f"{table.path}/seats/1", token=table.tokens[1]).status_code == 204
    view = table.view()
    assert view["awaiting"] != [1]
    assert (view["seats"][1]["left"], view["seats"][1]["present"]) == (True, False)
    left = [event for event in table.events() if event["type"] == "seat_left"]
    assert [(event["seat"], event["data"]) for event in left] == [(1, {})]
    assert all(entry.automatic for entry in now.journal(table))
    assert not any(event.get("timeout") for event in table.events()), "nobody's time was up"
    refused(client.get(table.path, token=table.tokens[1]), 401, "unauthenticated")
    refused(client.delete(f"{table.path}/seats/1", token=table.host), 404, "not_found")
    while table.view()["status"] == "active":
        assert 1 not in table.view()["awaiting"]
        table.step()
    assert table.view()["status"] == "finished"
    refused(client.delete(f"{table.path}/seats/0", token=table.tokens[0]), 409, "game_not_active")


def test_a_game_that_all_have_left_is_played_to_its_end(slug: str, client: InProcess, now: Time) -> None:
    table = client.create(slug)
    for seat, token in table.tokens.items():
        client.delete(f"{table.path}/seats/{seat}", token=token)
    for _ in range(200):
        if (view := table.view())["status"] != "active":
            break
    assert view["status"] in ("finished", "abandoned")


def test_the_host_may_take_a_seat_away_only_while_it_is_overdue(client: InProcess, now: Time) -> None:
    table = client.create(turn_seconds=MINUTE, options={"first_player": 0})
    away = f"{table.path}/seats/0"
    now.forward(MINUTE - 1)
    refused(client.delete(away, token=table.host), 403, "forbidden")
    now.forward(1)
    refused(client.delete(f"{table.path}/seats/1", token=table.host), 403, "forbidden")
    assert client.delete(away, token=table.host).status_code == 204
    assert table.view()["seats"][0]["left"]


def test_a_seat_whose_last_move_the_clock_made_stays_overdue_until_it_acts(client: InProcess, now: Time) -> None:
    table = client.create(seats=2, turn_seconds=MINUTE, options={"first_player": 0})
    now.forward(MINUTE)
    assert table.view()["version"] > 2
    while 0 not in table.view()["awaiting"]:
        now.forward(1)
        table.step()
    good(table.act(0, table.legal(0)[0]))
    refused(client.delete(f"{table.path}/seats/0", token=table.host), 403, "forbidden")


# Who has left has no vote


def test_who_has_left_does_not_keep_the_others_from_conceding(client: InProcess, now: Time) -> None:
    table = client.create("tchang", seats=3, options={"first_player": 0})
    good(table.act(0, {"type": "concede"}))
    client.delete(f"{table.path}/seats/2", token=table.tokens[2])
    assert table.view()["status"] == "active", "one of the two who are left has not voted"
    over = good(table.act(1, {"type": "concede"}))["game"]
    over = table.view() if over["status"] == "active" else over
    assert (over["status"], over["outcome"]["reason"]) == ("finished", "conceded")
    done = [(entry.seat, entry.automatic) for entry in now.journal(table)]
    assert done == [(0, False), (1, False), (2, True)], "it stands in the record, so that it can be replayed"
    record = good(client.get(f"{table.path}/record"))
    assert good(client.post("/v1/records/verify", record))["valid"]


def test_leaving_ends_a_game_that_all_others_have_given_up(client: InProcess, now: Time) -> None:
    table = client.create("tchang", seats=3, options={"first_player": 0})
    for seat in (0, 1):
        good(table.act(seat, {"type": "concede"}))
    client.delete(f"{table.path}/seats/2", token=table.tokens[2])
    assert table.view()["outcome"]["reason"] == "conceded"
