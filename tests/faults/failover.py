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

from tests.support.campaign import VerificationResult, judged, playing
from tests.support.http import LiveService, calling
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
    with calling(service.url) as api:
        with playing(api, PLAYERS) as team:
            time.sleep(BEFORE)
            back = threading.Timer(BACK, store.revive)
            back.start()
            fault(store)
            time.sleep(AFTER)
            back.join()
        store.settle()
        return judged(team)


def main() -> None:
    say("| `STORE_WAIT_REPLICAS` | fail-over by | sent | answered | lost | doubled | 503s before | longest wait |")
    say("|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder, Sentinels(quick=False) as store:
        for replicas in (0, 1, 2):
            asked = {"REDIS_URL": store.url, "STORE_WAIT_REPLICAS": str(replicas), "LOG_LEVEL": "ERROR"}
            with LiveService(Path(folder) / str(replicas), **asked) as service:
                for name, fault in KINDS.items():
                    found = trial(store, service, fault)
                    assert not found.gaps + found.invalid
                    away = found.errors["503 store_unavailable"]
                    counts = found.sent, found.answered, found.lost, found.doubled, away
                    say(f"| {replicas} | {name} | {' | '.join(map(str, counts))} | {found.longest:.1f} s |")


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
