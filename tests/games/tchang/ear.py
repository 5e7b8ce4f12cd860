"""The tomb as somebody draws it who only hears of it."""

from typing import Any

TOKENS, MOST_SHARES, ANIMAL = 60, 20, -1


def opening(events: list[dict[str, Any]]) -> dict[str, Any]:
    """Where everything lies, what the pawns carry, and who begins."""
    laid, began = events
    owners, fireflies = laid["data"]["pawns"], laid["data"]["fireflies"]
    return {
        "pawns": [
            {"pawn": number, "seat": seat, "square": 0, "fireflies": fireflies, "bitten": False}
            for number, seat in enumerate(owners)
        ],
        "reserve": TOKENS - fireflies * len(owners),
        "statues": [{"square": square, "figure": None} for square in laid["data"]["statues"]],
        "stones": laid["data"]["stones"],
        "animals": [],
        "turn": began["seat"],
        "phase": "move",
        "shares_left": MOST_SHARES,
        "idle_turns": 0,
        "idle_limit": 2 * (max(owners) + 1),
        "concede_votes": [],
    }


def hear(view: dict[str, Any], event: dict[str, Any]) -> None:
    """What each event changes in the picture."""
    EARS[event["type"]](view, event["seat"], event["data"])


def turn_began(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    view.update(turn=seat, phase="move", shares_left=MOST_SHARES)


def moved(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    """Unless another event says what comes next, there is something to share now."""
    pay(view, data["pawn"], -data["paid"])
    view["pawns"][data["pawn"]]["square"] = data["way"][-1]
    view.update(phase="share", shares_left=MOST_SHARES, idle_turns=0)
    see_whether_it_is_over(view)


def freed(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    view["pawns"][data["pawn"]]["bitten"] = False
    view["animals"].remove(data["square"])
    see_whether_it_is_over(view)


def bitten(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    view["pawns"][data["pawn"]]["bitten"] = True
    view["animals"] = sorted([*view["animals"], data["square"]])
    turn_stone(view, data["square"], ANIMAL)
    see_whether_it_is_over(view)


def stone_turned(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    turn_stone(view, data["square"], data["fireflies"])
    pay(view, data["pawn"], data["gained"])
    see_whether_it_is_over(view)


def statue_turned(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    figure = data["figure"]
    next(statue for statue in view["statues"] if statue["square"] == data["square"])["figure"] = figure
    if figure == "tangram":
        view["tangrams"] += 1
    else:
        view["dragons"][figure] += 1
    pay(view, data["pawn"], data["bonus"])
    see_whether_it_is_over(view)


def exit_found(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    view["exit"] = {"dragon": data["dragon"], "square": data["square"], "open": False}


def exit_opened(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    view["exit"]["open"] = True


def shared(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    view["pawns"][data["from"]]["fireflies"] -= data["amount"]
    view["pawns"][data["to"]]["fireflies"] += data["amount"]
    view["shares_left"] -= 1


def passed(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    view["idle_turns"] += 1
    if view["idle_turns"] == view["idle_limit"]:
        view.update(phase="over", ending="stalled")


def concede_voted(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    view["concede_votes"] = sorted([*view["concede_votes"], seat])
    assert data["votes"] == len(view["concede_votes"])
    if {pawn["seat"] for pawn in view["pawns"]} == set(view["concede_votes"]):
        view.update(phase="over", ending="conceded")


def concede_withdrawn(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    view["concede_votes"].remove(seat)
    assert data["votes"] == len(view["concede_votes"])


def riddle_posed(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    assert data["dragon"] == view["exit"]["dragon"]
    view["riddle"]["figures"] = data["figures"]
    view["phase"] = "riddle"


def riddle_solved(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    view["riddle"].update(solver=seat, solved=data["figure"], pieces=data["pieces"])
    view["phase"] = "over"


def riddle_declined(view: dict[str, Any], seat: int, data: dict[str, Any]) -> None:
    declined = view["riddle"]["declined"] = sorted([*view["riddle"]["declined"], seat])
    if {pawn["seat"] for pawn in view["pawns"]} == set(declined):
        view["phase"] = "over"


def pay(view: dict[str, Any], pawn: int, fireflies: int) -> None:
    """What a pawn gets comes out of the reserve, what it pays goes there."""
    view["pawns"][pawn]["fireflies"] += fireflies
    view["reserve"] -= fireflies


def turn_stone(view: dict[str, Any], square: int, face: int) -> None:
    view["stones"].remove(square)
    next(count for count in view["stones_by_face"] if count["face"] == face)["hidden"] -= 1


def see_whether_it_is_over(view: dict[str, Any]) -> None:
    """All out have won; free pawns without a firefly have lost, unless what they find where they stop brings some."""
    way_out = view["exit"]["square"] if view["exit"] and view["exit"]["open"] else None
    if all(pawn["square"] == way_out for pawn in view["pawns"]):
        view.update(phase="over", ending="won")
    elif not any(pawn["fireflies"] for pawn in view["pawns"] if not pawn["bitten"]):
        view.update(phase="over", ending="out_of_fireflies")
    else:
        view.update(phase="share", ending=None)


EARS = {
    "turn_began": turn_began,
    "moved": moved,
    "freed": freed,
    "bitten": bitten,
    "stone_turned": stone_turned,
    "statue_turned": statue_turned,
    "exit_found": exit_found,
    "exit_opened": exit_opened,
    "shared": shared,
    "passed": passed,
    "concede_voted": concede_voted,
    "concede_withdrawn": concede_withdrawn,
    "riddle_posed": riddle_posed,
    "riddle_solved": riddle_solved,
    "riddle_declined": riddle_declined,
}
