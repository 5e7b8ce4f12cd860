"""`ludotheque check`: reads every game of the store, and prints those that are damaged."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from service.server.embedded_store import EmbeddedStore, running_store_url
from service.server.launcher import LaunchError, print_error, private_run_directory
from service.server.valkey_server import StoreError
from service.settings import SettingError, Settings, read
from service.store import GameStore, Unavailable, open_store
from service.store.info import all_games
from service.table.integrity import find_damage


@contextmanager
def store_url(settings: Settings) -> Iterator[str]:
    """The URL of the store: the one that is set, the embedded one of the service that runs on DATA_DIR, or one that is
    started for as long as it is needed.
    """
    if settings.redis_url is not None:
        yield settings.redis_url
        return
    if not settings.data_dir.is_dir():
        raise StoreError(f"there is no DATA_DIR {settings.data_dir}")
    with private_run_directory() as run_dir:
        store = EmbeddedStore(settings.data_dir, run_dir.path, print_error, settings.store_memory)
        try:
            if store.claim_if_free():
                store.start(lambda: False)
                yield store.url
            else:
                yield running_store_url(settings.data_dir)
        finally:
            store.stop()


def check_games(store: GameStore, *, remove_damaged: bool) -> int:
    """Print each damaged game, and at the end how many there are; returns how many are left."""
    game_ids, damaged = all_games(store.connection), 0
    for game_id in sorted(game_ids):
        damage = find_damage(store, game_id)
        if damage is not None:
            damaged += 1
            if remove_damaged:
                store.remove_all(game_id)
            sys.stdout.write(f"game {game_id}: {damage}{'; removed' if remove_damaged else ''}\n")
    sys.stdout.write(f"{len(game_ids)} games, {damaged} damaged\n")
    return 0 if remove_damaged else damaged


def main(*, remove_damaged: bool) -> int:
    """Check all games; returns the exit code: 2 for a wrong setting, 1 if a game is damaged or none can be read."""
    try:
        settings = read(os.environ)
        with store_url(settings) as url:
            store = GameStore(open_store(url, settings.store_timeout))
            return 1 if check_games(store, remove_damaged=remove_damaged) else 0
    except SettingError as error:
        print_error(str(error))
        return 2
    except (LaunchError, StoreError) as error:
        print_error(str(error))
    except Unavailable as error:
        print_error(f"the store cannot be read: {error}")
    return 1
