"""Every operation of openapi.yaml has a call in the client, and its answer is what the document says."""

import re
from typing import Any

import pytest

from tests.support.http import LiveService, calling, play_to_the_end
from tests.support.node import CLIENT, run
from tests.support.published import document, validator

pytestmark = pytest.mark.clients
SMALL = 21 * 1024


def operations() -> dict[str, tuple[str, str, dict[str, Any]]]:
    """The path, method and description of each operation, by its name in the client."""
    return {
        re.sub(r"_(\w)", lambda found: found[1].upper(), operation["operationId"]): (path, method, operation)
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
    }


@pytest.fixture(scope="module")
def called(service: LiveService) -> Any:
    with calling(service.url) as api:
        table = api.create()
        play_to_the_end(table)
    return run(
        "operations.mjs", service.url, "a key that no service has asked for", {"over": table.id, "overHost": table.host}
    )


def test_every_operation_has_a_call(called: Any) -> None:
    assert sorted(called["names"]) == sorted(operations())


def test_every_call_is_answered_as_the_document_says(called: Any) -> None:
    assert sorted(called["answers"]) == sorted(operations()), "each was called"
    for name, (path, method, operation) in operations().items():
        status = min(status for status in operation["responses"] if status.startswith("2"))
        content = operation["responses"][status].get("content")
        answer = called["answers"][name]
        if content is None:
            assert answer is None, name
        elif "application/json" in content:
            inside = f"{method}/responses/{status}/content/application~1json/schema"
            place = f"/paths/{path.replace('/', '~1')}/{inside}"
            assert [error.message for error in validator(place).iter_errors(answer)] == [], name
        else:
            assert isinstance(answer, str), name
            assert answer, name


def test_what_has_not_changed_is_null(called: Any) -> None:
    assert called["unchanged"] is None
    assert called["sameContent"] is None
    assert called["acted"] >= 1


def test_a_refusal_carries_what_the_service_said(called: Any) -> None:
    stale, early, wrong, illegal = called["refusals"]
    assert (stale["status"], stale["code"], stale["version"]) == (412, "stale_version", called["version"] + 1)
    assert (early["status"], early["code"]) == (409, "not_finished")
    assert (wrong["status"], wrong["code"], list(wrong["errors"])) == (422, "validation_error", ["seats"])
    assert (illegal["code"], illegal["reason"]) == ("illegal_action", "no_cover")
    for refusal in called["refusals"]:
        assert refusal["name"] == "Refusal"
        assert refusal["message"] == refusal["detail"] == refusal["problem"]["detail"] != ""
        assert refusal["problem"]["type"] == f"/problems/{refusal['code']}"


def test_the_module_is_small_and_stands_alone() -> None:
    text = (CLIENT / "ludotheque.js").read_text(encoding="utf-8")
    assert len(text.encode()) < SMALL
    assert re.findall(r"^\s*import\b|\bimport\(|\brequire\(", text, re.M) == []
