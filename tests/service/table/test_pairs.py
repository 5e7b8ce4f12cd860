"""On two tables that differ only in what a viewer may not know, the service sends this viewer the same bytes, and bots
do the same; and every leak that is planted into the service is found.
"""

from collections.abc import Iterator
from itertools import chain, count, islice

import pytest

from engines.registry import ENGINES
from service.live import streams
from tests.secrecy.over_http import Service, bot_difference, http_difference
from tests.secrecy.pairs import Pair, pairs
from tests.secrecy.service_leaks import BOT_LEAKS, SERVICE_LEAKS, ServiceLeak
from tests.support.http import InProcess
from tests.support.time import Time

EACH = 12
MOST_PAIRS = 300
"""So many pairs are compared at most until a leak is found."""


@pytest.fixture
def pair_service(client: InProcess, now: Time) -> Service:
    """A service whose clock stands still, so that even `Retry-After` must be the same."""
    assert now.api is client
    return Service(client, client.app.extensions["tables"])


def running_pairs(slug: str, number: int, step: int = 7) -> Iterator[Pair]:
    """Some of the pairs along a random game, while somebody is to act."""
    for pair in islice(pairs(slug, number), 0, None, step):
        if ENGINES[slug].turns(pair.path.start):
            yield pair


def test_a_viewer_is_sent_the_same_whatever_is_hidden(slug: str, pair_service: Service) -> None:
    for number in range(1, 3):
        for pair in islice(running_pairs(slug, number), EACH):
            assert http_difference(pair_service, pair) is None


@pytest.mark.parametrize("level", ["greedy", "search"])
def test_a_bot_worker_does_the_same_whatever_is_hidden(slug: str, level: str, pair_service: Service) -> None:
    for number in range(1, 3):
        for pair in islice(running_pairs(slug, number), EACH):
            assert bot_difference(pair_service, pair, level) is None


@pytest.mark.parametrize("leak", SERVICE_LEAKS, ids=lambda leak: leak.name)
def test_a_leak_in_the_service_is_found(
    slug: str, leak: ServiceLeak, pair_service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "KEEP_ALIVE", 0.05)  # a stream with nothing to send shows it soon
    with leak.planted():
        assert any(http_difference(pair_service, pair) for pair in some_pairs(slug))


@pytest.mark.parametrize("leak", BOT_LEAKS, ids=lambda leak: leak.name)
def test_a_leak_in_a_bot_worker_is_found(slug: str, leak: ServiceLeak, pair_service: Service) -> None:
    with leak.planted():
        assert any(bot_difference(pair_service, pair, "greedy") for pair in some_pairs(slug))


def some_pairs(slug: str) -> Iterator[Pair]:
    """So many pairs, a few of each game, that a leak must show on one of them."""
    games = (islice(running_pairs(slug, number), EACH) for number in count(1))
    return islice(chain.from_iterable(games), MOST_PAIRS)
