"""A bot worker: it leases games in which a bot is due, chooses an action from the view of a seat, and plays it through
the same loop as anybody. It sleeps while none is due.

Its threads are greenlets, as in a web worker: `service/bots/__main__.py` patches the standard library. So the moves of
many games overlap while they wait for the store, and no other game interrupts a bot that computes; only a signal does,
when it takes too long.
"""

import os
import signal
import threading
import time
from collections import deque

from engines.chance import Chance
from engines.engine import Action, IllegalAction, Knowledge
from service import logs
from service.bots.bot_memory import BotMemory
from service.bots.thinking import Think, Thinker, ThinkerDied, ThinkingFailed, think
from service.metrics import ACTIONS, BOT_MOVES, BOT_THINKING
from service.problems import Problem
from service.store import Unavailable
from service.store.bot_queue import OVERDUE_MS, Lease, Thinking, channel
from service.store.subscriptions import POLL_INTERVAL, RECONNECT_DELAY, Subscriptions
from service.table import clock
from service.table.game import Game
from service.table.play import act_for_bot
from service.table.transaction import Tables

PASS = "pass"  # noqa: S105  (an action)
"""The reaction that changes nothing, and so need not leave people time for theirs."""
MEMORY = BotMemory()
GAMES_AT_ONCE = 16
"""Games in which quick bots are moved at the same time, so that most of them can wait for the store."""


class BotWorker:
    """Plays due bots until it is asked to stop: those that decide at once in many games at the same time, and those
    that search in one game after the other, in a process of their own. Games that it has leased it finishes first.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables, self._thinker = tables, Thinker()
        self._teams = [Team(tables, "quick", GAMES_AT_ONCE, think), Team(tables, "search", 1, self._thinker.think)]

    def stop(self, *_: object) -> None:
        """A signal: end after the moves that are being made. Another one would only disturb the end."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        for team in self._teams:
            team.stop()

    def run(self) -> None:
        """Play bots until asked to stop, whatever happens to the store."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.stop)
        self._tables.rules_versions.keep_announced()
        subscriptions = Subscriptions(self._tables.store.connection)
        threads = [thread for team in self._teams for thread in team.start(subscriptions)]
        for thread in threads:
            thread.join()
        self._thinker.close()


class Team:
    """Threads that move the bots of one game each. One of them at a time leases games for all, or sleeps until one is
    due; the others move bots, or wait until it is their turn to lease.
    """

    def __init__(self, tables: Tables, thinking: Thinking, size: int, think: Think) -> None:
        self._tables, self._thinking, self._size, self._think = tables, thinking, size, think
        self._lease_ms = round(tables.settings.bot_seconds * 1000) + OVERDUE_MS
        self._leasing = threading.Lock()
        self._leased: deque[Lease] = deque()
        """Games that were leased and that no thread has taken yet."""
        self._moving = 0
        """Threads that are moving a bot."""
        self._stopping = False
        self._notified = threading.Event()
        """Set when a bot has been scheduled, or may have been, and when the threads are to end."""

    def start(self, subscriptions: Subscriptions) -> list[threading.Thread]:
        """Start the threads."""
        subscriptions.subscribe(channel(self._thinking), self._notified.set)
        threads = [threading.Thread(target=self._run, name=f"{self._thinking} {n}") for n in range(self._size)]
        for thread in threads:
            thread.start()
        return threads

    def stop(self) -> None:
        """Have each thread end after its move."""
        self._stopping = True
        self._notified.set()

    def _run(self) -> None:
        while (lease := self._next_lease()) is not None:
            self._moving += 1
            try:
                delay = move_bot(self._tables, lease.game_id, self._think)
                self._tables.bot_queue.release(lease, delay)
                if delay is not None:
                    self._notified.set()  # the thread that sleeps does not know of it
            except Exception as error:  # the game is due again when the lease ends
                report(error)
            finally:
                self._moving -= 1

    def _next_lease(self) -> Lease | None:
        """A game whose bots this thread is to move, as soon as one is due; None if it is to end."""
        with self._leasing:
            while not self._leased:
                self._notified.clear()
                if self._stopping:
                    return None
                try:
                    leases, delay = self._tables.bot_queue.lease(
                        self._thinking, self._size - self._moving, self._lease_ms
                    )
                except Exception as error:  # this thread must live, whatever happens to the store
                    report(error)
                    self._notified.wait(RECONNECT_DELAY)
                    continue
                self._leased.extend(leases)
                if not leases:
                    self._notified.wait(POLL_INTERVAL if delay is None else min(POLL_INTERVAL, delay / 1000))
            return self._leased.popleft()


def report(error: Exception) -> None:
    """Log why a game could not be leased or a bot could not be moved; the others go on."""
    if isinstance(error, Unavailable):
        logs.warning("store_unavailable", str(error))
    elif isinstance(error, ThinkerDied):
        logs.warning("thinker_ended", str(error))
    else:
        logs.fault(error)


def move_bot(tables: Tables, game_id: str, think: Think = think) -> int | None:
    """Make at most one move for a bot in this game. Returns in how many milliseconds to look again; None if the
    move has scheduled that already, or no bot has anything to do.
    """
    try:
        return move_due_bot(tables, tables.current(game_id), think)
    except Problem as problem:  # the game is gone, or only a worker of another release knows its rules
        return OVERDUE_MS if problem.code == "rules_version_unsupported" else None


def move_due_bot(tables: Tables, game: Game, think: Think) -> int | None:
    """Make the move of the first due bot that wants to move; returns as `move_bot` does."""
    due_times = clock.due_bots(game)
    due = [seat for seat, at in due_times.items() if at <= game.now]
    later = [at for at in due_times.values() if at > game.now]
    for seat in due:
        knowledge = MEMORY.knowledge(tables.store, game, seat)
        action = choose_action(game, seat, tables.settings.bot_seconds / len(due), think, knowledge)
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
    """When a bot may do this: with a reaction it lets people come first and keeps the table's pace, unless it only
    passes.
    """
    if clock.is_reacting(game, seat) and action.__struct_config__.tag != PASS:
        return max(clock.people_react_until(game), clock.paced_until(game, seat))
    return 0


def choose_action(
    game: Game, seat: int, seconds: float, think: Think = think, knowledge: Knowledge = ()
) -> Action | None:
    """What the bot in this seat does, by what it sees and knows; None if it need not act and does not want to. Should
    it fail, the default action is done for it, so that the game goes on.
    """
    engine, required = game.config.rules, game.meta.pending[seat].required
    level = game.meta.seats[seat].level or "random"
    began = time.perf_counter()
    try:
        action = think(game, seat, level, seconds, knowledge)
        if action is not None:
            engine.check(game.state, seat, action)
    except ThinkerDied:
        raise
    except IllegalAction as error:
        logs.warning("bot_failed", f"{engine.slug} {level}: {error.reason}")
        action = None
    except ThinkingFailed as error:
        logs.error("fault", str(error))
        action = None
    except Exception as error:  # a position it cannot cope with must not stop the game, nor the others
        logs.fault(error)
        action = None
    BOT_THINKING.labels(engine.slug, level).observe(time.perf_counter() - began)
    return engine.default(game.state, seat, Chance(os.urandom(32))) if action is None and required else action
