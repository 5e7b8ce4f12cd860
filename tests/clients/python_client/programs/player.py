"""Plays a seat and writes down what it hears, before it acts what it decides, and what comes of it. It may be killed at
any moment and started again: python player.py ADDRESS GAME TOKEN FILE SEED"""

import json
import random
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

from ludotheque_client import Ludotheque, Refusal, Table


class Memory:
    """A file of lines; the one that was being written when the program was killed is dropped."""

    def __init__(self, path: Path) -> None:
        known = path.read_bytes() if path.exists() else b""
        whole = known[: known.rfind(b"\n") + 1]
        path.write_bytes(whole)
        self.lines: list[dict[str, Any]] = [json.loads(line) for line in whole.splitlines()]
        self._file = path.open("ab", buffering=0)

    def note(self, kind: str, what: object) -> None:
        self.lines.append({kind: what})
        self._file.write(json.dumps({kind: what}).encode() + b"\n")

    def last(self, *kinds: str) -> dict[str, Any]:
        return next((line for line in reversed(self.lines) if not line.keys().isdisjoint(kinds)), {})


def carry_out(table: Table, memory: Memory, decision: dict[str, Any]) -> None:
    try:
        answer = table.act(decision["action"], key=decision["key"])
    except Refusal as refusal:  # the decision is of an earlier life, and was never carried out
        if refusal.code not in ("not_your_turn", "illegal_action"):
            raise
        answer = None
    memory.note("answer", None if answer is None else answer["version"])


def move(table: Table, memory: Memory) -> None:
    while table.asked:
        decision = {"key": str(uuid4()), "action": random.choice(table.actions)}
        memory.note("decision", decision)
        carry_out(table, memory, decision)


def main(address: str, game: str, token: str, file: str, seed: str) -> None:
    random.seed(seed)
    memory = Memory(Path(file))
    with Ludotheque(address) as client:
        table = client.table(game, token=token, after=memory.last("event").get("event", {"seq": 0})["seq"])
        if "decision" in (pending := memory.last("decision", "answer")):
            carry_out(table, memory, pending["decision"])
        move(table, memory)
        for event in table.events():
            memory.note("event", event)
            move(table, memory)
    sys.stdout.write("over\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
