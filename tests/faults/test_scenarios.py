"""Short versions of the scenarios of `make soak-faults` that need nginx or a C compiler, and of the long soak."""

from pathlib import Path

import pytest

from tests.faults import campaign
from tests.faults.soak import main
from tests.support import declared

pytestmark = pytest.mark.faults


@pytest.mark.parametrize("name", ["slow-disk", "clock-jumps", "upgrade", "restore"])
def test_each_fault_comes_once_and_nothing_is_lost_or_done_twice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "PAUSE", (0.2, 1.0))
    done, verdict = campaign.campaign(name, 100, seed=1)
    if name == "upgrade":  # the previous version declares its own responses
        declared.violations.clear()
    assert set(done.values()) == {1}
    assert verdict.confirmed >= 100
    assert not verdict.wrong
    assert verdict.note


def test_the_long_soak_prints_what_each_process_uses(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.argv", ["soak", "--minutes", "0.2", "--every", "5"])
    main()  # so short a time does not tell whether something grows
    head, _, *rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("|")]
    assert "| launcher | store | gunicorn | worker 1 | worker 2 | bot worker 1 |" in head
    assert len(rows) >= 3
    assert "growth after the first quarter" in rows[-1]
