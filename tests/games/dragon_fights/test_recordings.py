"""What has been recorded of Dragon Fights besides each player count."""

from engines.dragon_fights.events import Drawn
from engines.record import replay
from engines.registry import ENGINES
from tests.games.dragon_fights.builders import SLUG
from tests.recordings import recordings


def test_a_shared_victory_is_recorded():
    assert any(len(record.outcome.winners) > 1 for record in recordings(SLUG).values())


def test_a_throw_decided_by_lot_is_recorded():
    steps = (events for record in recordings(SLUG).values() for _, events in replay(ENGINES[SLUG], record))
    assert any(isinstance(event, Drawn) for events in steps for event in events)
