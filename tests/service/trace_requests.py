"""What real requests call: `python -m tests.service.trace_requests` prints files and jumps between files for each."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice, pairwise
from types import FrameType
from typing import Any

import httpx

from service.bots import bot_worker, thinking
from service.store.bot_queue import LEASES_KEY, QUEUE_KEYS
from tests.support.declared import unwatched_send
from tests.support.http import InProcess, assert_ok, in_process
from tests.support.running import ROOT
from tests.support.valkey import ValkeyServer

Calls = list[tuple[str, str]]
"""Functions of the project in the order in which they were called, each with the file it is in."""
NDJSON = {"Accept": "application/x-ndjson"}


@contextmanager
def calls() -> Iterator[Calls]:
    """All functions of the project that are called meanwhile in this thread."""
    called: Calls = []

    def note(frame: FrameType, event: str, _: Any) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(f"{ROOT}/") and not file.startswith((f"{ROOT}/tests", f"{ROOT}/.")):
            called.append((file.removeprefix(f"{ROOT}/"), frame.f_code.co_qualname.rpartition("<locals>.")[2]))

    watched, httpx.Client.send = httpx.Client.send, unwatched_send  # type: ignore[method-assign]
    sys.setprofile(note)
    try:
        yield called
    finally:
        sys.setprofile(None)
        httpx.Client.send = watched  # type: ignore[method-assign]


def trace_action(client: InProcess) -> Calls:
    """An accepted action with If-Match and an Idempotency-Key."""
    table = client.create(options={"first_player": 0})
    action = table.legal(0)[0]
    with calls() as called:
        response = table.act(0, action, key="a key", match='"2.0"')
    assert_ok(response)
    return called


def trace_view(client: InProcess) -> Calls:
    """A view of a seat."""
    table = client.create(options={"first_player": 0})
    with calls() as called:
        response = client.get(table.path, token=table.tokens[0])
    assert_ok(response)
    return called


def trace_stream(client: InProcess) -> Calls:
    """The first line of an NDJSON stream and the first event after it."""
    table = client.create(options={"first_player": 0})
    headers = [("Authorization", f"Bearer {table.tokens[0]}"), *NDJSON.items()]
    with client.app.test_client() as browser, calls() as called:
        response = browser.get(f"{table.path}/events?after=0", headers=headers)
        lines = list(islice(response.response, 2))
        response.close()
    assert len(lines) == 2
    return called


def trace_bot_move(client: InProcess) -> Calls:
    """A bot's move, from a worker's lease to its release; thinking is left out, as it is the engine's and the bot's."""
    bot = {"kind": "bot", "level": "random"}
    body = {"engine": "tokyo_poo_divers", "seats": [{"name": "Ana"}, bot], "options": {"first_player": 1}}
    tables = client.app.extensions["tables"]
    tables.store.connection.call("DEL", *QUEUE_KEYS, LEASES_KEY)  # games of other tests would be leased first
    assert_ok(client.post("/v1/games", body), 201)
    think = thinking.choose

    def think_untraced(*args: Any, **options: Any) -> Any:
        profile = sys.getprofile()
        sys.setprofile(None)
        action = think(*args, **options)
        sys.setprofile(profile)
        return action

    thinking.choose = think_untraced
    try:
        with calls() as called:
            (lease,), _ = tables.bot_queue.lease("quick", 1, 1000)
            tables.bot_queue.release(lease, bot_worker.move_bot(tables, lease.game_id))
    finally:
        thinking.choose = think
    assert ("service/table/play.py", "act_for_bot") in called
    return called


TRACES: dict[str, Callable[[InProcess], Calls]] = {
    "an action": trace_action,
    "a view": trace_view,
    "a stream": trace_stream,
    "a bot's move": trace_bot_move,
}


def files_and_jumps(called: Calls) -> tuple[int, int]:
    """How many files these calls are in, and how often two calls in a row are in different files."""
    return len({file for file, _ in called}), sum(before[0] != after[0] for before, after in pairwise(called))


def measure(client: InProcess) -> dict[str, tuple[int, int]]:
    """Files and jumps of each trace, the second time: what is cached the first time is not called again."""
    for trace in TRACES.values():
        trace(client)
    return {name: files_and_jumps(trace(client)) for name, trace in TRACES.items()}


def main() -> None:
    """Print files and jumps of each trace."""
    with ValkeyServer() as server, in_process(server.url) as client:
        for name, (files, jumps) in measure(client).items():
            print(f"{name}: {files} files, {jumps} jumps")  # noqa: T201


if __name__ == "__main__":
    main()
