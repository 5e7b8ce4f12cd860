"""What openapi.yaml says of answers: the forms, headers and problems of each route."""

import inspect
from collections.abc import Iterable
from typing import Any

from service.http.openapi import examples
from service.http.operation import Operation
from service.problems import CATALOGUE

ALWAYS = ("validation_error", "not_acceptable", "internal_error", "store_unavailable")
WITH_BODY = ("malformed_json", "unsupported_media_type", "payload_too_large")
GIVEN = {
    "X-Request-Id": "The id of this request in the service's log: yours, if you sent a simple one, or a new one",
    "X-Content-Type-Options": "`nosniff`: the answer is what its `Content-Type` says, and nothing else",
    "Access-Control-Allow-Origin": "For browsers: pages of this origin may read the answer",
    "Access-Control-Expose-Headers": "For browsers: the headers that such a page may read",
    "Vary": "The headers of the request on which the answer depends",
    "Content-Language": "`en`, `fr` or `de`: the language of the words in the answer",
    "Cache-Control": "How long the answer may be cached",
    "ETag": "Send it as `If-None-Match`. The tag of a view holds its version, its viewer and, where it has words that "
    "are not English, its language; it is for `If-Match` too",
    "Location": "The path of the new game",
    "Idempotent-Replayed": "`true`: this answers a request that was accepted before",
    "X-Accel-Buffering": "`no`, in streams: asks a proxy to pass each event on at once",
    "RateLimit": "Where requests are limited: how many are left (`r`), and after how many seconds there are more (`t`)",
    "RateLimit-Policy": "The limit: the number of requests (`q`) within a number of seconds (`w`)",
    "Retry-After": "After how many seconds it makes sense to try again",
    "WWW-Authenticate": "How to send a token",
    "Content-Security-Policy": "For browsers, with a web page: what it may load and run",
}
"""All headers of answers. Those of HTTP itself, such as `Date` and `Content-Type`, are not listed."""
CORS = ("Access-Control-Allow-Origin", "Access-Control-Expose-Headers")
EVERYWHERE = ("X-Request-Id", "X-Content-Type-Options", *CORS, "Vary", "Content-Language")
LIMITS = ("RateLimit", "RateLimit-Policy")
ALWAYS_SENT = ("X-Request-Id", "X-Content-Type-Options", "ETag", "Location", "WWW-Authenticate")
"""An answer that names one of these headers has it; others depend on the request or the settings."""
WITH_PROBLEM = {
    "unauthenticated": "WWW-Authenticate",
    "too_early": "Retry-After",
    "rate_limited": "Retry-After",
    "store_unavailable": "Retry-After",
    "too_many_streams": "Retry-After",
    "too_many_bots": "Retry-After",
    "shutting_down": "Retry-After",
}
STREAMS = {
    "text/event-stream": "Server-Sent Events; each `data:` is an `EventView`",
    "application/x-ndjson": "A `GameView` on the first line, then one `EventView` per line",
}


def responses(spec: Operation, path: str, name: str) -> dict[str, Any]:
    """All answers of a route, by status."""
    headers = named(gives(spec, path))
    besides = {str(status): {"description": text, "headers": headers} for status, text in spec.other_statuses}
    refused = {status: ref(refusal(codes), "responses") for status, codes in failures(spec, path).items()}
    return {str(spec.status): success(spec, name, headers), **besides, **refused}


def success(spec: Operation, name: str, headers: dict[str, Any]) -> dict[str, Any]:
    """The successful answer of a route."""
    if spec.returns is None:
        return {"description": "Done", "headers": headers}
    if spec.returns is str:
        schema: dict[str, Any] = {"type": "string"}
    elif spec.returns is dict:
        schema = {"type": "object", "additionalProperties": True}
    else:
        schema = {"$ref": f"#/components/schemas/{spec.returns.__name__}"}
    text = (inspect.getdoc(spec.returns) or "").splitlines()[0] if spec.returns not in (str, dict) else "The text"
    content: dict[str, Any] = {form: {"schema": schema} for form in spec.produces}
    for form in content.keys() & STREAMS.keys():
        content[form] = {"schema": {"type": "string", "description": STREAMS[form]}}
    if name in examples.good():
        content[spec.produces[0]]["example"] = examples.good()[name]
    for form, shown in examples.texts().get(name, {}).items():
        content[form]["example"] = shown
    return {"description": text, "headers": headers, "content": content}


def gives(spec: Operation, path: str) -> list[str]:
    """The headers of an answer."""
    cached = ["Cache-Control"] if path.startswith("/v1/games") else []
    replayed = ["Idempotent-Replayed"] if "Idempotency-Key" in spec.request_headers else []
    limits = LIMITS if spec.rate_limit else ()
    return [*EVERYWHERE, *cached, *spec.response_headers, *replayed, *limits]


def headers() -> dict[str, Any]:
    """Every header of answers, described once."""
    return {
        name: {"description": text, "required": name in ALWAYS_SENT, "schema": {"type": "string"}}
        for name, text in GIVEN.items()
    }


def named(headers: Iterable[str]) -> dict[str, Any]:
    """Pointers to the descriptions of these headers."""
    return {name: ref(name, "headers") for name in headers}


def failures(spec: Operation, path: str) -> dict[str, list[str]]:
    """The problems a route can end in, by status."""
    codes = [*spec.problems, *ALWAYS]
    if "{game_id}" in path:
        codes.append("rules_version_unsupported")
    if spec.body is not None or spec.body_name:
        codes += WITH_BODY
    if spec.rate_limit:
        codes.append("rate_limited")
    by_status: dict[str, list[str]] = {}
    for code in (code for code in CATALOGUE if code in codes):
        by_status.setdefault(str(CATALOGUE[code].status), []).append(code)
    return dict(sorted(by_status.items()))


def refusals(operations: Iterable[tuple[Operation, str]]) -> dict[str, Any]:
    """Every answer that is a problem, by its name: many routes share one."""
    groups = [codes for spec, path in operations for codes in failures(spec, path).values()]
    found = {refusal(codes): failure(codes) for codes in groups}
    return {name: found[name] for name in sorted(found)}


def refusal(codes: list[str]) -> str:
    """The name of the answer that is one of these problems."""
    return pascal("_or_".join(codes))


def failure(codes: list[str]) -> dict[str, Any]:
    """The problems of one status."""
    told = [*EVERYWHERE, "Cache-Control", *LIMITS, *(WITH_PROBLEM[code] for code in codes if code in WITH_PROBLEM)]
    shown = {code: ref(code, "examples") for code in codes}
    content = {"application/problem+json": {"schema": ref("ProblemDetails"), "examples": shown}}
    text = "; ".join(f"`{code}`: {CATALOGUE[code].title}" for code in codes)
    return {"description": text, "headers": named(told), "content": content}


def ref(name: str, kind: str = "schemas") -> dict[str, str]:
    """A pointer to a named schema, or to a component of another kind."""
    return {"$ref": f"#/components/{kind}/{name}"}


def pascal(name: str) -> str:
    """tokyo_poo_divers as TokyoPooDivers."""
    return "".join(part.capitalize() for part in name.split("_"))
