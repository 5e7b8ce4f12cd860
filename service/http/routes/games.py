"""Tables: create, list, look, start, delete."""

from typing import Any

from flask import Blueprint, Response

from schemas.requests import GameQuery, GamesQuery, NewGameSchema, ViewQuery
from service.http.models import Content, GameList, created_game, game_summary
from service.http.operation import Watch, operation
from service.http.request import ApiRequest, is_unchanged
from service.http.response import digest_tag, json_response, mark_replayed, no_content, not_modified
from service.i18n import ENGLISH
from service.live.streams import wait_past
from service.problems import Problem
from service.store.lobby import list_public_games
from service.table import lifecycle
from service.table.access import Caller, Viewer
from service.table.transaction import Tables
from service.table.view import GameView, etag, game_view

games = Blueprint("games", __name__)
CONTENT_STAYS = "public, max-age=86400, immutable"


@games.post("/v1/games")
@operation(
    "Create a game",
    tag="Tables",
    auth="api_key",
    body=NewGameSchema,
    query=ViewQuery,
    request_headers=("Idempotency-Key",),
    returns=GameView,
    status=201,
    response_headers=("Location", "ETag"),
    rate_limit="create",
    returns_tokens=True,
    problems=("unauthenticated", "not_found", "idempotency_conflict", "too_many_bots", "too_many_bot_tables"),
)
def create_game(
    request: ApiRequest, tables: Tables, caller: Caller, body: dict[str, Any], query: dict[str, Any]
) -> Response:
    """Create a game. Only this response contains the host's token and the token of every taken seat.

    Without an open seat the game starts at once. Otherwise it starts when the last open seat is taken (`auto_start`) or
    when the host starts it.
    """
    created = lifecycle.create(tables, caller, body)
    view = created_game(created, tables.settings, query["omit"])
    location, tag = f"/v1/games/{view.id}", etag(created.game, Viewer(), request.language)
    response = json_response(view, request.language, 201, Location=location, ETag=tag)
    return mark_replayed(response, created.replayed)


@games.get("/v1/games")
@operation("List public games", tag="Tables", query=GamesQuery, returns=GameList)
def list_games(request: ApiRequest, tables: Tables, query: dict[str, Any]) -> Response:
    """Public games, newest first. A page may have fewer than `limit`: only a null `next_cursor` means the end."""
    page, cursor = list_public_games(tables.lobby, tables.store, tables.settings.max_actions, **query)
    return json_response(GameList([game_summary(game) for game in page], cursor), request.language)


@games.get("/v1/games/<game:game_id>")
@operation(
    "Get a game",
    tag="Tables",
    auth="viewer",
    query=GameQuery,
    request_headers=("If-None-Match",),
    returns=GameView,
    response_headers=("ETag",),
    other_statuses=((304, "Nothing has changed"),),
    problems=("unauthenticated", "not_found", "too_many_streams"),
)
def get_game(
    game_id: str, request: ApiRequest, tables: Tables, caller: Caller, query: dict[str, Any], watch: Watch
) -> Response:
    """The game as the holder of this token, or a spectator, may see it.

    With `wait` and `If-None-Match` it is a long poll: the response comes as soon as the game has changed, or is a 304
    when the seconds are over. With `include=actions` a seat's view also holds what it may do now, under `legal`: both
    are of the same version, which two requests one after the other cannot promise.
    """
    game, viewer = tables.read(game_id, caller)
    language, known = request.language, request.environ.get("HTTP_IF_NONE_MATCH")
    # A client that writes the tag itself, from the version and the viewer, may not know of languages. It waits too.
    if query["wait"] and any(is_unchanged(known, etag(game, viewer, each)) for each in (ENGLISH, language)):
        game = wait_past(watch(game, viewer), game, query["wait"])
        viewer = caller.identify(game)
    tag = etag(game, viewer, language)
    if known is not None and is_unchanged(known, tag):
        return not_modified(ETag=tag)
    view = game_view(game, viewer, tables.settings, query["omit"], query["max_actions"])
    return json_response(view, language, ETag=tag)


@games.get("/v1/games/<game:game_id>/content")
@operation(
    "Get the content of a game",
    tag="Tables",
    request_headers=("If-None-Match",),
    returns=Content,
    response_headers=("ETag",),
    other_statuses=((304, "You have it already"),),
    problems=("not_found", "game_not_active"),
)
def get_content(game_id: str, request: ApiRequest, tables: Tables) -> Response:
    """What everyone may see and never changes during the game: a map, the faces of the cards.

    The `state` of every view holds it as well, unless `omit=content` is given. Get it once, and keep it.
    """
    game = tables.current(game_id)
    if game.state is None:
        raise Problem("game_not_active", "There is no content before the game starts.")
    response = json_response(game.config.rules.content(game.state), request.language, Cache_Control=CONTENT_STAYS)
    tag = digest_tag(response.get_data())
    if is_unchanged(request.environ.get("HTTP_IF_NONE_MATCH"), tag):
        return not_modified(ETag=tag, Cache_Control=CONTENT_STAYS)
    response.headers["ETag"] = tag
    return response


@games.delete("/v1/games/<game:game_id>")
@operation(
    "Delete a game",
    tag="Tables",
    auth="host",
    returns=None,
    status=204,
    problems=("unauthenticated", "forbidden", "not_found"),
)
def delete_game(game_id: str, tables: Tables, caller: Caller) -> Response:
    """An open or finished game is deleted at once. An active game becomes abandoned, and is deleted after a day.

    An active game cannot be deleted while somebody who has joined plays it: only when all of them have left or are
    overdue. Players whose tokens were in the response to the creation do not count.
    """
    lifecycle.delete_game(tables, game_id, caller)
    return no_content()


@games.post("/v1/games/<game:game_id>/start")
@operation(
    "Start a game",
    tag="Tables",
    auth="host",
    query=ViewQuery,
    returns=GameView,
    response_headers=("ETag",),
    problems=(
        "unauthenticated",
        "forbidden",
        "not_found",
        "game_not_open",
        "not_enough_players",
        "too_many_bots",
        "too_many_bot_tables",
    ),
)
def start_game(game_id: str, request: ApiRequest, tables: Tables, caller: Caller, query: dict[str, Any]) -> Response:
    """Start with the seats taken so far. Seats that nobody took are removed, and the seats after them move up."""
    game = lifecycle.start(tables, game_id, caller)
    view = game_view(game, Viewer(host=True), tables.settings, query["omit"])
    return json_response(view, request.language, ETag=etag(game, Viewer(), request.language))
