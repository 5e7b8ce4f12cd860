"""Where the machine allows no partitions, their tests say what they need, and do not pass as if they had run."""

import pytest

from tests.faults import campaign
from tests.support.network import NamespacesUnavailableError, require_namespaces


@pytest.mark.parametrize(("user", "program", "missing"), [(0, None, "no ip and no nsenter"), (1, "/sbin/ip", "root")])
def test_what_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, user: int, program: str | None, missing: str
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: user)
    monkeypatch.setattr("shutil.which", lambda _: program)
    with pytest.raises(NamespacesUnavailableError, match=missing):
        require_namespaces()


@pytest.mark.parametrize("named", [True, False])
def test_a_scenario_without_namespaces_is_left_out_aloud(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], named: bool
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1)
    monkeypatch.setattr("sys.argv", ["campaign", *(["partition-sentinel"] if named else [])])
    monkeypatch.setattr(campaign, "SCENARIOS", {"partition-sentinel": campaign.SCENARIOS["partition-sentinel"]})
    assert campaign.main() == named
    assert "LEFT OUT: partitions need network namespaces" in capsys.readouterr().out
