"""What is done to a line of code, what is left alone, and that every game can be broken."""

import ast
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.mutants import trial
from tests.mutants.__main__ import ROOT
from tests.mutants.page import PAGE, listed
from tests.mutants.places import games, mutants
from tests.mutants.sample import Game
from tests.mutants.signatures import signatures
from tests.mutants.source import Source
from tests.mutants.workshop import unneeded


def lines_made(text, scope=None):
    """What every operator makes of this text, as the changed lines."""
    source = Source("a.py", text)
    ways = mutants(source, signatures([source.tree]))
    assert all(source.really_changes(way) for way in ways)
    return {way.after.strip() for way in ways if scope in (None, way.scope)}


@pytest.mark.parametrize(
    ("line", "made"),
    [
        ("x.a = b < c <= d", {"x.a = b <= c <= d", "x.a = b < c < d", "pass"}),
        ("x.a = b is not None", {"x.a = b is None", "pass"}),
        ("x.a = b not in c", {"x.a = b in c", "pass"}),
        ("x.a = b and c and d", {"x.a = b or c and d", "x.a = b and c or d", "pass"}),
        ("x.a = not (b or c)", {"x.a = (b or c)", "x.a = not (b and c)", "pass"}),
        ("x.a = b % c", {"x.a = b // c", "pass"}),
        ("x.a = b + [c]", {"x.a = b + []", "pass"}),
        ("x.a += b", {"x.a -= b", "pass"}),
        ("x.a = -1", {"x.a = 0", "x.a = -2", "pass"}),
        ("x.a = True", {"x.a = False", "pass"}),
        ("x.a = min(b)", {"x.a = max(b)", "pass"}),
        ("x.a = b if c else d", {"x.a = b if not (c) else d", "pass"}),
        ("x(b for b in c if d > b)", {"x(b for b in c if d >= b)", "x(b for b in c if not (d > b))", "pass"}),
        ("x.a = [b for b in c if b == d]", {"x.a = [b for b in c if b != d]", "pass"}),
        ("x.a = b in (c, d)", {"x.a = b not in (c, d)", "x.a = b in (d,)", "x.a = b in (c,)", "pass"}),
        ("x.a = {b: c, **d}", {"x.a = {**d}", "x.a = {b: c}", "pass"}),
        ("x.append(b)", {"pass"}),
        ("a = b", set()),
        ("x = b", {"pass"}),
        ("a, x.b = c, d", {"a = c"}),
        ("x.a, x.b = c, d", {"x.a = c", "x.b = d", "pass"}),
        ("x.a = x.b = c", {"x.a = c", "x.b = c", "pass"}),
        ("raise x", {"pass"}),
        ("return", {"pass"}),
        ("yield b", {"yield from ()"}),
        ("assert x < b", set()),
        ("x.a = f'{b + 1}'", {"pass"}),
        ("x.a = zip(b, c, strict=True)", {"pass"}),
        ("x.a = cast(tuple[1, 2], b)", {"pass"}),
        ("x.a = Pair(b, c, d, last=True)", {"x.a = Pair(c, b, d, last=True)", "x.a = Pair(b, c, d)", "pass"}
         | {"x.a = Pair(b, c, d, last=False)"}),
    ],
)  # fmt: skip
def test_what_is_done_to_a_line(line, made):
    text = (
        f"class Pair:\n    one: int\n    other: int\n    name: str\n    last: bool = False\n\n\ndef f(x):\n    {line}\n"
    )
    assert lines_made(text, "f") == made


@pytest.mark.parametrize(
    ("promised", "value", "made"),
    [
        ("list[int]", "x", {"return []"}),
        ("dict[str, int]", "x", {"return {}"}),
        ("tuple[int, ...]", "x", {"return ()"}),
        ("tuple[int, int]", "x", set()),
        ("Iterator[int]", "x", {"return iter(())"}),
        ("int", "x", {"return (x) + 1"}),
        ("int | None", "x", {"return None"}),
        ("int | None", "None", set()),
        ("bool", "x", {"return not (x)"}),
        ("bool", "x is y", {"return x is not y"}),
        ("Event", "x", set()),
        ("list[int]", "[x]", {"return []"}),
    ],
)
def test_another_result_is_of_the_promised_type(promised, value, made):
    assert lines_made(f"def f(x, y) -> {promised}:\n    return {value}\n") == made


def test_loops_and_conditions():
    text = "def f(x):\n    while x:\n        if x.a:\n            break\n        else:\n            continue\n"
    assert lines_made(text) == {"while not (x):", "if not (x.a):", "break", "continue", "pass"}


@pytest.mark.parametrize(
    "text",
    [
        '"""A text of 2 words."""\n',
        "from a import b\n",
        "A = Annotated[int, Meta(ge=1)]\n",
        "A = B | C\n",
        "__all__ = [1]\n",
        "A = (1, 2, 3, 4, 5, 6, 7, 8, 9)\n",
        "class A(B, frozen=True):\n    a: Annotated[int, Meta(ge=1)]\n",
        "@cache(1)\ndef f(x: Literal[1]) -> Literal[2]:\n    '''Not 3.'''\n",
        'REASONS = {"a": "not b"}\n',
    ],
)
def test_data_and_words_are_left_alone(text):
    assert lines_made(text) == set()


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("A = 1\n", {"A = 2", "A = 0"}),
        ("class A:\n    a: int = 0\n", {"a: int = 1", "a: int = -1"}),
        ("def f(x=1): ...\n", {"def f(x=2): ...", "def f(x=0): ..."}),
    ],
)
def test_single_numbers_are_not_data(text, made):
    assert lines_made(text) == made


def test_only_the_changed_part_of_the_text_is_another():
    text = "def f(x):\n    # é: a comment\n    x.a = [\n        'é',\n        x.b,\n    ]\n"
    source = Source("a.py", text)
    (way,) = (way for way in mutants(source, {}) if "x.b" in way.before and not way.after)
    assert (way.line, way.before, way.after) == (5, "        x.b,", "")
    assert source.mutated(way.start, way.end, way.new).decode() == text.replace(",\n        x.b", "")


@pytest.fixture(scope="module")
def real():
    return [Game(ROOT, slug) for slug in games(ROOT)]


def test_the_page_lists_what_can_be_broken_and_says_why_it_does_not_matter(real):
    ways = {way.key for game in real for found in game.ways.values() for way in found}
    for entry in listed(ROOT):
        assert entry.key in ways, f"there is no such line to break any more: {entry.key}"
        assert len(entry.reason) > 10, f"no reason for {entry.key}"


def test_every_entry_of_the_page_is_read():
    _, _, section = (ROOT / PAGE).read_text(encoding="utf-8").partition("\n## Survivors that do not matter\n")
    assert section
    assert section.count("```") == 2 * len(listed(ROOT)) == 2 * len({entry.key for entry in listed(ROOT)})


def test_every_game_can_be_broken(real):
    for game in real:
        ways = [way for found in game.ways.values() for way in found]
        assert len(ways) > 100
        assert {"comparison", "deletion", "item", "condition"} <= {way.operator for way in ways}


def test_cheap_tests_come_first():
    items = [SimpleNamespace(nodeid=name) for name in ("slow", "new", "quick")]
    config = SimpleNamespace(hook=SimpleNamespace(pytest_deselected=lambda items: None))
    trial.Judge("toy", 5, {"slow": 3.0, "quick": 0.1}).pytest_collection_modifyitems(config, items)
    assert [item.nodeid for item in items] == ["new", "quick", "slow"]


def test_a_copy_holds_what_the_tests_need():
    names = [".venv", ".git", "data", "engines", "openapi.yaml", "__pycache__"]
    assert unneeded(names, top=True) == {".venv", ".git", "data", "__pycache__"}
    assert unneeded(["data", "__pycache__"], top=False) == {"__pycache__"}


def test_nothing_of_the_project_is_loaded_before_the_fork():
    """Else a fork would have the whole engine in it, and no mutant."""
    imports = [
        node for node in ast.walk(ast.parse(Path(trial.__file__).read_text())) if isinstance(node, ast.ImportFrom)
    ]
    assert not {node.module.split(".")[0] for node in imports} & {"tests", "engines", "schemas", "service"}
