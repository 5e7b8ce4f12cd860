"""The same table again."""

from typing import Any

import pytest

from engines.registry import ENGINES
from service.table import lifecycle
from service.table.access import Caller
from tests.support import bells
from tests.support.finished import break_off, finished_table, play_out
from tests.support.http import (
    NO_LIMITS,
    InProcess,
    Json,
    Table,
    assert_ok,
    assert_problem,
    in_process,
    run_concurrently,
)
from tests.support.valkey import ValkeyServer


@pytest.fixture
def old(client: InProcess) -> Table:
    """A finished game of three."""
    table = client.create(seats=3, options={"layout": "donut", "first_player": 1}, turn_seconds=90, public=True)
    play_out(client.app.extensions["tables"], table.id, 5)
    assert table.view()["status"] == "finished"
    return table


def again(table: Table, status: int = 201, **more: Any) -> Json:
    return assert_ok(table.api.post(f"{table.path}/rematch", token=more.pop("token", table.host), **more), status)


def next_of(table: Table) -> Table:
    return Table(table.api, again(table)["id"], table.host, {})


def claim(table: Table, name: str, old_token: str | None, status: int = 201, **more: Any) -> Any:
    response = table.api.post(f"{table.path}/seats", {"name": name, **more}, token=old_token)
    if status == 201:
        table.tokens[response.json()["seat"]] = assert_ok(response, 201)["token"]
    return response


def test_a_rematch_is_a_new_game_linked_both_ways(old: Table) -> None:
    response = old.api.post(f"{old.path}/rematch", token=old.host)
    view = assert_ok(response, 201)
    assert response.headers["Location"] == f"/v1/games/{view['id']}"
    assert view["id"] != old.id
    assert (view["status"], view["previous_game"], view["next_game"]) == ("open", old.id, None)
    assert old.view()["next_game"] == view["id"]
    assert {name: view[name] for name in ("engine", "options", "turn_seconds", "public")} == {
        "engine": "tokyo_poo_divers",
        "options": {"layout": "donut", "first_player": 1},
        "turn_seconds": 90,
        "public": True,
    }
    assert [(seat["name"], seat["kind"]) for seat in view["seats"]] == [(f"Player {n}", "open") for n in range(3)]
    assert view["seed_commitment"] != old.view()["seed_commitment"]


def test_each_player_claims_the_kept_seat_with_the_old_token_and_the_last_claim_starts_it(old: Table) -> None:
    new = next_of(old)
    for seat, at_last in ((2, False), (0, False), (1, True)):
        response = claim(new, f"Again {seat}", old.tokens[seat]).json()
        assert (response["seat"], response["game"]["status"]) == (seat, "active" if at_last else "open")
        assert response["token"] != old.tokens[seat]
    assert [seat["name"] for seat in new.view()["seats"]] == ["Again 0", "Again 1", "Again 2"]
    assert new.view()["awaiting"] == [1]
    assert_problem(new.api.get(new.path, token=old.tokens[0]), 401, "unauthenticated")
    new.step()


def test_a_kept_seat_is_nobody_elses(old: Table) -> None:
    new = next_of(old)
    assert_problem(claim(new, "Stranger", None, 409), 409, "seat_taken")
    assert_problem(claim(new, "Stranger", None, 409, seat=1), 409, "seat_taken")
    assert_problem(claim(new, "Guest", "ludo_seat_unknown", 401), 401, "unauthenticated")
    assert_problem(claim(new, "Host", old.host, 401), 401, "unauthenticated")
    assert_problem(claim(new, "Neighbour", old.tokens[0], 409, seat=1), 409, "seat_taken")
    claim(new, "Ana", old.tokens[0])
    assert_problem(claim(new, "Ana twice", old.tokens[0], 409), 409, "seat_taken")


def test_asking_twice_finds_the_same_rematch(old: Table) -> None:
    first = again(old)
    version = old.view()["version"]
    second = again(old)
    assert first["id"] == second["id"]
    assert old.view()["version"] == version, "the second asking changes nothing"


def test_asking_at_once_finds_the_same_rematch(old: Table, server: ValkeyServer) -> None:
    with in_process(server.url) as other:
        apis = [old.api, other, old.api, other]
        rematches = run_concurrently(4, lambda n: apis[n].client.post(f"{old.path}/rematch", headers=host(old)).json())
    assert len({view["id"] for view in rematches}) == 1
    assert len({view["seed_commitment"] for view in rematches}) == 1
    assert old.view()["next_game"] == rematches[0]["id"]


def host(table: Table) -> dict[str, str]:
    return {"Authorization": f"Bearer {table.host}"}


def test_only_the_host_of_a_finished_game_may_ask(client: InProcess, old: Table) -> None:
    assert_problem(client.post(f"{old.path}/rematch"), 401, "unauthenticated")
    assert_problem(client.post(f"{old.path}/rematch", token=old.tokens[0]), 403, "forbidden")
    assert_problem(client.post(f"{old.path}/rematch", token="ludo_host_unknown"), 401, "unauthenticated")
    for unfinished in (client.create(), client.open()):
        assert_problem(client.post(f"{unfinished.path}/rematch", token=unfinished.host), 409, "not_finished")
    abandoned = client.create()
    client.delete(abandoned.path, token=abandoned.host)
    assert_problem(client.post(f"{abandoned.path}/rematch", token=abandoned.host), 409, "not_finished")


def test_a_rematch_counts_as_a_created_game(server: ValkeyServer) -> None:
    """Else a finished game would be a way around the limit. Asking again counts as a repeated creation does."""
    limits = {**NO_LIMITS, "create": "2/minute"}
    with (
        in_process(server.url) as api,
        in_process(server.url, rate_limits=limits, address="192.0.2.77") as limited,
    ):
        tables = [api.create() for _ in range(2)]
        for table in tables:
            play_out(api.app.extensions["tables"], table.id, 5)
        first, again, other = (
            limited.post(f"{table.path}/rematch", token=table.host) for table in (tables[0], tables[0], tables[1])
        )
        assert [response.headers["RateLimit"].partition(";t")[0] for response in (first, again)] == [
            '"create";r=1',
            '"create";r=0',
        ]
        assert assert_ok(first, 201)["id"] == assert_ok(again, 201)["id"]
        assert_problem(other, 429, "rate_limited")
        assert_problem(limited.post("/v1/games", {"engine": "zoky", "seats": [{}, {}]}), 429, "rate_limited")
        assert tables[1].view()["next_game"] is None


def test_the_hosts_token_stays_good(old: Table) -> None:
    new = next_of(old)
    for seat in (0, 2):
        claim(new, f"Again {seat}", old.tokens[seat])
    started = assert_ok(new.api.post(f"{new.path}/start", token=old.host))
    assert [seat["name"] for seat in started["seats"]] == ["Again 0", "Again 2"]
    play_out(old.api.app.extensions["tables"], new.id, 6)  # type: ignore[attr-defined]
    third = assert_ok(new.api.post(f"{new.path}/rematch", token=old.host), 201)
    assert third["previous_game"] == new.id
    response = claim(Table(new.api, third["id"], old.host, {}), "Ana", new.tokens[2]).json()
    assert response["seat"] == 1, "kept for who sat there when it ended"


def test_the_host_frees_a_seat_whose_player_does_not_come(old: Table) -> None:
    new = next_of(old)
    for seat in (0, 1):
        claim(new, f"Again {seat}", old.tokens[seat])
    assert_problem(claim(new, "Stranger", None, 409), 409, "seat_taken")
    assert new.api.delete(f"{new.path}/seats/2", token=new.host).status_code == 204
    assert_problem(claim(new, "Too late", old.tokens[2], 401), 401, "unauthenticated")
    assert claim(new, "Stranger", None).json()["game"]["status"] == "active"


def test_a_seat_left_during_the_game_is_free_for_anyone(client: InProcess) -> None:
    table = client.create()
    client.delete(f"{table.path}/seats/1", token=table.tokens[1])
    play_out(client.app.extensions["tables"], table.id, 2)
    new = next_of(table)
    assert [seat["name"] for seat in new.view()["seats"]] == ["Player 0", None]
    assert_problem(claim(new, "Back again", table.tokens[1], 401), 401, "unauthenticated")
    assert claim(new, "Stranger", None).json()["seat"] == 1
    claim(new, "Ana", table.tokens[0])
    assert new.view()["status"] == "active"


def test_a_rematch_that_was_taken_away_can_be_had_again(old: Table) -> None:
    new = next_of(old)
    commitment = new.view()["seed_commitment"]
    assert new.api.delete(new.path, token=old.host).status_code == 204
    view = again(old)
    assert (view["id"], view["status"]) == (new.id, "open")
    assert view["seed_commitment"] != commitment


def test_who_begins_follows_the_engines_rule(slug: str, client: InProcess) -> None:
    engine = ENGINES[slug]
    table = finished_table(client, slug, engine.players.min, {}, 4)
    game = client.app.extensions["tables"].current(table.id)
    agreed = engine.rematch(game.state)
    new = next_of(table)
    charter = client.app.extensions["tables"].store.read(new.id).config
    assert charter.engine_options == agreed
    assert new.view()["options"].get("first_player") == agreed.first_player


def test_an_engine_may_name_who_begins_and_closing_up_keeps_it_on_that_person(
    client: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The made-up game has seat 1 begin the next one."""
    bells.install(monkeypatch)
    tables = client.app.extensions["tables"]
    seats = [{"name": f"Player {n}", "kind": "human"} for n in range(3)]
    body = {
        "engine": "bells",
        "seats": seats,
        "options": {},
        "public": False,
        "auto_start": False,
        "turn_seconds": None,
    }
    made = lifecycle.create(tables, Caller(), body)
    play_out(tables, made.game.id, 1)
    http = client.client
    headers = {"Authorization": f"Bearer {made.host_token}"}
    new = http.post(f"/v1/games/{made.game.id}/rematch", headers=headers).json()
    assert new["options"] == {"first_player": 1}
    for seat in (1, 2):
        old_token = {"Authorization": f"Bearer {made.tokens[seat]}"}
        assert http.post(f"/v1/games/{new['id']}/seats", json={"name": "X"}, headers=old_token).status_code == 201
    started = http.post(f"/v1/games/{new['id']}/start", headers=headers).json()
    assert started["status"] == "active"
    assert tables.store.read(new["id"]).config.engine_options.first_player == 0
    assert started["options"]["first_player"] == 0, "what is shown is what is played"


@pytest.mark.parametrize(
    ("first", "taken", "now"), [(3, [0, 2, 3], 2), (2, [0, 2], 1), (0, [0, 3], 0), (1, [0, 2], None)]
)
def test_closing_up_keeps_first_player_on_the_right_person(
    client: InProcess, first: int, taken: list[int], now: int | None
) -> None:
    table = client.open(taken=1, free=3, auto_start=False, options={"first_player": first})
    for seat in taken[1:]:
        assert_ok(table.join(f"Player {seat}", seat=seat), 201)
    begun = assert_ok(client.post(f"{table.path}/start", token=table.host))
    assert begun["options"]["first_player"] == now
    if now is not None:
        assert begun["awaiting"] == [now]
        assert begun["seats"][now]["name"] == f"Player {first}"
    break_off(client, table)
    record = assert_ok(client.get(f"{table.path}/record"))
    assert record["options"]["first_player"] == now
    result = assert_ok(client.post("/v1/records/verify", record))
    assert (result["valid"], result["known"]) == (True, True)
