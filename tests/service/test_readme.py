"""The README keeps its word: its session is played on a real service, and its tables are the code's."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engines.registry import ENGINES
from service.settings import READERS, Settings, read
from tests.support import curl
from tests.support.http import LiveService

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
# All of the session with curl; where that is missing with a slower stand-in, which else is tried on the opening only.
PROGRAMS = [("curl", None), ("stand-in", 9)] if shutil.which("curl") else [("stand-in", None)]
CUT = "\n-- cut here --\n"

INSTANT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
RANDOM = {
    "id": r"[\w-]{22}",
    "token": r"ludo_seat_[\w-]{43}",
    "host_token": r"ludo_host_[\w-]{43}",
    "seed_commitment": r"[0-9a-f]{64}",
    "state_hash": r"[0-9a-f]{64}",
    "at": INSTANT,
    "data.face": "find|blank|sleeper",
    "data.points": "0|1",
    "outcome.winners": r"\[0\]|\[1\]|\[0, 1\]",
    "outcome.reason": "|".join(ENGINES["tokyo_poo_divers"].endings),
    "score": r"\d+",
    "detail.brown": r"\d+",
    "detail.golden": r"\d+",
}
"""What no two games have in common, by the end of its path, and what it looks like all the same."""


def section(title: str) -> str:
    """The text under one heading of the README."""
    match = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", README, re.M | re.S)
    assert match is not None, title
    return match[1]


def table(title: str) -> list[list[str]]:
    """The cells of the table under a heading, without its head."""
    rows = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]


def session() -> list[tuple[str, str, str]]:
    """Each command block of the session, with the format and the text of the response printed after it."""
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", section("A game with curl"), re.M | re.S)
    assert [form for form, _ in blocks[:2]] == ["sh", "js"]
    following = [*blocks[1:], ("sh", "")]
    return [
        (text, *(("", "") if after[0] == "sh" else after))
        for (form, text), after in zip(blocks, following, strict=True)
        if form == "sh"
    ]


def unabridged(text: str) -> Any:
    """A printed response as JSON, each `…` between its members as a member of that name."""
    inside: list[str] = []

    def token(match: re.Match[str]) -> str:
        text = match[0]
        if text in "{[":
            inside.append(text)
        elif text in "}]":
            inside.pop()
        elif text == "…":
            assert inside[-1] == "{", "only objects are abridged"
            return '"…": null'
        return text

    return json.loads(re.sub(r'"(?:[^"\\]|\\.)*"|[{}\[\]…]', token, text))


def compare(printed: Any, real: Any, path: str = "") -> None:
    """Fail where the README prints what the service does not say."""
    shape = next((shape for end, shape in RANDOM.items() if f".{path}".endswith(f".{end}")), None)
    if shape is not None:
        assert re.fullmatch(shape, real if isinstance(real, str) else json.dumps(real)), (path, real)
        assert type(printed) is type(real), path
    elif isinstance(printed, dict):
        assert isinstance(real, dict), path
        named = [key for key in printed if key != "…"]
        assert named == [key for key in real if key in printed or "…" not in printed], path
        for key in named:
            compare(printed[key], real[key], f"{path}.{key}".lstrip("."))
    elif isinstance(printed, list):
        assert isinstance(real, list), path
        assert len(printed) == len(real), path
        for one, other in zip(printed, real, strict=True):
            compare(one, other, path)
    else:
        assert (type(printed), printed) == (type(real), real), path


def tools(folder: Path, name: str) -> str:
    """A PATH with the system's curl, or with a stand-in for machines that have none, and with python3."""
    (folder / "python3").symlink_to(sys.executable)
    if name == "stand-in":
        program = folder / "curl"
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I -S "{curl.__file__}" "$@"\n')
        program.chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


@pytest.mark.parametrize(("program", "length"), PROGRAMS)
def test_the_session_gives_what_the_readme_prints(
    program: str, length: int | None, service: LiveService, tmp_path: Path
) -> None:
    blocks = session()[:length]
    script = "set -eu\n" + "".join(f"{commands}printf '%s' '{CUT}'\n" for commands, _, _ in blocks)
    done = subprocess.run(
        ["sh"],
        input=script.replace("localhost:8000", service.url.removeprefix("http://")),
        env={**os.environ, "PATH": tools(tmp_path, program)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    outputs = done.stdout.split(CUT)[:-1]
    assert len(outputs) == len(blocks)
    for (_, form, printed), output in zip(blocks, outputs, strict=True):
        if form == "js":
            compare(unabridged(printed), json.loads(output))
        else:
            assert output.split() == printed.split()


def test_the_readme_prints_a_response_of_every_kind() -> None:
    text = section("A game with curl")
    for part in ("If-Match", "Idempotency-Key", "illegal_action", "stale_version", "/events", '"outcome": {', "DELETE"):
        assert part in text


def test_a_wrong_response_in_the_readme_would_be_noticed() -> None:
    real = {"id": "x" * 22, "status": "open", "seats": [{"seat": 0}], "version": 1}
    compare(unabridged('{"id": "yyyy…", "status": "open", …}'), real)
    for wrong in (
        '{"id": "y", "status": "open", "seats": [{"seat": 0}]}',
        '{"status": "active", …}',
        '{"seats": [{"seat": 0}, {"seat": 1}], …}',
        '{"seats": [{"seat": true}], …}',
        '{"version": 1, "status": "open", …}',
        '{"name": "Ana", …}',
        '{"id": 7, …}',
    ):
        with pytest.raises(AssertionError):
            compare(unabridged(wrong), real)


def test_the_table_of_settings_is_the_code_s() -> None:
    rows = table("Settings")
    assert [(name, meaning) for name, _, meaning in rows] == [
        (f"`{name.upper()}`", reader.meaning) for name, reader in READERS.items()
    ]
    for name, default, _ in rows:
        shown = re.match(r"`(.+?)`", default)
        assert shown or default == "not set", name
        documented = {name.strip("`"): shown[1] if shown else ""}
        assert read(documented) == Settings(), f"{name} is not {default} by default"
        assert shown or not getattr(Settings(), name.strip("`").lower()), f"{name} has a default"


def test_the_table_of_games_is_the_registry() -> None:
    rows = {row[1].strip("`"): row for row in table("The games")}
    assert set(rows) == set(ENGINES)
    for slug, engine in ENGINES.items():
        game, _, players, special = rows[slug]
        assert game == f"[{engine.title}](engines/{slug}/rules/en.md)"
        assert players == f"{engine.players.min}–{engine.players.max}"
        assert special
