"""Between HTTP and the house: bodies, headers, forms and answers."""

import json
from math import isfinite
from typing import Any

import msgspec
from flask import Request, Response
from marshmallow import Schema, ValidationError
from werkzeug.datastructures import MIMEAccept

from service.base.problems import Problem
from service.base.settings import Settings
from service.table.access import demand_key, unauthenticated
from service.table.receipts import Asking

JSON = "application/json"
LONGEST_KEY = 255
LOCKING_KEY = 22
"""Characters of an Idempotency-Key that hold 128 bits: 22 in base64, and a UUID has 36."""


def body_of(request: Request) -> Any:
    """The JSON body; anything else is refused with the reason."""
    if request.mimetype != JSON:
        raise Problem("unsupported_media_type")
    try:
        body = _decode(_whole(request).decode())
        msgspec.json.encode(body)  # half a surrogate pair cannot be encoded again
        return body
    except UnicodeEncodeError:
        raise Problem("malformed_json", "The body holds half a surrogate pair.") from None
    except UnicodeDecodeError:
        raise Problem("malformed_json", "The body is not UTF-8.") from None
    except RecursionError:
        raise Problem("malformed_json", "The body is nested too deeply.") from None
    except ValueError as error:
        raise Problem("malformed_json", str(error)) from None


def _whole(request: Request) -> bytes:
    """The whole body. A chunked body ends at the limit without an error; reading one more byte raises it."""
    length, most = request.content_length, request.max_content_length
    if length is not None and most is not None and length <= most:
        sent: bytes = request.environ["wsgi.input"].read(length)  # Flask's wrapper costs as much as reading JSON
        return sent
    data = request.get_data(cache=False)
    request.stream.read(1)
    return data


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("An object names a key twice.")
    return found


def _number(text: str) -> int:
    if len(text) > 20 or not -(2**63) <= (number := int(text)) < 2**64:
        raise ValueError("A whole number has more than 64 bits.")
    return number


def _fraction(text: str) -> float:
    if not isfinite(number := float(text)):
        raise ValueError("A number is too large.")
    return number


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON.")


_decode = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_number, parse_float=_fraction, parse_constant=_no_constant
).decode


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
    return Problem("validation_error", f"Wrong: {', '.join(map(str, named))}.", errors=named)


def asking_of(request: Request, *, locking: bool = False) -> Asking:
    """The token, the versions and the Idempotency-Key in the headers."""
    key = idempotency_key(request, locking=locking)
    return Asking(bearer(request), versions(request.headers.get("If-Match")), key)


def bearer(request: Request) -> str | None:
    """The token of the Authorization header, if there is one."""
    header = request.headers.get("Authorization")
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
    """The entity tags in a header, without quotes and W/ prefixes; None without a header."""
    if header is None:
        return None
    return frozenset(tag.strip().removeprefix("W/").strip('"') for tag in header.split(","))


def idempotency_key(request: Request, *, locking: bool = False) -> str | None:
    """The Idempotency-Key, quoted or not. Where the answer holds tokens it must be hard to guess."""
    header = request.headers.get("Idempotency-Key")
    if header is None:
        return None
    key = header.strip().strip('"')
    least = LOCKING_KEY if locking else 1
    if not least <= len(key) <= LONGEST_KEY or not key.isascii() or not key.isprintable():
        wrong = f"{least} to {LONGEST_KEY} printable ASCII characters" + (", as random as a UUID" if locking else "")
        raise Problem("validation_error", errors={"Idempotency-Key": [f"Must be {wrong}."]})
    return key


def demand_accept(accept: MIMEAccept, *forms: str) -> str:
    """The form of the answer that suits the client best."""
    best: str | None = accept.best_match(forms) if accept else forms[0]
    if best is None:
        raise Problem("not_acceptable", f"This answer comes as {' or '.join(forms)}.")
    return best


def answer(value: Any, status: int = 200, **headers: str) -> Response:
    """A JSON answer."""
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return Response(msgspec.json.encode(value), status, named, content_type=JSON)


def nothing() -> Response:
    """An empty answer that says it is done; without a body it has no Content-Type."""
    response = Response(status=204)
    del response.headers["Content-Type"]
    return response


def marked(response: Response, replayed: bool) -> Response:
    """Say so in a header if this request was accepted before."""
    if replayed:
        response.headers["Idempotent-Replayed"] = "true"
    return response


def demand_api_key(request: Request, settings: Settings) -> None:
    """If API keys are set, one of them must be sent."""
    demand_key(request.headers.get("X-API-Key"), settings.api_keys, "Creating a game needs an API key: `X-API-Key`.")


def problem_response(problem: Problem) -> Response:
    """A problem as RFC 9457 wants it."""
    response = Response(msgspec.json.encode(problem.body()), problem.kind.status, mimetype="application/problem+json")
    response.headers.update(problem.headers)
    return response
