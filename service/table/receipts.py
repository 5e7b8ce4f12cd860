"""What was done before: a request sent again with its Idempotency-Key is answered again and not applied again."""

from typing import Any, TypeVar

import msgspec

from engines.record import canonical_json
from service.base.model import Receipt
from service.base.problems import Problem
from service.base.secrets import digest, lock, unlock
from service.table.room import Room

T = TypeVar("T")


class Asking(msgspec.Struct, frozen=True):
    """What a request says besides its body: whose it is, which versions it means, and its Idempotency-Key."""

    token: str | None = None
    versions: frozenset[str] | None = None
    key: str | None = None


class Deed(msgspec.Struct, frozen=True):
    """A request that shall count once. `name` is where its receipt is kept, "" where it has no key."""

    name: str
    said: str
    key: str | None


def deed(what: str, asking: Asking, body: Any) -> Deed:
    """What this request does at a table, kept apart by who sends it."""
    if asking.key is None:
        return Deed("", "", None)
    return Deed(f"{what}:{digest(f'{asking.token} {asking.key}')}", _said(body), asking.key)


def creation(key: str | None, body: Any) -> Deed:
    """Setting up a table: its key has chosen the game's id already, so there is only one."""
    return Deed("create", _said(body), key) if key else Deed("", "", None)


def keep(room: Room, deed: Deed, tokens: Any = None) -> None:
    """Remember with the draft that this was accepted; tokens it was answered with are locked under the client's key."""
    if deed.key is not None:
        locked = b"" if tokens is None else lock(msgspec.json.encode(tokens), deed.key)
        first = room.meta.events - len(room.heard) + 1
        room.kept = (deed.name, Receipt(deed.said, room.version, first, room.meta.events, locked))


def demand_same(receipt: Receipt | None, deed: Deed) -> Receipt:
    """The receipt of this very request; another request under the same key is refused."""
    if receipt is None or receipt.body != deed.said:
        raise Problem("idempotency_conflict")
    return receipt


def tokens_again(receipt: Receipt | None, deed: Deed, kind: type[T]) -> T:
    """The tokens that were answered before, for whoever has the key."""
    opened = unlock(demand_same(receipt, deed).locked, deed.key or "")
    if opened is None:
        raise Problem("idempotency_conflict")
    return msgspec.json.decode(opened, type=kind)


def _said(body: Any) -> str:
    """What two requests with the same content have in common."""
    return digest(canonical_json(body).decode())
