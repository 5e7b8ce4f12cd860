"""The events of the service itself, besides those of the game."""

from typing import Annotated, Literal

from msgspec import Meta

from engines.engine import Event, Outcome

AbandonReason = Literal["deleted_by_host", "too_many_actions"]


class GameCreated(Event, frozen=True, tag="game_created"):
    """The table was set up."""

    engine: Annotated[str, Meta(description="The slug of its engine")]


class SeatTaken(Event, frozen=True, tag="seat_taken"):
    """Somebody sits here now: a player who joined or came back, or a bot."""

    name: Annotated[str, Meta(description="The player's name")]
    kind: Annotated[Literal["human", "bot"], Meta(description="`human`, or `bot` for one of the service's players")]


class SeatLeft(Event, frozen=True, tag="seat_left"):
    """This seat was given up. Before the start it is open again; after it, a bot plays until its player is back."""


class GameStarted(Event, frozen=True, tag="game_started"):
    """The game starts. Seats that nobody took are removed and those after them move up: `seats` has the new numbers."""

    seats: Annotated[list[str], Meta(description="The players' names, in the order of seats")]


class GameFinished(Event, frozen=True, tag="game_finished"):
    """The game has ended by the rules. This is the last event."""

    outcome: Annotated[Outcome, Meta(description="Who won, and why it is over")]


class GameAbandoned(Event, frozen=True, tag="game_abandoned"):
    """The game was broken off and has no outcome. This is the last event."""

    reason: Annotated[AbandonReason, Meta(description="The host deleted it, or it had more than `MAX_ACTIONS` actions")]


TABLE_EVENTS: tuple[type[Event], ...] = (GameCreated, SeatTaken, SeatLeft, GameStarted, GameFinished, GameAbandoned)
