"""The scenario of damaged files: the service is killed, its file is damaged, and what a start or a repair says is true.

What was confirmed and lies beyond the bytes that are said to be left is taken from the players and their spectators, so
it need not be in the logs at the end. All else must be there: a loss that was not said counts as lost.
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import msgspec

from service.server.store_files import ADVICE, FOLDER, MANIFEST, SIZES_NAME, Sizes
from tests.support.campaign import Player
from tests.support.http import LiveService
from tests.support.listening import open_stream
from tests.support.running import ROOT, TIMEOUT, wait_for

if TYPE_CHECKING:
    from tests.faults.campaign import Stage

BASE, INCR = "appendonly.aof.1.base.rdb", "appendonly.aof.1.incr.aof"
EXEC = b"*1\r\n$4\r\nEXEC\r\n"
COMMITTED = re.compile(rb"\r\ngame:\{([\w-]{22})\}\r\n\$7\r\nversion\r\n\$\d+\r\n(\d+)\r\n")
"""The part of a commit in the file that names the game and its version."""
MOST_CUT = 40_000
"""Bytes of confirmed actions that are cut off at most."""
SAID = re.compile(r"(?:was cut: |^lost |^)([\d,]+) of the ([\d,]+) bytes", re.M)
DROPPED = re.compile(r"dropped the last ([\d,]+) bytes")


@contextmanager
def damaged_files(folder: Path, dice: Random) -> Iterator["Stage"]:
    """One service with the store it starts itself, whose files are damaged while it is down."""
    from tests.faults.campaign import Stage, pause

    with LiveService(folder, LOG_LEVEL="ERROR") as service:
        damages = Damages(service, dice)

        def strike(damage: Callable[[list[Player]], object], team: list[Player]) -> None:
            wait_for(damages.are_known)
            service.kill9()
            pause(dice)
            damage(team)
            end_again(team)
            assert run(service, "check").stdout.endswith(" games, 0 damaged\n")

        faults: dict[str, Callable[[list[Player]], object]] = {
            "cut in the middle": damages.cut,
            "cut between two entries": partial(damages.cut, between=True),
            "half an entry at the end": damages.leave_unfinished,
            "zeros at the end": damages.add_zeros,
            "damaged in the middle": damages.garble,
            "emptied and put back": lambda _: damages.empty(INCR),
            "increment gone and put back": lambda _: damages.remove(INCR),
            "base gone": lambda _: damages.remove(BASE),
            "manifest gone": lambda _: damages.remove(MANIFEST),
        }
        yield Stage(
            service.url,
            {name: partial(strike, damage) for name, damage in faults.items()},
            lambda: wait_for(lambda: service.get("/readyz")[0] == 200),
        )


class Damages:
    """What is done to the files of a killed service, and how it is started again."""

    def __init__(self, service: LiveService, dice: Random) -> None:
        self._service, self._dice = service, dice
        self._folder = service.data_dir / FOLDER
        self._incr = self._folder / INCR

    def are_known(self) -> bool:
        """Whether the launcher has recorded that there is more than may be cut off."""
        return self._known() > MOST_CUT + 10_000

    def cut(self, team: list[Player], *, between: bool = False) -> None:
        """Cut off entries that were confirmed: the start says so."""
        content, known = self._incr.read_bytes(), self._known()
        at = self._place(known)
        left = content[:at].rindex(EXEC) + len(EXEC)
        self._incr.write_bytes(content[: left if between else at])
        forget(team, content, left)
        self._service.restart()
        (line,) = self._service.errors().splitlines()
        assert line.startswith(f"ludotheque: {self._incr} was cut: ")
        assert bytes_left(line) == left
        (loss,) = msgspec.json.decode(self._service.get("/readyz")[1])["store_losses"]
        assert loss["known_bytes"] - loss["missing_bytes"] == left

    def leave_unfinished(self, _: list[Player]) -> None:
        """Add the beginning of a commit, as a crash may leave it: nothing is lost."""
        content = self._incr.read_bytes()
        begin = content.rindex(b"*1\r\n$5\r\nMULTI")
        self._incr.write_bytes(content + content[begin : self._dice.randrange(begin + 1, len(content))])
        self._service.restart()
        (line,) = self._service.errors().splitlines()
        (dropped,) = map(number, DROPPED.findall(line))
        assert self._incr.stat().st_size >= len(content)
        assert "and so not confirmed" in line
        assert dropped < len(content) - begin

    def add_zeros(self, team: list[Player]) -> None:
        """Add 4 KiB of zeros, as some file systems do after a power failure: a repair cuts off just these."""
        content = self._incr.read_bytes()
        self._incr.write_bytes(content + bytes(4096))
        self._reject("cannot read its file")
        self._repair_and_restart(team, content, len(content))

    def garble(self, team: list[Player]) -> None:
        """Damage an entry that was confirmed: a repair cuts off all from there."""
        content = self._incr.read_bytes()
        at = content.index(b"\r\n$", self._place(self._known()))
        self._incr.write_bytes(content[:at] + b"????" + content[at + 4 :])
        self._reject("cannot read its file")
        self._repair_and_restart(team, content, content[:at].rindex(EXEC) + len(EXEC))

    def empty(self, name: str) -> None:
        """Empty a part, and put it back when the start is rejected."""
        content = (self._folder / name).read_bytes()
        (self._folder / name).write_bytes(b"")
        self._reject(f"{name} is empty")
        (self._folder / name).write_bytes(content)
        self._service.restart()
        assert self._service.errors() == ""

    def remove(self, name: str) -> None:
        """Remove a part. The increment is put back when the start is rejected, and a repair does without the others."""
        content, path = (self._folder / name).read_bytes(), self._folder / name
        path.unlink()
        self._reject(f"{name} is missing")
        if name == INCR:
            path.write_bytes(content)
            self._service.restart()
        else:
            before = self._incr.read_bytes()
            self._repair_and_restart([], before, len(before))

    def _repair_and_restart(self, team: list[Player], content: bytes, left: int) -> None:
        forget(team, content, left)
        said = run(self._service, "repair").stdout
        parts = [line for line in said.splitlines() if BASE not in line]
        assert all(bytes_left(line) in (None, left) for line in parts if not line.startswith("lost 89 of"))
        assert self._incr.stat().st_size == left
        self._service.restart()
        assert self._service.errors() == ""

    def _reject(self, why: str) -> None:
        process = self._service.launch()
        assert process.wait(TIMEOUT) == 1
        (line,) = self._service.errors().splitlines()
        assert why in line
        assert line.endswith(ADVICE)

    def _known(self) -> int:
        return msgspec.json.decode((self._service.data_dir / SIZES_NAME).read_bytes(), type=Sizes).of(INCR)

    def _place(self, known: int) -> int:
        """A place among what is known to be written, not far from its end."""
        return known - self._dice.randint(1, MOST_CUT)


def forget(team: list[Player], content: bytes, left: int) -> None:
    """Take from the players and spectators what is said to be lost: what was committed beyond the bytes that are left.

    Nothing runs meanwhile, so nobody adds to these lists.
    """
    versions: dict[str, int] = {}
    for match in COMMITTED.finditer(content, 0, left):
        versions[match[1].decode()] = int(match[2])
    for player in team:
        kept = [one for one in player.responses if one[1]["version"] <= versions.get(one[0].id, 0)]
        player.errors["actions said to be lost"] += len(player.responses) - len(kept)
        player.responses[:] = kept
        received = player.spectator.received
        for place, table in reversed(list(enumerate(player.tables))):
            version = versions.get(table.id, 0)
            if place < len(received):
                received[place][:] = [event for event in received[place] if event["version"] <= version]
            if not version:
                del player.tables[place], received[place : place + 1]


def end_again(team: list[Player]) -> None:
    """Abandon the games that were over and are not any more, because their last action is lost: nobody plays them. Who
    watched them connects again.
    """
    for player in team:
        received = player.spectator.received
        for events, table in zip(received[:-1], player.tables[:-1], strict=False):
            view = player.retry_until_response(lambda table=table: table.api.get(table.path))  # type: ignore[misc]
            if view.json()["status"] == "active":
                player.retry_until_response(lambda table=table: table.api.delete(table.path, token=table.host))  # type: ignore[misc]
                with open_stream(table, last=events[-1]["seq"]) as stream:
                    events.extend(stream.events())


def bytes_left(line: str) -> int | None:
    """How many bytes are left, by a line that says what is lost."""
    match = SAID.search(line)
    return number(match[2]) - number(match[1]) if match else None


def number(text: str) -> int:
    return int(text.replace(",", ""))


def run(service: LiveService, command: str) -> subprocess.CompletedProcess[str]:
    """A command on the DATA_DIR of the service, which must succeed."""
    environment = {**os.environ, "DATA_DIR": str(service.data_dir), "REDIS_URL": ""}
    line = [sys.executable, "-m", "service", command]
    return subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
