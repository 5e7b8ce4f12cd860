"""The methods of the client have the parameters and the types of openapi.yaml."""

import inspect
from typing import Any, get_args, get_type_hints

import pytest
from ludotheque_client import Ludotheque, types
from ludotheque_client.calls import Operation
from ludotheque_client.operations import Operations

from tests.clients.scenarios.test_calls import operations
from tests.support.http import LiveService

pytestmark = pytest.mark.clients
NAMES = {"If-Match": "if_match", "If-None-Match": "if_none_match", "Idempotency-Key": "key", "Last-Event-ID": "after"}
"""The parameters of a call for the headers of a request."""
OF_THE_CLIENT = {"Accept-Language", "lang"}
"""The client sends its language with every call."""


def calls() -> dict[str, inspect.Signature]:
    operations = {name: call for name, call in vars(Operations).items() if isinstance(call, Operation)}
    return {name: inspect.signature(call.build) for name, call in operations.items()}


@pytest.mark.parametrize("name", operations())
def test_a_call_takes_what_the_operation_takes(name: str) -> None:
    operation = operations()[name][2]
    parameters = [one for one in operation["parameters"] if one["name"] not in OF_THE_CLIENT]
    expected = {NAMES.get(one["name"], one["name"]) for one in parameters}
    if {kind for kinds in operation["security"] for kind in kinds} - {"api_key"}:
        expected.add("token")
    if name == "get_content":  # it never changes, and who keeps it does not ask again
        expected.remove("if_none_match")
    taken = calls()[name].parameters
    others = set(taken) - expected - {"self"}
    assert expected <= set(taken)
    assert len(others) == ("requestBody" in operation), "besides these it takes the body"
    for query in (one for one in parameters if one["in"] == "query"):
        assert not taken[query["name"]].default, "what is left out is up to the service"


def type_of(schema: dict[str, Any]) -> Any:
    """The type of this name in the client."""
    return getattr(types, schema["$ref"].rpartition("/")[2])


@pytest.mark.parametrize("name", operations())
def test_a_call_has_the_types_of_the_document(name: str) -> None:
    operation = operations()[name][2]
    hints = get_type_hints(vars(Operations)[name].build)
    (return_type,) = get_args(hints["return"])
    status = min(status for status in operation["responses"] if status.startswith("2"))
    content = operation["responses"][status].get("content")
    if content is None:
        assert return_type is type(None)
    elif "$ref" in (schema := content.get("application/json", {}).get("schema", {})):
        assert return_type == type_of(schema)
    else:
        assert return_type == (dict[str, Any] if schema else str)
    if "requestBody" in operation:
        body = operation["requestBody"]["content"]["application/json"]["schema"]
        assert type_of(body) in hints.values()


def test_texts_are_in_the_language_of_the_client(service: LiveService) -> None:
    with Ludotheque(service.url) as english, Ludotheque(service.url, language="fr") as french:
        assert english.get_engine("zoky")["summary"] != french.get_engine("zoky")["summary"]
        assert "Chaque chef" in french.get_rules("zoky")
