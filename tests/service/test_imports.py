"""Data flows one way: service knows schemas and bots, these know engines and not each other, engines know nobody."""

import subprocess
import sys
from pathlib import Path

from tests.support.running import ROOT

LINTER = Path(sys.executable).with_name("lint-imports")


def lint(folder: Path) -> tuple[int, str]:
    done = subprocess.run([str(LINTER), "--no-cache"], cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_no_import_goes_the_wrong_way() -> None:
    code, output = lint(ROOT)
    assert code == 0, output
    assert "Contracts: 5 kept, 0 broken" in output, output


def test_a_wrong_import_would_be_detected(tmp_path: Path) -> None:
    layers = ("authoring", "server", "http", "bots", "live", "table", "store")
    for package in ("engines", "bots", "schemas", "service", *(f"service/{layer}" for layer in layers)):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").touch()
    for module in (
        "settings",
        "problems",
        "logs",
        "metrics",
        "i18n",
        "tokens",
        "client_address",
        "shutdown",
        "losses",
        "turns",
        "check",
    ):
        (tmp_path / "service" / f"{module}.py").touch()
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text())
    (tmp_path / "engines" / "clock.py").write_text("import time\n")
    (tmp_path / "bots" / "sideways.py").write_text("import schemas\n")
    (tmp_path / "schemas" / "upwards.py").write_text("import service\n")
    (tmp_path / "service" / "store" / "upstairs.py").write_text("import service.table\n")
    (tmp_path / "service" / "server" / "sideways.py").write_text("import service.store\n")
    (tmp_path / "service" / "stray.py").write_text("")
    (tmp_path / "engines" / "round.py").write_text("import engines.about\n")
    (tmp_path / "engines" / "about.py").write_text("import engines.round\n")
    code, output = lint(tmp_path)
    assert code == 1
    assert "Contracts: 0 kept, 5 broken" in output, output
    assert "stray" in output, "a module outside the layers"
