"""OpenTelemetry spans: one for each request, and within it one for each exchange with the store.

Loaded only if `TRACING` is on. The SDK reads its own settings, such as OTEL_EXPORTER_OTLP_ENDPOINT.
"""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.propagate import extract
from opentelemetry.sdk.environment_variables import OTEL_SERVICE_NAME
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, Tracer, format_trace_id

from service import __version__
from service.http.request import ApiRequest
from service.store.connection import trace_exchanges


def start_exporter() -> Tracer:
    """A tracer whose spans are sent to the collector in the background. Each worker starts its own, after the fork."""
    name = os.environ.get(OTEL_SERVICE_NAME) or "ludotheque"
    provider = TracerProvider(resource=Resource.create({SERVICE_NAME: name, SERVICE_VERSION: __version__}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider.get_tracer("ludotheque", __version__)


@contextmanager
def request_span(tracer: Tracer, request: ApiRequest) -> Iterator[Span]:
    """A span from a request's headers to the beginning of its response, within the trace that the caller began."""
    route = request.url_rule.rule if request.url_rule else "none"
    attributes = {"http.request.method": request.method, "http.route": route}
    with tracer.start_as_current_span(
        f"{request.method} {route}", extract(request.headers), kind=SpanKind.SERVER, attributes=attributes
    ) as span:
        request.trace_id = format_trace_id(span.get_span_context().trace_id)
        yield span


def trace_store(tracer: Tracer) -> None:
    """A span for each exchange with the store during a request. Arguments and responses are not recorded."""

    def start_span(command: str) -> AbstractContextManager[object]:
        if not trace.get_current_span().get_span_context().is_valid:
            return nullcontext()  # for a stream that is open already
        attributes = {"db.system.name": "redis", "db.operation.name": command}
        return tracer.start_as_current_span(command, kind=SpanKind.CLIENT, attributes=attributes)

    trace_exchanges(start_span)
