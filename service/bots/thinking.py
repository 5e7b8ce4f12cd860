"""How a bot thinks about the view of its seat: in this process, or in one that computes for bots that search."""

import os
import pickle
import signal
import socket
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Union

import msgspec

from bots import FastRandom, Level, choose
from engines.engine import Action, Engine, Knowledge
from engines.registry import find_rules
from service import HOME
from service.table.game import Game

GRACE_SECONDS = 1.0
"""Seconds of computing beyond its time limit after which a bot is interrupted."""
RESPONSE_FACTOR = 10
"""So many times as long a response may take; only waiting for a processor takes longer than computing."""
NICENESS = 3
"""How much lower its priority is than that of the bot worker that asks, so that quick bots come before a search."""

Think = Callable[[Game, int, Level, float, Knowledge], Action | None]
"""Chooses an action for this seat at this level within so many seconds by what it knows, or None to do nothing."""


class ThinkerDied(Exception):  # noqa: N818  (what has happened)
    """The process that was asked has ended, or does not respond."""


class ThinkingFailed(Exception):  # noqa: N818  (what has happened)
    """The process that was asked could not choose; the message is the error, and where it was raised."""


def think(game: Game, seat: int, level: Level, seconds: float, knowledge: Knowledge = ()) -> Action | None:
    """Choose an action in this process; a TimeoutError if that takes far too long."""
    return think_about(game.config.rules, game.state, seat, level, seconds, knowledge)


def think_about(
    engine: Engine[Any, Any], state: Any, seat: int, level: Level, seconds: float, knowledge: Knowledge
) -> Action | None:
    """Choose an action by what this seat sees of the state, and knows."""
    with time_limit(seconds + GRACE_SECONDS):
        view, luck = engine.view(state, seat), FastRandom(os.urandom(32))
        return choose(engine, view, seat, level, luck, knowledge=knowledge, seconds=seconds)


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Interrupt what computes for longer than this, so that one position cannot hold up all games. Time that other
    processes are given does not count. Only the main thread can be interrupted.
    """
    try:
        before = signal.signal(signal.SIGVTALRM, _interrupt)
    except ValueError:  # another thread
        yield
        return
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _interrupt(*_: object) -> None:
    raise TimeoutError("a bot has computed for too long")


class Position(msgspec.Struct, frozen=True):
    """What a Thinker is asked, as a line of JSON."""

    engine: str
    rules_version: str
    options: dict[str, Any]
    state: bytes
    seat: int
    level: Level
    seconds: float
    knowledge: bytes
    """Pickled, as each game has facts of its own type."""


class Choice(msgspec.Struct, frozen=True):
    """What it responds: an action, nothing, or why it cannot choose."""

    action: dict[str, Any] | None = None
    failure: str | None = None


class Thinker:
    """A process that thinks about one position after the other. It has no connection to the store. It is started when
    it is first needed, and again if it has ended.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None

    def think(self, game: Game, seat: int, level: Level, seconds: float, knowledge: Knowledge = ()) -> Action | None:
        """Have the process choose an action; ThinkingFailed if it cannot, ThinkerDied if there is no response."""
        rules, config = game.config.rules, game.config
        state = rules.dump(game.state)
        facts = pickle.dumps(knowledge)
        position = Position(config.engine, config.rules_version, config.options, state, seat, level, seconds, facts)
        try:
            choice = self._ask(position)
        except (OSError, msgspec.DecodeError) as error:
            self.close()
            raise ThinkerDied(f"no response from the process that thinks: {error!r}") from None
        if choice.failure is not None:
            raise ThinkingFailed(choice.failure)
        if choice.action is None:
            return None
        action: Action = msgspec.convert(choice.action, Union[tuple(rules.actions)])  # noqa: UP007  (of a tuple)
        return action

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if self._socket is not None:
            self._socket.close()
        if process is not None:
            process.kill()
            process.wait()

    def _ask(self, position: Position) -> Choice:
        if self._socket is None or self._process is None or self._process.poll() is not None:
            self.close()
            self._socket = self._start()
        self._socket.settimeout(RESPONSE_FACTOR * (position.seconds + GRACE_SECONDS))
        self._socket.sendall(msgspec.json.encode(position) + b"\n")
        with self._socket.makefile("rb") as stream:
            return msgspec.json.decode(stream.readline(), type=Choice)

    def _start(self) -> socket.socket:
        """Start the process; returns the connection to it."""
        ours, theirs = socket.socketpair()
        with theirs:
            program = f"from service.bots.thinking import main; main({theirs.fileno()})"
            self._process = subprocess.Popen(  # noqa: S603
                [sys.executable, "-c", program], cwd=HOME, pass_fds=(theirs.fileno(),), stdin=subprocess.DEVNULL
            )
        return ours


def main(descriptor: int) -> None:
    """What a Thinker's process does: choose actions until the process that asks is gone."""
    for number in (signal.SIGTERM, signal.SIGINT):  # they may go to all processes: who asks decides when this one ends
        signal.signal(number, signal.SIG_IGN)
    os.nice(NICENESS)
    connection = socket.socket(fileno=descriptor)
    connection.setblocking(True)  # gevent has made both ends non-blocking
    with suppress(OSError), connection.makefile("rb") as stream:
        for line in stream:
            connection.sendall(msgspec.json.encode(respond(msgspec.json.decode(line, type=Position))) + b"\n")


def respond(position: Position) -> Choice:
    """The action that a bot chooses in this position."""
    try:
        engine = find_rules(position.engine, position.rules_version)
        if engine is None:
            return Choice(failure=f"{position.engine} {position.rules_version} is not installed")
        state = engine.load(position.state, msgspec.convert(position.options, engine.options_type))
        knowledge: Knowledge = pickle.loads(position.knowledge)  # noqa: S301  (written by the process that asks)
        action = think_about(engine, state, position.seat, position.level, position.seconds, knowledge)
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)[-8:]
        at = [f"{frame.name} ({os.path.basename(frame.filename)}:{frame.lineno})" for frame in frames]
        return Choice(failure=f"{type(error).__name__}: {', '.join(at)}")
    return Choice(None if action is None else msgspec.to_builtins(action))
