"""The types are made from openapi.yaml, they are current, and they report mistakes."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients.python_client.running import CLIENT, EXAMPLES, PROGRAMS, SOURCE, TOOLS

pytestmark = pytest.mark.clients
HEAD = """
from ludotheque_client import AsyncLudotheque, Ludotheque
from ludotheque_client.types import Event, GameView, State, UnknownGameView, ZokyState


def tell(client: Ludotheque, event: Event, view: GameView) -> None:
"""
RIGHT = (
    'if event["type"] == "placed": print(event["data"]["placements"][0]["quartier"])',
    'if event["type"] == "game_finished": print(event["data"]["outcome"]["winners"])',
    'if view["engine"] == "tchang" and view["state"]: print(view["state"]["pawns"][0]["fireflies"])',
    'if view["engine"] == "tapecho": print(view["options"].get("reaction_seconds"))',
    'client.take_action("id", {"type": "dive", "cell": [3, 4]}, token="t")',
    'client.take_action("id", {"type": "share", "from": 1, "to": 2, "amount": 3}, token="t")',
    'client.create_game({"engine": "tchang", "seats": [{"name": "Ana"}, {"kind": "open"}]})',
    'client.join_game("id", {"kind": "bot", "level": "greedy"}, token="t")',
    'for action in client.table("id").actions: print(action["type"])',
    'if legal := client.table("id").legal: client.table("id").act(legal["actions"][0])',
    'print(client.create_game({"engine": "tchang", "seats": [{"name": "Ana"}]})["seats"][0]["token"].upper())',
    'print(client.table("id").act({"type": "bank"}, if_match=view)["version"] + 1)',
    'state: State | None = view["state"]',
    'if view["engine"] == "zoky": zoky: ZokyState | None = view["state"]',
    'client.take_action("id", client.list_actions("id", token="t")["actions"][0], token="t")',
    'client.verify_record(client.get_record("id"))',
    'for event in client.table("id").events(): print(event["seq"] + 1)',
    'print(client.get_record("id")["actions"][0]["seat"] + 1)',
)
UNKNOWN = """

def show(client: Ludotheque, view: GameView) -> UnknownGameView | None:
    if view["engine"] == "zoky":
        print(view["state"] and view["state"]["day"] + 1)
    elif view["engine"] == "dragon_fights" or view["engine"] == "tapecho" or view["engine"] == "tchang":
        return None
    elif view["engine"] != "tokyo_poo_divers":
        print(view["engine"].title(), view["version"] + 1, view["options"].get("anything"))
        for name, value in (view["state"] or {}).items():
            print(name.title(), value)
        if "legal" in view and view["legal"]["actions"]:
            client.table("id").act(view["legal"]["actions"][0])
        return view
    return None
"""
"""A view of a game that was installed after the types were made."""
WRONG = {
    'if event["type"] == "placed": event["data"]["placement"]': "typeddict-item",
    'event["data"]["placements"]': "typeddict-item",
    'if event["type"] == "laid": print(event)': "comparison-overlap",
    'if view["engine"] == "tchang" and view["state"]: view["state"]["board"]': "typeddict-item",
    'if view["engine"] == "zokky": print(view)': "comparison-overlap",
    'if view["engine"] != "zoky": unknown: UnknownGameView = view': "assignment",
    'client.take_action("id", {"type": "dive", "cell": "here"}, token="t")': "arg-type",
    'client.take_action("id", {"type": "dive", "where": [3, 4]}, token="t")': "arg-type",
    'client.take_action("id", {"type": "dive", "cell": [3, 4]})': "call-arg",
    'client.create_game({"engine": "chess", "seats": []})': "arg-type",
    'client.create_game({"engine": "zoky", "seats": [{"kind": "bot", "level": "clever"}]})': "arg-type",
    'client.list_games(status="over")': "arg-type",
    'client.get_game("id", wait="long")': "arg-type",
    'client.table("id").act({"type": "bank", "cell": [3, 4]})': "arg-type",
    'if view["engine"] == "zoky": wrong: ZokyState = view["state"]': "assignment",
    'client.get_game("id")["outcomes"]': "typeddict-item",
    'AsyncLudotheque().get_game("id")["outcome"]': "index",
    'client.get_engine("zoky")["reasons"] + 1': "operator",
}


def run_mypy(*files: Path, python: Path | str = sys.executable) -> tuple[int, str]:
    """What mypy says of these programs, which use the package as it is installed elsewhere."""
    command = [python, "-m", "mypy", "--strict", "--warn-unreachable", "--no-incremental", "--config-file=", *files]
    done = subprocess.run(
        command, cwd=CLIENT, env={"MYPYPATH": str(SOURCE)}, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def test_the_types_are_those_of_the_document() -> None:
    command = [sys.executable, CLIENT / "write_types.py"]
    made = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert made == (SOURCE / "ludotheque_client" / "types.py").read_text(encoding="utf-8"), "write the types anew"


def test_the_package_and_the_examples_are_typed() -> None:
    package = sorted((SOURCE / "ludotheque_client").glob("*.py"))
    assert run_mypy(CLIENT / "write_types.py")[0] == 0
    assert run_mypy(*package) == (0, f"Success: no issues found in {len(package)} source files\n")
    assert TOOLS.exists(), "run `make test-clients`, which installs what is needed"
    code, output = run_mypy(*sorted(EXAMPLES.glob("*.py")), python=TOOLS)
    assert code == 0, output


def test_a_correct_program_has_no_errors(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(HEAD + "".join(f"    {line}\n" for line in RIGHT) + UNKNOWN, encoding="utf-8")
    assert run_mypy(program, PROGRAMS / "player.py") == (0, "Success: no issues found in 2 source files\n")


def test_each_mistake_is_reported(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(HEAD + "".join(f"    {line}\n" for line in WRONG), encoding="utf-8")
    code, output = run_mypy(program)
    first = HEAD.count("\n") + 1
    reported: dict[int, set[str]] = {}
    for number, kind in re.findall(r"program\.py:(\d+): error: .* \[([\w-]+)\]$", output, re.M):
        reported.setdefault(int(number) - first, set()).add(kind)
    assert code == 1
    assert [kind in reported.get(number, ()) for number, kind in enumerate(WRONG.values())] == [True] * len(WRONG), (
        output
    )
