"""Tokens, ids and encryption. Secrets are kept as digests, or encrypted with a key that only the client has."""

import hashlib
import os
import re
from base64 import urlsafe_b64encode

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

SEAT_PREFIX, HOST_PREFIX = "ludo_seat_", "ludo_host_"
GAME_ID = re.compile(r"[A-Za-z0-9_-]{22}")
"""What every game's id looks like."""
NONCE = 12


def urlsafe(data: bytes) -> str:
    """Bytes as URL-safe characters, without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def new_token(prefix: str) -> str:
    """A token no one can guess; its prefix lets people and scanners recognise it."""
    return prefix + urlsafe(os.urandom(32))


def digest(token: str) -> str:
    """What the service keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_game_id(idempotency_key: str | None = None) -> str:
    """22 unguessable characters; the same Idempotency-Key always gives the same id, so that one key makes one game."""
    if idempotency_key is None:
        return urlsafe(os.urandom(16))
    return urlsafe(hashlib.sha256(b"game id/1" + idempotency_key.encode()).digest()[:16])


def encrypt(text: bytes, idempotency_key: str) -> bytes:
    """Encrypt an answer that holds tokens with the client's own key."""
    nonce = os.urandom(NONCE)
    return nonce + AESGCM(_encryption_key(idempotency_key)).encrypt(nonce, text, None)


def decrypt(encrypted: bytes, idempotency_key: str) -> bytes | None:
    """The answer again, if this is the same key; otherwise None."""
    try:
        return AESGCM(_encryption_key(idempotency_key)).decrypt(encrypted[:NONCE], encrypted[NONCE:], None)
    except InvalidTag:
        return None


def _encryption_key(idempotency_key: str) -> bytes:
    return hashlib.sha256(b"seal/1" + idempotency_key.encode()).digest()  # fixed: receipts of earlier releases use it
