"""The city as somebody draws it who only hears of it, with the cards' faces at hand."""

from typing import Any

import msgspec

from engines.zoky.content import LIEUTENANTS
from service.i18n import encode

FACES = msgspec.json.decode(encode(LIEUTENANTS))
MORE_DISTRICTS = 3
"""There are so many more Arrondissements in play than chiefs, and as many Quartiers a Day."""
View = dict[str, Any]
Seat = Any
Data = dict[str, Any]


def opening(events: list[dict[str, Any]]) -> dict[str, Any]:
    """The first Day's Quartiers, all of them empty, and who begins."""
    dawn, turn = events
    laid = dawn["data"]["quartiers"]
    return {
        "phase": "placement",
        "day": dawn["data"]["day"],
        "first_player": dawn["seat"],
        "turn": {"seat": turn["seat"], **turn["data"]},
        "table": spots(laid, len(laid) - MORE_DISTRICTS),
        "fight": None,
        "discarded": [],
        "deck": 4 * len(laid),
    }


def hear(view: View, event: dict[str, Any]) -> None:
    """What each event changes in the picture."""
    EARS[event["type"]](view, event["seat"], event["data"])


def spots(quartiers: list[int], seats: int) -> list[dict[str, Any]]:
    return [{"place": at, "quartier": card, "zokus": [0] * seats} for at, card in enumerate(quartiers)]


def spot(view: View, quartier: int) -> dict[str, Any]:
    (found,) = [spot for spot in view["table"] if spot["quartier"] == quartier]
    return found


def zoku(view: View, number: int) -> dict[str, Any]:
    (found,) = [zoku for zoku in view["fight"]["street"] if zoku["zoku"] == number]
    return found


def leave_street(view: View, number: int) -> None:
    view["fight"]["street"].remove(zoku(view, number))


def in_hand(gang: int, number: int) -> dict[str, Any]:
    return {"zoku": number, "gang": gang, "landing": "in_hand", "thrown": False, "kicked": False}


def done(view: View, seat: Seat, action: str, **fields: Any) -> None:
    view["latest"] = {"seat": seat, "action": {"type": action, **fields}}


def go_home(view: View, bands: list[dict[str, Any]]) -> None:
    for band in bands:
        view["chiefs"][band["gang"]]["reserve"] += band["zokus"]


def day_began(view: View, seat: Seat, data: Data) -> None:
    assert view["first_player"] == seat
    view.update(day=data["day"], table=spots(data["quartiers"], len(view["chiefs"])))
    view["deck"] -= len(data["quartiers"])


def turn_began(view: View, seat: Seat, data: Data) -> None:
    view.update(phase="placement", turn={"seat": seat, **data})


def turn_passed(view: View, seat: Seat, data: Data) -> None:
    """The next event tells whose turn it is instead."""


def placed(view: View, seat: Seat, data: Data) -> None:
    done(view, seat, "place", placements=data["placements"])
    for placement in data["placements"]:
        spot(view, placement["quartier"])["zokus"][seat] += placement["count"]
        view["chiefs"][seat]["reserve"] -= placement["count"]
    view["turn"] = None


def limit_raised(view: View, seat: Seat, data: Data) -> None:
    view["turn"]["limit"] = data["limit"]


def zoku_moved(view: View, seat: Seat, data: Data) -> None:
    spot(view, data["quartier"])["zokus"][seat] -= 1
    if data["to"] is None:
        view["chiefs"][seat]["reserve"] += 1
    else:
        spot(view, data["to"])["zokus"][seat] += 1


def settled(view: View, data: Data) -> None:
    """A Quartier leaves the table, and everyone who was there with it."""
    view["table"].remove(spot(view, data["quartier"]))
    go_home(view, data["home"])
    if view["fight"] is not None:
        assert view["fight"]["quartier"] == data["quartier"]
        gone = sorted(number for band in data["home"] for number in band["numbers"])
        assert gone == sorted(zoku["zoku"] for zoku in view["fight"]["street"])
        view["fight"] = None


def quartier_claimed(view: View, seat: Seat, data: Data) -> None:
    settled(view, data)
    view["chiefs"][seat]["quartiers"].append(data["quartier"])
    view["chiefs"][seat]["points"] = data["points"]


def quartier_discarded(view: View, seat: Seat, data: Data) -> None:
    settled(view, data)
    view["discarded"].append(data["quartier"])


def released(view: View, seat: Seat, data: Data) -> None:
    view["chiefs"][seat]["jail"] -= data["zokus"]
    view["chiefs"][seat]["reserve"] += data["zokus"]


def jailed(view: View, seat: Seat, data: Data) -> None:
    picked(view, seat, data)
    view["chiefs"][seat]["jail"] += 1


def spared(view: View, seat: Seat, data: Data) -> None:
    picked(view, seat, data)
    view["chiefs"][seat]["reserve"] += 1


def picked(view: View, seat: Seat, data: Data) -> None:
    """The Zoku leaves the street, the Quartier or the reserve it was in."""
    if data["zoku"] is not None:
        assert view["fight"]["quartier"] == data["quartier"]
        leave_street(view, data["zoku"])
    elif data["quartier"] is not None:
        spot(view, data["quartier"])["zokus"][seat] -= 1
    else:
        view["chiefs"][seat]["reserve"] -= 1


def fight_began(view: View, seat: Seat, data: Data) -> None:
    spot(view, data["quartier"])["zokus"] = [0] * len(view["chiefs"])
    view["phase"] = "throw"
    view["fight"] = {
        "quartier": data["quartier"],
        "round": 1,
        "involved": [band["gang"] for band in data["gangs"]],
        "street": [in_hand(band["gang"], number) for band in data["gangs"] for number in band["numbers"]],
        "called": [],
        "ready": [],
        "kicker": None,
    }


def round_began(view: View, seat: Seat, data: Data) -> None:
    view["phase"] = "throw"
    view["fight"].update(round=data["round"], kicker=None)
    for zoku in view["fight"]["street"]:
        zoku.update(thrown=False, kicked=False)


def zoku_joined(view: View, seat: Seat, data: Data) -> None:
    view["chiefs"][seat]["reserve"] -= 1
    view["fight"]["street"].append(in_hand(seat, data["zoku"]))


def throw_called(view: View, seat: Seat, data: Data) -> None:
    done(view, seat, "throw")
    view["fight"]["called"].append(seat)


def landed(view: View, seat: Seat, data: Data) -> None:
    assert view["fight"]["round"] == data["round"]
    view["phase"] = "landed"
    view["fight"]["called"] = []
    for landing in data["zokus"]:
        zoku(view, landing["zoku"]).update(landing, thrown=True)


def said_ready(view: View, seat: Seat, data: Data) -> None:
    done(view, seat, "ready")
    view["fight"]["ready"].append(seat)


def landing_settled(view: View, seat: Seat, data: Data) -> None:
    view["fight"]["ready"] = []
    go_home(view, data["home"])
    for number in [number for band in data["home"] for number in band["numbers"]]:
        leave_street(view, number)


def kicks_began(view: View, seat: Seat, data: Data) -> None:
    view["phase"] = "kick"
    view["fight"]["kicker"] = seat


def kicked(view: View, seat: Seat, data: Data) -> None:
    done(view, seat, "kick", **data)
    zoku(view, data["zoku"])["kicked"] = True
    zoku(view, data["target"])["landing"] = "belly"


def kick_declined(view: View, seat: Seat, data: Data) -> None:
    done(view, seat, "decline_kick")


def lieutenant_played(view: View, seat: Seat, data: Data) -> None:
    slug = data["lieutenant"]
    done(view, seat, "lieutenant", lieutenant=slug, **data["targets"])
    chief = view["chiefs"][seat]
    chief["face_down"] -= 1
    chief["face_up"].append(FACES[slug])
    if slug in ("crooked_cop", "kingpin"):
        view[slug] = seat
    if view["fight"] is not None:
        view["fight"].update(called=[], ready=[])


def zoku_turned(view: View, seat: Seat, data: Data) -> None:
    zoku(view, data["zoku"]).update(data)


def looked_ahead(view: View, seat: Seat, data: Data) -> None:
    """What was seen is not for a spectator."""
    assert "quartiers" not in data


def quartier_swapped(view: View, seat: Seat, data: Data) -> None:
    spot(view, data["old"])["quartier"] = data["new"]
    view["swap"] = data


def first_player_chosen(view: View, seat: Seat, data: Data) -> None:
    view.update(first_player=seat, crooked_cop=None, kingpin=None)


def scored(view: View, seat: Seat, data: Data) -> None:
    view.update(phase="over", crooked_cop=None)


EARS = {
    ear.__name__: ear
    for ear in (
        day_began,
        turn_began,
        turn_passed,
        placed,
        limit_raised,
        zoku_moved,
        quartier_claimed,
        quartier_discarded,
        released,
        jailed,
        spared,
        fight_began,
        round_began,
        zoku_joined,
        throw_called,
        landed,
        said_ready,
        landing_settled,
        kicks_began,
        kicked,
        kick_declined,
        lieutenant_played,
        zoku_turned,
        looked_ahead,
        quartier_swapped,
        first_player_chosen,
        scored,
    )
}
