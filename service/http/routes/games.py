"""Tables: create, list, look, start, delete."""

from typing import Any

from flask import Blueprint, Response

from schemas.requests import GameQuery, GamesQuery, NewGameSchema, ViewQuery, most_actions
from service.http.models import Content, GameList, created_game, game_summary
from service.http.operation import house, operation, watching
from service.http.request import this_request
from service.http.response import (
    answer,
    bearer,
    demand_api_key,
    idempotency_key,
    marked,
    not_modified,
    nothing,
    tag_of,
    unchanged,
)
from service.i18n import ENGLISH
from service.live.streams import wait_past
from service.problems import Problem
from service.table import lifecycle as tables
from service.table.access import Viewer, viewer_of
from service.table.listing import listed
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
    headers=("Idempotency-Key",),
    returns=GameView,
    status=201,
    gives=("Location", "ETag"),
    limited="create",
    locks=True,
    problems=("unauthenticated", "not_found", "idempotency_conflict", "too_many_bots"),
)
def create_game(body: dict[str, Any], query: dict[str, Any]) -> Response:
    """Create a game. Only this response contains the host's token and the token of every taken seat.

    Without an open seat the game starts at once. Otherwise it starts when the last open seat is taken (`auto_start`) or
    when the host starts it.
    """
    owner = demand_api_key(this_request(), house().settings)
    created = tables.create(house(), body, idempotency_key(this_request(), locking=True), owner)
    place, tag = f"/v1/games/{created.room.id}", etag(created.room, Viewer(), this_request().language)
    told = created_game(house(), created, query["omit"])
    return marked(answer(told, 201, Location=place, ETag=tag), created.replayed)


@games.get("/v1/games")
@operation("List public games", tag="Tables", query=GamesQuery, returns=GameList)
def list_games(query: dict[str, Any]) -> Response:
    """Public games, newest first. A page may have fewer than `limit`: only a null `next_cursor` means the end."""
    found, cursor = listed(house(), **query)
    return answer(GameList([game_summary(game) for game in found], cursor))


@games.get("/v1/games/<game:game_id>")
@operation(
    "Get a game",
    tag="Tables",
    auth="viewer",
    query=GameQuery,
    headers=("If-None-Match",),
    returns=GameView,
    gives=("ETag",),
    besides=((304, "Nothing has changed"),),
    problems=("unauthenticated", "not_found", "too_many_streams"),
)
def get_game(game_id: str, query: dict[str, Any]) -> Response:
    """The game as the holder of this token, or a spectator, may see it.

    With `wait` and `If-None-Match` it is a long poll: the response is sent as soon as the game has changed, or is a 304
    when the seconds are over. With `include=actions` a seat's view also holds what it may do now, under `legal`: both
    are of the same version, which two requests one after the other cannot promise.
    """
    token = bearer(this_request())
    room, viewer = house().look(game_id, token)
    # A client that writes the tag itself, from the version and the viewer, may not know of languages. It waits too.
    if query["wait"] and any(
        unchanged(this_request(), etag(room, viewer, one)) for one in (ENGLISH, this_request().language)
    ):
        room = wait_past(watching(room, viewer), room, query["wait"])
        viewer = viewer_of(room, token)
    tag = etag(room, viewer, this_request().language)
    if unchanged(this_request(), tag):
        return not_modified(ETag=tag)
    return answer(game_view(room, viewer, house().settings, query["omit"], most_actions(query)), ETag=tag)


@games.get("/v1/games/<game:game_id>/content")
@operation(
    "Get the content of a game",
    tag="Tables",
    headers=("If-None-Match",),
    returns=Content,
    gives=("ETag",),
    besides=((304, "You have it already"),),
    problems=("not_found", "game_not_active"),
)
def get_content(game_id: str) -> Response:
    """What everyone may see and never changes during the game: a map, the faces of the cards.

    The `state` of every view holds it as well, unless `omit=content` is given. Get it once, and keep it.
    """
    room = house().current(game_id)
    if room.state is None:
        raise Problem("game_not_active", "There is no content before the game starts.")
    response = answer(room.engine.content(room.state), Cache_Control=CONTENT_STAYS)
    tag = tag_of(response.get_data())
    if unchanged(this_request(), tag):
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
def delete_game(game_id: str) -> Response:
    """An open or finished game is deleted at once. An active game becomes abandoned, and is deleted after a day."""
    tables.delete_game(house(), game_id, bearer(this_request()))
    return nothing()


@games.post("/v1/games/<game:game_id>/start")
@operation(
    "Start a game",
    tag="Tables",
    auth="host",
    query=ViewQuery,
    returns=GameView,
    gives=("ETag",),
    problems=("unauthenticated", "forbidden", "not_found", "game_not_open", "not_enough_players"),
)
def start_game(game_id: str, query: dict[str, Any]) -> Response:
    """Start with the seats taken so far. Seats that nobody took are removed, and the seats after them move up."""
    room = tables.start(house(), game_id, bearer(this_request()))
    view = game_view(room, Viewer(host=True), house().settings, query["omit"])
    return answer(view, ETag=etag(room, Viewer(), this_request().language))
