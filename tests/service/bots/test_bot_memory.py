"""What a bot knows from the log of its game: all that its seat was shown up to the version it thinks about, no more."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from bots import LEVELS, Level, learn
from bots.knowledge import MOST_FACTS
from engines.chance import Chance
from engines.engine import Knowledge, Logged
from engines.registry import ENGINES
from service.bots import bot_memory, bot_worker, thinking
from service.bots.bot_memory import BotMemory, Folded, fold
from service.bots.bot_worker import move_bot
from service.store import GameStore, Unavailable
from service.store.stored import LoggedEvent
from service.table.game import Game
from tests.support.http import InProcess, Table, assert_ok
from tests.support.time import Time

REMEMBERING = sorted(slug for slug, engine in ENGINES.items() if engine.facts)
FOLDING: tuple[Level, ...] = ("greedy", "search")
SEARCH = {"kind": "bot", "level": "search"}


@pytest.fixture
def store(now: Time) -> GameStore:
    """The store of games."""
    return now.tables.store


def played(client: InProcess, now: Time, slug: str, steps: int) -> Iterator[tuple[Table, Game]]:
    """A game of this engine after each of some random actions."""
    table, dice = client.create(slug), Chance(slug.encode())
    for _ in range(steps):
        game = now.tables.current(table.id)
        if game.is_over:
            return
        yield table, game
        now.forward(10)
        table.step(dice)


def from_scratch(store: GameStore, game: Game, seat: int, level: Level) -> Knowledge:
    """What a process knows that has just been started."""
    return BotMemory().knowledge(store, game, seat, level)


@pytest.mark.parametrize("game_slug", REMEMBERING)
@pytest.mark.parametrize("page", [1, 7])
def test_folding_step_by_step_gives_the_same_as_from_scratch(
    client: InProcess, now: Time, store: GameStore, monkeypatch: pytest.MonkeyPatch, game_slug: str, page: int
) -> None:
    memory, dice, facts = BotMemory(), Chance(bytes([page])), 0
    monkeypatch.setattr(bot_memory, "PAGE", page)
    for table, game in played(client, now, game_slug, 60):
        for seat in [seat for seat in table.tokens if not dice.below(4)]:
            for level in FOLDING:
                knowledge = memory.knowledge(store, game, seat, level)
                facts += len(knowledge)
                with monkeypatch.context() as restarted:
                    restarted.setattr(bot_memory, "PAGE", 500)
                    assert from_scratch(store, game, seat, level) == knowledge
    assert facts or game_slug == "tapecho", "random play reveals few hands"


def test_it_is_what_the_seat_was_shown(client: InProcess, now: Time, store: GameStore) -> None:
    """A player could make the same of the events that the API shows their seat."""
    engine, seen = ENGINES["tokyo_poo_divers"], 0
    for table, game in played(client, now, engine.slug, 80):
        if game.version % 9 == 0:
            for seat in table.tokens:
                events = [Logged(event["type"], event["seat"], event["data"]) for event in table.events(seat)]
                for level in LEVELS:
                    knowledge = from_scratch(store, game, seat, level)
                    assert knowledge == learn(engine, (), events, seat, level)
                    assert len(knowledge) <= MOST_FACTS.get(level, len(knowledge))
                    seen += len(knowledge)
    assert seen


def test_nothing_is_known_that_happened_after_the_position(client: InProcess, now: Time, store: GameStore) -> None:
    """Others may act between the read of the game and the read of its log."""
    games = [game for _, game in played(client, now, "dragon_fights", 60)]
    memory = BotMemory()
    known = [memory.knowledge(store, game, 0, "search") for game in games]
    assert any(before != after for before, after in pairwise(known))
    for game, knowledge in zip(games, known, strict=True):
        assert from_scratch(store, game, 0, "search") == knowledge
        assert game.config.rules.agrees(game.state, knowledge)
    assert memory.knowledge(store, games[9], 0, "search") == known[9], "also if more has been read before"


def test_between_two_moves_only_new_events_are_read(
    client: InProcess, now: Time, store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[LoggedEvent] = []

    def counted(*arguments: Any) -> list[LoggedEvent]:
        page = GameStore.events(store, *arguments)
        read.extend(page)
        return page

    monkeypatch.setattr(store, "events", counted)
    memory, before = BotMemory(), 0
    for _, game in played(client, now, "dragon_fights", 30):
        read.clear()
        memory.knowledge(store, game, 1, "greedy")
        assert [event.seq for event in read] == list(range(max(1, before), game.meta.events + 1))
        before = game.meta.events
    read.clear()
    assert memory.knowledge(store, game, 1, "random") == ()
    assert read == [], "a random bot knows nothing, so nothing is read"


def test_what_a_fail_over_has_lost_is_forgotten(client: InProcess, now: Time, store: GameStore) -> None:
    """Then the log has other events where those were that had been read."""
    for _, game in played(client, now, "dragon_fights", 40):  # noqa: B007  (the last one)
        pass
    scratch = fold(store, game, 0, "search", None)
    assert scratch is not None
    wrong: Knowledge = (*scratch.knowledge, *scratch.knowledge)
    assert wrong
    lost = Folded(LoggedEvent(scratch.last.seq, scratch.last.version, scratch.last.at - 1, scratch.last.event), wrong)
    beyond = Folded(LoggedEvent(scratch.last.seq + 1, scratch.last.version, scratch.last.at, scratch.last.event), wrong)
    assert fold(store, game, 0, "search", lost) == fold(store, game, 0, "search", beyond) == scratch


def test_a_process_keeps_the_knowledge_of_so_many_seats(
    client: InProcess, now: Time, store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_memory, "MOST_KEPT", 3)
    memory = BotMemory()
    for _, game in played(client, now, "dragon_fights", 9):
        for seat in (0, 1):
            for level in FOLDING:
                memory.knowledge(store, game, seat, level)
        assert len(memory._folded) == 3


class TestWorker:
    @pytest.fixture
    def game(self, client: InProcess, now: Time) -> Game:
        """Dragon fights in which some stones were put back, and a bot that searches is to choose a gesture."""
        body = {"engine": "dragon_fights", "seats": [{"name": "Ana"}, SEARCH]}
        table, dice = client.table(assert_ok(client.post("/v1/games", body), 201)), Chance(b"dragons")
        for _ in range(300):
            now.forward(10)
            game = now.tables.current(table.id)
            if game.state.phase == "gesture" and sum(game.state.seen) > 3 and 1 in game.meta.awaiting():
                return game
            if 0 in game.meta.awaiting():
                assert_ok(table.act(0, dice.choice(table.legal(0))))
            else:
                move_bot(now.tables, table.id)
        pytest.fail("no stone was put back")

    def test_a_bot_is_given_what_its_seat_knows(self, game: Game, now: Time, monkeypatch: pytest.MonkeyPatch) -> None:
        given: list[Knowledge] = []

        def watched(*arguments: Any, knowledge: Knowledge, **named: Any) -> Any:
            given.append(knowledge)
            return next(game.config.rules.legal(game.state, 1))

        monkeypatch.setattr(thinking, "choose", watched)
        assert move_bot(now.tables, game.id) is None
        assert given == [from_scratch(now.tables.store, game, 1, "search")]
        assert len(given[0]) == sum(game.state.seen)

    def test_while_the_log_cannot_be_read_nothing_is_done_for_it(
        self, game: Game, now: Time, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def unreadable(*_: object) -> list[LoggedEvent]:
            raise Unavailable("no store")

        monkeypatch.setattr(now.tables.store, "events", unreadable)
        with pytest.raises(Unavailable):
            move_bot(now.tables, game.id)
        assert now.tables.current(game.id).version == game.version

    def test_a_fault_in_remembering_does_not_stop_the_game(
        self, game: Game, now: Time, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def broken(*_: object) -> Knowledge:
            raise LookupError("a fault")

        monkeypatch.setattr(game.config.rules, "remember", broken)
        monkeypatch.setattr(bot_worker, "MEMORY", BotMemory())
        assert move_bot(now.tables, game.id) is None
        assert now.tables.current(game.id).version > game.version
        assert "fault" in caplog.messages
