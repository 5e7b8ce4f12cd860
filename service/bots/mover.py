"""Moving the bots of one game: look at it, think from the view of a seat, and play through the same loop as anybody."""

import os
import time

from bots import Luck, choose
from engines.chance import Chance
from engines.contract import Action, IllegalAction
from service.base import logs
from service.base.metrics import ACTIONS, BOT_MOVES, BOT_THINKING
from service.base.problems import Problem
from service.table import bots
from service.table.house import House
from service.table.play import act_for_bot
from service.table.room import Room

PASS = "pass"  # noqa: S105  (an action)
"""The reaction that changes nothing, and so need not leave people time for theirs."""


def move(house: House, game_id: str) -> int | None:
    """Make at most one move for a bot in this game. Returns when to look again; None if whoever moved has noted that,
    or no bot has anything to do.
    """
    try:
        room = house.current(game_id)
    except Problem:  # the game is gone
        return None
    asked = bots.asked(room)
    ready = [seat for seat, at in asked.items() if at <= room.now]
    later = [at for at in asked.values() if at > room.now]
    for seat in ready:
        action = thought(room, seat, house.settings.bot_seconds / len(ready))
        if action is None:
            continue
        wait = time_to_leave(room, seat, action)
        if wait > room.now:
            later.append(wait)
        elif not act_for_bot(house, game_id, seat, room.version, action):
            return room.now
        else:
            ACTIONS.labels(room.charter.engine).inc()
            BOT_MOVES.labels(room.charter.engine, room.meta.seats[seat].level).inc()
            return None
    return min(later, default=None)


def time_to_leave(room: Room, seat: int, action: Action) -> int:
    """When a bot that need not act may react: people come first, unless it only passes."""
    free = room.meta.asked[seat].required or action.__struct_config__.tag == PASS
    return 0 if free else bots.people_reacted_at(room)


def thought(room: Room, seat: int, seconds: float) -> Action | None:
    """What the bot in this seat does, by what it sees; None if it need not act and does not want to. Should it fail,
    the default action is done for it, so that the game goes on.
    """
    engine, required = room.engine, room.meta.asked[seat].required
    level = room.meta.seats[seat].level or "random"
    began = time.perf_counter()
    try:
        action = choose(engine, engine.view(room.state, seat), seat, level, Luck(os.urandom(32)), seconds=seconds)
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
