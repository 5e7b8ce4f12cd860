"""What nginx does by itself: which requests it repeats, and what it refuses in the words of the service."""

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from service.http.request import LARGEST_BODY
from service.http.routes.records import LARGEST_RECORD
from service.problems import CATALOGUE
from tests.support.nginx import Nginx
from tests.support.valkey import free_port

pytestmark = pytest.mark.nginx

VERIFY = "/v1/records/verify"
KEY = {"Idempotency-Key": "once"}


class Silent:
    """A replica that reads each request and hangs up without an answer, as one does that is killed."""

    def __init__(self) -> None:
        self.heard = 0
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
                self.heard += 1

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
def lonely(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    """nginx without any replica."""
    with Nginx(tmp_path_factory.mktemp("lonely"), (free_port(), free_port())) as nginx:
        yield nginx


def problem(answer: httpx.Response, code: str) -> None:
    """An answer that is this problem of the catalogue, readable from any page, with the headers of every answer."""
    kind = CATALOGUE[code]
    assert answer.status_code == kind.status
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Request-Id"]
    body = answer.json()
    assert body.pop("detail")
    assert body == {"type": f"/problems/{code}", "title": kind.title, "status": kind.status, "code": code}


def raw(nginx: Nginx, request: bytes) -> tuple[bytes, bytes]:
    """Head and body of the answer to what is hardly HTTP."""
    with socket.create_connection(("127.0.0.1", nginx.port), timeout=15) as connection:
        connection.sendall(request)
        with connection.makefile("rb") as answer:
            head, _, body = answer.read().partition(b"\r\n\r\n")
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
        for count in (1, 2, 3):  # a replica that failed is asked again at once, not ten seconds later
            answer = httpx.request(method, nginx.url + path, headers=headers, content=body)
            problem(answer, "store_unavailable")
            assert answer.headers["Retry-After"] == "1"
            assert silent[0].heard + silent[1].heard == count * times


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_without_a_replica_the_service_is_away(lonely: Nginx, method: str) -> None:
    problem(httpx.request(method, f"{lonely.url}/v1/games"), "store_unavailable")


@pytest.mark.parametrize(("path", "most"), [("/v1/games", LARGEST_BODY), (VERIFY, LARGEST_RECORD)])
@pytest.mark.parametrize("headers", [{}, KEY])
def test_a_body_may_be_as_large_as_the_service_allows(
    lonely: Nginx, path: str, most: int, headers: dict[str, str]
) -> None:
    problem(httpx.post(lonely.url + path, content=b"x" * most, headers=headers), "store_unavailable")
    problem(httpx.post(lonely.url + path, content=b"x" * (most + 1), headers=headers), "payload_too_large")
    chunks = iter([b"x" * most, b"x"])
    problem(httpx.post(lonely.url + path, content=chunks, headers=headers), "payload_too_large")


def test_a_path_or_header_that_is_too_long(lonely: Nginx) -> None:
    problem(httpx.get(f"{lonely.url}/{'x' * 9000}"), "payload_too_large")
    problem(httpx.get(lonely.url, headers={"X-Long": "x" * 9000}), "payload_too_large")


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
def test_what_is_no_request_is_a_problem_too(lonely: Nginx, request_: bytes, status: bytes) -> None:
    head, body = raw(lonely, request_.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1))
    assert head.split(b" ")[1] == status
    assert b"application/problem+json" in head
    assert body.startswith(b'{"type":"/problems/')


@pytest.mark.parametrize("path", ["/metrics", "/metrics/", "//metrics", "/%6Detrics", "/x/../metrics", "/metrics?a=b"])
def test_the_figures_are_closed(lonely: Nginx, path: str) -> None:
    head, body = raw(lonely, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    assert head.startswith(b"HTTP/1.1 404")
    assert b"/problems/not_found" in body
