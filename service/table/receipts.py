"""What was done before: a request sent again with its Idempotency-Key is answered again and not applied again."""

from typing import Any, TypeVar

import msgspec

from engines.record import canonical_json
from service.base.model import Receipt
from service.base.problems import Problem
from service.base.secrets import decrypt, digest, encrypt
from service.table.room import Room

T = TypeVar("T")


class Asking(msgspec.Struct, frozen=True):
    """What a request says besides its body: its token, the versions in If-Match, and its Idempotency-Key."""

    token: str | None = None
    versions: frozenset[str] | None = None
    key: str | None = None


class Deed(msgspec.Struct, frozen=True):
    """A request that must count only once. `name` is where its receipt is kept, "" if it has no key."""

    name: str
    said: str
    key: str | None


def deed(what: str, asking: Asking, body: Any) -> Deed:
    """A request at a table; the same key from another sender is another deed."""
    if asking.key is None:
        return Deed("", "", None)
    return Deed(f"{what}:{digest(f'{asking.token} {asking.key}')}", _said(body), asking.key)


def creation(key: str | None, body: Any) -> Deed:
    """The creation of a game; the key determines the game's id, so a game has only one creation."""
    return Deed("create", _said(body), key) if key else Deed("", "", None)


def keep(room: Room, deed: Deed, tokens: Any = None) -> None:
    """Write into the draft that this was accepted; tokens in the answer are encrypted with the client's key."""
    if deed.key is not None:
        encrypted = b"" if tokens is None else encrypt(msgspec.json.encode(tokens), deed.key)
        first = room.meta.events - len(room.heard) + 1
        room.kept = (deed.name, Receipt(deed.said, room.version, first, room.meta.events, encrypted))


def demand_same(receipt: Receipt | None, deed: Deed) -> Receipt:
    """The receipt of this request; a different request with the same key is refused."""
    if receipt is None or receipt.body != deed.said:
        raise Problem("idempotency_conflict")
    return receipt


def tokens_again(receipt: Receipt | None, deed: Deed, kind: type[T]) -> T:
    """The tokens of the first answer, decrypted with the client's key."""
    tokens = decrypt(demand_same(receipt, deed).encrypted, deed.key or "")
    if tokens is None:
        raise Problem("idempotency_conflict")
    return msgspec.json.decode(tokens, type=kind)


def _said(body: Any) -> str:
    """A digest of the body, the same for bodies with the same content."""
    return digest(canonical_json(body).decode())
