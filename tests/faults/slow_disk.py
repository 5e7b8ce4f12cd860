"""The scenario of a slow disk: writes and syncs of the embedded store take long at random moments."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tests.support.campaign import Player
from tests.support.http import LiveService
from tests.support.running import wait_for
from tests.support.store_faults import SECOND, StoreFaults

if TYPE_CHECKING:
    from tests.faults.campaign import Stage

SHORT, LONG = 3.0, 8.0
"""Seconds for which a sync hangs: less and more than STORE_TIMEOUT, which is 5."""


@contextmanager
def slow_disk(folder: Path, dice: Random) -> Iterator["Stage"]:
    """One service with the store it starts itself, which syncs its file before each response."""
    from tests.faults.campaign import Stage

    disk = StoreFaults(folder)
    with LiveService(folder, LOG_LEVEL="ERROR", **disk.environment) as service:

        def slow_down(_: list[Player]) -> None:
            """One write or sync in four takes up to 100 ms, for some seconds."""
            disk.set(longest=SECOND // 10, slow_one_in=4)
            time.sleep(dice.uniform(2, 5))
            disk.set(slow_one_in=0)

        def hang(seconds: float) -> None:
            slow = disk.get("slow")
            disk.set(hang=round(seconds * SECOND))
            wait_for(lambda: disk.get("slow") > slow and not disk.get("waiting"))

        def kill_hanging(_: list[Player]) -> None:
            disk.set(hang=60 * SECOND)
            wait_for(lambda: disk.get("waiting") == 1)
            time.sleep(dice.uniform(0, 1))
            disk.set(waiting=0)
            service.kill(service.store_pid())

        def describe(_: list[Player]) -> str:
            calls, slow, waited = disk.get("calls"), disk.get("slow"), disk.get("waited") / SECOND
            assert slow > 10
            return f"{slow:,} of {calls:,} writes and syncs of the store were slow or hung, {waited:.0f} s in all"

        faults = {
            "disk slow": slow_down,
            "sync hangs for 3 s": lambda _: hang(SHORT),
            "sync hangs for 8 s": lambda _: hang(LONG),
            "store killed while a sync hangs": kill_hanging,
        }
        yield Stage(service.url, faults, lambda: wait_for(lambda: service.get("/readyz")[0] == 200), describe)
