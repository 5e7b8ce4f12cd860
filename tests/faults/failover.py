"""What a fail-over of the store costs: `python -m tests.faults.failover` prints the table in docs/operations.md.

For each STORE_WAIT_REPLICAS and each kind of fail-over, players act on the real service while Sentinels make another
server the master. Then every log is read.
"""

import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from tests.support.campaign import VerificationResult, playing, verify_games
from tests.support.http import LiveService, api_client
from tests.support.sentinel import Sentinels

PLAYERS = 6
BEFORE, AFTER, BACK = 3.0, 6.0, 12.0
KINDS: dict[str, Callable[[Sentinels], object]] = {
    "`SENTINEL FAILOVER`": lambda store: store.fail_over(),
    "`SENTINEL FAILOVER … COORDINATED`": lambda store: store.fail_over("COORDINATED"),
    "`kill -9` of the master": lambda store: store.kill_master(),
}


def trial(store: Sentinels, service: LiveService, fault: Callable[[Sentinels], object]) -> VerificationResult:
    """One fail-over in mid-game. A server that was killed is started again after twelve seconds."""
    store.settle()
    with api_client(service.url) as api:
        with playing(api, PLAYERS) as team:
            time.sleep(BEFORE)
            back = threading.Timer(BACK, store.revive)
            back.start()
            fault(store)
            time.sleep(AFTER)
            back.join()
        store.settle()
        return verify_games(team)


def main() -> None:
    print_line(
        "| `STORE_WAIT_REPLICAS` | fail-over by | sent | answered | lost | doubled | 503s before | longest wait |"
    )
    print_line("|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder, Sentinels(quick=False) as store:
        for replicas in (0, 1, 2):
            settings = {"REDIS_URL": store.url, "STORE_WAIT_REPLICAS": str(replicas), "LOG_LEVEL": "ERROR"}
            with LiveService(Path(folder) / str(replicas), **settings) as service:
                for name, fault in KINDS.items():
                    result = trial(store, service, fault)
                    assert not result.gaps + result.invalid
                    away = result.errors["503 store_unavailable"]
                    counts = result.sent, result.confirmed, result.lost, result.doubled, away
                    print_line(f"| {replicas} | {name} | {' | '.join(map(str, counts))} | {result.longest:.1f} s |")


def print_line(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
