"""Spans for OpenTelemetry: one a request, and within it one for each exchange with the store.

Loaded only if `TRACING` is on. The SDK reads its own settings, such as OTEL_EXPORTER_OTLP_ENDPOINT.
"""

import os
from contextlib import AbstractContextManager, nullcontext
from typing import cast

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
from service.store.connection import trace_exchanges


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


def trace_store(tracer: Tracer) -> None:
    """A span for each exchange with the store during a request. Arguments and responses are not recorded."""

    def start_span(command: str) -> AbstractContextManager[object]:
        if not trace.get_current_span().get_span_context().is_valid:
            return nullcontext()  # for a stream that is open already
        attributes = {"db.system.name": "redis", "db.operation.name": command}
        return tracer.start_as_current_span(command, kind=SpanKind.CLIENT, attributes=attributes)

    trace_exchanges(start_span)
