"""What every engine offers, the same for games with turns, simultaneous actions, reactions or cooperation."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Annotated, Any, ClassVar, Generic, TypeVar, cast

import msgspec
from msgspec import Meta

from engines.chance import Chance
from engines.text import Text

T = TypeVar("T")
O = TypeVar("O", bound="Options")  # noqa: E741  (the options of one game)
S = TypeVar("S", bound="State[Any]")
Seat = Annotated[int, Meta(description="A seat's number, from 0")]


class IllegalAction(Exception):  # noqa: N818  (a refusal by the rules, not a fault)
    """The rules forbid this action now. `reason` is the rule's stable slug, `message` is for people."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message


def refusing(reasons: Mapping[str, str]) -> Callable[[str], IllegalAction]:
    """A function that makes the IllegalAction for one of these reasons."""
    return lambda reason: IllegalAction(reason, reasons[reason])


class Action(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """What a seat does; each game's actions are subclasses, distinguished by `type`."""


Offers = dict[type[Action], Iterator[Action]]
"""What a seat may do, by type of action: the actions of each type, lazily, in a fixed order and each once."""


def listed(offers: Offers) -> Iterator[Action]:
    """All actions on offer, in the order of their types."""
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
    """An event as the log keeps it: what everyone may know, and for each seat what it may know besides."""

    type: str
    seat: int | None
    data: dict[str, Any]
    private: dict[int, dict[str, Any]] = {}

    def data_for(self, viewer: int | None) -> dict[str, Any]:
        """The data this viewer may know; what they may not is left out."""
        extra = None if viewer is None else self.private.get(viewer)
        return {**self.data, **extra} if extra else self.data


def logged(event: Event) -> Logged:
    """Separate what everyone may know from what only some seats may know."""
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
    """The fields of a type of event besides the seat, as they are named here and as they are written."""
    named = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    return [(name, written) for name, written in named if name != "seat"]


class Options(msgspec.Struct, frozen=True, dict=True, kw_only=True, forbid_unknown_fields=True):
    """What a table agrees on beforehand. Immutable and stored once; `dict=True` allows cached properties."""

    first_player: int | None = None

    def starter(self, seats: int, chance: Chance) -> int:
        """The seat that begins: the one that was named, or one drawn at random."""
        return chance.below(seats) if self.first_player is None else self.first_player


class State(msgspec.Struct, Generic[O], dict=True, kw_only=True):
    """All that changes at a table. The options are attached to it and never encoded with it."""

    draws: int = 0

    @property
    def options(self) -> O:
        """The table's options, attached to the state by `Engine.new` or `Engine.load`."""
        return cast(O, self.__dict__["options"])


class Ask(msgspec.Struct, frozen=True):
    """Why the game asks a seat to act.

    Not `required`: the seat may react, but the game does not wait for it. `turn` distinguishes one turn of a seat from
    its next: while `what` and `turn` stay the same, the seat's actions give it no new time. `not_before` is a number of
    seconds, counted from the moment `since` last changed, that must pass before this seat may act; types of action
    named in `at_once` need not wait.
    """

    what: str
    required: bool = True
    not_before: int = 0
    since: int = 0
    at_once: tuple[str, ...] = ()
    turn: int = 0


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
    """Whether anything is hidden from a viewer; if so, tests ask `resample` to deal it again."""
    open_ended: ClassVar[frozenset[str]] = frozenset()
    """Types with too many actions to list: `offers` leaves them out, `check` judges them."""
    endings: ClassVar[Mapping[str, str]]
    """Every `reason` that an outcome may have, with its meaning; each needs a recorded game."""

    def option_errors(self, seats: int, options: O) -> dict[str, list[str]]:
        """Errors by option for options that do not fit this number of seats; empty when they do."""
        if options.first_player is not None and not 0 <= options.first_player < seats:
            return {
                "first_player": [
                    Text("There is no seat {seat} at a table of {seats}.", seat=options.first_player, seats=seats)
                ]
            }
        return {}

    def new(self, seats: int, options: O, chance: Chance) -> tuple[S, list[Event]]:
        """Set the table up. The options fit the number of seats (`misfits` said so)."""
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
        """The first position, and the events that tell of it."""

    @abstractmethod
    def turns(self, state: S) -> dict[int, Ask]:
        """The seats that the game asks to act, and why. Empty: the game is over. Depends on public facts only."""

    @abstractmethod
    def offers(self, state: S, seat: int) -> Offers:
        """All that this seat may do now, in canonical form; a type with nothing to do may be named or left out."""

    @abstractmethod
    def check(self, state: S, seat: int, action: Action) -> None:
        """Raise IllegalAction unless the rules allow it; agrees with `offers`."""

    def out_of_turn_reason(self, state: S, seat: int, action: Action) -> IllegalAction | None:
        """Why a seat that is not asked to act is refused, if there is a better reason than that it is not its turn."""
        return None

    @abstractmethod
    def apply(self, state: S, seat: int, action: Action, chance: Chance) -> list[Event]:
        """Carry out a checked action on the state, in place. Unchecked actions have no defined effect."""

    @abstractmethod
    def default(self, state: S, seat: int, chance: Chance) -> Action:
        """What is done for a seat whose time is up: legal, and as harmless as the rules allow."""

    def vote_for_bot(self, state: S, seat: int, people: Collection[int]) -> Action | None:
        """What is done for a bot because of what the people want, such as a vote with them. `people`: their seats."""
        return None

    @abstractmethod
    def view(self, state: S, viewer: int | None) -> msgspec.Struct:
        """The table as this seat, or a spectator (None), may see it; made only from what they may know."""

    def faces(self, options: O) -> Sequence[Face]:
        """What is printed on every card that an event may show, by its number."""
        return ()

    def content(self, state: S) -> msgspec.Struct:
        """What everyone may see and never changes during this game, such as a map or the faces of cards."""
        return NoContent()

    def without_content(self, view: Any) -> msgspec.Struct:
        """The same view without what `content` holds."""
        return cast(msgspec.Struct, view)

    @abstractmethod
    def resample(self, view: Any, viewer: int | None, chance: Chance) -> S:
        """A table that gives this viewer exactly this view; what the view hides is dealt again."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The result, once the game is over."""

    @abstractmethod
    def inventory(self, state: S) -> dict[str, int]:
        """What must never change in number: counted over all places, the same after every action."""

    def legal(self, state: S, seat: int, kind: str | None = None) -> Iterator[Action]:
        """What `offers` holds, one after another, or only the actions of one type."""
        offers = self.offers(state, seat)
        return listed({struct: offers[struct] for struct in offers if kind in (None, struct.__struct_config__.tag)})

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

    def upgrade(self, data: bytes, schema: int) -> bytes:
        """State that was stored with an older schema number, in the form of this release."""
        raise ValueError(f"{self.slug} cannot read state of schema {schema}, only of {self.state_schema}")
