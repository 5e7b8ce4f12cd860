"""No property is judged by how fast the machine is: one hypothesis profile holds for all tests."""

import re
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

TESTS = Path(__file__).parents[1]


def test_time_is_never_judged():
    assert settings().deadline is None
    assert HealthCheck.too_slow in settings().suppress_health_check


def test_the_profile_reaches_every_property():
    @settings(max_examples=1)
    @given(st.none())
    def a_property(_):
        assert settings().deadline is None

    a_property()
    assert a_property._hypothesis_internal_use_settings.deadline is None


def test_no_test_has_a_deadline_of_its_own():
    """Nor health checks of its own, which would undo the profile's."""
    for file in TESTS.rglob("*.py"):
        if file != Path(__file__):
            assert not re.search(r"settings\([^)]*(deadline|suppress_health_check)", file.read_text()), file
