"""The example answers in openapi.yaml, made by the code that answers requests, for the first engine that has one."""

from functools import cache
from itertools import islice
from typing import Any

import msgspec

from engines.chance import Chance
from engines.engine import Engine, NoContent
from engines.record import Record, seal
from engines.registry import ENGINES
from service.http import models as answers
from service.http.openapi.json_schema import engine_page
from service.http.rules_pages import rules_page, web_page
from service.i18n import ENGLISH, encode
from service.problems import CATALOGUE, Problem
from service.problems import page as page_of
from service.settings import Settings
from service.store import ListedGame
from service.store.stored import Seat, instant
from service.table import play
from service.table.access import Viewer, new_ticket
from service.table.records import VerificationResult, write_record
from service.table.transaction import Transaction, new_table
from service.table.view import GameView, event_view, game_view
from service.tokens import HOST_PREFIX, SEAT_PREFIX, digest

FIRST = next(iter(ENGINES.values()))
WITH_CONTENT = next(engine for engine in ENGINES.values() if engine.content_type is not NoContent)
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ida", "Jon")
ID = "eS1IDHtHKCAsJRAfB5Dtsg"
NOW = 1_794_834_298_494
SEED = bytes(range(32))
SHOWN = 3
SPECIFICATION = {"openapi": "3.1.0", "info": {"title": "Ludotheque"}, "paths": {}}
MEMBERS: dict[str, dict[str, Any]] = {
    "validation_error": {"errors": {"name": ["Missing data for required field."]}},
    "stale_version": {"version": 3},
    "too_early": {"version": 3},
    "not_your_turn": {"version": 3},
}


def token(prefix: str, number: int) -> str:
    """An example of a token; it gives no rights."""
    return prefix + f"example{number}".ljust(43, "x")


def table(engine: Engine[Any, Any]) -> Transaction:
    """A table with the fewest players, just started."""
    options = engine.options_type()
    seats = [Seat(NAMES[n], "human", digest(token(SEAT_PREFIX, n)), NOW) for n in range(engine.players.min)]
    room = new_table(
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
    room.start()
    return room


def acted(room: Transaction) -> answers.ActionResult:
    """A first action and its events."""
    seat, before = room.meta.awaiting()[0], len(room.events)
    room.play(seat, room.engine.sample(room.state, seat, Chance(SEED)), at=NOW)
    viewer = Viewer(seat=seat)
    heard = [event_view(one, viewer) for one in room.events[before:]]
    return answers.ActionResult(room.version, heard, view(room, seat), room.engine.slug)


def view(room: Transaction, seat: int | None) -> GameView:
    """The table as this seat sees it."""
    return game_view(room, Viewer(seat=seat), Settings())


def created(room: Transaction) -> GameView:
    """The one view with tokens in it."""
    made = view(room, None)
    made.host_token = token(HOST_PREFIX, 0)
    for seat in made.seats:
        seat.token = token(SEAT_PREFIX, seat.seat)
    return made


def legal(room: Transaction) -> answers.LegalActions:
    """The first few legal actions."""
    found = play.legal(room, Viewer(seat=room.meta.awaiting()[0]), SHOWN)
    return answers.LegalActions(**msgspec.structs.asdict(found), engine=room.engine.slug)


def recorded(room: Transaction) -> Record:
    """The record of a game that was abandoned after its first action."""
    room.abandon("deleted_by_host")
    return seal(write_record(room, room.journal))


@cache
def good() -> dict[str, Any]:
    """The successful answer of each operation, by its name."""
    room, with_content = table(FIRST), table(WITH_CONTENT)
    glimpse = ListedGame(room.id, room.now, room.version, room.config.summary(), room.meta)
    text, until = new_ticket(room, 0)
    found: dict[str, Any] = {
        "create_game": created(room),
        "start_game": view(room, None),
        "create_rematch": view(room, None),
        "get_game": view(room, 0),
        "get_content": with_content.engine.content(with_content.state),
        "join_game": answers.JoinResult(1, view(room, 1), room.engine.slug, token(SEAT_PREFIX, 1)),
        "list_games": answers.GameList([answers.game_summary(glimpse)], None),
        "list_actions": legal(room),
        "take_action": acted(room),
        "list_engines": answers.engine_list(ENGLISH),
        "get_engine": shortened(engine_page(FIRST.slug)),
        "openapi_json": SPECIFICATION,
        "openapi_yaml": SPECIFICATION,
        "list_events": answers.EventList([event_view(one, Viewer()) for one in room.events], None, room.engine.slug),
        "create_ticket": answers.Ticket(text, instant(until)),
        "list_problems": answers.ProblemList(answers.problem_list(ENGLISH).problems[:SHOWN]),
        "healthz": answers.Health("ok"),
        "readyz": answers.Health("ok"),
    }
    record = recorded(room)
    found["get_record"] = record
    found["verify_record"] = VerificationResult(valid=True, known=True, outcome=None, state_hash=record.state_hash)
    return {name: msgspec.json.decode(encode(answer)) for name, answer in found.items()}


def shortened(page: answers.EngineDetail) -> answers.EngineDetail:
    """An engine's page with the first of everything: an example, not a copy."""

    def first(found: dict[str, Any]) -> dict[str, Any]:
        return dict(islice(found.items(), 1))

    options = {**page.options, "properties": first(page.options["properties"])}
    schemas = {"options": options, "state": {"type": "object"}, "content": {"type": "object"}}
    lists = {name: first(getattr(page, name)) for name in ("actions", "events", "reasons", "endings")}
    return msgspec.structs.replace(page, **schemas, **lists)


@cache
def texts() -> dict[str, dict[str, str]]:
    """The successful answers that are no JSON, by operation and form."""
    rules = "\n".join(rules_page(FIRST.slug).splitlines()[:3])
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4"/></svg>'
    view, first = (
        msgspec.json.encode(one).decode() for one in (good()["get_game"], good()["list_events"]["events"][0])
    )
    return {
        "get_rules": {"text/markdown": rules, "text/html": web_page(FIRST.title, rules)},
        "get_picture": {"image/svg+xml": drawn},
        "list_events": {
            "text/event-stream": f"retry: 2000\n\nid: 1\ndata: {first}\n\n",
            "application/x-ndjson": f"{view}\n{first}\n",
        },
        "metrics": {"text/plain": 'ludotheque_actions_total{engine="zoky"} 17.0\n'},
        "get_problem": {"text/markdown": page_of("not_your_turn", ENGLISH)},
    }


def bodies() -> dict[str, dict[str, Any]]:
    """Examples of what is sent, by the name of its schema."""
    seats = [{"name": "Ana"}, {"kind": "open"}, {"kind": "bot", "level": "greedy"}]
    return {
        "NewGame": {
            "people": {"engine": FIRST.slug, "seats": [{"name": "Ana"}, {"name": "Ben"}]},
            "public": {"engine": FIRST.slug, "seats": seats, "turn_seconds": 60, "public": True},
        },
        "Join": {
            "person": {"name": "Cleo", "entropy": "blue giraffe 417"},
            "bot": {"kind": "bot", "level": "search"},
        },
        "Record": {"abandoned": good()["get_record"]},
    }


def problems() -> dict[str, Any]:
    """Every problem of an operation as a client gets it, by its code; a method that a path has not is no operation."""
    reason, message = next(iter(FIRST.reasons.items()))
    illegal = Problem("illegal_action", message, reason=reason, version=3)
    found = {code: Problem(code, **MEMBERS.get(code, {})) for code in CATALOGUE if code != "method_not_allowed"} | {
        "illegal_action": illegal
    }
    return {code: {"value": problem.body()} for code, problem in found.items()}
