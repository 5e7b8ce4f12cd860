"""Spans for OpenTelemetry: one a request, and within it one for each exchange with the store.

Loaded only if `TRACING` is on. The SDK reads its own settings, such as OTEL_EXPORTER_OTLP_ENDPOINT.
"""

import os
from collections.abc import Iterable
from contextlib import nullcontext
from typing import Any, cast

from flask import Flask, Response
from flask.globals import request_ctx
from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.propagate import extract
from opentelemetry.sdk.environment_variables import OTEL_SERVICE_NAME
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, Tracer, format_trace_id

from service import __version__
from service.http.request import ApiRequest
from service.store.connection import Argument, Command, StoreConnection


def exporting() -> Tracer:
    """What makes spans and sends them to the collector in the background. A worker makes its own, after the fork."""
    name = os.environ.get(OTEL_SERVICE_NAME) or "ludotheque"
    provider = TracerProvider(resource=Resource.create({SERVICE_NAME: name, SERVICE_VERSION: __version__}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider.get_tracer("ludotheque", __version__)


def trace_requests(app: Flask, tracer: Tracer) -> None:
    """A span for every request, from its headers to the beginning of its answer, in the trace that the caller began."""
    serve = app.full_dispatch_request

    def traced() -> Response:
        call = cast(ApiRequest, request_ctx.request)
        route = call.url_rule.rule if call.url_rule else "none"
        held, name = {"http.request.method": call.method, "http.route": route}, f"{call.method} {route}"
        began = extract(call.headers)
        with tracer.start_as_current_span(name, began, kind=SpanKind.SERVER, attributes=held) as span:
            call.trace_id = format_trace_id(span.get_span_context().trace_id)
            response = serve()
            span.set_attribute("http.response.status_code", response.status_code)
            return response

    app.full_dispatch_request = traced  # type: ignore[method-assign]


class TracedConnection:
    """A link on which each exchange for a request is a span. What is sent and answered is not told."""

    def __init__(self, link: StoreConnection, tracer: Tracer) -> None:
        self.timeout = link.timeout
        self._link = link
        self._tracer = tracer

    def _span(self, command: Command) -> Any:
        if not trace.get_current_span().get_span_context().is_valid:
            return nullcontext()  # for a stream that is open already
        name = str(command[0])
        held = {"db.system.name": "redis", "db.operation.name": name}
        return self._tracer.start_as_current_span(name, kind=SpanKind.CLIENT, attributes=held)

    def call(self, *command: Argument) -> Any:
        with self._span(command):
            return self._link.call(*command)

    def many(self, commands: Iterable[Command]) -> list[Any]:
        batch = list(commands)
        with self._span(batch[0] if batch else ("PIPELINE",)):
            return self._link.many(batch)

    def call_and_wait(self, replicas: int, key: str, command: Command) -> tuple[Any, int]:
        with self._span(command):
            return self._link.call_and_wait(replicas, key, command)

    def each(self, *command: Argument) -> dict[str, Any]:
        return self._link.each(*command)

    def home(self, key: str) -> str:
        return self._link.home(key)

    def tags(self) -> list[str]:
        return self._link.tags()

    def seek(self) -> None:
        self._link.seek()

    def line(self, home: str) -> Any:
        return self._link.line(home)

    def close(self) -> None:
        self._link.close()
