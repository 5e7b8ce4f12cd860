"""What schemathesis has to know of this service: which games there are, the tokens, and what it gets wrong.

The program `schemathesis` loads this module. `TABLES` names a file with the games that were prepared for it.
"""

import json
import os
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import schemathesis
from marshmallow import ValidationError
from schemathesis import GenerationMode
from schemathesis.failure_codes import AcceptedNegativeData, IgnoredAuth, RejectedPositiveData

from engines.registry import ENGINES
from schemas.game_schemas import schemas_of
from schemas.requests import LONGEST_WAIT
from schemas.strict import require_visible

TABLES: dict[str, dict[str, Any]] = json.loads(Path(os.environ["TABLES"]).read_text())
"""By id: the game's engine and phase, the host's token, and those of the seats."""
PREPARED = sorted(TABLES)
PHASES = {"/seats": "open", "/start": "open", "/actions": "active", "/record": "finished", "/rematch": "finished"}
"""The phase in which an operation does something, by the end of its path."""
LONG = {str(seconds) for seconds in range(2, LONGEST_WAIT + 1)}
"""Long polls that would be right, and for which nobody here has the time."""


def fit(case: Any) -> None:
    """Put right what the document cannot say of a request that keeps to it: it should fit the games that there are."""
    if str((case.query or {}).get("wait")) in LONG:
        case.query["wait"] = 1
    if case.meta is not None and case.meta.generation.mode is not GenerationMode.POSITIVE:
        return
    if isinstance(case.body, dict):
        fit_body(case.body)
    if "If-Match" in (case.headers or {}):
        case.headers["If-Match"] = "*"  # hardly any other text is the tag of a game
    if "Idempotency-Key" in (case.headers or {}):  # a made-up one is easy to guess; the same gives the same
        case.headers["Idempotency-Key"] = str(uuid5(NAMESPACE_URL, str(case.headers["Idempotency-Key"])))
    if "game_id" in (case.path_parameters or {}):
        case.path_parameters["game_id"] = fitting_game(case)


def fit_body(body: dict[str, Any]) -> None:
    """Options depend on each other and on the seats, the version of the rules on the engine; names must be visible."""
    if body.get("engine") in ENGINES and "rules_version" not in body:
        body["options"] = {}
    elif "rules_version" in body:
        body["rules_version"] = ENGINES[body["engine"]].rules_version
    for named in (body, *body.get("seats", ())):
        if isinstance(named.get("name"), str) and not shows(named["name"]):
            named["name"] = "Ana"


def shows(name: str) -> bool:
    """Whether people can see this name."""
    try:
        require_visible(name)
    except ValidationError:
        return False
    return True


def fitting_game(case: Any) -> str:
    """The game of the path, if it is one and has this action; else one that was prepared, in a fitting phase."""
    game_id, kind = case.path_parameters["game_id"], case.body.get("type") if isinstance(case.body, dict) else None
    if game_id in TABLES and (kind is None or has(game_id, kind)):
        return str(game_id)
    phase = next((phase for end, phase in PHASES.items() if case.operation.path.endswith(end)), None)
    candidates = [name for name in PREPARED if kind is None or has(name, kind)] or PREPARED
    fitting = [name for name in candidates if TABLES[name]["phase"] == phase] or candidates
    number = sum(f"{game_id} {case.query} {case.headers} {case.body}".encode("utf-8", "replace"))
    return fitting[number % len(fitting)]


def has(game: str, kind: Any) -> bool:
    """Whether the game has this type of action."""
    return kind in schemas_of(ENGINES[TABLES[game]["engine"]]).actions


EXPLAINED = {
    "stale_version": "The version in `If-Match` is checked before the body: this rejects a wrong body too.",
    "idempotency_conflict": "The same made-up key is sent with other bodies, which is what this error is for.",
    "64 bits": "JSON Schema knows no size of integers; the service rejects those that other programs would round.",
    "Not a valid integer.": "For JSON Schema 7.0 is an integer; the service takes only those that are written as one.",
    "more than 100 characters": "In the document a record may have other fields; the service reads no long names.",
    "More fields than a record has": "The same: a record may have other fields, but not any number of them.",
    "There is no seat ": "How many seats there are depends on the table, and the document speaks of all tables.",
}
"""Error responses that schemathesis takes for failures, by a text in their body, and why they are none."""


@schemathesis.hook
def filter_failure(_: Any, failure: Any, case: Any, response: Any) -> bool:
    """Drop what is no fault of the service."""
    if isinstance(failure, IgnoredAuth):
        # It has just deleted the game with a token, and tries again without one: then there is no game any more.
        return not (
            case.method == "DELETE" and response.status_code == 204 and "got `404 Not Found`" in failure.message
        )
    rejected = isinstance(failure, AcceptedNegativeData | RejectedPositiveData) and 400 <= response.status_code < 500
    return not (rejected and any(text in response.text for text in EXPLAINED))


@schemathesis.hook
def after_call(_: Any, case: Any, response: Any) -> None:
    """Learn the tokens of games that were created, and of seats that were taken."""
    if response.status_code != 201 or case.operation.path.endswith("/ticket"):
        return
    body = response.json()
    game = body.get("game", body)
    old = TABLES.get((case.path_parameters or {}).get("game_id"), {"host": None})  # a rematch keeps its host
    new = {"engine": game["engine"], "phase": game["status"], "host": old["host"], "seats": {}}
    known = TABLES.setdefault(game["id"], new)
    known["host"] = game.get("host_token", known["host"])
    known["seats"] |= {str(seat["seat"]): seat["token"] for seat in game["seats"] if "token" in seat}
    if "token" in body:
        known["seats"][str(body["seat"])] = body["token"]


@schemathesis.auth(refresh_interval=None)
class Bearer:
    """The token that the operation requires, at the game of its path."""

    def get(self, case: Any, _: Any) -> str | None:
        fit(case)
        known = TABLES.get((case.path_parameters or {}).get("game_id"))
        wanted = [name for way in case.operation.definition.raw.get("security", []) for name in way]
        if known is None or not wanted:
            return None
        return known["host"] if "host" in wanted else next(iter(known["seats"].values()), known["host"])

    def set(self, case: Any, data: str | None, _: Any) -> None:
        if data is not None:
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}
