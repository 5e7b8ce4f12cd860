"""The street as somebody draws it who only hears of it."""

from typing import Any

NEXT_STEP = {"find": "decide", "blank": "peek", "sleeper": "dive"}
LETTERS = {"find": "F", "blank": "X", "sleeper": "Z"}


def opening(events: list[dict[str, Any]]) -> dict[str, Any]:
    """Where the covers lie, and who dives first."""
    laid, began = events
    board = laid["data"]["board"]
    return {
        "layout": laid["data"]["layout"],
        "board": board,
        "covers_left": "".join(board).count("#"),
        "turn": began["seat"],
        "phase": "dive",
    }


def hear(view: dict[str, Any], event: dict[str, Any]) -> None:
    """What each event changes in the picture."""
    EARS[event["type"]](view, event["seat"], event["data"])


def turn_began(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    view.update(turn=seat, phase="dive", points=0, finds=0, diver=None, last_find=None)


def cover_opened(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    (row, col), face = data["cell"], data["face"]
    line = view["board"][row]
    view["board"][row] = line[:col] + LETTERS[face] + line[col + 1 :]
    view["peeks"] = [peek for peek in view["peeks"] if peek["cell"] != data["cell"]]
    view["covers_left"] -= 1
    view.update(phase=NEXT_STEP[face], points=data["points"], last_opened=data["cell"])
    if data["direction"] is not None:
        view["diver"]["facing"] = data["direction"]
    if face == "find":
        view["finds"] += 1
        view["last_find"] = data["cell"]
        view["diver"] = view["diver"] or {"cell": data["cell"], "facing": None}
    if data["direction"] is None and face == "find":
        assert data["points"] == 1 + len(data["star"])
    over_if_nothing_is_left(view)


def paid(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    purse, bank = view["purses"][seat], view["bank"]
    for piece in ("brown", "golden"):
        bank[piece] -= data[piece] - purse[piece]
        purse[piece] = data[piece]
    purse["points"] += data["points"]
    view["points"] = 0
    if not bank["brown"] + bank["golden"]:
        view.update(phase="over", ending="bank_empty")


def peeked(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    look = {"seat": seat, "cell": data["cell"], "face": None}
    if look not in view["peeks"]:
        view["peeks"].append(look)
        view["peeks"].sort(key=lambda peek: peek["seat"])


def peek_declined(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    """Nothing changes but whose turn it is, which the next event tells."""


def over_if_nothing_is_left(view: dict[str, Any]) -> None:
    """The turn in which the last cover was opened is the last; what it is worth is paid yet."""
    if not view["covers_left"]:
        view.update(phase="over", ending="last_cover")


EARS = {
    "turn_began": turn_began,
    "cover_opened": cover_opened,
    "paid": paid,
    "peeked": peeked,
    "peek_declined": peek_declined,
}
