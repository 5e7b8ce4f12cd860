"""The queues of bots: a game is leased to one worker, is due again if that is killed, and a newer move is never lost.
Games with people come first, and those of bots only never stop.
"""

from collections.abc import Iterator

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from service.store import BotQueue, open_store
from service.store.bot_queue import (
    BOTS_ONLY_SHARE,
    LEASES_KEY,
    OVERDUE_MS,
    QUEUE_KEYS,
    QUEUES,
    WORKER_TIMEOUT_MS,
    WORKERS_KEY,
    Lease,
    Queue,
)
from tests.support.valkey import ValkeyServer

DURATION = 60_000
PEOPLE, BOTS = Queue("quick", bots_only=False), Queue("quick", bots_only=True)
SEARCH = Queue("search", bots_only=False)
PASSED_KEYS = ["{bots}:passed:quick", "{bots}:passed:search"]
ALL_KEYS = [*QUEUE_KEYS, LEASES_KEY, WORKERS_KEY, *PASSED_KEYS]


@pytest.fixture
def queue(server: ValkeyServer) -> Iterator[BotQueue]:
    store = open_store(server.url, 5)
    store.call("DEL", *ALL_KEYS)
    yield BotQueue(store)
    store.call("DEL", *ALL_KEYS)
    store.close()


def now(queue: BotQueue) -> int:
    seconds, microseconds = queue.connection.call("TIME")
    return int(seconds) * 1000 + int(microseconds) // 1000


def add(queue: BotQueue, game_id: str, ago: int, where: Queue = PEOPLE) -> None:
    """A game that has been due for so many milliseconds and is not leased."""
    queue.connection.call("ZADD", where.key, now(queue) - ago, game_id)


def lease_one(queue: BotQueue, duration: int = DURATION) -> Lease | None:
    leases, _ = queue.lease("quick", 1, duration)
    return leases[0] if leases else None


def test_a_game_is_leased_to_one_worker_only(queue: BotQueue) -> None:
    add(queue, "two", 1000)
    add(queue, "one", 60_000)
    assert [lease_one(queue).game_id for _ in range(2)] == ["one", "two"]
    leases, delay = queue.lease("quick", 1, DURATION)
    assert leases == []
    assert 0 < delay <= DURATION, "then they are due again"


def test_several_are_leased_at_once_the_oldest_first(queue: BotQueue) -> None:
    for ago in (1000, 3000, 2000):
        add(queue, str(ago), ago)
    leases, delay = queue.lease("quick", 2, DURATION)
    assert ([lease.game_id for lease in leases], delay) == (["3000", "2000"], 0)
    leases, delay = queue.lease("quick", 2, DURATION)
    assert [lease.game_id for lease in leases] == ["1000"]
    assert 0 < delay <= DURATION


def test_an_empty_queue_has_nothing_to_wait_for(queue: BotQueue) -> None:
    assert queue.lease("quick", 1, DURATION) == ([], None)
    queue.schedule("one", SEARCH)
    assert queue.lease("quick", 1, DURATION) == ([], None), "somebody else searches"
    assert [lease.game_id for lease in queue.lease("search", 1, DURATION)[0]] == ["one"]


def test_what_is_not_due_yet_is_not_leased(queue: BotQueue) -> None:
    queue.schedule("later", PEOPLE, 100_000)
    leases, delay = queue.lease("quick", 1, DURATION)
    assert leases == []
    assert 90_000 < delay <= 100_000


def test_the_next_game_of_either_queue_is_waited_for(queue: BotQueue) -> None:
    queue.schedule("bots", BOTS, 50_000)
    assert 40_000 < queue.lease("quick", 1, DURATION)[1] <= 50_000
    queue.schedule("people", PEOPLE, 100_000)
    assert 40_000 < queue.lease("quick", 1, DURATION)[1] <= 50_000
    queue.schedule("people", PEOPLE, 10_000)
    assert 0 < queue.lease("quick", 1, DURATION)[1] <= 10_000


def test_the_game_of_a_worker_that_was_killed_is_leased_again(queue: BotQueue) -> None:
    queue.schedule("one", PEOPLE)
    expired = lease_one(queue, -1000)
    lease = lease_one(queue)
    assert expired.game_id == lease.game_id
    assert expired.token != lease.token
    queue.release(expired, None)
    assert queue.connection.call("ZCARD", PEOPLE.key) == 1, "the first worker has lost its lease"
    queue.release(lease, None)
    assert queue.connection.call("EXISTS", *QUEUE_KEYS, LEASES_KEY) == 0


def test_two_leases_at_the_same_millisecond_are_distinguished(queue: BotQueue) -> None:
    """Their ends may be equal, so only the token says whose it is."""
    for _ in range(50):
        queue.schedule("one", PEOPLE)
        expired = lease_one(queue, 0)
        lease = lease_one(queue, 0)
        if lease is None:
            continue  # the clock has not gone on
        queue.release(expired, None)
        assert queue.connection.call("ZCARD", PEOPLE.key) == 1
        queue.release(lease, None)


@pytest.mark.parametrize("later", [PEOPLE, BOTS])
def test_a_step_in_the_game_ends_the_lease(queue: BotQueue, later: Queue) -> None:
    queue.schedule("one", PEOPLE)
    lease = lease_one(queue)
    queue.schedule("one", later, keep_existing=True)
    assert lease_one(queue) is None, "somebody has it"
    queue.schedule("one", later)
    queue.release(lease, None)
    assert lease_one(queue).game_id == "one"


def test_a_game_that_is_scheduled_again_and_leased_by_another_is_not_released_by_the_first(queue: BotQueue) -> None:
    queue.schedule("one", PEOPLE)
    first = lease_one(queue)
    queue.schedule("one", PEOPLE)
    second = lease_one(queue)
    queue.release(first, 0)
    assert lease_one(queue) is None, "it is leased to the second"
    queue.release(second, None)
    assert queue.connection.call("EXISTS", *QUEUE_KEYS, LEASES_KEY) == 0


@pytest.mark.parametrize("where", [PEOPLE, BOTS])
def test_a_game_can_be_scheduled_again_by_its_worker(queue: BotQueue, where: Queue) -> None:
    queue.schedule("one", where)
    queue.release(lease_one(queue), 100_000)
    assert 90_000 < queue.lease("quick", 1, DURATION)[1] <= 100_000


def test_it_counts_what_waits_and_what_is_overdue(queue: BotQueue) -> None:
    for number, ago in enumerate([1_000_000, OVERDUE_MS + 1, OVERDUE_MS - 1000, -100_000]):
        add(queue, f"game {number}", ago, (PEOPLE, SEARCH)[number % 2])
        add(queue, f"bots {number}", ago, BOTS)
    assert queue.status() == (3, 2, 3, 0)


def test_it_counts_the_workers(queue: BotQueue) -> None:
    other = BotQueue(queue.connection)
    lease_one(queue)
    lease_one(other)
    other.lease("search", 1, DURATION)
    assert queue.status().workers == 2
    seconds, _ = queue.connection.call("TIME")
    counted_until = float(queue.connection.call("ZSCORE", WORKERS_KEY, other.worker)) - int(seconds) * 1000
    assert DURATION < counted_until <= DURATION + WORKER_TIMEOUT_MS + 1000, "longer than it may think"
    queue.connection.call("ZADD", WORKERS_KEY, int(seconds) * 1000 - 1000, other.worker)
    assert queue.status().workers == 1, "one that has not leased for so long is gone"
    lease_one(queue)
    assert queue.connection.call("ZCARD", WORKERS_KEY) == 1


GAMES = [f"game {number}" for number in range(40)]


class Fairness(RuleBasedStateMachine):
    """Any order of schedules, leases and releases, compared with what the queues must do. The order of what is due is
    that in which it was scheduled: each time is written a millisecond after the one before, long ago.
    """

    def __init__(self, queue: BotQueue) -> None:
        super().__init__()
        self.queue = queue
        queue.connection.call("DEL", *ALL_KEYS)
        self.waiting: dict[Queue, list[str]] = {where: [] for where in QUEUES}
        self.leased: dict[str, Lease] = {}
        self.stale: list[Lease] = []
        self.passed_over = {"quick": 0, "search": 0}
        """Leases of games with people since the last one of bots only, while one of those was due."""
        self.moment = now(queue) - 10_000_000

    def forget(self, game_id: str) -> None:
        """The game is in no queue; who had leased it has lost it."""
        for games in self.waiting.values():
            if game_id in games:
                games.remove(game_id)
        if game_id in self.leased:
            self.stale.append(self.leased.pop(game_id))

    @rule(game_ids=st.sets(st.sampled_from(GAMES), min_size=1, max_size=12), where=st.sampled_from(QUEUES))
    def schedule(self, game_ids: set[str], where: Queue) -> None:
        for game_id in sorted(game_ids):
            self.queue.schedule(game_id, where)
            self.moment += 1
            self.queue.connection.call("ZADD", where.key, self.moment, game_id)
            self.forget(game_id)
            self.waiting[where].append(game_id)

    @rule(game_id=st.sampled_from(GAMES), where=st.sampled_from(QUEUES))
    def schedule_if_lost(self, game_id: str, where: Queue) -> None:
        if game_id in self.leased or any(game_id in games for games in self.waiting.values()):
            self.queue.schedule(game_id, where, keep_existing=True)

    @rule(where=st.sampled_from(QUEUES), data=st.data())
    def lose_an_entry(self, where: Queue, data: st.DataObject) -> None:
        """An entry is lost with a fail-over, and added again by who reads the game."""
        if self.waiting[where]:
            lost = data.draw(st.sampled_from(self.waiting[where]))
            self.queue.connection.call("ZREM", where.key, lost)
            self.queue.schedule(lost, where, keep_existing=True)
            self.moment += 1
            self.queue.connection.call("ZADD", where.key, "XX", self.moment, lost)
            self.waiting[where].remove(lost)
            self.waiting[where].append(lost)

    @rule(count=st.integers(1, 12), thinking=st.sampled_from(["quick", "search"]))
    def lease(self, count: int, thinking: str) -> None:
        people, bots = self.waiting[Queue(thinking, False)], self.waiting[Queue(thinking, True)]
        due = len(people) + len(bots)
        leases, _ = self.queue.lease(thinking, count, DURATION)
        assert len(leases) == min(count, due), "what is due is leased"
        for lease in leases:
            assert lease.game_id not in self.leased, "nobody else has it"
            source = people if lease.game_id in people else bots
            if source is bots and people:
                assert self.passed_over[thinking] == BOTS_ONLY_SHARE - 1, "people come first"
            if bots:
                self.passed_over[thinking] = self.passed_over[thinking] + 1 if source is people else 0
            assert self.passed_over[thinking] < BOTS_ONLY_SHARE, "games of bots only never stop"
            assert lease.game_id == source.pop(0), "the one that has been due longest"
            self.leased[lease.game_id] = lease

    @precondition(lambda self: self.leased)
    @rule(data=st.data(), again=st.booleans())
    def release(self, data: st.DataObject, again: bool) -> None:
        game_id = data.draw(st.sampled_from(sorted(self.leased)))
        self.queue.release(self.leased.pop(game_id), 600_000 if again else None)

    @precondition(lambda self: self.stale)
    @rule(data=st.data())
    def release_a_lease_that_was_lost(self, data: st.DataObject) -> None:
        self.queue.release(data.draw(st.sampled_from(self.stale)), None)

    @invariant()
    def each_game_is_where_it_must_be(self) -> None:
        for where in QUEUES:
            due = self.queue.connection.call("ZRANGEBYSCORE", where.key, "-inf", now(self.queue))
            assert [game_id.decode() for game_id in due] == self.waiting[where]
        scheduled = [game_id for key in QUEUE_KEYS for game_id in self.queue.connection.call("ZRANGE", key, 0, -1)]
        assert len(scheduled) == len(set(scheduled)), "a game is in one queue"


def test_leasing_is_fair_in_any_order_of_events(queue: BotQueue) -> None:
    run_state_machine_as_test(lambda: Fairness(queue), settings=settings(max_examples=40, stateful_step_count=40))


def test_people_come_first_but_for_a_share(queue: BotQueue) -> None:
    for number in range(40):
        add(queue, f"people {number:02}", 1000 - number)
        add(queue, f"bots {number:02}", 900_000 - number, BOTS)
    order = [lease_one(queue).game_id for _ in range(2 * BOTS_ONLY_SHARE)]
    assert [game_id.split()[0] for game_id in order] == (["people"] * (BOTS_ONLY_SHARE - 1) + ["bots"]) * 2
