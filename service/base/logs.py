"""JSON logs: one line per request, with its id; never a token, a body or a query string."""

import logging
import os
import re
import sys
import traceback
from datetime import UTC, datetime
from typing import Any

import msgspec
from flask import Request, Response, g, has_request_context

from service.base.secrets import urlsafe

LOG = logging.getLogger("ludotheque")
GIVEN_ID = re.compile(r"[\w.-]{8,64}")
TRACE_PARENT = re.compile(r"(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}")


class JsonLines(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "message": record.getMessage(),
            **getattr(record, "more", {}),
        }
        if has_request_context() and "request_id" in g:
            line["request_id"] = g.request_id
            if g.trace_id is not None:
                line["trace_id"] = g.trace_id
        return msgspec.json.encode(line).decode()


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


def request_line(request: Request, response: Response, seconds: float, client: str) -> None:
    """One line for one request."""
    if LOG.isEnabledFor(logging.INFO):
        more = {
            "method": request.method,
            "path": request.path,
            "status": response.status_code,
            "ms": round(seconds * 1000, 2),
            "client": client,
        }
        LOG.info("request", extra={"more": more})


def warning(what: str, detail: str) -> None:
    """Log something that the operator should know."""
    LOG.warning(what, extra={"more": {"detail": detail}})


def fault(error: Exception) -> None:
    """Log an error in our own code: where it happened, without the data that was being handled."""
    frames = traceback.extract_tb(error.__traceback__)[-8:]
    places = [f"{frame.name} ({os.path.basename(frame.filename)}:{frame.lineno})" for frame in frames]
    LOG.error("fault", extra={"more": {"error": type(error).__name__, "at": places}})
