"""What the store needs of redis-py below its commands: a new release that changes it fails here, by name."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from service import store
from service.store.connection import LIBRARY_ATTRIBUTES
from tests.support.valkey import ValkeyServer

NAMED = [(owner, name) for owner, names in LIBRARY_ATTRIBUTES.items() for name in names]
PRIVATE = re.compile(r"(?<!self)(?<!super\(\))(?<!structs)\._[a-z]\w*|\bimport _")


@pytest.fixture
def connection(server: ValkeyServer) -> Iterator[redis.UnixDomainSocketConnection]:
    made = redis.UnixDomainSocketConnection(path=str(server.socket), socket_timeout=60)
    made.connect()
    yield made
    made.disconnect()


def require(owner: type, instance: object, name: str) -> None:
    assert hasattr(instance, name), (
        f"redis-py {redis.__version__} has no {owner.__name__}.{name}: service/store needs it"
    )


@pytest.mark.parametrize(("owner", "name"), NAMED, ids=[f"{owner.__name__}.{name}" for owner, name in NAMED])
def test_redis_py_has_what_the_store_needs(owner: type, name: str) -> None:
    require(owner, owner(), name)


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    instance = redis.Connection()
    del instance._sock
    with pytest.raises(AssertionError, match=r"has no Connection\._sock"):
        require(redis.Connection, instance, "_sock")
    instance._sock = None


def test_no_other_private_attribute_of_a_library_is_used() -> None:
    """Private names after a dot are those of `self`, or on the list."""
    listed = {f".{name}" for _, name in NAMED}
    for path in Path(store.__file__).parent.glob("*.py"):
        for line in path.read_text(encoding="utf-8").splitlines():
            assert set(PRIVATE.findall(line)) <= listed, f"{path.name}: {line.strip()}"


def test_a_timeout_that_is_set_on_the_socket_bounds_the_next_read(
    connection: redis.UnixDomainSocketConnection,
) -> None:
    for _ in range(2):
        connection._sock.settimeout(0.05)
        started = time.monotonic()
        with pytest.raises(redis.TimeoutError):
            connection.read_response(disconnect_on_error=False)
        assert time.monotonic() - started < 5


def test_what_is_written_to_the_socket_is_sent(connection: redis.UnixDomainSocketConnection) -> None:
    connection._sock.send(b"*1\r\n$4\r\nPING\r\n")
    assert connection.read_response() == b"PONG"


def test_a_closed_connection_has_no_socket(connection: redis.UnixDomainSocketConnection) -> None:
    connection.disconnect()
    assert connection._sock is None
