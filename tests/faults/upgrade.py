"""The scenario of an upgrade and the way back: replicas of this version and of the previous one, on one store.

What one version has stored, the other reads, continues and sends again. To the players it is a rolling restart.
"""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tests.faults.witness import Witness, assert_replayed
from tests.support.campaign import Player, actions
from tests.support.http import Api, LiveService, api_client
from tests.support.listening import open_stream
from tests.support.nginx import Deployment, two_replicas
from tests.support.running import ROOT, children

if TYPE_CHECKING:
    from tests.faults.campaign import Stage

PREVIOUS_COMMIT = "67815d1"
"""The previous version: the tag of the last release, or this commit until there is one. See CONTRIBUTING.md."""
PREVIOUS, THIS = "the previous version", "this version"
GAMES = [{"engine": "dragon_fights", "seats": [{"name": "Ana"}, {"name": "Ben"}]}]
"""The games that both versions play by the same rules. Once there is a release, these are all it has."""


def previous_version(folder: Path) -> Path:
    """The source tree of the previous version, put into this folder."""
    line = ["git", "-C", str(ROOT), "archive", "--format=tar", PREVIOUS_COMMIT]
    archive = subprocess.run(line, capture_output=True, check=False)
    assert archive.returncode == 0, f"this clone has no {PREVIOUS_COMMIT}: get it with git fetch --unshallow --tags"
    folder.mkdir(parents=True)
    subprocess.run(["tar", "--extract", "--directory", str(folder)], input=archive.stdout, check=True)
    return folder


@contextmanager
def upgrade(folder: Path, dice: Random) -> Iterator["Stage"]:
    """Two replicas on one store behind nginx, which are replaced one after the other by the other version."""
    from tests.faults.campaign import Stage, pause

    with (
        two_replicas(folder, LOG_LEVEL="ERROR") as deployment,
        api_client(deployment.nginx.url, any_version=True) as api,
    ):
        replicas = Replicas(deployment, previous_version(folder / "previous"), api)
        replicas.replace(PREVIOUS, PREVIOUS)

        def replace(one: str, two: str, team: list[Player]) -> None:
            replicas.count(team)
            replicas.replace(one, two, lambda: pause(dice))

        yield Stage(
            deployment.nginx.url,
            {
                "upgrade": partial(replace, THIS, THIS),
                "back to the previous version": partial(replace, PREVIOUS, PREVIOUS),
                "one replica of each version": partial(replace, PREVIOUS, THIS),
            },
            lambda: replicas.replace(PREVIOUS, THIS),  # both versions read the logs and verify the records
            replicas.describe,
            GAMES,
            any_version=True,
        )


class Replicas:
    """Two replicas, each of which runs one of the two versions."""

    def __init__(self, deployment: Deployment, previous: Path, api: Api) -> None:
        self._deployment, self._api = deployment, api
        self._folders = {THIS: ROOT, PREVIOUS: previous}
        self._running = [THIS, THIS]
        self._replaced, self._repeated = 0, 0
        self._confirmed: Counter[str] = Counter()
        """Actions, by what the replicas ran."""

    def replace(self, one: str, two: str, wait: Callable[[], object] = lambda: None) -> None:
        """Have the replicas run these versions: stop and start one after the other, if it is not what they run. What
        was accepted before is sent again afterwards, and a stream that was read before is resumed.
        """
        witness = Witness(self._api, GAMES[0])
        for number, (replica, version) in enumerate(zip(self._deployment.replicas, (one, two), strict=True)):
            witness.act()
            if self._running[number] != version:
                assert replica.stop()[0] == 0
                replica.folder = self._folders[version]
                replica.restart()
                assert _folders_of(replica) == {replica.folder}
                self._running[number] = version
                self._replaced += 1
                wait()
            for each in self._deployment.replicas:
                self._read(each, witness)

    def count(self, team: list[Player]) -> None:
        """Count what was confirmed since the last time for what has run since."""
        self._confirmed[" and ".join(sorted(set(self._running)))] += actions(team) - self._confirmed.total()

    def describe(self, team: list[Player]) -> str:
        """Have this version check the store. Says how often a replica was replaced, and what was confirmed when."""
        self.count(team)
        environment = {**os.environ, "REDIS_URL": self._deployment.replicas[0].settings["REDIS_URL"]}
        line = [sys.executable, "-m", "service", "check"]
        check = subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert check.stdout.endswith(" games, 0 damaged\n"), check.stdout + check.stderr
        confirmed = ", ".join(f"{count:,} with {versions}" for versions, count in sorted(self._confirmed.items()))
        return (
            f"{self._replaced} × a replica was replaced by the other version ({PREVIOUS_COMMIT}); actions confirmed: "
            f"{confirmed}; {self._repeated} were repeated at another version; `check`: {check.stdout.strip()}"
        )

    def _read(self, replica: LiveService, witness: Witness) -> None:
        """This replica has all that the witness did, and applies none of it again."""
        with api_client(replica.url, any_version=True) as api:
            table = witness.table.through(api)
            for accepted in witness.accepted:
                assert_replayed(witness.repeat(accepted, api), accepted)
                self._repeated += 1
            assert table.view()["version"] == witness.version
            first = witness.accepted[0].response["events"][-1]
            expected = [event for event in table.events() if event["seq"] > first["seq"]]
            with open_stream(table, last=first["seq"]) as stream:
                events = stream.events()
                assert [next(events) for _ in expected] == expected


def _folders_of(service: LiveService) -> set[Path]:
    """The folders in which the processes of this service run, and from which they import their code."""
    assert service.process is not None
    return {Path(f"/proc/{pid}/cwd").readlink() for pid in children(service.process.pid)}
