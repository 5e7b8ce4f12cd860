"""The mutation tester on a toy: it kills what the toy's tests can see, and only that."""

import re

import pytest

from tools.mutants.__main__ import ROOT, Game, accepted_mutants, main
from tools.mutants.mutations import Module

TOY = '''\
"""A toy with 1 docstring."""

from engines.shared_part.part import doubled
from engines.toy.content import WORTH


def few(count: int) -> bool:
    return count < 3


def unseen(count: int) -> int:
    return count + WORTH


def twice(count: int) -> int:
    while count < 0:
        count += 1
    if count == 1:
        return 2
    return doubled(count)
'''
TOY_TEST = """\
from engines.toy.engine import few, twice


def test_few():
    assert few(2)
    assert not few(4)


def test_twice():
    assert twice(5) == 10
    assert twice(-2) == 0
"""
PAGE = """\
## Survivors that do not matter

```diff
--- engines/toy/engine.py: unseen
-    return count + WORTH
+    return count - WORTH
```

Nobody looks.
"""
FILES = {
    "tools/mutants/pytest_profile.py": (ROOT / "tools/mutants/pytest_profile.py").read_text(),
    "docs/mutants.md": PAGE.join(["\n", ""]),
    "engines/toy/engine.py": TOY,
    "engines/toy/content.py": "WORTH = 7\n",
    "engines/shared_part/part.py": "def doubled(count: int) -> int:\n    return count * 2\n",
    "tests/games/toy/test_toy.py": TOY_TEST,
    "tests/contract/test_promise.py": """\
from engines.toy.engine import twice


def test_toy():
    assert twice(1) == 2
""",
    "tests/contract/test_adding_a_game.py": "def test_toy():\n    raise AssertionError\n",
}


@pytest.fixture
def toy(tmp_path, monkeypatch):
    for path, text in FILES.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    monkeypatch.setattr("tools.mutants.__main__.SLACK", 3)
    monkeypatch.setattr("tools.mutants.__main__.TIMES", 3)
    return tmp_path


def fates(text):
    """The line that each mutant made, and what became of it."""
    return dict(re.findall(r"^\+ *(.*)\n(killed by .*|survived|listed)$", text, re.MULTILINE))


@pytest.fixture
def only(monkeypatch):
    """Only mutations that make one of these lines."""

    def keep(*lines):
        every = Module.mutations
        monkeypatch.setattr(
            Module, "mutations", lambda module: [one for one in every(module) if one.after.strip() in lines]
        )

    return keep


def test_it_kills_what_the_tests_see_and_lists_the_others(toy, only, capsys):
    only("return count <= 3", "return count - WORTH", "return count + 2", "return 3", "count -= 1")
    assert main(["toy", "--verbose"], toy) == 1
    printed = capsys.readouterr().out
    killers = fates(printed)
    assert killers["return count <= 3"] == "survived"
    assert killers["return count - WORTH"] == "listed"
    assert killers["return count + 2"] == "killed by tests/games/toy/test_toy.py::test_twice"
    assert killers["return 3"] == "killed by tests/contract/test_promise.py::test_toy"
    assert killers["count -= 1"].startswith("killed by a timeout of ")
    assert re.search(r"^toy +5 +3 +1 +1 +60\.0 %$", printed, re.MULTILINE)
    assert (toy / "engines/toy/engine.py").read_text() == TOY


def test_tests_that_fail_with_nothing_broken_are_an_error(toy, only, capsys):
    (toy / "tests/games/toy/test_toy.py").write_text("def test_few():\n    raise AssertionError\n")
    assert main(["toy"], toy) == 1
    assert "toy: the tests fail with nothing broken: tests/games/toy/test_toy.py::test_few" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "others"),
    [
        ("x = a < b and c", {"x = a <= b and c", "x = a < b or c", "pass"}),
        ("x = min(a, -1)", {"x = max(a, -1)", "x = min(a, 0)", "x = min(a, -2)", "pass"}),
        ("x = [] if not a else True", {"x = [] if a else True", "x = [] if not a else False", "pass"}),
        ("x = a + [1]", {"x = a + [2]", "x = a + [0]", "pass"}),
        ("y = 'text'", set()),
        ("raise ValueError('text')", {"pass"}),
        ("yield a", {"yield from ()"}),
        ("return a == 1", {"return a != 1", "return a == 0", "return a == 2"}),
        ("assert a == 1", set()),
    ],
)
def test_what_is_done_to_a_line(line, others):
    module = Module("toy.py", f"def f(a, b, c, x) -> bool:\n    {line}\n".encode())
    made = {mutation.after.strip() for mutation in module.mutations() if module.compiles(mutation)}
    assert made == others


def test_every_entry_of_the_page_is_a_line_that_can_be_broken():
    slugs = [file.parent.name for file in (ROOT / "engines").glob("*/engine.py")]
    keys = {mutation.key for slug in slugs for mutation in Game(ROOT, slug, 0, 1).mutations}
    assert accepted_mutants(ROOT)
    assert accepted_mutants(ROOT) - keys == set()


def test_neither_data_nor_heuristics_are_broken():
    paths = Game(ROOT, "tchang", 0, 1).modules.keys()
    assert {"engines/tchang/steps.py", "engines/shared_tomb/map.py"} <= paths
    assert not [path for path in paths if path.endswith(("/content.py", "/heuristic.py", "/plan.py"))]
