"""The mutation run on a toy: it kills what the toy's tests can see, and only that."""

import io
import re
import subprocess
import sys
import time
from contextlib import closing, nullcontext, redirect_stdout
from types import SimpleNamespace

import pytest

from tests.mutants import trial
from tests.mutants.__main__ import ROOT, main
from tests.mutants.page import PAGE, listed, written
from tests.mutants.places import files_of, games
from tests.mutants.report import Report
from tests.mutants.run import Run, Trial, Tried, by_turns
from tests.mutants.sample import Game, shared_out
from tests.mutants.source import Mutant
from tests.mutants.workshop import Workshop, paths_of

TOY = '''\
"""A toy with 1 docstring."""

from engines.shelf.part import doubled
from engines.toy.content import WORTH


def few(count: int) -> bool:
    return count < 3


def counted(count: int) -> int:
    while count > 0:
        count -= 1
    return count


def unseen(count: int) -> int:
    return count + WORTH


def twice(count: int) -> int:
    if count == 1:
        return 2
    return doubled(count)
'''
TOY_TEST = """\
import resource

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.toy.engine import counted, few, twice


def test_the_surroundings():
    assert settings.default.derandomize
    assert settings.default.database is None
    assert settings.default.deadline is None
    assert HealthCheck.too_slow in settings.default.suppress_health_check
    assert resource.getrlimit(resource.RLIMIT_AS)[0] == 4 << 30


def test_few():
    assert few(2)
    assert not few(4)


@given(st.integers(1, 50))
def test_counted(count):
    assert counted(count) == 0


def test_twice():
    assert twice(5) == 10
"""
PAGE_OF_THE_TOY = """\
# Mutants

```diff
--- engines/toy/engine.py: few
-    return count < 3
+    return count <= 3
```

An example, and no entry.

## Survivors that do not matter

```diff
--- engines/toy/engine.py: unseen
-    return count + WORTH
+    return count - WORTH
```

Nobody looks,
whatever it is.

```diff
--- engines/toy/engine.py: few
-    return count > 3
+    return count >= 3
```

It was so once.

```diff
--- engines/toy/engine.py: counted
-        count -= 1
+        pass
```

It is not true.
"""
FILES = {
    "pyproject.toml": '[tool.pytest.ini_options]\naddopts = "-n 2"\npythonpath = ["."]\nfilterwarnings = ["error"]\n',
    "docs/mutants.md": PAGE_OF_THE_TOY,
    "data/store": "",
    ".venv/python": "",
    "engines/toy/engine.py": TOY,
    "engines/toy/content.py": "WORTH = 7\n",
    "engines/shelf/part.py": "def doubled(count: int) -> int:\n    return count * 2\n",
    "engines/shelf/other.py": "NOT_USED = 5\n",
    "engines/sound/engine.py": "ONE = 1\nassert ONE == 1\n",
    "engines/ill/engine.py": "ONE = 1\n",
    "tests/conftest.py": "import engines.sound.engine\n",
    "tests/games/toy/test_toy.py": TOY_TEST,
    "tests/games/ill/test_ill.py": "from engines.ill.engine import ONE\n\n\ndef test_ill():\n    assert ONE == 1\n",
    "tests/games/shelf/test_part.py": """\
from engines.shelf.part import doubled


def test_part():
    assert doubled(3) == 6
""",
    "tests/contract/test_adding_a_game.py": "def test_toy():\n    raise AssertionError\n",
    "tests/contract/test_promise.py": """\
import pytest

from engines.toy.engine import twice


@pytest.mark.parametrize("slug", ["ill", "sound", "toy"])
def test_one(slug):
    assert slug != "ill"
    assert slug != "toy" or twice(1) == 2
""",
}
UNSEEN = {
    "return count <= 3",
    "return count < 4",
    "return count - WORTH",
    "return (count + WORTH) + 1",
    "if count == 0:",
    "if count == 2:",
}
"""What the toy's tests cannot see."""


@pytest.fixture(scope="module")
def toy(tmp_path_factory):
    root = tmp_path_factory.mktemp("toy")
    for path, text in FILES.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    for folder in ("engines", "tests"):
        for package in (root / folder, *(place for place in (root / folder).rglob("*") if place.is_dir())):
            (package / "__init__.py").touch()
    return root


def contents(root):
    return {str(file): (file.read_bytes(), file.stat().st_mtime) for file in root.rglob("*") if file.is_file()}


def told(root, *words):
    out = io.StringIO()
    with redirect_stdout(out):
        code = main(["--patience", "0.3", "--count", "100", *words], root)
    return SimpleNamespace(code=code, text=out.getvalue())


@pytest.fixture(scope="module")
def run(toy):
    before = contents(toy)
    with pytest.MonkeyPatch.context() as here:
        here.setenv("PYTEST_ADDOPTS", "--no-such-option")
        found = told(toy, "--verbose")
    found.untouched = contents(toy) == before
    return found


def fates(run):
    """Of each mutant that was told of: the line it made, and what became of it."""
    return re.findall(r"^\+ *(.*)\n(killed by .*|survived.*)$", run.text, re.MULTILINE)


def test_it_kills_what_the_tests_see_and_nothing_else(run):
    found = fates(run)
    assert {after: fate.startswith("survived") for after, fate in found} == {
        after: after in UNSEEN for after, _ in found
    }
    assert {"return count <= 3", "while not (count > 0):", "pass", "count += 1", "return count + 2"} <= dict(
        found
    ).keys()


def test_it_says_which_test_killed(run):
    killers = dict(fates(run))
    assert killers["return count + 2"].startswith("killed by tests/games/")
    assert killers["return (count) + 1"] == "killed by tests/games/toy/test_toy.py::test_counted"
    assert {killers.get("return 1"), killers.get("return 3")} & {
        "killed by tests/contract/test_promise.py::test_one[toy]"
    }


def test_what_hangs_is_killed(run):
    assert dict(fates(run))["count += 1"] == "killed by its hanging, or its sudden end"


def test_a_test_may_take_ten_times_what_it_takes_and_some_seconds_besides(monkeypatch):
    allowed = []
    monkeypatch.setattr(trial, "allow", allowed.append)
    for known in ({}, {"a": 0.5}):
        judge = trial.Judge("toy", 3, known)
        for name in ("a", "b"):
            list(judge.pytest_runtest_protocol(SimpleNamespace(nodeid=name)))
        assert judge.took.keys() == {"a", "b"}
    assert allowed == [8, 3]


def test_what_is_ended_because_the_time_is_up_is_not_counted():
    copy = SimpleNamespace(broken=lambda *_: nullcontext(), run=lambda *_: {"code": None, "failed": None})
    mutant = SimpleNamespace(path="a.py")
    for minutes, killers in ((0, []), (1, ["its hanging, or its sudden end"])):
        trial_of_it = Trial(SimpleNamespace(sources={"a.py": None}), [mutant], None)
        Run(ROOT, 1, minutes, 5, []).one(copy, trial_of_it, mutant)
        assert [one.killer for one in trial_of_it.tried] == killers


def test_when_it_is_broken_off_nothing_more_is_begun():
    run, begun = Run(ROOT, 1, 1, 5, []), []
    run.free.put(None)

    def task(_, number):
        begun.append(number)
        if number == 0:
            raise KeyboardInterrupt
        time.sleep(0.02)

    with pytest.raises(KeyboardInterrupt):
        run.each(task, [(number,) for number in range(200)])
    assert len(begun) < 200


def test_what_cannot_be_loaded_is_killed(run):
    assert re.search(r"^\+ONE = [02]\nkilled by its failing to load$", run.text, re.MULTILINE)


def test_a_mutant_is_never_taken_for_another(toy, tmp_path):
    """Python goes by a file's size and time when it looks for byte code."""
    source = Game(toy, "sound").sources["engines/sound/engine.py"]
    with closing(Workshop(toy, tmp_path / "copy")) as copy:
        file = copy.place / source.path
        times = [file.stat().st_mtime]
        for digit in ("0", "2"):
            with copy.broken(source, source.mutant("", "number", (6, 7, digit))):
                assert file.read_text().startswith(f"ONE = {digit}\n")
                times.append(file.stat().st_mtime)
            assert file.read_bytes() == source.data
            assert file.stat().st_mtime == times[0]
    assert len({int(seconds) for seconds in times}) == 3


def test_the_working_tree_is_left_alone(run):
    assert run.untouched


def test_a_listed_survivor_is_counted_apart(run):
    (row,) = re.findall(r"^toy +(\d+) +(\d+) +(\d+) +(\d+) +([\d.]+) %$", run.text, re.MULTILINE)
    tried, killed, survived, attach_options, share = map(float, row)
    assert dict(fates(run))["return count - WORTH"] == "survived, and is listed"
    assert attach_options == 1
    assert killed + survived + attach_options == tried == len(fates(run)) - 1, "one is of the other game"
    assert share == round(100 * killed / tried, 1)


def test_entries_that_are_not_true_are_told(run):
    assert "is listed, but there is no such line to break any more:\nreturn count > 3\n" in run.text
    assert "is listed, but killed by its hanging, or its sudden end: take it off the page" in run.text


def test_a_survivor_can_be_copied_to_the_page(toy, run):
    """What is printed of a survivor is what an entry holds."""
    survivor = next(way for way in Game(toy, "toy").ways["engines/toy/engine.py"] if way.new == "<=")
    assert f"engines/toy/engine.py:8 (comparison)\n{written(survivor)}\nsurvived\n" in run.text
    page = toy.parent / "copied"
    (page / "docs").mkdir(parents=True)
    text = f"\n## Survivors that do not matter\n\n```diff\n{written(survivor)}\n```\n\nFor a reason.\n"
    (page / PAGE).write_text(text)
    (entry,) = listed(page)
    assert (entry.key, entry.reason) == (survivor.key, "For a reason.")


def test_tests_that_fail_with_nothing_broken_are_told(run):
    assert run.code == 1
    assert re.search(r"^ill: the tests fail with nothing broken.*test_promise\.py::test_one\[ill\]", run.text, re.M)
    assert re.search(r"^ill +0 +0 +0 +0 +-$", run.text, re.M)


def test_all_killed_is_good(toy):
    """What makes the other game ill can be left out."""
    found = told(toy, "ill", "sound", "--jobs", "1", "--deselect", "tests/contract/test_promise.py::test_one[ill]")
    assert re.search(r"^ill +1 +1 +0 +0 +100\.0 %\nsound +1 +1 +0 +0 +100\.0 %$", found.text, re.M)
    assert found.code == 0


def test_when_the_time_is_up_it_says_how_many_were_tried(toy):
    found = told(toy, "sound", "--jobs", "1", "--minutes", "0")
    assert "sound: the time was up after 0 of 1.\n" in found.text
    assert found.code == 1


def test_a_game_that_is_not_there_is_told(toy, capsys):
    with pytest.raises(SystemExit):
        main(["chess"], toy)
    assert "there is no game chess, only ill, sound, toy" in capsys.readouterr().err


def test_a_process_that_sleeps_is_ended():
    sleeper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], process_group=0)
    start = time.monotonic()
    assert not trial.ended(sleeper.pid, 0.2)
    assert time.monotonic() - start < 30
    sleeper.returncode = -9  # it has been waited for already


def reported(killed, survived, on_the_page):
    """A report of so many mutants killed, so many survivors, the first of which are on the page."""
    ways = [Mutant("a.py", "", "number", n, n, n, "", f"{n}", f"{n + 1}") for n in range(killed + survived)]
    tried = [Tried(way, "some test" if n < killed else None) for n, way in enumerate(ways)]
    game = SimpleNamespace(slug="toy", ways={"a.py": ways}, sources={"a.py": None})
    entries = [SimpleNamespace(key=way.key, path="a.py") for way in ways[killed : killed + on_the_page]]
    return Report(Trial(game, ways, None, tried=tried), entries)


@pytest.mark.parametrize(
    ("killed", "survived", "on_the_page", "good"),
    [(60, 0, 0, True), (57, 3, 3, True), (57, 3, 2, False), (56, 4, 4, False), (0, 0, 0, False)],
)
def test_95_of_100_are_killed_and_the_others_listed(killed, survived, on_the_page, good):
    assert reported(killed, survived, on_the_page).good is good


def test_the_sample_is_the_same_for_the_same_seed(toy):
    first, again, other = (Game(toy, "toy").sample(8, seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert len(first) == len({(way.path, way.start, way.end) for way in first}) == 8


def test_the_sample_is_spread_over_the_files():
    assert shared_out(10, {"a": 60, "b": 30, "c": 10, "d": 0}) == {"a": 6, "b": 3, "c": 1}
    assert shared_out(2, {"a": 10, "b": 10, "c": 1}) == {"a": 1, "b": 1, "c": 0}
    assert shared_out(99, {"a": 2, "b": 1}) == {"a": 2, "b": 1}


def test_games_take_turns():
    assert by_turns([[1, 2, 3], [4], [5, 6]]) == [1, 4, 5, 2, 6, 3]


def test_a_game_is_its_package_and_what_it_uses_of_others(toy):
    assert games(toy) == ["ill", "sound", "toy"]
    assert files_of(toy, "toy") == ["engines/toy/__init__.py", "engines/toy/engine.py", "engines/shelf/part.py"]
    assert paths_of(toy, ["toy", "shelf", "absent"]) == [
        "tests/games/toy",
        "tests/games/shelf",
        "tests/contract/test_promise.py",
    ]
