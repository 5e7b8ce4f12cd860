"""Every attribute of Flask and Werkzeug that this package replaces or that is private, and why.

tests/service/http/test_flask_internals.py fails and names the attribute when a release drops or changes it: read what
changed, adapt the replacement, and write the new digest here. The gains are those of paired measurements:
calls with and without the replacement in alternation, CPU time of the app in µs and in percent of a view (about 95 µs)
and of an action (about 270 µs).
"""

import inspect
from hashlib import sha256
from typing import NamedTuple

from flask import Flask, Request, Response
from werkzeug.routing import MapAdapter

DIGEST_LENGTH = 12


class Replaced(NamedTuple):
    """An attribute of a library class, what replaces or uses it here, why, what it gains, and its source's digest."""

    owner: type
    attribute: str
    here: str
    reason: str
    gain: str
    digest: str

    @property
    def name(self) -> str:
        return f"{self.owner.__module__}.{self.owner.__qualname__}.{self.attribute}"


REPLACED = (
    Replaced(
        Flask,
        "create_url_adapter",
        "service.http.app.App.create_url_adapter",
        "Flask reads host, port and scheme and binds the URL map for every request; these routes depend on the path",
        "with the route cache below: 19 µs (20 %) of a view, 30 µs (11 %) of an action",
        "066133a70e40",
    ),
    Replaced(
        MapAdapter,
        "match",
        "service.http.app.CachedRoutes.match",
        "a cache of the routes of the last 4,096 short paths: players send the same paths again and again",
        "see create_url_adapter",
        "d60987ae5108",
    ),
    Replaced(
        MapAdapter,
        "__init__",
        "service.http.app.CachedRoutes.match",
        "called with positional arguments instead of through Map.bind_to_environ",
        "see create_url_adapter",
        "dcfc8d1d6b3b",
    ),
    Replaced(
        Flask,
        "full_dispatch_request",
        "service.http.app.App.full_dispatch_request",
        "no hooks, signals and sessions; the request is counted, logged and traced here, and handed to the route",
        "3 µs (3.4 %) of a view, 5 µs (1.9 %) of an action",
        "70d46cf2d53c",
    ),
    Replaced(
        Flask,
        "register_blueprint",
        "service.http.app.App.register_blueprint",
        "raises if a blueprint brings hooks, which full_dispatch_request would not call",
        "no gain: it prevents a mistake",
        "2c342296e754",
    ),
    Replaced(
        Flask,
        "make_default_options_response",
        "service.http.app.App.make_default_options_response",
        "an empty response without a Content-Type",
        "no gain: it is part of the published behaviour",
        "e4c7d36a3f42",
    ),
    Replaced(
        Request,
        "max_content_length",
        "service.http.request.ApiRequest.max_content_length",
        "Flask reads it from the app's configuration each time, through two context-local proxies",
        "nothing of a view, 6 µs (2.5 %) of an action; kept because it is one line",
        "9a5760c214e0",
    ),
    Replaced(
        Response,
        "__init__",
        "service.http.response.BytesResponse.__init__",
        "the body is one byte string, so its length is known and nothing is guessed or converted",
        "with __call__ below: 11 µs (12 %) of a view, 17 µs (6 %) of an action",
        "5cc1ac2c6862",
    ),
    Replaced(
        Response,
        "__call__",
        "service.http.response.BytesResponse.__call__",
        "sends status, headers and body as they are, in one write, without Werkzeug's rewriting of headers",
        "9 µs (9 %) of a view, 15 µs (5 %) of an action",
        "88844160532e",
    ),
    Replaced(
        Request,
        "stream",
        "service.http.request._read_body",
        "a body of a known, allowed length is read from wsgi.input directly, not through Werkzeug's limiting wrapper",
        "nothing of a view, 9 µs (3.2 %) of an action",
        "364cb4d78076",
    ),
)


def digest_of(owner: type, attribute: str) -> str:
    """A digest of the source of an attribute: a method, a property or a cached property."""
    member = inspect.getattr_static(owner, attribute)
    function = getattr(member, "fget", None) or getattr(member, "func", member)
    try:
        source = inspect.getsource(function)
    except TypeError:  # not a function: a descriptor or a constant
        source = repr(type(member))
    return sha256(source.encode()).hexdigest()[:DIGEST_LENGTH]


def library_change(entry: Replaced) -> str | None:
    """What has become of an attribute since its entry was written; None if it is as it was."""
    if not hasattr(entry.owner, entry.attribute):
        return f"{entry.name} is gone from the library; {entry.here} relies on it: {entry.reason}"
    if digest_of(entry.owner, entry.attribute) != entry.digest:
        return f"{entry.name} has changed in the library; check {entry.here}: {entry.reason}"
    return None
