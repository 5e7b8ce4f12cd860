"""Has every file under deploy/ checked by the program that reads it, or by its schema: `make lint-deploy`."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
BIN = Path(sys.executable).parent
KUBERNETES = "1.33"
PACKAGES = {
    "nginx": "nginx-light",
    "promtool": "prometheus",
    "systemd-analyze": "systemd",
    "kubectl": "kubernetes-client",
}


class MissingError(Exception):
    """A program that has to be installed."""


def program(name: str) -> str:
    """Where this program is; Debian keeps nginx where only root looks."""
    path = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if path is None:
        raise MissingError(f"no {name} found: install it, for example with: apt-get install {PACKAGES[name]}")
    return path


def run(*command: str | Path) -> str:
    """What a checker prints that finds nothing wrong; CalledProcessError if it does."""
    return subprocess.run(
        command, cwd=ROOT, check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ).stdout


def nginx(scratch: Path) -> None:
    """`nginx -t`, with its logs and its pid where everybody may write."""
    copy = scratch / "nginx.conf"
    copy.write_text((DEPLOY / "nginx" / "nginx.conf").read_text().replace("/var/log/nginx", str(scratch)))
    run(program("nginx"), "-t", "-e", scratch / "start.log", "-c", copy, "-g", f"pid {scratch / 'nginx.pid'};")


def systemd(scratch: Path) -> None:
    """`systemd-analyze`, as if the service were installed; it also rates how much the unit leaves open."""
    analyze = program("systemd-analyze")
    for unit in sorted((DEPLOY / "systemd").iterdir()):
        copy = scratch / unit.name
        copy.write_text(unit.read_text().replace("/opt/ludotheque/bin/ludotheque", shutil.which("true") or "/bin/true"))
        result = run(analyze, "verify", "--man=no", copy)
        if result:  # an unknown setting is only a warning there
            raise subprocess.CalledProcessError(1, "systemd-analyze verify", result)
        run(analyze, "security", "--offline=true", "--threshold=20", copy)


def compose(_scratch: Path) -> None:
    """The schema of compose files."""
    run(BIN / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", DEPLOY / "compose" / "compose.yaml")


def kubernetes(scratch: Path) -> None:
    """What kustomize makes of the manifests, against the schemas of Kubernetes; no field may be unknown."""
    built = scratch / "built.yaml"
    built.write_text(run(program("kubectl"), "kustomize", DEPLOY / "kubernetes"))
    run(BIN / "kubernetes-validate", "--strict", "--kubernetes-version", KUBERNETES, built)


def prometheus(_scratch: Path) -> None:
    """`promtool`: the configuration, the rules it names, and that each rule fires when it should."""
    promtool = program("promtool")
    run(promtool, "check", "config", DEPLOY / "prometheus" / "prometheus.yml")
    run(promtool, "test", "rules", ROOT / "tests" / "alerts.yml")


CHECKS: tuple[Callable[[Path], None], ...] = (nginx, systemd, compose, kubernetes, prometheus)


def main() -> int:
    """Run all checks; returns the exit code."""
    failed = False
    for check in CHECKS:
        with tempfile.TemporaryDirectory() as scratch:
            try:
                check(Path(scratch))
                print(f"{check.__name__}: good")
            except MissingError as missing:
                failed = True
                print(missing, file=sys.stderr)
            except subprocess.CalledProcessError as error:
                failed = True
                print(f"{check.__name__}: {error.output}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
