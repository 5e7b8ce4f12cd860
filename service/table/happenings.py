"""What the service itself tells of a table, beside the events of its game."""

from typing import Annotated, Literal

from msgspec import Meta

from engines.contract import Event, Outcome

Why = Literal["deleted_by_host", "too_many_actions"]


class GameCreated(Event, frozen=True, tag="game_created"):
    """The table was set up."""

    engine: Annotated[str, Meta(description="The slug of its engine")]


class SeatTaken(Event, frozen=True, tag="seat_taken"):
    """Somebody joined this seat."""

    name: Annotated[str, Meta(description="The player's name")]


class SeatLeft(Event, frozen=True, tag="seat_left"):
    """This seat was given up: open again before the start, played on with default actions after it."""


class GameStarted(Event, frozen=True, tag="game_started"):
    """Play begins. Seats nobody took are gone and those behind them have moved up: number seats by this from now on."""

    seats: Annotated[list[str], Meta(description="The players' names, in the order of seats")]


class GameFinished(Event, frozen=True, tag="game_finished"):
    """The rules have ended the game. The last event there is."""

    outcome: Annotated[Outcome, Meta(description="Who won, and why it is over")]


class GameAbandoned(Event, frozen=True, tag="game_abandoned"):
    """The game was broken off and has no outcome. The last event there is."""

    reason: Annotated[Why, Meta(description="The host took it away, or it had more than `MAX_ACTIONS` actions")]


HAPPENINGS: tuple[type[Event], ...] = (GameCreated, SeatTaken, SeatLeft, GameStarted, GameFinished, GameAbandoned)
