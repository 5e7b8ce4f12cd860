"""Idempotency-Key: a repeated request gets the same result again and is not applied again."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any, TypeVar

import msgspec

from engines.record import canonical_json
from service.problems import Problem
from service.store.stored import Receipt
from service.table.access import Caller
from service.table.transaction import Transaction
from service.tokens import decrypt, digest, encrypt, encryption_key

T = TypeVar("T")


class IdempotentRequest(msgspec.Struct, frozen=True):
    """A request that must count only once: the name of its receipt ("" without a key) and a digest of its body."""

    name: str = ""
    body_digest: str = ""
    encryption_key: bytes = b""
    """What the tokens in its response are encrypted with."""


def for_action(kind: str, caller: Caller, body: Any, secret: Callable[[], bytes] | None = None) -> IdempotentRequest:
    """A request on a game; the same key of another sender is another request. `secret`: if the response has tokens."""
    key = caller.idempotency_key
    if key is None:
        return IdempotentRequest()
    name = f"{kind}:{digest(f'{caller.token} {key}')}"
    return IdempotentRequest(name, _digest_of(body), b"" if secret is None else encryption_key(secret(), key))


def for_create(key: str, owner: str, secret: bytes, body: Any) -> IdempotentRequest:
    """The creation of a game; the key determines the game's id, so a game has only one creation."""
    return IdempotentRequest("create", _digest_of(body), encryption_key(secret, scoped_key(key, owner)))


def scoped_key(key: str, owner: str) -> str:
    """The key with the API key of its sender, so that the keys of two senders never collide."""
    return f"{owner} {key}" if owner else key


def add_receipt(txn: Transaction, request: IdempotentRequest, tokens: Any = None) -> None:
    """Add to the draft that this request was accepted; the tokens in its response are encrypted."""
    if request.name:
        encrypted = b"" if tokens is None else encrypt(msgspec.json.encode(tokens), request.encryption_key)
        first = txn.meta.events - len(txn.events) + 1
        receipt = Receipt(request.body_digest, txn.version, first, txn.meta.events, encrypted)
        txn.new_receipt = (request.name, receipt)


def require_same_body(receipt: Receipt | None, request: IdempotentRequest) -> Receipt:
    """The receipt of this request; a different request with the same key is rejected."""
    if receipt is None or receipt.body != request.body_digest:
        raise Problem("idempotency_conflict")
    return receipt


def decrypt_tokens(receipt: Receipt | None, request: IdempotentRequest, kind: type[T]) -> T:
    """The tokens of the first response."""
    tokens = decrypt(require_same_body(receipt, request).encrypted, request.encryption_key)
    if tokens is None:
        raise Problem("idempotency_conflict")
    return msgspec.json.decode(tokens, type=kind)


def _digest_of(body: Any) -> str:
    """A digest of the body, the same for bodies with the same content."""
    return sha256(canonical_json(body)).hexdigest()
