"""The Dockerfile, built with buildah and run with runc: neither a daemon nor a registry of images is needed."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

from tests.support.base_image import PATH, base_archive, base_name, pip_volumes
from tests.support.running import ROOT, TIMEOUT, wait_for
from tests.support.valkey import free_port

# As `docker run --read-only --cap-drop ALL --security-opt no-new-privileges` mounts them.
MOUNTS = [
    {"destination": "/proc", "type": "proc", "source": "proc", "options": ["nosuid", "noexec", "nodev"]},
    {"destination": "/dev", "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", "strictatime", "mode=755"]},
    {
        "destination": "/dev/shm",
        "type": "tmpfs",
        "source": "shm",
        "options": ["nosuid", "noexec", "nodev", "mode=1777", "size=65536k"],
    },
]


class Builder:
    """Builds images of a folder in a store of its own, which `close` removes."""

    def __init__(self, context: Path) -> None:
        self.context = context
        began = time.monotonic()
        base = base_archive()
        self.base_seconds = time.monotonic() - began
        self.seconds = 0.0
        # Not below pytest's folders, which are kept: a store takes some hundred megabytes.
        self.folder = Path(tempfile.mkdtemp(prefix="ludotheque-image-"))
        self.driver = "overlay"
        if subprocess.run(self._command("info"), capture_output=True, check=False).returncode:
            self.driver = "vfs"  # slower, but needs nothing of the kernel
        container = self.buildah("from", "scratch")
        self.buildah("add", "--quiet", container, str(base), "/")
        self.buildah("config", "--env", f"PATH={PATH}", container)
        self.buildah("commit", "--quiet", "--rm", container, f"docker.io/library/{base_name()}")
        self._volumes = pip_volumes(self.folder)

    def _command(self, *arguments: str) -> list[str]:
        places = [f"--root={self.folder / 'images'}", f"--runroot={self.folder / 'run'}"]
        return ["buildah", *places, f"--storage-driver={self.driver}", *arguments]

    def buildah(self, *arguments: str) -> str:
        """What buildah prints; an AssertionError shows what went wrong."""
        done = subprocess.run(self._command(*arguments), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
        return done.stdout.strip()

    def build(self, tag: str) -> str:
        """Build the Dockerfile, as far as its layers are not known yet; the output says which are."""
        # The format of Docker knows HEALTHCHECK, the format of OCI does not.
        options = ["--isolation=chroot", "--layers", "--format=docker", "--pull-never", *self._volumes]
        began = time.monotonic()
        output = self.buildah("build", *options, f"--tag={tag}", str(self.context))
        self.seconds = time.monotonic() - began
        return output

    def inspect(self, tag: str) -> dict[str, Any]:
        """What the image says about itself, in the words of Docker."""
        described: dict[str, Any] = json.loads(self.buildah("inspect", "--type=image", tag))["Docker"]
        return described

    def layers(self, tag: str) -> list[tuple[str, int, str]]:
        """Digest, size in bytes and instruction of each layer."""
        image = json.loads(self.buildah("inspect", "--type=image", tag))
        made = [step["created_by"] for step in image["Docker"]["history"] if not step.get("empty_layer")]
        stored = json.loads(image["Manifest"])["layers"]
        return [(one["digest"], one["size"], text) for one, text in zip(stored, made, strict=True)]

    def root(self, tag: str) -> Path:
        """The image's file system."""
        container = self.buildah("from", "--pull-never", tag)
        return Path(self.buildah("mount", container))

    def close(self) -> None:
        subprocess.run(self._command("umount", "--all"), capture_output=True, check=False)
        subprocess.run(self._command("rm", "--all"), capture_output=True, check=False)
        shutil.rmtree(self.folder)


def context(folder: Path) -> Path:
    """A copy of what git knows of this working tree, in which a test may change a file."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")[:-1]:
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


class Container:
    """A container of an image, on the loopback network of this machine: as the image says, hardened as deploy/ does.

    `data` is the folder that is mounted at /data; without one there is none, as for a replica with a shared store.
    """

    def __init__(self, root: Path, image: dict[str, Any], folder: Path, data: Path | None, **settings: str) -> None:
        self.name = f"ludotheque-{os.getpid()}-{folder.name}"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.healthcheck: list[str] = image["config"]["Healthcheck"]["Test"]
        self._state = f"--root={folder / 'state'}"
        self._bundle = folder
        self._log = folder / "log"
        self._process: subprocess.Popen[bytes] | None = None
        own = {"PORT": str(self.port), "BIND": "127.0.0.1", "WORKERS": "1", "BOTS": "0", **settings}
        (folder / "config.json").write_text(json.dumps(bundle(root, image["config"], own, data)))

    def _command(self, *arguments: str) -> list[str]:
        return ["runc", self._state, *arguments]

    def launch(self) -> "Container":
        """Start it without waiting."""
        with self._log.open("ab") as log:
            run = self._command("run", f"--bundle={self._bundle}", self.name)
            self._process = subprocess.Popen(run, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        return self

    def __enter__(self) -> "Container":
        self.launch()
        try:
            wait_for(self._is_ready, timeout=60)
        except AssertionError as error:
            self.__exit__()
            raise AssertionError(self.log()) from error
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process is not None
        if self._process.poll() is None:
            subprocess.run(self._command("kill", self.name, "KILL"), check=False)
            self._process.wait(TIMEOUT)
        subprocess.run(self._command("delete", "--force", self.name), capture_output=True, check=False)

    def _is_ready(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, "it ended"
        try:
            return httpx.get(f"{self.url}/readyz", trust_env=False).status_code == 200
        except httpx.HTTPError:
            return False

    def log(self) -> str:
        return self._log.read_text()

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command in it, as `docker exec` does."""
        return subprocess.run(
            self._command("exec", self.name, *command), capture_output=True, text=True, check=False, timeout=TIMEOUT
        )

    def signal(self, number: signal.Signals) -> None:
        subprocess.run(self._command("kill", self.name, number.name.removeprefix("SIG")), check=True)

    def exit_code(self, *, timeout: float = 45.0) -> int:
        """Wait for its end."""
        assert self._process is not None
        return self._process.wait(timeout)

    def stop(self) -> tuple[int, float]:
        """Stop it as Docker does: the exit code, and how many seconds it took."""
        began = time.monotonic()
        self.signal(signal.SIGTERM)
        return self.exit_code(), time.monotonic() - began


def bundle(root: Path, config: dict[str, Any], settings: dict[str, str], data: Path | None) -> dict[str, Any]:
    """The configuration of a runtime for this image: no capability, a read-only root and namespaces of its own."""
    user, group = map(int, config["User"].split(":"))
    volumes = (
        [{"destination": "/data", "type": "bind", "source": str(data), "options": ["rbind", "rw"]}] if data else []
    )
    return {
        "ociVersion": "1.0.2",
        "process": {
            "user": {"uid": user, "gid": group},
            "args": config["Cmd"],
            "env": [*config["Env"], *(f"{name}={value}" for name, value in settings.items())],
            "cwd": config.get("WorkingDir") or "/",
            "capabilities": {kind: [] for kind in ("bounding", "effective", "permitted", "inheritable", "ambient")},
            "noNewPrivileges": True,
        },
        "root": {"path": str(root), "readonly": True},
        "hostname": "ludotheque",
        "mounts": [*MOUNTS, *volumes],
        "linux": {
            # The network is that of the machine: a test reaches it on a loopback port.
            "namespaces": [{"type": kind} for kind in ("pid", "mount", "ipc", "uts")],
            "maskedPaths": ["/proc/kcore", "/proc/keys", "/proc/timer_list"],
            "readonlyPaths": ["/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger"],
        },
    }
