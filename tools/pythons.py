"""All tests on each Python that pyproject.toml names: `make test-pythons`."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "requirements-dev.lock"
ENVIRONMENTS = Path(sys.prefix) / "pythons"
UV = [sys.executable, "-m", "uv", "--no-config"]
ABSENT = "not available here"


def claimed_versions(root: Path = ROOT) -> list[str]:
    """The versions that the package says it runs on."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return re.findall(r"Python :: (3\.\d+)$", "\n".join(project["classifiers"]), re.M)


def find(version: str) -> Path | None:
    """An interpreter of this version; if there is none yet, uv installs one."""
    return next((python for python in places(version) if is_python(python, version)), None)


def places(version: str) -> Iterator[Path]:
    """Where an interpreter of this version may be: here, on PATH, with pyenv, with uv."""
    yield Path(sys.executable)
    for folder in os.get_exec_path():
        yield Path(folder) / f"python{version}"
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from sorted(pyenv.glob(f"versions/{version}.*/bin/python"))
    subprocess.run([*UV, "python", "install", version], check=False)
    process = subprocess.run(
        [*UV, "python", "find", "--managed-python", version], capture_output=True, text=True, check=False
    )
    yield from map(Path, process.stdout.splitlines())


def is_python(program: Path, version: str) -> bool:
    """Whether this runs and is of this version: a program on PATH may be a stub for a Python that is not installed."""
    program_text = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        process = subprocess.run([program, "-c", program_text], capture_output=True, text=True, check=False)
    except OSError:
        return False
    return process.stdout.strip() == version


def set_up(version: str, interpreter: Path) -> Path | None:
    """An environment with the packages of the lock, reused until file or interpreter change; None if that fails."""
    place = ENVIRONMENTS / version
    python, stamp, made_of = place / "bin" / "python", place / "made-of", f"{interpreter}\n{LOCK.read_text()}"
    if stamp.exists() and stamp.read_text() == made_of:
        return python
    make = [*UV, "venv", "--quiet", "--clear", "--python", str(interpreter), str(place)]
    fill = [*UV, "pip", "sync", "--quiet", "--require-hashes", "--python", str(python), str(LOCK)]
    if any(subprocess.run(command, check=False).returncode for command in (make, fill)):
        return None
    stamp.write_text(made_of)
    return python


def result(version: str) -> str:
    """The result of the tests on this version, as text."""
    print(f"== Python {version}", flush=True)
    interpreter = find(version)
    if interpreter is None:
        return ABSENT
    python = set_up(version, interpreter)
    if python is None:
        return "failed: what the tests need cannot be installed"
    done = subprocess.run([python, "-m", "pytest"], cwd=ROOT, check=False)
    return "failed" if done.returncode else "passed"


def main(versions: list[str]) -> int:
    """Try all that are claimed, as far as they are available, or these, which must be; 1 if one failed or none ran."""
    results = {version: result(version) for version in versions or claimed_versions()}
    print("\n".join(["", *(f"Python {version}: {outcome}" for version, outcome in results.items())]))
    tried = [outcome for outcome in results.values() if versions or outcome != ABSENT]
    return 0 if tried and all(outcome == "passed" for outcome in tried) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
