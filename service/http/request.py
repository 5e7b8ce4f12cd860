"""A request and an answer as the service sees them, without what nobody here uses.

What is left out, here and in `service/http/app.py`, is work that Flask and Werkzeug do for every request, and that
nobody here needs. `python -m bench items` prints what is left of it.
"""

import time
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, cast

from flask import Request, Response, request
from werkzeug.datastructures import Headers
from werkzeug.routing import Map, MapAdapter, Rule

from service import logs
from service.client_address import Proxies
from service.i18n import preferred_language

LARGEST_BODY = 64 * 1024
LONGEST_KEPT = 100
"""Characters of a path whose route is kept; a game's paths have fewer, and a hostile client could fill memory."""
BODILESS = (204, 304)
"""Statuses of answers that have no body."""


class ApiRequest(Request):
    """A request, and what is noted about it: when it came, from whom, and under which id."""

    max_content_length = LARGEST_BODY  # Flask looks it up in the app's settings each time

    def __init__(self, environ: dict[str, Any], proxies: Proxies) -> None:
        super().__init__(environ)
        self.began = time.perf_counter()
        self.client = proxies.client(environ.get("REMOTE_ADDR"), environ.get("HTTP_X_FORWARDED_FOR", ""))
        self.request_id = logs.request_id(environ.get("HTTP_X_REQUEST_ID"))
        self.trace_id = logs.trace_id(environ.get("HTTP_TRACEPARENT"))
        self.language = preferred_language(environ.get("HTTP_ACCEPT_LANGUAGE"))
        self.rate_limit: dict[str, str] = {}
        """The headers that say how many more requests this client may send."""

    def header(self, name: str) -> str | None:
        """A header of the request; Werkzeug's way to it takes twice as long."""
        value: str | None = self.environ.get(_key_of(name))
        return value


@cache
def _key_of(header: str) -> str:
    """Where a header is in the environment of a request."""
    key = header.upper().replace("-", "_")
    return key if key == "CONTENT_TYPE" else f"HTTP_{key}"


def this_request() -> ApiRequest:
    """The request that is being served. Flask's `request` looks it up anew for every attribute."""
    return cast(ApiRequest, request._get_current_object())  # type: ignore[attr-defined]


class CachedRoutes(MapAdapter):
    """The way to the route of a path. Those found last are kept: who plays sends the same paths again and again."""

    def match(self, *_: Any, method: str | None = None, **__: Any) -> tuple[Rule, dict[str, Any]]:
        find = _kept_way if len(self.path_info) <= LONGEST_KEPT else _way
        rule, found = find(self.map, self.path_info, method or self.default_method)
        return rule, dict(found)


def _way(routes: Map, path: str, method: str) -> tuple[Rule, Mapping[str, Any]]:
    return MapAdapter(routes, "", "/", "", "http", path, method).match(return_rule=True)


_kept_way = lru_cache(4096)(_way)


class BytesResponse(Response):
    """An answer whose body is there as a whole: it goes out as it is."""

    default_mimetype = None

    def __init__(
        self, body: bytes = b"", status: int = 200, headers: Iterable[tuple[str, str]] = (), form: str | None = None
    ) -> None:
        super().__init__((body,), status, Headers(), content_type=form)
        for name, text in headers:
            self.headers.add(name, text)
        if status not in BODILESS:
            self.headers.add("Content-Length", str(len(body)))

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response(self.status, self.headers.to_wsgi_list())
        return () if environ["REQUEST_METHOD"] == "HEAD" or self.status_code in BODILESS else self.response  # type: ignore[return-value]
