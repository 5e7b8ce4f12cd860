"""What the store needs of redis-py below its commands: a new release that changes it fails here, by name."""

import inspect
import time
from pathlib import Path

import pytest
import redis

from service import store
from service.store.connection import LIBRARY_METHODS
from tests.support.valkey import ValkeyServer

NAMED = [(owner, name) for owner, names in LIBRARY_METHODS.items() for name in names]


def missing(owner: type, name: str) -> str:
    """What is said of an attribute that is gone; "" if it is there."""
    found = hasattr(owner, name) or name in inspect.signature(owner.__init__).parameters or name in made(owner)
    return "" if found else f"redis-py {redis.__version__} has no {owner.__name__}.{name}, which service/store needs"


def made(owner: type) -> dict[str, object]:
    return vars(owner()) if owner is redis.ConnectionPool else {}


@pytest.mark.parametrize(("owner", "name"), NAMED, ids=[f"{owner.__name__}.{name}" for owner, name in NAMED])
def test_redis_py_has_what_the_store_needs(owner: type, name: str) -> None:
    assert not missing(owner, name), missing(owner, name)


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(redis.connection.AbstractConnection, "send_packed_command")
    monkeypatch.delattr(redis.connection.ConnectionInterface, "send_packed_command")
    assert "Connection.send_packed_command" in missing(redis.Connection, "send_packed_command")


def test_no_private_attribute_of_a_library_is_used() -> None:
    """Only `self` and classes of our own have private attributes."""
    for path in Path(store.__file__).parent.glob("*.py"):
        for line in path.read_text(encoding="utf-8").splitlines():
            for private in ("._sock", "._parser", "._reader", "redis._", "hiredis._"):
                assert private not in line, f"{path.name} uses {private}: {line.strip()}"


def test_a_timeout_that_is_set_on_a_connection_bounds_the_next_read(server: ValkeyServer) -> None:
    connection = redis.UnixDomainSocketConnection(path=str(server.socket), socket_timeout=60)
    connection.connect()
    try:
        for _ in range(2):
            connection.update_current_socket_timeout(0.05)
            started = time.monotonic()
            with pytest.raises(redis.TimeoutError):
                connection.read_response(disconnect_on_error=False)
            assert time.monotonic() - started < 5
    finally:
        connection.disconnect()
