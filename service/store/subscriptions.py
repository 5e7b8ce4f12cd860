"""Wake-ups: each game has a channel in its own hash slot, and a process hears only those that somebody there waits for.

A wake-up is only a hint, so one may be lost: whoever waits also looks now and then. A server that knows sharded
channels (Redis 7, any Valkey) is asked for those, so that a cluster does not pass every wake-up on to every node. The
scripts that publish decide in the same way, and each server is asked anew, so nobody has to agree on anything.
"""

import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import redis
from hiredis import pack_command
from redis.crc import key_slot
from redis.exceptions import MovedError

from service import logs
from service.store.connection import StoreConnection

LOOK_AGAIN = 15.0
"""Seconds after which whoever waits looks by themselves, and after which a quiet connection must show that it lives."""
RECONNECT = 0.5
SHARDED, PLAIN = (b"SSUBSCRIBE", b"SUNSUBSCRIBE"), (b"SUBSCRIBE", b"UNSUBSCRIBE")


def channel_of(tag: str) -> str:
    """The channel for what has this hash tag: a game by its id."""
    return f"wake:{{{tag}}}"


class Subscriptions:
    """The channels that somebody in this process waits for, over one connection to each master that has any."""

    def __init__(self, link: StoreConnection) -> None:
        self._link = link
        self._lock = threading.Lock()
        self._tell: dict[str, Callable[[], None]] = {}
        self._ears: dict[str, SubscriberConnection] = {}
        self._at: dict[str, SubscriberConnection] = {}
        self._homeless: set[str] = set()
        self._placing = self._closed = False

    def on(self, channel: str, tell: Callable[[], None]) -> None:
        """Call this at each wake-up, and whenever one may have been missed: also once now, when it is subscribed."""
        with self._lock:
            self._tell[channel] = tell
            self._place(channel)

    def off(self, channel: str) -> None:
        """Nobody waits for this channel any more."""
        with self._lock:
            self._tell.pop(channel, None)
            self._homeless.discard(channel)
            if ear := self._at.pop(channel, None):
                ear.drop(channel)

    def close(self) -> None:
        """Hear nothing any more."""
        with self._lock:
            self._closed = True
            for ear in self._ears.values():
                ear.close()

    def _heard(self, channel: str) -> None:
        if tell := self._tell.get(channel):
            tell()

    def _place(self, channel: str) -> None:
        """Subscribe at the master that has this channel, as far as is known."""
        if self._closed:
            return
        home = self._link.home(channel)
        ear = self._ears.get(home)
        if ear is None:
            ear = SubscriberConnection(lambda: self._link.line(home), self._heard, self._lost)
            threading.Thread(target=ear.listen, name="wakes", daemon=True).start()
            self._ears[home] = ear
        self._at[channel] = ear
        ear.add(channel)

    def _lost(self, ear: "SubscriberConnection", channels: Iterable[str]) -> None:
        """These are not heard there any more: their slot has moved, or the connection is gone."""
        with self._lock:
            if ear.ended:
                self._ears = {home: other for home, other in self._ears.items() if other is not ear}
                channels = [channel for channel, at in self._at.items() if at is ear]
            for channel in channels:
                if self._at.get(channel) is ear:
                    del self._at[channel]
                    self._homeless.add(channel)
            if self._homeless and not self._placing and not self._closed:
                self._placing = True
                threading.Thread(target=self._place_again, name="wakes-place", daemon=True).start()

    def _place_again(self) -> None:
        """Subscribe to what was lost, where it is by now."""
        while self._placing and not self._closed:
            time.sleep(RECONNECT)
            try:
                self._link.seek()
            except redis.RedisError:
                continue  # requests that read or act report it
            except Exception as error:  # this thread must live: without it every event would come up to 15 s late
                logs.fault(error)
                continue
            with self._lock:
                while self._homeless:
                    self._place(self._homeless.pop())
                self._placing = False


class SubscriberConnection:
    """One connection to one master, and the channels subscribed there. It ends when the connection does, or when it has
    been of no use for a while.
    """

    def __init__(
        self,
        connect: Callable[[], Any],
        heard: Callable[[str], None],
        lost: Callable[["SubscriberConnection", Iterable[str]], None],
    ) -> None:
        self.ended = False
        self._connect, self._heard, self._lost = connect, heard, lost
        self._lock = threading.Lock()
        self._channels: set[str] = set()
        self._line: Any = None
        self._subscribe, self._unsubscribe = SHARDED

    def add(self, channel: str) -> None:
        """Subscribe, now or as soon as it is connected."""
        with self._lock:
            self._channels.add(channel)
            self._send((self._subscribe, channel))

    def drop(self, channel: str) -> None:
        """Unsubscribe."""
        with self._lock:
            self._channels.discard(channel)
            self._send((self._unsubscribe, channel))

    def close(self) -> None:
        """Hang up; whoever listens finds the line cut."""
        with self._lock:
            self._hang_up()

    def listen(self) -> None:
        """Tell what is heard, until the connection breaks; then tell what is lost by that."""
        try:
            self._listen(self._open())
        except redis.RedisError:
            pass  # requests that read or act report it
        except Exception as error:
            if not self.ended:
                logs.fault(error)
        self.close()
        self._lost(self, ())

    def _open(self) -> Any:
        line = self._connect()
        line.send_command("SUNSUBSCRIBE")
        try:
            line.read_response(push_request=True)
        except redis.ResponseError:  # an older server does not know it
            self._subscribe, self._unsubscribe = PLAIN
        with self._lock:
            self._line = line
            self._send(*((self._subscribe, channel) for channel in self._channels))
        return line

    def _listen(self, line: Any) -> None:
        asked = False
        while not self.ended:
            try:
                said = line.read_response(timeout=LOOK_AGAIN, disconnect_on_error=False, push_request=True)
            except redis.TimeoutError:  # a quiet connection looks like a dead one until it must answer
                if asked or not self._channels:
                    return
                asked = True
                with self._lock:
                    self._send(("PING",))
                continue
            except MovedError as moved:
                self._lose([channel for channel in self._channels if key_slot(channel.encode()) == moved.slot_id])
                continue
            asked = False
            if isinstance(said, list) and said[1]:
                self._take(said[0], said[1].decode())

    def _take(self, kind: bytes, channel: str) -> None:
        if not kind.endswith(b"unsubscribe"):  # subscribed, after what may have been missed, or a wake-up
            self._heard(channel)
        elif channel in self._channels:  # the slot has moved; or it was dropped and is wanted again, which is as well
            self._lose([channel])

    def _lose(self, channels: list[str]) -> None:
        with self._lock:
            self._channels.difference_update(channels)
        self._lost(self, channels)

    def _send(self, *commands: tuple[bytes | str, ...]) -> None:
        if self._line is not None:
            try:
                self._line.send_packed_command([b"".join(map(pack_command, commands))])  # type: ignore[arg-type]
            except redis.RedisError:
                self._hang_up()

    def _hang_up(self) -> None:
        self.ended = True
        line, self._line = self._line, None
        if line is not None:
            with suppress(redis.RedisError, OSError):
                line.disconnect()
