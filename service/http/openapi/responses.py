"""The responses of openapi.yaml: the media types, headers and problems of each operation."""

import inspect
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from service.http.openapi import examples
from service.http.operation import Operation
from service.problems import CATALOGUE

COMMON_PROBLEMS = ("validation_error", "not_acceptable", "rate_limited", "internal_error", "store_unavailable")
BODY_PROBLEMS = ("malformed_json", "unsupported_media_type", "payload_too_large")
HEADER_DESCRIPTIONS = {
    "X-Request-Id": "The id of this request in the service's log: yours, if you sent a simple one, or a new one",
    "X-Content-Type-Options": "`nosniff`: the response is what its `Content-Type` says, and nothing else",
    "Access-Control-Allow-Origin": "For browsers: pages of this origin may read the response",
    "Access-Control-Expose-Headers": "For browsers: the headers that such a page may read",
    "Vary": "The headers of the request on which the response depends",
    "Content-Language": "`en`, `fr` or `de`: the language of the texts in the response",
    "Cache-Control": "How long the response may be cached",
    "ETag": "Send it as `If-None-Match`. The tag of a view holds its version, its viewer and, where it has texts that "
    "are not English, its language; it is for `If-Match` too",
    "Location": "The path of the new game",
    "Idempotent-Replayed": "`true`: the request was accepted before, and this is its response again",
    "X-Accel-Buffering": "`no`, in streams: asks a proxy to pass each event on at once",
    "RateLimit": "Where requests are limited: how many are left (`r`), and after how many seconds there are more (`t`)",
    "RateLimit-Policy": "The limit: the number of requests (`q`) within a number of seconds (`w`)",
    "Retry-After": "After how many seconds to try again",
    "WWW-Authenticate": "How to send a token",
    "Content-Security-Policy": "For browsers, with a web page: what it may load and run",
}
"""All headers of responses. Those of HTTP itself, such as `Date` and `Content-Type`, are not listed."""
CORS_HEADERS = ("Access-Control-Allow-Origin", "Access-Control-Expose-Headers")
COMMON_HEADERS = ("X-Request-Id", "X-Content-Type-Options", *CORS_HEADERS, "Vary", "Content-Language")
RATE_LIMIT_HEADERS = ("RateLimit", "RateLimit-Policy")
REQUIRED_HEADERS = ("X-Request-Id", "X-Content-Type-Options", "ETag", "Location", "WWW-Authenticate")
"""Headers that every response which declares them has; others depend on the request or the settings."""
PROBLEM_HEADERS = {
    "unauthenticated": "WWW-Authenticate",
    "too_early": "Retry-After",
    "rate_limited": "Retry-After",
    "store_unavailable": "Retry-After",
    "too_many_streams": "Retry-After",
    "too_many_bots": "Retry-After",
    "too_many_bot_tables": "Retry-After",
    "shutting_down": "Retry-After",
}
STREAM_DESCRIPTIONS = {
    "text/event-stream": "Server-Sent Events; each `data:` is an `EventView`",
    "application/x-ndjson": "A `GameView` on the first line, then one `EventView` per line",
}
RESPONSE_NAMES = {
    ("illegal_action", "not_your_turn", "too_early", "game_not_active"): "ActionConflict",
    ("game_not_open", "seat_taken"): "JoinConflict",
    ("game_not_open", "not_enough_players"): "StartConflict",
    ("validation_error", "rules_version_unsupported"): "GameUnprocessable",
    ("validation_error", "idempotency_conflict"): "CreateUnprocessable",
    ("validation_error", "idempotency_conflict", "rules_version_unsupported"): "ActionUnprocessable",
    ("store_unavailable", "shutting_down"): "NotReady",
    ("store_unavailable", "too_many_bots"): "BotsUnavailable",
    ("too_many_bot_tables", "rate_limited"): "TooManyTables",
    ("store_unavailable", "too_many_streams"): "StreamsUnavailable",
}
"""The names of error responses with several problems; a group that is not here is named after its operation."""


def responses(spec: Operation, path: str, name: str) -> dict[str, Any]:
    """All responses of an operation, by status."""
    headers = header_refs(success_headers(spec, path))
    empty = {str(status): {"description": text, "headers": headers} for status, text in spec.other_statuses}
    errors = {
        status: ref(response_name(codes, name), "responses") for status, codes in problems_by_status(spec, path).items()
    }
    return {str(spec.status): success(spec, name, headers), **empty, **errors}


def success(spec: Operation, name: str, headers: dict[str, Any]) -> dict[str, Any]:
    """The successful response of an operation."""
    if spec.returns is None:
        return {"description": "Done", "headers": headers}
    if spec.returns is str:
        schema: dict[str, Any] = {"type": "string"}
    elif spec.returns is dict:
        schema = {"type": "object", "additionalProperties": True}
    else:
        schema = {"$ref": f"#/components/schemas/{spec.returns.__name__}"}
    text = (inspect.getdoc(spec.returns) or "").splitlines()[0] if spec.returns not in (str, dict) else "The text"
    content: dict[str, Any] = {media_type: {"schema": schema} for media_type in spec.produces}
    for media_type in content.keys() & STREAM_DESCRIPTIONS.keys():
        content[media_type] = {"schema": {"type": "string", "description": STREAM_DESCRIPTIONS[media_type]}}
    if name in examples.json_responses():
        content[spec.produces[0]]["example"] = examples.json_responses()[name]
    for media_type, example in examples.text_responses().get(name, {}).items():
        content[media_type]["example"] = example
    return {"description": text, "headers": headers, "content": content}


def success_headers(spec: Operation, path: str) -> list[str]:
    """The headers of a successful response."""
    cached = ["Cache-Control"] if path.startswith("/v1/games") else []
    replayed = ["Idempotent-Replayed"] if "Idempotency-Key" in spec.request_headers else []
    limits = RATE_LIMIT_HEADERS if spec.rate_limit else ()
    return [*COMMON_HEADERS, *cached, *spec.response_headers, *replayed, *limits]


def headers() -> dict[str, Any]:
    """Every header of responses, described once."""
    return {
        name: {"description": text, "required": name in REQUIRED_HEADERS, "schema": {"type": "string"}}
        for name, text in HEADER_DESCRIPTIONS.items()
    }


def header_refs(names: Iterable[str]) -> dict[str, Any]:
    """References to the descriptions of these headers."""
    return {name: ref(name, "headers") for name in names}


def problems_by_status(spec: Operation, path: str) -> dict[str, list[str]]:
    """The codes of the problems that an operation can end in, by status."""
    codes = [*spec.problems, *COMMON_PROBLEMS]
    if "{game_id}" in path:
        codes.append("rules_version_unsupported")
    if spec.body is not None or spec.body_name:
        codes += BODY_PROBLEMS
    by_status: dict[str, list[str]] = {}
    for code in (code for code in CATALOGUE if code in codes):
        by_status.setdefault(str(CATALOGUE[code].status), []).append(code)
    return dict(sorted(by_status.items()))


def error_responses(operations: Iterable[tuple[Operation, str, str]]) -> dict[str, Any]:
    """Every error response, by its name; operations with the same problems share one."""
    made = {
        response_name(codes, name): error_response(codes)
        for spec, path, name in operations
        for codes in problems_by_status(spec, path).values()
    }
    return {name: made[name] for name in sorted(made)}


def response_name(codes: list[str], operation: str) -> str:
    """The name of the error response with these problems, all of one status."""
    if len(codes) == 1:
        return pascal_case(codes[0])
    status = HTTPStatus(CATALOGUE[codes[0]].status).phrase.replace(" ", "")
    return RESPONSE_NAMES.get(tuple(codes)) or pascal_case(operation) + status


def error_response(codes: list[str]) -> dict[str, Any]:
    """The response with one of these problems, all of one status."""
    own = [PROBLEM_HEADERS[code] for code in codes if code in PROBLEM_HEADERS]
    names = [*COMMON_HEADERS, "Cache-Control", *RATE_LIMIT_HEADERS, *own]
    by_code = {code: ref(code, "examples") for code in codes}
    content = {"application/problem+json": {"schema": ref("ProblemDetails"), "examples": by_code}}
    text = "; ".join(f"`{code}`: {CATALOGUE[code].title}" for code in codes)
    return {"description": text, "headers": header_refs(names), "content": content}


def ref(name: str, kind: str = "schemas") -> dict[str, str]:
    """A reference to a named schema, or to a component of another kind."""
    return {"$ref": f"#/components/{kind}/{name}"}


def pascal_case(name: str) -> str:
    """`snake_case` as `SnakeCase`."""
    return "".join(part.capitalize() for part in name.split("_"))
