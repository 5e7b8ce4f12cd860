"""Who may break off a running game: nobody can end what another person plays in time, because they are losing."""

import msgspec
import pytest

from service.store.stored import Seat
from tests.support.finished import play_out
from tests.support.http import InProcess, Json, Table, assert_ok, assert_problem
from tests.support.time import MINUTE, Time

BOT = {"kind": "bot", "level": "random"}
LANGUAGES = {"en": "has joined", "fr": "rejoint", "de": "beigetreten"}


def delete(table: Table) -> int:
    return table.api.delete(table.path, token=table.host).status_code


def two_people(client: InProcess, **more: object) -> Table:
    """A running game: the host in seat 0, and somebody who has joined in seat 1."""
    table = client.open(options={"first_player": 1}, **more)
    assert assert_ok(table.join("Ben"), 201)["game"]["status"] == "active"
    return table


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_host_cannot_break_off_a_game_that_somebody_who_joined_plays(client: InProcess, language: str) -> None:
    table = two_people(client)
    response = client.delete(table.path, token=table.host, headers={"Accept-Language": language})
    assert LANGUAGES[language] in assert_problem(response, 403, "forbidden")["detail"]
    table.step()
    assert table.view()["status"] == "active"


def test_when_all_who_joined_have_left_the_host_may(client: InProcess) -> None:
    table = two_people(client)
    assert client.delete(f"{table.path}/seats/1", token=table.tokens[1]).status_code == 204
    assert delete(table) == 204
    assert table.view()["status"] == "abandoned"


def test_who_comes_back_counts_again(client: InProcess) -> None:
    table = two_people(client)
    old = table.tokens[1]
    client.delete(f"{table.path}/seats/1", token=old)
    assert_ok(client.post(f"{table.path}/seats", {"name": "Ben"}, token=old), 201)
    assert delete(table) == 403


def test_while_all_who_joined_are_overdue_the_host_may(client: InProcess, now: Time) -> None:
    table = two_people(client, turn_seconds=MINUTE)
    now.forward(MINUTE - 1)
    assert delete(table) == 403
    now.forward(1)
    assert delete(table) == 204
    assert table.view()["status"] == "abandoned"


def test_who_acts_again_is_overdue_no_longer(client: InProcess, now: Time) -> None:
    table = two_people(client, turn_seconds=MINUTE)
    now.forward(MINUTE)
    while 1 not in table.view()["awaiting"]:
        now.forward(1)
        table.step()
    assert_ok(table.act(1, table.legal(1)[0]))
    assert delete(table) == 403


def test_one_who_joined_and_plays_is_enough(client: InProcess, now: Time) -> None:
    table = client.open(free=2)
    for name in ("Ben", "Cleo"):
        assert_ok(table.join(name), 201)
    client.delete(f"{table.path}/seats/1", token=table.tokens[1])
    assert delete(table) == 403


@pytest.mark.parametrize("seats", [[{}, {}], [{}, BOT], [BOT, BOT]])
def test_a_host_who_has_handed_out_all_tokens_may_end_the_table(client: InProcess, seats: list[Json]) -> None:
    body = {"engine": "tokyo_poo_divers", "seats": seats, "options": {"first_player": 0}}
    assert delete(client.table(assert_ok(client.post("/v1/games", body), 201))) == 204


def test_a_bot_that_the_host_has_seated_is_nobody(client: InProcess) -> None:
    table = client.open()
    assert_ok(client.post(f"{table.path}/seats", BOT, token=table.host), 201)
    assert table.view()["status"] == "active"
    assert delete(table) == 204


def test_games_that_do_not_run_are_the_hosts(client: InProcess) -> None:
    waiting = client.open(free=2)
    assert_ok(waiting.join("Ben"), 201)
    assert delete(waiting) == 204
    over = two_people(client)
    play_out(client.app.extensions["tables"], over.id, 5)
    assert delete(over) == 204


def test_a_rematch_keeps_who_has_joined(client: InProcess) -> None:
    """Each seat is claimed by joining, also that of the host, which counts no more than before."""
    for played, leaves, status in ((two_people(client), 0, 403), (two_people(client), 1, 204)):
        play_out(client.app.extensions["tables"], played.id, 5)
        view = assert_ok(client.post(f"{played.path}/rematch", token=played.host), 201)
        again = Table(client, view["id"], played.host, {})
        for seat, token in played.tokens.items():
            joined = assert_ok(client.post(f"{again.path}/seats", {"name": "Again"}, token=token), 201)
            again.tokens[seat] = joined["token"]
        assert delete(again) == 403
        assert client.delete(f"{again.path}/seats/{leaves}", token=again.tokens[leaves]).status_code == 204
        assert delete(again) == status


def test_a_stranger_in_a_rematch_has_joined(client: InProcess) -> None:
    played = client.create()
    client.delete(f"{played.path}/seats/1", token=played.tokens[1])
    play_out(client.app.extensions["tables"], played.id, 2)
    view = assert_ok(client.post(f"{played.path}/rematch", token=played.host), 201)
    again = Table(client, view["id"], played.host, {})
    assert_ok(client.post(f"{again.path}/seats", {"name": "Ana"}, token=played.tokens[0]), 201)
    assert assert_ok(again.join("Stranger"), 201)["game"]["status"] == "active"
    assert delete(again) == 403


def test_a_seat_stored_by_the_version_before_counts_as_the_creators() -> None:
    stored = msgspec.json.encode({"name": "Ana", "kind": "human", "token": "digest"})
    assert not msgspec.json.decode(stored, type=Seat).joined
