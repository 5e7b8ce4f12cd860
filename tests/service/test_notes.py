"""The board of notes: each goes to one process, comes up again if that is killed, and is never lost to a newer one."""

from collections.abc import Iterator

import pytest

from service.store import Board, open_link
from service.store.notes import DUE
from tests.support.valkey import ValkeyServer

LEASE = 60_000


@pytest.fixture
def board(server: ValkeyServer) -> Iterator[Board]:
    link = open_link(server.url, 5)
    link.call("DEL", DUE)
    yield Board(link)
    link.call("DEL", DUE)
    link.close()


def test_a_note_goes_to_one_only(board: Board) -> None:
    board.leave("one", 1)
    board.leave("two", 2)
    assert [board.take(LEASE)[0].game_id for _ in range(2)] == ["one", "two"]
    none, wait = board.take(LEASE)
    assert none is None
    assert 0 < wait <= LEASE + 1, "then they come up again"


def test_an_empty_board_has_nothing_to_wait_for(board: Board) -> None:
    assert board.take(LEASE) == (None, None)


def test_what_is_not_due_yet_is_not_taken(board: Board) -> None:
    seconds, _ = board.link.call("TIME")
    board.leave("later", int(seconds) * 1000 + 100_000)
    none, wait = board.take(LEASE)
    assert none is None
    assert 90_000 < wait <= 100_000


def test_the_note_of_a_process_that_was_killed_comes_up_again(board: Board) -> None:
    board.leave("one", 1)
    first, _ = board.take(-1000)  # its time is over already
    second, _ = board.take(LEASE)
    assert first.game_id == second.game_id
    board.tear(first, None)
    assert board.link.call("ZCARD", DUE) == 1, "it is no longer with the first"
    board.tear(second, None)
    assert board.link.call("ZCARD", DUE) == 0


def test_a_step_in_the_game_puts_the_note_back(board: Board) -> None:
    board.leave("one", 1)
    note, _ = board.take(LEASE)
    board.leave("one", 5, unless_noted=True)
    assert board.take(LEASE)[0] is None, "somebody has it"
    board.leave("one", 5)
    board.tear(note, None)
    assert board.take(LEASE)[0].game_id == "one"


def test_a_note_can_be_kept_for_later(board: Board) -> None:
    board.leave("one", 1)
    note, _ = board.take(LEASE)
    board.tear(note, 3)
    assert float(board.link.call("ZSCORE", DUE, "one")) == 3


def test_it_knows_how_many_wait_and_how_many_are_late(board: Board) -> None:
    seconds, _ = board.link.call("TIME")
    now = int(seconds) * 1000
    for number, due in enumerate([1, now - 5000, now - 500, now + 100_000]):
        board.leave(f"game {number}", due)
    assert board.waiting() == (3, 2)
