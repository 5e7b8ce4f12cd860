"""What a route declares is enforced: who may call it, and which problems and headers its responses have."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from flask import Blueprint, Response

from service import logs
from service.http.operation import UncheckedCaller, operation
from service.http.request import ApiRequest
from service.http.response import no_content
from service.problems import Problem
from service.table.access import Auth, Caller
from service.table.transaction import Tables
from tests.support import declared
from tests.support.http import InProcess, Table, assert_ok, in_process
from tests.support.valkey import ValkeyServer

KEYS: dict[str, Any] = {"api_keys": ("an api key",), "metrics_token": "a metrics token"}
GAME_AUTHS: tuple[Auth, ...] = ("seat", "host", "seat_or_host", "viewer", "claim")
PROBLEMS = ("unauthenticated", "forbidden", "not_found")
HOST = "declarations.test"


def careless_routes() -> Blueprint:
    """For each kind of auth a route that checks nothing, and one that does nothing but read the game."""
    routes = Blueprint("careless", __name__)

    def unchecked(**_: Any) -> Response:
        return no_content()

    def reading(game_id: str, tables: Tables, caller: Caller, **_: Any) -> Response:
        tables.read(game_id, caller)
        return no_content()

    for auth in (*GAME_AUTHS, "api_key", "metrics"):
        declare = operation("Careless", tag="Play", returns=None, status=204, auth=auth, problems=PROBLEMS)
        routes.add_url_rule(f"/unchecked/{auth}", f"unchecked_{auth}", declare(unchecked))
        routes.add_url_rule(f"/reading/{auth}/<game:game_id>", f"reading_{auth}", declare(reading))
    declare = operation("A seat's", tag="Play", returns=None, status=204, auth="seat_or_host", problems=PROBLEMS)
    routes.add_url_rule("/reading/seat_or_host/<game:game_id>/<int:seat>", "reading_one_seat", declare(reading_seat))
    declare = operation("Undeclared", tag="Play", returns=None, status=204)
    routes.add_url_rule("/undeclared/<what>", "undeclared", declare(undeclared))
    return routes


def reading_seat(game_id: str, seat: int, tables: Tables, caller: Caller) -> Response:
    tables.read(game_id, caller)
    return no_content()


def undeclared(what: str, request: ApiRequest) -> Response:
    if what == "problem":
        raise Problem("seat_taken")
    response = no_content()
    response.headers["X-Secret"] = "1"
    return response


@pytest.fixture
def careless(server: ValkeyServer) -> Iterator[InProcess]:
    with in_process(server.url, **KEYS) as api:
        api.app.register_blueprint(careless_routes())
        declared.apps[HOST] = api.app
        try:
            yield api
        finally:
            del declared.apps[HOST]


@pytest.fixture
def table(careless: InProcess) -> Table:
    body = {"engine": "tokyo_poo_divers", "seats": [{"name": "Ana"}, {"name": "Ben"}]}
    return careless.table(assert_ok(careless.post("/v1/games", body, headers={"X-API-Key": "an api key"}), 201))


def status(api: InProcess, path: str, token: str | None = None, **headers: str) -> int:
    sent = {"Authorization": f"Bearer {token}"} if token else {}
    return api.client.get(f"http://{HOST}{path}", headers={**sent, **headers}).status_code


@pytest.mark.parametrize("auth", GAME_AUTHS)
def test_a_route_that_forgets_to_check_its_caller_never_succeeds(
    careless: InProcess, table: Table, auth: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults: list[type[Exception]] = []
    monkeypatch.setattr(logs, "fault", lambda error: faults.append(type(error)))
    for token in (None, "ludo_seat_stranger", table.tokens[0], table.host):
        assert status(careless, f"/unchecked/{auth}", token) == 500
    assert faults == [UncheckedCaller] * 4, "logged"


@pytest.mark.parametrize(("auth", "key"), [("api_key", "an api key"), ("metrics", "a metrics token")])
def test_a_key_is_checked_before_the_route_runs(careless: InProcess, auth: str, key: str) -> None:
    for path in (f"/unchecked/{auth}", f"/reading/{auth}/{'x' * 22}"):
        assert status(careless, path) == 401
        assert status(careless, path, "wrong", **{"X-API-Key": "wrong"}) == 401
    assert status(careless, f"/unchecked/{auth}", key, **{"X-API-Key": key}) == 204


@pytest.mark.parametrize(
    ("auth", "spectator", "stranger", "seat", "host"),
    [
        ("seat", 401, 401, 204, 403),
        ("host", 401, 401, 403, 204),
        ("viewer", 204, 401, 204, 204),
        ("claim", 204, 401, 401, 401),
    ],
)
def test_reading_the_game_checks_what_the_route_declares(
    careless: InProcess, table: Table, auth: str, spectator: int, stranger: int, seat: int, host: int
) -> None:
    tokens = (None, "ludo_seat_stranger", table.tokens[0], table.host)
    path = f"/reading/{auth}/{table.id}"
    assert [status(careless, path, token) for token in tokens] == [spectator, stranger, seat, host]


def test_a_seat_is_that_of_the_path(careless: InProcess, table: Table) -> None:
    path, tokens = f"/reading/seat_or_host/{table.id}", (None, "ludo_seat_stranger", *table.tokens.values(), table.host)
    assert [status(careless, f"{path}/1", token) for token in tokens] == [401, 401, 403, 204, 204]
    assert [status(careless, f"{path}/2", token) for token in tokens] == [401, 401, 404, 404, 404]
    assert [status(careless, path, token) for token in tokens] == [401, 401, 404, 404, 404]


@pytest.mark.parametrize(
    ("what", "message"),
    [("problem", "seat_taken is not declared"), ("header", "the header x-secret is not declared")],
)
def test_what_is_not_declared_fails_the_test_that_received_it(careless: InProcess, what: str, message: str) -> None:
    status(careless, f"/undeclared/{what}")
    (violation,) = declared.violations
    assert violation.endswith(message)
    declared.violations.clear()


def test_a_declaration_that_lacks_a_problem_is_noticed(client: InProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    route = declared.any_app().view_functions["games.get_game"]
    missing = client.get(f"/v1/games/{'x' * 22}")
    assert not declared.violations
    spec = msgspec.structs.replace(route.operation, problems=())  # type: ignore[attr-defined]
    monkeypatch.setattr(route, "operation", spec)
    assert declared.undeclared(missing) == ["GET /v1/games/{game_id} 404: not_found is not declared"]
