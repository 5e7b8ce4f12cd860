"""The embedded store through every fault of the campaign, and with a file that cannot grow."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

from tests.faults.campaign import campaign
from tests.support.campaign import actions, playing, verify_games
from tests.support.http import LiveService, api_client
from tests.support.running import wait_for

LARGEST = 2 << 20


def test_whatever_is_killed_nothing_is_lost_or_done_twice() -> None:
    done, verdict = campaign("embedded", 100, seed=1)
    assert set(done.values()) == {1}
    assert verdict.confirmed == verdict.sent >= 100
    assert not verdict.wrong


@contextmanager
def small_files() -> Iterator[None]:
    """What is started meanwhile cannot write files of more than 2 MiB, as if the disk were full then."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_when_the_store_cannot_write_its_file_nothing_is_confirmed_and_nothing_is_lost(tmp_path: Path) -> None:
    with LiveService(tmp_path, LOG_LEVEL="ERROR") as service, api_client(service.url) as api:
        with small_files():
            service.restart()
        with redis.Redis.from_url(service.store_url()) as store:
            store.set("filler", bytes(LARGEST - 100_000))
        with playing(api, 3) as team:
            wait_for(lambda: sum(player.errors["503 store_unavailable"] for player in team) >= 10, timeout=60)
            assert "the embedded store ended" in service.errors()
            assert actions(team)
            service.restart()
            reached = actions(team)
            wait_for(lambda: actions(team) >= reached + 20, timeout=60)
        verdict = verify_games(team)
    assert not verdict.wrong
