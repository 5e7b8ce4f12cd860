"""Writing a response: JSON, problems, files, and their headers, also those of CORS."""

import gzip
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

import msgspec
from flask import Request, Response
from werkzeug.datastructures import Headers

from service.http.request import JSON, ApiRequest, is_unchanged
from service.i18n import Language, encode
from service.metrics import PROBLEMS, REPLAYED
from service.problems import Problem

VARIES = ("Vary", "Accept-Language")
TAG_LENGTH = 22
BODILESS = (204, 304)
"""Statuses of responses that have no body."""
TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}
EXPOSED_HEADERS = "ETag, Location, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, X-Request-Id"
ALLOWED_HEADERS = (
    "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, X-API-Key, X-Request-Id, "
    "traceparent, tracestate"
)


class BytesResponse(Response):
    """A response whose body is there as a whole: it is sent as it is."""

    default_mimetype = None

    def __init__(
        self,
        body: bytes = b"",
        status: int = 200,
        headers: Iterable[tuple[str, str]] = (),
        content_type: str | None = None,
    ) -> None:
        super().__init__((body,), status, Headers(), content_type=content_type)
        for name, text in headers:
            self.headers.add(name, text)
        if status not in BODILESS:
            self.headers.add("Content-Length", str(len(body)))

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response(self.status, self.headers.to_wsgi_list())
        return () if environ["REQUEST_METHOD"] == "HEAD" or self.status_code in BODILESS else self.response  # type: ignore[return-value]


def json_response(value: Any, language: Language, status: int = 200, **headers: str) -> Response:
    """A JSON response in this language; `Cache_Control="…"` adds a header."""
    named = [(name.replace("_", "-"), text) for name, text in headers.items()]
    return BytesResponse(encode(value, language), status, [*named, *language_headers(language)], JSON)


def language_headers(language: Language) -> list[tuple[str, str]]:
    """The headers of a response with texts in it: their language, and that the request chose it."""
    return [("Content-Language", language), VARIES]


def no_content() -> Response:
    """A 204."""
    return BytesResponse(status=204)


def not_modified(**headers: str) -> Response:
    """A 304: the client has it already."""
    return BytesResponse(
        status=304, headers=[*((name.replace("_", "-"), text) for name, text in headers.items()), VARIES]
    )


def mark_replayed(response: Response, replayed: bool) -> Response:
    """Say so in a header if this request was accepted before."""
    if replayed:
        REPLAYED.inc()
        response.headers["Idempotent-Replayed"] = "true"
    return response


def problem_response(problem: Problem, language: Language) -> Response:
    """A problem as RFC 9457 wants it."""
    PROBLEMS.labels(problem.code).inc()
    headers = [*problem.headers.items(), *language_headers(language)]
    body = encode(problem.body(language), language)
    return BytesResponse(body, problem.kind.status, headers, "application/problem+json")


def allow_origin(request: ApiRequest, response: Response, origins: frozenset[str]) -> None:
    """Tell a browser whether a page of this origin may read the response."""
    origin = request.environ.get("HTTP_ORIGIN")
    if "*" not in origins:
        response.headers.add("Vary", "Origin")
    if origin is None or not origins & {"*", origin}:
        return
    response.headers["Access-Control-Allow-Origin"] = "*" if "*" in origins else origin
    response.headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS
    if request.method == "OPTIONS" and request.environ.get("HTTP_ACCESS_CONTROL_REQUEST_METHOD") is not None:
        response.headers["Access-Control-Allow-Methods"] = response.headers.get("Allow", "")
        response.headers["Access-Control-Allow-Headers"] = ALLOWED_HEADERS
        response.headers["Access-Control-Max-Age"] = "86400"


class File(msgspec.Struct, frozen=True):
    """A file of a web page, held in memory as it is and compressed."""

    content: bytes
    gzipped: bytes
    digest: str
    content_type: str


def load_file(name: str, content: bytes) -> File:
    """A file of a web page; the suffix of its name tells its type."""
    return File(content, gzip.compress(content, mtime=0), digest_of(content), TYPES[name[name.rindex(".") :]])


def digest_tag(content: bytes) -> str:
    """The entity tag of a response that is the same for everyone: a digest of its bytes."""
    return f'"{digest_of(content)}"'


def digest_of(content: bytes) -> str:
    """A digest of some bytes, as long as an entity tag needs it."""
    return sha256(content).hexdigest()[:TAG_LENGTH]


def file_response(file: File, request: Request, policy: str) -> Response:
    """The whole file, compressed if the client accepts that, or a 304 to a browser that has it. `policy`: what a page
    may load and run.
    """
    compress = request.accept_encodings.quality("gzip") > 0
    tag = f'"{file.digest}-gzip"' if compress else f'"{file.digest}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if is_unchanged(request.headers.get("If-None-Match"), tag):
        return BytesResponse(status=304, headers=headers.items())
    if compress:
        headers["Content-Encoding"] = "gzip"
    if file.content_type == "text/html":
        headers |= {"Content-Security-Policy": policy, "Referrer-Policy": "no-referrer"}
    return Response(file.gzipped if compress else file.content, headers=headers, mimetype=file.content_type)
