"""How many games there are. Where there are many, they are counted in a sample, so that counting never takes long."""

import re
from collections import defaultdict

from service.store.connection import Unavailable, answering
from service.store.games import GameStore, table_key
from service.tokens import GAME_ID

SAMPLE = 500
"""Keys that are looked at on each master. Their order is random, as the store keeps them by a hash of their names."""
_TABLE = re.compile(re.escape(table_key("ID")).replace("ID", f"({GAME_ID.pattern})"))


def census(store: GameStore) -> dict[tuple[str, str], int]:
    """About how many games there are by engine and status, exactly if they are few; none while the store is silent."""
    found: defaultdict[tuple[str, str], float] = defaultdict(float)
    try:
        with answering():
            sizes = store.link.each("DBSIZE")
            samples = store.link.each("SCAN", 0, "COUNT", SAMPLE)
        for master, (_, keys) in samples.items():
            named = [match[1] for key in keys if (match := _TABLE.fullmatch(key.decode()))]
            for game in filter(None, store.list_games(named)):
                found[game.brief.engine, game.meta.status] += sizes[master] / len(keys)
    except Unavailable:
        return {}
    return {labels: round(count) for labels, count in found.items()}
