"""The view as a vector: what each number is, and that the viewer's own seat comes first."""

from engines.dragon_fights.content import FACES
from engines.shared_tomb.map import PLACES
from tests.games.dragon_fights.builders import fight, flip, gesture_of, lay, win

SQUARE = 2 + len(FACES)
FIRST, SECOND = PLACES[:2]
SEAT = 7


def vector(table, seat):
    return table.engine.features(table.engine.view(table.state, seat), seat)


def dragons(table, seat):
    """The numbers of each player, the viewer first."""
    numbers = vector(table, seat)[-SEAT * table.seats :]
    return [numbers[start : start + SEAT] for start in range(0, len(numbers), SEAT)]


def test_a_stone_shows_its_face_while_it_is_up():
    table = lay(fight(), {FIRST: 3, SECOND: 4})
    assert vector(table, 0)[: 2 * SQUARE] == [1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    win(table, 0)
    flip(table, FIRST)
    assert vector(table, 1)[: 2 * SQUARE] == [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]


def test_a_gesture_is_seen_by_its_own_seat_only():
    table = fight()
    gesture_of(table, 1, "paper")
    before = len(PLACES) * SQUARE + 5
    assert [vector(table, seat)[before : before + 3] for seat in (0, 1)] == [[0, 0, 0], [0, 1, 0]]
    assert [chosen for _, chosen, *_ in dragons(table, 0)] == [0, 1, 0]


def test_the_viewer_comes_first():
    table = fight()
    win(table, 2)
    assert [player for _, _, _, player, *_ in dragons(table, 2)] == [1, 0, 0]
    assert [player for _, _, _, player, *_ in dragons(table, 1)] == [0, 1, 0]
    assert dragons(table, 1)[1][4:] == [1, 0, 0], "the winner has shown a rock"
