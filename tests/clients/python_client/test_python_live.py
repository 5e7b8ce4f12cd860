"""The live table: streams, and polls where streams do not get through; it goes on where it stopped, and never back."""

import asyncio
import os
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, aclosing, contextmanager
from datetime import UTC, datetime
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ludotheque_client import AsyncLudotheque, Ludotheque, Patience, Refusal, Table, Unreachable, sight, tables
from ludotheque_client.wires import finished

from engines.chance import Chance
from tests.support.front import HELD, Fate, Front, refusal
from tests.support.http import Api, Json, LiveService, Quick, any_of, calling, play_to_the_end
from tests.support.running import wait_for
from tests.support.tables import LONGEST
from tests.support.valkey import free_port

pytestmark = pytest.mark.clients
PATIENCE = 120.0
FOREVER = 1000


@contextmanager
def hearing(table: Table) -> Iterator[list[Json]]:
    """What this table tells, in a thread of its own; at the end it must have told everything."""
    heard: list[Json] = []
    wrong: list[BaseException] = []

    def listen() -> None:
        try:
            for event in table.events():
                assert table.view["version"] >= event["version"]
                heard.append(dict(event))
        except BaseException as error:
            wrong.append(error)

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    yield heard
    listener.join(PATIENCE)
    assert wrong == []
    assert not listener.is_alive(), "it does not end"


def test_a_stream_brings_every_event(front: Front, api: Api) -> None:
    truth = api.create()
    with Ludotheque(front.url) as client, hearing(client.table(truth.id)) as heard:
        play_to_the_end(truth)
    assert heard == truth.events()
    assert len(front.these("STREAM")) == 1
    assert front.these("POLL") == []


def test_a_stream_that_breaks_goes_on_after_the_last_event(front: Front, api: Api) -> None:
    truth = api.create()
    with Ludotheque(front.url) as client, hearing(client.table(truth.id)) as heard:
        for count in range(1, 4):
            wait_for(lambda count=count: len(front.these("STREAM")) >= count, patience=PATIENCE)
            truth.step()
            wait_for(lambda: len(heard) == truth.view()["last_seq"], patience=PATIENCE)
            front.break_streams()
        play_to_the_end(truth)
    assert heard == truth.events()
    assert front.these("POLL") == []


@pytest.mark.parametrize("polls_refused", [False, True])
def test_without_a_place_for_a_stream_it_polls(polls_refused: bool, front: Front, api: Api) -> None:
    truth = api.create()
    front.spoil("STREAM", "/events", refusal(503, "too_many_streams", FOREVER))
    with Ludotheque(front.url, patience=Patience(seconds=10 * FOREVER)) as client:
        table = client.table(truth.id, after=truth.view()["last_seq"])
        if polls_refused:
            front.spoil("POLL", truth.id, refusal(503, "too_many_streams", FOREVER))
        with hearing(table) as heard:
            wait_for(lambda: len(front.these("STREAM")) == 1, patience=PATIENCE)
            wait_for(lambda: len(front.these("POLL")) >= 1, patience=PATIENCE)
            play_to_the_end(truth)
    assert heard == truth.events()[table.after - len(heard) :]
    assert len(heard) > 10
    assert len(front.these("STREAM")) == 1
    assert not polls_refused or len(front.these("POLL")) == 1


def test_a_stream_of_which_nothing_comes_through_is_given_up(
    front: Front, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "SILENCE", 0.3)
    truth = api.create()
    front.spoil("STREAM", "/events", HELD)
    with Ludotheque(front.url) as client, hearing(client.table(truth.id)) as heard:
        wait_for(lambda: len(front.these("POLL")) >= 1, patience=PATIENCE)
        play_to_the_end(truth)
    assert heard == truth.events()
    assert len(front.these("STREAM")) == 1


def test_streams_that_end_again_and_again_are_given_up(front: Front, api: Api) -> None:
    truth = api.create()
    front.spoil("STREAM", "/events", Fate(after=1), 3)
    front.spoil("STREAM", "/events", refusal(503, "store_unavailable"), 2)
    patience = Patience(first=0.01, longest=0.02)
    with Ludotheque(front.url, patience=patience) as client, hearing(client.table(truth.id)) as heard:
        wait_for(lambda: len(front.these("POLL")) >= 1, patience=PATIENCE)
        play_to_the_end(truth)
    assert heard == truth.events()
    assert len(front.these("STREAM")) == 5


def test_a_stream_is_tried_again_when_there_may_be_a_place(front: Front, api: Api) -> None:
    truth = api.create()
    front.spoil("STREAM", "/events", refusal(503, "too_many_streams", 1))
    with Ludotheque(front.url) as client, hearing(client.table(truth.id)) as heard:
        wait_for(lambda: len(front.these("POLL")) >= 1, patience=PATIENCE)
        time.sleep(1.1)  # until there may be a place
        truth.step()
        wait_for(lambda: len(front.these("STREAM")) == 2, patience=PATIENCE)
        play_to_the_end(truth)
    assert heard == truth.events()


def test_at_a_crowded_service_everybody_hears_everything(tmp_path_factory: pytest.TempPathFactory) -> None:
    few = {"MAX_STREAMS": "6", "MAX_STREAMS_PER_ADDRESS": "2"}
    with (
        Quick(tmp_path_factory.mktemp("crowded"), **few) as crowded,
        calling(crowded.url) as api,
        Ludotheque(crowded.url) as client,
    ):
        truth = api.create()
        with ExitStack() as all_of_them:
            told = [all_of_them.enter_context(hearing(client.table(truth.id))) for _ in range(4)]
            play_to_the_end(truth)
        assert told == [truth.events()] * 4


class Paced:
    """Players who make as many moves as they are let."""

    def __init__(self, seats: list[Table]) -> None:
        self._moves = threading.Semaphore(0)
        self._wrong: list[BaseException] = []
        self._threads = [threading.Thread(target=self._play, args=(table,), daemon=True) for table in seats]
        for one in self._threads:
            one.start()

    def let(self, moves: int) -> None:
        self._moves.release(moves)

    def join(self) -> None:
        for one in self._threads:
            one.join(PATIENCE)
            assert not one.is_alive(), "the game does not end"
        assert self._wrong == []

    def _play(self, table: Table) -> None:
        dice = Chance(os.urandom(32))
        try:
            while table.until_asked():
                self._moves.acquire()
                table.act(any_of([*table.actions], dice))  # type: ignore[list-item]
        except BaseException as error:
            self._wrong.append(error)


def test_a_service_that_restarts_in_the_middle(tmp_path_factory: pytest.TempPathFactory) -> None:
    with (
        LiveService(tmp_path_factory.mktemp("restart")) as service,
        calling(service.url) as api,
        Ludotheque(service.url) as client,
    ):
        truth = api.create()
        players = Paced([client.table(truth.id, token=token) for token in truth.tokens.values()])
        with hearing(client.table(truth.id)) as heard:
            for stop in (service.restart, service.kill9, service.kill9_python):
                told = len(heard)
                players.let(3)
                wait_for(lambda told=told: len(heard) > told, patience=PATIENCE)
                stop()
                if stop != service.restart:
                    service.restart()
            players.let(LONGEST)
            players.join()
        assert truth.view()["status"] == "finished"
        assert heard == truth.events()


def test_a_table_that_nobody_can_reach_says_so(front: Front, api: Api) -> None:
    truth = api.create()
    short = Patience(seconds=0.3, first=0.01, longest=0.05)
    with Ludotheque(front.url, patience=short) as client:
        table = client.table(truth.id)
        heard = [event["seq"] for event in islice(table.events(), 2)]
        front.target = free_port()
        with pytest.raises(Unreachable):
            list(table.events())
        with pytest.raises(Unreachable):
            table.until_asked()
        front.target = int(api.client.base_url.port or 0)
        play_to_the_end(truth)
        heard += [event["seq"] for event in table.events()]
    assert heard == [event["seq"] for event in truth.events()], "it goes on where it stopped"


def test_a_game_or_a_seat_that_is_gone_is_a_refusal(service: LiveService, api: Api) -> None:
    truth = api.open(taken=2, free=1)
    with Ludotheque(service.url) as client:
        seat, watched = client.table(truth.id, token=truth.tokens[1]), client.table(truth.id)
        truth.api.delete(f"{truth.path}/seats/1", token=truth.tokens[1])
        with pytest.raises(Refusal) as unknown:
            seat.until_asked()
        with pytest.raises(Refusal) as also:
            list(seat.events())
        truth.api.delete(truth.path, token=truth.host)
        with pytest.raises(Refusal) as gone:
            list(watched.events())
    assert (unknown.value.code, also.value.code, gone.value.code) == ("unauthenticated", "unauthenticated", "not_found")


def test_it_goes_on_after_a_break_and_from_what_was_remembered(service: LiveService, api: Api) -> None:
    truth = api.create()
    play_to_the_end(truth)
    heard, after = [], 0
    with Ludotheque(service.url) as client:
        while len(heard) < truth.view()["last_seq"]:
            table = client.table(truth.id, after=after)  # as a program does that was started again
            for _ in range(2):
                for event in table.events():
                    heard.append(event)
                    after = table.after
                    if event["seq"] % 3 == 0:
                        break
        assert list(client.table(truth.id, after=after).events()) == []
    assert heard == truth.events()


def test_each_event_is_told_once_whoever_asks(service: LiveService, api: Api) -> None:
    truth = api.create()
    with Ludotheque(service.url) as client:
        table, heard = client.table(truth.id), []
        events = table.events()
        while len(heard) < 30:
            truth.step()
            heard.append(next(events))
            truth.step()
            heard += table.news()
        assert table.view["version"] >= heard[-1]["version"]
        play_to_the_end(truth)
        heard += [*table.events(), *table.news(), *events]
    assert heard == truth.events()


def test_the_end_of_a_game_that_ended_meanwhile(service: LiveService, api: Api) -> None:
    truth = api.create()
    with Ludotheque(service.url) as client:
        table = client.table(truth.id)
        after = play_to_the_end(truth)["last_seq"]
        assert len(list(table.events())) == after
        assert list(table.events()) == []
        assert table.view["status"] == "finished"
        assert table.until_asked() is False


def test_an_action_on_a_game_that_has_moved_on_does_nothing(service: LiveService, api: Api) -> None:
    truth = api.create("tokyo_poo_divers", options={"first_player": 0})
    with Ludotheque(service.url) as client:
        table, other = (client.table(truth.id, token=truth.tokens[0]) for _ in range(2))
        before = table.view
        answer = other.act(other.actions[0])
        assert answer is not None
        assert table.act(table.actions[1]) is None
        assert table.view["version"] == before["version"] + 1
        assert table.act(table.actions[0], seen=before) is None, "it was decided on an older view"
        assert table.legal is not None
        with pytest.raises(Refusal) as wrong:  # nothing has happened meanwhile: the action itself is wrong
            table.act({"type": "place", "placements": []})
        assert wrong.value.code == "validation_error"
        with pytest.raises(ValueError, match="spectator"):
            client.table(truth.id).act(table.actions[0])


def test_a_choice_that_all_make_at_once_is_not_refused_for_the_choices_of_others(
    service: LiveService, api: Api
) -> None:
    truth = api.create("dragon_fights", seats=3)
    with Ludotheque(service.url) as client:
        seats = [client.table(truth.id, token=token) for token in truth.tokens.values()]
        assert all(table.view["awaiting"] == [0, 1, 2] for table in seats)
        for table in seats:  # each decides on the view before anybody chose
            answer = table.act({"type": "gesture", "gesture": "rock"})
            assert answer is not None
        behind = client.table(truth.id, token=truth.tokens[0])
        seats[1].look()
        assert seats[1].act(seats[1].actions[0]) is not None
        assert behind.act(behind.actions[0], strict=True) is None, "unless it is asked for"


def test_who_may_react_is_asked_once_for_each_version(service: LiveService, api: Api) -> None:
    truth, dice = api.create("tapecho"), Chance(bytes(32))
    with Ludotheque(service.url) as client:
        for _ in range(500):
            view = truth.view()
            may = [seat for seat in view["may_react"] if truth.legal(seat)]
            if may:
                break
            truth.step(dice)
        table = client.table(truth.id, token=truth.tokens[may[0]])
        assert table.may_react
        assert not table.asked
        assert table.until_asked(react=True)
        assert table.view["version"] == view["version"]
        acting = threading.Thread(target=play_to_the_end, args=(truth,))
        acting.start()
        assert not table.until_asked(react=True) or table.view["version"] > view["version"]
        acting.join()


def test_both_clients_close_a_stream_that_is_left(front: Front, api: Api) -> None:
    truth = api.create()

    async def first_event() -> int:
        async with AsyncLudotheque(front.url) as client:
            table = await client.table(truth.id)
            async with aclosing(table.events()) as events:
                async for event in events:
                    return event["seq"]
        return 0

    assert asyncio.run(first_event()) == 1
    with Ludotheque(front.url) as client:
        events = client.table(truth.id).events()
        assert next(events)["seq"] == 1
        events.close()
        for _ in range(3):  # whoever passes bytes on notices when it has some
            truth.step()
        wait_for(lambda: not front.streaming, patience=PATIENCE)


@given(
    texts=st.lists(st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]))),
    cuts=st.lists(st.integers(1, 9)),
)
def test_a_line_ends_only_at_a_line_feed(texts: list[str], cuts: list[int]) -> None:
    whole = "".join(f"{text}\n" for text in texts).encode()

    async def pieces() -> AsyncIterator[bytes]:
        start = 0
        for length in cuts:
            yield whole[start : start + length]
            start += length
        yield whole[start:]

    async def read() -> list[str]:
        return [line.decode() async for line in tables.lines(pieces())]

    assert finished(read()) == texts


@given(versions=st.lists(st.integers(1, 9), min_size=1))
def test_a_view_that_was_overtaken_is_not_taken(versions: list[int]) -> None:
    views: list[Any] = [{"version": version, "now": "2026-11-16T12:51:38.494Z"} for version in versions]
    known = sight.Sight(views[0], 0)
    for number, view in enumerate(views):
        known.take(view)
        assert known.view["version"] == max(versions[: number + 1])
        assert known.view is view or known.view["version"] > view["version"]


@given(
    delays=st.lists(st.tuples(st.floats(0, 100), st.floats(0, 5)), min_size=1),
    start=st.floats(0, 1e6),
    off=st.floats(-1e6, 1e6),
)
def test_the_services_time_is_never_thought_to_be_later_than_it_is(
    delays: list[tuple[float, float]], start: float, off: float
) -> None:
    moment = start

    def seen() -> Any:
        return {"version": 1, "now": datetime.fromtimestamp(1.7e9 + off + moment - late, UTC).isoformat()}

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sight.time, "monotonic", lambda: moment)
        late = delays[0][1]
        known = sight.Sight(seen(), 0)
        for pause, late in delays:
            moment += pause
            known.take(seen())
            ahead = known.now().timestamp() - (1.7e9 + off + moment)
            assert -min(late for _, late in delays[: 1 + delays.index((pause, late))]) - 1e-3 <= ahead <= 1e-3


def test_the_clock_of_a_table_runs(service: LiveService, api: Api) -> None:
    truth = api.create("tokyo_poo_divers", turn_seconds=1000)
    with Ludotheque(service.url) as client:
        table = client.table(truth.id)
        left = table.seconds_left()
        assert left is not None
        assert 0 < left <= 1000
        first = table.now()
        assert table.now() >= first >= datetime.fromisoformat(table.view["now"])
        assert client.table(api.create().id).seconds_left() is None
