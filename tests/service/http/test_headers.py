"""Headers: entity tags, caching, other origins, request ids, keys and proxies; and the log of them."""

import json
import re
import socket
from ipaddress import ip_network
from typing import Any

import pytest

from service.http.request import entity_tags, versions
from tests.support.http import (
    Api,
    InProcess,
    Json,
    LiveService,
    Table,
    assert_ok,
    assert_problem,
    in_process,
    play_to_the_end,
)
from tests.support.running import wait_for
from tests.support.valkey import ValkeyServer

GAME: Json = {"engine": "tokyo_poo_divers", "seats": [{"name": "Ana"}, {"name": "Ben"}]}
EXPOSED = {"ETag", "Location", "Retry-After", "RateLimit", "RateLimit-Policy", "Idempotent-Replayed"}
ALLOWED = {"Authorization", "If-Match", "If-None-Match", "Idempotency-Key", "Last-Event-ID", "X-API-Key"}


@pytest.fixture
def table(client: InProcess) -> Table:
    return client.create(options={"first_player": 0})


def items_of(text: str) -> set[str]:
    return {item.strip() for item in text.split(",") if item.strip()}


class TestEntityTags:
    def test_each_viewer_has_their_own(self, client: InProcess, table: Table) -> None:
        tags = {who: client.get(table.path, token=token).headers["ETag"] for who, token in tokens(table).items()}
        assert tags == {"spectator": '"2.-"', "host": '"2.-"', "seat 0": '"2.0"', "seat 1": '"2.1"'}

    def test_every_response_that_shows_a_game_has_its_entity_tag(self, client: InProcess) -> None:
        created = client.post("/v1/games", {**GAME, "seats": [{"name": "Ana"}, {"kind": "open"}]})
        assert created.headers["ETag"] == '"1.-"'
        table = client.table(created.json())
        joined = table.join("Ben")
        assert joined.headers["ETag"] == f'"{joined.json()["game"]["version"]}.1"'
        play_to_the_end(table)
        again = client.post(f"{table.path}/rematch", token=table.host)
        assert again.headers["ETag"] == client.get(again.headers["Location"]).headers["ETag"]

    @pytest.mark.parametrize("header", ['"2.0"', 'W/"2.0"', '"1.0", "2.0"', '"1.0",W/"2.0"', "*"])
    def test_what_the_client_has_is_304(self, client: InProcess, table: Table, header: str) -> None:
        response = client.get(table.path, token=table.tokens[0], headers={"If-None-Match": header})
        assert (response.status_code, response.content, response.headers["ETag"]) == (304, b"", '"2.0"')
        assert response.headers["Cache-Control"] == "private, no-cache"
        assert "Authorization" in items_of(response.headers["Vary"])

    @pytest.mark.parametrize("header", ['"1.0"', '"2.1"', '"2.-"', '"12.0"', "", '""'])
    def test_what_the_client_has_not_is_sent(self, client: InProcess, table: Table, header: str) -> None:
        assert_ok(client.get(table.path, token=table.tokens[0], headers={"If-None-Match": header}))

    @pytest.mark.parametrize("header", ['"2.0"', 'W/"2.0"', '"1.0", W/"2.0"', '"2.-"', "*"])
    def test_an_action_that_means_this_version_is_judged(self, table: Table, header: str) -> None:
        response = table.act(0, table.legal(0)[0], match=header)
        assert assert_ok(response)["version"] == 3
        assert response.headers["ETag"] == '"3.0"'

    @pytest.mark.parametrize("header", ['"1.0"', '"3.0"', "", '"22.0"', '"2"x', '"1.0", "3.0"'])
    def test_an_action_that_means_another_version_is_412(self, table: Table, header: str) -> None:
        response = table.act(0, table.legal(0)[0], match=header)
        assert_problem(response, 412, "stale_version")
        assert table.view()["version"] == 2

    def test_presence_and_the_time_are_not_part_of_it(self, client: InProcess, table: Table) -> None:
        before = client.get(table.path).headers["ETag"]
        wait_for(lambda: client.get(table.path).json()["now"] != table.view()["now"])
        assert client.get(table.path).headers["ETag"] == before

    def test_lists_and_prefixes_are_read(self) -> None:
        assert entity_tags(None) is None
        assert entity_tags('"1.0" , W/"2.-"') == {"1.0", "2.-"}
        assert versions('W/"17.0","18.-"') == {"17", "18"}


def tokens(table: Table) -> dict[str, str | None]:
    return {"spectator": None, "host": table.host, "seat 0": table.tokens[0], "seat 1": table.tokens[1]}


@pytest.mark.parametrize("path", ["", "/events", "/actions", "/nothing"])
def test_what_depends_on_the_token_is_never_shared_by_caches(client: InProcess, table: Table, path: str) -> None:
    response = client.get(table.path + path, token=table.tokens[0])
    assert response.headers["Cache-Control"] == "private, no-cache"
    assert "Authorization" in items_of(response.headers["Vary"])


class TestOrigins:
    ORIGIN = {"Origin": "https://games.example"}
    PREFLIGHT = {**ORIGIN, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}

    def test_any_origin_may_call_by_default(self, client: InProcess, table: Table) -> None:
        response = client.get(table.path, headers=self.ORIGIN)
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert items_of(response.headers["Access-Control-Expose-Headers"]) >= EXPOSED
        assert "Access-Control-Allow-Credentials" not in response.headers
        assert "Origin" not in items_of(response.headers["Vary"])

    def test_a_preflight_response_names_what_may_be_sent(self, client: InProcess, table: Table) -> None:
        response = client.call("OPTIONS", f"{table.path}/actions", headers=self.PREFLIGHT)
        assert response.status_code == 200
        assert items_of(response.headers["Access-Control-Allow-Headers"]) >= ALLOWED | {"Content-Type"}
        assert items_of(response.headers["Access-Control-Allow-Methods"]) >= {"GET", "POST"}
        assert int(response.headers["Access-Control-Max-Age"]) > 0
        assert "Access-Control-Allow-Methods" not in client.get(table.path, headers=self.ORIGIN).headers

    def test_problems_can_be_read_from_other_origins_too(self, client: InProcess) -> None:
        for path in ("/v1/games/" + "x" * 22, "/nothing"):
            response = client.get(path, headers=self.ORIGIN)
            assert (response.status_code, response.headers["Access-Control-Allow-Origin"]) == (404, "*")

    def test_only_those_named_may_where_some_are_named(self, server: ValkeyServer) -> None:
        with in_process(server.url, allowed_origins=frozenset({"https://games.example"})) as strict:
            welcome = strict.get("/v1/games", headers=self.ORIGIN)
            assert welcome.headers["Access-Control-Allow-Origin"] == "https://games.example"
            assert items_of(welcome.headers["Vary"]) >= {"Origin", "Authorization"}
            for origin in ("https://evil.example", "http://games.example", "https://games.example.evil", "null"):
                response = strict.get("/v1/games", headers={"Origin": origin})
                assert not [name for name in response.headers if name.startswith("access-control")]
                assert "Origin" in items_of(response.headers["Vary"])

    def test_without_an_origin_there_are_no_cors_headers(self, client: InProcess) -> None:
        assert "Access-Control-Allow-Origin" not in client.get("/v1/games").headers


class TestRequestIds:
    def test_a_plain_one_is_used(self, client: InProcess) -> None:
        assert client.get("/healthz", headers={"X-Request-Id": "abc-123.XYZ"}).headers["X-Request-Id"] == "abc-123.XYZ"

    @pytest.mark.parametrize("request_id", ["short", "x" * 65, "with blanks in it", 'quotes"and<tags>', None])
    def test_any_other_is_replaced(self, client: InProcess, request_id: str | None) -> None:
        headers = {} if request_id is None else {"X-Request-Id": request_id}
        ids = {client.get("/nothing", headers=headers).headers["X-Request-Id"] for _ in range(2)}
        assert len(ids) == 2
        assert all(re.fullmatch(r"[\w-]{16}", one) for one in ids)


def test_head_is_get_without_a_body(live: Api) -> None:
    table = live.create()
    for path in (table.path, "/v1/games", "/healthz", "/openapi.yaml"):
        head, get = live.call("HEAD", path), live.get(path)
        assert (head.status_code, head.content) == (get.status_code, b"")
        assert head.headers["Content-Type"] == get.headers["Content-Type"]
        assert head.headers.get("ETag") == get.headers.get("ETag")


def test_options_names_the_methods(client: InProcess) -> None:
    response = client.call("OPTIONS", "/v1/games")
    assert items_of(response.headers["Allow"]) == {"GET", "HEAD", "OPTIONS", "POST"}


class TestKeys:
    def test_creating_needs_an_api_key_where_some_are_set(self, server: ValkeyServer) -> None:
        with in_process(server.url, api_keys=frozenset({"first-key-of-many", "other-key-of-many"})) as guarded:
            for request_id in (
                {},
                {"X-API-Key": ""},
                {"X-API-Key": "first-key-of-man"},
                {"Authorization": "Bearer first"},
            ):
                response = guarded.post("/v1/games", GAME, headers=request_id)
                assert_problem(response, 401, "unauthenticated")
                assert "WWW-Authenticate" in response.headers
            for key in ("first-key-of-many", "other-key-of-many"):
                table = guarded.table(assert_ok(guarded.post("/v1/games", GAME, headers={"X-API-Key": key}), 201))
            table.step()
            assert_ok(guarded.get("/v1/games"))

    def test_metrics_need_their_token_where_one_is_set(self, server: ValkeyServer, client: InProcess) -> None:
        assert client.get("/metrics").status_code == 200
        with in_process(server.url, metrics_token="a-secret-for-metrics") as guarded:
            assert_problem(guarded.get("/metrics"), 401, "unauthenticated")
            assert_problem(guarded.get("/metrics", token="a-secret-for-metric"), 401, "unauthenticated")
            response = guarded.get("/metrics", token="a-secret-for-metrics")
            assert response.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"

    def test_metrics_count_over_all_workers(self, live: Api) -> None:
        def counted() -> float:
            match = re.search(
                r'^ludotheque_requests_total\{.*route="/v1/engines/<slug>/rules",.*\} (\S+)$', read(), re.M
            )
            return float(match[1]) if match else 0

        def read() -> str:
            return live.get("/metrics").text

        before = counted()
        for _ in range(10):
            live.client.get("/v1/engines/zoky/rules", headers={"Connection": "close"})
        wait_for(lambda: counted() == before + 10)  # another worker writes its counts out once a second
        assert 'game="' not in read(), "no series of its own for every game"


def test_limits_count_by_the_client_behind_a_trusted_proxy(server: ValkeyServer) -> None:
    server.ask("FLUSHALL")
    proxies = (ip_network("127.0.0.1"),)
    with in_process(server.url, rate_limits={"create": "1/minute"}, trusted_proxies=proxies) as limited:
        for address, status in (("1.1.1.1", 201), ("2.2.2.2", 201), ("1.1.1.1", 429), ("9.9.9.9, 1.1.1.1", 429)):
            response = limited.post("/v1/games", GAME, headers={"X-Forwarded-For": address})
            assert response.status_code == status


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("198.51.100.7:4001", "198.51.100.7:4002", True),
        ("[2001:db8::1]:443", "2001:db8::1%eth0", True),
        ("::ffff:198.51.100.7", "198.51.100.7", True),
        ("198.51.100.7", "198.51.100.8", False),
        ("unknown", "hidden:80", True),
    ],
)
def test_limits_count_a_client_once_however_its_address_is_written(
    server: ValkeyServer, first: str, second: str, same: bool
) -> None:
    server.ask("FLUSHALL")
    proxies = (ip_network("127.0.0.1"),)
    with in_process(server.url, rate_limits={"create": "1/minute"}, trusted_proxies=proxies) as limited:
        sent = [limited.post("/v1/games", GAME, headers={"X-Forwarded-For": address}) for address in (first, second)]
        assert [response.status_code for response in sent] == [201, 429 if same else 201]


def test_what_is_hardly_http_is_logged_as_json_without_what_it_held(service: LiveService) -> None:
    start = len(service.errors())
    with (
        socket.create_connection(("127.0.0.1", service.port), timeout=10) as connection,
        connection.makefile("rb") as response,
    ):
        connection.sendall(b"GET / HTTP/1.1\r\nAuthorization: Bearer hush\x01hush\r\n\r\n")
        assert response.readline().startswith(b"HTTP/1.1 400 ")
    wait_for(lambda: "Invalid request" in service.errors()[start:])
    lines = [json.loads(connection) for connection in service.errors()[start:].splitlines()]
    assert [connection["message"] for connection in lines if connection["message"] != "request"] == ["Invalid request"]
    assert "hush" not in service.errors()[start:]


def test_the_log_has_one_json_line_a_request_and_never_a_secret(service: LiveService, live: Api) -> None:
    table = live.create()
    seat, marks = table.turn(), [f"mark-{number:04d}" for number in range(4)]
    action = table.legal(seat)[0]
    live.get(f"{table.path}/events?after=0&limit=123", token=table.tokens[seat], headers={"X-Request-Id": marks[0]})
    table.act(seat, action, key="a-key-to-hush-up", headers={"X-Request-Id": marks[1]})
    live.get("/nothing?hush=hush", headers={"X-Request-Id": marks[2], "X-API-Key": "an-api-key-to-hush"})
    live.post("/v1/games", {**GAME, "hush": "a body to hush up"}, headers={"X-Request-Id": marks[3]})
    wait_for(lambda: marks[3] in service.errors())
    log = service.errors()
    for secret in (*table.tokens.values(), table.host, "hush", "limit=123"):
        assert secret not in log
    lines: list[dict[str, Any]] = [json.loads(line) for line in log.splitlines()]
    logged = [line for line in lines if line.get("request_id") in marks]
    assert [(line["request_id"], line["method"], line["path"], line["status"]) for line in logged] == [
        (marks[0], "GET", f"{table.path}/events", 200),
        (marks[1], "POST", f"{table.path}/actions", 200),
        (marks[2], "GET", "/nothing", 404),
        (marks[3], "POST", "/v1/games", 422),
    ]
    assert all(line["client"] == "127.0.0.1" and line["ms"] > 0 and line["time"] for line in logged)


def test_a_response_without_a_body_has_no_media_type(client: InProcess, table: Table) -> None:
    assert "Content-Type" not in client.call("OPTIONS", table.path).headers
    assert "Content-Type" not in client.delete(table.path, token=table.host).headers
