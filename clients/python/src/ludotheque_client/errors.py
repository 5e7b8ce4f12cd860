"""What can go wrong: the service refuses, or it cannot be reached."""

import json
from contextlib import suppress
from typing import Any, Self, cast

import httpx

from ludotheque_client.types import ProblemDetails


class LudothequeError(Exception):
    """A call that brought no result. `attempts` is how often it was sent, `key` the Idempotency-Key it was sent with:
    the same call with the same key finds out whether it was done after all."""

    attempts: int = 1
    key: str | None = None

    def after(self, attempts: int, key: str | None) -> Self:
        """This error, with what was tried before it was raised."""
        self.attempts, self.key = attempts, key
        return self

    def __str__(self) -> str:
        tries = f" (sent {self.attempts} times)" if self.attempts > 1 else ""
        return super().__str__() + tries


class Refusal(LudothequeError):  # noqa: N818  (named as people say it)
    """The service said no. `code` is the stable name of the problem; `/problems/{code}` on the service explains it."""

    def __init__(self, problem: ProblemDetails, retry_after: float | None = None) -> None:
        super().__init__(f"{problem['status']} {problem['code']}: {problem['detail']}")
        self.problem = problem
        self.code = problem["code"]
        self.status = problem["status"]
        self.detail = problem["detail"]
        self.reason: str | None = problem.get("reason")
        """The rule that forbids an action; `reasons` on the engine's page explains it."""
        self.errors: dict[str, Any] = problem.get("errors", {})
        """What is wrong in the request, by field."""
        self.version: int | None = problem.get("version")
        """The game's version when the request was judged."""
        self.retry_after = retry_after
        """After how many seconds it may be tried again."""

    @classmethod
    def of(cls, response: httpx.Response, body: bytes) -> Self:
        """The refusal in an answer, also in one that somebody between here and the service has written."""
        pause = response.headers.get("Retry-After", "")
        retry_after = float(pause) if pause.isascii() and pause.isdigit() else None
        with suppress(ValueError):
            problem = json.loads(body)
            if isinstance(problem, dict) and problem.keys() >= {"status", "code", "detail"}:
                return cls(cast("ProblemDetails", problem), retry_after)
        told: ProblemDetails = {
            "type": "about:blank",
            "title": response.reason_phrase,
            "status": response.status_code,
            "detail": "The answer is not one of a Ludotheque service.",
            "code": f"http_{response.status_code}",
        }
        return cls(told, retry_after)


class Unreachable(LudothequeError):  # noqa: N818
    """No answer came. The error of httpx is its `__cause__`."""
