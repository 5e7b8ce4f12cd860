"""Runs one scene of the scenarios with the Python client, and prints its result: python scenes.py '{"scene": …}'"""

import asyncio
import inspect
import json
import logging
import random
import sys
from collections.abc import AsyncIterator, Awaitable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from ludotheque_client import (
    ApiError,
    AsyncLudotheque,
    GameNotActive,
    IllegalAction,
    Ludotheque,
    LudothequeError,
    NotYourTurn,
    RetryPolicy,
    StaleVersion,
    Table,
    Timeouts,
)
from ludotheque_client.calls import Operation
from ludotheque_client.operations import Operations

OVERTAKEN = (StaleVersion, NotYourTurn, GameNotActive)
Json = dict[str, Any]
args: Json = json.loads(sys.argv[1])
log: list[str] = []


class InThread:
    """The blocking client or table with the interface of the async one: its methods run in a thread."""

    def __init__(self, target: Ludotheque | Table) -> None:
        self._target = target

    def __getattr__(self, name: str) -> Any:
        member = getattr(self._target, name)
        if not callable(member):
            return member

        async def call(*positional: Any, **named: Any) -> Any:
            result = await asyncio.to_thread(member, *positional, **named)
            return InThread(result) if isinstance(result, Table) else result

        return call

    async def events(self) -> AsyncIterator[Any]:
        assert isinstance(self._target, Table)
        events = self._target.events()
        while (event := await asyncio.to_thread(next, events, None)) is not None:
            yield event


def open_client() -> Any:
    """A client with the options that the test gives, whose times are in milliseconds."""
    retry = RetryPolicy(**{name: value / 1000 for name, value in args.get("retry", {}).items()})
    known = inspect.signature(Timeouts).parameters
    times = {name: value / 1000 for name, value in args.get("timeouts", {}).items() if name in known}
    if "poll" in times:
        times["poll"] = int(times["poll"])
    kind = Ludotheque if args["mode"] == "blocking" else AsyncLudotheque
    client = kind(args["url"], api_key=args.get("api_key"), retry=retry, timeouts=Timeouts(**times))
    return InThread(client) if isinstance(client, Ludotheque) else client


def note(what: str) -> None:
    """For the test, while this runs."""
    if "notes" in args:
        with Path(args["notes"]).open("a") as file:
            file.write(f"{what}\n")


async def outcome(result: Awaitable[Any]) -> Json:
    """What became of a call: its value, or the error."""
    try:
        return {"value": await result}
    except LudothequeError as error:
        fields = {name: value for name, value in vars(error).items() if not name.startswith("_")}
        kind = {"name": type(error).__name__, "is_api_error": isinstance(error, ApiError), "is_own_error": True}
        return {"key": error.key, "attempts": error.attempts, **fields, **kind, "message": str(error)}


def choose(view: Any) -> Any:
    """One of the actions; each type is as likely as the others, so that one that stops is not lost among many."""
    assert view["legal"]["version"] == view["version"]
    actions = view["legal"]["actions"]
    kind = random.choice(sorted({action["type"] for action in actions}))
    return random.choice([action for action in actions if action["type"] == kind])


def was_overtaken(error: ApiError, view: Any) -> bool:
    """Whether the game had changed before an action that was chosen from this view was processed."""
    return isinstance(error, OVERTAKEN) or (isinstance(error, IllegalAction) and error.version > view["version"])


class Witness:
    """Records the events of a table, and every promise it breaks."""

    def __init__(self, table: Any) -> None:
        self._table = table
        self.events: list[Any] = []
        self.wrong: list[str] = []

    async def listen(self) -> None:
        version, last = 0, self._table.after
        async for event in self._table.events():
            self._check(event["seq"] == last + 1, f"event {event['seq']} after {last}")
            self._check(
                self._table.view["version"] >= max(version, event["version"]), f"event {event['seq']}, its view"
            )
            self._check(self._table.after == event["seq"], f"after is {self._table.after}")
            version, last = self._table.view["version"], event["seq"]
            self.events.append(event)
            note(f"event {last}")

    def _check(self, holds: bool, what: str) -> None:
        if not holds:
            self.wrong.append(what)


async def play_seat(table: Any) -> list[int]:
    """Play until the game is over; returns the versions the actions made."""
    versions = []
    while await table.wait_for_turn():
        view = table.view  # the blocking table is followed by another thread, so its view may change at any time
        if_match = view if view["awaiting"] == [view["viewer"]] else None
        try:
            versions.append((await table.act(choose(view), if_match=if_match))["version"])
        except ApiError as error:
            if not was_overtaken(error, view):
                raise
    return versions


def resolve(value: Any, results: Json) -> Any:
    """A value in which texts such as `$game.seats.0.token` are replaced by earlier results."""
    if isinstance(value, str) and value.startswith("$"):
        current: Any = results
        for name in value[1:].split("."):
            current = current[int(name) if isinstance(current, list) else name]
        return current
    if isinstance(value, dict):
        return {name: resolve(inside, results) for name, inside in value.items()}
    return [resolve(inside, results) for inside in value] if isinstance(value, list) else value


async def operations(_: Any) -> Json:
    """The operations that the client has, and whether each may be sent again."""
    return {name: one.retry.value for name, one in vars(Operations).items() if isinstance(one, Operation)}


async def errors(_: Any) -> Json:
    """The names of the error classes by code."""
    return {code: kind.__name__ for code, kind in ApiError.by_code.items()}


async def calls(client: Any) -> Json:
    """Calls one after the other."""
    results: Json = {}
    outcomes = []
    for step in args["calls"]:
        positional, named = resolve(step.get("args", []), results), resolve(step.get("options", {}), results)
        done = await outcome(getattr(client, step["call"])(*positional, **named))
        if "as" in step:
            results[step["as"]] = done["value"]
        outcomes.append(done)
    return {"outcomes": outcomes, "log": log}


async def act(client: Any) -> Json:
    """Some actions one after the other."""
    table = await client.table(args["id"], token=args["token"])
    options = {"if_match": None} if args.get("if_match", "") is None else {}
    outcomes = []
    while len(outcomes) < args["count"] and await table.wait_for_turn():
        outcomes.append(await outcome(table.act(table.actions[0], **options)))
    versions = [one.get("value", {}).get("version") for one in outcomes]
    legal, events = table.legal, await table.poll_events()
    return {"versions": versions, "outcomes": outcomes, "events": events, "wrong": [], "legal": legal, "log": log}


async def stale(client: Any) -> Json:
    """An action that was decided on an older view."""
    table = await client.table(args["id"], token=args["token"])
    view, actions = table.view, table.actions
    await client.take_action(args["id"], actions[0], token=args["token"])
    error = await outcome(table.act(actions[1], if_match=view))
    return {"before": view["version"], "stale": error, "version": table.view["version"]}


async def simultaneous(client: Any) -> Json:
    """All choose at the same time, and then one on an old view."""
    tables = [await client.table(args["id"], token=token) for token in args["tokens"]]
    view, gesture = tables[0].view, {"type": "gesture", "gesture": "rock"}
    outcomes = [await outcome(table.act(gesture)) for table in tables]
    error = await outcome(tables[0].act(gesture, if_match=view))
    return {
        "outcomes": [one["value"]["version"] if "value" in one else one["name"] for one in outcomes],
        "stale": error,
    }


async def react(client: Any) -> Json:
    """Waits twice until this seat may react."""
    table = await client.table(args["id"], token=args["token"])
    first = await table.wait_for_turn(react=True)
    result = {"first": first, "mayReact": table.may_react, "isMyTurn": table.is_my_turn}
    version = table.view["version"]
    note("react")
    second = await table.wait_for_turn(react=True)
    return {**result, "version": version, "second": second, "later": table.view["version"]}


async def play(client: Any) -> Json:
    """Plays this seat to the end of the game."""
    table = await client.table(args["id"], token=args["token"])
    witness = Witness(table)
    _, versions = await asyncio.gather(witness.listen(), play_seat(table))
    return {"events": witness.events, "wrong": witness.wrong, "versions": versions}


async def game(client: Any) -> Json:
    """A whole game: people and a spectator, each at a live table of their own."""
    seats = [{"name": f"Player {seat}"} for seat in range(args["seats"])]
    created = await client.create_game({"engine": args["engine"], "seats": seats})
    tokens = [seat["token"] for seat in created["seats"]]
    tables = [await client.table(created["id"], token=token) for token in [*tokens, None]]
    witnesses = [Witness(table) for table in tables]
    versions, _ = await asyncio.gather(
        asyncio.gather(*(play_seat(table) for table in tables[:-1])),
        asyncio.gather(*(witness.listen() for witness in witnesses)),
    )
    return {
        "id": created["id"],
        "tokens": tokens,
        "tables": [{"events": one.events, "wrong": one.wrong} for one in witnesses],
        "outcomes": [table.view["outcome"] for table in tables],
        "versions": [version for seat in versions for version in seat],
    }


async def listen(client: Any) -> Json:
    """Listens to the end, from some event on."""
    code, table, witness = None, None, None
    try:
        table = await client.table(args["id"], token=args.get("token"), after=args.get("after", 0))
        witness = Witness(table)
        await witness.listen()
    except ApiError as error:
        code = error.code
    events, wrong = (witness.events, witness.wrong) if witness else ([], [])
    shown = {"status": table.view["status"], "legal": table.legal} if table else {"status": None, "legal": None}
    return {"events": events, "wrong": wrong, "iterated": [one["seq"] for one in events], "error": code, **shown}


SCENES = (operations, errors, calls, act, stale, simultaneous, react, play, game, listen)


class Recorder(logging.Handler):
    """Keeps all messages."""

    def emit(self, record: logging.LogRecord) -> None:
        log.append(record.getMessage())


async def main() -> None:
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(64))
    logger = logging.getLogger("ludotheque_client")
    logger.setLevel(logging.DEBUG)
    logger.addHandler(Recorder())
    random.seed(args.get("seed", 1))
    scenes = {scene.__name__: scene for scene in SCENES}
    client = open_client()
    try:
        result = await scenes[args["scene"]](client)
    finally:
        await client.close()
    sys.stdout.write(json.dumps(result) + "\n")


if __name__ == "__main__":
    asyncio.run(main())
