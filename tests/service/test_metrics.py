"""What an operator can watch: the counts under /metrics, and the trace that a log line belongs to."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import Counter, Histogram

from service import __version__, metrics
from service.http.request import trace_id
from service.metrics import MOST_PENDING, flush, record
from service.store import info as census
from tests.support.http import Api, InProcess, LiveService, assert_problem, in_process
from tests.support.running import wait_for
from tests.support.valkey import ValkeyServer

TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"


def value(text: str, series: str) -> float:
    """The value of one series by its name and labels; 0 if it is not there."""
    match = re.search(rf"^{re.escape(series)} (\S+)$", text, re.MULTILINE)
    return float(match[1]) if match else 0.0


@given(values=st.lists(st.floats(0, 10), max_size=30))
def test_what_is_recorded_counts_as_if_it_had_been_observed_at_once(values: list[float]) -> None:
    recorded, observed = (Histogram("test", "", buckets=(0.5, 1, 5), registry=None) for _ in range(2))
    for seconds in values:
        record((recorded, seconds))
        observed.observe(seconds)
    flush()

    def samples(histogram: Histogram) -> list[tuple[str, dict[str, str], float]]:
        collected = (
            one for family in histogram.collect() for one in family.samples if not one.name.endswith("_created")
        )
        return [(one.name, one.labels, pytest.approx(one.value)) for one in collected]

    assert samples(recorded) == samples(observed)


def test_what_nobody_writes_out_is_bounded() -> None:
    counter = Counter("test", "", registry=None)
    for _ in range(3 * MOST_PENDING):
        record(counter)
    assert len(metrics._pending) <= MOST_PENDING
    flush()
    assert counter._value.get() == 3 * MOST_PENDING


def test_every_problem_is_counted_by_its_code(client: InProcess) -> None:
    def read_counter() -> float:
        return value(client.get("/metrics").text, 'ludotheque_problems_total{code="not_found"}')

    before = read_counter()
    assert_problem(client.get("/v1/games/AAAAAAAAAAAAAAAAAAAAAA"), 404, "not_found")
    assert_problem(client.get("/nothing"), 404, "not_found")
    assert read_counter() == before + 2


def test_repeated_requests_are_counted(client: InProcess) -> None:
    def read_counter() -> float:
        return value(client.get("/metrics").text, "ludotheque_replayed_total")

    table = client.create()
    seat, before = table.turn(), read_counter()
    action = table.legal(seat)[0]
    table.act(seat, action, key="once")
    assert read_counter() == before
    table.act(seat, action, key="once")
    assert read_counter() == before + 1


def test_an_action_is_two_exchanges_with_the_store(client: InProcess) -> None:
    def read_counter() -> float:
        return value(client.get("/metrics").text, "ludotheque_store_seconds_count")

    table = client.create()
    seat = table.turn()
    action = table.legal(seat)[0]
    before = read_counter()
    exchanges = read_counter() - before
    table.act(seat, action)
    assert read_counter() - before == 2 * exchanges + 2, "to ask for the figures costs some exchanges as well"


def errors(api: InProcess) -> dict[str, float]:
    match = re.findall(r'^ludotheque_store_errors_total\{kind="(\w+)"\} (\S+)$', api.get("/metrics").text, re.M)
    return {kind: float(number) for kind, number in match}


@pytest.mark.parametrize(
    ("setting", "wrong", "right", "kind"),
    [("maxmemory", "1", "0", "full"), ("min-replicas-to-write", "1", "0", "replicas")],
)
def test_what_the_store_rejects_is_counted_by_kind(setting: str, wrong: str, right: str, kind: str) -> None:
    with ValkeyServer() as own, in_process(own.url) as api:
        table, before = api.create(), errors(api)
        seat = table.turn()
        action = table.legal(seat)[0]
        own.ask("CONFIG", "SET", setting, wrong)
        assert_problem(table.act(seat, action), 503, "store_unavailable")
        own.ask("CONFIG", "SET", setting, right)
        after = errors(api)
    assert {name for name in after if after[name] > before.get(name, 0)} == {kind}


def test_replicas_that_do_not_confirm_are_counted() -> None:
    with ValkeyServer() as own, in_process(own.url, store_wait_replicas=1) as api:
        before = errors(api)
        assert_problem(api.post("/v1/games", {"engine": "zoky", "seats": [{}, {}]}), 503, "store_unavailable")
        assert errors(api)["replicas"] > before.get("replicas", 0)


def test_a_store_that_is_gone_is_counted_and_the_other_figures_are_still_shown() -> None:
    with ValkeyServer() as own, in_process(own.url) as api:
        before = errors(api)
        own.kill()
        assert_problem(api.post("/v1/games", {"engine": "zoky", "seats": [{}, {}]}), 503, "store_unavailable")
        assert errors(api)["connection"] > before.get("connection", 0)
        assert "ludotheque_games{" not in api.get("/metrics").text


def games(api: InProcess) -> dict[tuple[str, str], int]:
    match = re.findall(
        r'^ludotheque_games\{engine="(\w+)",status="(\w+)"\} (\S+)$', api.get("/metrics").text, re.MULTILINE
    )
    return {(engine, status): int(float(number)) for engine, status, number in match}


def test_games_are_counted_by_engine_and_status() -> None:
    with ValkeyServer() as own, in_process(own.url) as api:
        assert games(api) == {}
        for _ in range(3):
            api.create("zoky")
        api.post("/v1/games", {"engine": "tapecho", "seats": [{}, {}, {}, {"kind": "open"}]})
        assert games(api) == {("zoky", "active"): 3, ("tapecho", "open"): 1}


def test_many_games_are_estimated_from_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(census, "SAMPLE", 150)
    with ValkeyServer() as own, in_process(own.url) as api:
        for _ in range(200):
            api.create()
        assert 100 < games(api)["tokyo_poo_divers", "active"] < 300


def test_each_worker_says_what_it_is_and_how_much_memory_it_uses(live: Api) -> None:
    def resident() -> list[float]:
        return [float(size) for size in re.findall(r'^ludotheque_resident_bytes\{pid="\d+"\} (\S+)$', text(), re.M)]

    def text() -> str:
        return live.get("/metrics").text

    wait_for(lambda: resident() != [] and all(resident()))  # a worker notes it within a second of its start
    assert all(10e6 < size < 1e9 for size in resident()), resident()
    assert re.search(
        rf'^ludotheque_build_info\{{python="3\.\d+\.\d+",version="{re.escape(__version__)}"\}} 1.0$', text(), re.M
    )


def test_a_log_line_names_the_trace_of_its_request(service: LiveService, live: Api) -> None:
    for mark, parent in (("traced-1", f"00-{TRACE}-{SPAN}-01"), ("traced-2", "00-hush-hush-01")):
        live.get("/healthz", headers={"X-Request-Id": mark, "traceparent": parent})
    wait_for(lambda: "traced-2" in service.errors())
    lines: list[dict[str, Any]] = [json.loads(line) for line in service.errors().splitlines()]
    assert [line["trace_id"] for line in lines if line.get("request_id") == "traced-1"] == [TRACE]
    assert ["trace_id" in line for line in lines if line.get("request_id") == "traced-2"] == [False]


@given(st.from_regex(r"[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}", fullmatch=True))
def test_a_well_formed_parent_names_its_trace(parent: str) -> None:
    version, trace, span, _ = parent.split("-")
    valid = version != "ff" and int(trace, 16) and int(span, 16)
    assert trace_id(parent) == (trace if valid else None)


@pytest.mark.parametrize(
    "parent",
    [
        "",
        TRACE,
        f"00-{TRACE}-{SPAN}",
        f"00-{TRACE.upper()}-{SPAN}-01",
        f"00-{TRACE}-{SPAN}-01\n",
        f"00-{'0' * 32}-{SPAN}-01",
        f"ff-{TRACE}-{SPAN}-01",
    ],
)
def test_what_is_not_well_formed_names_none(parent: str) -> None:
    assert trace_id(parent) is None
