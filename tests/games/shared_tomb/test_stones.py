"""The stones in the box."""

from engines.shared_tomb.stones import ANIMAL, STONES


def test_there_are_25_stones_four_of_them_animals():
    assert len(STONES) == 25
    assert STONES.count(ANIMAL) == 4


def test_the_others_show_one_to_four_fireflies_each_and_60_together():
    others = [face for face in STONES if face != ANIMAL]
    assert set(others) == {1, 2, 3, 4}
    assert sum(others) == 60
