"""Replaced attributes of Flask and Werkzeug are listed and watched; registering a hook that never runs raises."""

from importlib import import_module
from typing import Any

import pytest
from flask import Blueprint

from service.http import flask_internals
from service.http.app import HOOKS, App, CachedRoutes, HookNotSupportedError
from service.http.flask_internals import REPLACED, Replaced, library_change
from service.http.request import ApiRequest
from service.http.response import BytesResponse
from service.settings import Settings
from tests.support.http import InProcess

OWN = {
    "__module__",
    "__doc__",
    "__init__",
    "__annotations__",
    "__firstlineno__",
    "__static_attributes__",
    "__parameters__",
}
CONFIGURED = {"default_mimetype", *HOOKS}
"""Class attributes that the library documents as settings, and hooks that only raise."""


@pytest.mark.parametrize("entry", REPLACED, ids=lambda entry: entry.name)
def test_no_release_has_changed_what_is_replaced_here(entry: Replaced) -> None:
    assert library_change(entry) is None


def test_an_attribute_that_is_gone_is_named() -> None:
    class NextFlask:
        """A release of Flask without this method."""

    entry = REPLACED[0]._replace(owner=NextFlask)
    message = library_change(entry)
    assert message is not None
    assert message.startswith(
        f"{__name__}.test_an_attribute_that_is_gone_is_named.<locals>.NextFlask.create_url_adapter"
    )
    assert "is gone" in message
    assert entry.here in message


def test_an_attribute_that_has_changed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for entry in REPLACED:
        with monkeypatch.context() as patch:
            if entry.owner.__module__.startswith("flask"):
                patch.setattr(entry.owner, entry.attribute, lambda self: "another implementation")
            else:
                patch.setattr(flask_internals, "digest_of", lambda owner, attribute: "another digest")
            assert f"{entry.name} has changed" in (library_change(entry) or "")


def test_every_entry_leads_to_the_code_that_relies_on_it() -> None:
    for entry in REPLACED:
        module, _, name = entry.here.partition(".")
        target: Any = import_module(module)
        for part in name.split("."):
            target = getattr(target, part) if hasattr(target, part) else import_module(f"{target.__name__}.{part}")
        assert entry.reason
        assert entry.gain


@pytest.mark.parametrize("own", [App, ApiRequest, BytesResponse, CachedRoutes])
def test_every_replaced_attribute_is_in_the_list(own: type) -> None:
    listed = {entry.here for entry in REPLACED}
    library = [base for base in own.__mro__[1:] if base is not object]
    overriding = {name for name in vars(own) if any(name in vars(base) for base in library)} - OWN - CONFIGURED
    assert [name for name in overriding if f"{own.__module__}.{own.__qualname__}.{name}" not in listed] == []


@pytest.fixture
def app() -> App:
    return App(Settings())


@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_that_is_never_called_cannot_be_registered(app: App, hook: str) -> None:
    with pytest.raises(HookNotSupportedError, match=f"`{hook}`: this app calls no Flask hooks"):
        getattr(app, hook)(lambda *_: None)


@pytest.mark.parametrize(
    "hook",
    [
        *("before_request", "after_request", "teardown_request", "url_value_preprocessor", "context_processor"),
        *("before_app_request", "after_app_request", "teardown_app_request"),
        *("app_url_value_preprocessor", "app_context_processor"),
    ],
)
def test_nor_on_a_blueprint(app: App, hook: str) -> None:
    blueprint = Blueprint("late", __name__)
    getattr(blueprint, hook)(lambda *_: None)
    with pytest.raises(HookNotSupportedError, match=hook.replace("app_", "")):
        app.register_blueprint(blueprint)


def test_a_blueprint_without_hooks_is_fine(app: App) -> None:
    app.register_blueprint(Blueprint("plain", __name__))


def test_the_app_that_serves_has_no_hooks(client: InProcess) -> None:
    own = [function for name in HOOKS.values() for function in client.app._hook_functions(name)]
    assert [function for function in own if not function.__module__.startswith("flask")] == []
