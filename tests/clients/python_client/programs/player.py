"""Plays a seat and writes down each event, each decision before it is sent, and its result. It may be killed at any
moment and started again: python player.py '{"url": …, "id": …, "token": …, "file": …, "seed": …}'"""

import json
import random
import sys
from pathlib import Path
from typing import Any

from ludotheque_client import GameNotActive, IllegalAction, Ludotheque, NotYourTurn, StaleVersion, Table, new_key


class Memory:
    """A file of lines; the one that was being written when the program was killed is dropped."""

    def __init__(self, path: Path) -> None:
        known = path.read_bytes() if path.exists() else b""
        complete = known[: known.rfind(b"\n") + 1]
        path.write_bytes(complete)
        self.lines: list[dict[str, Any]] = [json.loads(line) for line in complete.splitlines()]
        self._file = path.open("ab", buffering=0)

    def note(self, kind: str, what: object) -> None:
        self.lines.append({kind: what})
        self._file.write(json.dumps({kind: what}).encode() + b"\n")

    def last(self, *kinds: str) -> dict[str, Any]:
        return next((line for line in reversed(self.lines) if not line.keys().isdisjoint(kinds)), {})


def send(table: Table, memory: Memory, decision: dict[str, Any]) -> None:
    result: dict[str, Any] = {"key": decision["key"]}
    try:
        result["version"] = table.act(decision["action"], key=decision["key"])["version"]
    except (GameNotActive, IllegalAction, NotYourTurn, StaleVersion) as error:
        result["error"] = error.code  # the game has changed, or the decision is of an earlier life and was never sent
    memory.note("result", result)


def move(table: Table, memory: Memory) -> None:
    while table.is_my_turn:
        decision = {"key": new_key(), "action": random.choice(table.actions)}
        memory.note("decision", decision)
        send(table, memory, decision)


def main(url: str, id: str, token: str, file: str, seed: int) -> None:  # noqa: A002
    random.seed(seed)
    memory = Memory(Path(file))
    with Ludotheque(url) as client:
        table = client.table(id, token=token, after=memory.last("event").get("event", {"seq": 0})["seq"])
        if "decision" in (pending := memory.last("decision", "result")):
            send(table, memory, pending["decision"])
        move(table, memory)
        for event in table.events():
            memory.note("event", event)
            move(table, memory)
    sys.stdout.write('"over"\n')


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
