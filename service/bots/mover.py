"""Moving the bots of one game: look at it, think from the view of a seat, and play through the same loop as anybody."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from bots import FastRandom, choose
from engines.chance import Chance
from engines.engine import Action, IllegalAction
from service import logs
from service.metrics import ACTIONS, BOT_MOVES, BOT_THINKING
from service.problems import Problem
from service.store.bot_queue import OVERDUE_MS
from service.table import clock
from service.table.game import Game
from service.table.play import act_for_bot
from service.table.transaction import Tables

PASS = "pass"  # noqa: S105  (an action)
"""The reaction that changes nothing, and so need not leave people time for theirs."""
TOO_LONG = 1.0
"""Seconds of computing beyond those that a bot is given, after which it is interrupted."""


def move(house: Tables, game_id: str) -> int | None:
    """Make at most one move for a bot in this game. Returns in how many milliseconds to look again; None if whoever
    moved has noted that, or no bot has anything to do.
    """
    try:
        room = house.current(game_id)
    except Problem:  # the game is gone
        return None
    asked = clock.due_bots(room)
    ready = [seat for seat, at in asked.items() if at <= room.now]
    later = [at for at in asked.values() if at > room.now]
    for seat in ready:
        action = thought(room, seat, house.settings.bot_seconds / len(ready))
        if action is None:
            continue
        moment = time_to_leave(room, seat, action)
        if moment <= room.now:
            return played(house, room, seat, action)
        later.append(moment)
    return min(later) - room.now if later else None


def played(house: Tables, room: Game, seat: int, action: Action) -> int | None:
    """Play this action for the bot and count it; returns as `move` does."""
    try:
        if not act_for_bot(house, room, seat, action):
            return 0
    except Problem:  # the game was deleted meanwhile
        return OVERDUE_MS
    ACTIONS.labels(room.config.engine).inc()
    BOT_MOVES.labels(room.config.engine, room.meta.seats[seat].level).inc()
    return None


def time_to_leave(room: Game, seat: int, action: Action) -> int:
    """When a bot may do this: with a reaction it lets people come first, unless it only passes."""
    if clock.is_reacting(room, seat) and action.__struct_config__.tag != PASS:
        return clock.people_react_until(room)
    return 0


def thought(room: Game, seat: int, seconds: float) -> Action | None:
    """What the bot in this seat does, by what it sees; None if it need not act and does not want to. Should it fail,
    the default action is done for it, so that the game goes on.
    """
    engine, required = room.engine, room.meta.pending[seat].required
    level = room.meta.seats[seat].level or "random"
    began = time.perf_counter()
    try:
        with at_most(seconds + TOO_LONG):
            action = choose(
                engine, engine.view(room.state, seat), seat, level, FastRandom(os.urandom(32)), seconds=seconds
            )
        if action is not None:
            engine.check(room.state, seat, action)
    except IllegalAction as refusal:
        logs.warning("bot_failed", f"{engine.slug} {level}: {refusal.reason}")
        action = None
    except Exception as error:  # a position it cannot cope with must not stop the game, nor the others
        logs.fault(error)
        action = None
    BOT_THINKING.labels(engine.slug, level).observe(time.perf_counter() - began)
    return engine.default(room.state, seat, Chance(os.urandom(32))) if action is None and required else action


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
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
    raise TimeoutError("a bot has thought for too long")
