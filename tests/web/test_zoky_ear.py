"""The page follows a game of Zoky by ear: a finished game can be seen again, step by step."""

import pytest

from tests.web.ears import heard

pytestmark = pytest.mark.browser


def test_the_page_follows_zoky_by_ear() -> None:
    assert int(heard("zoky", games=2).split()[0]) > 1000
