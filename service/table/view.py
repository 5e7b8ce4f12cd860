"""What a viewer sees of a game: the engine's view, and around it what the service adds."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from engines.engine import Outcome
from service.i18n import ENGLISH, Language
from service.settings import Settings
from service.store import ListedGame
from service.store.stored import Level, LoggedEvent, Status, instant
from service.table import clock
from service.table.access import Viewer
from service.table.game import Game
from service.table.play import Legal, legal

PRESENT_MS = 60_000
Omitted = Literal["content"] | None
Slug = Annotated[str, Meta(description="The slug of the game's engine")]


class SeatView(msgspec.Struct, omit_defaults=True):
    """A seat as everyone sees it."""

    seat: Annotated[int, Meta(description="Its number, from 0; the start removes open seats and may change it")]
    name: Annotated[str | None, Meta(description="The player's name; null while it is open")]
    kind: Annotated[str, Meta(description="`human`, `bot`, or `open` for anyone to join")]
    present: Annotated[bool, Meta(description="Whether it has a stream open or has acted within the last minute")]
    level: Annotated[Level | msgspec.UnsetType, Meta(description="Only of a bot: how well it plays")] = msgspec.UNSET
    left: Annotated[
        bool, Meta(description="Whether its player has left the running game; a bot plays until they are back")
    ] = False
    token: Annotated[
        str | msgspec.UnsetType,
        Meta(description="Only in the response that creates the game: the bearer token of its player"),
    ] = msgspec.UNSET


class EventView(msgspec.Struct):
    """An event as one viewer sees it."""

    seq: Annotated[int, Meta(description="Its number, from 1, without gaps for every viewer")]
    version: Annotated[int, Meta(description="The version it belongs to")]
    at: Annotated[str, Meta(description="When, by the store's clock")]
    seat: Annotated[int | None, Meta(description="The seat it is about; null: the whole table")]
    type: Annotated[str, Meta(description="One of those under `events` in the engine's page")]
    data: Annotated[
        dict[str, Any],
        Meta(description="What this viewer may know of it; the engine's page has the schema by type"),
    ]
    timeout: Annotated[
        bool | msgspec.UnsetType, Meta(description="True if the clock did it for a seat whose time was up")
    ] = msgspec.UNSET


class GameView(msgspec.Struct):
    """A game as one viewer may see it."""

    id: Annotated[str, Meta(description="The game's id; anyone who knows it can watch")]
    engine: Slug
    rules_version: Annotated[str, Meta(description="The version of the rules it is played under")]
    status: Annotated[
        Status, Meta(description="`open`: waits for players; `abandoned`: broken off, without an outcome")
    ]
    version: Annotated[int, Meta(description="Grows by one with every step")]
    viewer: Annotated[int | None, Meta(description="The seat whose view this is; null: a spectator's or the host's")]
    seats: Annotated[list[SeatView], Meta(description="In order")]
    options: Annotated[msgspec.Raw, Meta(description="The options as given; the engine's page has the defaults")]
    awaiting: Annotated[list[int], Meta(description="The seats the game waits for")]
    may_react: Annotated[list[int], Meta(description="The seats that may act, though nobody waits for them")]
    deadline: Annotated[
        str | None, Meta(description="When the time of the first awaited seat is up; null: no clock runs")
    ]
    not_before: Annotated[
        str | None,
        Meta(description="When the awaited seats may act, if others have time to react first; null: at once"),
    ]
    now: Annotated[str, Meta(description="The store's clock")]
    state: Annotated[
        msgspec.Struct | None,
        Meta(description="The table as this viewer may see it; null until it starts. The engine's page has the schema"),
    ]
    outcome: Annotated[Outcome | None, Meta(description="Null until the game is finished")]
    seed_commitment: Annotated[
        str,
        Meta(description='SHA-256 of "commit/1" and the secret server seed, in hexadecimal; see docs/fairness.md'),
    ]
    public: Annotated[bool, Meta(description="Whether it is in the list of games")]
    turn_seconds: Annotated[int | None, Meta(description="Seconds a seat has to act; null: as long as it likes")]
    bot_pace: Annotated[float, Meta(description="Seconds after an action before which no bot acts")]
    last_seq: Annotated[int, Meta(description="The `seq` of the newest event")]
    created_at: Annotated[str, Meta(description="When the game was created; all times are in UTC")]
    updated_at: Annotated[str, Meta(description="When the newest version was made")]
    expires_at: Annotated[str, Meta(description="When it is deleted if nothing more happens")]
    previous_game: Annotated[str | None, Meta(description="The id of the game this is a rematch of")]
    next_game: Annotated[str | None, Meta(description="The id of its rematch")]
    legal: Annotated[
        Legal | msgspec.UnsetType, Meta(description="With `include=actions`, for a seat: what it may do now")
    ] = msgspec.UNSET
    host_token: Annotated[
        str | msgspec.UnsetType,
        Meta(description="Only in the response that creates the game: to start it, delete it or ask for a rematch"),
    ] = msgspec.UNSET


def game_view(game: Game, viewer: Viewer, settings: Settings, omit: Omitted = None, max_actions: int = 0) -> GameView:
    """The view for this viewer; the host's token alone sees what a spectator sees.

    `max_actions`: how many of the legal actions it lists at most; 0: none.
    """
    meta, config = game.meta, game.config
    deadline, reactions_end = clock.deadline(game), clock.reactions_end_at(game)
    expires_at = clock.expires_at(game, settings)
    return GameView(
        id=game.id,
        engine=config.engine,
        rules_version=config.rules_version,
        status=meta.status,
        version=game.version,
        viewer=viewer.seat,
        seats=seat_views(game),
        options=config.requested_options,
        awaiting=meta.awaiting(),
        may_react=meta.may_react(),
        deadline=None if deadline is None else instant(deadline),
        not_before=None if reactions_end is None else instant(reactions_end),
        now=instant(game.now),
        state=None if game.state is None else state_view(game, viewer, omit),
        outcome=meta.outcome,
        seed_commitment=config.commitment,
        public=config.public,
        turn_seconds=config.turn_seconds,
        bot_pace=config.bot_pace,
        last_seq=meta.events,
        created_at=instant(config.created_at),
        updated_at=instant(meta.updated_at),
        expires_at=instant(expires_at),
        previous_game=config.previous_game,
        next_game=meta.next_game,
        legal=msgspec.UNSET if viewer.seat is None or not max_actions else legal(game, viewer, max_actions),
    )


def state_view(game: Game, viewer: Viewer, omit: Omitted) -> msgspec.Struct:
    """The engine's view; with `omit`, without what never changes."""
    view = game.config.rules.view(game.state, viewer.seat)
    return game.config.rules.without_content(view) if omit == "content" else view


def seat_views(game: Game | ListedGame) -> list[SeatView]:
    """The seats in order."""
    return [
        SeatView(number, seat.name, seat.kind, is_present(game, number), seat.level or msgspec.UNSET, seat.left)
        for number, seat in enumerate(game.meta.seats)
    ]


def is_present(game: Game | ListedGame, number: int) -> bool:
    """Whether a seat has a stream open or has acted within the last minute."""
    seat = game.meta.seats[number]
    if seat.token is None:
        return False
    last = max(seat.acted_at, game.presence.get(seat.token, 0))
    return game.now - last < PRESENT_MS


def event_view(logged: LoggedEvent, viewer: Viewer) -> EventView:
    """The event with what this viewer may know of it."""
    event = logged.event
    return EventView(
        logged.seq,
        logged.version,
        instant(logged.at),
        event.seat,
        event.type,
        event.data_for(viewer.seat),
        True if logged.timeout else msgspec.UNSET,
    )


def etag(game: Game, viewer: Viewer, language: Language) -> str:
    """A view's tag: its version, whose it is, and its language, where the view holds words in others than English."""
    suffix = f".{language}" if game.config.rules.has_texts and language != ENGLISH else ""
    return f'"{game.version}.{"-" if viewer.seat is None else viewer.seat}{suffix}"'
