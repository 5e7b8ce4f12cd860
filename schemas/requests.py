"""Bodies and query strings of the service's own routes."""

from typing import Any, ClassVar

import msgspec
from marshmallow import ValidationError, fields, post_load, validates_schema

from engines.engine import Engine, Options
from engines.registry import ENGINES
from engines.text import LANGUAGES, Text
from schemas.game_schemas import schemas_of
from schemas.strict import (
    BoundedList,
    Flag,
    KindFields,
    KindSchema,
    Length,
    Name,
    Number,
    Pattern,
    Range,
    Strict,
    WholeNumber,
    one_of,
)

LONGEST_WAIT = 50
MOST_LISTED = 1000
MOST_GAMES = 100
LARGEST_OPTIONS = 32 * 1024
LONGEST_ENTROPY = 256
LONGEST_TURN = 14 * 24 * 60 * 60
LONGEST_BOT_PACE = 5
LEVELS = ("random", "greedy", "search")
STATUSES = ("open", "active", "finished", "abandoned")


def level() -> Any:
    """How well a bot plays. There is no default: it would change the body that an Idempotency-Key is compared with."""
    return one_of(*LEVELS, metadata={"description": "How well the bot plays"})


class NewSeatSchema(KindSchema):
    """A seat in a new game: taken by a person, whose token is in the response, by a bot, or open for anyone to join."""

    kinds: ClassVar[dict[str, KindFields]] = {
        "human": KindFields(optional=("name",)),
        "open": KindFields(),  # it gets its name from the player who takes it
        "bot": KindFields(("level",), ("name",)),
    }
    default_kind = "human"
    name = Name(
        load_default=None,
        metadata={
            "description": "The player's name, in characters that can be seen; left out: `Player 1` or `Bot 2`",
            "example": "Ana",
        },
    )
    kind = one_of(
        "human",
        "open",
        "bot",
        load_default="human",
        metadata={
            "description": "`human`: taken, its token is in the response; `open`: for anyone to join; `bot`: one of "
            "the service's own players"
        },
    )
    level = level()


def check_seats(engine: Engine[Any, Any], seats: int) -> None:
    """ValidationError unless so many can play under these rules."""
    players = engine.players
    if not players.min <= seats <= players.max:
        message = Text("This game has {least} to {most} seats.", least=players.min, most=players.max)
        raise ValidationError({"seats": [message]})


class NewGameSchema(Strict):
    """A table to set up."""

    engine = one_of(
        *ENGINES, required=True, metadata={"description": "The engine's slug", "example": next(iter(ENGINES))}
    )
    seats = BoundedList(
        fields.Nested(NewSeatSchema),
        required=True,
        validate=Length(1, 10),
        metadata={"description": "As many as the engine allows"},
    )
    options = fields.Dict(load_default=dict, metadata={"description": "The game's own options; see its engine's page"})
    turn_seconds = WholeNumber(
        1,
        LONGEST_TURN,
        load_default=None,
        allow_none=True,
        metadata={"description": "Seconds a seat has before the default action is done for it; null: no clock"},
    )
    bot_pace = Number(  # no `load_default`: it would change the body that an Idempotency-Key is compared with
        0,
        LONGEST_BOT_PACE,
        metadata={
            "description": "Seconds after an action before which no bot acts. A bot waits for at most half of its "
            "`turn_seconds`, and one that only passes in reaction to others does so at once",
            "default": 0,
        },
    )
    public = Flag(load_default=False, metadata={"description": "Whether the game is in the list of games"})
    auto_start = Flag(load_default=True, metadata={"description": "Start as soon as the last open seat is taken"})

    @validates_schema
    def check_count(self, data: dict[str, Any], **kwargs: Any) -> None:
        """As many seats as the game can have."""
        check_seats(ENGINES[data["engine"]], len(data["seats"]))


class JoinRequestSchema(KindSchema):
    """A player who takes a seat, or a bot that the host puts there."""

    kinds: ClassVar[dict[str, KindFields]] = {
        "human": KindFields(("name",), ("seat", "entropy")),
        "bot": KindFields(("level",), ("name", "seat")),
    }
    default_kind = "human"
    kind = one_of(
        "human", "bot", metadata={"description": "`bot`: with the host's token, a bot sits there; else `human`"}
    )
    level = level()
    name = Name(
        load_default=None,
        metadata={
            "description": "The player's name, in characters that can be seen; a bot may do without",
            "example": "Cleo",
        },
    )
    seat = WholeNumber(0, 9, load_default=None, metadata={"description": "Which seat; without it the first open one"})
    entropy = fields.String(
        load_default="",
        validate=Length(max=LONGEST_ENTROPY),
        metadata={
            "description": "Your own random text, mixed into the game's seed; published with the record",
            "example": "blue giraffe 417",
        },
    )


class ViewQuery(Strict):
    """What the view in the response leaves out."""

    omit = one_of(
        "content",
        load_default=None,
        metadata={"description": "`content`: leave out of `state` what never changes, which `…/content` has"},
    )


def how_many(what: str) -> Any:
    """How much of a list to show."""
    return fields.Integer(
        load_default=200, validate=Range(1, MOST_LISTED), metadata={"description": f"How many {what} at most"}
    )


class TableQuery(ViewQuery):
    """What the view in the response contains in addition."""

    include = one_of(
        "actions",
        load_default=None,
        metadata={"description": "`actions`: a seat's view also holds what it may do now, under `legal`"},
    )
    limit = how_many("actions `include=actions` lists")

    @post_load
    def add_max_actions(self, query: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Add `max_actions`, the most legal actions that the view lists; 0 without `include=actions`."""
        return {**query, "max_actions": query["limit"] if query["include"] == "actions" else 0}


class ActionsQuery(Strict):
    """Which of the legal actions to list."""

    type = fields.String(load_default=None, metadata={"description": "Only actions of this type"})
    limit = how_many("actions")


class EventsQuery(ViewQuery):
    """Which page of the log."""

    after = fields.Integer(
        load_default=None,
        validate=Range(0, 2**53),
        metadata={"description": "Only events with a seq above this"},
    )
    limit = how_many("events")
    ticket = fields.String(load_default=None, metadata={"description": "Instead of a token, for EventSource"})


class GameQuery(TableQuery):
    """How long to wait for a newer version."""

    wait = fields.Integer(
        load_default=0,
        validate=Range(0, LONGEST_WAIT),
        metadata={"description": "With If-None-Match: seconds to wait for a newer version than that"},
    )


class GamesQuery(Strict):
    """Which page of the list of public games."""

    engine = one_of(*ENGINES, load_default=None, metadata={"description": "Only games of this engine"})
    status = one_of(*STATUSES, load_default=None, metadata={"description": "Only games of this status"})
    limit = fields.Integer(
        load_default=50, validate=Range(1, MOST_GAMES), metadata={"description": "How many games at most"}
    )
    cursor = fields.String(
        load_default=None,
        validate=Pattern(r"^[0-9]{14}:[A-Za-z0-9_-]{22}$", error="Not a cursor of this list."),
        metadata={"description": "The `next_cursor` of the page before"},
    )


class LanguageQuery(Strict):
    """The language of a response that a link leads to."""

    lang = one_of(
        *LANGUAGES,
        load_default=None,
        metadata={"description": "The language of the response, whatever `Accept-Language` says"},
    )


class NoQuery(Strict):
    """For routes without a query: every parameter is rejected, so that a misspelt one is noticed."""


def parse_options(engine: Engine[Any, Any], body: dict[str, Any]) -> Options:
    """A new table's options with every default filled in; ValidationError says what is wrong with them."""
    sent, seats = body["options"], len(body["seats"])
    check_seats(engine, seats)  # it need not be the newest engine, for which the body was checked
    if len(msgspec.json.encode(sent)) > LARGEST_OPTIONS:
        raise ValidationError({"options": [Text("At most {most} bytes of JSON.", most=LARGEST_OPTIONS)]})
    try:
        options: Options = schemas_of(engine).options.load(sent)
    except ValidationError as error:
        raise ValidationError({"options": error.messages}) from None
    if errors := engine.option_errors(seats, options):
        raise ValidationError({"options": errors})
    return options
