"""JSON logs: one line per request, with its id; never a token, a body or a query string."""

import logging
import os
import re
import sys
import time
import traceback
from datetime import UTC, datetime
from functools import lru_cache
from typing import Protocol, cast

import msgspec
from flask import has_request_context, request

from service.tokens import urlsafe

LOG = logging.getLogger("ludotheque")
GIVEN_ID = re.compile(r"[\w.-]{8,64}")
TRACE_PARENT = re.compile(r"(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}")


class Served(Protocol):
    """What a line of the log tells of a request."""

    method: str
    path: str
    client: str
    request_id: str
    trace_id: str | None


class JsonLines(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {"time": _written(record.created), "level": record.levelname, "message": record.getMessage()}
        line |= getattr(record, "more", {})
        if has_request_context():
            served = cast(Served, request)
            ids = {"request_id": served.request_id, "trace_id": served.trace_id}
            line |= {name: known for name, known in ids.items() if known is not None}
        return msgspec.json.encode(line).decode()


def _written(moment: float) -> str:
    """A moment as the log gives it."""
    second, millisecond = divmod(int(moment * 1000), 1000)
    return f"{_second(second)}.{millisecond:03}+00:00"


@lru_cache(1)
def _second(second: int) -> str:
    return datetime.fromtimestamp(second, UTC).strftime("%Y-%m-%dT%H:%M:%S")


def configure(level: str) -> None:
    """Write this service's log to standard error, as JSON lines."""
    if not LOG.handlers:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(JsonLines())
        LOG.addHandler(handler)
        LOG.propagate = False
    LOG.setLevel(level)


def request_id(given: str | None) -> str:
    """The id that the caller sent, if its form is allowed; otherwise a new one."""
    return given if given is not None and GIVEN_ID.fullmatch(given) else urlsafe(os.urandom(12))


def trace_id(parent: str | None) -> str | None:
    """The trace that this request belongs to, from its `traceparent` header as W3C Trace Context defines it."""
    found = TRACE_PARENT.fullmatch(parent) if parent is not None else None
    return found[1] if found else None


class RequestLine(msgspec.Struct, omit_defaults=True):
    """The line for one request."""

    time: str
    level: str
    message: str
    method: str
    path: str
    status: int
    ms: float
    client: str
    request_id: str
    trace_id: str | None = None


def request_line(served: Served, status: int, seconds: float) -> None:
    """One line for one request, written directly: the logging machinery takes longer than the rest of it."""
    if LOG.isEnabledFor(logging.INFO):
        ms, ids = round(seconds * 1000, 2), (served.request_id, served.trace_id)
        told = (served.method, served.path, status, ms, served.client, *ids)
        line = RequestLine(_written(time.time()), "INFO", "request", *told)
        sys.stderr.write(msgspec.json.encode(line).decode() + "\n")


def warning(what: str, detail: str) -> None:
    """Log something that the operator should know."""
    LOG.warning(what, extra={"more": {"detail": detail}})


def fault(error: Exception) -> None:
    """Log an error in our own code: where it happened, without the data that was being handled."""
    frames = traceback.extract_tb(error.__traceback__)[-8:]
    places = [f"{frame.name} ({os.path.basename(frame.filename)}:{frame.lineno})" for frame in frames]
    LOG.error("fault", extra={"more": {"error": type(error).__name__, "at": places}})
