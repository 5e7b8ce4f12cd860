"""The queue of bots: a game is leased to one worker, is due again if that is killed, and a newer move is never lost."""

from collections.abc import Iterator

import pytest

from service.store import BotQueue, open_store
from service.store.bot_queue import DUE_KEY, LEASES_KEY, OVERDUE_MS, WORKER_TIMEOUT_MS, WORKERS_KEY
from tests.support.valkey import ValkeyServer

DURATION = 60_000


@pytest.fixture
def queue(server: ValkeyServer) -> Iterator[BotQueue]:
    store = open_store(server.url, 5)
    store.call("DEL", DUE_KEY, LEASES_KEY, WORKERS_KEY)
    yield BotQueue(store)
    store.call("DEL", DUE_KEY, LEASES_KEY, WORKERS_KEY)
    store.close()


def add(queue: BotQueue, game_id: str, ago: int) -> None:
    """A game that has been due for so many milliseconds and is not leased."""
    seconds, microseconds = queue.connection.call("TIME")
    queue.connection.call("ZADD", DUE_KEY, int(seconds) * 1000 + int(microseconds) // 1000 - ago, game_id)


def test_a_game_is_leased_to_one_worker_only(queue: BotQueue) -> None:
    add(queue, "two", 1000)
    add(queue, "one", 60_000)
    assert [queue.lease(DURATION)[0].game_id for _ in range(2)] == ["one", "two"]
    none, delay = queue.lease(DURATION)
    assert none is None
    assert 0 < delay <= DURATION, "then they are due again"


def test_an_empty_queue_has_nothing_to_wait_for(queue: BotQueue) -> None:
    assert queue.lease(DURATION) == (None, None)


def test_what_is_not_due_yet_is_not_leased(queue: BotQueue) -> None:
    queue.schedule("later", 100_000)
    none, delay = queue.lease(DURATION)
    assert none is None
    assert 90_000 < delay <= 100_000


def test_the_game_of_a_worker_that_was_killed_is_leased_again(queue: BotQueue) -> None:
    queue.schedule("one")
    expired, _ = queue.lease(-1000)
    lease, _ = queue.lease(DURATION)
    assert expired.game_id == lease.game_id
    assert expired.token != lease.token
    queue.release(expired, None)
    assert queue.connection.call("ZCARD", DUE_KEY) == 1, "the first worker has lost its lease"
    queue.release(lease, None)
    assert queue.connection.call("EXISTS", DUE_KEY, LEASES_KEY) == 0


def test_two_leases_at_the_same_millisecond_are_distinguished(queue: BotQueue) -> None:
    """Their ends may be equal, so only the token says whose it is."""
    for _ in range(50):
        queue.schedule("one")
        expired, _ = queue.lease(0)
        lease, _ = queue.lease(0)
        if lease is None:
            continue  # the clock has not gone on
        queue.release(expired, None)
        assert queue.connection.call("ZCARD", DUE_KEY) == 1
        queue.release(lease, None)


def test_a_step_in_the_game_ends_the_lease(queue: BotQueue) -> None:
    queue.schedule("one")
    lease, _ = queue.lease(DURATION)
    queue.schedule("one", keep_existing=True)
    assert queue.lease(DURATION)[0] is None, "somebody has it"
    queue.schedule("one")
    queue.release(lease, None)
    assert queue.lease(DURATION)[0].game_id == "one"


def test_a_game_that_is_scheduled_again_and_leased_by_another_is_not_released_by_the_first(queue: BotQueue) -> None:
    queue.schedule("one")
    first, _ = queue.lease(DURATION)
    queue.schedule("one")
    second, _ = queue.lease(DURATION)
    queue.release(first, 0)
    assert queue.lease(DURATION)[0] is None, "it is leased to the second"
    queue.release(second, None)
    assert queue.connection.call("EXISTS", DUE_KEY, LEASES_KEY) == 0


def test_a_game_can_be_scheduled_again_by_its_worker(queue: BotQueue) -> None:
    queue.schedule("one")
    lease, _ = queue.lease(DURATION)
    queue.release(lease, 100_000)
    assert 90_000 < queue.lease(DURATION)[1] <= 100_000


def test_it_counts_what_waits_and_what_is_overdue(queue: BotQueue) -> None:
    for number, ago in enumerate([1_000_000, OVERDUE_MS + 1, OVERDUE_MS - 1000, -100_000]):
        add(queue, f"game {number}", ago)
    assert queue.status() == (3, 2, 0)


def test_it_counts_the_workers(queue: BotQueue) -> None:
    other = BotQueue(queue.connection)
    queue.lease(DURATION)
    other.lease(DURATION)
    other.lease(DURATION)
    assert queue.status().workers == 2
    seconds, _ = queue.connection.call("TIME")
    counted_until = float(queue.connection.call("ZSCORE", WORKERS_KEY, other.worker)) - int(seconds) * 1000
    assert DURATION < counted_until <= DURATION + WORKER_TIMEOUT_MS + 1000, "longer than it may think"
    queue.connection.call("ZADD", WORKERS_KEY, int(seconds) * 1000 - 1000, other.worker)
    assert queue.status().workers == 1, "one that has not leased for so long is gone"
    queue.lease(DURATION)
    assert queue.connection.call("ZCARD", WORKERS_KEY) == 1
