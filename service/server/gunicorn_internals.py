"""The one list of what the service uses of gunicorn and gevent beyond their documented interfaces.

Whatever is replaced or overridden there is checked when a worker's module is imported: if a release changes it, the
service says which attribute it was and does not start.
"""

import inspect
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Literal, NamedTuple

from gevent import server, socket
from gunicorn import arbiter, config, glogging, sock, util
from gunicorn.http import body, message, wsgi
from gunicorn.http.unreader import IterUnreader
from gunicorn.workers import base, ggevent


def path_of(owner: Any, name: str) -> str:
    """The full name of an attribute of a module or a class."""
    prefix = "" if inspect.ismodule(owner) else f"{owner.__module__}."
    return f"{prefix}{owner.__name__}.{name}"


class Internal(NamedTuple):
    """One attribute of a library, and why the service needs it."""

    owner: Any
    name: str
    use: Literal["replaced", "overridden", "used"]
    reason: str
    gain: str
    signature: str | None = None
    """The names of its parameters; None if it is not called."""
    sample: Callable[[], Any] | None = None
    """Makes an instance, for an attribute that only instances have."""

    @property
    def path(self) -> str:
        """The full name of the attribute."""
        return path_of(self.owner, self.name)


class LibraryChanged(Exception):  # noqa: N818  (says what happened)
    """A release of a library changed something that the service replaces or uses; the message names the attribute."""


def _request() -> Any:
    head = IterUnreader(iter([b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"]))
    return message.Request(config.Config(), head, ("127.0.0.1", 1))


def _response() -> Any:
    return wsgi.Response(SimpleNamespace(), None, config.Config())


NEEDED_LIMITS = "needed: the limits on slow clients and the time to stop depend on it"
NEEDED_CHUNKS = "needed: bounds on chunked bodies"
NEEDED_STOP = "needed: a clean stop"
ONE_WRITE = "5 % of the CPU time of an action, 8 % of a view, as a group, and one system call less a response"
PLAIN = "5 % of the CPU time of an action, 7 % of a view"
INTERNALS = (
    # Replaced in the library's own modules.
    Internal(
        util,
        "write_error",
        "replaced",
        "a request that is not valid HTTP gets a problem+json response",
        "needed: errors before the app have the format of all errors",
        "(sock, status_int, reason, mesg)",
    ),
    Internal(
        wsgi, "Response", "replaced", "head and body are one write; no Server header", ONE_WRITE, "(req, sock, cfg)"
    ),
    Internal(
        ggevent,
        "StreamServer",
        "replaced",
        "serves the connections that wait at the port before it closes",
        NEEDED_STOP,
    ),
    Internal(
        sock.BaseSocket,
        "_is_listening",
        "replaced",
        "the port is bound, but accepts connections only when a worker serves",
        "needed: a proxy turns to another replica while this one starts",
        "(sock)",
    ),
    Internal(
        wsgi,
        "base_environ",
        "replaced",
        "the same for every request, so it is made once and copied",
        "2 % of the CPU time of an action, 4 % of a view",
        "(cfg)",
    ),
    # Overridden in subclasses.
    Internal(wsgi.Response, "process_headers", "overridden", "Werkzeug has checked them", ONE_WRITE, "(self, headers)"),
    Internal(wsgi.Response, "default_headers", "overridden", "no Server header", ONE_WRITE, "(self)"),
    Internal(wsgi.Response, "send_headers", "overridden", "the head waits for the body", ONE_WRITE, "(self)"),
    Internal(wsgi.Response, "_emit_body", "overridden", "writes the head with it", ONE_WRITE, "(self, data)"),
    Internal(wsgi.Response, "close", "overridden", "writes the head of a response without a body", ONE_WRITE, "(self)"),
    Internal(wsgi.Response, "should_close", "used", "for the Connection header", ONE_WRITE, "(self)"),
    Internal(wsgi.Response, "headers_sent", "used", "as above", ONE_WRITE, sample=_response),
    Internal(wsgi.Response, "response_length", "used", "as above", ONE_WRITE, sample=_response),
    Internal(wsgi.Response, "chunked", "used", "as above", ONE_WRITE, sample=_response),
    Internal(
        body.ChunkedReader,
        "parse_chunk_size",
        "overridden",
        "limits the number of chunks",
        NEEDED_CHUNKS,
        "(self, unreader, data)",
    ),
    Internal(body.ChunkedReader, "read_into", "overridden", "rejects LF alone", NEEDED_CHUNKS, "(self, unreader, buf)"),
    Internal(
        body.ChunkedReader,
        "limit_chunk_size_line",
        "used",
        "a lower limit",
        NEEDED_CHUNKS,
        sample=lambda: body.ChunkedReader(SimpleNamespace(), None),
    ),
    Internal(
        body.ChunkedReader,
        "limit_trailer_section",
        "used",
        "a lower limit",
        NEEDED_CHUNKS,
        sample=lambda: body.ChunkedReader(SimpleNamespace(), None),
    ),
    Internal(
        body.Body,
        "reader",
        "replaced",
        "a body arrives whole and in time, or is rejected",
        NEEDED_LIMITS,
        sample=lambda: body.Body(None),
    ),
    Internal(
        body.LengthReader,
        "length",
        "used",
        "tells whether a body is whole",
        NEEDED_LIMITS,
        sample=lambda: body.LengthReader(None, 0),
    ),
    Internal(message.Request, "body", "replaced", "as above", NEEDED_LIMITS, sample=_request),
    Internal(message.Request, "unreader", "used", "as above", NEEDED_LIMITS, sample=_request),
    Internal(message.Request, "version", "used", "whether chunks are allowed", NEEDED_LIMITS, sample=_request),
    Internal(message.Request, "force_close", "used", "after a rejected body", NEEDED_LIMITS, "(self)"),
    Internal(
        ggevent.GeventWorker,
        "handle",
        "overridden",
        "counts the connection",
        NEEDED_LIMITS,
        "(self, listener, client, addr)",
    ),
    Internal(
        ggevent.GeventWorker,
        "handle_request",
        "overridden",
        "reads the body through RequestBody",
        NEEDED_LIMITS,
        "(self, listener_name, req, sock, addr)",
    ),
    Internal(ggevent.GeventWorker, "timeout_ctx", "overridden", "Connection has the timeouts", NEEDED_LIMITS, "(self)"),
    Internal(ggevent.GeventWorker, "notify", "overridden", "writes metrics, drains", NEEDED_STOP, "(self)"),
    Internal(
        base.Worker,
        "handle_error",
        "overridden",
        "lets a client read why it was rejected",
        NEEDED_LIMITS,
        "(self, req, client, addr, exc)",
    ),
    Internal(
        server.StreamServer,
        "close",
        "overridden",
        "serves the connections that wait at the port first",
        NEEDED_STOP,
        "(self)",
    ),
    Internal(server.StreamServer, "do_read", "used", "accepts a connection", NEEDED_STOP, "(self)"),
    Internal(server.StreamServer, "do_handle", "used", "serves it", NEEDED_STOP, "(self, *args)"),
    Internal(server.StreamServer, "full", "used", "whether there are too many", NEEDED_STOP, "(self)"),
    Internal(server.StreamServer, "stop_accepting", "used", "as above", NEEDED_STOP, "(self)"),
    Internal(
        socket.socket,
        "send",
        "used",
        "its timeout lets a push to a client never wait",
        "needed: a client that does not read delays nobody",
        "(self, data, flags, timeout)",
    ),
    Internal(server.StreamServer, "closed", "used", "as above", NEEDED_STOP),
    # Read or called.
    Internal(
        config.Config,
        "settings",
        "used",
        "all settings become plain attributes of the configuration, which looks them up each time",
        PLAIN,
        sample=config.Config,
    ),
    Internal(
        config.Config, "__getattr__", "used", "as above: a plain attribute comes before it", PLAIN, "(self, name)"
    ),
    Internal(util, "write_nonblock", "used", "writes an error", "needed: as write_error", "(sock, data, chunked)"),
    Internal(
        util,
        "close_graceful",
        "used",
        "a rejected client can read why",
        NEEDED_LIMITS,
        "(sock, timeout, max_drain)",
    ),
    Internal(util, "http_date", "used", "the Date header", ONE_WRITE, "(timestamp)"),
    Internal(glogging.Logger, "setup", "overridden", "JSON log lines", "needed: one log format", "(self, cfg)"),
    Internal(
        arbiter.Arbiter, "APP_LOAD_ERROR", "used", "exit code that is not restarted", "needed: one error, no loop"
    ),
    Internal(arbiter.Arbiter, "signal", "used", "stops with the launcher", NEEDED_STOP, "(self, sig, frame)"),
)
_originals: dict[str, Any] = {}


def replace(owner: Any, name: str, substitute: Any) -> None:
    """Replace an attribute of a library; LookupError if it is not on the list."""
    path = path_of(owner, name)
    if path not in {entry.path for entry in INTERNALS if entry.use == "replaced"}:
        raise LookupError(f"{path} is not on the list of what is replaced")
    _originals[path] = getattr(owner, name)
    setattr(owner, name, substitute)


def check(internals: tuple[Internal, ...] = INTERNALS) -> None:
    """Raise LibraryChanged, which names every attribute that is not there or is called differently now."""
    errors = [error for entry in internals if (error := _error(entry))]
    if errors:
        raise LibraryChanged("; ".join(errors))


def _error(entry: Internal) -> str | None:
    try:
        value = getattr(entry.owner if entry.sample is None else entry.sample(), entry.name)
    except AttributeError:
        return f"{entry.path} is missing (it is {entry.use}: {entry.reason})"
    if entry.signature is None:
        return None
    signature = _parameters(_originals.get(entry.path, value))
    if signature != entry.signature:
        return f"{entry.path} takes {signature} instead of {entry.signature} (it is {entry.use}: {entry.reason})"
    return None


def _parameters(function: Any) -> str:
    """The names of its parameters, without defaults and types."""
    signature = inspect.signature(function)
    empty = inspect.Parameter.empty
    names = [str(parameter.replace(default=empty, annotation=empty)) for parameter in signature.parameters.values()]
    return f"({', '.join(names)})"
