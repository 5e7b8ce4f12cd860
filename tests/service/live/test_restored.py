"""What those who watch are told when the store is put back to an earlier state."""

from collections.abc import Callable

import httpx
import pytest

from tests.support.http import InProcess, Table, assert_ok, assert_problem, play_to_the_end, run_concurrently
from tests.support.listening import NDJSON, SSE, open_stream
from tests.support.running import wait_for


class Backup:
    """The keys of one game as they are now."""

    def __init__(self, table: Table, client: InProcess) -> None:
        self._connection = client.app.extensions["tables"].store.connection
        self._keys = [table.key, *(f"{table.key}:{name}" for name in ("config", "seeds", "journal", "log"))]
        self._dumps = [self._connection.call("DUMP", key) for key in self._keys]

    def restore(self) -> None:
        """Put them back, as a restore of the whole store does; nobody is notified of it."""
        for key, dump in zip(self._keys, self._dumps, strict=True):
            self._connection.call("RESTORE", key, 0, dump, "REPLACE")


@pytest.mark.parametrize("accept", [SSE, NDJSON])
@pytest.mark.parametrize("status", ["active", "finished"])
def test_a_stream_after_an_event_that_was_lost_is_rejected(client: InProcess, accept: str, status: str) -> None:
    table = client.create()
    if status == "finished":
        play_to_the_end(table)
    last = table.view()["last_seq"]
    for position in ({"last": last + 1}, {"after": last + 1}, {"last": 10**14}):
        with open_stream(table, 0, accept=accept, **position) as stream:  # type: ignore[arg-type]
            assert stream.response.status_code == 409
            stream.response.read()
            assert_problem(stream.response, 409, "log_behind")
    with open_stream(table, 0, accept=accept, last=last) as stream:
        assert stream.response.status_code == (200 if status == "active" else 204)


def nothing(_: Table) -> None:
    """The game is behind what was sent."""


def as_far(table: Table) -> None:
    """The game has as many events again, and others."""
    table.step()


def farther(table: Table) -> None:
    """The game has more events again, and others."""
    play_to_the_end(table)


@pytest.mark.parametrize("happens", [nothing, as_far, farther])
def test_an_open_stream_ends_and_never_goes_on_with_another_history(
    client: InProcess, happens: Callable[[Table], None]
) -> None:
    table = client.create()
    backup = Backup(table, client)
    with open_stream(table) as stream:
        blocks = stream.blocks()
        table.step()
        log = table.events()
        next(blocks)  # `retry`
        received = [next(blocks).event for _ in log]
        feed = client.app.extensions["feeds"]._feeds[table.id]
        with feed._lock:  # it reads when all is done
            backup.restore()
            happens(table)
        feed.notify()
        assert received == log
        assert next(blocks, None) is None, "neither events nor `end`, and no sign of life"


def test_a_long_poll_returns_when_the_store_is_put_back(client: InProcess) -> None:
    table = client.create()
    backup = Backup(table, client)
    table.step()
    tag = client.get(table.path).headers["ETag"]

    def put_back() -> None:
        feeds = client.app.extensions["feeds"]._feeds
        wait_for(lambda: table.id in feeds and bool(feeds[table.id]._waiting))
        backup.restore()
        feeds[table.id].notify()

    def poll() -> httpx.Response:
        return client.get(table.path, headers={"If-None-Match": tag}, params={"wait": 20})

    response, _ = run_concurrently(2, lambda number: [poll, put_back][number]())
    assert assert_ok(response)["version"] == 2


def test_an_action_that_was_chosen_on_what_was_lost_is_rejected(client: InProcess) -> None:
    table = client.create()
    backup = Backup(table, client)
    seat = table.turn()
    action = table.legal(seat)[0]
    lost = assert_ok(table.act(seat, action))
    backup.restore()
    assert_problem(table.act(seat, action, match=f'"{lost["version"]}.{seat}"'), 412, "stale_version")
