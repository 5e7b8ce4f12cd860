"""Schemathesis against every operation: with real tokens, games of every engine in every phase, and the links."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.http import LiveService
from tests.support.phases import every_phase, store_client
from tests.support.published import document
from tests.support.running import ROOT

PROGRAM = Path(sys.executable).with_name("schemathesis")
HOOKS = "tests.support.schemathesis_hooks"
NOT_HELD = "use_after_free"
"""A check that does not hold here: an active game that is deleted is abandoned, and can be read for a day."""
OPTIONS = ("--phases", "examples,coverage,fuzzing,stateful", "--max-examples", "60", "--exclude-checks", NOT_HELD)
SETS = 3
"""How many tables there are of each game in each phase: many are played, joined or deleted on the way."""


@pytest.mark.slow
def test_every_operation_does_what_the_document_says(tmp_path: Path) -> None:
    """Refusals that it takes for failures are explained in `tests/support/schemathesis_hooks.py`."""
    tables = tmp_path / "tables.json"
    with LiveService(tmp_path / "service") as service:
        with store_client(service) as api:
            prepared = [table for number in range(SETS) for table in every_phase(api, number)]
            views = [table.view() for table in prepared]
        known = {
            table.id: {"engine": view["engine"], "phase": view["status"], "host": table.host, "seats": table.tokens}
            for table, view in zip(prepared, views, strict=True)
        }
        tables.write_text(json.dumps(known))
        environment = {"PYTHONPATH": str(ROOT), "SCHEMATHESIS_HOOKS": HOOKS, "TABLES": str(tables)}
        done = subprocess.run(
            [str(PROGRAM), "run", str(ROOT / "openapi.yaml"), "--url", service.url, *OPTIONS],
            cwd=tmp_path,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        log = [json.loads(line) for line in service.errors().split("\n")[:-1]]
    assert done.returncode == 0, done.stdout + done.stderr
    count = sum(len(methods) for methods in document()["paths"].values())
    assert f"Tested: {count}\n" in done.stdout, done.stdout
    assert [line for line in log if line["level"] == "ERROR"] == []
