"""OpenTelemetry spans: one for each request, and within it one for each exchange with the store.

Loaded only if `TRACING` is on. The SDK reads its own settings, such as OTEL_EXPORTER_OTLP_ENDPOINT.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, cast

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
from service.store.connection import Argument, Command, StoreConnection


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


def traced_connection(connection: StoreConnection, tracer: Tracer) -> StoreConnection:
    """The same connection, with a span for each exchange that a request makes."""
    return cast(StoreConnection, TracedConnection(connection, tracer))


class TracedConnection:
    """A store connection with a span for each exchange. Keys and values are not part of the span."""

    def __init__(self, connection: StoreConnection, tracer: Tracer) -> None:
        self._connection = connection
        self._tracer = tracer

    def __getattr__(self, name: str) -> Any:
        """Everything that is no exchange for a request: as the connection has it."""
        return getattr(self._connection, name)

    def _span(self, command: Command) -> Any:
        if not trace.get_current_span().get_span_context().is_valid:
            return nullcontext()  # for a stream that is open already
        name = str(command[0])
        attributes = {"db.system.name": "redis", "db.operation.name": name}
        return self._tracer.start_as_current_span(name, kind=SpanKind.CLIENT, attributes=attributes)

    def call(self, *command: Argument) -> Any:
        with self._span(command):
            return self._connection.call(*command)

    def many(self, commands: Iterable[Command]) -> list[Any]:
        batch = list(commands)
        with self._span(batch[0] if batch else ("PIPELINE",)):
            return self._connection.many(batch)

    def call_and_wait(self, replicas: int, key: str, command: Command) -> tuple[Any, int]:
        with self._span(command):
            return self._connection.call_and_wait(replicas, key, command)
