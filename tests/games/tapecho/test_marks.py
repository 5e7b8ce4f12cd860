"""The mark of an ask differs between one turn of a seat and its next, and nothing else changes it."""

import msgspec
import pytest

from engines.chance import Chance
from engines.tapecho.actions import Asset, Attack, Defend, Exchange, Keep, Lay, OutOfContext, Pair, Pass
from tests.games.tapecho.builders import ENGINE, Scene, attack, called_out, defence, out, plain, spotted
from tests.support.tables import open_table, options_for, play_on, seed_of, settings_of

PLAIN, MAN, OFF = plain("asset"), plain("asset", "man"), spotted("asset")
TURN_OVER = {"CardLaid", "Kept", "TurnPassed"}


def mark(scene, seat):
    ask = ENGINE.turns(scene.state)[seat]
    return ask.what, ask.turn


def over(events, seat, what):
    """Whether what a seat was asked for is over: its turn has ended, or the window it could react to has closed."""
    for event in events:
        name = type(event).__name__
        if name == "GameBegan" or (what == "react" and name == "WindowClosed"):
            return True
        if what != "react" and event.seat == seat and (name in TURN_OVER or (name == "Exchanged" and event.count == 1)):
            return True
    return False


def test_a_mark_lasts_as_long_as_the_turn_or_the_window_and_no_longer():
    """In random games, of every seat that is asked for the same thing twice in a row."""
    same = new = back = 0
    for number, (seats, variant) in enumerate(settings_of("tapecho") * 3):
        table = open_table("tapecho", seats, options_for("tapecho", variant), seed_of(number))
        if number % 2:
            del table.state.pile[number % 5 :]
        before = ENGINE.turns(table.state)
        for _ in play_on(table, Chance(seed_of(number + 3)), 300):
            now = ENGINE.turns(table.state)
            for seat in before.keys() & now.keys():
                if before[seat].what != now[seat].what:
                    continue
                ended = over(table.events[-1], seat, now[seat].what)
                assert (before[seat].turn != now[seat].turn) == ended
                new += ended
                same += not ended
                back += ended and now[seat].what == "turn"
            before = now
            if table.state.phase == "turn" and len(table.actions) % 5 == 0:  # else the walk hardly ever comes back
                table.state.skips = [int(seat != table.state.seat) for seat in range(seats)]
    assert same > 1000
    assert new > 100
    assert back > 10, "the walk has come back to the same player"


def test_the_walk_back_to_the_same_player_is_another_turn():
    skips = [attack("stood_up", "woman"), attack("stood_up")]
    scene = Scene({0: [*skips, PLAIN, MAN]})
    scene.state.skips[3] = 1
    first = mark(scene, 0)
    scene.act(0, Pair((Lay(skips[0], 1), Lay(skips[1], 2))))
    second = mark(scene, 0)
    assert first != second
    scene.all_pass()
    assert mark(scene, 0) == second


def test_what_others_do_in_a_window_leaves_the_mark_of_the_next_player_alone():
    scene = Scene({0: [OFF, defence("man"), MAN], 1: [PLAIN, plain("asset", n=1)], 3: [out(), plain("handicap")]})
    scene.act(0, Asset(OFF))
    before = mark(scene, 1)
    assert before[0] == "turn"
    for seat, action in (
        (2, Pass()),
        (3, OutOfContext(out(), OFF)),
        (0, Defend(defence("man"), out())),
        (1, Pass()),
        (2, Pass()),
        (3, Pass()),
    ):
        scene.act(seat, action)
        assert mark(scene, 1) == before
    assert scene.state.window is None


def test_an_exchange_is_one_turn_and_the_next_player_has_another():
    scene = Scene({})
    what, turn = mark(scene, 0)
    scene.act(0, Exchange(scene.state.hands[0][0]))
    assert mark(scene, 0) == ("keep", turn)
    scene.act(0, Keep(scene.state.drawn[0]))
    assert mark(scene, 1) == (what, turn + 1)


def test_who_could_react_keeps_one_mark_while_the_window_is_open():
    scene = called_out()
    before = mark(scene, 0)
    scene.act(0, Defend(defence("man"), out()))
    scene.act(3, Pass())
    assert before == ("react", ENGINE.turns(scene.state)[2].turn)


def test_a_game_begun_by_the_seat_that_ended_the_last_one_is_another_turn():
    scene = Scene({0: [PLAIN]}, games=2, fill=1, assets={0: [plain("asset", n=1), plain("asset", n=2)]})
    before = mark(scene, 0)
    scene.act(0, Asset(PLAIN))
    assert scene.turn_of() == 0, "the winner begins"
    assert mark(scene, 0) != before


def test_a_table_stored_before_turns_were_counted_can_still_be_read():
    scene = Scene({0: [attack("the_ex"), PLAIN]})
    scene.act(0, Attack(attack("the_ex"), 1))
    stored = msgspec.msgpack.decode(ENGINE.dump(scene.state))
    del stored["begun"]
    old = ENGINE.load(msgspec.msgpack.encode(stored), scene.options)
    assert ENGINE.view(old, None) == scene.view()
    assert ENGINE.turns(old).keys() == ENGINE.turns(scene.state).keys()


@pytest.mark.parametrize("seats", [4, 7])
def test_turns_begun_are_those_that_have_an_event(seats):
    table = open_table("tapecho", seats, options_for("tapecho", {"games": 2}), seed_of(seats))
    for _ in play_on(table, Chance(seed_of(1))):
        pass
    begun = [event for events in table.events for event in events if type(event).__name__ == "TurnBegan"]
    assert ENGINE.view(table.state, None).turns_begun == len(begun)
