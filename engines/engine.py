"""The interface of engines, the same for games with turns, simultaneous actions, reactions or cooperation."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, TypeVar, cast

import msgspec
from msgspec import Meta

from engines.chance import Chance
from engines.text import Text

T = TypeVar("T")
O = TypeVar("O", bound="Options")  # noqa: E741  (the options of one game)
S = TypeVar("S", bound="State[Any]")
Seat = Annotated[int, Meta(description="A seat's number, from 0")]
MOST_SEATS = 10
SeatNumber = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]
"""A seat in the options; whether the table has it is checked by `option_errors`."""
OptionErrors = dict[str, Any]
"""By option a list of Text; for a list of objects by place and field."""


class IllegalAction(Exception):  # noqa: N818  (the rules forbid it; nothing is broken)
    """The rules forbid this action now. `reason` is the rule's stable slug, `message` is for people."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message


def error_factory(reasons: Mapping[str, str]) -> Callable[[str], IllegalAction]:
    """A function that makes the IllegalAction for one of these reasons."""
    return lambda reason: IllegalAction(reason, reasons[reason])


class Action(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """An action of a seat; each game's actions are subclasses, discriminated by `type`."""


Offers = dict[type[Action], Iterator[Action]]
"""The legal actions of a seat by type: each type's actions, lazily, in a fixed order and each once."""


def flatten(offers: Offers) -> Iterator[Action]:
    """All offered actions in one sequence, in the order of their types."""
    return chain.from_iterable(offers.values())


class Secret(msgspec.Struct, Generic[T], frozen=True):
    """A field of an event that only some seats may know."""

    known_to: tuple[int, ...]
    value: T


class Event(msgspec.Struct, frozen=True, tag_field="type"):
    """What happened. Every field is public, except those wrapped in `Secret`."""

    seat: int | None


class Face(msgspec.Struct, frozen=True):
    """What is printed on a card. It never changes during a game, so the stored log has only its number."""

    id: int


class Logged(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event as the log stores it: public data, and for each seat its private data."""

    type: str
    seat: int | None
    data: dict[str, Any]
    private: dict[int, dict[str, Any]] = {}

    def data_for(self, viewer: int | None) -> dict[str, Any]:
        """The data that this viewer may know."""
        extra = None if viewer is None else self.private.get(viewer)
        return {**self.data, **extra} if extra else self.data

    def seen_by(self, viewer: int | None) -> "Logged":
        """The event with the data that this viewer may know, and nothing else."""
        return Logged(self.type, self.seat, self.data_for(viewer)) if self.private else self


def logged(event: Event) -> Logged:
    """The event as the log stores it, with the `Secret` fields of each seat apart."""
    data: dict[str, Any] = {}
    private: dict[int, dict[str, Any]] = {}
    for name, written in _fields(type(event)):
        value = getattr(event, name)
        if isinstance(value, Secret):
            for seat in value.known_to:
                private.setdefault(seat, {})[written] = value.value
        else:
            data[written] = value
    return Logged(cast(str, event.__struct_config__.tag), event.seat, data, private)


@cache
def _fields(kind: type[Event]) -> list[tuple[str, str]]:
    """The fields of a type of event except `seat`: the name of the attribute and the name in JSON."""
    named = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    return [(name, written) for name, written in named if name != "seat"]


class Fact(msgspec.Struct, frozen=True, tag_field="type"):
    """Something that an event has shown a seat and that its view does not go on showing."""


Knowledge = tuple[Fact, ...]
"""All that a seat remembers, the oldest fact first."""


class Options(msgspec.Struct, frozen=True, dict=True, kw_only=True, forbid_unknown_fields=True):
    """The options of a game. Immutable and stored once; `dict=True` allows cached properties."""

    first_player: Annotated[SeatNumber | None, Meta(description="The seat that begins; null: drawn")] = None

    def starter(self, seats: int, chance: Chance) -> int:
        """The seat that begins: `first_player`, or one drawn at random."""
        return chance.below(seats) if self.first_player is None else self.first_player


class State(msgspec.Struct, Generic[O], dict=True, kw_only=True):
    """All that changes during a game. The options are attached to it and never encoded with it."""

    draws: int = 0

    if TYPE_CHECKING:  # a plain attribute and not a field, so that it is not encoded

        @property
        def options(self) -> O:
            """The table's options, attached to the state by `Engine.new` or `Engine.load`."""


class Ask(msgspec.Struct, frozen=True):
    """Why a seat may or must act.

    Not `required`: the seat may react, but the game does not wait for it. `turn` distinguishes one turn of a seat from
    its next: while `what` and `turn` stay the same, the seat's actions give it no new time. `not_before` is a number of
    seconds, counted from the moment `since` last changed, that must pass before this seat may act; types of action
    named in `at_once` need not wait. `simultaneous`: several seats choose without knowing what the others choose, so a
    choice stays sensible when another seat has made its own.
    """

    what: str
    required: bool = True
    not_before: int = 0
    since: int = 0
    at_once: tuple[str, ...] = ()
    turn: int = 0
    simultaneous: bool = False


class Score(msgspec.Struct, frozen=True):
    """A seat's result; `detail` says what it is made of."""

    seat: Seat
    score: Annotated[int, Meta(description="Higher is better; in a cooperative game 1 for won, 0 for lost")]
    detail: Annotated[dict[str, int], Meta(description="The parts by name; the rules page explains them")]


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. A shared victory has several winners; a lost cooperative game has none."""

    winners: Annotated[list[int], Meta(description="The seats that have won")]
    scores: Annotated[list[Score], Meta(description="Every seat's result, in the order of seats")]
    reason: Annotated[str, Meta(description="Why it is over: one of the engine's `endings`")]


class Players(msgspec.Struct, frozen=True):
    """How many can play."""

    min: Annotated[int, Meta(description="The fewest seats")]
    max: Annotated[int, Meta(description="The most seats")]


class NoContent(msgspec.Struct, frozen=True):
    """The content of a game in which everything shown may change."""


class Engine(ABC, Generic[S, O]):
    """The rules of one game. Pure: the result depends only on the arguments, and chance is one of them."""

    slug: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    players: ClassVar[Players]
    rules_version: ClassVar[str] = "1"
    state_schema: ClassVar[int] = 1
    state_type: type[S]
    options_type: type[O]
    view_type: type[msgspec.Struct]
    content_type: type[msgspec.Struct] = NoContent
    actions: ClassVar[tuple[type[Action], ...]]
    events: ClassVar[tuple[type[Event], ...]]
    reasons: ClassVar[Mapping[str, str]]
    """Every slug that an IllegalAction may have, with the rule in a sentence."""
    has_texts: ClassVar[bool] = False
    """Whether its views hold a `Text`, such as the name of a card."""
    hides: ClassVar[bool] = True
    """Whether anything is hidden from a viewer; if so, tests let `resample` deal it again."""
    facts: ClassVar[tuple[type[Fact], ...]] = ()
    """The types of facts that `remember` collects; none if views go on showing all that events have shown."""
    open_ended: ClassVar[frozenset[str]] = frozenset()
    """Types with too many actions to list: `offers` leaves them out, `check` validates them."""
    endings: ClassVar[Mapping[str, str]]
    """Every `reason` that an outcome may have, with its meaning; each needs a recorded game."""

    def option_errors(self, seats: int, options: O) -> OptionErrors:
        """Errors for options that do not fit together or do not fit this number of seats; empty when they do. What a
        single option may be is in its type and `Meta`.
        """
        if options.first_player is not None and not 0 <= options.first_player < seats:
            return {
                "first_player": [
                    Text("There is no seat {seat} at a table of {seats}.", seat=options.first_player, seats=seats)
                ]
            }
        return {}

    def new(self, seats: int, options: O, chance: Chance) -> tuple[S, list[Event]]:
        """Start a game. `option_errors` found no error for these options and this number of seats."""
        state, events = self.set_up(seats, options, chance)
        state.draws = chance.draws
        return self.attach_options(state, options), events

    def play(self, state: S, seat: int, action: Action, seed: bytes) -> list[Event]:
        """Apply a checked action with the game's own chance, which continues after the last draw."""
        chance = Chance(seed, state.draws)
        events = self.apply(state, seat, action, chance)
        state.draws = chance.draws
        return events

    @abstractmethod
    def set_up(self, seats: int, options: O, chance: Chance) -> tuple[S, list[Event]]:
        """The initial state, and the events that describe it."""

    @abstractmethod
    def turns(self, state: S) -> dict[int, Ask]:
        """The seats that may or must act, and why. Empty: the game is over. Depends on public facts only."""

    @abstractmethod
    def offers(self, state: S, seat: int) -> Offers:
        """The legal actions of this seat now, in canonical form; a type without any may be named or left out."""

    @abstractmethod
    def check(self, state: S, seat: int, action: Action) -> None:
        """Raise IllegalAction unless the rules allow it; agrees with `offers`."""

    def out_of_turn_reason(self, state: S, seat: int, action: Action) -> IllegalAction | None:
        """The error for a seat that is not among `turns`, if there is a better reason than `not_your_turn`."""
        return None

    @abstractmethod
    def apply(self, state: S, seat: int, action: Action, chance: Chance) -> list[Event]:
        """Carry out a checked action on the state, in place. Unchecked actions have no defined effect."""

    @abstractmethod
    def default(self, state: S, seat: int, chance: Chance) -> Action:
        """The action for a seat whose time is up: legal, and as harmless as the rules allow."""

    def vote_for_bot(self, state: S, seat: int, people: Collection[int]) -> Action | None:
        """The action of a bot that follows the people, such as a vote with them. `people`: their seats."""
        return None

    @abstractmethod
    def view(self, state: S, viewer: int | None) -> msgspec.Struct:
        """The state as this seat, or a spectator (None), may see it; made only from what they may know."""

    def features(self, view: Any, seat: int) -> list[float] | None:
        """The view of a seat as numbers from 0 to 1000, as many in every view of a table; None if not offered."""
        return None

    def faces(self, options: O) -> Sequence[Face]:
        """The faces of all cards that an event may show, by number."""
        return ()

    def content(self, state: S) -> msgspec.Struct:
        """The public parts that never change during this game, such as a map or the faces of cards."""
        return NoContent()

    def without_content(self, view: Any) -> msgspec.Struct:
        """The same view without what `content` holds."""
        return cast(msgspec.Struct, view)

    @abstractmethod
    def resample(self, view: Any, viewer: int | None, chance: Chance, knowledge: Knowledge = ()) -> S:
        """A state that gives this viewer exactly this view; the hidden parts are dealt again, as `knowledge` allows."""

    def remember(self, knowledge: Knowledge, event: Logged) -> Knowledge:
        """What a seat knows after this event, of which it sees all `data`; events of the service tell nothing.

        A fact that no longer holds, or on which nothing depends any more, is left out, so that their number is bounded.
        In an event that was stored, structs other than faces have become dicts, and tuples lists.
        """
        return knowledge

    def agrees(self, state: S, knowledge: Knowledge) -> bool:
        """Whether every fact holds in this state; tests ask it of the true state and of those that are resampled."""
        return True

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The result, once the game is over."""

    @abstractmethod
    def inventory(self, state: S) -> dict[str, int]:
        """Counts that no action changes, such as the cards of each kind over all places."""

    def legal(self, state: S, seat: int, kind: str | None = None) -> Iterator[Action]:
        """All actions of `offers`, or only those of one type."""
        offers = self.offers(state, seat)
        return flatten({struct: offers[struct] for struct in offers if kind in (None, struct.__struct_config__.tag)})

    def canonical(self, action: Action) -> Action:
        """The form in which `offers` holds this action, if the action can be written in several forms."""
        return action

    def types(self, state: S, seat: int) -> list[str]:
        """The types of action this seat may take now, including those with too many actions to list."""
        firsts = (next(actions, None) for actions in self.offers(state, seat).values())
        return [str(first.__struct_config__.tag) for first in firsts if first is not None]

    def sample(self, state: S, seat: int, chance: Chance) -> Action:
        """A random legal action, if this seat has any; engines with very many need not list them all."""
        return chance.choice(list(self.legal(state, seat)))

    def rematch(self, state: S) -> O:
        """The options for the next game at this table; the game's rules decide who begins it."""
        options: O = state.options
        return options

    def attach_options(self, state: S, options: O) -> S:
        """Attach the options to the state."""
        state.__dict__["options"] = options
        return state

    def dump(self, state: S) -> bytes:
        """The state as it is stored, without the options."""
        return msgspec.msgpack.encode(state)

    def load(self, data: bytes, options: O) -> S:
        """The state as it was stored, checked against its type."""
        return self.attach_options(msgspec.msgpack.decode(data, type=self.state_type), options)

    def clone(self, state: S) -> S:
        """An independent copy of a state, to try actions on; `apply` changes a state in place."""
        return self.load(self.dump(state), state.options)

    def upgrade(self, data: bytes, schema: int) -> bytes:
        """State that was stored with an older schema number, in the form of this release."""
        raise ValueError(f"{self.slug} cannot read state of schema {schema}, only of {self.state_schema}")
