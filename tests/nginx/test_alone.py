"""What nginx does by itself: which requests it repeats, and which it rejects with the problems of the service."""

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from service.http.request import LARGEST_BODY
from service.http.routes.records import LARGEST_RECORD
from service.problems import CATALOGUE
from tests.support.deployed import CLOSED, served_paths
from tests.support.nginx import Nginx
from tests.support.valkey import free_port

pytestmark = pytest.mark.nginx

VERIFY = "/v1/records/verify"
KEY = {"Idempotency-Key": "once"}


class Silent:
    """A replica that reads each request and hangs up without a response, like one that is killed."""

    def __init__(self) -> None:
        self.connections = 0
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            with connection:
                connection.recv(65536)
                self.connections += 1

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


@pytest.fixture
def silent() -> Iterator[tuple[Silent, Silent]]:
    both = Silent(), Silent()
    yield both
    for replica in both:
        replica.close()


@pytest.fixture(scope="module")
def nginx_without_replicas(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    """nginx without any replica."""
    with Nginx(tmp_path_factory.mktemp("lonely"), (free_port(), free_port())) as nginx:
        yield nginx


def problem(response: httpx.Response, code: str) -> None:
    """Check that a response is this problem, readable from any page, with the headers of every response."""
    kind = CATALOGUE[code]
    assert response.status_code == kind.status
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["X-Request-Id"]
    body = response.json()
    assert body.pop("detail")
    assert body == {"type": f"/problems/{code}", "title": kind.title, "status": kind.status, "code": code}


def raw(nginx: Nginx, request: bytes) -> tuple[bytes, bytes]:
    """Head and body of the response to malformed HTTP."""
    with socket.create_connection(("127.0.0.1", nginx.port), timeout=15) as connection:
        connection.sendall(request)
        with connection.makefile("rb") as response:
            head, _, body = response.read().partition(b"\r\n\r\n")
    return head, body


@pytest.mark.parametrize(
    ("method", "path", "headers", "times"),
    [
        ("GET", "/v1/games/x", {}, 2),
        ("POST", "/v1/games/x/actions", {}, 1),
        ("POST", "/v1/games/x/actions", KEY, 2),
        ("POST", "/v1/games", KEY, 2),
        ("POST", VERIFY, {}, 2),
        ("DELETE", "/v1/games/x", {}, 1),
        ("DELETE", "/v1/games/x/seats/1", KEY, 1),
    ],
)
def test_only_what_can_be_repeated_without_harm_is_sent_to_the_second_replica(
    silent: tuple[Silent, Silent], tmp_path: Path, method: str, path: str, headers: dict[str, str], times: int
) -> None:
    body = b"{}" if method == "POST" else None
    with Nginx(tmp_path, (silent[0].port, silent[1].port)) as nginx:
        for count in (1, 2, 3):  # a replica that failed gets requests again at once, not ten seconds later
            response = httpx.request(method, nginx.url + path, headers=headers, content=body)
            problem(response, "store_unavailable")
            assert response.headers["Retry-After"] == "1"
            assert silent[0].connections + silent[1].connections == count * times


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_without_a_replica_the_service_is_away(nginx_without_replicas: Nginx, method: str) -> None:
    problem(httpx.request(method, f"{nginx_without_replicas.url}/v1/games"), "store_unavailable")


def test_every_path_of_the_service_is_passed_on_but_those_of_operators(nginx_without_replicas: Nginx) -> None:
    for path in served_paths():
        code = "not_found" if path in CLOSED else "store_unavailable"
        problem(httpx.get(nginx_without_replicas.url + path), code)


@pytest.mark.parametrize(("path", "most"), [("/v1/games", LARGEST_BODY), (VERIFY, LARGEST_RECORD)])
@pytest.mark.parametrize("headers", [{}, KEY])
def test_a_body_may_be_as_large_as_the_service_allows(
    nginx_without_replicas: Nginx, path: str, most: int, headers: dict[str, str]
) -> None:
    problem(httpx.post(nginx_without_replicas.url + path, content=b"x" * most, headers=headers), "store_unavailable")
    problem(
        httpx.post(nginx_without_replicas.url + path, content=b"x" * (most + 1), headers=headers), "payload_too_large"
    )
    chunks = iter([b"x" * most, b"x"])
    problem(httpx.post(nginx_without_replicas.url + path, content=chunks, headers=headers), "payload_too_large")


def test_a_path_or_header_that_is_too_long(nginx_without_replicas: Nginx) -> None:
    problem(httpx.get(f"{nginx_without_replicas.url}/{'x' * 9000}"), "payload_too_large")
    problem(httpx.get(nginx_without_replicas.url, headers={"X-Long": "x" * 9000}), "payload_too_large")


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"hello\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\n\r\n", b"400"),
        (b"GET / HTTP/9.9\r\nHost: x\r\n\r\n", b"400"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: nonsense\r\n\r\n", b"400"),
        (b"TRACE / HTTP/1.1\r\nHost: x\r\n\r\n", b"405"),
    ],
)
def test_what_is_no_request_is_a_problem_too(nginx_without_replicas: Nginx, request_: bytes, status: bytes) -> None:
    head, body = raw(nginx_without_replicas, request_.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1))
    assert head.split(b" ")[1] == status
    assert b"application/problem+json" in head
    assert body.startswith(b'{"type":"/problems/')


@pytest.mark.parametrize("path", ["/metrics", "/metrics/", "//metrics", "/%6Detrics", "/x/../metrics", "/metrics?a=b"])
def test_the_figures_are_closed(nginx_without_replicas: Nginx, path: str) -> None:
    head, body = raw(nginx_without_replicas, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    assert head.startswith(b"HTTP/1.1 404")
    assert b"/problems/not_found" in body
