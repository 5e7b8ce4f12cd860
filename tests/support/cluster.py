"""A real cluster: three masters, each with a replica or more, on loopback or each server on its host."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from itertools import cycle

from tests.support.running import wait_for
from tests.support.valkey import LOOPBACK, Host, ValkeyServer, is_master, replicas_of, revive

SLOTS = 16384


class Cluster(ExitStack):
    """Servers that know each other: the first three are masters, and have the others as replicas in turn."""

    def __init__(self, hosts: Sequence[Host] = (LOOPBACK,) * 6) -> None:
        super().__init__()
        self._hosts = hosts

    def __enter__(self) -> "Cluster":
        super().__enter__()
        try:
            self._start()
        except BaseException:
            self.close()
            raise
        return self

    def _start(self) -> None:
        options = {"cluster_node_timeout": "2000", "repl_diskless_sync_delay": "0"}
        options["cluster_allow_replica_migration"] = "no"  # each master keeps its own
        self.nodes = nodes = [
            self.enter_context(ValkeyServer(cluster=True, host=host, **options)) for host in self._hosts
        ]
        self.masters, self.replicas = nodes[:3], nodes[3:]
        edges = [SLOTS * part // 3 for part in range(4)]
        for part, master in enumerate(self.masters):
            master.ask("CLUSTER", "ADDSLOTSRANGE", str(edges[part]), str(edges[part + 1] - 1))
        for node in nodes[1:]:
            node.ask("CLUSTER", "MEET", nodes[0].host.address, str(nodes[0].port), str(nodes[0].cluster_port))
        wait_for(lambda: all(f"cluster_known_nodes:{len(nodes)}" in str(node.ask("CLUSTER", "INFO")) for node in nodes))
        for master, replica in zip(cycle(self.masters), self.replicas, strict=False):
            replica.ask("CLUSTER", "REPLICATE", str(master.ask("CLUSTER", "MYID")))
        wait_for(self.is_settled)
        self.url = "redis+cluster://" + ",".join(master.address for master in self.masters)

    def leading(self) -> list[ValkeyServer]:
        """The servers that are masters now."""
        return [node for node in self.nodes if node.running and is_master(node)]

    def heir(self, master: ValkeyServer) -> ValkeyServer:
        """The replica of this master."""
        line = f"master_port:{master.port}\r"
        return next(node for node in self.nodes if node.running and line in str(node.ask("INFO", "replication")))

    def master_of(self, key: str) -> ValkeyServer:
        """The master that has this key's slot, once all masters say the same: news takes a while to reach them."""
        wait_for(lambda: len({master_port(master, key) for master in self.leading()}) == 1)
        port = master_port(self.leading()[0], key)
        return next(server for server in self.nodes if server.port == port)

    def move(self, key: str, meanwhile: Callable[[], object]) -> None:
        """Move this key's slot to another master, one key after the other; `meanwhile` is called in between."""
        masters, old = self.leading(), self.master_of(key)
        slot, new = str(old.ask("CLUSTER", "KEYSLOT", key)), next(master for master in masters if master is not old)
        ids = {master: str(master.ask("CLUSTER", "MYID")) for master in (old, new)}
        new.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", ids[old])
        old.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", ids[new])
        while keys := old.ask("CLUSTER", "GETKEYSINSLOT", slot, "1"):
            meanwhile()
            assert isinstance(keys, list)
            old.ask("MIGRATE", new.host.address, str(new.port), str(keys[0]), "0", "5000")
        meanwhile()
        for master in (new, old, *masters):
            master.ask("CLUSTER", "SETSLOT", slot, "NODE", ids[new])

    def hand_over(self, master: ValkeyServer) -> None:
        """Have this master hand over to its replica."""
        heir = self.heir(master)
        heir.ask("CLUSTER", "FAILOVER")
        wait_for(lambda: is_master(heir))

    def kill_master(self, master: ValkeyServer) -> None:
        """Kill this master as a crash would, and wait until its replica has taken over."""
        heir = self.heir(master)
        master.kill()
        wait_for(lambda: is_master(heir), timeout=30)

    def settle(self) -> None:
        """Start what was killed, and wait until there are three masters with a replica each, as all nodes say."""
        revive(self.nodes)
        wait_for(self.is_settled, timeout=60)

    def is_settled(self) -> bool:
        """Whether each master has its replica, and every node takes the cluster for complete."""
        return (
            len(self.leading()) == 3
            and all(replicas_of(master) == len(self.replicas) // 3 for master in self.leading())
            and all("cluster_state:ok" in str(node.ask("CLUSTER", "INFO")) for node in self.nodes)
        )

    def keys(self, pattern: str) -> list[str]:
        """The keys like this on all masters."""
        names = [master.ask("KEYS", pattern) for master in self.masters]
        return [str(key) for keys in names if isinstance(keys, list) for key in keys]

    def calls(self, command: str) -> int:
        """How often clients have sent this command, over all masters."""
        statistics = "".join(str(master.ask("INFO", "commandstats")) for master in self.masters)
        return sum(int(part.partition(",")[0]) for part in statistics.split(f"cmdstat_{command}:calls=")[1:])


def master_port(server: ValkeyServer, key: str) -> int:
    """The port of the master that has this key's slot, as far as this one knows."""
    slot, ranges = int(str(server.ask("CLUSTER", "KEYSLOT", key))), server.ask("CLUSTER", "SLOTS")
    assert isinstance(ranges, list)
    (port,) = [node[1] for first, last, node, *_ in ranges if first <= slot <= last]  # type: ignore[misc, operator]
    return int(str(port))
