"""Moves of bots: when they react, that no two workers make the same one, and what delays nobody."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bots import choose
from engines.chance import Chance
from engines.dragon_fights.actions import ChooseGesture
from service.bots import thinking
from service.bots.bot_worker import move_bot
from service.live.feed import POLL_INTERVAL, Feed
from service.metrics import BOT_MOVES
from service.store.bot_queue import OVERDUE_MS, QUEUE_KEYS, Queue
from service.table.clock import REACTION
from service.table.game import Game
from service.table.lifecycle import MAX_BOT_QUEUE
from service.table.play import act_for_bot, decision_still_valid
from service.table.transaction import Transaction
from tests.support.bots import move_bots
from tests.support.http import InProcess, Table, assert_ok, assert_problem, random_action, run_concurrently
from tests.support.time import Time

GREEDY = {"kind": "bot", "level": "greedy"}
PERSON, BOT = 0, 1


@pytest.fixture
def table(client: InProcess, now: Time) -> Table:
    """Ana at the table of a bot whose turn it is."""
    body = {"engine": "tokyo_poo_divers", "seats": [{"name": "Ana"}, GREEDY], "options": {"first_player": BOT}}
    return client.table(assert_ok(client.post("/v1/games", body), 201))


@pytest.fixture(autouse=True)
def is_scheduled(now: Time) -> Iterator[Callable[[Table], bool]]:
    """Whether there is a note about a game. At first the board is empty."""
    link = now.tables.store.connection
    link.call("DEL", *QUEUE_KEYS)
    yield lambda table: any(link.call("ZSCORE", key, table.id) for key in QUEUE_KEYS)
    link.call("DEL", *QUEUE_KEYS)


def options(game: Game, kind: str) -> list[Any]:
    """What the bot could do: `pass`, or a reaction that does something."""
    legal = game.config.rules.legal(game.state, BOT)
    tags = [(action, action.__struct_config__.tag) for action in legal]
    return [action for action, tag in tags if tag in (["pass"] if kind == "pass" else ["defend", "out_of_context"])]


def window(client: InProcess, now: Time, *, awaited: bool, agreed: int = 0, bot_pace: float = 0) -> tuple[Table, Game]:
    """A window of Tapecho in which Ana and the bot may react; `awaited` if the game waits for both of them."""
    seats, dice = [{"name": "Ana"}, GREEDY, {"name": "Ben"}, {"name": "Cleo"}], Chance(b"window")
    body = {"engine": "tapecho", "seats": seats, "options": {"reaction_seconds": agreed}, "bot_pace": bot_pace}
    for _ in range(50):
        table = client.table(assert_ok(client.post("/v1/games", body), 201))
        while (game := now.tables.current(table.id)).meta.status == "active":
            both = {PERSON, BOT} <= set(game.meta.may_react())
            if both and game.meta.window and options(game, "pass") and options(game, "react"):
                return table, hold_up(now, table) if awaited else game
            now.forward(agreed + bot_pace + 1)
            acting = [seat for seat in game.meta.awaiting() if seat in table.tokens]
            if acting:
                assert_ok(table.act(acting[0], random_action(table.legal(acting[0]), dice)))
            else:
                move_bots(now.tables, table.id)
    pytest.fail("no such window came up")


def hold_up(now: Time, table: Table) -> Game:
    """Empty a hand: the game may then end, and waits until all others have reacted."""
    with now.tables.change(table.id) as attempts:
        txn: Transaction = next(attempts)
        txn.state.hands[3].clear()
        txn._update_pending(txn.now)
        txn.record("act", [], at=txn.now)
        assert {PERSON, BOT} <= set(txn.meta.awaiting())
        assert txn.commit()
        return txn


class TestReactions:
    @pytest.mark.parametrize("awaited", [False, True])
    def test_a_bot_that_passes_does_so_at_once(
        self, client: InProcess, now: Time, monkeypatch: pytest.MonkeyPatch, awaited: bool
    ) -> None:
        table, game = window(client, now, awaited=awaited)
        monkeypatch.setattr(thinking, "choose", lambda *_, **__: options(game, "pass")[0])
        move_bot(now.tables, table.id)
        assert table.view()["version"] == game.version + 1

    @pytest.mark.parametrize(("awaited", "agreed"), [(False, 0), (False, 3), (True, 0)])
    def test_before_it_does_more_it_leaves_people_their_time(
        self, client: InProcess, now: Time, monkeypatch: pytest.MonkeyPatch, awaited: bool, agreed: int
    ) -> None:
        table, game = window(client, now, awaited=awaited, agreed=agreed)
        monkeypatch.setattr(thinking, "choose", lambda *_, **__: options(game, "react")[0])
        wait = game.meta.window_since + (agreed * 1000 or REACTION) - game.now
        assert wait > 0
        assert move_bot(now.tables, table.id) == wait
        now.forward((wait - 1) / 1000)
        assert move_bot(now.tables, table.id) == 1
        assert table.view()["version"] == game.version
        now.forward(0.001)
        move_bot(now.tables, table.id)
        assert table.view()["version"] == game.version + 1


class TestOnce:
    def test_many_that_think_about_the_same_position_make_one_move(
        self, table: Table, now: Time, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        all_have_thought = threading.Barrier(4)

        def together(*args: Any, **named: Any) -> Any:
            action = choose(*args, **named)
            all_have_thought.wait()
            return action

        monkeypatch.setattr(thinking, "choose", together)
        before, counted = table.view()["version"], BOT_MOVES.labels("tokyo_poo_divers", "greedy")._value.get()
        again = run_concurrently(4, lambda _: move_bot(now.tables, table.id))
        assert table.view()["version"] == before + 1
        assert sorted(again, key=str) == [0, 0, 0, None], "the others look again"
        assert BOT_MOVES.labels("tokyo_poo_divers", "greedy")._value.get() == counted + 1

    @pytest.mark.parametrize("moved", [False, True])
    def test_where_all_choose_at_once_a_choice_stands_unless_the_bot_was_moved(
        self, client: InProcess, now: Time, monkeypatch: pytest.MonkeyPatch, moved: bool
    ) -> None:
        body = {"engine": "dragon_fights", "seats": [{"name": "Ana"}, GREEDY, {"name": "Ben"}]}
        table = client.table(assert_ok(client.post("/v1/games", body), 201))

        def meanwhile(*args: Any, **named: Any) -> Any:
            monkeypatch.undo()
            now.forward(0.2)
            assert_ok(table.act(PERSON, {"type": "gesture", "gesture": "rock"}))
            if moved:
                assert move_bot(now.tables, table.id) is None, "another process was quicker"
            return choose(*args, **named)

        monkeypatch.setattr(thinking, "choose", meanwhile)
        before = table.view()["version"]
        assert move_bot(now.tables, table.id) == (0 if moved else None)
        view = table.view()
        assert (view["version"], view["awaiting"]) == (before + 2, [2])

    def test_it_stands_while_people_only_make_their_own_choices(self, client: InProcess, now: Time) -> None:
        seats = [{"name": "Ana"}, GREEDY, {"name": "Ben"}, {"name": "Cleo"}]
        body = {"engine": "dragon_fights", "seats": seats, "turn_seconds": 60}
        table = client.table(assert_ok(client.post("/v1/games", body), 201))

        def valid_after(change: Callable[[], Any]) -> bool:
            seen = now.tables.current(table.id)
            change()
            return decision_still_valid(seen, now.tables.current(table.id), BOT)

        assert valid_after(lambda: None)
        assert valid_after(lambda: assert_ok(table.act(0, {"type": "gesture", "gesture": "rock"})))
        assert not valid_after(lambda: table.api.delete(f"{table.path}/seats/0", token=table.tokens[0])), "Ana left"
        assert valid_after(lambda: assert_ok(table.act(2, {"type": "gesture", "gesture": "paper"})))
        assert not valid_after(lambda: now.forward(61)), "the clock chose for Cleo, and for the bot"

    def test_it_stands_no_more_once_all_have_chosen(self, client: InProcess, now: Time) -> None:
        """The next throw asks the bot again, which has not seen it."""
        body = {"engine": "dragon_fights", "seats": [{"name": "Ana"}, GREEDY]}
        table = client.table(assert_ok(client.post("/v1/games", body), 201))
        seen, rock = now.tables.current(table.id), ChooseGesture("rock")
        assert act_for_bot(now.tables, seen, BOT, rock)
        assert_ok(table.act(0, {"type": "gesture", "gesture": "rock"}))
        assert BOT in table.view()["awaiting"], "undecided"
        assert not act_for_bot(now.tables, seen, BOT, rock)

    def test_a_game_that_is_deleted_while_a_bot_thinks_is_no_fault(
        self, table: Table, now: Time, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def deleting(*args: Any, **named: Any) -> Any:
            for _ in range(2):  # the first breaks the game off, the second deletes it
                table.api.delete(table.path, token=table.host)
            now.tables.store.remove(table.id, now.tables.store.read(table.id).revision)
            return choose(*args, **named)

        monkeypatch.setattr(thinking, "choose", deleting)
        assert move_bot(now.tables, table.id) == OVERDUE_MS
        assert move_bot(now.tables, table.id) is None


class TestThinking:
    def test_a_bot_that_thinks_for_ever_is_interrupted_and_the_game_goes_on(
        self, table: Table, now: Time, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def endless(*_: Any, **__: Any) -> Any:
            while True:
                pass

        monkeypatch.setattr(thinking, "choose", endless)
        monkeypatch.setattr(thinking, "GRACE_SECONDS", 0.01)
        before = table.view()["version"]
        assert move_bot(now.tables, table.id) is None
        assert table.view()["version"] == before + 1


class TestForgotten:
    """A bot that is lost from the queue is scheduled again by whatever reads the game."""

    @pytest.fixture(autouse=True)
    def lost(self, table: Table, now: Time) -> None:
        now.tables.store.connection.call("DEL", *QUEUE_KEYS)

    def test_by_a_view(self, table: Table, now: Time, is_scheduled: Callable[[Table], bool]) -> None:
        now.forward(OVERDUE_MS / 1000)
        table.view()
        assert not is_scheduled(table)
        now.forward(0.001)
        table.view()
        assert is_scheduled(table)

    def test_by_an_action_that_is_rejected(
        self, table: Table, now: Time, is_scheduled: Callable[[Table], bool]
    ) -> None:
        now.forward(OVERDUE_MS / 1000 + 0.001)
        assert_problem(table.act(PERSON, {"type": "bank"}), 409, "not_your_turn")
        assert is_scheduled(table)

    def test_by_a_stream_which_looks_when_the_bot_is_late(
        self, table: Table, now: Time, is_scheduled: Callable[[Table], bool]
    ) -> None:
        feed = Feed(now.tables, table.id)
        feed.current()
        assert feed.seconds_until_stale() <= OVERDUE_MS / 1000 + 0.001
        now.forward(OVERDUE_MS / 1000 + 0.001)
        feed.notify()
        feed.current()
        assert is_scheduled(table)
        assert OVERDUE_MS / 1000 < feed.seconds_until_stale() <= POLL_INTERVAL, "once is enough"


def test_a_rematch_with_bots_waits_too(client: InProcess, now: Time, is_scheduled: Callable[[Table], bool]) -> None:
    seats = [{"name": "Ana"}, {"kind": "bot", "level": "random"}]
    table = client.table(assert_ok(client.post("/v1/games", {"engine": "tchang", "seats": seats}), 201))
    assert_ok(table.act(0, {"type": "concede"}))
    move_bots(now.tables, table.id)
    assert table.view()["status"] == "finished"
    for number in range(MAX_BOT_QUEUE):
        now.tables.bot_queue.schedule(f"waiting {number}", Queue("quick", bots_only=False))
    assert_problem(client.post(f"{table.path}/rematch", token=table.host), 503, "too_many_bots")
    now.tables.store.connection.call("DEL", *QUEUE_KEYS)
    assert_ok(client.post(f"{table.path}/rematch", token=table.host), 201)
