"""Broken copies of engines that tell a viewer something hidden: the comparison of pairs must find every one of them."""

from collections.abc import Callable, Iterable
from copy import copy
from hashlib import sha256
from importlib import import_module
from typing import Any, NamedTuple, get_type_hints

import msgspec

from engines.engine import Action, Ask, Engine, Event, IllegalAction, Secret
from engines.registry import ENGINES
from engines.text import english

AnyEngine = Engine[Any, Any]
_encode = msgspec.json.Encoder(enc_hook=english).encode


class Leak(NamedTuple):
    """A leak, and how it is planted into a copy of an engine."""

    name: str
    plant: Callable[[AnyEngine], None]


def broken(engine: AnyEngine, leak: Leak) -> AnyEngine:
    """A copy of the engine with this leak."""
    twin = copy(engine)
    leak.plant(twin)
    return twin


def leaks_of(slug: str) -> list[Leak]:
    """The leaks that any engine could have, and those of this game."""
    own: list[Leak] = import_module(f"tests.games.{slug}.leaks").LEAKS
    has_secrets = any("Secret" in str(kind) for event in ENGINES[slug].events for kind in hints(event))
    return [*ANYWHERE, *([PUBLIC_SECRETS] if has_secrets else []), *own]


def hints(event: type[Event]) -> Iterable[Any]:
    return get_type_hints(event).values()


def is_odd(state: Any) -> bool:
    """One bit that depends on everything in a state, so on what is hidden in it."""
    return bool(sha256(msgspec.msgpack.encode(state)).digest()[0] & 1)


def in_view(name: str, change: Callable[[Any, int | None, Any], Any]) -> Leak:
    """A leak in the view: `change` gets the state, the viewer and the view, and returns another view."""

    def plant(engine: AnyEngine) -> None:
        view = engine.view
        vars(engine)["view"] = lambda state, viewer: change(state, viewer, view(state, viewer))

    return Leak(name, plant)


def in_turns(name: str, change: Callable[[Any, dict[int, Ask]], dict[int, Ask]]) -> Leak:
    """A leak in who is asked for what."""

    def plant(engine: AnyEngine) -> None:
        turns = engine.turns
        vars(engine)["turns"] = lambda state: change(state, turns(state))

    return Leak(name, plant)


def in_legal(name: str, change: Callable[[Any, list[Action]], list[Action]]) -> Leak:
    """A leak in the legal actions."""

    def plant(engine: AnyEngine) -> None:
        legal = engine.legal
        vars(engine)["legal"] = lambda state, seat, kind=None: iter(change(state, list(legal(state, seat, kind))))

    return Leak(name, plant)


def in_events(name: str, change: Callable[[Any, list[Event]], list[Event]]) -> Leak:
    """A leak in the events: `change` gets the state after them."""

    def plant(engine: AnyEngine) -> None:
        apply = engine.apply
        vars(engine)["apply"] = lambda state, *more: change(state, apply(state, *more))

    return Leak(name, plant)


def in_rejections(name: str, change: Callable[[Any, IllegalAction], IllegalAction]) -> Leak:
    """A leak in the reason or the message of a rejection."""

    def plant(engine: AnyEngine) -> None:
        check = engine.check

        def checked(state: Any, seat: int, action: Action) -> None:
            try:
                check(state, seat, action)
            except IllegalAction as error:
                raise change(state, error) from None

        vars(engine)["check"] = checked

    return Leak(name, plant)


def reads_the_truth(engine: AnyEngine) -> None:
    """The view carries the state, where no client sees it, and `resample` takes the hidden part from there."""
    view, truths = engine.view, dict[int, Any]()

    def remembered(state: Any, viewer: int | None) -> Any:
        shown = view(state, viewer)
        truths[id(shown)] = shown, engine.clone(state)  # with the view, so that no other gets its number
        return shown

    vars(engine)["view"] = remembered
    vars(engine)["resample"] = lambda shown, viewer, chance, *_: engine.clone(truths[id(shown)][1])


def reads_a_part_of_the_truth(engine: AnyEngine) -> None:
    """`resample` deals with chance, but how it deals depends on the state behind the view."""
    view, resample, odd = engine.view, engine.resample, dict[int, Any]()

    def remembered(state: Any, viewer: int | None) -> Any:
        shown = view(state, viewer)
        odd[id(shown)] = shown, is_odd(state)
        return shown

    def dealt(shown: Any, viewer: int | None, chance: Any, *knowledge: Any) -> Any:
        if odd[id(shown)][1]:
            chance.below(2)
        return resample(shown, viewer, chance, *knowledge)

    vars(engine)["view"], vars(engine)["resample"] = remembered, dealt


def other_types(engine: AnyEngine) -> None:
    types = engine.types
    vars(engine)["types"] = lambda state, seat: types(state, seat)[is_odd(state) :]


def other_content(engine: AnyEngine) -> None:
    """The first field of the content is a text that depends on the state."""
    content = engine.content

    def changed(state: Any) -> Any:
        fields = msgspec.structs.asdict(content(state))
        return {**fields, "round": int(is_odd(state))}

    vars(engine)["content"] = changed


def other_default(engine: AnyEngine) -> None:
    default = engine.default

    def changed(state: Any, seat: int, chance: Any) -> Action:
        if is_odd(state):
            return list(engine.legal(state, seat))[-1]
        return default(state, seat, chance)

    vars(engine)["default"] = changed


def other_message(state: Any, error: IllegalAction) -> IllegalAction:
    return IllegalAction(error.reason, error.message + " " if is_odd(state) else error.message)


def other_reason(state: Any, error: IllegalAction) -> IllegalAction:
    return IllegalAction("not_now" if is_odd(state) else error.reason, error.message)


def known_to_all(_state: Any, events: list[Event]) -> list[Event]:
    """Every secret field of every event, known to all seats."""
    everybody = tuple(range(10))
    changed = []
    for event in events:
        fields = msgspec.structs.asdict(event)
        secrets = {name: Secret(everybody, it.value) for name, it in fields.items() if isinstance(it, Secret)}
        changed.append(msgspec.structs.replace(event, **secrets))
    return changed


PUBLIC_SECRETS = in_events("secret fields of events are sent to all seats", known_to_all)
ANYWHERE = [
    in_legal("the order of legal actions", lambda state, actions: actions[:: -1 if is_odd(state) else 1]),
    in_legal("the number of legal actions", lambda state, actions: actions[int(is_odd(state)) :]),
    Leak("the types of action", other_types),
    in_rejections("the message of a rejection", other_message),
    in_rejections("the reason of a rejection", other_reason),
    in_turns(
        "how long a seat has to wait",
        lambda state, turns: {
            seat: msgspec.structs.replace(ask, not_before=int(is_odd(state))) for seat, ask in turns.items()
        },
    ),
    in_turns(
        "who is required to act",
        lambda state, turns: {
            seat: msgspec.structs.replace(ask, required=ask.required != is_odd(state)) for seat, ask in turns.items()
        },
    ),
    in_events("the number of events", lambda state, events: events + events[-1:] if is_odd(state) else events),
    in_events("the order of events", lambda state, events: events[::-1] if is_odd(state) else events),
    in_events(
        "the seat of an event",
        lambda state, events: [msgspec.structs.replace(one, seat=int(is_odd(state))) for one in events],
    ),
    Leak("the content", other_content),
    Leak("`resample` takes the hidden part from the state", reads_the_truth),
    Leak("`resample` deals in a way that depends on the state", reads_a_part_of_the_truth),
    Leak("the default action", other_default),
]
