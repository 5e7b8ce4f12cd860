"""Limits by address: who asks too often or holds too many connections gets a 429, and others notice nothing."""

import re
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from service.problems import CATALOGUE
from tests.support.campaign import playing, verify_games
from tests.support.http import LiveService, api_client
from tests.support.listening import SSE
from tests.support.nginx import Nginx
from tests.support.running import wait_for
from tests.support.valkey import free_port

pytestmark = pytest.mark.nginx

SLOW = {"rate=500r/s": "rate=1r/s", "burst=1000 nodelay": "burst=100 nodelay"}
FEW = {"limit_conn ludotheque_connections 2000;": "limit_conn ludotheque_connections 3;"}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    folder = tmp_path_factory.mktemp("limited")
    with LiveService(folder, WORKERS="1", TRUSTED_PROXIES="127.0.0.1") as service:
        yield service


def problem(response: httpx.Response) -> None:
    """Check that this is the service's own problem, readable from any page."""
    assert response.status_code == 429
    assert response.headers["Content-Type"] == "application/problem+json"
    assert (response.headers["Retry-After"], response.headers["Access-Control-Allow-Origin"]) == ("1", "*")
    body = response.json()
    assert body.pop("detail")
    kind = CATALOGUE["rate_limited"]
    assert body == {"type": "/problems/rate_limited", "title": kind.title, "status": 429, "code": "rate_limited"}


def statuses(nginx: Nginx, address: str, count: int, method: str) -> Counter[bytes]:
    """The statuses of this many requests, sent at once on one connection."""
    request = f"{method} /x HTTP/1.1\r\nHost: x\r\nIdempotency-Key: once\r\nContent-Length: 0\r\n\r\n".encode()
    last = request.replace(b"Host", b"Connection: close\r\nHost")
    with socket.create_connection(("127.0.0.1", nginx.port), timeout=30, source_address=(address, 0)) as connection:
        connection.sendall(request * (count - 1) + last)
        with connection.makefile("rb") as responses:
            return Counter(re.findall(rb"HTTP/1\.1 (\d{3})", responses.read()))


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_who_asks_too_often_gets_a_429_and_another_address_notices_nothing(tmp_path: Path, method: str) -> None:
    """There is no replica: what nginx lets pass is a 503."""
    with Nginx(tmp_path, (free_port(), free_port()), SLOW) as nginx:
        flood = statuses(nginx, "127.0.0.2", 500, method)
        assert set(flood) == {b"429", b"503"}
        assert 100 <= flood[b"503"] < 250
        assert statuses(nginx, "127.0.0.3", 90, method) == {b"503": 90}
        with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.2")) as client:
            problem(client.request(method, nginx.url))


def test_one_address_holds_only_so_many_streams_and_another_gets_its_own(tmp_path: Path, service: LiveService) -> None:
    with Nginx(tmp_path, (service.port, service.port), FEW) as nginx, ExitStack() as stack:
        with api_client(service.url) as api:
            path = api.create().path
        first, other = (
            stack.enter_context(httpx.Client(transport=httpx.HTTPTransport(local_address=address), timeout=30))
            for address in ("127.0.0.2", "127.0.0.3")
        )

        def open_stream(client: httpx.Client) -> int:
            headers = {"Accept": SSE}
            return stack.enter_context(client.stream("GET", nginx.url + path + "/events", headers=headers)).status_code

        assert [open_stream(first) for _ in range(3)] == [200] * 3
        problem(first.get(nginx.url + path))
        assert open_stream(other) == 200
        assert other.get(nginx.url + path).status_code == 200
        stack.close()  # the streams of the first are over
        wait_for(lambda: httpx.get(nginx.url + path).status_code == 200)


def test_many_who_play_behind_one_address_are_not_limited(tmp_path: Path, service: LiveService) -> None:
    """The limits as they are delivered, with players as fast as programs, their streams and long polls."""
    with Nginx(tmp_path, (service.port, service.port)) as nginx, api_client(nginx.url) as api:
        with playing(api, 8) as team:
            wait_for(lambda: sum(len(player.responses) for player in team) > 100, timeout=60)
        verdict = verify_games(team)
    assert not verdict.wrong
    assert not verdict.errors
    assert " 429 " not in (tmp_path / "access.log").read_text()
