"""Reading a request: its client and language, the format it accepts, its body and its conditional headers.

What is left out, here and in `service/http/app.py`, is work that Flask and Werkzeug do for every request, and that
nobody here needs. `python -m bench items` prints what is left of it.
"""

import os
import re
import time
from base64 import urlsafe_b64encode
from functools import lru_cache
from typing import Any

from flask import Request
from marshmallow import Schema, ValidationError
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from engines.text import Text
from schemas import strict
from service.client_address import Proxies
from service.i18n import preferred_language
from service.problems import Problem
from service.table.access import unauthenticated
from service.tokens import is_predictable

JSON = "application/json"
LARGEST_BODY = 64 * 1024
LONGEST_ACCEPT = 1000
MAX_LIST_ITEMS = 50
"""Items of a list in a header that are read: nobody sends more in earnest, and reading thousands takes time."""
REQUEST_ID = re.compile(r"[\w.-]{8,64}")
TRACE_PARENT = re.compile(r"(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}")
LONGEST_KEY = 255
SHORTEST_RANDOM_KEY = 22
KEY_RULE = Text("Must be {least} to {most} printable ASCII characters.", least=1, most=LONGEST_KEY)
RANDOM_KEY_RULE = Text(
    "Must be {least} to {most} printable ASCII characters, as random as a UUID.",
    least=SHORTEST_RANDOM_KEY,
    most=LONGEST_KEY,
)
"""Characters of an Idempotency-Key that hold 128 bits: 22 in base64, and a UUID has 36."""


class ApiRequest(Request):
    """A request, with the time it arrived, its client's address, its language and its ids."""

    max_content_length = LARGEST_BODY  # Flask looks it up in the app's settings each time

    def __init__(self, environ: dict[str, Any], proxies: Proxies) -> None:
        super().__init__(environ)
        self.began = time.perf_counter()
        self.client = proxies.client(environ.get("REMOTE_ADDR"), environ.get("HTTP_X_FORWARDED_FOR", ""))
        self.request_id = request_id(environ.get("HTTP_X_REQUEST_ID"))
        self.trace_id = trace_id(environ.get("HTTP_TRACEPARENT"))
        self.language = preferred_language(environ.get("HTTP_ACCEPT_LANGUAGE"))
        self.rate_limit: dict[str, str] = {}
        """The headers that say how many more requests this client may send."""


def request_id(header: str | None) -> str:
    """The id that the caller sent, if its form is allowed; otherwise a new one."""
    return header if header is not None and REQUEST_ID.fullmatch(header) else urlsafe_b64encode(os.urandom(12)).decode()


def trace_id(parent: str | None) -> str | None:
    """The trace that this request belongs to, from its `traceparent` header as W3C Trace Context defines it."""
    match = TRACE_PARENT.fullmatch(parent) if parent is not None else None
    return match[1] if match else None


def negotiate(accept: str | None, formats: tuple[str, ...]) -> str:
    """The format that suits the client best, by its Accept header; the first one if the header says nothing."""
    if not accept:
        return formats[0]
    if len(accept) > LONGEST_ACCEPT:
        raise Problem("not_acceptable", Text("The `Accept` header has more than {n} characters.", n=LONGEST_ACCEPT))
    best = _best_format(accept, formats)
    if best is None:
        available = Text("The response is available in these formats: {forms}.", forms=", ".join(formats))
        raise Problem("not_acceptable", available)
    return best


@lru_cache(1024)  # most clients send one of a few, and parsing takes 200 µs
def _best_format(accept: str, formats: tuple[str, ...]) -> str | None:
    """Parameters of a range besides `q` are ignored. Java's own client sends `q=.2`, which Werkzeug does not read."""
    ranges = parse_accept_header(accept.replace("q=.", "q=0."))
    ranges = MIMEAccept((value.partition(";")[0].strip(), quality) for value, quality in ranges)
    return ranges.best_match(formats) if ranges else formats[0]


def read_body(request: ApiRequest, schema: Schema | None, max_bytes: int | None) -> Any:
    """The body as JSON, loaded by its schema if it has one; as text if it may be as large as `max_bytes`."""
    if max_bytes is not None:
        request.max_content_length = max_bytes
        return text_body(request)
    body = json_body(request)
    return body if schema is None else load(schema, body)


def json_body(request: ApiRequest) -> Any:
    """The JSON body; a 4xx that says what is wrong with it otherwise."""
    try:
        return strict.decode(text_body(request))
    except ValueError as error:
        raise Problem("malformed_json", str(error)) from None


def text_body(request: ApiRequest) -> str:
    """The body as text, declared to be JSON and not yet parsed."""
    if (request.environ.get("CONTENT_TYPE") or "").partition(";")[0].strip().lower() != JSON:
        raise Problem("unsupported_media_type")
    try:
        return _read_body(request).decode()
    except UnicodeDecodeError:
        raise Problem("malformed_json", "The body is not UTF-8.") from None


def _read_body(request: ApiRequest) -> bytes:
    """The whole body. A chunked body ends at the limit without an error; reading one more byte raises it."""
    length, limit = request.content_length, request.max_content_length
    if length is not None and limit is not None and length <= limit:
        body: bytes = request.environ["wsgi.input"].read(length)  # Flask's wrapper costs as much as reading JSON
        return body
    data = request.get_data(cache=False)
    request.stream.read(1)
    return data


def load(schema: Schema, data: Any) -> Any:
    """The data as the schema loads it, or a 422 that names every wrong field."""
    try:
        return schema.load(data)
    except ValidationError as error:
        raise invalid(error) from None


def invalid(error: ValidationError) -> Problem:
    """A 422 that names every wrong field."""
    messages = error.normalized_messages()  # type: ignore[no-untyped-call]
    named = {("body" if field == "_schema" else field): wrong for field, wrong in messages.items()}
    return Problem("validation_error", Text("Wrong: {fields}.", fields=", ".join(map(str, named))), errors=named)


def bearer_token(request: ApiRequest) -> str | None:
    """The token of the Authorization header, if there is one."""
    header: str | None = request.environ.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise unauthenticated("Send `Authorization: Bearer <token>`.")
    return token.strip()


def versions(header: str | None) -> frozenset[str] | None:
    """The versions in entity tags such as `"17.0"` or `W/"17.-"`; None without a header."""
    tags = entity_tags(header)
    return None if tags is None else frozenset([tag.partition(".")[0] for tag in tags])


def entity_tags(header: str | None) -> frozenset[str] | None:
    """The first entity tags in a header, without quotes and W/ prefixes; None without a header."""
    if header is None:
        return None
    items = header.split(",", MAX_LIST_ITEMS)[:MAX_LIST_ITEMS]
    return frozenset([tag.strip().removeprefix("W/").strip('"') for tag in items])


def is_unchanged(if_none_match: str | None, tag: str) -> bool:
    """Whether the client already has the response with this tag, by its If-None-Match header."""
    known = entity_tags(if_none_match) or frozenset()
    return bool(known & {"*", tag.strip('"')})


def idempotency_key(request: ApiRequest, *, random: bool) -> str | None:
    """The Idempotency-Key, if one is sent. Where it protects tokens (`random`), it must be hard to guess."""
    header: str | None = request.environ.get("HTTP_IDEMPOTENCY_KEY")
    if header is None:
        return None
    key = header.strip().strip('"')
    least = SHORTEST_RANDOM_KEY if random else 1
    if not least <= len(key) <= LONGEST_KEY or not key.isascii() or not key.isprintable():
        rule = RANDOM_KEY_RULE if random else KEY_RULE
        raise Problem("validation_error", errors={"Idempotency-Key": [rule]})
    if random and is_predictable(key):
        rule = Text("Must be random, as a UUID is: whoever guesses this key gets the tokens in the response.")
        raise Problem("validation_error", "The Idempotency-Key is easy to guess.", errors={"Idempotency-Key": [rule]})
    return key
