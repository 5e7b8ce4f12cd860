"""JSON logs: one line per request, with its id; never a token, a body or a query string."""

import logging
import os
import sys
import time
import traceback
from datetime import UTC, datetime
from functools import lru_cache
from typing import Protocol, cast

import msgspec
from flask import has_request_context, request

LOG = logging.getLogger("ludotheque")


class LoggedRequest(Protocol):
    """What is logged of a request."""

    method: str
    path: str
    client: str
    request_id: str
    trace_id: str | None


class JsonLines(logging.Formatter):
    """One JSON object per line, for the log of the service and for gunicorn's own."""

    def format(self, record: logging.LogRecord) -> str:
        line = {"time": _timestamp(record.created), "level": record.levelname, "message": _message(record)}
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
        line |= getattr(record, "fields", {})
        if has_request_context():
            current = cast(LoggedRequest, request)
            ids = {"request_id": current.request_id, "trace_id": current.trace_id}
            line |= {name: value for name, value in ids.items() if value is not None}
        return msgspec.json.encode(line).decode()


def _message(record: logging.LogRecord) -> str:
    """The message, without the content of requests that gunicorn would quote."""
    template = str(record.msg)
    quotes_request = template.startswith(("Error handling request", "Invalid request"))
    return " ".join(template.split()[:2]) if quotes_request else record.getMessage()


def _timestamp(moment: float) -> str:
    """Seconds since 1970 as UTC with milliseconds."""
    second, millisecond = divmod(int(moment * 1000), 1000)
    return f"{utc_second(second)}.{millisecond:03}+00:00"


@lru_cache(64)
def utc_second(second: int) -> str:
    """Seconds since 1970 as `2026-11-16T12:45:17`; formatted once for all that happens in a second."""
    return datetime.fromtimestamp(second, UTC).strftime("%Y-%m-%dT%H:%M:%S")


def configure(level: str) -> None:
    """Write this service's log to standard error, as JSON lines."""
    if not LOG.handlers:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(JsonLines())
        LOG.addHandler(handler)
        LOG.propagate = False
    LOG.setLevel(level)


class RequestLine(msgspec.Struct, omit_defaults=True):
    """The log line of one request."""

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


def request_line(request: LoggedRequest, status: int, seconds: float) -> None:
    """Log one request, written directly: 1.6 µs instead of 6.2 µs through the logging module."""
    if LOG.isEnabledFor(logging.INFO):
        line = RequestLine(
            time=_timestamp(time.time()),
            level="INFO",
            message="request",
            method=request.method,
            path=request.path,
            status=status,
            ms=round(seconds * 1000, 2),
            client=request.client,
            request_id=request.request_id,
            trace_id=request.trace_id,
        )
        sys.stderr.write(msgspec.json.encode(line).decode() + "\n")


def warning(message: str, detail: str) -> None:
    """Log something that the operator should know."""
    LOG.warning(message, extra={"fields": {"detail": detail}})


def error(message: str, detail: str) -> None:
    """Log damage that the operator has to look at."""
    LOG.error(message, extra={"fields": {"detail": detail}})


def fault(error: Exception) -> None:
    """Log an exception in our own code: where it was raised, without the data of the request."""
    frames = traceback.extract_tb(error.__traceback__)[-8:]
    at = [f"{frame.name} ({os.path.basename(frame.filename)}:{frame.lineno})" for frame in frames]
    LOG.error("fault", extra={"fields": {"error": type(error).__name__, "at": at}})
