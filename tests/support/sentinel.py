"""Real Sentinels: three of them watch one master with two replicas, on loopback or each beside a server on its host."""

import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress

from service.server import valkey_server
from tests.support.running import wait_for
from tests.support.valkey import LOOPBACK, Host, ValkeyServer, replicas_of, revive

SERVICE = "games"
# The usual periods, in milliseconds, are made for machines that are far apart. These only make the tests shorter.
PERIODS = {"info-period": "500", "publish-period": "300", "ask-period": "200", "ping-period": "200"}

RETRY_AFTER = 15.0
"""More seconds than a fail-over may take, by the Sentinels' own limit."""


class SentinelServer(ValkeyServer):
    """One Sentinel. It keeps what it has learned in its configuration file."""

    def __init__(
        self, watches: ValkeyServer, password: str, secret: str, down_after: int, host: Host = LOOPBACK
    ) -> None:
        super().__init__(tcp=True, host=host)
        self.password = secret
        self._file = self._run_dir / "sentinel.conf"
        lines = [
            f"sentinel monitor {SERVICE} {watches.host.address} {watches.port} 2",
            f"sentinel down-after-milliseconds {SERVICE} {down_after}",
            f"sentinel failover-timeout {SERVICE} {2 * down_after}",
            f"sentinel parallel-syncs {SERVICE} 2",
        ]
        if password:
            lines += [f"sentinel auth-pass {SERVICE} {password}"]
        if secret:
            lines += [f"requirepass {secret}", f"sentinel sentinel-pass {secret}"]
        self._file.write_text("\n".join([*lines, ""]))

    def _command(self, options: dict[str, str]) -> list[str]:
        program, *arguments = valkey_server.command(options)
        return [program, str(self._file), *arguments, "--sentinel"]


class Sentinels(ExitStack):
    """Three Sentinels, a master and two replicas. The servers require `password`, the Sentinels `secret`.
    Unless they are `quick`, the Sentinels use their usual periods.
    """

    def __init__(
        self,
        password: str = "",
        secret: str = "",
        *,
        quick: bool = True,
        hosts: Sequence[Host] = (LOOPBACK,) * 3,
        **options: str,
    ) -> None:
        super().__init__()
        self._hosts = hosts
        self._quick = quick
        self._password, self._secret = password, secret
        self._options = {"repl_diskless_sync_delay": "0", **options}
        if password:
            self._options |= {"requirepass": password, "masterauth": password}

    def __enter__(self) -> "Sentinels":
        super().__enter__()
        try:
            self._start()
        except BaseException:
            self.close()
            raise
        return self

    def _start(self) -> None:
        self.servers = [self.enter_context(ValkeyServer(tcp=True, host=host, **self._options)) for host in self._hosts]
        self.first = self.servers[0]
        for replica in self.servers[1:]:
            replica.ask("REPLICAOF", self.first.host.address, str(self.first.port))
        wait_for(lambda: replicas_of(self.first) == 2)
        self.sentinels = [
            self.enter_context(
                SentinelServer(self.first, self._password, self._secret, 1500 if self._quick else 5000, host)
            )
            for host in self._hosts
        ]
        for sentinel in self.sentinels if self._quick else ():
            sentinel.ask("SENTINEL", "DEBUG", *(text for period in PERIODS.items() for text in period))
        wait_for(self.is_settled)
        user = f":{self._password}@" if self._password else ""
        secret = f"?sentinel_password={self._secret}" if self._secret else ""
        addresses = ",".join(sentinel.address for sentinel in self.sentinels)
        self.url = f"redis+sentinel://{user}{addresses}/{SERVICE}{secret}"

    def is_settled(self) -> bool:
        """Whether the Sentinels know each other and name one master, which both others follow."""
        known = [flat(sentinel.ask("SENTINEL", "MASTER", SERVICE)) for sentinel in self.sentinels]
        return (
            all(one["num-other-sentinels"] == "2" and one["num-slaves"] == "2" for one in known)
            and all(one["flags"] == "master" for one in known)
            and len({one["port"] for one in known}) == 1
            and replicas_of(self.master()) == 2
        )

    def master(self) -> ValkeyServer:
        """The server that the first running Sentinel names as the master."""
        return self.named_by(next(one for one in self.sentinels if one.running))

    def named_by(self, sentinel: SentinelServer) -> ValkeyServer:
        """The server that this Sentinel names as the master."""
        address = sentinel.ask("SENTINEL", "GET-MASTER-ADDR-BY-NAME", SERVICE)
        assert isinstance(address, list)
        return next(server for server in self.servers if server.address == ":".join(map(str, address)))

    def fail_over(self, *how: str) -> ValkeyServer:
        """Have the Sentinels name another master, and wait until they do; `COORDINATED`: the old one hands over.

        On a busy machine a Sentinel may break it off when its time is over. Then the command is sent again.
        """
        old, sent_at = self.master(), -RETRY_AFTER

        def has_changed() -> bool:
            nonlocal sent_at
            if time.monotonic() - sent_at >= RETRY_AFTER:
                sent_at = time.monotonic()
                with suppress(valkey_server.ReplyError):  # it is under way, or no replica is known just now
                    self.sentinels[0].ask("SENTINEL", "FAILOVER", SERVICE, *how)
            return self.master() is not old

        wait_for(has_changed, timeout=4 * RETRY_AFTER)
        return self.master()

    def kill_master(self) -> ValkeyServer:
        """Kill the master as a crash would, and wait until the Sentinels name another."""
        old = self.master()
        old.kill()
        return self.master_after(old)

    def master_after(self, old: ValkeyServer) -> ValkeyServer:
        """The master after this one."""
        wait_for(lambda: self.master() is not old, timeout=40)
        return self.master()

    def revive(self) -> None:
        """Start the servers that were killed."""
        revive(self.servers)

    def settle(self) -> None:
        """Wait until all servers follow one master again."""
        self.revive()
        wait_for(self.is_settled, timeout=60)


def flat(reply: valkey_server.Reply) -> dict[str, str]:
    """A reply of names and values in turn, as a dictionary."""
    assert isinstance(reply, list)
    return {str(name): str(value) for name, value in zip(reply[::2], reply[1::2], strict=True)}
