"""Any game in words, made from its view, its events and its engine's page alone: no game is named here."""

from collections.abc import Collection, Iterator
from typing import cast

from ludotheque_client.types import Action, EngineDetail, Event, GameView

Members = dict[str, object]
NOTHING: tuple[object, ...] = (None, [], {}, "")


def short(value: object) -> str:
    """A value on one line, without what is empty."""
    if isinstance(value, dict):
        return ", ".join(f"{named(key)} {inner(inside)}" for key, inside in value.items() if inside not in NOTHING)
    if isinstance(value, list):
        return ("; " if nested(value) else ", ").join(short(inside) for inside in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return named(value)


def nested(value: object) -> bool:
    """Whether something with parts is in this."""
    return isinstance(value, list) and any(isinstance(inside, dict | list) for inside in value)


def inner(value: object) -> str:
    """A value inside another one."""
    return f"({short(value)})" if nested(value) or isinstance(value, dict) else short(value)


def named(word: object) -> str:
    """`face_up` as people write it."""
    return str(word).replace("_", " ")


def picture(value: object) -> bool:
    """Whether this is a board: lines of the same length."""
    return isinstance(value, list) and len(value) > 1 and all(isinstance(row, str) for row in value)


def lines(state: Members, leave_out: Collection[str] = ()) -> Iterator[str]:
    """A state as lines of text; a list of things has a line for each."""
    for key, value in state.items():
        if key in leave_out or value in NOTHING:
            continue
        if picture(value) or (isinstance(value, list) and isinstance(value[0], dict)):
            yield f"{named(key)}:"
            for one in cast("list[object]", value):
                yield f"    {one if isinstance(one, str) else short(one)}"
        else:
            yield f"{named(key)}: {short(value)}"


def place(address: str) -> tuple[str, str]:
    """The service and the id in a game's address. An id alone may begin with `-`, which looks like an option."""
    service, _, game = address.rpartition("/v1/games/")
    return service, game


def player(view: GameView, seat: int | None) -> str:
    """Who sits there."""
    if seat is None or seat >= len(view["seats"]):
        return "The table"
    return view["seats"][seat]["name"] or f"Seat {seat}"


def table_text(view: GameView, leave_out: Collection[str] = ()) -> str:
    """The table as its viewer sees it. `leave_out` names what never changes and need not be told each time."""
    seats = [f"{seat['seat']}: {seat['name'] or 'open'} ({seat['kind']})" for seat in view["seats"]]
    told = [f"{view['engine']}, {view['status']}, version {view['version']}", f"seats: {', '.join(seats)}"]
    if view["awaiting"]:
        told.append(f"waiting for: {', '.join(player(view, seat) for seat in view['awaiting'])}")
    if view["state"] is not None:
        told += lines(cast("Members", view["state"]), leave_out)
    return "\n".join(told)


def offered(view: GameView | None) -> list[Action]:
    """What its viewer may do, as this view lists it."""
    legal = None if view is None else view.get("legal")
    return [] if legal is None else [*legal["actions"]]


def action_text(action: Action) -> str:
    """What an action does, on one line."""
    told = {key: value for key, value in action.items() if key != "type"}
    return f"{named(action['type'])}: {short(told) or 'nothing'}" if told else named(action["type"])


def event_text(event: Event, page: EngineDetail, view: GameView) -> str:
    """What happened, as the engine's page describes it, and what is known of it."""
    told = short(dict(event["data"]))
    late = " (time was up)" if event.get("timeout") else ""
    described = " ".join(page["events"][event["type"]]["description"].split())
    return f"{player(view, event['seat'])}{late}: {described}" + (f" ({told})" if told else "")


def ending_text(view: GameView, page: EngineDetail) -> str:
    """Who has won, and why it is over."""
    outcome = view["outcome"]
    if outcome is None:
        return "The game was broken off."
    winners = ", ".join(player(view, seat) for seat in outcome["winners"]) or "nobody"
    scores = ", ".join(f"{player(view, score['seat'])} {score['score']}" for score in outcome["scores"])
    return f"Winners: {winners}. Scores: {scores}. {page['endings'][outcome['reason']]}"
