"""Games are found by their packages, and one that is broken is left out."""

import importlib
from pathlib import Path

import pytest

from engines.registry import load_all

PACKAGES = {
    "broken": "raise RuntimeError('no such card')",
    "leaves": "raise SystemExit('not here')",
    "no_rules_page": "from engines.zoky import RULES",
    "shared": "CARDS = 70",
}


def test_a_broken_game_in_the_source_tree_is_named_and_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, code in {"": "", **PACKAGES}.items():
        (tmp_path / "made_up_games" / name).mkdir()
        (tmp_path / "made_up_games" / name / "__init__.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    games, failures = load_all(importlib.import_module("made_up_games"))
    assert games == {}
    assert failures == {
        "made_up_games.broken": "RuntimeError: no such card",
        "made_up_games.leaves": "SystemExit: not here",
        "made_up_games.no_rules_page": "InvalidGameError: made_up_games.no_rules_page has no rules/en.md: "
        "the rules for players",
    }
