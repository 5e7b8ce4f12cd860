"""Any game as text, made from its view, its events and its engine's page alone: no game is named here."""

from collections.abc import Collection, Iterator
from typing import cast

from ludotheque_client.types import Action, EngineDetail, Event, GameView

Members = dict[str, object]
EMPTY: tuple[object, ...] = (None, [], {}, "")


def to_line(value: object) -> str:
    """A value on one line, without what is empty."""
    if isinstance(value, dict):
        return ", ".join(f"{spaced(key)} {nested_text(inside)}" for key, inside in value.items() if inside not in EMPTY)
    if isinstance(value, list):
        return ("; " if is_nested(value) else ", ").join(to_line(inside) for inside in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return spaced(value)


def is_nested(value: object) -> bool:
    """Whether something with parts is in this."""
    return isinstance(value, list) and any(isinstance(inside, dict | list) for inside in value)


def nested_text(value: object) -> str:
    """A value inside another one."""
    return f"({to_line(value)})" if is_nested(value) or isinstance(value, dict) else to_line(value)


def spaced(word: object) -> str:
    """`face_up` as people write it."""
    return str(word).replace("_", " ")


def is_board(value: object) -> bool:
    """Whether this is a board: lines of the same length."""
    return isinstance(value, list) and len(value) > 1 and all(isinstance(row, str) for row in value)


def to_lines(state: Members, leave_out: Collection[str] = ()) -> Iterator[str]:
    """A state as lines of text; a list of things has a line for each."""
    for key, value in state.items():
        if key in leave_out or value in EMPTY:
            continue
        if is_board(value) or (isinstance(value, list) and isinstance(value[0], dict)):
            yield f"{spaced(key)}:"
            for one in cast("list[object]", value):
                yield f"    {one if isinstance(one, str) else to_line(one)}"
        else:
            yield f"{spaced(key)}: {to_line(value)}"


def parse_address(address: str) -> tuple[str, str]:
    """The service and the id in a game's address. An id alone may begin with `-`, which looks like an option."""
    service, _, game = address.rpartition("/v1/games/")
    return service, game


def player_name(view: GameView, seat: int | None) -> str:
    """Who sits there."""
    if seat is None or seat >= len(view["seats"]):
        return "The table"
    return view["seats"][seat]["name"] or f"Seat {seat}"


def table_text(view: GameView, leave_out: Collection[str] = ()) -> str:
    """The table as its viewer sees it. `leave_out` names what never changes and need not be shown each time."""
    seats = [f"{seat['seat']}: {seat['name'] or 'open'} ({seat['kind']})" for seat in view["seats"]]
    lines = [f"{view['engine']}, {view['status']}, version {view['version']}", f"seats: {', '.join(seats)}"]
    if view["awaiting"]:
        lines.append(f"waiting for: {', '.join(player_name(view, seat) for seat in view['awaiting'])}")
    if view["state"] is not None:
        lines += to_lines(cast("Members", view["state"]), leave_out)
    return "\n".join(lines)


def legal_actions(view: GameView | None) -> list[Action]:
    """What its viewer may do, as this view lists it."""
    legal = None if view is None else view.get("legal")
    return [] if legal is None else [*legal["actions"]]


def action_text(action: Action) -> str:
    """An action on one line."""
    fields = {key: value for key, value in action.items() if key != "type"}
    return f"{spaced(action['type'])}: {to_line(fields) or 'nothing'}" if fields else spaced(action["type"])


def event_text(event: Event, page: EngineDetail, view: GameView) -> str:
    """An event, as the engine's page describes it, with its data."""
    data = to_line(dict(event["data"]))
    late = " (time was up)" if event.get("timeout") else ""
    described = " ".join(page["events"][event["type"]]["description"].split())
    return f"{player_name(view, event['seat'])}{late}: {described}" + (f" ({data})" if data else "")


def ending_text(view: GameView, page: EngineDetail) -> str:
    """Who has won, and why the game is over."""
    outcome = view["outcome"]
    if outcome is None:
        return "The game was broken off."
    winners = ", ".join(player_name(view, seat) for seat in outcome["winners"]) or "nobody"
    scores = ", ".join(f"{player_name(view, score['seat'])} {score['score']}" for score in outcome["scores"])
    return f"Winners: {winners}. Scores: {scores}. {page['endings'][outcome['reason']]}"


def precondition(view: GameView) -> GameView | None:
    """The `if_match` for an action that was chosen on this view. If the game waits for this seat alone, the action must
    not be done when the game has changed. If all choose at the same time, the others do not matter."""
    return view if view["awaiting"] == [view["viewer"]] else None
