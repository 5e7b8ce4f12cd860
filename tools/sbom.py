"""Lists what a wheel or an image is made of, as CycloneDX JSON: `make wheel`, and a step of the Dockerfile.

`sbom.py wheel dist/*.whl` lists what requirements.lock pins. `sbom.py image /venv /code/venv` lists what is installed
in the first environment and, from Debian's own list, in the system around it; the second one holds the code. It needs
the standard library only.
"""

import email
import hashlib
import json
import re
import sys
import uuid
import zipfile
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).parent.parent
DEBIAN = Path("/var/lib/dpkg/status")
# Licences under which a dependency may come. Of another one find out first whether it suits a package under MIT.
ALLOWED = {
    *("MIT", "MIT-0", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "ISC", "Apache-2.0", "PSF-2.0", "Python-2.0", "ZPL-2.1"),
    *("BlueOak-1.0.0", "CC0-1.0", "Unlicense"),
    "MPL-2.0",  # its files stay under it; we change none of them
    "GPL-3.0-only",  # hadolint alone, a program that development runs
}
# What packages write that do not use an identifier of SPDX.
SPELLINGS = {
    "apache": "Apache-2.0",
    "apache 2.0": "Apache-2.0",
    "apache software license": "Apache-2.0",
    "3-clause bsd license": "BSD-3-Clause",
    "bsd 2-clause license": "BSD-2-Clause",
    "gpl-3.0": "GPL-3.0-only",
    "mit license": "MIT",
    "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
    "python software foundation license": "PSF-2.0",
}
# Read by hand: the metadata say too little, or the package is installed only on other systems or Pythons.
REVIEWED = {
    "async-timeout": "Apache-2.0",
    "colorama": "BSD-3-Clause",
    "itsdangerous": "BSD-3-Clause",
    "jinja2": "BSD-3-Clause",
    "nodeenv": "BSD-3-Clause",
}
# The same for packages of npm, which have the MIT license but do not say so where npm reads it.
REVIEWED_OF_NPM = {"base64-arraybuffer", "only", "reserved", "xmlhttprequest-ssl"}


class UnknownLicenceError(Exception):
    """A dependency whose licence has to be read and added to REVIEWED, or is not allowed."""


def canonical(name: str) -> str:
    """The name as package indexes have it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def licence(name: str, installed: Distribution | None) -> str:
    """The SPDX expression of a package's licence, if all parts of it are allowed; else UnknownLicenceError."""
    return allowed(name, REVIEWED.get(name) or next(said_by(installed), ""))


def npm_licences(lock: Path) -> dict[str, str]:
    """The licence of each package in a lock file of npm; UnknownLicenceError as for `licence`."""
    packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    there = {place: place.rpartition("node_modules/")[2] for place in packages if place}
    reviewed = dict.fromkeys(REVIEWED_OF_NPM, "MIT")
    return {
        place: allowed(name, packages[place].get("license") or reviewed.get(name, "")) for place, name in there.items()
    }


def allowed(name: str, said: str) -> str:
    """This expression, if every licence in it is allowed."""
    parts = {part for part in re.split(r"[\s()]+|\bAND\b|\bOR\b", said) if part}
    if not parts or not parts <= ALLOWED:
        raise UnknownLicenceError(f"{name}: {said or 'no licence that can be read'}")
    return said


def said_by(installed: Distribution | None) -> Iterator[str]:
    """What a package's metadata say: an expression of SPDX, else a spelling that is known."""
    if installed is None:
        return
    metadata = installed.metadata
    if "License-Expression" in metadata:
        yield metadata["License-Expression"]
    classifiers = [line.rpartition(" :: ")[2] for line in metadata.get_all("Classifier") or [] if "License" in line]
    for text in [*(metadata.get_all("License") or []), *classifiers]:
        if text in ALLOWED or text.lower() in SPELLINGS:
            yield SPELLINGS.get(text.lower(), text)


def component(name: str, version: str, expression: str | None, *, kind: str = "pypi/", **more: Any) -> dict[str, Any]:
    """One package; its purl identifies it."""
    purl = f"pkg:{kind}{name}@{quote(version, safe=':')}"
    licences = {"licenses": [{"expression": expression}]} if expression else {}
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, **licences, "purl": purl, **more}


def installed_here(*folders: str) -> dict[str, Distribution]:
    """The installed packages by name, of this environment or of these folders."""
    there = distributions(path=list(folders)) if folders else distributions()
    return {canonical(one.metadata["Name"]): one for one in there}


def locked(lock: Path, installed: dict[str, Distribution]) -> list[dict[str, Any]]:
    """What a lock file pins; `optional` is what this system or Python does not need."""
    pins = re.findall(r"^([\w.-]+)==(\S+)", lock.read_text(encoding="utf-8"), re.M)
    return [
        component(name, version, licence(name, there), scope="required" if there else "optional")
        for name, version, there in ((name, version, installed.get(name)) for name, version in pins)
    ]


def debian(status: Path) -> list[dict[str, Any]]:
    """Debian's packages in an image; their licences are in /usr/share/doc."""
    entries = map(email.message_from_string, status.read_text(encoding="utf-8").strip().split("\n\n"))
    there = [one for one in entries if one["Status"].endswith(" installed")]
    return [component(one["Package"], one["Version"], None, kind="deb/debian/") for one in there]


def requirements(lines: Iterable[str], asked: set[str]) -> dict[str, set[str]]:
    """The names in these requirements, with the extras they ask for; only what `asked` or no extra needs."""
    named: dict[str, set[str]] = {}
    for line in lines:
        match = re.match(r"([\w.-]+)(?:\[([^]]*)])?", line)
        extras = set(re.findall(r"extra == ['\"]([^'\"]+)", line))
        if match and (not extras or extras & asked):
            named.setdefault(canonical(match[1]), set()).update(re.findall(r"[\w-]+", match[2] or ""))
    return named


def document(
    root: dict[str, Any], parts: list[dict[str, Any]], needs: list[str], installed: dict[str, Distribution]
) -> Any:
    """The whole document, the same for the same content."""
    refs = {part["name"]: part["bom-ref"] for part in parts if part["purl"].startswith("pkg:pypi/")}
    direct = requirements(needs, set())
    edges = {root["bom-ref"]: direct}
    for name in refs.keys() & installed.keys():
        edges[refs[name]] = requirements(installed[name].requires or [], direct.get(name, set()))
    content = {
        "metadata": {"component": root},
        "components": sorted(parts, key=lambda part: str(part["purl"])),
        "dependencies": [
            {"ref": ref, "dependsOn": sorted(refs[name] for name in names if name in refs)}
            for ref, names in sorted(edges.items())
        ],
    }
    digest = hashlib.sha256(json.dumps(content).encode()).hexdigest()
    head = {"bomFormat": "CycloneDX", "specVersion": "1.6", "serialNumber": uuid.uuid5(uuid.NAMESPACE_OID, digest).urn}
    return {**head, "version": 1, **content}


def of_wheel(wheel: Path) -> Any:
    """The document of a wheel: what the lock file pins for it."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        metadata = email.message_from_bytes(archive.read(name))
    hashes = [{"alg": "SHA-256", "content": hashlib.sha256(wheel.read_bytes()).hexdigest()}]
    root = component("ludotheque", metadata["Version"], "MIT", hashes=hashes) | {"type": "application"}
    installed = installed_here()
    parts = locked(ROOT / "requirements.lock", installed)
    return document(root, parts, metadata.get_all("Requires-Dist") or [], installed)


def of_image(environment: Path, code: Path) -> Any:
    """The document of an image: the packages of its environment, in which the code is not yet, and those of Debian."""
    installed = installed_here(*map(str, environment.glob("lib/python*/site-packages")))
    (own,) = distributions(name="ludotheque", path=list(map(str, code.glob("lib/python*/site-packages"))))
    python = ".".join(map(str, sys.version_info[:3]))
    parts = [component(name, one.version, licence(name, one)) for name, one in installed.items()]
    parts += [component("python", python, "PSF-2.0", kind="generic/"), *debian(DEBIAN)]
    root = component("ludotheque", own.version, "MIT") | {"type": "container"}
    return document(root, parts, own.requires or [], installed)


def main(kind: str, *places: str) -> int:
    """Write the document beside a wheel, or that of an image to standard output."""
    paths = list(map(Path, places))
    made = of_wheel(*paths) if kind == "wheel" else of_image(*paths)
    text = json.dumps(made, indent=1) + "\n"
    if kind == "wheel":
        version = made["metadata"]["component"]["version"]
        target = paths[0].parent / f"ludotheque-{version}.cdx.json"
        target.write_text(text, encoding="utf-8")
        print(f"{target}: {len(made['components'])} components")
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
