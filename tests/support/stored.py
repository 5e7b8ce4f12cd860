"""Bytes that an earlier release has stored, put back into a store."""

import base64
import json
from pathlib import Path
from typing import Any

import redis

from tests.support.http import Json

STORED = Path(__file__).parent.parent / "service" / "stored"


def stored(name: str) -> Any:
    """What was kept under this name: keys of the store, and the answers that clients had got."""
    return json.loads((STORED / name).read_text())


def restore(store: "redis.Redis", keys: Json) -> None:
    """Put these keys back."""
    for key, kept in keys.items():
        value = kept["value"]
        if kept["type"] == "hash":
            store.hset(key, mapping={name: base64.b64decode(text) for name, text in value.items()})
        elif kept["type"] == "string":
            store.set(key, base64.b64decode(value))
        elif kept["type"] == "list":
            store.rpush(key, *(base64.b64decode(text) for text in value))
        else:
            store.zadd(key, {base64.b64decode(text): 0 for text in value})
