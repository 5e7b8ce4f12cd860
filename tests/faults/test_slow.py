"""Clients that are slow, or go away: how long a request may take to arrive, and how soon a stream is closed."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.support.http import Api, LiveService, Table, api_client
from tests.support.running import wait_for
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
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    """A service that gives a request three seconds to arrive, and one second between its pieces."""
    settings = {"WORKERS": "1", "REQUEST_TIMEOUT": "3", "REQUEST_PAUSE": "1"}
    with LiveService(tmp_path_factory.mktemp("hasty"), **settings) as running:
        yield running


class TestTime:
    def test_half_a_body_is_rejected_when_nothing_follows(self, hasty: LiveService) -> None:
        began = time.monotonic()
        assert response_to(hasty.port, HALF_A_BODY).problem == (400, "malformed_json")
        assert time.monotonic() - began < 15

    def test_a_body_that_drips_is_rejected_when_its_time_is_over(self, hasty: LiveService) -> None:
        assert drip(hasty, HALF_A_BODY, b" ").problem == (400, "malformed_json")

    def test_chunks_have_no_more_time_than_other_bodies(self, hasty: LiveService) -> None:
        begun = head("/v1/records/verify", "Transfer-Encoding: chunked")
        assert response_to(hasty.port, begun + b"5\r\n{").problem == (400, "malformed_json")
        assert drip(hasty, begun, b"1\r\n \r\n").problem == (400, "malformed_json")

    def test_half_a_head_is_hung_up_on(self, hasty: LiveService) -> None:
        with open_connection(hasty.port, HALF_A_HEAD) as connection:
            assert connection.recv(1) == b""
        with open_connection(hasty.port, HALF_A_HEAD) as connection:
            assert dripping(connection, b"x"), "hung up on"

    def test_a_connection_may_be_idle_for_longer_than_a_request_may_take(self, hasty: LiveService) -> None:
        with open_connection(hasty.port) as connection, connection.makefile("rb") as file:
            for _ in range(2):
                time.sleep(4)
                connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                assert file.readline() == b"HTTP/1.1 200 OK\r\n"
                while file.readline() != b"\r\n":
                    pass
                assert file.read(15) == b'{"status":"ok"}'

    def test_a_slow_body_that_comes_in_time_is_taken(self, hasty: LiveService) -> None:
        body = json.dumps({"engine": "tokyo_poo_divers", "seats": [{}, {}]}).encode()
        with open_connection(
            hasty.port, head("/v1/games", f"Content-Length: {len(body)}", "Connection: close")
        ) as connection:
            for piece in (body[:10], body[10:20], body[20:]):
                time.sleep(0.3)
                connection.sendall(piece)
            assert read_response(connection).status == 201


def drip(service: LiveService, data: bytes, drop: bytes) -> RawResponse:
    """The response to a request of which another drop is sent again and again."""
    with open_connection(service.port, data) as connection:
        dripping(connection, drop)
        return read_response(connection)


def dripping(connection: socket.socket, drop: bytes) -> bool:
    """Send drops until the service responds or hangs up; returns whether it did."""
    connection.settimeout(0.2)
    for _ in range(100):
        try:
            connection.sendall(drop)
            connection.recv(1, socket.MSG_PEEK)
        except TimeoutError:
            continue
        except OSError:
            pass
        connection.settimeout(30)
        return True
    return False


class TestHangingUp:
    """A stream is closed soon after its client has gone, long before the next keep-alive is due."""

    SOON = 8.0  # seconds; it takes one or two, but machines are busy

    @pytest.fixture
    def api(self, hasty: LiveService) -> Iterator[Api]:
        with api_client(hasty.url) as client:
            yield client

    def ask(self, table: Table, live: bool) -> bytes:
        tag = '"2.-"'
        path, field = ("/events", "Accept: text/event-stream") if live else ("?wait=50", f"If-None-Match: {tag}")
        return head(table.path + path, field, method="GET")

    @pytest.mark.parametrize("live", [True, False], ids=["streams", "long polls"])
    @pytest.mark.parametrize("how", ["closed", "reset", "half closed"])
    def test_its_place_is_free_again(self, api: Api, hasty: LiveService, live: bool, how: str) -> None:
        table = api.create()
        with ExitStack() as stack:
            connections = [stack.enter_context(open_connection(hasty.port, self.ask(table, live))) for _ in range(20)]
            wait_for(lambda: open_streams(api) == 20)
            for connection in connections:
                if how == "half closed":
                    connection.shutdown(socket.SHUT_WR)
                    continue
                if how == "reset":
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                connection.close()
            wait_for(lambda: open_streams(api) == 0, timeout=self.SOON)
        assert "Traceback" not in hasty.errors()

    @pytest.mark.parametrize("live", [True, False], ids=["streams", "long polls"])
    def test_the_next_request_sent_ahead_is_no_hanging_up(self, api: Api, hasty: LiveService, live: bool) -> None:
        table = api.create()
        last = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        with open_connection(hasty.port, self.ask(table, live)) as connection:
            wait_for(lambda: open_streams(api) == 1)
            connection.sendall(last)
            time.sleep(1)
            assert open_streams(api) == 1
            api.delete(table.path, token=table.host)  # this ends both, and then the other request is served
            with connection.makefile("rb") as file:
                assert file.read().endswith(b'{"status":"ok"}')
        wait_for(lambda: open_streams(api) == 0)

    def test_half_a_request_sent_ahead_has_its_own_time(self, api: Api, hasty: LiveService) -> None:
        table = api.create()
        with open_connection(hasty.port, self.ask(table, live=True)) as connection:
            wait_for(lambda: open_streams(api) == 1)
            connection.sendall(HALF_A_HEAD)
            time.sleep(4)  # longer than a request may take, had it begun
            api.delete(table.path, token=table.host)
            wait_for(lambda: open_streams(api) == 0)
            connection.sendall(b"localhost\r\nConnection: close\r\n\r\n")
            with connection.makefile("rb") as file:
                assert file.read().endswith(b'{"status":"ok"}')

    def test_hanging_up_after_sending_ahead_is_noticed_too(self, api: Api, hasty: LiveService) -> None:
        table = api.create()
        with open_connection(hasty.port, self.ask(table, live=True)) as connection:
            wait_for(lambda: open_streams(api) == 1)
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            time.sleep(0.5)
        wait_for(lambda: open_streams(api) == 0, timeout=self.SOON)


def open_streams(api: Api) -> int:
    """How many streams are open, as the service counts them."""
    counted = [line for line in api.client.get("/metrics").text.splitlines() if line.startswith("ludotheque_streams ")]
    return int(float(counted[0].split()[1])) if counted else 0
