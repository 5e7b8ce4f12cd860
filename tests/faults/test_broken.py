"""Requests that are broken: bodies that are not there as a whole, malformed chunks, heads that are too long."""

import json
import socket
import time
from collections.abc import Iterator

import pytest

from tests.support.http import LiveService, Table, api_client
from tests.support.sockets import (
    HALF_A_BODY,
    HALF_A_HEAD,
    RESET,
    RawResponse,
    head,
    open_connection,
    read_response,
    response_to,
)


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with LiveService(tmp_path_factory.mktemp("strict"), WORKERS="1") as running:
        yield running


class TestBodies:
    """A body is there as a whole, or the request is rejected and the connection closed."""

    @pytest.fixture
    def table(self, strict: LiveService) -> Iterator[Table]:
        with api_client(strict.url) as api:
            yield api.create(options={"first_player": 0})

    def test_a_body_shorter_than_its_length_changes_nothing(self, strict: LiveService, table: Table) -> None:
        action = json.dumps(table.legal(0)[0]).encode()
        fields = (f"Authorization: Bearer {table.tokens[0]}", f"Content-Length: {len(action) + 4}")
        response = response_to(strict.port, head(f"{table.path}/actions", *fields) + action, half_close=True)
        assert response.problem == (400, "malformed_json")
        assert response.headers["connection"] == "close"
        assert table.view()["version"] == 2

    CHUNKS = {
        "a bad size": b"x\r\n{}\r\n0\r\n\r\n",
        "no size": b"\r\n{}\r\n0\r\n\r\n",
        "a negative size": b"-1\r\n{}\r\n0\r\n\r\n",
        "a size in Python's way": b"0x2\r\n{}\r\n0\r\n\r\n",
        "lines with LF alone": b"2\n{}\n0\n\n",
        "LF alone after the size": b"2\n{}\r\n0\r\n\r\n",
        "LF alone at the end": b"2\r\n{}\r\n0\n\n",
        "no line after the data": b"2\r\n{}0\r\n\r\n",
        "more data than its size": b"1\r\n{}\r\n0\r\n\r\n",
        "a bad extension": b"2;\x01\r\n{}\r\n0\r\n\r\n",
        "a bad trailer": b"2\r\n{}\r\n0\r\nbad trailer\r\n\r\n",
        "a forbidden trailer": b"2\r\n{}\r\n0\r\nContent-Length: 2\r\n\r\n",
        "too many trailers": b"2\r\n{}\r\n0\r\n" + b"X-More: 1\r\n" * 1000 + b"\r\n",
        "a long trailer": b"2\r\n{}\r\n0\r\nX-Long: " + b"x" * 10_000 + b"\r\n\r\n",
        "a long line for a size": b"0" * 10_000 + b"2\r\n{}\r\n0\r\n\r\n",
        "too many chunks": b"1\r\n \r\n" * 20_000 + b"2\r\n{}\r\n0\r\n\r\n",
    }
    CUT_OFF = {"nothing": b"", "half a size": b"2", "half a chunk": b"2\r\n{", "no end": b"2\r\n{}\r\n", "0": b"0\r\n"}

    @pytest.mark.parametrize("chunks", CHUNKS.values(), ids=CHUNKS)
    def test_malformed_chunks_are_400(self, strict: LiveService, chunks: bytes) -> None:
        began = time.monotonic()
        self.assert_malformed_json(
            response_to(strict.port, head("/v1/games", "Transfer-Encoding: chunked") + chunks), strict
        )
        assert time.monotonic() - began < 8, "at once, and not when nothing more has come for 10 s"

    @pytest.mark.parametrize("chunks", CUT_OFF.values(), ids=CUT_OFF)
    def test_chunks_that_end_early_are_400(self, strict: LiveService, chunks: bytes) -> None:
        data = head("/v1/games", "Transfer-Encoding: chunked") + chunks
        self.assert_malformed_json(response_to(strict.port, data, half_close=True), strict)

    def assert_malformed_json(self, response: RawResponse, service: LiveService) -> None:
        assert response.problem == (400, "malformed_json")
        assert response.headers["connection"] == "close"
        assert '"fault"' not in service.errors()
        assert "Traceback" not in service.errors()

    def test_good_chunks_are_taken_and_the_connection_goes_on(self, strict: LiveService) -> None:
        body = json.dumps({"engine": "tokyo_poo_divers", "seats": [{}, {}]}).encode()
        chunks = b"%x;name=value\r\n%s\r\n1\r\n \r\n0\r\nX-Trailer: yes\r\n\r\n" % (len(body), body)
        with open_connection(strict.port, head("/v1/games", "Transfer-Encoding: chunked") + chunks) as connection:
            with connection.makefile("rb") as file:
                assert file.readline() == b"HTTP/1.1 201 CREATED\r\n"
                length = next(int(field.split()[1]) for field in file if field.startswith(b"Content-Length"))
                while file.readline() != b"\r\n":
                    pass
                assert len(file.read(length)) == length
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert read_response(connection).status == 200

    def test_a_client_that_breaks_off_is_no_fault_of_ours(self, strict: LiveService) -> None:
        for data in (HALF_A_BODY, HALF_A_HEAD, head("/v1/games", "Transfer-Encoding: chunked") + b"2\r\n{"):
            with open_connection(strict.port, data) as connection:
                time.sleep(0.2)
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        assert strict.get("/healthz")[0] == 200
        assert '"fault"' not in strict.errors()
        assert "Traceback" not in strict.errors()

    def test_a_body_that_nobody_reads_does_not_become_the_next_request(self, strict: LiveService) -> None:
        hidden = b"GET /v1/engines HTTP/1.1\r\nHost: localhost\r\n\r\n"
        data = head("/nothing", f"Content-Length: {len(hidden)}") + hidden
        with open_connection(strict.port, data) as connection, connection.makefile("rb") as file:
            assert file.readline().startswith(b"HTTP/1.1 404 ")
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            rest = file.read()
        assert rest.count(b"HTTP/1.1 200 OK\r\n") == 1
        assert rest.endswith(b'{"status":"ok"}')


class TestHeads:
    @pytest.mark.parametrize(
        "fields",
        [["Accept: " + "a/b," * 2000] * 96, ["X-Many: 1"] * 200, ["X-Long: " + "x" * 8000] * 12],
        ids=["what cost a second", "many", "long together"],
    )
    def test_more_than_any_client_needs_is_rejected(self, strict: LiveService, fields: list[str]) -> None:
        assert response_to(strict.port, head("/v1/engines", *fields, method="GET")).problem == (
            413,
            "payload_too_large",
        )

    def test_what_browsers_and_proxies_send_is_taken(self, strict: LiveService) -> None:
        fields = ["Cookie: " + "x" * 8000, *(f"X-Proxy-{number}: {'y' * 100}" for number in range(40))]
        data = head("/v1/engines", *fields, "Connection: close", method="GET")
        assert response_to(strict.port, data).status == 200


@pytest.mark.parametrize(
    "data",
    [
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"nonsense\r\n\r\n",
    ],
    ids=["a response", "a problem", "hardly HTTP"],
)
def test_no_response_names_the_server_program(strict: LiveService, data: bytes) -> None:
    assert "server" not in response_to(strict.port, data).headers
    assert "gunicorn" not in str(response_to(strict.port, data))
