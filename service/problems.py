"""All problems that a request can end in, each with its own page; error responses are problem details (RFC 9457)."""

from typing import Any

import msgspec

from service.i18n import ENGLISH, Language, translate, translate_all


class ProblemKind(msgspec.Struct, frozen=True):
    """One entry of the catalogue, shown on its page under /problems/."""

    status: int
    title: str
    explanation: str


CATALOGUE: dict[str, ProblemKind] = {
    "malformed_json": ProblemKind(
        400,
        "The body is not JSON",
        "The body must be one JSON value in UTF-8, without repeated keys, NaN or deep nesting. It must arrive whole "
        "and in time.",
    ),
    "unauthenticated": ProblemKind(
        401,
        "A valid token is needed",
        "The call needs a token, or the one sent is not known at this table. Send `Authorization: Bearer <token>` with "
        "the token you were given when you created the game or joined it (`X-API-Key` where creating needs a key).",
    ),
    "forbidden": ProblemKind(
        403, "This token does not give this right", "The token is known, but it does not give the right to do this."
    ),
    "not_found": ProblemKind(404, "Not found", "There is no such path, game, seat or engine; a game may have expired."),
    "method_not_allowed": ProblemKind(
        405, "Method not allowed", "The path exists, but not for this method. `Allow` lists its methods."
    ),
    "not_acceptable": ProblemKind(
        406,
        "None of the accepted formats is available",
        "The `Accept` header allows none of the formats this response can have, or has more than 1,000 characters.",
    ),
    "payload_too_large": ProblemKind(413, "The body is too large", "At most 64 KiB, or 4 MiB for a record to verify."),
    "unsupported_media_type": ProblemKind(
        415, "The body must be JSON", "Send the body as `Content-Type: application/json`."
    ),
    "illegal_action": ProblemKind(
        409,
        "Against the rules",
        "The rules forbid this action now. `reason` is the stable name of the rule; `GET /v1/engines/{slug}` explains "
        "every one under `reasons`. Nothing has changed.",
    ),
    "not_your_turn": ProblemKind(409, "Not your turn", "This seat may not act now; see `awaiting` and `may_react`."),
    "too_early": ProblemKind(409, "Too early", "Others may still react; try again after `Retry-After` seconds."),
    "game_not_active": ProblemKind(409, "The game is not being played", "The game has not started yet, or it is over."),
    "game_not_open": ProblemKind(409, "The game has started", "This can only be done before a game has started."),
    "not_enough_players": ProblemKind(409, "Too few players", "The game cannot start with the seats taken so far."),
    "seat_taken": ProblemKind(409, "The seat is taken", "This seat is taken, or no seat is open any more."),
    "not_finished": ProblemKind(
        409, "The game is not finished", "This can only be done when a game is finished or abandoned."
    ),
    "log_behind": ProblemKind(
        409,
        "The game is behind its stream",
        "The stream was asked for events after one that the game does not have. Its store was restored from a backup, "
        "and what came later is lost. Read the view and the events again from the beginning.",
    ),
    "stale_version": ProblemKind(
        412, "The game has moved on", "The version in `If-Match` is no longer the current one. Nothing has changed."
    ),
    "validation_error": ProblemKind(
        422, "The request is not valid", "Something in the request is wrong. `errors` says what, by field."
    ),
    "idempotency_conflict": ProblemKind(
        422, "The key was used before", "This `Idempotency-Key` was used for another request. Use a new key each time."
    ),
    "rules_version_unsupported": ProblemKind(
        422,
        "Unknown version of the rules",
        "This was played under a version of the rules that this release does not know.",
    ),
    "too_many_bot_tables": ProblemKind(
        429,
        "Too many tables of bots only",
        "As many games in which only bots sit as one client may start are running. Nothing was started. Wait until one "
        "of them is over, delete one, or let a person play.",
    ),
    "rate_limited": ProblemKind(429, "Too many requests", "Wait for `Retry-After` seconds."),
    "internal_error": ProblemKind(
        500, "Internal error", "Something went wrong in the service. Its log has the details, by request id."
    ),
    "store_unavailable": ProblemKind(
        503,
        "The store is not available",
        "The store does not respond, and the request may or may not have been applied. Send it again with the same "
        "`Idempotency-Key`: it is never applied twice. If `detail` says that the store is full, nothing was applied. "
        "New games are rejected first, so that running games can go on.",
    ),
    "shutting_down": ProblemKind(
        503, "This process is stopping", "It takes nothing new. Send the request again: another process will serve it."
    ),
    "too_many_bots": ProblemKind(
        503,
        "Too many bots are waiting for their turn",
        "The bots of other games are behind, so no new ones are seated. Nothing was created. Try again after "
        "`Retry-After` seconds, or play with people.",
    ),
    "too_many_streams": ProblemKind(
        503, "Too many streams", "No more live streams can be opened now. Poll instead, or try again later."
    ),
}


class Problem(Exception):  # noqa: N818  (named after RFC 9457)
    """Ends a request with problem+json; extra members go into its body, `headers` into the response. The texts in
    `errors` are translated like the detail.
    """

    def __init__(self, code: str, detail: str = "", *, headers: dict[str, str] | None = None, **members: Any) -> None:
        super().__init__(detail or code)
        self.code = code
        self.kind = CATALOGUE[code]
        self.headers = headers or {}
        self.detail = detail or self.kind.explanation
        self.members = members

    def body(self, language: Language = ENGLISH) -> dict[str, Any]:
        """The problem details."""
        return {
            "type": path_of(self.code),
            "title": translate(self.kind.title, language),
            "status": self.kind.status,
            "detail": translate(self.detail, language),
            "code": self.code,
            **self.members,
            **({"errors": translate_all(self.members["errors"], language)} if "errors" in self.members else {}),
        }


def path_of(code: str) -> str:
    """The path of the page that explains a problem; it is the problem's `type`."""
    return f"/problems/{code}"


def page(code: str, language: Language) -> str:
    """The page a problem's `type` leads to."""
    kind = CATALOGUE[code]
    title, explanation = translate(kind.title, language), translate(kind.explanation, language)
    return f"# {title}\n\n`{code}`, {translate('status', language)} {kind.status}\n\n{explanation}\n"
