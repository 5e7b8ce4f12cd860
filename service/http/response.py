"""Between HTTP and the house: bodies, headers and answers."""

from hashlib import sha256
from typing import Any

from flask import Response
from marshmallow import Schema, ValidationError

from engines.text import Text
from schemas import strict
from service.http.forms import MOST_ITEMS
from service.http.request import ApiRequest, BytesResponse, this_request
from service.i18n import Language, encode
from service.metrics import PROBLEMS, REPLAYED
from service.problems import Problem
from service.settings import Settings
from service.table.access import require_key, unauthenticated
from service.table.idempotency import RequestHeaders
from service.tokens import is_predictable

JSON = "application/json"
VARIES = ("Vary", "Accept-Language")
TAG_LENGTH = 22
LONGEST_KEY = 255
LOCKING_KEY = 22
"""Characters of an Idempotency-Key that hold 128 bits: 22 in base64, and a UUID has 36."""


def body_of(call: ApiRequest) -> Any:
    """The JSON body; anything else is refused with the reason."""
    try:
        return strict.decode(text_of(call))
    except ValueError as error:
        raise Problem("malformed_json", str(error)) from None


def text_of(call: ApiRequest) -> str:
    """The body as text that is said to be JSON; whoever reads it judges whether it is."""
    if (call.header("Content-Type") or "").partition(";")[0].strip().lower() != JSON:
        raise Problem("unsupported_media_type")
    try:
        return _whole(call).decode()
    except UnicodeDecodeError:
        raise Problem("malformed_json", "The body is not UTF-8.") from None


def _whole(call: ApiRequest) -> bytes:
    """The whole body. A chunked body ends at the limit without an error; reading one more byte raises it."""
    length, most = call.content_length, call.max_content_length
    if length is not None and most is not None and length <= most:
        sent: bytes = call.environ["wsgi.input"].read(length)  # Flask's wrapper costs as much as reading JSON
        return sent
    data = call.get_data(cache=False)
    call.stream.read(1)
    return data


def load(schema: Schema, data: Any) -> Any:
    """The data as the schema reads it, or a 422 that names every wrong field."""
    try:
        return schema.load(data)
    except ValidationError as error:
        raise invalid(error) from None


def invalid(error: ValidationError) -> Problem:
    """A 422 that names every wrong field."""
    messages = error.normalized_messages()  # type: ignore[no-untyped-call]
    named = {("body" if field == "_schema" else field): wrong for field, wrong in messages.items()}
    return Problem("validation_error", Text("Wrong: {fields}.", fields=", ".join(map(str, named))), errors=named)


def asking_of(call: ApiRequest, *, locking: bool = False) -> RequestHeaders:
    """The token, the versions and the Idempotency-Key in the headers."""
    key = idempotency_key(call, locking=locking)
    return RequestHeaders(bearer(call), versions(call.header("If-Match")), key)


def bearer(call: ApiRequest) -> str | None:
    """The token of the Authorization header, if there is one."""
    header = call.header("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise unauthenticated("Send `Authorization: Bearer <token>`.")
    return token.strip()


def versions(header: str | None) -> frozenset[str] | None:
    """The versions that tags such as `"17.0"` or `W/"17.-"` mean; None without a header."""
    found = tags(header)
    return None if found is None else frozenset(tag.partition(".")[0] for tag in found)


def tags(header: str | None) -> frozenset[str] | None:
    """The first entity tags in a header, without quotes and W/ prefixes; None without a header."""
    if header is None:
        return None
    return frozenset(tag.strip().removeprefix("W/").strip('"') for tag in header.split(",", MOST_ITEMS)[:MOST_ITEMS])


def unchanged(call: ApiRequest, tag: str) -> bool:
    """Whether the client already has the answer with this tag."""
    known = tags(call.header("If-None-Match")) or frozenset()
    return bool(known & {"*", tag.strip('"')})


def tag_of(content: bytes) -> str:
    """The tag of an answer that is the same for everyone: a digest of its bytes."""
    return f'"{sha256(content).hexdigest()[:TAG_LENGTH]}"'


def idempotency_key(call: ApiRequest, *, locking: bool = False) -> str | None:
    """The Idempotency-Key, quoted or not. Where the answer holds tokens it must be hard to guess."""
    header = call.header("Idempotency-Key")
    if header is None:
        return None
    key = header.strip().strip('"')
    least = LOCKING_KEY if locking else 1
    if not least <= len(key) <= LONGEST_KEY or not key.isascii() or not key.isprintable():
        wrong = (
            Text(
                "Must be {least} to {most} printable ASCII characters, as random as a UUID.",
                least=least,
                most=LONGEST_KEY,
            )
            if locking
            else Text("Must be {least} to {most} printable ASCII characters.", least=least, most=LONGEST_KEY)
        )
        raise Problem("validation_error", errors={"Idempotency-Key": [wrong]})
    if locking and is_predictable(key):
        wrong = Text("Must be random, as a UUID is: whoever guesses this key gets the tokens in the response.")
        raise Problem("validation_error", "The Idempotency-Key is easy to guess.", errors={"Idempotency-Key": [wrong]})
    return key


def answer(value: Any, status: int = 200, **headers: str) -> Response:
    """A JSON answer, in the language of the request."""
    language = this_request().language
    named = [(name.replace("_", "-"), text) for name, text in headers.items()]
    return BytesResponse(encode(value, language), status, [*named, *spoken(language)], JSON)


def spoken(language: Language) -> list[tuple[str, str]]:
    """The headers of an answer with words in it: their language, and that the request chose it."""
    return [("Content-Language", language), VARIES]


def nothing() -> Response:
    """An empty answer that says it is done."""
    return BytesResponse(status=204)


def not_modified(**headers: str) -> Response:
    """An empty answer that says: you have it already."""
    return BytesResponse(
        status=304, headers=[*((name.replace("_", "-"), text) for name, text in headers.items()), VARIES]
    )


def marked(response: Response, replayed: bool) -> Response:
    """Say so in a header if this request was accepted before."""
    if replayed:
        REPLAYED.inc()
        response.headers["Idempotent-Replayed"] = "true"
    return response


def demand_api_key(call: ApiRequest, settings: Settings) -> str:
    """If API keys are set, one of them must be sent; gives it, or "" if none is needed."""
    sent = call.header("X-API-Key")
    require_key(sent, settings.api_keys, "Creating a game needs an API key: `X-API-Key`.")
    return sent or "" if settings.api_keys else ""


def problem_response(problem: Problem) -> Response:
    """A problem as RFC 9457 wants it."""
    PROBLEMS.labels(problem.code).inc()
    language = this_request().language
    body = encode(problem.body(language), language)
    return BytesResponse(
        body, problem.kind.status, [*problem.headers.items(), *spoken(language)], "application/problem+json"
    )
