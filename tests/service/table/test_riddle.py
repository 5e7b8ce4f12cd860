"""The dragon's riddle over HTTP: it is on offer without being listed, and what is wrong leaves no trace."""

import msgspec

from engines.tchang.plan import choose
from engines.tchang.view import TchangView
from tests.games.tchang.solutions import SOLUTIONS, pieces_of
from tests.support.http import Api, Json, Table, assert_ok, assert_problem


def solution(dragon: str) -> Json:
    """The dragon's first figure, as a client sends it."""
    pieces = pieces_of(next(iter(SOLUTIONS[dragon].values())))
    return {"type": "solve_riddle", "pieces": msgspec.to_builtins(pieces)}


def table_with_riddle(client: Api, seats: int = 2) -> Table:
    """A table before the dragon; sensible players get there nine times in ten."""
    for _ in range(20):
        table = client.create("tchang", seats, options={"difficulty": "easy", "fireflies": 9, "riddle": True})
        view = table.view()
        while view["status"] == "active":
            state = msgspec.convert(view["state"], TchangView)
            if state.phase == "riddle":
                return table
            seat = view["awaiting"][0]
            view = assert_ok(table.act(seat, msgspec.to_builtins(choose(state, seat))))["game"]
    raise AssertionError("nobody gets out of the tomb")


def on_offer(table: Table, seat: int) -> Json:
    return assert_ok(table.api.get(f"{table.path}/actions", token=table.tokens[seat]))


def test_the_riddle_is_named_among_the_types_and_wrong_solutions_leave_no_trace(client: Api) -> None:
    table = table_with_riddle(client)
    offer = on_offer(table, 0)
    assert offer["types"] == ["decline_riddle", "solve_riddle"]
    assert offer["actions"] == [{"type": "decline_riddle"}]
    assert_ok(table.act(1, {"type": "decline_riddle"}))
    before, events = table.view(), table.events()
    right = solution(before["state"]["exit"]["dragon"])
    wrong = {**right, "pieces": right["pieces"][1:]}
    for seat in (0, 1):
        assert assert_problem(table.act(seat, wrong), 409, "illegal_action")["reason"] == "riddle_pieces"
    after = table.view()
    assert (after["version"], after["state"], table.events()) == (before["version"], before["state"], events)
    assert (after["awaiting"], after["may_react"]) == ([0], [1])
    assert on_offer(table, 1)["types"] == ["solve_riddle"]
    done = assert_ok(table.act(1, right))["game"]
    assert (done["status"], done["outcome"]["winners"]) == ("finished", [0, 1])
    assert [score["detail"]["riddle"] for score in done["outcome"]["scores"]] == [0, 1]
