"""What the service replaces or overrides in gunicorn and gevent: all of it is listed, and a change there is noticed."""

import ast
from types import SimpleNamespace

import pytest

from service.server import gunicorn_internals, gunicorn_worker
from service.server.gunicorn_internals import INTERNALS, Internal, LibraryChanged, check
from tests.support.running import ROOT

EACH = pytest.mark.parametrize("entry", INTERNALS, ids=lambda entry: entry.path)


def test_the_installed_releases_have_all_of_it() -> None:
    check()


@EACH
def test_an_attribute_that_a_release_removes_is_named(entry: Internal, monkeypatch: pytest.MonkeyPatch) -> None:
    if entry.sample is not None:
        entry = entry._replace(sample=SimpleNamespace)
    else:
        for owner in entry.owner.__mro__ if isinstance(entry.owner, type) else (entry.owner,):
            if entry.name in vars(owner) and owner is not object:
                monkeypatch.delattr(owner, entry.name)
    with pytest.raises(LibraryChanged) as error:
        check((entry,))
    assert f"{entry.path} is missing" in str(error.value)


@pytest.mark.parametrize("entry", [entry for entry in INTERNALS if entry.signature], ids=lambda entry: entry.path)
def test_an_attribute_that_a_release_calls_differently_is_named(
    entry: Internal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gunicorn_internals, "_originals", {entry.path: lambda something_else: None})
    with pytest.raises(LibraryChanged) as error:
        check((entry,))
    assert f"{entry.path} takes (something_else) instead of {entry.signature}" in str(error.value)


def test_the_check_runs_before_anything_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    source = (ROOT / "service" / "server" / "gunicorn_worker.py").read_text()
    assert source.index("gunicorn_internals.check()") < source.index("gunicorn_internals.replace(")


@EACH
def test_each_has_its_reason_and_its_gain(entry: Internal) -> None:
    assert entry.reason
    assert entry.gain.startswith("needed: ") or "%" in entry.gain


def test_what_is_not_on_the_list_is_not_replaced() -> None:
    with pytest.raises(LookupError, match=r"gunicorn\.util\.close"):
        gunicorn_internals.replace(gunicorn_worker.util, "close", None)


def test_every_method_of_a_library_that_is_overridden_is_on_the_list() -> None:
    names = {entry.name for entry in INTERNALS}
    for own in (
        gunicorn_worker.Worker,
        gunicorn_worker.Response,
        gunicorn_worker.BoundedChunks,
        gunicorn_worker.DrainingServer,
    ):
        overridden = {name for name in vars(own) if hasattr(own.__base__, name) and not name.startswith("__")}
        assert overridden, own
        assert overridden <= names, own


def test_no_module_sets_an_attribute_of_a_library_by_itself() -> None:
    """`gunicorn_internals.replace` does it, and nothing else in service/server/."""
    for path in (ROOT / "service" / "server").glob("*.py"):
        tree = ast.parse(path.read_text())
        imported = {
            alias.asname or alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in ("gunicorn", "gevent")
            for alias in node.names
        }
        targets = [
            target
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign | ast.AugAssign)
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        ]
        for target in targets:
            if isinstance(target, ast.Attribute):
                root = target.value
                while isinstance(root, ast.Attribute):
                    root = root.value
                assert not (isinstance(root, ast.Name) and root.id in imported), ast.unparse(target)
