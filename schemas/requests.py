"""What the service's own routes take: bodies and query strings."""

from typing import Any

import msgspec
from marshmallow import ValidationError, fields, validate, validates_schema

from engines.contract import Engine, Options
from engines.registry import ENGINES
from schemas.fields import BoundedList, Flag, Name, Strict, WholeNumber, one_of
from schemas.registry import SCHEMAS

LONGEST_WAIT = 50
MOST_LISTED = 1000
MOST_GAMES = 100
LARGEST_OPTIONS = 32 * 1024
LONGEST_ENTROPY = 256
LONGEST_TURN = 14 * 24 * 60 * 60
LEVELS = ("random", "greedy", "search")
STATUSES = ("open", "active", "finished", "abandoned")


def level() -> Any:
    """How well a bot plays. There is no default: what is told apart by its Idempotency-Key must not change by it."""
    return one_of(*LEVELS, metadata={"description": "Only of a bot, which needs it"})


def check_level(data: dict[str, Any]) -> None:
    """A bot has a level, and nobody else has one."""
    if (data.get("kind") == "bot") != ("level" in data):
        raise ValidationError("A bot has a level, and nobody else has one.", "level")


class NewSeatSchema(Strict):
    """A place at a new table: taken by a person, whose token is in the answer, by a bot, or open for anyone to join."""

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
            "description": "`human`: taken, its token is in the answer; `open`: for anyone to join; `bot`: one of the "
            "service's own players"
        },
    )
    level = level()

    @validates_schema
    def check_name(self, data: dict[str, Any], **kwargs: Any) -> None:
        """An open seat gets its name from the player who takes it."""
        if data["kind"] == "open" and data["name"] is not None:
            raise ValidationError("An open seat has no name yet.", "name")

    @validates_schema
    def check_level(self, data: dict[str, Any], **kwargs: Any) -> None:
        """A bot has a level."""
        check_level(data)


class NewGameSchema(Strict):
    """A table to set up."""

    engine = one_of(
        *ENGINES, required=True, metadata={"description": "The engine's slug", "example": "tokyo_poo_divers"}
    )
    seats = BoundedList(
        fields.Nested(NewSeatSchema),
        required=True,
        validate=validate.Length(1, 10),
        metadata={"description": "As many as the engine allows", "example": [{"name": "Ana"}, {"name": "Ben"}]},
    )
    options = fields.Dict(load_default=dict, metadata={"description": "The game's own options; see its engine's page"})
    turn_seconds = WholeNumber(
        1,
        LONGEST_TURN,
        load_default=None,
        allow_none=True,
        metadata={"description": "Seconds a seat has before the default action is done for it; null: no clock"},
    )
    public = Flag(load_default=False, metadata={"description": "Whether the game is in the list of games"})
    auto_start = Flag(load_default=True, metadata={"description": "Start as soon as the last open seat is taken"})

    @validates_schema
    def check_count(self, data: dict[str, Any], **kwargs: Any) -> None:
        """As many seats as the game can have."""
        players = ENGINES[data["engine"]].players
        if not players.min <= len(data["seats"]) <= players.max:
            raise ValidationError(f"This game has {players.min} to {players.max} seats.", "seats")


class JoinSchema(Strict):
    """A player who takes a seat, or a bot that the host puts there."""

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
        validate=validate.Length(max=LONGEST_ENTROPY),
        metadata={
            "description": "Your own random text, mixed into the game's seed; published with the record",
            "example": "blue giraffe 417",
        },
    )

    @validates_schema
    def check_kind(self, data: dict[str, Any], **kwargs: Any) -> None:
        """A person has a name and may send entropy; a bot has a level."""
        check_level(data)
        bot = data.get("kind") == "bot"
        if not bot and data["name"] is None:
            raise ValidationError("Missing data for required field.", "name")
        if bot and data["entropy"]:
            raise ValidationError("A bot sends no entropy.", "entropy")


class ViewQuery(Strict):
    """What the view in the answer leaves out."""

    omit = one_of(
        "content",
        load_default=None,
        metadata={"description": "`content`: leave out of `state` what never changes, which `…/content` has"},
    )


class ActionsQuery(Strict):
    """Which of the legal actions to list."""

    type = fields.String(load_default=None, metadata={"description": "Only actions of this type"})
    limit = fields.Integer(
        load_default=200, validate=validate.Range(1, MOST_LISTED), metadata={"description": "How many"}
    )


class EventsQuery(ViewQuery):
    """Which page of the log."""

    after = fields.Integer(
        load_default=None,
        validate=validate.Range(0, 2**53),
        metadata={"description": "Only events with a seq above this"},
    )
    limit = fields.Integer(
        load_default=200, validate=validate.Range(1, MOST_LISTED), metadata={"description": "How many"}
    )
    ticket = fields.String(load_default=None, metadata={"description": "Instead of a token, for EventSource"})


class GameQuery(ViewQuery):
    """How long to wait for a newer version."""

    wait = fields.Integer(
        load_default=0,
        validate=validate.Range(0, LONGEST_WAIT),
        metadata={"description": "With If-None-Match: seconds to wait for a newer version than that"},
    )


class GamesQuery(Strict):
    """Which page of the list of public games."""

    engine = one_of(*ENGINES, load_default=None, metadata={"description": "Only games of this engine"})
    status = one_of(*STATUSES, load_default=None, metadata={"description": "Only games of this status"})
    limit = fields.Integer(
        load_default=50, validate=validate.Range(1, MOST_GAMES), metadata={"description": "How many"}
    )
    cursor = fields.String(
        load_default=None,
        validate=validate.Regexp(r"^[0-9]{14}:[A-Za-z0-9_-]{22}$", error="Not a cursor of this list."),
        metadata={"description": "The `next_cursor` of the page before"},
    )


class NoQuery(Strict):
    """For routes without a query: every parameter is refused, so that a misspelt one is noticed."""


def parse_options(engine: Engine[Any, Any], body: dict[str, Any]) -> Options:
    """A new table's options with every default filled in; ValidationError says what is wrong with them."""
    given, seats = body["options"], len(body["seats"])
    if len(msgspec.json.encode(given)) > LARGEST_OPTIONS:
        raise ValidationError({"options": [f"At most {LARGEST_OPTIONS} bytes of JSON."]})
    try:
        options: Options = SCHEMAS[engine.slug].options.load(given)
    except ValidationError as error:
        raise ValidationError({"options": error.messages}) from None
    if misfits := engine.misfits(seats, options):
        raise ValidationError({"options": misfits})
    return options
