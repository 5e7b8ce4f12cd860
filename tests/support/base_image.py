"""A local image in the place of the Dockerfile's base, made of Debian's packages: no registry of images is needed.

Debian's packages come from the mirror that apt on this machine uses, and Python packages from where its pip finds them.
"""

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

from tests.support.running import ROOT

PROGRAMS = {"buildah": "buildah", "runc": "runc", "debootstrap": "debootstrap"}
PACKAGES = "ca-certificates,python3,python3-venv"
# As in the image that it stands for: `python` and `pip` are under /usr/local.
SET_UP = """\
rm -rf /usr/lib/python3*/EXTERNALLY-MANAGED /var/cache/apt/* /var/lib/apt/lists/* /usr/share/doc/* /usr/share/locale/*
ln -s /usr/bin/python3 /usr/local/bin/python
cd /usr/share/python-wheels
export PIP_ROOT_USER_ACTION=ignore
python "$(echo pip-*.whl)/pip" install --quiet --no-index --find-links . --ignore-installed pip
rm -r /usr/share/python-wheels
"""
# In memory, where dpkg need not wait for a disk, and where no other process sees it.
BOOTSTRAP = """\
set -e
mount -t tmpfs -o size=1g base /mnt
debootstrap --variant=minbase --include="$PACKAGES" "$SUITE" /mnt "$MIRROR"
chroot /mnt sh -ec "$SET_UP"
tar -C /mnt --exclude ./proc/* --exclude ./sys/* -cf "$ARCHIVE" .
"""
PATH = "/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin"


def base_name() -> str:
    """The image that all stages of the Dockerfile begin with."""
    (name,) = set(re.findall(r"^FROM (\S+:\S+)", (ROOT / "Dockerfile").read_text(), re.M))
    return name


def base_archive() -> Path:
    """The file system of the stand-in, made once and then kept under XDG_CACHE_HOME."""
    suite = base_name().rpartition("-")[2]
    recipe = hashlib.sha256(f"{suite} {PACKAGES} {SET_UP} {BOOTSTRAP}".encode()).hexdigest()[:12]
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludotheque"
    archive = cache / f"base-{suite}-{recipe}.tar"
    if not archive.exists():
        cache.mkdir(parents=True, exist_ok=True)
        unfinished = archive.with_suffix(f".{os.getpid()}")
        try:
            bootstrap(suite, unfinished)
            unfinished.rename(archive)
        finally:
            unfinished.unlink(missing_ok=True)
    return archive


def bootstrap(suite: str, archive: Path) -> None:
    """The smallest Debian with Python, from the mirror of this machine, as the Dockerfile expects it."""
    listed = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Origin: Debian", "Label: Debian"]
    mirrors = subprocess.run(listed, check=True, capture_output=True, text=True).stdout.split()
    assert mirrors, "apt has no list of Debian's packages: run apt-get update"
    given = {"PACKAGES": PACKAGES, "SET_UP": SET_UP, "SUITE": suite, "MIRROR": mirrors[0], "ARCHIVE": str(archive)}
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", BOOTSTRAP],
        env={**os.environ, "PATH": PATH, **given},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]


def pip_volumes(folder: Path) -> list[str]:
    """What lets pip in a build find what pip finds here: its settings in one file, and the files that they name."""
    listed = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], check=True, capture_output=True, text=True
    ).stdout
    settings = dict(re.findall(r"^(?:global|install|:env:)\.([\w-]+)='(.*)'$", listed, re.M))
    configuration = folder / "pip.conf"
    configuration.write_text("".join(["[global]\n", *(f"{name} = {value}\n" for name, value in settings.items())]))
    paths = {Path(word.removeprefix("file://")) for value in settings.values() for word in value.split()}
    # The files of an index may be beside it.
    named = {path.parent if path.name == "simple" else path for path in paths if path.is_absolute() and path.exists()}
    volumes = {configuration: Path("/etc/pip.conf")} | {path: path for path in named if named.isdisjoint(path.parents)}
    return [f"--volume={source}:{target}:ro" for source, target in volumes.items()]
