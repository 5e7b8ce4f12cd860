"""The judgement of the long soak: a leak is found under noise, and noise alone is no leak."""

import os
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.faults.growth import ALLOWANCES, after_first_quarter, growth, usage_of

HOUR = [5.0 * number for number in range(720)]
MB = 2**20


def judged(values: list[float]) -> float:
    begin = after_first_quarter(HOUR)
    return growth(HOUR[begin:], values[begin:])


def noise(seed: int) -> list[float]:
    """70 MB, with noise of 2 MB, and every now and then a moment of much work with 30 MB more."""
    dice = Random(seed)
    return [70 * MB + dice.gauss(0, 2 * MB) + (30 * MB if dice.random() < 0.05 else 0) for _ in HOUR]


@given(st.integers(0, 2**32), st.floats(6, 100))
def test_a_leak_is_found_under_noise(seed: int, megabytes_an_hour: float) -> None:
    leak = [value + megabytes_an_hour * MB * time / 3600 for time, value in zip(HOUR, noise(seed), strict=True)]
    assert judged(leak) == pytest.approx(0.75 * megabytes_an_hour * MB, abs=2 * MB)
    if megabytes_an_hour > 8:
        assert judged(leak) > ALLOWANCES.memory


@given(st.integers(0, 2**32), st.floats(0, 100))
def test_neither_noise_nor_growth_at_the_beginning_is_a_leak(seed: int, megabytes: float) -> None:
    filled = [value + megabytes * MB * min(1, time / 900) for time, value in zip(HOUR, noise(seed), strict=True)]
    assert judged(filled) < ALLOWANCES.memory


def test_a_file_that_is_not_closed_is_counted() -> None:
    before = usage_of(os.getpid())
    with open(os.devnull):
        assert usage_of(os.getpid()).descriptors == before.descriptors + 1
    assert before.memory > MB
