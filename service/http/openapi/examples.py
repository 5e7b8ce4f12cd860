"""The examples of openapi.yaml, made by the code that serves requests, with the first engine that fits."""

from functools import cache
from itertools import islice
from typing import Any

import msgspec

from engines.chance import Chance
from engines.engine import Engine, NoContent
from engines.record import Record, seal
from engines.registry import ENGINES
from service.http import models
from service.http.openapi.json_schema import engine_detail
from service.http.rules_pages import rules_page, web_page
from service.i18n import ENGLISH, encode
from service.problems import CATALOGUE, Problem
from service.problems import page as page_of
from service.settings import Settings
from service.store import ListedGame
from service.store.stored import Seat, instant
from service.table import play
from service.table.access import Viewer, new_ticket
from service.table.game_record import VerificationResult, write_record
from service.table.transaction import Transaction, new_table
from service.table.view import GameView, event_view, game_view
from service.tokens import HOST_PREFIX, SEAT_PREFIX, digest

FIRST_ENGINE = next(iter(ENGINES.values()))
ENGINE_WITH_CONTENT = next(engine for engine in ENGINES.values() if engine.content_type is not NoContent)
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ida", "Jon")
ID = "eS1IDHtHKCAsJRAfB5Dtsg"
NOW = 1_794_834_298_494
SEED = bytes(range(32))
LIST_LENGTH = 3
SPECIFICATION = {"openapi": "3.1.0", "info": {"title": "Ludotheque"}, "paths": {}}
EXTRA_MEMBERS: dict[str, dict[str, Any]] = {
    "validation_error": {"errors": {"name": ["Missing data for required field."]}},
    "stale_version": {"version": 3},
    "too_early": {"version": 3},
    "not_your_turn": {"version": 3},
}


def token(prefix: str, number: int) -> str:
    """An example of a token; it gives no rights."""
    return prefix + f"example{number}".ljust(43, "x")


def started_game(engine: Engine[Any, Any]) -> Transaction:
    """A game with the fewest players, just started."""
    options = engine.options_type()
    seats = [Seat(NAMES[n], "human", digest(token(SEAT_PREFIX, n)), NOW) for n in range(engine.players.min)]
    txn = new_table(
        ID,
        NOW,
        seats,
        random=lambda length: SEED[:length],
        engine=engine.slug,
        rules_version=engine.rules_version,
        requested_options=msgspec.Raw(b"{}"),
        options=msgspec.to_builtins(options),
        host=digest(token(HOST_PREFIX, 0)),
        public=True,
        auto_start=True,
    )
    txn.start()
    return txn


def action_result(txn: Transaction) -> models.ActionResult:
    """A first action and its events."""
    seat, before = txn.meta.awaiting()[0], len(txn.events)
    txn.play(seat, txn.config.rules.sample(txn.state, seat, Chance(SEED)), at=NOW)
    viewer = Viewer(seat=seat)
    events = [event_view(one, viewer) for one in txn.events[before:]]
    return models.ActionResult(txn.version, events, view(txn, seat), txn.config.rules.slug)


def view(txn: Transaction, seat: int | None) -> GameView:
    """The table as this seat sees it."""
    return game_view(txn, Viewer(seat=seat), Settings())


def created_game(txn: Transaction) -> GameView:
    """The one view with tokens in it."""
    made = view(txn, None)
    made.host_token = token(HOST_PREFIX, 0)
    for seat in made.seats:
        seat.token = token(SEAT_PREFIX, seat.seat)
    return made


def legal_actions(txn: Transaction) -> models.LegalActions:
    """The first few legal actions."""
    legal = play.legal(txn, Viewer(seat=txn.meta.awaiting()[0]), LIST_LENGTH)
    return models.LegalActions(**msgspec.structs.asdict(legal), engine=txn.config.rules.slug)


def abandoned_record(txn: Transaction) -> Record:
    """The record of a game that was abandoned after its first action."""
    txn.abandon("deleted_by_host")
    return seal(write_record(txn, txn.journal))


@cache
def json_responses() -> dict[str, Any]:
    """The successful response of each operation, by its name."""
    txn, with_content = started_game(FIRST_ENGINE), started_game(ENGINE_WITH_CONTENT)
    listed = ListedGame(txn.id, txn.now, txn.version, txn.config.summary(), txn.meta)
    text, until = new_ticket(txn, 0)
    by_operation: dict[str, Any] = {
        "create_game": created_game(txn),
        "start_game": view(txn, None),
        "create_rematch": view(txn, None),
        "get_game": view(txn, 0),
        "get_content": with_content.config.rules.content(with_content.state),
        "join_game": models.JoinResult(1, view(txn, 1), txn.config.rules.slug, token(SEAT_PREFIX, 1)),
        "list_games": models.GameList([models.game_summary(listed)], None),
        "list_actions": legal_actions(txn),
        "take_action": action_result(txn),
        "list_engines": models.engine_list(ENGLISH, Settings()),
        "get_engine": first_members(engine_detail(FIRST_ENGINE.slug)),
        "get_openapi_json": SPECIFICATION,
        "get_openapi_yaml": SPECIFICATION,
        "list_events": models.EventList([event_view(one, Viewer()) for one in txn.events], None, txn.config.rules.slug),
        "create_ticket": models.Ticket(text, instant(until)),
        "list_problems": models.ProblemList(models.problem_list(ENGLISH).problems[:LIST_LENGTH]),
        "get_health": models.Health("ok"),
        "get_readiness": models.Readiness("ok"),
    }
    record = abandoned_record(txn)
    by_operation["get_record"] = record
    by_operation["verify_record"] = VerificationResult(
        valid=True, known=True, outcome=None, state_hash=record.state_hash
    )
    return {name: msgspec.json.decode(encode(response)) for name, response in by_operation.items()}


def first_members(page: models.EngineDetail) -> models.EngineDetail:
    """An engine's page with the first member of everything, to keep the example short."""

    def first(members: dict[str, Any]) -> dict[str, Any]:
        return dict(islice(members.items(), 1))

    options = {**page.options, "properties": first(page.options["properties"])}
    schemas = {"options": options, "state": {"type": "object"}, "content": {"type": "object"}}
    lists = {name: first(getattr(page, name)) for name in ("actions", "events", "reasons", "endings")}
    return msgspec.structs.replace(page, **schemas, **lists)


@cache
def text_responses() -> dict[str, dict[str, str]]:
    """The successful responses that are not JSON, by operation and media type."""
    rules = "\n".join(rules_page(FIRST_ENGINE.slug).splitlines()[:3])
    picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4"/></svg>'
    view, first = (
        msgspec.json.encode(one).decode()
        for one in (json_responses()["get_game"], json_responses()["list_events"]["events"][0])
    )
    return {
        "get_rules": {"text/markdown": rules, "text/html": web_page(FIRST_ENGINE.title, rules)},
        "get_picture": {"image/svg+xml": picture},
        "list_events": {
            "text/event-stream": f"retry: 2000\n\nid: 1\ndata: {first}\n\n",
            "application/x-ndjson": f"{view}\n{first}\n",
        },
        "get_metrics": {"text/plain": f'ludotheque_actions_total{{engine="{FIRST_ENGINE.slug}"}} 17.0\n'},
        "get_problem": {"text/markdown": page_of("not_your_turn", ENGLISH)},
    }


def request_bodies() -> dict[str, dict[str, Any]]:
    """Examples of request bodies, by the name of the schema."""
    seats = [{"name": "Ana"}, {"kind": "open"}, {"kind": "bot", "level": "greedy"}]
    return {
        "NewGame": {
            "people": {"engine": FIRST_ENGINE.slug, "seats": [{"name": "Ana"}, {"name": "Ben"}]},
            "public": {"engine": FIRST_ENGINE.slug, "seats": seats, "turn_seconds": 60, "public": True},
        },
        "JoinRequest": {
            "person": {"name": "Cleo", "entropy": "blue giraffe 417"},
            "bot": {"kind": "bot", "level": "search"},
        },
        "Record": {"abandoned": json_responses()["get_record"]},
    }


def problems() -> dict[str, Any]:
    """Every problem of an operation as a client gets it, by its code; `method_not_allowed` belongs to no operation."""
    reason, message = next(iter(FIRST_ENGINE.reasons.items()))
    illegal = Problem("illegal_action", message, reason=reason, version=3)
    by_code = {
        code: Problem(code, **EXTRA_MEMBERS.get(code, {})) for code in CATALOGUE if code != "method_not_allowed"
    } | {"illegal_action": illegal}
    return {code: {"value": problem.body()} for code, problem in by_code.items()}
