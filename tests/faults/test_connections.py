"""Many clients that send half a request, send nothing, or do not read: others are served all the same."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.support.http import LiveService, api_client
from tests.support.sockets import (
    HALF_A_BODY,
    HALF_A_HEAD,
    head,
    many_connections,
    open_connection,
    read_response,
    response_to,
)

SOCKETS = 2000
FILES = 256
PROXY = "127.0.0.99"
LARGE_RESPONSE = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    """A service of one worker that takes about a thousand connections."""
    with LiveService(tmp_path_factory.mktemp("small"), WORKERS="1", MAX_STREAMS="10") as running:
        yield running


class Cramped(LiveService):
    """A service that may have few files open, and so takes half as many connections."""

    def command(self) -> list[str]:
        return ["/bin/sh", "-c", f'ulimit -n {FILES} && exec "$@"', "sh", *super().command()]


@pytest.fixture(scope="module")
def cramped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cramped]:
    with Cramped(tmp_path_factory.mktemp("cramped"), WORKERS="1", TRUSTED_PROXIES=PROXY) as running:
        yield running


def serves_others(service: LiveService) -> None:
    """A health check, a new table, an action and a view, each over a connection of its own."""
    for _ in range(3):
        assert service.get("/healthz")[0] == 200
        with api_client(service.url) as api:
            table = api.create()
        with api_client(service.url) as api:
            table.through(api).step()
        with api_client(service.url) as api:
            assert table.through(api).view()["version"] == 3


@pytest.mark.parametrize(
    ("data", "addresses"),
    [(HALF_A_BODY, 1), (HALF_A_BODY, 40), (HALF_A_HEAD, 40), (b"", 40)],
    ids=["half a body, one address", "half a body", "half a head", "nothing"],
)
def test_two_thousand_stalled_sockets_lock_nobody_out(small: LiveService, data: bytes, addresses: int) -> None:
    with many_connections(small.port, data, SOCKETS, addresses):
        serves_others(small)
    serves_others(small)
    assert "Traceback" not in small.errors()
    assert '"fault"' not in small.errors()


@pytest.mark.parametrize("data", [HALF_A_BODY, HALF_A_HEAD, b""], ids=["half a body", "half a head", "nothing"])
def test_where_few_files_may_be_open_nobody_is_locked_out_either(cramped: Cramped, data: bytes) -> None:
    with many_connections(cramped.port, data, 2 * FILES, 40):
        serves_others(cramped)
    assert f"at most {FILES // 2} connections" in cramped.errors()
    assert "Traceback" not in cramped.errors()


def test_those_who_send_nothing_go_before_those_who_send_slowly(cramped: Cramped) -> None:
    body = json.dumps({"engine": "tokyo_poo_divers", "seats": [{}, {}]}).encode()
    begun = head("/v1/games", f"Content-Length: {len(body)}", "Connection: close") + body[:9]
    with open_connection(cramped.port, begun) as slow:
        time.sleep(1.5)
        with many_connections(cramped.port, b"", 2 * FILES, 40):
            serves_others(cramped)
            slow.sendall(body[9:])
            assert read_response(slow).status == 201


def test_a_trusted_proxy_keeps_its_idle_connections(cramped: Cramped) -> None:
    ask = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
    with open_connection(cramped.port, ask + b"\r\n", PROXY) as connection:
        assert connection.recv(1000).startswith(b"HTTP/1.1 200 OK\r\n")
        time.sleep(1.5)
        for data in (b"", HALF_A_HEAD, HALF_A_BODY):
            with many_connections(cramped.port, data, 2 * FILES, 40):
                serves_others(cramped)
        connection.sendall(ask + b"Connection: close\r\n\r\n")
        assert read_response(connection).status == 200


def test_clients_that_do_not_read_their_responses_lock_nobody_out(cramped: Cramped) -> None:
    with many_connections(cramped.port, LARGE_RESPONSE, FILES, 40, deaf=True):
        served = [0, 1]
        while served[-1] != served[-2]:  # until all of them are stuck
            time.sleep(1)
            served.append(cramped.errors().count("/openapi.json"))
        serves_others(cramped)
    assert "Traceback" not in cramped.errors()


def test_stopping_does_not_wait_for_those_who_never_finish(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("stopping")
    with (
        LiveService(folder, WORKERS="1", REQUEST_PAUSE="2") as service,
        open_connection(service.port) as idle,
    ):
        began = time.monotonic()
        assert response_to(service.port, HALF_A_BODY).problem == (400, "malformed_json")
        assert time.monotonic() - began < 20, "rejected after a pause, long before the 60 s for a request are over"
        with open_connection(service.port, HALF_A_BODY), open_connection(service.port, HALF_A_HEAD):
            began = time.monotonic()
            assert service.stop()[0] == 0
            assert time.monotonic() - began < 14, "closed, and not cut off when the 30 s of grace are over"
        assert idle.recv(1) == b""


class TestAddresses:
    """One address may have so many unfinished requests; trusted proxies may have any number."""

    @pytest.mark.parametrize(("proxies", "left"), [("", 10), ("127.0.0.2", 40)], ids=["a client", "a trusted proxy"])
    def test_the_oldest_of_an_address_goes(
        self, tmp_path_factory: pytest.TempPathFactory, proxies: str, left: int
    ) -> None:
        settings = {"WORKERS": "1", "MAX_UNFINISHED_PER_ADDRESS": "10", "TRUSTED_PROXIES": proxies}
        with LiveService(tmp_path_factory.mktemp("addresses"), **settings) as service, ExitStack() as stack:
            connections = []
            for _ in range(40):
                connections.append(stack.enter_context(open_connection(service.port, HALF_A_BODY, "127.0.0.2")))
                time.sleep(0.02)
            time.sleep(1)
            assert service.get("/healthz")[0] == 200
            stayed = [not is_closed(connection) for connection in connections]
        assert stayed == [False] * (40 - left) + [True] * left


def is_closed(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True
