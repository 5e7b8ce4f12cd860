"""The page can show a finished game of Le Tapécho again: its own ear makes every spectator's state from the events."""

import pytest

from tests.web.ears import heard


@pytest.mark.browser
def test_the_page_follows_every_game_by_ear_from_the_opening_on():
    states, right = heard("tapecho").split()
    assert right == "right"
    assert int(states) > 1000
