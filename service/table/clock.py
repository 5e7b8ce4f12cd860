"""Deadlines without a background process: overdue turns, when the bots of a game are due, and when a game expires.

The next request plays what is overdue (`Transaction.play_overdue`), dated to when it was due.
"""

from bots.choice import is_quick
from engines.engine import Action
from service.settings import DAY, Settings
from service.store.bot_queue import OVERDUE_MS, Queue
from service.store.stored import Status
from service.table.game import Game

PAUSE_BETWEEN_BOTS = 250
"""Milliseconds from move to move where only bots play, so that people can watch."""
REACTION = 1000
"""Milliseconds that people have to react before a bot goes on, where the table has agreed on no other time."""


def may_act_at(game: Game, seat: int, action_type: str = "") -> int:
    """When this seat may take this type of action: others may have time to react first."""
    pending = game.meta.pending[seat]
    if not pending.not_before or action_type in pending.at_once:
        return 0
    return game.meta.window_since + pending.not_before * 1000


def deadline_of(game: Game, seat: int) -> int | None:
    """When the default action is played for this seat; never if there is no clock."""
    pending = game.meta.pending.get(seat)
    if pending is None or not pending.required or game.config.turn_seconds is None:
        return None
    return max(pending.since, may_act_at(game, seat)) + game.config.turn_seconds * 1000


def is_seat_overdue(game: Game, number: int) -> bool:
    """Whether a seat's time is up, or the clock made its last move."""
    due = deadline_of(game, number)
    return game.meta.seats[number].late or (due is not None and due <= game.now)


def reactions_end_at(game: Game) -> int | None:
    """When the awaited seats may act, if others may still react before; None: at once."""
    moments = [may_act_at(game, seat) for seat, pending in game.meta.pending.items() if pending.required]
    return max(moments, default=0) or None


def next_automatic(game: Game) -> tuple[int, int] | None:
    """When the next action is played automatically, and for which seat; bots vote with the people at once."""
    if game.meta.status != "active":
        return None
    due = [(game.meta.updated_at, seat) for seat in bot_votes(game)]
    if game.config.turn_seconds is not None:
        due += [(at, seat) for seat in game.meta.pending if (at := deadline_of(game, seat)) is not None]
    return min(due, default=None)


def bot_votes(game: Game) -> dict[int, Action]:
    """What bots do because of what the people want; nothing at a table of people or of bots only."""
    seats = game.meta.seats
    people = [number for number, seat in enumerate(seats) if seat.kind == "human"]
    if not people or len(people) == len(seats):
        return {}
    reacting = [seat for seat in game.meta.may_react() if seats[seat].kind == "bot"]
    votes = {seat: game.config.rules.vote_for_bot(game.state, seat, people) for seat in reacting}
    return {seat: action for seat, action in votes.items() if action is not None}


def deadline(game: Game) -> int | None:
    """The earliest deadline, as the view shows it."""
    due = next_automatic(game)
    return None if due is None else due[0]


def is_overdue(game: Game) -> bool:
    """Whether an automatic action should have been played by now."""
    due = deadline(game)
    return due is not None and due <= game.now


def lifetime(status: Status, settings: Settings) -> int:
    """Seconds a game lives after its last change."""
    return {
        "open": settings.open_game_ttl,
        "active": settings.game_ttl,
        "finished": settings.finished_game_ttl,
        "abandoned": DAY,
    }[status]


def expires_at(game: Game, settings: Settings) -> int:
    """When the game is deleted if nothing more happens."""
    return game.meta.updated_at + lifetime(game.meta.status, settings) * 1000


def due_bots(game: Game) -> dict[int, int]:
    """The bots that are to act or may react, and when each is due. Those that may react come first."""
    if game.meta.status != "active":
        return {}
    bots = [seat for seat in game.meta.pending if game.meta.seats[seat].kind == "bot"]
    return {seat: bot_due_at(game, seat) for seat in sorted(bots, key=lambda seat: game.meta.pending[seat].required)}


def bot_due_at(game: Game, seat: int) -> int:
    """When this bot is to think. One that may react does so at once: perhaps it only passes."""
    meta = game.meta
    due = meta.updated_at
    if not is_reacting(game, seat):
        due = max(due, people_react_until(game), may_act_at(game, seat), paced_until(game, seat))
    if meta.is_bots_only():
        due = max(due, meta.updated_at + PAUSE_BETWEEN_BOTS)
    return due


def paced_until(game: Game, seat: int) -> int:
    """Until when the table's `bot_pace` has this bot wait; so that its clock does not play for it, it waits for at most
    half of its time.
    """
    paced, turn_ends = game.meta.updated_at + round(game.config.bot_pace * 1000), deadline_of(game, seat)
    if turn_ends is None or game.config.turn_seconds is None:
        return paced
    return min(paced, turn_ends - game.config.turn_seconds * 500)


def queue_of(game: Game) -> Queue:
    """The queue for this game: whether a person waits, and whether a bot that is to act or may react searches."""
    bots = [game.meta.seats[seat] for seat in game.meta.pending if game.meta.seats[seat].kind == "bot"]
    quick = all(is_quick(game.config.engine, seat.level or "random") for seat in bots)
    return Queue("quick" if quick else "search", game.meta.is_bots_only())


def is_reacting(game: Game, seat: int) -> bool:
    """Whether this seat is to react, and not to go on: nobody waits for it, or the whole table waits for all who may
    react. While there is a window for reactions, the engine has set a mark, and who is to go on may have to wait.
    """
    pending = game.meta.pending[seat]
    goes_on = pending.not_before > 0 or pending.at_once
    return not pending.required or (game.meta.window > 0 and not goes_on)


def people_react_until(game: Game) -> int:
    """Until when a bot leaves people time to react; 0 where there is nothing to react to."""
    meta = game.meta
    if not meta.window or not any(
        meta.seats[seat].kind == "human" and is_reacting(game, seat) for seat in meta.pending
    ):
        return 0
    agreed = max(pending.not_before for pending in meta.pending.values())
    return meta.window_since + (agreed * 1000 or REACTION)


def next_bot_due(game: Game) -> int | None:
    """When the first of the bots is due; None if none is."""
    return min(due_bots(game).values(), default=None)


def bot_overdue_at(game: Game) -> int | None:
    """Until when the game waits for a bot; after that its entry in the queue must be lost. None: for none."""
    awaited = [at for seat, at in due_bots(game).items() if game.meta.pending[seat].required]
    return min(awaited) + OVERDUE_MS if awaited else None


def is_bot_overdue(game: Game) -> bool:
    """Whether the game has waited so long for a bot that its entry in the queue must be lost."""
    overdue_at = bot_overdue_at(game)
    return overdue_at is not None and overdue_at < game.now
