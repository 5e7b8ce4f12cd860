"""Every response that a test receives is compared with what its operation declares: its problem and its headers."""

import json
import re
from functools import cache
from typing import Any

import httpx
from flask import Flask
from werkzeug.exceptions import HTTPException

from service.http.openapi.responses import PROBLEM_HEADERS, problems_by_status, success_headers
from service.http.operation import GameId, Operation
from service.http.routes import BLUEPRINTS
from tests.support.published import HTTP_HEADERS

violations: list[str] = []
"""What was undeclared in the responses since this was last emptied."""
apps: dict[str, Flask] = {}
"""Apps with routes of their own, by the host under which they are called."""
unwatched_send = httpx.Client.send
"""Sends a request without the comparison."""


@cache
def any_app() -> Flask:
    """An app with the routes of the service, and nothing else."""
    app = Flask("routes", static_folder=None)
    app.url_map.converters["game"] = GameId
    app.url_map.strict_slashes = False
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app


def watch_responses() -> None:
    """Compare every response to httpx, from an app in this process or from a service over a socket."""

    def send(client: httpx.Client, request: httpx.Request, **named: Any) -> httpx.Response:
        response = unwatched_send(client, request, **named)
        if is_from_operation(response):
            if response.status_code >= 400:
                response.read()
            violations.extend(undeclared(response))
        return response

    any_app()  # not first in threads of a test: Werkzeug parses code for routes, and CPython 3.11 fails if two do so
    httpx.Client.send = send  # type: ignore[method-assign]


def is_from_operation(response: httpx.Response) -> bool:
    """Whether an operation of the service has sent this: what nginx or gunicorn rejects by itself has no language."""
    own = "X-Request-Id" in response.headers
    return own and (response.status_code < 400 or "Content-Language" in response.headers)


def undeclared(response: httpx.Response) -> list[str]:
    """What the operation of this response does not declare; nothing where there is no operation."""
    request = response.request
    match = operation_of(apps.get(request.url.host) or any_app(), request.method, request.url.path)
    if match is None:
        return []
    spec, path = match
    where = f"{request.method} {path} {response.status_code}"
    code = problem_of(response)
    codes = [] if code is None or code in declared_codes(spec, path) else [f"{where}: {code} is not declared"]
    headers = {name.lower() for name in response.headers} - HTTP_HEADERS - declared_headers(spec, path, code)
    statuses = {spec.status, *(status for status, _ in spec.other_statuses)}
    wrong = [] if response.status_code >= 400 or response.status_code in statuses else [f"{where} is not declared"]
    return [*codes, *wrong, *(f"{where}: the header {name} is not declared" for name in sorted(headers))]


def operation_of(app: Flask, method: str, path: str) -> tuple[Operation, str] | None:
    """The operation that a request reaches, and its path; None for pages, preflights and what is not found."""
    try:
        rule, _ = app.url_map.bind("").match(path, method, return_rule=True)
    except HTTPException:
        return None
    spec = getattr(app.view_functions[rule.endpoint], "operation", None)
    return None if spec is None or method == "OPTIONS" else (spec, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule))


def problem_of(response: httpx.Response) -> str | None:
    """The code of the problem in a response; None if it is no error, or has no body."""
    if response.status_code < 400 or not response.content:
        return None
    code: str = json.loads(response.content)["code"]
    return code


def declared_codes(spec: Operation, path: str) -> set[str]:
    """The problems that this operation may end in, as the document publishes them."""
    return {code for codes in problems_by_status(spec, path).values() for code in codes}


def declared_headers(spec: Operation, path: str, code: str | None) -> set[str]:
    """The headers, in lower case, that a response of this operation may have."""
    names = set(success_headers(spec, path))
    if code is not None:
        names -= {*spec.response_headers, "Idempotent-Replayed"}
        names |= {PROBLEM_HEADERS[code]} if code in PROBLEM_HEADERS else set()
    return {name.lower() for name in names}
