"""The page's own code keeps to its types, and to those that are made from openapi.yaml."""

import subprocess

import pytest

from tests.support.running import ROOT

pytestmark = pytest.mark.browser
TSC = ROOT / "tests" / "clients" / "node" / "node_modules" / ".bin" / "tsc"


def test_the_types_of_the_page() -> None:
    done = subprocess.run(
        [str(TSC), "-p", "web/tsconfig.json"], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout
