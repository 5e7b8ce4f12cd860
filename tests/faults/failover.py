"""What a fail-over of the store costs: `python -m tests.faults.failover` prints the table in docs/operations.md.

For each STORE_WAIT_REPLICAS and each kind of fail-over, players act on the real service while Sentinels make another
server the master. Then every log is read. Each server is in a network namespace with a Sentinel, so this needs root.
"""

import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from tests.support.campaign import VerificationResult, playing, verify_games
from tests.support.http import LiveService, api_client
from tests.support.network import Network
from tests.support.sentinel import Sentinels

PLAYERS = 6
BEFORE, AFTER, BACK, CUT = 3.0, 6.0, 12.0, 20.0
KINDS: dict[str, Callable[[Sentinels, Network], object]] = {
    "`SENTINEL FAILOVER`": lambda store, _: store.fail_over(),
    "`SENTINEL FAILOVER … COORDINATED`": lambda store, _: store.fail_over("COORDINATED"),
    "`kill -9` of the master": lambda store, _: store.kill_master(),
    "partition for 20 s": lambda store, network: cut_off(store, network),
}


def cut_off(store: Sentinels, network: Network) -> None:
    """Cut the master off from its peers, with the Sentinel beside it; the service reaches all of them."""
    network.cut(store.master().host)
    time.sleep(CUT)
    network.heal()


def trial(
    store: Sentinels, network: Network, service: LiveService, fault: Callable[[Sentinels, Network], object]
) -> VerificationResult:
    """One fail-over in mid-game. A server that was killed is started again after twelve seconds."""
    store.settle()
    with api_client(service.url) as api:
        with playing(api, PLAYERS) as team:
            time.sleep(BEFORE)
            back = threading.Timer(BACK, store.revive)
            back.start()
            fault(store, network)
            time.sleep(AFTER)
            back.join()
        store.settle()
        return verify_games(team)


def main() -> None:
    print_line(
        "| `STORE_WAIT_REPLICAS` | fail-over by | sent | answered | lost | doubled | 503s before | longest wait |"
    )
    print_line("|---|---|---|---|---|---|---|---|")
    with (
        tempfile.TemporaryDirectory() as folder,
        Network(3) as network,
        Sentinels(quick=False, hosts=network.hosts) as store,
    ):
        for replicas in (0, 1, 2):
            settings = {"REDIS_URL": store.url, "STORE_WAIT_REPLICAS": str(replicas), "LOG_LEVEL": "ERROR"}
            with LiveService(Path(folder) / str(replicas), **settings) as service:
                for name, fault in KINDS.items():
                    result = trial(store, network, service, fault)
                    assert not result.gaps + result.invalid
                    away = result.errors["503 store_unavailable"]
                    counts = result.sent, result.confirmed, result.lost, result.doubled, away
                    print_line(f"| {replicas} | {name} | {' | '.join(map(str, counts))} | {result.longest:.1f} s |")


def print_line(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
