"""The board of notes: each goes to one process, comes up again if that is killed, and is never lost to a newer one."""

from collections.abc import Iterator

import pytest

from service.store import BotQueue, open_store
from service.store.bot_queue import DUE, GONE, LATE, PROCESSES
from tests.support.valkey import ValkeyServer

LEASE = 60_000


@pytest.fixture
def board(server: ValkeyServer) -> Iterator[BotQueue]:
    link = open_store(server.url, 5)
    link.call("DEL", DUE, PROCESSES)
    yield BotQueue(link)
    link.call("DEL", DUE, PROCESSES)
    link.close()


def put(board: BotQueue, game_id: str, ago: int) -> None:
    """A note that has been due for so many milliseconds, which nobody has come for."""
    seconds, micros = board.link.call("TIME")
    board.link.call("ZADD", DUE, int(seconds) * 1000 + int(micros) // 1000 - ago, game_id)


def test_a_note_goes_to_one_only(board: BotQueue) -> None:
    put(board, "two", 1000)
    put(board, "one", 60_000)
    assert [board.take(LEASE)[0].game_id for _ in range(2)] == ["one", "two"]
    none, wait = board.take(LEASE)
    assert none is None
    assert 0 < wait <= LEASE + 1, "then they come up again"


def test_an_empty_board_has_nothing_to_wait_for(board: BotQueue) -> None:
    assert board.take(LEASE) == (None, None)


def test_what_is_not_due_yet_is_not_taken(board: BotQueue) -> None:
    board.leave("later", 100_000)
    none, wait = board.take(LEASE)
    assert none is None
    assert 90_000 < wait <= 100_000


def test_the_note_of_a_process_that_was_killed_comes_up_again(board: BotQueue) -> None:
    board.leave("one")
    first, _ = board.take(-1000)  # its time is over already
    second, _ = board.take(LEASE)
    assert first.game_id == second.game_id
    board.tear(first, None)
    assert board.link.call("ZCARD", DUE) == 1, "it is no longer with the first"
    board.tear(second, None)
    assert board.link.call("ZCARD", DUE) == 0


def test_a_step_in_the_game_puts_the_note_back(board: BotQueue) -> None:
    board.leave("one")
    note, _ = board.take(LEASE)
    board.leave("one", unless_noted=True)
    assert board.take(LEASE)[0] is None, "somebody has it"
    board.leave("one")
    board.tear(note, None)
    assert board.take(LEASE)[0].game_id == "one"


def test_a_note_can_be_kept_for_later(board: BotQueue) -> None:
    board.leave("one")
    note, _ = board.take(LEASE)
    board.tear(note, 100_000)
    assert 90_000 < board.take(LEASE)[1] <= 100_000


def test_it_knows_how_many_wait_and_how_many_are_late(board: BotQueue) -> None:
    for number, ago in enumerate([1_000_000, LATE + 1, LATE - 1000, -100_000]):
        put(board, f"game {number}", ago)
    assert board.queue() == (3, 2, 0)


def test_it_knows_who_looks_for_notes(board: BotQueue) -> None:
    other = BotQueue(board.link)
    board.take(LEASE)
    other.take(LEASE)
    other.take(LEASE)
    assert board.queue().processes == 2
    seconds, _ = board.link.call("TIME")
    counted_until = float(board.link.call("ZSCORE", PROCESSES, other.name)) - int(seconds) * 1000
    assert LEASE < counted_until <= LEASE + GONE + 1000, "longer than it may think"
    board.link.call("ZADD", PROCESSES, int(seconds) * 1000 - 1000, other.name)
    assert board.queue().processes == 1, "one that has not looked for so long is gone"
    board.take(LEASE)
    assert board.link.call("ZCARD", PROCESSES) == 1
