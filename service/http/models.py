"""The bodies of responses as typed structs, which are encoded and published in openapi.yaml."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from engines.engine import Players
from service.i18n import Language, translate
from service.losses import StoreLoss
from service.problems import CATALOGUE, path_of
from service.settings import Settings
from service.store import ListedGame
from service.store.stored import Status, instant
from service.table.access import Viewer, seat_held_by
from service.table.lifecycle import Created, Joined, offered_engines
from service.table.play import Acted, Legal
from service.table.view import EventView, GameView, Omitted, SeatView, Slug, event_view, game_view, seat_views
from service.tokens import digest


class EngineSummary(msgspec.Struct):
    """A kind of game."""

    slug: Annotated[str, Meta(description="Its name in paths and bodies")]
    title: Annotated[str, Meta(description="Its name for people")]
    summary: Annotated[str, Meta(description="What it is about, in a sentence")]
    players: Annotated[Players, Meta(description="How many can play")]
    rules_version: Annotated[str, Meta(description="The version of the rules; a game keeps the one it started with")]


class EngineList(msgspec.Struct):
    """All kinds of games."""

    engines: Annotated[list[EngineSummary], Meta(description="All engines")]


class EngineDetail(EngineSummary):
    """A kind of game and its JSON Schemas. Each schema is a document of its own: its `#/$defs/…` refer to itself."""

    options: Annotated[dict[str, Any], Meta(description="JSON Schema of `options` in a new game, with the defaults")]
    actions: Annotated[dict[str, Any], Meta(description="JSON Schema of each action, by type, with an example")]
    events: Annotated[
        dict[str, Any],
        Meta(description="JSON Schema of each event's `data`, by type, with those of the service itself"),
    ]
    reasons: Annotated[dict[str, str], Meta(description="What the `reason` of an `illegal_action` means")]
    endings: Annotated[dict[str, str], Meta(description="What the `reason` of an outcome means")]
    state: Annotated[dict[str, Any], Meta(description="JSON Schema of `state` in a game's view")]
    content: Annotated[
        dict[str, Any], Meta(description="JSON Schema of a game's content: what never changes while it is played")
    ]


class GameSummary(msgspec.Struct):
    """A public game in the list."""

    id: Annotated[str, Meta(description="Its id")]
    engine: Slug
    status: Annotated[Status, Meta(description="`open`, `active`, `finished` or `abandoned`")]
    version: Annotated[int, Meta(description="Grows by one with every step")]
    seats: Annotated[list[SeatView], Meta(description="In order")]
    options: Annotated[
        msgspec.Raw | None,
        Meta(description="The options as the creator gave them; null if they are over 1 KiB: look at the game"),
    ]
    created_at: Annotated[str, Meta(description="When the game was created; all times are in UTC")]
    updated_at: Annotated[str, Meta(description="When the newest version was made")]


class GameList(msgspec.Struct):
    """A page of public games; only a null `next_cursor` means the end."""

    games: Annotated[list[GameSummary], Meta(description="Newest first")]
    next_cursor: Annotated[str | None, Meta(description="Send as `cursor` for the next page; null: this is the last")]


class JoinResult(msgspec.Struct):
    """The seat and its token, which is not shown again; a bot has none."""

    seat: Annotated[int, Meta(description="The seat that was taken")]
    game: Annotated[GameView, Meta(description="The game as this seat sees it; for a bot as spectators see it")]
    engine: Slug
    token: Annotated[
        str | msgspec.UnsetType, Meta(description="The bearer token of the seat's player; not shown again")
    ] = msgspec.UNSET


class ActionResult(msgspec.Struct):
    """The result of an accepted action."""

    version: Annotated[int, Meta(description="The version the action made")]
    events: Annotated[list[EventView], Meta(description="The action's events, as this seat may know them")]
    game: Annotated[GameView, Meta(description="The game as it is now; others may have acted since")]
    engine: Slug


class Content(msgspec.Struct):
    """What everyone may see and never changes during a game; the engine's page has the schema."""


class LegalActions(Legal):
    """What a seat may do now; nothing for a seat that has to wait."""

    engine: Slug


class EventList(msgspec.Struct):
    """A page of the log."""

    events: Annotated[list[EventView], Meta(description="In order")]
    next_after: Annotated[
        int | None, Meta(description="Send as `after` for the next page; null: there are no more events for now")
    ]
    engine: Slug


class Ticket(msgspec.Struct):
    """A ticket for the event stream, for clients that cannot send headers."""

    ticket: Annotated[str, Meta(description="Send it in `…/events?ticket=`; it is read-only and can be used again")]
    expires_at: Annotated[str, Meta(description="When it expires")]


class Health(msgspec.Struct):
    """Whether the service is healthy."""

    status: Annotated[str, Meta(description="`ok`")]


class Readiness(Health):
    """Whether the service is ready, and what the operator should look at."""

    packages_left_out: Annotated[
        list[str] | msgspec.UnsetType,
        Meta(description="Installed packages whose games could not be loaded; the log says why. Not there if all are"),
    ] = msgspec.UNSET
    store_losses: Annotated[
        list[StoreLoss] | msgspec.UnsetType,
        Meta(
            description="What the file of the embedded store has lost, as found since the service was started. "
            "Not there if it has lost nothing"
        ),
    ] = msgspec.UNSET
    warnings: Annotated[
        list[str] | msgspec.UnsetType,
        Meta(
            description="Settings that the operator should change; the log explains each at the start. "
            "`replicas_not_awaited`: a fail-over of the store loses confirmed actions. Not there if there are none"
        ),
    ] = msgspec.UNSET


class ProblemDetails(msgspec.Struct):
    """RFC 9457 problem details."""

    type: Annotated[str, Meta(description="A path on this service that explains the problem")]
    title: Annotated[str, Meta(description="The problem in a few words")]
    status: Annotated[int, Meta(description="The HTTP status")]
    detail: Annotated[str, Meta(description="What is wrong this time")]
    code: Annotated[str, Meta(description="The problem's stable name")]
    errors: Annotated[
        dict[str, Any] | msgspec.UnsetType, Meta(description="In a `validation_error`: what is wrong, by field")
    ] = msgspec.UNSET
    reason: Annotated[
        str | msgspec.UnsetType,
        Meta(description="In an `illegal_action`: the stable name of the rule; the engine's page explains it"),
    ] = msgspec.UNSET
    version: Annotated[int | msgspec.UnsetType, Meta(description="The game's version when the request was checked")] = (
        msgspec.UNSET
    )


class ProblemType(msgspec.Struct):
    """A kind of problem, explained."""

    code: Annotated[str, Meta(description="The problem's stable name")]
    type: Annotated[str, Meta(description="The path of its page on this service")]
    title: Annotated[str, Meta(description="The problem in a few words")]
    status: Annotated[int, Meta(description="The HTTP status of its responses")]
    explanation: Annotated[str, Meta(description="What it means and what to do, in Markdown")]


class ProblemList(msgspec.Struct):
    """All problems that a request can end in."""

    problems: Annotated[list[ProblemType], Meta(description="All problems")]


def problem_list(language: Language) -> ProblemList:
    """The whole catalogue."""
    return ProblemList(
        [
            ProblemType(
                code, path_of(code), translate(kind.title, language), kind.status, translate(kind.explanation, language)
            )
            for code, kind in CATALOGUE.items()
        ]
    )


def engine_list(language: Language, settings: Settings) -> EngineList:
    """All engines that are offered."""
    return EngineList(
        [
            EngineSummary(
                engine.slug,
                translate(engine.title, language),
                translate(engine.summary, language),
                engine.players,
                engine.rules_version,
            )
            for engine in offered_engines(settings).values()
        ]
    )


def created_game(created: Created, settings: Settings, omit: Omitted) -> GameView:
    """The view with every token in it."""
    view = game_view(created.game, Viewer(), settings, omit)
    view.host_token = created.host_token
    tokens = {seat_held_by(created.game, digest(token)): token for token in created.tokens.values()}
    for seat in view.seats:  # in a replayed response, seats may have new numbers or may have been left since
        seat.token = tokens.get(seat.seat, msgspec.UNSET)
    return view


def join_result(joined: Joined, settings: Settings, omit: Omitted) -> JoinResult:
    """The seat, its token and the game as its holder sees it; if repeated, the holder may have left the seat since."""
    token = joined.token
    viewer = Viewer(seat=None if token is None else seat_held_by(joined.game, digest(token)))
    view = game_view(joined.game, viewer, settings, omit)
    return JoinResult(joined.seat, view, view.engine, token or msgspec.UNSET)


def action_result(acted: Acted, settings: Settings, omit: Omitted, max_actions: int) -> ActionResult:
    """The response to the seat that acted, with some of what it may do now if that is requested."""
    events = [event_view(event, acted.viewer) for event in acted.events]
    view = game_view(acted.game, acted.viewer, settings, omit, max_actions)
    return ActionResult(acted.version, events, view, view.engine)


def game_summary(game: ListedGame) -> GameSummary:
    """A game as the list shows it."""
    return GameSummary(
        id=game.id,
        engine=game.summary.engine,
        status=game.meta.status,
        version=game.version,
        seats=seat_views(game),
        options=game.summary.options,
        created_at=instant(game.summary.created_at),
        updated_at=instant(game.meta.updated_at),
    )
