"""Bots at the table: seating them, taking them out, what is shown of them, and players who come back."""

from typing import get_args

import pytest

from bots import LEVELS, choose
from schemas import requests
from service.bots import thinking
from service.bots.bot_worker import move_bot
from service.store import stored as model
from service.store.bot_queue import OVERDUE_MS, QUEUE_KEYS, Queue
from service.table import clock
from service.table.clock import PAUSE_BETWEEN_BOTS, REACTION
from service.table.lifecycle import MAX_BOT_QUEUE
from service.table.play import act_for_bot
from tests.support.bots import move_bots
from tests.support.http import InProcess, Table, assert_ok, assert_problem
from tests.support.time import Time

GREEDY = {"kind": "bot", "level": "greedy"}
QUICK = Queue("quick", bots_only=False)


def against(client: InProcess, *rivals: dict[str, str], slug: str = "dragon_fights", **more: object) -> Table:
    """A table with one person, Ana, and these."""
    body = {"engine": slug, "seats": [{"name": "Ana"}, *rivals], **more}
    return client.table(assert_ok(client.post("/v1/games", body), 201))


def test_the_levels_are_those_of_the_bots() -> None:
    assert requests.LEVELS == LEVELS == get_args(model.Level)


class TestSeating:
    @pytest.mark.parametrize("level", LEVELS)
    def test_a_table_with_bots_runs_at_once(self, client: InProcess, level: str) -> None:
        table = against(client, {"kind": "bot", "level": level}, {"kind": "bot", "level": level, "name": "Hal"})
        view = table.view()
        assert view["status"] == "active"
        assert [(seat["name"], seat["kind"], seat.get("level")) for seat in view["seats"]] == [
            ("Ana", "human", None),
            ("Bot 2", "bot", level),
            ("Hal", "bot", level),
        ]
        assert list(table.tokens) == [0], "a bot has no token"
        assert not any("token" in seat or "left" in seat for seat in view["seats"])

    @pytest.mark.parametrize(
        ("seat", "field"),
        [
            ({"kind": "bot"}, "level"),
            ({"kind": "bot", "level": "perfect"}, "level"),
            ({"level": "greedy"}, "level"),
            ({"kind": "open", "level": "greedy"}, "level"),
        ],
    )
    def test_only_a_bot_has_a_level(self, client: InProcess, seat: dict[str, str], field: str) -> None:
        response = client.post("/v1/games", {"engine": "dragon_fights", "seats": [{"name": "Ana"}, seat]})
        assert field in assert_problem(response, 422, "validation_error")["errors"]["seats"]["1"]

    def test_the_host_fills_the_last_seat_with_one(self, client: InProcess) -> None:
        table = client.open(free=2)
        response = assert_ok(client.post(f"{table.path}/seats", {**GREEDY, "seat": 2}, token=table.host), 201)
        assert (response["seat"], "token" in response, response["game"]["viewer"]) == (2, False, None)
        assert_ok(table.join("Ben"), 201)
        assert table.view()["status"] == "active"
        taken = [event["data"] for event in table.events() if event["type"] == "seat_taken"]
        assert taken == [{"name": "Bot 3", "kind": "bot"}, {"name": "Ben", "kind": "human"}]

    def test_and_takes_it_out_again_before_the_start(self, client: InProcess) -> None:
        table = client.open(free=2)
        assert_ok(client.post(f"{table.path}/seats", GREEDY, token=table.host), 201)
        assert_problem(client.delete(f"{table.path}/seats/1", token=table.tokens[0]), 403, "forbidden")
        assert client.delete(f"{table.path}/seats/1", token=table.host).status_code == 204
        assert table.view()["seats"][1] == {"seat": 1, "name": None, "kind": "open", "present": False}

    def test_after_the_start_it_stays(self, client: InProcess) -> None:
        table = against(client, GREEDY)
        assert_problem(client.delete(f"{table.path}/seats/1", token=table.host), 404, "not_found")

    def test_only_the_host_seats_one(self, client: InProcess) -> None:
        table = client.open(free=2)
        assert_problem(client.post(f"{table.path}/seats", GREEDY), 401, "unauthenticated")
        assert_problem(client.post(f"{table.path}/seats", GREEDY, token=table.tokens[0]), 403, "forbidden")
        assert_problem(client.post(f"{table.path}/seats", {"name": "Me"}, token=table.host), 401, "unauthenticated")

    def test_a_bot_has_no_entropy_and_a_person_has_a_name(self, client: InProcess) -> None:
        table = client.open(free=2)
        response = client.post(f"{table.path}/seats", {**GREEDY, "entropy": "loaded"}, token=table.host)
        assert list(assert_problem(response, 422, "validation_error")["errors"]) == ["entropy"]
        assert list(assert_problem(client.post(f"{table.path}/seats", {}), 422, "validation_error")["errors"]) == [
            "name"
        ]

    def test_seating_one_counts_once_however_often_it_is_sent(self, client: InProcess) -> None:
        table, key = client.open(free=3), "d1ce-7f0c-94ab-11e2-b00b-5ca1"
        first = assert_ok(client.post(f"{table.path}/seats", GREEDY, token=table.host, key=key), 201)
        again = client.post(f"{table.path}/seats", GREEDY, token=table.host, key=key)
        assert again.headers["Idempotent-Replayed"] == "true"
        assert (again.json()["seat"], again.json()["game"]["version"]) == (first["seat"], first["game"]["version"])

    def test_a_rematch_keeps_the_bots(self, client: InProcess, now: Time) -> None:
        table = against(client, {**GREEDY, "name": "Hal"}, slug="tokyo_poo_divers")
        play(table, now)
        new = assert_ok(client.post(f"{table.path}/rematch", token=table.host), 201)
        assert [(seat["name"], seat["kind"]) for seat in new["seats"]] == [("Ana", "open"), ("Hal", "bot")]
        joined = assert_ok(client.post(f"/v1/games/{new['id']}/seats", {"name": "Ana"}, token=table.tokens[0]), 201)
        assert joined["game"]["status"] == "active"


def play(table: Table, now: Time) -> None:
    """A game against bots to its end."""
    move_bots(now.tables, table.id)
    while table.view()["status"] == "active":
        table.step()
        move_bots(now.tables, table.id)


def test_the_record_names_bots_and_verifies(client: InProcess, now: Time) -> None:
    table = against(client, GREEDY, {"kind": "bot", "level": "random"}, slug="tokyo_poo_divers")
    play(table, now)
    record = assert_ok(client.get(f"{table.path}/record"))
    assert [(seat["kind"], seat.get("level")) for seat in record["seats"]] == [
        ("human", None),
        ("bot", "greedy"),
        ("bot", "random"),
    ]
    assert {action["automatic"] for action in record["actions"] if action["seat"] == 0} == {False}
    assert {action["automatic"] for action in record["actions"] if action["seat"] > 0} == {True}
    assert assert_ok(client.post("/v1/records/verify", record))["valid"]


def test_no_bots_are_seated_while_too_many_wait(client: InProcess) -> None:
    queue, table = client.app.extensions["tables"].bot_queue, client.open(free=2)
    table_with_one = {"engine": "tokyo_poo_divers", "seats": [{"name": "Ana"}, GREEDY]}
    key = "9b1c-77e0-4a52-8d3f-26aa-c0de"
    try:
        queue.connection.call("DEL", *QUEUE_KEYS)
        assert_ok(client.post("/v1/games", table_with_one, key=key), 201)
        for number in range(MAX_BOT_QUEUE):
            queue.schedule(f"waiting {number}", QUICK)
        response = client.post("/v1/games", table_with_one)
        assert assert_problem(response, 503, "too_many_bots")
        assert int(response.headers["Retry-After"]) > 0
        assert_problem(client.post(f"{table.path}/seats", GREEDY, token=table.host), 503, "too_many_bots")
        assert client.post("/v1/games", table_with_one, key=key).headers["Idempotent-Replayed"] == "true"
        client.create()
        assert_ok(table.join("Ben"), 201)
    finally:
        queue.connection.call("DEL", *QUEUE_KEYS)


def test_a_bot_gets_the_view_of_its_seat_what_it_knows_and_nothing_else(
    client: InProcess, now: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[object, ...]] = []

    def watched(*arguments: object, **named: object) -> object:
        calls.append((*arguments, *named.values()))
        return choose(*arguments, **named)

    monkeypatch.setattr(thinking, "choose", watched)
    table = against(client, {"kind": "bot", "level": "random"}, {"name": "Ben"}, GREEDY, slug="tapecho")
    while not calls:
        now.forward(5)
        move_bots(now.tables, table.id)
        if not calls:
            table.step()
    game = now.tables.current(table.id)
    for engine, view, seat, *rest in calls:
        assert type(view) is engine.view_type
        assert not any(isinstance(one, engine.state_type) for one in rest)
        assert all(isinstance(fact, engine.facts) for fact in rest[-2])
        assert seat in (1, 3)
    assert [seat.token for seat in game.meta.seats if seat.kind == "bot"] == [None, None], "nobody could act for it"
    assert len({luck.random.random() for *_, luck, _knows, _seconds in calls}) == len(calls), "each has luck of its own"


class TestComingBack:
    def test_with_the_old_token_a_player_takes_the_seat_over_again(self, client: InProcess, now: Time) -> None:
        table = client.create(seats=3, options={"first_player": 1})
        old = table.tokens[1]
        client.delete(f"{table.path}/seats/1", token=old)
        assert_problem(client.post(f"{table.path}/seats", {"name": "Thief"}), 409, "game_not_open")
        assert_problem(
            client.post(f"{table.path}/seats", {"name": "Thief"}, token=table.tokens[0]), 401, "unauthenticated"
        )
        assert_problem(client.post(f"{table.path}/seats", {"name": "Ben", "seat": 0}, token=old), 409, "seat_taken")
        back = assert_ok(client.post(f"{table.path}/seats", {"name": "Ben"}, token=old), 201)
        assert (back["seat"], back["game"]["viewer"]) == (1, 1)
        assert back["token"] != old
        seat = back["game"]["seats"][1]
        assert (seat["name"], seat["kind"], seat["present"], "left" in seat) == ("Ben", "human", True, False)
        table.tokens[1] = back["token"]
        before = table.view()["version"]
        assert move_bot(now.tables, table.id) is None
        assert table.view()["version"] == before, "no bot plays there any more"
        assert_ok(table.act(1, table.legal(1)[0]))
        assert_problem(client.post(f"{table.path}/seats", {"name": "Ben"}, token=old), 409, "seat_taken")

    def test_a_bot_that_thought_meanwhile_does_not_move(self, client: InProcess, now: Time) -> None:
        table = client.create(seats=2, options={"first_player": 1})
        client.delete(f"{table.path}/seats/1", token=table.tokens[1])
        game = now.tables.current(table.id)
        action = next(game.config.rules.legal(game.state, 1))
        assert_ok(client.post(f"{table.path}/seats", {"name": "Ben"}, token=table.tokens[1]), 201)
        assert not act_for_bot(now.tables, game, 1, action)
        assert not act_for_bot(now.tables, now.tables.current(table.id), 1, action), "no bot sits there"

    def test_entropy_comes_too_late(self, client: InProcess) -> None:
        table = client.create(seats=2)
        client.delete(f"{table.path}/seats/1", token=table.tokens[1])
        response = client.post(f"{table.path}/seats", {"name": "Ben", "entropy": "late"}, token=table.tokens[1])
        assert list(assert_problem(response, 422, "validation_error")["errors"]) == ["entropy"]


class TestTime:
    def test_bots_among_themselves_move_at_most_four_times_a_second(self, client: InProcess, now: Time) -> None:
        seats = [GREEDY] * 2
        game = assert_ok(client.post("/v1/games", {"engine": "tokyo_poo_divers", "seats": seats}), 201)
        table = client.table(game)
        for _ in range(5):
            before = table.view()["version"]
            due = move_bot(now.tables, table.id)
            assert due == PAUSE_BETWEEN_BOTS
            now.forward((PAUSE_BETWEEN_BOTS - 1) / 1000)
            move_bot(now.tables, table.id)
            assert table.view()["version"] == before
            now.forward(0.001)
            move_bot(now.tables, table.id)
            assert table.view()["version"] == before + 1

    @pytest.mark.parametrize(("agreed", "wait"), [(0, REACTION), (3, 3000)])
    def test_people_have_time_to_react(self, client: InProcess, now: Time, agreed: int, wait: int) -> None:
        """After a person's card, bots that only pass do so at once; one whose turn is next waits for the people."""
        table = against(
            client, GREEDY, {"name": "Ben"}, GREEDY, slug="tapecho",
            options={"reaction_seconds": agreed, "first_player": 0},
        )  # fmt: skip
        table.tokens = {seat: table.tokens[seat] for seat in (0, 2)}
        for _ in range(40):
            view = table.view()
            people = {0, 2} & set(view["may_react"])
            if (
                view["awaiting"]
                and view["awaiting"][0] in (1, 3)
                and people
                and now.tables.current(table.id).meta.window
            ):
                break
            acting = [seat for seat in view["awaiting"] if seat in table.tokens]
            if acting:
                now.forward(agreed)
                assert_ok(table.act(acting[0], table.legal(acting[0])[0]))
            else:
                now.forward(5)
                move_bot(now.tables, table.id)
        else:
            pytest.fail("no window came up")
        game = now.tables.current(table.id)
        awaited = game.meta.awaiting()[0]
        assert clock.bot_due_at(game, awaited) == game.meta.window_since + wait

    def test_a_bot_that_was_forgotten_is_scheduled_by_who_reads(self, client: InProcess, now: Time) -> None:
        table = against(client, GREEDY, options={})
        connection = now.tables.store.connection
        assert_ok(table.act(0, {"type": "gesture", "gesture": "rock"}))
        assert table.view()["awaiting"] == [1]
        assert connection.call("ZSCORE", QUICK.key, table.id) is not None, "is_scheduled with the move"
        connection.call("ZREM", QUICK.key, table.id)
        now.forward(OVERDUE_MS / 1000)
        table.view()
        assert connection.call("ZSCORE", QUICK.key, table.id) is None
        now.forward(0.001)
        table.view()
        assert connection.call("ZSCORE", QUICK.key, table.id) is not None
        connection.call("ZADD", QUICK.key, 7, table.id)
        table.view()
        assert float(connection.call("ZSCORE", QUICK.key, table.id)) == 7, "a note that is there stays as it is"
