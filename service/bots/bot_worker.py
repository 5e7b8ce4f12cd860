"""A bot worker: it leases games in which a bot is due, chooses an action from the view of a seat, and plays it through
the same loop as anybody. It sleeps while none is due.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from bots import FastRandom, choose
from engines.chance import Chance
from engines.engine import Action, IllegalAction, Knowledge
from service import logs
from service.bots.bot_memory import BotMemory
from service.metrics import ACTIONS, BOT_MOVES, BOT_THINKING
from service.problems import Problem
from service.store import Unavailable
from service.store.bot_queue import CHANNEL, OVERDUE_MS
from service.store.subscriptions import POLL_INTERVAL, RECONNECT_DELAY, Subscriptions
from service.table import clock
from service.table.game import Game
from service.table.play import act_for_bot
from service.table.transaction import Tables

PASS = "pass"  # noqa: S105  (an action)
"""The reaction that changes nothing, and so need not leave people time for theirs."""
MEMORY = BotMemory()
GRACE_SECONDS = 1.0
"""Seconds of computing beyond its time limit after which a bot is interrupted."""


class BotWorker:
    """Plays due bots until it is asked to stop. A game that it has leased it finishes first."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._lease_ms = round(tables.settings.bot_seconds * 1000) + OVERDUE_MS
        self._stopping = self._idle = False
        self._notified = threading.Event()
        """Set when a bot has been scheduled, or may have been."""

    def stop(self, *_: object) -> None:
        """A signal: end now, or after the move that is being computed. Another one would only disturb the end."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        self._stopping = True
        if self._idle:
            sys.exit()

    def run(self) -> None:
        """Play bots until asked to stop, whatever happens to the store."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.stop)
        self._tables.rules_versions.keep_announced()
        Subscriptions(self._tables.store.connection).subscribe(CHANNEL, self._notified.set)
        while not self._stopping:
            try:
                self._run_until_error()
            except Unavailable as error:
                logs.warning("store_unavailable", str(error))
            except Exception as error:  # a fault of ours in one game must not stop the others
                logs.fault(error)
            if not self._stopping:
                self._sleep(partial(time.sleep, RECONNECT_DELAY))

    def _run_until_error(self) -> None:
        queue = self._tables.bot_queue
        while not self._stopping:
            self._notified.clear()
            lease, delay = queue.lease(self._lease_ms)
            if lease is not None:
                queue.release(lease, move_bot(self._tables, lease.game_id))
            else:
                seconds = POLL_INTERVAL if delay is None else min(POLL_INTERVAL, delay / 1000)
                self._sleep(partial(self._notified.wait, seconds))

    def _sleep(self, sleep: Callable[[], object]) -> None:
        """Sleep, and end if asked to meanwhile."""
        self._idle = True
        if not self._stopping:
            sleep()
        self._idle = False


def move_bot(tables: Tables, game_id: str) -> int | None:
    """Make at most one move for a bot in this game. Returns in how many milliseconds to look again; None if the
    move has scheduled that already, or no bot has anything to do.
    """
    try:
        return move_due_bot(tables, tables.current(game_id))
    except Problem as problem:  # the game is gone, or only a worker of another release knows its rules
        return OVERDUE_MS if problem.code == "rules_version_unsupported" else None


def move_due_bot(tables: Tables, game: Game) -> int | None:
    """Make the move of the first due bot that wants to move; returns as `move_bot` does."""
    due_times = clock.due_bots(game)
    due = [seat for seat, at in due_times.items() if at <= game.now]
    later = [at for at in due_times.values() if at > game.now]
    for seat in due:
        action = choose_action(
            game, seat, tables.settings.bot_seconds / len(due), MEMORY.knowledge(tables.store, game, seat)
        )
        if action is None:
            continue
        allowed_at = earliest_time(game, seat, action)
        if allowed_at <= game.now:
            return play(tables, game, seat, action)
        later.append(allowed_at)
    return min(later) - game.now if later else None


def play(tables: Tables, game: Game, seat: int, action: Action) -> int | None:
    """Play this action for the bot and count it; returns as `move_bot` does."""
    try:
        if not act_for_bot(tables, game, seat, action):
            return 0
    except Problem:  # the game was deleted meanwhile
        return OVERDUE_MS
    ACTIONS.labels(game.config.engine).inc()
    BOT_MOVES.labels(game.config.engine, game.meta.seats[seat].level).inc()
    return None


def earliest_time(game: Game, seat: int, action: Action) -> int:
    """When a bot may do this: with a reaction it lets people come first, unless it only passes."""
    if clock.is_reacting(game, seat) and action.__struct_config__.tag != PASS:
        return clock.people_react_until(game)
    return 0


def choose_action(game: Game, seat: int, seconds: float, knowledge: Knowledge = ()) -> Action | None:
    """What the bot in this seat does, by what it sees and knows; None if it need not act and does not want to. Should
    it fail, the default action is done for it, so that the game goes on.
    """
    engine, required = game.config.rules, game.meta.pending[seat].required
    level = game.meta.seats[seat].level or "random"
    began = time.perf_counter()
    try:
        with time_limit(seconds + GRACE_SECONDS):
            view, luck = engine.view(game.state, seat), FastRandom(os.urandom(32))
            action = choose(engine, view, seat, level, luck, knowledge=knowledge, seconds=seconds)
        if action is not None:
            engine.check(game.state, seat, action)
    except IllegalAction as error:
        logs.warning("bot_failed", f"{engine.slug} {level}: {error.reason}")
        action = None
    except Exception as error:  # a position it cannot cope with must not stop the game, nor the others
        logs.fault(error)
        action = None
    BOT_THINKING.labels(engine.slug, level).observe(time.perf_counter() - began)
    return engine.default(game.state, seat, Chance(os.urandom(32))) if action is None and required else action


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Interrupt what computes for longer than this, so that one position cannot hold up all games. Time that other
    processes are given does not count. Only the main thread can be interrupted.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _interrupt)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _interrupt(*_: object) -> None:
    raise TimeoutError("a bot has computed for too long")
