"""`ludotheque new-game` and `check-game`: a new game passes, and a broken one is rejected with what is wrong."""

import json
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from service.authoring import check_game, new_game
from service.authoring.check_game import check_package
from tests.support.guide import check_style
from tests.support.running import ROOT

NAMES = (f"made_up_{number}" for number in count())


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The package of a new game, which can be imported. Modules stay loaded, so each test has another one."""
    name = next(NAMES)
    monkeypatch.syspath_prepend(new_game.write_game(name, tmp_path))
    return name


def edit(folder: Path, package: str, *changes: tuple[str, str]) -> None:
    """Change the rules of a game."""
    file = folder / package / package / "engine.py"
    text = file.read_text()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    file.write_text(text)


def test_a_new_game_passes(package: str) -> None:
    assert list(check_package(package, seconds=2)) == []


def test_every_game_of_this_project_passes(slug: str) -> None:
    findings = check_package(f"engines.{slug}", seconds=1)
    assert list(findings) == []


def test_its_code_is_clean(package: str, tmp_path: Path) -> None:
    check_style(tmp_path / package)


@pytest.mark.parametrize("wrong", ["Zoky", "1st", "two__lines", "zoky", "", "a-b", "../up"])
def test_a_slug_that_cannot_be_used_is_rejected(wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert new_game.main(wrong, tmp_path) == 1
    assert "ludotheque: " in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_exists_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    assert new_game.main("mine", tmp_path) == 1
    assert list((tmp_path / "mine").iterdir()) == []


BROKEN = {
    "exits on import": ([("DECK = 15", "raise SystemExit('no licence')")], "cannot be loaded: raises SystemExit"),
    "raises on import": (
        [("DECK = 15", "DECK = 15 // 0")],
        "cannot be loaded: raises ZeroDivisionError: integer division or modulo by zero, in engine.py line ",
    ),
    "lists an illegal action": (
        [("iter([Choose(card) for card", "iter([Choose(card % DECK + 1) for card")],
        "`legal` lists an action that `check` rejects [seat 0] [Choose(card=",
    ),
    "accepts an action that is not listed": (
        [("action.card not in state.hands[seat]", "action.card > DECK")],
        "`check` accepts an action that `legal` does not list",
    ),
    "leaks a card in a view": (
        [
            ("cards_left=[len(hand) for hand in state.hands]", "cards_left=[sum(hand) for hand in state.hands]"),
            ("for _ in range(left)", "for _ in range(HAND - len(view.played) - view.chosen[seat])"),
        ],
        "a view shows something hidden",
    ),
    "leaks a card in an event": (
        [
            ("    card: Secret[Annotated[int", "    low: bool\n    card: Secret[Annotated[int"),
            ("CardChosen(seat, Secret(", "CardChosen(seat, card < 8, Secret("),
        ],
        "events reveal what views hide",
    ),
    "shows everything, and resamples by that": (
        [
            ("    card: Annotated[int | None", "    everything: bytes\n    card: Annotated[int | None"),
            (
                "            card=None if viewer",
                "            everything=self.dump(state),\n            card=None if viewer",
            ),
            ("        seen = {", "        return self.load(view.everything, self.options_type())\n        seen = {"),
        ],
        "`resample` always gives the same state: views show all that is hidden",
    ),
    "has a field without a description": (
        [('points: Annotated[list[int], Meta(description="The rounds that each seat has won")]', "points: list[int]")],
        "View.points",
    ),
    "has an action without an example": (
        [(", examples=[7]", "")],
        "the action `choose` has no valid example: give each field a Meta(examples=[…])",
    ),
    "never ends": (
        [("state.hands[seat].remove(card)", "pass"), ("places = (", 'return {"cards": 1}\n        places = (')],
        "a random game is not over after 10000 actions",
    ),
    "loses a card": ([("state.played.append(cards)", "pass")], "an action changes the inventory"),
    "takes a card for none if it were 0": (
        [("card is not None for card in state.chosen],", "bool(card) for card in state.chosen],")],
        "is true; 0 is one like any other, in engine.py line ",
    ),
    "raises in a view": (
        [("card=None if viewer is None", "card=1 // len(state.played) if viewer is None")],
        "raises ZeroDivisionError: integer division or modulo by zero, in engine.py line ",
    ),
    "samples an action for a seat that has none": (
        [
            (
                "    def outcome(",
                "    def sample(self, state, seat, chance):\n"
                "        return chance.choice(list(self.legal(state, seat)) or [Choose(1)])\n\n"
                "    def outcome(",
            )
        ],
        "`sample` gives an action to a seat that has none",
    ),
    "remembers what it has played": (
        [
            (
                "state.points[winner] += 1",
                "self.rounds = getattr(self, 'rounds', 0) + 1\n            state.points[winner] += self.rounds",
            )
        ],
        "equal events lead to different views",
    ),
    "loops": (
        [("waiting = [", "while state.played:\n            pass\n        waiting = [")],
        "does not return within 1 s, in engine.py line ",
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_game_is_rejected_with_what_and_where(
    fault: str, package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes, sentence = BROKEN[fault]
    edit(tmp_path, package, *changes)
    monkeypatch.setattr(check_game, "LONGEST_CHECK", 1.0 if fault == "loops" else 60.0)
    findings = list(check_package(package, seconds=2))
    assert any(sentence in finding for finding in findings), findings


def test_a_slow_game_is_rejected(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_game, "SLOWEST_ACTION_MS", 0)
    assert any("0 ms are allowed" in finding for finding in check_package(package, seconds=0))


def test_what_is_missing_is_named(package: str, tmp_path: Path) -> None:
    (tmp_path / package / package / "rules" / "fr.md").unlink()
    (tmp_path / package / package / "text" / "de.json").unlink()
    assert list(check_package(package, seconds=0)) == [
        "rules/fr.md is missing: the rules for players",
        f"text/de.json lacks 23 texts, the first is {package.replace('_', ' ').title()!r}",
    ]


def test_what_a_rules_page_does_not_name_is_named(package: str, tmp_path: Path) -> None:
    page = tmp_path / package / package / "rules" / "de.md"
    page.write_text(page.read_text(encoding="utf-8").replace("`lowest_wins`", "lowest_wins"), encoding="utf-8")
    (finding,) = check_package(package, seconds=0)
    assert finding.startswith("rules/de.md does not name `lowest_wins`: ")


def test_a_translation_with_other_placeholders_is_named(package: str, tmp_path: Path) -> None:
    """It would be a 500 for readers of this language."""
    file = tmp_path / package / package / "text" / "fr.json"
    texts = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**texts, "There is no seat {seat}.": "Pas de place {place}."}), encoding="utf-8")
    assert list(check_package(package, seconds=0)) == [
        "text/fr.json: 'Pas de place {place}.' has other placeholders than 'There is no seat {seat}.'"
    ]


def test_both_commands_from_the_outside(tmp_path: Path) -> None:
    environment = {"PYTHONPATH": str(ROOT), "PATH": ""}

    def run(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "service", *words]
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=60)

    assert run("new-game", "cat_nap", folder=tmp_path).returncode == 0
    passed = run("check-game", "cat_nap", "--seconds", "1", folder=tmp_path / "cat_nap")
    assert (passed.returncode, passed.stdout) == (0, "cat_nap: no problems\n"), passed.stderr
    failed = run("check-game", "no_such_package", folder=tmp_path)
    assert failed.returncode == 1
    assert failed.stdout.startswith("no_such_package cannot be loaded: raises ModuleNotFoundError")
