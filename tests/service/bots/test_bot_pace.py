"""`bot_pace`: how long after an action a bot acts at the earliest, by the store's clock."""

from typing import Any

import pytest

from engines.registry import ENGINES
from service.bots import thinking
from service.bots.bot_worker import move_bot
from service.table import clock
from service.table.clock import PAUSE_BETWEEN_BOTS, REACTION
from tests.service.bots.test_bot_moves import options, window
from tests.support.bots import move_bots
from tests.support.http import InProcess, Table, assert_ok, assert_problem
from tests.support.time import Time, seconds

GREEDY = {"kind": "bot", "level": "greedy"}
VOTES = ("pass",)


def table_of(client: InProcess, *seats: dict[str, str], slug: str = "tokyo_poo_divers", **more: Any) -> Table:
    options = {} if slug == "dragon_fights" else {"first_player": 1}
    body = {"engine": slug, "seats": [*seats], "options": options, **more}
    return client.table(assert_ok(client.post("/v1/games", body), 201))


@pytest.mark.parametrize("pace", [0, 0.6, 1, 2.25, 5])
def test_a_bot_acts_no_sooner_after_the_action_before(client: InProcess, now: Time, pace: float) -> None:
    table = table_of(client, {"name": "Ana"}, GREEDY, bot_pace=pace)
    view = table.view()
    assert view["bot_pace"] == pace
    if pace:
        assert move_bot(now.tables, table.id) == round(pace * 1000)
        now.forward(pace - 0.001)
        assert move_bot(now.tables, table.id) == 1
        assert table.view()["version"] == view["version"]
        now.forward(0.001)
    move_bot(now.tables, table.id)
    assert table.view()["version"] == view["version"] + 1


def test_without_it_a_bot_acts_at_once(client: InProcess, now: Time) -> None:
    table = table_of(client, {"name": "Ana"}, GREEDY)
    assert table.view()["bot_pace"] == 0
    move_bot(now.tables, table.id)
    assert table.view()["version"] == 3


def test_every_action_of_a_bot_but_a_pass_keeps_the_pace(client: InProcess, now: Time, slug: str) -> None:
    bots = [GREEDY] * max(1, ENGINES[slug].players.min - 1)
    table = table_of(client, {"name": "Ana"}, *bots, slug=slug, bot_pace=2.5)
    for _ in range(60):
        if (view := table.view())["status"] != "active":
            break
        if 0 in view["awaiting"] and table.legal(0):
            now.forward(0.1)
            assert_ok(table.act(0, table.legal(0)[0]))
        elif (delay := move_bot(now.tables, table.id)) is not None:
            now.forward(max(delay, 1) / 1000)
    last, checked = 0, 0
    for entry in now.tables.store.journal(table.id):
        if entry.automatic and entry.action and entry.action["type"] != "pass" and entry.action["type"] not in VOTES:
            assert entry.at - last >= 2500, entry
            checked += 1
        last = entry.at
    assert checked >= 3


def test_bots_among_themselves_take_the_longer_of_both_pauses(client: InProcess, now: Time) -> None:
    slow, quick = (table_of(client, GREEDY, GREEDY, bot_pace=pace) for pace in (1, 0.1))
    assert move_bot(now.tables, slow.id) == 1000
    assert move_bot(now.tables, quick.id) == PAUSE_BETWEEN_BOTS


def test_a_rematch_keeps_it(client: InProcess, now: Time) -> None:
    table = table_of(client, {"name": "Ana"}, GREEDY, slug="tchang", bot_pace=0.75, options={"first_player": 0})
    assert_ok(table.act(0, {"type": "concede"}))
    now.forward(5)
    move_bots(now.tables, table.id)
    assert table.view()["status"] == "finished"
    assert assert_ok(client.post(f"{table.path}/rematch", token=table.host), 201)["bot_pace"] == 0.75


@pytest.mark.parametrize("wrong", [-0.1, 5.01, True, "1", None, [1]])
def test_other_values_are_rejected(client: InProcess, wrong: object) -> None:
    body = {"engine": "dragon_fights", "seats": [{"name": "Ana"}, GREEDY], "bot_pace": wrong}
    assert list(assert_problem(client.post("/v1/games", body), 422, "validation_error")["errors"]) == ["bot_pace"]


def test_a_creation_without_it_has_the_same_key_as_before_it_existed(client: InProcess) -> None:
    """A default would change the body that is compared when the request is repeated after an upgrade."""
    from schemas.requests import NewGameSchema

    assert "bot_pace" not in NewGameSchema().load({"engine": "dragon_fights", "seats": [{"name": "Ana"}, GREEDY]})


class TestOthers:
    """What `bot_pace` does not delay."""

    @pytest.mark.parametrize(("agreed", "pace"), [(0, 5), (3, 5), (3, 1)])
    def test_people_react_as_long_and_as_soon_as_without_it(
        self, client: InProcess, now: Time, monkeypatch: pytest.MonkeyPatch, agreed: int, pace: float
    ) -> None:
        table, game = window(client, now, awaited=False, agreed=agreed, bot_pace=pace)
        opened, wait = game.meta.window_since, agreed * 1000 or REACTION
        assert clock.people_react_until(game) == opened + wait
        assert table.view()["not_before"] is None or seconds(table.view()["not_before"]) * 1000 == pytest.approx(
            opened + wait - 1_800_000_000_000
        )
        monkeypatch.setattr(thinking, "choose", lambda *_, **__: options(game, "pass")[0])
        move_bot(now.tables, table.id)
        assert table.view()["version"] == game.version + 1, "a bot that only passes does so at once"

    def test_a_bot_that_does_more_keeps_the_pace(
        self, client: InProcess, now: Time, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table, game = window(client, now, awaited=False, agreed=0, bot_pace=5)
        monkeypatch.setattr(thinking, "choose", lambda *_, **__: options(game, "react")[0])
        assert move_bot(now.tables, table.id) == game.meta.updated_at + 5000 - game.now

    def test_a_bot_acts_before_its_clock_plays_for_it(self, client: InProcess, now: Time) -> None:
        with_pace, without = (
            table_of(client, {"name": "Ana"}, GREEDY, turn_seconds=1, bot_pace=pace) for pace in (5, 0)
        )
        assert with_pace.view()["deadline"] == without.view()["deadline"], "the clock is the same"
        assert move_bot(now.tables, with_pace.id) == 500
        now.forward(0.5)
        move_bot(now.tables, with_pace.id)
        assert not any(event.get("timeout") for event in with_pace.events())
        assert with_pace.view()["version"] == 3
