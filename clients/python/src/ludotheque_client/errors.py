"""The errors of a call: an error response of the service, one class for each `code`, or no response at all."""

import json
from contextlib import suppress
from typing import Any, ClassVar, Self, cast

import httpx

from ludotheque_client.types import ProblemDetails


class LudothequeError(Exception):
    """A call that has failed. `attempts` is how often it was sent, `key` the Idempotency-Key it was sent with: the same
    call with the same key finds out whether it was done after all."""

    attempts: int = 1
    key: str | None = None

    def with_attempts(self, attempts: int, key: str | None) -> Self:
        """This error, with what was tried before it was raised."""
        self.attempts, self.key = attempts, key
        return self

    def __str__(self) -> str:
        attempts = f" (sent {self.attempts} times)" if self.attempts > 1 else ""
        return super().__str__() + attempts


class ConnectionFailed(LudothequeError):
    """No response came. The error of httpx is its `__cause__`."""


class ApiError(LudothequeError):
    """An error response. `code` is the stable name of the problem, and each code of the service has a subclass.

    A response that another server has written, such as a proxy, is a plain `ApiError` with the code `http_<status>`.
    """

    by_code: ClassVar[dict[str, type["ApiError"]]] = {}

    def __init_subclass__(cls, *, code: str) -> None:
        ApiError.by_code[code] = cls

    def __init__(self, problem: ProblemDetails, retry_after: float | None = None) -> None:
        super().__init__(f"{problem['status']} {problem['code']}: {problem['detail']}")
        self.problem = problem
        self.code = problem["code"]
        self.status = problem["status"]
        self.detail = problem["detail"]
        self.reason: str | None = problem.get("reason")
        """The rule that forbids an action; `reasons` of the engine explains it."""
        self.errors: dict[str, Any] = problem.get("errors", {})
        """The invalid fields of the request."""
        self.version: int | None = problem.get("version")
        """The game's version when the request was rejected."""
        self.retry_after = retry_after
        """Seconds after which the request may be sent again."""


class MalformedJson(ApiError, code="malformed_json"):
    """400: the body is not JSON."""


class Unauthenticated(ApiError, code="unauthenticated"):
    """401: the token is missing, or not known in this game."""


class Forbidden(ApiError, code="forbidden"):
    """403: the token does not give this right."""


class NotFound(ApiError, code="not_found"):
    """404: there is no such path, game, seat or engine; a game may have expired."""


class MethodNotAllowed(ApiError, code="method_not_allowed"):
    """405: the path does not have this method."""


class NotAcceptable(ApiError, code="not_acceptable"):
    """406: none of the accepted formats is available."""


class IllegalAction(ApiError, code="illegal_action"):
    """409: the rules forbid this action; `reason` names the rule."""


class NotYourTurn(ApiError, code="not_your_turn"):
    """409: this seat may not act now."""


class TooEarly(ApiError, code="too_early"):
    """409: others may still react; try again after `retry_after` seconds."""


class GameNotActive(ApiError, code="game_not_active"):
    """409: the game has not started, or it is over."""


class GameNotOpen(ApiError, code="game_not_open"):
    """409: the game has started."""


class NotEnoughPlayers(ApiError, code="not_enough_players"):
    """409: the game cannot start with the seats taken so far."""


class SeatTaken(ApiError, code="seat_taken"):
    """409: the seat is taken, or no seat is open."""


class NotFinished(ApiError, code="not_finished"):
    """409: the game is not finished."""


class LogBehind(ApiError, code="log_behind"):
    """409: a backup was restored, and later events are lost. Make a new table, from the first event on."""


class IdempotencyConflict(ApiError, code="idempotency_conflict"):
    """The Idempotency-Key was used for another request."""


class StaleVersion(ApiError, code="stale_version"):
    """412: the game has changed since the version in `if_match`. Nothing was done."""


class PayloadTooLarge(ApiError, code="payload_too_large"):
    """413: the body is too large."""


class UnsupportedMediaType(ApiError, code="unsupported_media_type"):
    """415: the body must be JSON."""


class ValidationError(ApiError, code="validation_error"):
    """422: the request is invalid; `errors` says where."""


class RulesVersionUnsupported(ApiError, code="rules_version_unsupported"):
    """The record or game has a version of the rules that this service does not have."""


class RateLimited(ApiError, code="rate_limited"):
    """429: too many requests."""


class InternalError(ApiError, code="internal_error"):
    """500: a bug in the service."""


class StoreUnavailable(ApiError, code="store_unavailable"):
    """503: the store does not respond."""


class ShuttingDown(ApiError, code="shutting_down"):
    """503: the service is about to stop."""


class TooManyBots(ApiError, code="too_many_bots"):
    """503: the service plays too many bots."""


class TooManyBotTables(ApiError, code="too_many_bot_tables"):
    """429: this client has too many running games of bots only."""


class TooManyStreams(ApiError, code="too_many_streams"):
    """503: no more streams or long polls are possible now."""


def error_from(response: httpx.Response, body: bytes) -> ApiError:
    """The error in this response; the body need not be the service's own."""
    seconds = response.headers.get("Retry-After", "")
    retry_after = float(seconds) if seconds.isascii() and seconds.isdigit() else None
    with suppress(ValueError):
        problem = json.loads(body)
        if isinstance(problem, dict) and problem.keys() >= {"status", "code", "detail"}:
            return ApiError.by_code.get(problem["code"], ApiError)(cast("ProblemDetails", problem), retry_after)
    foreign: ProblemDetails = {
        "type": "about:blank",
        "title": response.reason_phrase,
        "status": response.status_code,
        "detail": "The response is not one of a Ludotheque service.",
        "code": f"http_{response.status_code}",
    }
    return ApiError(foreign, retry_after)
