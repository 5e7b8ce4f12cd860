"""The scenario of a restore: a backup of the embedded store is put back while clients go on.

What was confirmed before the backup must be there afterwards: if it is not, it counts as lost. What was confirmed later
is gone, as it must be. It is taken from the players, and counted among the errors. The spectators have to be told.
"""

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from service.server.store_files import FOLDER, SIZES_NAME
from tests.faults.witness import Witness, assert_replayed
from tests.support.campaign import Player
from tests.support.http import Api, LiveService, api_client, assert_ok, assert_problem
from tests.support.listening import open_stream
from tests.support.running import suspend, wait_for
from tests.support.valkey import ValkeyServer

if TYPE_CHECKING:
    from tests.faults.campaign import Stage

GAME = {"engine": "dragon_fights", "seats": [{"name": "Ana"}, {"name": "Ben"}]}
"""A long game, so that most tables are older than the backup."""
GONE = "actions confirmed after the backup"


@contextmanager
def restore(folder: Path, dice: Random) -> Iterator["Stage"]:
    """One service with the store it starts itself."""
    from tests.faults.campaign import Stage, pause

    with LiveService(folder, LOG_LEVEL="ERROR") as service, api_client(service.url) as api:
        backups = Backups(service, api, folder / "backup", lambda: pause(dice))
        yield Stage(
            service.url,
            {
                "copy of the stopped service restored": partial(backups.strike, backups.copy_stopped, backups.replace),
                "snapshot restored into an empty DATA_DIR": partial(
                    backups.strike, backups.snapshot, backups.put_alone
                ),
            },
            lambda: wait_for(lambda: service.get("/readyz")[0] == 200),
            backups.describe,
            [GAME],
        )


class Backups:
    """Makes a backup as docs/operations.md says, lets the players go on, and puts it back."""

    def __init__(self, service: LiveService, api: Api, backup: Path, wait: Callable[[], object]) -> None:
        self._service, self._api, self._backup, self._wait = service, api, backup, wait
        self._files = service.data_dir / FOLDER
        self._restored = 0

    def strike(self, back_up: Callable[[], None], put_back: Callable[[], None], team: list[Player]) -> None:
        """A backup, some seconds of play, and the restore."""
        witness = Witness(self._api, GAME)
        for _ in range(3):
            witness.act()
        shutil.rmtree(self._backup, ignore_errors=True)
        back_up()
        self._wait()
        for _ in range(3):
            witness.act()
        self._service.kill9()
        self._wait()  # what was confirmed has reached the players
        forget(team, versions_in(self._backup))
        put_back()
        before = [len(player.responses) for player in team]
        self._service.restart()
        assert "was cut" not in self._service.errors()
        self._restored += 1
        check(witness)
        wait_for(lambda: all(len(player.responses) > count for player, count in zip(team, before, strict=True)))
        end_again(team)

    def copy_stopped(self) -> None:
        """Stop the service, copy the folder, and start the service again."""
        assert self._service.stop()[0] == 0
        shutil.copytree(self._files, self._backup)
        self._service.restart()

    def snapshot(self) -> None:
        """Copy the folder at one moment, as a snapshot of the file system does: the server is stopped meanwhile."""
        store = self._service.store_pid()
        suspend(store)
        shutil.copytree(self._files, self._backup)
        os.kill(store, signal.SIGCONT)

    def replace(self) -> None:
        """Replace the whole folder, and remove the record of its sizes."""
        shutil.rmtree(self._files)
        shutil.copytree(self._backup, self._files)
        (self._service.data_dir / SIZES_NAME).unlink()

    def put_alone(self) -> None:
        """Put the folder into an empty DATA_DIR."""
        shutil.rmtree(self._service.data_dir)
        shutil.copytree(self._backup, self._files)

    def describe(self, team: list[Player]) -> str:
        """Says how often a backup was put back, and who was told."""
        gone = sum(player.errors[GONE] for player in team)
        told = sum(player.spectator.cuts["409 log_behind"] for player in team)
        assert gone
        assert told
        return f"{self._restored} × a backup was put back; {gone:,} {GONE} were gone; {told} streams were told so"


def versions_in(backup: Path) -> dict[str, int]:
    """The version that each game has in this backup, as a server reads it."""
    copy = backup.with_name("copy")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(backup, copy / FOLDER)
    with ValkeyServer(directory=copy, appendonly="yes") as server:
        names = server.ask("KEYS", "game:{*}")
        assert isinstance(names, list)
        return {str(name)[len("game:{") : -1]: int(str(server.ask("HGET", str(name), "version"))) for name in names}


def forget(team: list[Player], versions: dict[str, int]) -> None:
    """Take from the players what was confirmed after the backup, and the tables that did not exist yet."""
    for player in team:
        kept = [one for one in player.responses if one[1]["version"] <= versions.get(one[0].id, 0)]
        player.errors[GONE] += len(player.responses) - len(kept)
        player.responses[:] = kept
        for place, table in reversed(list(enumerate(player.tables))):
            if table.id not in versions:
                del player.tables[place], player.spectator.received[place : place + 1]


def check(witness: Witness) -> None:
    """What was done before the backup is there, what came later is gone, and clients that name it are told so."""
    *before, lost, _, last = witness.accepted
    table = witness.table
    assert table.view()["version"] == before[-1].response["version"]
    for accepted in before:
        assert_replayed(witness.repeat(accepted), accepted)
    stale = f'"{last.response["version"]}.{last.seat}"'
    assert_problem(table.act(last.seat, last.action, match=stale), 412, "stale_version")
    with open_stream(table, last=last.response["events"][-1]["seq"]) as stream:
        assert stream.response.status_code == 409
        stream.response.read()
        assert_problem(stream.response, 409, "log_behind")
    anew = witness.repeat(lost)
    assert "Idempotent-Replayed" not in anew.headers
    assert assert_ok(anew)["version"] == lost.response["version"]
    assert_ok(witness.repeat(lost))
    assert table.view()["version"] == lost.response["version"], "and it is done once"


def end_again(team: list[Player]) -> None:
    """Abandon the games that were over and are not any more: nobody plays them. Who watched them to their end is told
    that there is less now, and watches them again.
    """
    for player in team:
        spectator = player.spectator
        for table in player.tables[:-1]:
            if player.retry_until_response(lambda table=table: table.api.get(table.path)).json()["status"] == "active":  # type: ignore[misc]
                player.retry_until_response(lambda table=table: table.api.delete(table.path, token=table.host))  # type: ignore[misc]
        for events, table in zip(spectator.received[:-1], player.tables[:-1], strict=False):
            if events != table.events():
                spectator.follow(table, events)
