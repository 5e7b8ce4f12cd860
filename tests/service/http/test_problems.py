"""Whatever goes wrong is problem+json: right status, right code, a page that explains it, and nothing leaked."""

import json
import re
import socket
import sys
from typing import Any

import httpx
import pytest

from engines.registry import GAMES
from service.problems import CATALOGUE
from tests.support.http import (
    InProcess,
    Json,
    LiveService,
    Table,
    assert_ok,
    assert_problem,
    in_process,
    play_to_the_end,
)
from tests.support.published import document
from tests.support.valkey import ValkeyServer

GAME: Json = {"engine": "tokyo_poo_divers", "seats": [{"name": "Ana"}, {"name": "Ben"}]}
NOWHERE = "/v1/games/" + "x" * 22
CONTRACT = {
    400: {"malformed_json"},
    401: {"unauthenticated"},
    403: {"forbidden"},
    404: {"not_found"},
    405: {"method_not_allowed"},
    406: {"not_acceptable"},
    409: {
        "illegal_action",
        "not_your_turn",
        "too_early",
        "game_not_active",
        "game_not_open",
        "not_enough_players",
        "seat_taken",
        "not_finished",
        "log_behind",
    },
    412: {"stale_version"},
    413: {"payload_too_large"},
    415: {"unsupported_media_type"},
    422: {"validation_error", "idempotency_conflict", "rules_version_unsupported"},
    429: {"rate_limited", "too_many_bot_tables"},
    500: {"internal_error"},
    503: {"store_unavailable", "shutting_down", "too_many_streams", "too_many_bots"},
}


@pytest.fixture
def table(client: InProcess) -> Table:
    return client.create(options={"first_player": 0})


def test_the_catalogue_is_the_contracts_table() -> None:
    assert {
        status: {code for code, kind in CATALOGUE.items() if kind.status == status} for status in CONTRACT
    } == CONTRACT
    assert {kind.status for kind in CATALOGUE.values()} == set(CONTRACT)


@pytest.mark.parametrize("code", CATALOGUE)
def test_every_problem_has_a_page_that_explains_it(client: InProcess, code: str) -> None:
    page = client.get(f"/problems/{code}")
    assert page.status_code == 200
    assert page.headers["Content-Type"] == "text/markdown; charset=utf-8"
    assert f"`{code}`, status {CATALOGUE[code].status}" in page.text
    assert len(page.text) > 60
    assert_problem(client.get("/problems/none"), 404, "not_found")


def test_the_list_has_every_problem_as_its_page_explains_it(client: InProcess) -> None:
    listed = assert_ok(client.get("/problems"))["problems"]
    assert [problem["code"] for problem in listed] == list(CATALOGUE)
    for problem in listed:
        page = client.get(problem["type"]).text
        assert page.startswith(f"# {problem['title']}\n")
        assert f"`{problem['code']}`, status {problem['status']}" in page
        assert problem["explanation"] in page


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/web/none.js",
        "/v1",
        "/v1/games/short",
        NOWHERE,
        f"{NOWHERE}/seats/x",
        "/v1/engines/chess",
        "/docs/none.js",
    ],
)
@pytest.mark.parametrize("accept", ["*/*", "text/html,application/xhtml+xml,*/*;q=0.8"])
def test_what_is_not_there_is_404_and_never_html(client: InProcess, path: str, accept: str) -> None:
    assert_problem(client.get(path, headers={"Accept": accept}), 404, "not_found")


def test_slashes_too_many_are_404_and_never_an_html_redirect(client: InProcess) -> None:
    assert_problem(client.get("/v1//games"), 404, "not_found")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/v1/games", "GET, HEAD, OPTIONS, POST"),
        ("PATCH", NOWHERE, "DELETE, GET, HEAD, OPTIONS"),
        ("POST", "/healthz", "GET, HEAD, OPTIONS"),
        ("GET", f"{NOWHERE}/start", "OPTIONS, POST"),
        ("BREW", "/v1/engines", "GET, HEAD, OPTIONS"),
    ],
)
def test_a_method_that_is_not_there_is_405_with_those_that_are(
    client: InProcess, method: str, path: str, allowed: str
) -> None:
    response = client.call(method, path)
    assert_problem(response, 405, "method_not_allowed")
    assert response.headers["Allow"] == allowed


def test_unknown_methods_do_not_fill_the_metrics(client: InProcess) -> None:
    for number in range(5):
        client.call(f"BREW{number}", "/v1/engines")
    assert "BREW" not in client.get("/metrics").text


@pytest.mark.parametrize("accept", ["text/html", "application/xml;q=0.9", "image/*", "application/json;q=0"])
def test_a_form_that_cannot_be_had_is_406(client: InProcess, accept: str) -> None:
    assert_problem(client.get("/v1/engines", headers={"Accept": accept}), 406, "not_acceptable")
    assert_problem(client.post("/v1/games", GAME, headers={"Accept": accept}), 406, "not_acceptable")


@pytest.mark.parametrize("accept", ["", "*/*", "application/*", "text/html, application/json;q=0.1"])
def test_an_acceptable_media_type_is_served(client: InProcess, accept: str) -> None:
    assert_ok(client.get("/v1/engines", headers={"Accept": accept}))


def test_a_range_that_cannot_be_had_is_not_our_fault(client: InProcess) -> None:
    response = client.get("/docs/index.css", headers={"Range": "bytes=99999999-"})
    assert response.status_code < 500


def test_a_fault_of_ours_is_500_and_says_nothing_of_itself(
    client: InProcess, table: Table, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def break_down(*_: object, **__: object) -> None:
        raise RuntimeError(f"hush, here is {table.tokens[0]}")

    monkeypatch.setattr(sys.modules["service.http.routes.actions"], "act", break_down)
    response = table.act(0, {"type": "bank"})
    problem = assert_problem(response, 500, "internal_error")
    assert not re.search("hush|RuntimeError|Traceback|break_down|\\.py", response.text)
    assert problem.keys() == {"type", "title", "status", "detail", "code"}


class TestRuleErrors:
    """Every error of the table's rules and of the game's rules."""

    def test_illegal_action(self, table: Table) -> None:
        version = table.view()["version"]
        problem = assert_problem(table.act(0, {"type": "bank"}), 409, "illegal_action")
        assert re.fullmatch("[a-z_]+", problem["reason"])
        assert problem["version"] == version
        assert table.view()["version"] == version

    def test_not_your_turn(self, table: Table) -> None:
        assert (
            assert_problem(table.act(1, {"type": "bank"}), 409, "not_your_turn")["version"] == table.view()["version"]
        )

    def test_game_not_active(self, client: InProcess, table: Table) -> None:
        waiting = client.open()
        assert_problem(waiting.act(0, {"type": "bank"}), 409, "game_not_active")
        over = client.create()
        play_to_the_end(over)
        assert_problem(over.act(0, {"type": "bank"}), 409, "game_not_active")

    def test_game_not_open(self, client: InProcess, table: Table) -> None:
        assert_problem(table.join("Eve"), 409, "game_not_open")
        assert_problem(client.post(f"{table.path}/start", token=table.host), 409, "game_not_open")

    def test_not_enough_players(self, client: InProcess) -> None:
        waiting = client.open(taken=1, free=2)
        assert_problem(client.post(f"{waiting.path}/start", token=waiting.host), 409, "not_enough_players")
        assert waiting.view()["version"] == 1

    def test_seat_taken(self, client: InProcess) -> None:
        waiting = client.open(taken=1, free=1, auto_start=False)
        assert_problem(waiting.join("Eve", seat=0), 409, "seat_taken")
        assert_ok(waiting.join("Ben"), 201)
        assert_problem(waiting.join("Eve"), 409, "seat_taken")
        assert_problem(waiting.join("Eve", seat=2), 422, "validation_error")

    def test_nobody_sits_there(self, client: InProcess) -> None:
        waiting = client.open(taken=1, free=1)
        assert_problem(client.delete(f"{waiting.path}/seats/1", token=waiting.host), 404, "not_found")
        assert_problem(client.delete(f"{waiting.path}/seats/7", token=waiting.host), 404, "not_found")

    def test_not_finished(self, client: InProcess, table: Table) -> None:
        assert_problem(client.get(f"{table.path}/record"), 409, "not_finished")
        assert_problem(client.post(f"{table.path}/rematch", token=table.host), 409, "not_finished")

    def test_stale_version(self, table: Table) -> None:
        version = table.view()["version"]
        problem = assert_problem(table.act(0, {"type": "bank"}, match=f'"{version - 1}.0"'), 412, "stale_version")
        assert problem["version"] == version

    def test_rules_version_unsupported(
        self, client: InProcess, table: Table, monkeypatch: pytest.MonkeyPatch, server: ValkeyServer
    ) -> None:
        monkeypatch.delitem(GAMES["tokyo_poo_divers"].rules, "1")
        with in_process(server.url) as later:
            assert later.client.get(table.path).json()["code"] == "rules_version_unsupported"


def test_too_many_from_one_address_are_429_with_retry_after(server: ValkeyServer) -> None:
    server.ask("FLUSHALL")
    limits = {"create": "2/minute", "join": "1/hour", "verify": "off"}
    with in_process(server.url, rate_limits=limits) as limited:
        first, second, third = (limited.post("/v1/games", GAME) for _ in range(3))
        assert [response.status_code for response in (first, second, third)] == [201, 201, 429]
        assert first.headers["RateLimit-Policy"] == '"create";q=2;w=60'
        assert [re.sub("t=.*", "", a.headers["RateLimit"]) for a in (first, second, third)] == [
            f'"create";r={left};' for left in (1, 0, 0)
        ]
        assert_problem(third, 429, "rate_limited")
        assert 0 < int(third.headers["Retry-After"]) <= 60
        assert limited.get("/v1/games").status_code == 200, "reads are not limited"
        table = limited.table(first.json())
        table.step()
        assert_problem(table.join("Eve"), 409, "game_not_open")
        assert_problem(table.join("Eve"), 429, "rate_limited")
    with in_process(server.url, rate_limits=limits, address="127.0.0.2") as elsewhere:
        assert_ok(elsewhere.post("/v1/games", GAME), 201)


def operations() -> list[tuple[str, str, str]]:
    """Every route of a game, by the tokens it takes."""
    kinds = {"[{'seat': []}]": "seat", "[{'host': []}]": "host", "[{'seat': []}, {'host': []}]": "seat_or_host"}
    return [
        (method.upper(), path, kinds.get(str(spec["security"]), "anyone" if spec["security"] else "none"))
        for path, methods in document()["paths"].items()
        if "{game_id}" in path
        for method, spec in methods.items()
    ]


def send_request(table: Table, method: str, path: str, **more: Any) -> httpx.Response:
    """A request to this route that nothing but its token can be wrong with."""
    where = path.replace("{game_id}", table.id).replace("{seat}", "0")
    bodies: dict[str, Json] = {"/actions": {"type": "bank"}, "/seats": {"name": "Eve"}}
    body = bodies.get(path.removeprefix("/v1/games/{game_id}")) if method == "POST" else None
    return table.api.call(method, where, body, **more)


@pytest.mark.parametrize(("method", "path", "who"), operations())
def test_tokens_at_every_route(client: InProcess, method: str, path: str, who: str) -> None:
    """None and nonsense are 401 where one is needed; a foreign one is 401 everywhere; without the right it is 403."""
    if who == "none":
        pytest.fail("a new kind of route: say what tokens it takes") if path not in PUBLIC else None
        return
    table, foreign = client.open(taken=2, free=1), client.create()
    version = table.view()["version"]
    wrong = [
        {"token": token}
        for token in ("nonsense", "ludo_seat_" + "A" * 43, foreign.tokens[0], foreign.host, table.tokens[0] + "x")
    ]
    wrong += [{"headers": {"Authorization": text}} for text in ("Basic YTpi", "Bearer", "Bearer ", table.tokens[0])]
    for credentials in wrong + ([] if who == "anyone" else [{}]):
        response = send_request(table, method, path, **credentials)
        assert_problem(response, 401, "unauthenticated")
        assert response.headers["WWW-Authenticate"] == 'Bearer realm="ludotheque"'
    if who != "anyone":
        known = table.tokens[1] if who in ("host", "seat_or_host") else table.host
        assert_problem(send_request(table, method, path, token=known), 403, "forbidden")
    assert table.view()["version"] == version


PUBLIC = {"/v1/games/{game_id}/record", "/v1/games/{game_id}/content"}


def test_a_token_is_good_whatever_the_case_of_its_scheme(client: InProcess, table: Table) -> None:
    for scheme in ("bearer", "BEARER", "Bearer  "):
        headers = {"Authorization": f"{scheme} {table.tokens[1]}"}
        assert assert_ok(client.get(table.path, headers=headers))["viewer"] == 1


def test_a_token_dies_with_its_seat(client: InProcess) -> None:
    waiting = client.open(taken=1, free=1, auto_start=False)
    assert_ok(waiting.join("Ben"), 201)
    assert client.delete(f"{waiting.path}/seats/1", token=waiting.tokens[1]).status_code == 204
    assert_problem(client.get(waiting.path, token=waiting.tokens[1]), 401, "unauthenticated")


def test_a_deleted_game_is_gone_for_everyone(client: InProcess) -> None:
    waiting = client.open()
    assert_problem(client.delete(waiting.path, token=waiting.tokens[0]), 403, "forbidden")
    assert client.delete(waiting.path, token=waiting.host).status_code == 204
    assert_problem(client.get(waiting.path), 404, "not_found")
    assert_problem(client.delete(waiting.path, token=waiting.host), 404, "not_found")


@pytest.mark.parametrize(
    ("request_bytes", "status", "code"),
    [
        (b"nonsense\r\n\r\n", 400, "malformed_json"),
        (b"GET /healthz HTTP/9.9\r\n\r\n", 400, "malformed_json"),
        (b"GET /healthz HTTP/1.1\r\nbad header\r\n\r\n", 400, "malformed_json"),
        (b"GET /" + b"x" * 5000 + b" HTTP/1.1\r\n\r\n", 413, "payload_too_large"),
        (b"GET / HTTP/1.1\r\nX-Long: " + b"x" * 9000 + b"\r\n\r\n", 413, "payload_too_large"),
        (b"POST /v1/games HTTP/1.1\r\nTransfer-Encoding: magic\r\n\r\n", 400, "malformed_json"),
    ],
    ids=["no request", "no version", "no header", "a long path", "a long header", "an unknown coding"],
)
def test_what_is_hardly_http_is_a_problem_too(
    service: LiveService, request_bytes: bytes, status: int, code: str
) -> None:
    with (
        socket.create_connection(("127.0.0.1", service.port), timeout=10) as connection,
        connection.makefile("rb") as response,
    ):
        connection.sendall(request_bytes)
        head, _, body = response.read().partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"Content-Type: application/problem+json" in head
    assert b"X-Content-Type-Options: nosniff" in head
    problem = json.loads(body)
    assert (problem["code"], problem["status"], problem["type"]) == (code, status, f"/problems/{code}")
