"""Moves of bots: when they react, that no two workers make the same one, and what delays nobody."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bots import choose
from engines.chance import Chance
from service.bots import bot_worker
from service.bots.bot_worker import move_bot
from service.live.feed import LOOK_AGAIN, Feed
from service.metrics import BOT_MOVES
from service.store.bot_queue import DUE, LATE
from service.table.bots import REACTION
from service.table.lifecycle import LONGEST_QUEUE
from service.table.play import still_asked
from service.table.transaction import Transaction
from tests.support.bots import move_bots
from tests.support.http import InProcess, Table, any_of, at_once, good, refused
from tests.support.time import Time

GREEDY = {"kind": "bot", "level": "greedy"}
PERSON, BOT = 0, 1


@pytest.fixture
def table(client: InProcess, now: Time) -> Table:
    """Ana at the table of a bot whose turn it is."""
    body = {"engine": "tokyo_poo_divers", "seats": [{"name": "Ana"}, GREEDY], "options": {"first_player": BOT}}
    return client.table(good(client.post("/v1/games", body), 201))


@pytest.fixture(autouse=True)
def is_scheduled(now: Time) -> Iterator[Callable[[Table], bool]]:
    """Whether a game is in the bot queue, which is empty at first."""
    link = now.house.store.link
    link.call("DEL", DUE)
    yield lambda table: link.call("ZSCORE", DUE, table.id) is not None
    link.call("DEL", DUE)


def options(txn: Transaction, kind: str) -> list[Any]:
    """What the bot could do: `pass`, or a reaction that does something."""
    legal = txn.engine.legal(txn.state, BOT)
    tags = [(action, action.__struct_config__.tag) for action in legal]
    return [action for action, tag in tags if tag in (["pass"] if kind == "pass" else ["defend", "out_of_context"])]


def window(client: InProcess, now: Time, *, awaited: bool, agreed: int = 0) -> tuple[Table, Transaction]:
    """A window of Tapecho in which Ana and the bot may react; `awaited` if the game waits for both of them."""
    seats, dice = [{"name": "Ana"}, GREEDY, {"name": "Ben"}, {"name": "Cleo"}], Chance(b"window")
    body = {"engine": "tapecho", "seats": seats, "options": {"reaction_seconds": agreed}}
    for _ in range(50):
        table = client.table(good(client.post("/v1/games", body), 201))
        while (txn := now.house.current(table.id)).meta.status == "active":
            both = {PERSON, BOT} <= set(txn.meta.may_react())
            if both and txn.meta.mark and options(txn, "pass") and options(txn, "react"):
                return table, now.house.settle(table.id, hold_up) if awaited else txn
            now.forward(agreed + 1)
            acting = [seat for seat in txn.meta.awaiting() if seat in table.tokens]
            if acting:
                good(table.act(acting[0], any_of(table.legal(acting[0]), dice)))
            else:
                move_bots(now.house, table.id)
    pytest.fail("no such window came up")


def hold_up(txn: Transaction) -> Transaction:
    """Empty a hand: the game may then end, and waits until all others have reacted."""
    txn.state.hands[3].clear()
    txn._played("act", [], at=txn.now)
    assert {PERSON, BOT} <= set(txn.meta.awaiting())
    return txn


class TestReactions:
    @pytest.mark.parametrize("awaited", [False, True])
    def test_a_bot_that_passes_does_so_at_once(
        self, client: InProcess, now: Time, monkeypatch: pytest.MonkeyPatch, awaited: bool
    ) -> None:
        table, txn = window(client, now, awaited=awaited)
        monkeypatch.setattr(bot_worker, "choose", lambda *_, **__: options(txn, "pass")[0])
        move_bot(now.house, table.id)
        assert table.view()["version"] == txn.version + 1

    @pytest.mark.parametrize(("awaited", "agreed"), [(False, 0), (False, 3), (True, 0)])
    def test_before_it_does_more_it_leaves_people_their_time(
        self, client: InProcess, now: Time, monkeypatch: pytest.MonkeyPatch, awaited: bool, agreed: int
    ) -> None:
        table, txn = window(client, now, awaited=awaited, agreed=agreed)
        monkeypatch.setattr(bot_worker, "choose", lambda *_, **__: options(txn, "react")[0])
        wait = txn.meta.marked + (agreed * 1000 or REACTION) - txn.now
        assert wait > 0
        assert move_bot(now.house, table.id) == wait
        now.forward((wait - 1) / 1000)
        assert move_bot(now.house, table.id) == 1
        assert table.view()["version"] == txn.version
        now.forward(0.001)
        move_bot(now.house, table.id)
        assert table.view()["version"] == txn.version + 1


class TestOnce:
    def test_many_that_think_about_the_same_position_make_one_move(
        self, table: Table, now: Time, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        all_have_thought = threading.Barrier(4)

        def together(*args: Any, **named: Any) -> Any:
            action = choose(*args, **named)
            all_have_thought.wait()
            return action

        monkeypatch.setattr(bot_worker, "choose", together)
        before, counted = table.view()["version"], BOT_MOVES.labels("tokyo_poo_divers", "greedy")._value.get()
        again = at_once(4, lambda _: move_bot(now.house, table.id))
        assert table.view()["version"] == before + 1
        assert sorted(again, key=str) == [0, 0, 0, None], "the others look again"
        assert BOT_MOVES.labels("tokyo_poo_divers", "greedy")._value.get() == counted + 1

    @pytest.mark.parametrize("moved", [False, True])
    def test_where_all_choose_at_once_a_choice_stands_unless_the_bot_was_moved(
        self, client: InProcess, now: Time, monkeypatch: pytest.MonkeyPatch, moved: bool
    ) -> None:
        body = {"engine": "dragon_fights", "seats": [{"name": "Ana"}, GREEDY, {"name": "Ben"}]}
        table = client.table(good(client.post("/v1/games", body), 201))

        def meanwhile(*args: Any, **named: Any) -> Any:
            monkeypatch.undo()
            now.forward(0.2)
            good(table.act(PERSON, {"type": "gesture", "gesture": "rock"}))
            if moved:
                assert move_bot(now.house, table.id) is None, "another process was quicker"
            return choose(*args, **named)

        monkeypatch.setattr(bot_worker, "choose", meanwhile)
        before = table.view()["version"]
        assert move_bot(now.house, table.id) == (0 if moved else None)
        view = table.view()
        assert (view["version"], view["awaiting"]) == (before + 2, [2])

    def test_it_stands_only_if_each_step_was_the_choice_of_a_person(self, client: InProcess, now: Time) -> None:
        body = {"engine": "dragon_fights", "seats": [{"name": "Ana"}, GREEDY]}
        table = client.table(good(client.post("/v1/games", body), 201))
        saw, txn = now.house.current(table.id), now.house.current(table.id)
        assert still_asked(saw, txn, BOT)
        del txn.meta.asked[PERSON]
        txn.version, txn.meta.actions = txn.version + 1, txn.meta.actions + 1
        assert not still_asked(saw, txn, BOT), "a person is asked no more, but it was not they who acted"
        txn.meta.seats[PERSON].acted_at += 1
        assert still_asked(saw, txn, BOT)
        txn.version += 1
        assert not still_asked(saw, txn, BOT), "somebody has come or gone"
        txn.meta.actions += 1
        assert not still_asked(saw, txn, BOT), "somebody has acted once more"

    def test_a_game_that_is_deleted_while_a_bot_thinks_is_no_fault(
        self, table: Table, now: Time, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def deleting(*args: Any, **named: Any) -> Any:
            for _ in range(2):  # the first breaks the game off, the second deletes it
                table.api.delete(table.path, token=table.host)
            now.house.store.remove(table.id, now.house.store.read(table.id).version)
            return choose(*args, **named)

        monkeypatch.setattr(bot_worker, "choose", deleting)
        assert move_bot(now.house, table.id) == LATE
        assert move_bot(now.house, table.id) is None


class TestThinking:
    def test_a_bot_that_thinks_for_ever_is_interrupted_and_the_game_goes_on(
        self, table: Table, now: Time, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def endless(*_: Any, **__: Any) -> Any:
            while True:
                pass

        monkeypatch.setattr(bot_worker, "choose", endless)
        monkeypatch.setattr(bot_worker, "GRACE_SECONDS", 0.01)
        before = table.view()["version"]
        assert move_bot(now.house, table.id) is None
        assert table.view()["version"] == before + 1


class TestForgotten:
    """A bot that is lost from the queue is scheduled again by whatever reads the game."""

    @pytest.fixture(autouse=True)
    def lost(self, table: Table, now: Time) -> None:
        now.house.store.link.call("DEL", DUE)

    def test_by_a_view(self, table: Table, now: Time, is_scheduled: Callable[[Table], bool]) -> None:
        now.forward(LATE / 1000)
        table.view()
        assert not is_scheduled(table)
        now.forward(0.001)
        table.view()
        assert is_scheduled(table)

    def test_by_an_action_that_is_refused(self, table: Table, now: Time, is_scheduled: Callable[[Table], bool]) -> None:
        now.forward(LATE / 1000 + 0.001)
        refused(table.act(PERSON, {"type": "bank"}), 409, "not_your_turn")
        assert is_scheduled(table)

    def test_by_a_stream_which_looks_when_the_bot_is_late(
        self, table: Table, now: Time, is_scheduled: Callable[[Table], bool]
    ) -> None:
        feed = Feed(now.house, table.id)
        feed.current()
        assert feed.seconds_until_stale() <= LATE / 1000 + 0.001
        now.forward(LATE / 1000 + 0.001)
        feed.notify()
        feed.current()
        assert is_scheduled(table)
        assert LATE / 1000 < feed.seconds_until_stale() <= LOOK_AGAIN, "once is enough"


def test_a_rematch_with_bots_waits_too(client: InProcess, now: Time, is_scheduled: Callable[[Table], bool]) -> None:
    seats = [{"name": "Ana"}, {"kind": "bot", "level": "random"}]
    table = client.table(good(client.post("/v1/games", {"engine": "tchang", "seats": seats}), 201))
    good(table.act(0, {"type": "concede"}))
    move_bots(now.house, table.id)
    assert table.view()["status"] == "finished"
    for number in range(LONGEST_QUEUE):
        now.house.board.leave(f"waiting {number}")
    refused(client.post(f"{table.path}/rematch", token=table.host), 503, "too_many_bots")
    now.house.store.link.call("DEL", DUE)
    good(client.post(f"{table.path}/rematch", token=table.host), 201)
