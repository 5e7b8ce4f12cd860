"""A fuzzer of our own: whatever is sent, no response is a 500, and every error response is a problem.

Which requests are sent depends on a seed, which a failure prints: `FUZZ_SEED=<seed>` sends them again.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest

from service.problems import CATALOGUE
from tests.faults.exchange import FROM_THE_APP, STREAMS, Hang, ParsedResponse, exchange, parse_responses
from tests.faults.fuzzer import Fuzzer, Sent
from tests.support.http import LiveService, api_client
from tests.support.phases import every_phase, store_client
from tests.support.published import assert_declared

TIMEOUT = 20.0
ROUND = 1_000
"""So many requests are about the same tables. Then there are new tables, since many were played or deleted."""


@pytest.fixture
def service(tmp_path: Path) -> Iterator[LiveService]:
    """One worker, so that one that hangs or dies is missed at once."""
    with LiveService(tmp_path / "service", WORKERS="1") as running:
        yield running


def complaints(service: LiveService, sent: Sent) -> str | None:
    """What is wrong with the responses to these bytes."""
    try:
        responses = parse_responses(exchange(service.port, sent.data, TIMEOUT), heads_only=sent.heads_only)
        for response in responses:
            check(response, sent)
        assert responses or not sent.method, "no response"
    except (AssertionError, ValueError, Hang) as wrong:
        return f"{type(wrong).__name__} {wrong}"
    return None


def check(response: ParsedResponse, sent: Sent) -> None:
    """No 500, and every error is a problem; the response to a request that is HTTP is in openapi.yaml."""
    assert response.status < 500, f"{response.status} {response.body[:300]!r}"
    if response.status >= 400:
        assert response.form == "application/problem+json", f"{response.status} {response.form}"
        if response.body:
            problem = json.loads(response.body)
            assert CATALOGUE[problem["code"]].status == problem["status"] == response.status, problem
    if sent.method and FROM_THE_APP in response.headers and response.form not in STREAMS:
        request = httpx.Request(sent.method, f"http://localhost{sent.path}")
        assert_declared(
            httpx.Response(response.status, headers=response.headers, content=response.body, request=request)
        )


def fuzz(service: LiveService, seed: int, count: int) -> None:
    """Send so many requests, every fourth of them hardly HTTP, and look at the log in the end."""
    wrong: list[str] = []
    workers = service.all_pids()
    with store_client(service) as api, api_client(service.url) as client:
        spared = api.create()
        for number in range(count):
            if number % ROUND == 0:
                fuzzer = Fuzzer(every_phase(api, seed + number))
            dice = Random(f"{seed}/{number}")
            sent = fuzzer.hardly_http(dice) if number % 4 == 0 else fuzzer.request(dice)
            if complaint := complaints(service, sent):
                wrong.append(f"request {number}: {complaint}\n    {sent.data[:600]!r}")
        spared.through(client).step()
    logged = [json.loads(line) for line in service.errors().split("\n")[:-1]]
    faults = [line for line in logged if line["level"] == "ERROR"]
    assert (wrong[:20], faults[:20]) == ([], []), f"FUZZ_SEED={seed}: {len(wrong)} of {count}:\n" + "\n".join(
        wrong[:20]
    )
    assert service.all_pids() == workers


def test_a_thousand_odd_requests(service: LiveService) -> None:
    fuzz(service, int(os.environ.get("FUZZ_SEED", "1")), 1_000)


@pytest.mark.slow
def test_twenty_thousand_odd_requests(service: LiveService) -> None:
    fuzz(service, int(os.environ.get("FUZZ_SEED") or Random().getrandbits(32)), 20_000)
