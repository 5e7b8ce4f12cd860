"""The tomb as somebody draws it who only hears of it."""

from typing import Any

ALL_FIREFLIES = 60


def opening(events: list[dict[str, Any]]) -> dict[str, Any]:
    """Where the stones lie, and that everybody chooses."""
    laid, began = events
    return {
        "phase": "gesture",
        "round": began["data"]["round"],
        "player": None,
        "your_gesture": None,
        "last_throw": [],
        "undecided": 0,
        "stones": [{"square": square, "up": False, "face": None} for square in laid["data"]["squares"]],
        "turned": [],
        "at_stake": 0,
        "fireflies_left": ALL_FIREFLIES,
    }


def hear(view: dict[str, Any], event: dict[str, Any]) -> None:
    """What each event changes in the picture."""
    EARS[event["type"]](view, event["seat"], event["data"])


def round_began(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    view.update(phase="gesture", round=data["round"], player=None, undecided=0)
    now_choosing(view, [dragon["seat"] for dragon in view["dragons"]])


def gesture_chosen(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    view["dragons"][seat]["chosen"] = True


def thrown(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    view["last_throw"] = data["gestures"]
    view["undecided"] = view["undecided"] + 1 if len(data["left"]) == len(data["gestures"]) else 0
    now_choosing(view, data["left"])


def drawn(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    """Who was drawn has the go, which the next event tells."""


def go_began(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    view.update(phase="flip", player=seat)
    now_choosing(view, [])


def stone_flipped(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    stone_at(view, data["square"]).update(up=True, face=data["face"])
    view["turned"].append(data["square"])
    view["at_stake"] = data["fireflies"]
    view["fireflies_left"] -= fireflies_on(data["face"])
    view["phase"] = "relocate" if data["face"] == "animal" else "decide"


def stones_taken(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    """The game is over when no firefly is left; otherwise the next event begins a round."""
    dragon, taken = view["dragons"][seat], [stone_at(view, square) for square in data["squares"]]
    dragon["stones"] += [stone["face"] for stone in taken]
    dragon["fireflies"] = data["total"]
    assert data["fireflies"] == view["at_stake"]
    view["stones"] = [stone for stone in view["stones"] if stone not in taken]
    view.update(turned=[], at_stake=0)
    if not view["fireflies_left"]:
        view["phase"] = "over"


def stone_relocated(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    """It lies face down again, and only a memory aid still shows its face."""
    view["turned"].remove(data["from"])
    face = data["face"] if view["memory_aid"] else None
    stone_at(view, data["from"]).update(square=data["to"], up=False, face=face)
    view["stones"].sort(key=lambda stone: stone["square"])
    view["fireflies_left"] += fireflies_on(data["face"])


def now_choosing(view: dict[str, Any], seats: list[int]) -> None:
    """These take part in a throw, and none of them has chosen yet."""
    for dragon in view["dragons"]:
        dragon.update(choosing=dragon["seat"] in seats, chosen=False)


def stone_at(view: dict[str, Any], square: int) -> dict[str, Any]:
    return next(stone for stone in view["stones"] if stone["square"] == square)


def fireflies_on(face: Any) -> int:
    return 0 if face == "animal" else int(face)


EARS = {
    "round_began": round_began,
    "gesture_chosen": gesture_chosen,
    "thrown": thrown,
    "drawn": drawn,
    "go_began": go_began,
    "stone_flipped": stone_flipped,
    "stones_taken": stones_taken,
    "stone_relocated": stone_relocated,
}
