"""A real cluster on loopback: three masters, each with a replica."""

from contextlib import ExitStack

from tests.support.running import wait_for
from tests.support.valkey import ValkeyServer

SLOTS = 16384


class Cluster(ExitStack):
    """Six servers that know each other."""

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
        nodes = [self.enter_context(ValkeyServer(cluster=True, **options)) for _ in range(6)]
        self.masters, self.replicas = nodes[:3], nodes[3:]
        edges = [SLOTS * part // 3 for part in range(4)]
        for part, master in enumerate(self.masters):
            master.ask("CLUSTER", "ADDSLOTSRANGE", str(edges[part]), str(edges[part + 1] - 1))
        for node in nodes[1:]:
            node.ask("CLUSTER", "MEET", "127.0.0.1", str(nodes[0].port), str(nodes[0].cluster_port))
        wait_for(lambda: all("cluster_known_nodes:6" in str(node.ask("CLUSTER", "INFO")) for node in nodes))
        for master, replica in zip(self.masters, self.replicas, strict=True):
            replica.ask("CLUSTER", "REPLICATE", str(master.ask("CLUSTER", "MYID")))
        wait_for(lambda: all("cluster_state:ok" in str(node.ask("CLUSTER", "INFO")) for node in nodes))
        wait_for(lambda: all("state=online" in str(master.ask("INFO", "replication")) for master in self.masters))
        self.url = "redis+cluster://" + ",".join(f"127.0.0.1:{master.port}" for master in self.masters)

    def keys(self, pattern: str) -> list[str]:
        """The keys like this on all masters."""
        found = [master.ask("KEYS", pattern) for master in self.masters]
        return [str(key) for keys in found if isinstance(keys, list) for key in keys]

    def calls(self, command: str) -> int:
        """How often clients have sent this command, over all masters."""
        told = "".join(str(master.ask("INFO", "commandstats")) for master in self.masters)
        return sum(int(part.partition(",")[0]) for part in told.split(f"cmdstat_{command}:calls=")[1:])
