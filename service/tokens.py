"""Tokens, ids and encryption. Secrets are stored as digests, or encrypted with a key that only the client has."""

import hashlib
import hmac
import os
import re
import secrets
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import log2

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

SEAT_PREFIX, HOST_PREFIX = "ludo_seat_", "ludo_host_"
GAME_ID = re.compile(r"[A-Za-z0-9_-]{22}")
"""The form of a game's id."""
NONCE = 12
LEAST_ENTROPY = 2.0
"""Bits a character. Random keys have about 3.5, and a UUID with the time and an ordinary network card more than 2.5."""


def urlsafe(data: bytes) -> str:
    """Bytes as URL-safe characters, without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def new_token(prefix: str) -> str:
    """A token no one can guess; its prefix lets people and scanners recognise it."""
    return prefix + secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """The digest that is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_game_id() -> str:
    """22 unguessable characters."""
    return secrets.token_urlsafe(16)


def game_id_of(secret: bytes, key: str) -> str:
    """The id of the game that is created with this Idempotency-Key, so that one key makes one game. Without the secret
    of the service nobody can work out one from the other.
    """
    return urlsafe(hmac.digest(secret, b"game id/2" + key.encode(), hashlib.sha256)[:16])


def encryption_key(secret: bytes, key: str) -> bytes:
    """The key that encrypts a response with tokens: it needs the client's Idempotency-Key and the service's secret."""
    return hmac.digest(secret, b"seal/2" + key.encode(), hashlib.sha256)


def encrypt(text: bytes, seal: bytes) -> bytes:
    """Encrypt a response that holds tokens."""
    nonce = os.urandom(NONCE)
    return nonce + AESGCM(seal).encrypt(nonce, text, None)


def decrypt(encrypted: bytes, seal: bytes) -> bytes | None:
    """The response again, if this is the same key; otherwise None."""
    try:
        return AESGCM(seal).decrypt(encrypted[:NONCE], encrypted[NONCE:], None)
    except InvalidTag:
        return None


def is_predictable(key: str) -> bool:
    """Whether a key is obviously not random: few different characters, runs such as 0123, or a part that repeats."""
    codes = key.encode()
    steps = [after - before for before, after in pairwise(codes)]
    repeats = any(key.startswith(key[period:]) for period in range(1, len(key) // 2 + 1))
    return repeats or min(_entropy(codes), _entropy(steps)) < LEAST_ENTROPY


def _entropy(values: Sequence[int]) -> float:
    """The Shannon entropy of these values, in bits a value."""
    return -sum(count * log2(count / len(values)) for count in Counter(values).values()) / len(values)
