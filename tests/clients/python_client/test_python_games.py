"""A player of three lines, sync and async, plays a whole game of every engine; who watches hears exactly its log."""

import asyncio
import os
import threading
from typing import Any

import pytest
from ludotheque_client import AsyncLudotheque, AsyncTable, Ludotheque, Table

from engines.chance import Chance
from tests.support.http import Api, LiveService, any_of
from tests.support.http import Table as Truth

pytestmark = pytest.mark.clients
PATIENCE = 300.0
LoggedEvent = list[dict[str, Any]]


def choose(table: Table | AsyncTable, dice: Chance) -> Any:
    """One of the actions on offer, which belong to the view that is held."""
    legal = table.legal
    assert legal is not None
    assert legal["version"] == table.view["version"]
    return any_of([dict(action) for action in legal["actions"]], dice)


def watch(table: Table, heard: LoggedEvent) -> None:
    newest = 0
    for event in table.events():
        assert table.view["version"] >= max(event["version"], newest), "the view is never older"
        assert table.after == event["seq"]
        newest = table.view["version"]
        heard.append(dict(event))


def play(table: Table) -> None:
    dice = Chance(os.urandom(32))
    while table.until_asked():
        table.act(choose(table, dice))


async def watch_async(table: AsyncTable, heard: LoggedEvent) -> None:
    newest = 0
    async for event in table.events():
        assert table.view["version"] >= max(event["version"], newest), "the view is never older"
        assert table.after == event["seq"]
        newest = table.view["version"]
        heard.append(dict(event))


async def play_async(table: AsyncTable) -> None:
    dice = Chance(os.urandom(32))
    while await table.until_asked():
        await table.act(choose(table, dice))


def judge(truth: Truth, heard: dict[int | None, LoggedEvent]) -> None:
    """Whoever watched has heard the log as they may hear it."""
    assert truth.view()["status"] == "finished"
    for seat, told in heard.items():
        assert told == truth.events(seat)


def test_a_whole_game_sync(slug: str, service: LiveService, api: Api) -> None:
    truth, wrong, heard = api.create(slug), [], {0: [], None: []}

    def run(what: Any, *arguments: Any) -> None:
        try:
            what(*arguments)
        except BaseException as error:
            wrong.append(error)

    with Ludotheque(service.url) as client:
        seats = {seat: client.table(truth.id, token=token) for seat, token in truth.tokens.items()}
        watched = {0: client.table(truth.id, token=truth.tokens[0]), None: client.table(truth.id)}
        threads = [threading.Thread(target=run, args=(play, table), daemon=True) for table in seats.values()]
        threads += [threading.Thread(target=run, args=(watch, watched[who], heard[who]), daemon=True) for who in heard]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
            assert not thread.is_alive(), "the game does not end"
        assert wrong == []
        assert all(table.view["outcome"] == truth.view()["outcome"] for table in seats.values())
    judge(truth, heard)


def test_a_whole_game_async(slug: str, service: LiveService, api: Api) -> None:
    truth, heard = api.create(slug), {0: [], None: []}

    async def main() -> None:
        async with AsyncLudotheque(service.url) as client, asyncio.timeout(PATIENCE), asyncio.TaskGroup() as tasks:
            for token in truth.tokens.values():
                tasks.create_task(play_async(await client.table(truth.id, token=token)))
            for who, told in heard.items():
                token = None if who is None else truth.tokens[who]
                tasks.create_task(watch_async(await client.table(truth.id, token=token), told))

    asyncio.run(main())
    judge(truth, heard)
