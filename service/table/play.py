"""The play loop: load, check, apply, commit; repeated on the newest version if another commit was first."""

from itertools import islice
from typing import Annotated, Any

import msgspec
from marshmallow import ValidationError
from msgspec import Meta

from engines.engine import Action, IllegalAction
from schemas.game_schemas import action_type, parse_action
from service.metrics import actions_of, record
from service.problems import Problem
from service.store.stored import LoggedEvent
from service.table import clock
from service.table.access import Caller, Viewer
from service.table.game import Game
from service.table.idempotency import IdempotentRequest, add_receipt, for_action, require_same_body
from service.table.transaction import Tables, TooManyConflicts, Transaction


class Acted(msgspec.Struct, frozen=True):
    """An accepted action: the game as it is now, who acted, and the action's version and events."""

    game: Game
    viewer: Viewer
    version: int
    events: list[LoggedEvent]
    replayed: bool = False


class Legal(msgspec.Struct):
    """What a seat may do now; nothing for a seat that has to wait."""

    version: Annotated[int, Meta(description="The game's version at which they are legal")]
    types: Annotated[list[str], Meta(description="All their types, and types with too many actions to list")]
    actions: Annotated[list[Action], Meta(description="Each can be posted as it is")]
    truncated: Annotated[bool, Meta(description="Whether there are more than `limit`")]


def legal(game: Game, viewer: Viewer, limit: int, kind: str | None = None) -> Legal:
    """The types of action this seat may take now, and the first of the actions, only of one type if it is named."""
    seat = viewer.seat
    if game.meta.status != "active" or seat not in game.meta.pending:
        return Legal(game.version, [], [], truncated=False)
    some = list(islice(game.config.rules.legal(game.state, seat, kind), limit + 1))
    return Legal(game.version, game.config.rules.types(game.state, seat), some[:limit], truncated=len(some) > limit)


def act(tables: Tables, game_id: str, caller: Caller, body: Any) -> Acted:
    """One action by one seat, applied once however often it is sent with the same key."""
    once = for_action("act", caller, body)
    with tables.change(game_id, caller, receipt=once.name) as attempts:
        for txn in attempts:
            if txn.receipt is not None:
                return replayed_action(tables, txn, once)
            require_version(txn, caller.if_match)
            apply_action(txn, txn.viewer.seat, body, tables.settings.max_actions)
            add_receipt(txn, once)
            if txn.commit():
                record(actions_of(txn.config.engine))
                return Acted(txn, txn.viewer, txn.version, txn.events)
    raise TooManyConflicts


def act_for_bot(tables: Tables, seen: Game, seat: int, action: Action) -> bool:
    """One action by a bot, if what it decided on the game it has seen is still valid; False if not."""
    with tables.change(seen.id) as attempts:
        for txn in attempts:
            if txn.meta.seats[seat].kind != "bot" or not decision_still_valid(seen, txn, seat):
                return False
            apply_action(txn, seat, msgspec.to_builtins(action), tables.settings.max_actions)
            if txn.commit():
                return True
    raise TooManyConflicts


def decision_still_valid(seen: Game, game: Game, seat: int) -> bool:
    """Whether nothing has happened since, or this seat chooses simultaneously with others, has not chosen yet, and
    since the game was seen people have only made choices of their own.
    """
    if seen.version == game.version:
        return True
    pending = game.meta.pending.get(seat)
    only_choices = seen.meta.choices_since == game.meta.choices_since
    return pending is not None and pending.simultaneous and only_choices


def apply_action(txn: Transaction, seat: int | None, body: Any, max_actions: int) -> None:
    """Parse, check and apply one action to the draft."""
    if txn.meta.status != "active" or seat is None:
        raise Problem("game_not_active")
    action = parse(txn, body)
    if seat not in txn.meta.pending:
        raise out_of_turn(txn, seat, action)
    if (wait := clock.may_act_at(txn, seat, action_type(type(action))) - txn.now) > 0:
        raise Problem("too_early", version=txn.version, headers={"Retry-After": str(-(-wait // 1000))})
    try:
        txn.config.rules.check(txn.state, seat, action)
    except IllegalAction as error:
        raise illegal(txn, error) from None
    txn.play(seat, action, at=txn.now, automatic=txn.meta.seats[seat].kind == "bot")
    txn.limit_actions(max_actions)


def parse(game: Game, body: Any) -> Action:
    """The action in a body, validated by the game's own schema."""
    try:
        return parse_action(game.config.rules, body)
    except ValidationError as error:
        raise Problem("validation_error", "This is not an action of this game.", errors=error.messages) from None


def illegal(game: Game, error: IllegalAction) -> Problem:
    """The problem for what the rules forbid, with the slug of the rule."""
    return Problem("illegal_action", error.message, reason=error.reason, version=game.version)


def out_of_turn(game: Game, seat: int, action: Action) -> Problem:
    """The problem for a seat out of turn; the rules may name a better reason, such as a reaction that came too late."""
    error = game.config.rules.out_of_turn_reason(game.state, seat, action)
    return Problem("not_your_turn", version=game.version) if error is None else illegal(game, error)


def require_version(game: Game, versions: frozenset[str] | None) -> None:
    """A 412 if `If-Match` names other versions than the current one."""
    if versions is not None and not versions & {"*", str(game.version)}:
        raise Problem("stale_version", version=game.version)


def replayed_action(tables: Tables, txn: Transaction, once: IdempotentRequest) -> Acted:
    """The result of a request that was accepted before: the same version and events, and the game as it is now."""
    receipt = require_same_body(txn.receipt, once)
    events = tables.store.events(txn.config, receipt.first_seq - 1, receipt.last_seq - receipt.first_seq + 1)
    return Acted(txn, txn.viewer, receipt.version, events, replayed=True)
