"""The lists of dependencies: complete, and with a licence that is allowed for each."""

import json
import zipfile
from email.message import Message
from importlib.metadata import Distribution
from pathlib import Path
from typing import Any

import pytest

import service
from tests.support.running import ROOT
from tools import sbom
from tools.audit import npm_locks
from tools.release import pins


class Written(Distribution):
    """An installed package with this METADATA."""

    def __init__(self, text: str) -> None:
        self.text = f"Metadata-Version: 2.4\nName: package\nVersion: 1.0\n{text}\n"

    def read_text(self, filename: str) -> str | None:
        return self.text if filename == "METADATA" else None

    def locate_file(self, path: Any) -> Any:
        return Path(path)


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """A wheel of this project, as far as the list reads it."""
    project = Message()
    project["Version"] = service.__version__
    project["Requires-Dist"] = "redis[hiredis]~=8.1"
    project["Requires-Dist"] = 'opentelemetry-sdk~=1.45; extra == "tracing"'
    with zipfile.ZipFile(tmp_path / "ludotheque.whl", "w") as archive:
        archive.writestr(f"ludotheque-{service.__version__}.dist-info/METADATA", str(project))
    return tmp_path / "ludotheque.whl"


def written(wheel: Path) -> dict[str, Any]:
    assert sbom.main("wheel", str(wheel)) == 0
    (file,) = wheel.parent.glob("*.cdx.json")
    assert file.name == f"ludotheque-{service.__version__}.cdx.json"
    made: dict[str, Any] = json.loads(file.read_text())
    return made


def test_a_wheel_is_listed_with_all_that_is_pinned_for_it(wheel: Path) -> None:
    made = written(wheel)
    parts = {part["name"]: part for part in made["components"]}
    locked = pins(ROOT / "requirements.lock")
    assert set(parts) == set(locked)
    for name, part in parts.items():
        assert {part["version"]} == locked[name]
        assert part["purl"] == part["bom-ref"] == f"pkg:pypi/{name}@{part['version']}"
        assert part["licenses"][0]["expression"]
    assert {
        name for name, part in parts.items() if part["scope"] == "required"
    } == parts.keys() & sbom.installed_here().keys()


def test_the_list_says_what_needs_what(wheel: Path) -> None:
    made = written(wheel)
    needs = {edge["ref"].split("/")[1].split("@")[0]: edge["dependsOn"] for edge in made["dependencies"]}
    refs = {part["bom-ref"] for part in made["components"]} | {made["metadata"]["component"]["bom-ref"]}
    assert {ref for edge in made["dependencies"] for ref in edge["dependsOn"]} <= refs
    assert {edge["ref"] for edge in made["dependencies"]} <= refs
    assert [ref.split("@")[0] for ref in needs["ludotheque"]] == ["pkg:pypi/redis"]
    assert "pkg:pypi/hiredis" in {ref.split("@")[0] for ref in needs["redis"]}, "an extra that is asked for"
    assert "pkg:pypi/cryptography" not in {ref.split("@")[0] for ref in needs["redis"]}, "an extra that is not"


def test_the_same_wheel_has_the_same_list(wheel: Path) -> None:
    assert written(wheel) == written(wheel)
    before = written(wheel)["serialNumber"]
    with zipfile.ZipFile(wheel, "a") as archive:
        archive.writestr("more", "")
    assert written(wheel)["serialNumber"] != before


def test_debians_packages_are_listed_as_far_as_they_are_installed(tmp_path: Path) -> None:
    (tmp_path / "status").write_text(
        "Package: libc6\nStatus: install ok installed\nVersion: 2.41-12+deb13u1\nDescription: C\n Library\n\n"
        "Package: vim\nStatus: deinstall ok config-files\nVersion: 2:9.1\n"
    )
    (part,) = sbom.debian(tmp_path / "status")
    assert part["purl"] == "pkg:deb/debian/libc6@2.41-12%2Bdeb13u1"


def test_every_dependency_has_a_licence_that_is_allowed() -> None:
    """Of a new one whose licence is not known, read it, and add it to tools/sbom.py."""
    installed = sbom.installed_here()
    found = {name: sbom.licence(name, installed.get(name)) for name in pins(ROOT / "requirements-dev.lock")}
    assert set(found) == set(pins(ROOT / "requirements-dev.lock")) >= set(pins(ROOT / "requirements.lock"))
    for lock in npm_locks():
        assert sbom.npm_licences(lock)
    assert set(found) >= sbom.REVIEWED.keys(), "no longer needed"


@pytest.mark.parametrize(
    ("metadata", "expression"),
    [
        ("License-Expression: Apache-2.0 OR BSD-3-Clause", "Apache-2.0 OR BSD-3-Clause"),
        ("License-Expression: MIT\nLicense: Proprietary", "MIT"),
        ("License: MIT", "MIT"),
        ("License: Apache 2.0", "Apache-2.0"),
        ("License: See LICENSE\nClassifier: License :: OSI Approved :: MIT License", "MIT"),
    ],
)
def test_a_licence_is_read_from_what_a_package_says(metadata: str, expression: str) -> None:
    assert sbom.licence("package", Written(metadata)) == expression


@pytest.mark.parametrize(
    "metadata",
    [
        "",
        "License-Expression: AGPL-3.0-only",
        "License-Expression: MIT AND SSPL-1.0",
        "License: Proprietary",
        "Classifier: License :: OSI Approved :: BSD License",  # which of them?
    ],
)
def test_a_licence_that_is_unknown_or_not_allowed_is_an_error(metadata: str) -> None:
    with pytest.raises(sbom.UnknownLicenceError, match="package"):
        sbom.licence("package", Written(metadata))


def test_a_package_that_is_not_installed_needs_a_reviewed_licence() -> None:
    assert sbom.licence("colorama", None)
    with pytest.raises(sbom.UnknownLicenceError):
        sbom.licence("package", None)


def test_a_package_of_npm_without_a_licence_is_an_error(tmp_path: Path) -> None:
    lock = tmp_path / "package-lock.json"
    lock.write_text(json.dumps({"packages": {"": {}, "node_modules/a/node_modules/b": {"version": "1.0"}}}))
    with pytest.raises(sbom.UnknownLicenceError, match=r"^b: "):
        sbom.npm_licences(lock)
