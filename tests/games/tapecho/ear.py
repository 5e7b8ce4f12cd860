"""The table as somebody draws it who only hears of it."""

from typing import Any

View = dict[str, Any]


def opening(events: list[View]) -> View:
    """Which context holds, who begins, and what is left to draw."""
    began, *dealt, turn = events
    assert [event["seat"] for event in dealt] == list(range(len(dealt)))
    return {
        "phase": "turn",
        "game": began["data"]["game"],
        "context": began["data"]["context"],
        "starter": began["seat"],
        "pile": began["data"]["pile"],
        "turn": turn["seat"],
        "turns_begun": 1,
    }


def hear(view: View, event: View) -> None:
    """What each event changes in the picture; the sums are done again after it."""
    EARS[event["type"]](view, event["seat"], event["data"])
    add_up(view)


def add_up(view: View) -> None:
    """What follows from the cards on the tables and from the sheet."""
    seats = view["seats"]
    for seat in seats:
        friends = sum(lying["until"] == "end_of_game" and lying["target"] == seat["seat"] for lying in view["attacks"])
        values = [card["value"] for card in seat["assets"] + seat["handicaps"]]
        seat["score"] = sum(values) - friends * len(seat["assets"])
        seat["total"] = sum(game["scores"][seat["seat"]] for game in view["sheet"])
    for seat in seats:
        team = [mate for mate in seats if mate["team"] == seat["team"]]
        seat["team_score"] = sum(mate["score"] for mate in team)
        seat["team_total"] = sum(mate["total"] for mate in team)


def play(view: View, seat: int, card: View) -> None:
    """A card leaves a hand; an open one shows it no more, and never did if the card's own action opened the hand."""
    suitor = view["seats"][seat]
    suitor["hand_size"] -= 1
    suitor["hand"] = suitor["hand"] and [other for other in suitor["hand"] if other != card]


def draw(view: View, seat: int, count: int) -> None:
    """Cards go from the pile into a hand, unseen."""
    view["pile"] -= count
    view["seats"][seat]["hand_size"] += count


def game_began(view: View, seat: int, data: View) -> None:
    cleared = {"assets": [], "handicaps": [], "skips": 0, "hungover": False, "open_hand": False, "attacked_by": None}
    for suitor in view["seats"]:
        suitor.update({name: list(it) if isinstance(it, list) else it for name, it in cleared.items()}, hand=None)
    view.update(game=data["game"], context=data["context"], starter=seat, pile=data["pile"])
    view.update(pit=[], attacks=[], quiet_turns=0)


def dealt(view: View, seat: int, data: View) -> None:
    view["seats"][seat]["hand_size"] = data["count"]


def turn_began(view: View, seat: int, data: View) -> None:
    view.update(turn=seat, phase="turn")
    view["turns_begun"] += 1


def turn_skipped(view: View, seat: int, data: View) -> None:
    view["seats"][seat]["skips"] -= 1
    view["quiet_turns"] += 1


def turn_passed(view: View, seat: int, data: View) -> None:
    view["quiet_turns"] += 1


def card_laid(view: View, seat: int, data: View) -> None:
    card, target = data["card"], data["target"]
    play(view, seat, card)
    if view["window"] is None:
        view["window"] = {"by": seat, "cards": [], "passed": []}
        view["since"] += 1
    laid = {"card": card, "target": target, "asset": data["asset"], "defended": False}
    view["window"]["cards"].append({**laid, "out_of_context": None, "out_of_context_by": None})
    view.update(phase="window", quiet_turns=0)
    if card["kind"] == "attack":
        until = "end_of_game" if card["attack"] == "friend_with_benefits" else "attackers_turn"
        view["attacks"].append({"card": card, "by": seat, "target": target, "until": until})
        view["seats"][target]["attacked_by"] = seat
    else:
        view["seats"][target][f"{card['kind']}s"].append(card)


def exchanged(view: View, seat: int, data: View) -> None:
    play(view, seat, data["discarded"])
    view["pit"].append(data["discarded"])
    if data["count"] == 1:
        draw(view, seat, 1)
        view["quiet_turns"] += 1
    else:
        view["pile"] -= data["count"]
        view.update(phase="keep", drawn=data["count"])


def kept(view: View, seat: int, data: View) -> None:
    view["pile"] += view["drawn"]
    draw(view, seat, 1)
    view["drawn"] = 0
    view["quiet_turns"] += 1


def defended(view: View, seat: int, data: View) -> None:
    play(view, seat, data["card"])
    view["pit"] += [data["against"], data["card"]]
    view["attacks"] = [lying for lying in view["attacks"] if lying["card"] != data["against"]]
    for laid in view["window"]["cards"]:
        if laid["card"] == data["against"]:
            laid["defended"] = True
        elif laid["out_of_context"] == data["against"]:
            laid.update(out_of_context=None, out_of_context_by=None)
    reacted(view)


def called_out(view: View, seat: int, data: View) -> None:
    play(view, seat, data["card"])
    for laid in view["window"]["cards"]:
        if laid["card"] == data["against"]:
            laid.update(out_of_context=data["card"], out_of_context_by=seat)
    reacted(view)


def reacted(view: View) -> None:
    view["window"]["passed"] = []
    view["since"] += 1


def window_open(view: View, seat: int, data: View) -> None:
    view["window"].update(next_player=seat, held_up=data["held_up"], reactions=data["reactions"])
    view["turn"] = seat


def passed(view: View, seat: int, data: View) -> None:
    view["window"]["passed"].append(seat)


def window_closed(view: View, seat: None, data: View) -> None:
    view.update(turn=view["window"]["by"], window=None)


def turn_lost(view: View, seat: int, data: View) -> None:
    view["seats"][seat]["skips"] += 1


def asset_lost(view: View, seat: int, data: View) -> None:
    view["seats"][seat]["assets"].remove(data["card"])
    view["pit"].append(data["card"])


def ex_turned_up(view: View, seat: int, data: View) -> None:
    draw(view, seat, data["count"])


def hungover(view: View, seat: int, data: View) -> None:
    view["seats"][seat]["hungover"] = True


def sobered_up(view: View, seat: int, data: View) -> None:
    view["seats"][seat]["hungover"] = False


def asset_poached(view: View, seat: int, data: View) -> None:
    view["seats"][data["target"]]["assets"].remove(data["card"])
    view["seats"][seat]["assets"].append(data["card"])


def hand_opened(view: View, seat: int, data: View) -> None:
    view["shown"].append({"seat": seat, "cards": data["cards"]})
    view["seats"][seat].update(open_hand=True, hand=list(data["cards"]))


def hand_closed(view: View, seat: int, data: View) -> None:
    view["seats"][seat].update(open_hand=False, hand=None)


def hands_covered(view: View, seat: None, data: View) -> None:
    view["shown"] = []


def nothing_seen(view: View, seat: int, data: View) -> None:
    """Two hands keep their sizes, or a card stays where it lies."""


def thrown_out(view: View, seat: int, data: View) -> None:
    view["seats"][seat][f"{data['card']['kind']}s"].remove(data["card"])
    view["pit"] += [data["card"], data["by"]]


def attack_lifted(view: View, seat: int, data: View) -> None:
    view["attacks"] = [lying for lying in view["attacks"] if lying["card"] != data["card"]]
    view["pit"].append(data["card"])


def attackable(view: View, seat: int, data: View) -> None:
    view["seats"][seat]["attacked_by"] = None


def pile_renewed(view: View, seat: None, data: View) -> None:
    """What was left of the old pile is drawn as well, as the next event says."""
    assert data["count"] == len(view["pit"])
    view["pile"] += data["count"]
    view["pit"] = []


def game_counted(view: View, seat: None, data: View) -> None:
    line = {name: data[name] for name in ("game", "reason", "tallies", "winners")}
    scores = [sum(tally.values()) for tally in data["tallies"]]
    view["sheet"].append({**line, "context": view["context"], "starter": view["starter"], "scores": scores})
    if data["game"] < view["games"]:
        view["shown"] = [{"seat": number, "cards": hand} for number, hand in enumerate(data["hands"])]
        return
    view["phase"] = "over"
    for suitor, hand in zip(view["seats"], data["hands"], strict=True):
        suitor["hand"] = hand


EARS = {
    "game_began": game_began,
    "dealt": dealt,
    "turn_began": turn_began,
    "turn_skipped": turn_skipped,
    "turn_passed": turn_passed,
    "card_laid": card_laid,
    "exchanged": exchanged,
    "kept": kept,
    "defended": defended,
    "called_out": called_out,
    "window_open": window_open,
    "passed": passed,
    "window_closed": window_closed,
    "turn_lost": turn_lost,
    "asset_lost": asset_lost,
    "ex_turned_up": ex_turned_up,
    "hungover": hungover,
    "sobered_up": sobered_up,
    "asset_poached": asset_poached,
    "hand_opened": hand_opened,
    "hand_closed": hand_closed,
    "hands_covered": hands_covered,
    "numbers_swapped": nothing_seen,
    "befriended": nothing_seen,
    "thrown_out": thrown_out,
    "attack_lifted": attack_lifted,
    "attackable": attackable,
    "pile_renewed": pile_renewed,
    "game_counted": game_counted,
}
