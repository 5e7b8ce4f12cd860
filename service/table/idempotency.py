"""What was done before: a request sent again with its Idempotency-Key is answered again and not applied again."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from engines.record import canonical_json
from service.problems import Problem
from service.store.stored import Receipt
from service.table.transaction import Transaction
from service.tokens import decrypt, digest, earlier_seal_of, encrypt, seal_of

T = TypeVar("T")


class RequestHeaders(msgspec.Struct, frozen=True):
    """What a request says besides its body: its token, the versions in If-Match, and its Idempotency-Key."""

    token: str | None = None
    versions: frozenset[str] | None = None
    key: str | None = None


class IdempotentRequest(msgspec.Struct, frozen=True):
    """A request that must count only once. `name` is where its receipt is kept, "" if it has no key."""

    name: str = ""
    said: str = ""
    seals: tuple[bytes, ...] = ()
    """What its answer may be encrypted with, if that holds tokens: today's way first, then that of earlier releases."""


def for_action(
    what: str, asking: RequestHeaders, body: Any, secret: Callable[[], bytes] | None = None
) -> IdempotentRequest:
    """A request at a table; the same key from another sender is another deed. `secret` if its answer holds tokens."""
    if asking.key is None:
        return IdempotentRequest()
    name = f"{what}:{digest(f'{asking.token} {asking.key}')}"
    return IdempotentRequest(name, _said(body), () if secret is None else _seals(secret(), asking.key, asking.key))


def for_create(key: str, owner: str, secret: bytes, body: Any) -> IdempotentRequest:
    """The creation of a game; the key determines the game's id, so a game has only one creation."""
    return IdempotentRequest("create", _said(body), _seals(secret, scoped_key(key, owner), key))


def scoped_key(key: str, owner: str) -> str:
    """The key as it counts for the holder of an API key, so that two of them never meet."""
    return f"{owner} {key}" if owner else key


def keep(room: Transaction, for_action: IdempotentRequest, tokens: Any = None) -> None:
    """Write into the draft that this was accepted; tokens in the answer are encrypted with the client's key."""
    if for_action.name:
        encrypted = b"" if tokens is None else encrypt(msgspec.json.encode(tokens), for_action.seals[0])
        first = room.meta.events - len(room.heard) + 1
        room.kept = (for_action.name, Receipt(for_action.said, room.version, first, room.meta.events, encrypted))


def require_same_body(receipt: Receipt | None, for_action: IdempotentRequest) -> Receipt:
    """The receipt of this request; a different request with the same key is refused."""
    if receipt is None or receipt.body != for_action.said:
        raise Problem("idempotency_conflict")
    return receipt


def tokens_again(receipt: Receipt | None, for_action: IdempotentRequest, kind: type[T]) -> T:
    """The tokens of the first answer, decrypted with the client's key."""
    encrypted = require_same_body(receipt, for_action).encrypted
    for seal in for_action.seals:
        if (tokens := decrypt(encrypted, seal)) is not None:
            return msgspec.json.decode(tokens, type=kind)
    raise Problem("idempotency_conflict")


def _seals(secret: bytes, key: str, plain: str) -> tuple[bytes, ...]:
    return seal_of(secret, key), earlier_seal_of(plain)


def _said(body: Any) -> str:
    """A digest of the body, the same for bodies with the same content."""
    return digest(canonical_json(body).decode())
