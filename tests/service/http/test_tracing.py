"""Tracing: a real service sends its spans to a collector, which is a small HTTP server here."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import ResourceSpans, Span

from service import settings
from service.settings import SettingError, read
from tests.support.http import LiveService, api_client
from tests.support.running import wait_for

TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"


class Collector(HTTPServer):
    """Keeps what it is sent."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Taking)
        self.taken: list[ResourceSpans] = []

    def spans(self) -> list[Span]:
        return [span for resource in self.taken for scope in resource.scope_spans for span in scope.spans]


class Taking(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        assert isinstance(self.server, Collector)
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.taken.extend(ExportTraceServiceRequest.FromString(body).resource_spans)
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None: ...


@pytest.fixture(scope="module")
def collector() -> Iterator[Collector]:
    with Collector() as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        yield server
        server.shutdown()
        serving.join()


@pytest.fixture(scope="module")
def traced(collector: Collector, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    environment = {
        "TRACING": "on",
        "WORKERS": "1",
        "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{collector.server_port}",
        "OTEL_EXPORTER_OTLP_COMPRESSION": "none",
        "OTEL_BSP_SCHEDULE_DELAY": "100",
        "OTEL_SERVICE_NAME": "tables",
    }
    with LiveService(tmp_path_factory.mktemp("traced"), **environment) as service:
        yield service


def test_a_request_is_a_span_of_its_trace_with_a_span_for_each_exchange(
    traced: LiveService, collector: Collector
) -> None:
    with api_client(traced.url) as api:
        table = api.create()
        seat = table.turn()
        action = table.legal(seat)[0]
        table.act(seat, action, headers={"traceparent": f"00-{TRACE}-{PARENT}-01", "X-Request-Id": "a-traced-act"})
    wait_for(lambda: sum(span.trace_id.hex() == TRACE for span in collector.spans()) >= 3)
    (request,) = [span for span in collector.spans() if span.parent_span_id.hex() == PARENT]
    assert request.name == "POST /v1/games/<game:game_id>/actions"
    attributes = {pair.key: pair.value.string_value or pair.value.int_value for pair in request.attributes}
    assert attributes == {
        "http.request.method": "POST",
        "http.route": "/v1/games/<game:game_id>/actions",
        "http.response.status_code": 200,
    }
    inside = [span for span in collector.spans() if span.parent_span_id == request.span_id]
    assert [span.name for span in inside] == ["EVALSHA", "EVALSHA"], "one to read, one to commit"
    everything = str(collector.taken)
    assert table.id not in everything
    assert table.tokens[seat] not in everything
    named = {pair.value.string_value for taken in collector.taken for pair in taken.resource.attributes}
    assert "tables" in named
    line = next(line for line in traced.errors().splitlines() if "a-traced-act" in line)
    assert f'"trace_id":"{TRACE}"' in line


def test_a_request_without_a_trace_begins_one_and_its_log_line_says_which(
    traced: LiveService, collector: Collector
) -> None:
    with api_client(traced.url) as api:
        api.get("/healthz", headers={"X-Request-Id": "a-new-trace"})

    def begun() -> list[str]:
        return [span.trace_id.hex() for span in collector.spans() if span.name == "GET /healthz"]

    wait_for(lambda: any(f'"request_id":"a-new-trace","trace_id":"{trace}"' in traced.errors() for trace in begun()))


def test_it_is_rejected_where_its_packages_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "find_spec", lambda name: None)
    with pytest.raises(SettingError, match="extra `tracing`"):
        read({"TRACING": "on"})
    assert not read({"TRACING": "off"}).tracing
