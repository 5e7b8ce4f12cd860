"""Notifications: each game has a channel in its own hash slot, and a process subscribes only to those it waits for.

A notification is only a hint, so one may be lost: subscribers also poll now and then. A server that knows sharded
channels (Redis 7, any Valkey) is sent SSUBSCRIBE, so that a cluster does not pass every notification on to every node.
The scripts that publish decide in the same way at each server, so nothing has to be configured.
"""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import redis
from hiredis import pack_command
from redis.crc import key_slot
from redis.exceptions import MovedError

from service import logs
from service.store.interface import StoreConnection

POLL_INTERVAL = 15.0
"""Seconds after which a subscriber polls, and after which a quiet connection is checked with a PING."""
RECONNECT_DELAY = 0.5
SHARDED, PLAIN = (b"SSUBSCRIBE", b"SUNSUBSCRIBE"), (b"SUBSCRIBE", b"UNSUBSCRIBE")


def channel_of(tag: str) -> str:
    """The channel for a hash tag, such as the id of a game."""
    return f"notify:{{{tag}}}"


class Subscriptions:
    """The channels that this process subscribes to, over one connection to each master that has any of them.

    Each channel is at one connection, or pending: its connection was lost, and a thread subscribes to it again.
    """

    def __init__(self, store: StoreConnection) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._callbacks: dict[str, Callable[[], None]] = {}
        self._connections: dict[str, SubscriberConnection] = {}
        """By the address of the master."""
        self._connection_of: dict[str, SubscriberConnection] = {}
        """By channel."""
        self._pending: set[str] = set()
        self._resubscribing = self._closed = False

    def subscribe(self, channel: str, notify: Callable[[], None]) -> None:
        """Call `notify` at each notification and whenever one may have been lost: also once now, when subscribed."""
        with self._lock:
            self._callbacks[channel] = notify
            self._subscribe(channel)

    def unsubscribe(self, channel: str) -> None:
        """Nobody waits for this channel any more."""
        with self._lock:
            self._callbacks.pop(channel, None)
            self._pending.discard(channel)
            if connection := self._connection_of.pop(channel, None):
                connection.unsubscribe(channel)

    def close(self) -> None:
        """Close every connection."""
        with self._lock:
            self._closed = True
            for connection in self._connections.values():
                connection.close()

    def notify(self, channel: str) -> None:
        """A connection was notified of this channel."""
        if callback := self._callbacks.get(channel):
            callback()

    def moved(self, connection: "SubscriberConnection", channels: list[str]) -> None:
        """The slots of these channels have moved to another master."""
        with self._lock:
            self._resubscribe(connection, channels)

    def closed(self, connection: "SubscriberConnection") -> None:
        """The connection has ended, and with it all subscriptions there."""
        with self._lock:
            self._connections = {
                master: other for master, other in self._connections.items() if other is not connection
            }
            self._resubscribe(connection, [name for name, at in self._connection_of.items() if at is connection])

    def _subscribe(self, channel: str) -> None:
        """Subscribe at the master that has this channel, as far as is known. The lock is held."""
        if self._closed:
            return
        master = self._store.master_of(channel)
        connection = self._connections.get(master)
        if connection is None:
            connection = SubscriberConnection(self, lambda: self._store.new_connection(master))
            threading.Thread(target=connection.run, name="subscriber", daemon=True).start()
            self._connections[master] = connection
        self._connection_of[channel] = connection
        connection.subscribe(channel)

    def _resubscribe(self, connection: "SubscriberConnection", channels: list[str]) -> None:
        """Have a thread subscribe again to those channels that are still at this connection. The lock is held."""
        for channel in channels:
            if self._connection_of.get(channel) is connection:
                del self._connection_of[channel]
                self._pending.add(channel)
        if self._pending and not self._resubscribing and not self._closed:
            self._resubscribing = True
            threading.Thread(target=self._resubscribe_pending, name="resubscriber", daemon=True).start()

    def _resubscribe_pending(self) -> None:
        """Find the masters again, and subscribe to what is pending."""
        while self._resubscribing and not self._closed:
            time.sleep(RECONNECT_DELAY)
            try:
                self._store.rediscover()
            except redis.RedisError:
                continue  # requests that read or act report it
            except Exception as error:  # this thread must live: without it every event would come up to 15 s late
                logs.fault(error)
                continue
            with self._lock:
                while self._pending:
                    self._subscribe(self._pending.pop())
                self._resubscribing = False


class SubscriberConnection:
    """One connection to one master, and the channels subscribed there. It ends when it breaks, or when it has had no
    channels for a while.
    """

    def __init__(self, owner: Subscriptions, connect: Callable[[], Any]) -> None:
        self._owner, self._connect = owner, connect
        self._lock = threading.Lock()
        self._channels: set[str] = set()
        self._connection: Any = None
        self._ended = False
        self._subscribe_command, self._unsubscribe_command = SHARDED

    def subscribe(self, channel: str) -> None:
        """Subscribe, now or as soon as it is connected."""
        with self._lock:
            self._channels.add(channel)
            self._send((self._subscribe_command, channel))

    def unsubscribe(self, channel: str) -> None:
        """Unsubscribe."""
        with self._lock:
            self._channels.discard(channel)
            self._send((self._unsubscribe_command, channel))

    def close(self) -> None:
        """Disconnect; the thread that reads ends."""
        with self._lock:
            self._disconnect()

    def run(self) -> None:
        """Pass on notifications until the connection breaks."""
        try:
            self._read_until_broken(self._open())
        except redis.RedisError:
            pass  # requests that read or act report it
        except Exception as error:
            if not self._ended:
                logs.fault(error)
        self.close()
        self._owner.closed(self)

    def _open(self) -> Any:
        """Connect, find out whether the server knows sharded channels, and subscribe to all channels so far."""
        connection = self._connect()
        connection.send_command("SUNSUBSCRIBE")
        try:
            connection.read_response(push_request=True)
        except redis.ResponseError:  # an older server does not know it
            self._subscribe_command, self._unsubscribe_command = PLAIN
        with self._lock:
            self._connection = connection
            self._send(*((self._subscribe_command, channel) for channel in self._channels))
        return connection

    def _read_until_broken(self, connection: Any) -> None:
        pinged = False
        while not self._ended:
            try:
                message = connection.read_response(timeout=POLL_INTERVAL, disconnect_on_error=False, push_request=True)
            except redis.TimeoutError:  # it may be quiet or dead: a PING tells which
                if pinged or not self._channels:
                    return
                pinged = True
                with self._lock:
                    self._send(("PING",))
                continue
            except MovedError as moved:
                self._release_moved([name for name in self._channels if key_slot(name.encode()) == moved.slot_id])
                continue
            pinged = False
            if isinstance(message, list) and message[1]:
                self._handle(message[0], message[1].decode())

    def _handle(self, kind: bytes, channel: str) -> None:
        if not kind.endswith(b"unsubscribe"):  # a notification; or subscribed, after what may have been missed
            self._owner.notify(channel)
        elif channel in self._channels:  # its slot has moved; or it was unsubscribed and is wanted again already
            self._release_moved([channel])

    def _release_moved(self, channels: list[str]) -> None:
        with self._lock:
            self._channels.difference_update(channels)
        self._owner.moved(self, channels)

    def _send(self, *commands: tuple[bytes | str, ...]) -> None:
        """Send commands if it is connected. The lock is held."""
        if self._connection is not None:
            try:
                self._connection.send_packed_command([b"".join(map(pack_command, commands))])  # type: ignore[arg-type]
            except redis.RedisError:
                self._disconnect()

    def _disconnect(self) -> None:
        self._ended = True
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(redis.RedisError, OSError):
                connection.disconnect()
