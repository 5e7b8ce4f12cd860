"""CORS: requests from pages of other origins. Credentials are never cookies, so any origin can be allowed."""

from flask import Response

from service.http.request import ApiRequest

EXPOSED = "ETag, Location, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, X-Request-Id"
ALLOWED = (
    "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, X-API-Key, X-Request-Id, "
    "traceparent, tracestate"
)


def allow_origin(request: ApiRequest, response: Response, origins: frozenset[str]) -> None:
    """Tell a browser whether a page of this origin may read the response."""
    origin = request.header("Origin")
    if "*" not in origins:
        response.headers.add("Vary", "Origin")
    if origin is None or not origins & {"*", origin}:
        return
    response.headers["Access-Control-Allow-Origin"] = "*" if "*" in origins else origin
    response.headers["Access-Control-Expose-Headers"] = EXPOSED
    if request.method == "OPTIONS" and request.header("Access-Control-Request-Method") is not None:
        response.headers["Access-Control-Allow-Methods"] = response.headers.get("Allow", "")
        response.headers["Access-Control-Allow-Headers"] = ALLOWED
        response.headers["Access-Control-Max-Age"] = "86400"
