"""The example programs, each run as its first lines say."""

import re
import subprocess
from collections.abc import Iterator
from random import Random

import pytest

from engines.registry import ENGINES
from tests.clients.python_client.test_python_examples import MODEL_PLAYS, let_a_model_play
from tests.support.http import Api, LiveService, play_to_the_end
from tests.support.node import CLIENT, TIMEOUT, node, running

pytestmark = pytest.mark.clients
EXAMPLES = CLIENT / "examples"
FEW = 12
OFFER = re.compile(r"(\d+)\) (.+)")


def write_line(program: subprocess.Popen[str], line: str) -> None:
    assert program.stdin is not None
    program.stdin.write(f"{line}\n")
    program.stdin.flush()


def output_lines(program: subprocess.Popen[str]) -> Iterator[str]:
    assert program.stdout is not None
    for line in program.stdout:
        yield line.rstrip("\n")


def test_the_terminal_plays_any_game_by_numbers(slug: str, service: LiveService) -> None:
    dice, shown, offers, choices = Random(7), [], 0, 0
    with running(EXAMPLES / "terminal.js", service.url, "new", slug, "Ana", "random") as program:
        for line in output_lines(program):
            shown.append(line)
            if offer := OFFER.fullmatch(line):
                offers = int(offer[1])
            if line == "Your choice?":
                choices += 1
                gives_up = slug == "tchang" and choices > FEW  # lights can be shared back and forth for ever
                write_line(program, '{"type": "concede"}' if gives_up else str(dice.randint(1, offers)))
        assert program.wait(TIMEOUT) == 0
    assert shown[0].startswith("To come back to this seat: ")
    assert any(shown[-1].startswith(meaning) for meaning in ENGINES[slug].endings.values()), shown[-5:]
    assert any(line.startswith("* Ana: ") for line in shown)
    assert "phase: " in "\n".join(shown)
    assert "undefined" not in "\n".join(shown)
    assert "[object" not in "\n".join(shown)


def test_the_terminal_searches_rejects_and_resumes(service: LiveService, api: Api) -> None:
    table = api.create("tokyo_poo_divers", options={"layout": "donut", "first_player": 0})
    with running(EXAMPLES / "terminal.js", service.url, "seat", table.id, table.tokens[0]) as program:
        lines = output_lines(program)
        first = until(lines, "Your choice?")
        assert "    ###...###" in first, "rows of a map are drawn below each other"
        write_line(program, "cell 8")
        assert until(lines, "Your choice?") == [f"{n}) dive cell 8 {n}" for n in range(1, 8)] + ["Your choice?"]
        write_line(program, '{"type": "dive", "cell": [4, 4]}')
        assert until(lines, "Your choice?")[0] == "There is no cover at this place."
        write_line(program, "hippopotamus")
        assert until(lines, "Your choice?") == ["Your choice?"]
        write_line(program, '{"type": "dive", "cell": [2, 6]}')
        opened = next(line for line in lines if line.startswith("* "))
        assert opened.startswith("* Player 0: A cover was opened for good. (cell 2 6, face ")


def test_the_terminal_joins(service: LiveService, api: Api) -> None:
    table = api.open(taken=1, free=1)
    with running(EXAMPLES / "terminal.js", service.url, "join", table.id, "Ben") as program:
        assert "* Ben: Somebody sits here now: a player who joined or came back, or a bot. (Ben)" in until(
            output_lines(program), re.compile(r"\* .*: It is this seat's turn\.")
        )
    assert table.view()["seats"][1]["name"] == "Ben"


def test_the_spectator_prints_every_event_and_the_end(service: LiveService, api: Api) -> None:
    table = api.create(public=True)
    with running(EXAMPLES / "spectator.js", service.url) as live:  # the newest public game is this one
        lines = output_lines(live)
        first = next(lines)
        play_to_the_end(table)
        shown = [first, *lines]
        assert live.wait(TIMEOUT) == 0
    log = table.events()
    assert [int(line.partition(".")[0]) for line in shown[:-1]] == [event["seq"] for event in log]
    assert shown[0] == "1. The table was set up. (engine tokyo_poo_divers)"
    assert shown[3].endswith("It is this seat's turn.")
    assert shown[-1].endswith(" won.")
    after = str(len(log) - 2)
    with running(EXAMPLES / "spectator.js", service.url, table.id, after) as late:
        assert list(output_lines(late)) == shown[-3:]


def test_people_play_in_a_chat_room(service: LiveService, api: Api) -> None:
    dice = Random(3)
    with running(EXAMPLES / "chat.js", service.url) as program:
        lines = output_lines(program)
        write_line(program, "ana: hello everybody")
        write_line(program, "ana: /help")
        assert next(lines).startswith("to ana: I know /new <game>")
        write_line(program, "ana: /join")
        assert next(lines) == "to ana: There is no table: open one with /new."
        write_line(program, "ana: /new nothing")
        assert next(lines).startswith("to ana: There is no ")
        write_line(program, "ana: /new tapecho 5")
        assert next(lines) == "room: Le Tapécho has 5 open seats: /join takes one, /bot puts a bot there."
        for who in ("ana", "ben"):
            write_line(program, f"{who}: /join")
        for _ in range(3):
            write_line(program, "ben: /bot random")
        shown: list[str] = []
        offered: dict[str, int] = {}
        looked = False
        for line in lines:
            shown.append(line)
            if offer := re.fullmatch(r"to (\w+): /do (\d+) is .*", line):
                offered[offer[1]] = int(offer[2])
            if choice := re.fullmatch(r"to (\w+): Your choice\?", line):
                if choice[1] == "ana" and not looked:  # the game cannot be over before her first choice
                    write_line(program, "ana: /look")
                    looked = True
                write_line(program, f"{choice[1]}: /do {dice.randint(1, offered[choice[1]])}")
            if any(line.startswith(f"room: {meaning}") for meaning in ENGINES["tapecho"].endings.values()):
                break
        program.communicate(timeout=TIMEOUT)
        assert program.returncode == 0
    public = [line for line in shown if line.startswith("room: ")]
    assert public[-1].endswith(" won.")
    assert {line.split(":")[0] for line in shown} == {"room", "to ana", "to ben"}
    dealt = [line for line in public if "A hand was dealt." in line]
    assert len(dealt) == 5
    assert all(re.fullmatch(r"room: \w+( \d)?: A hand was dealt\. \(count \d+\)", line) for line in dealt), "no cards"
    assert any(line.startswith("to ana: seats:") for line in shown)


@pytest.mark.parametrize(("game", "bots"), MODEL_PLAYS)
def test_a_language_model_plays_a_whole_game_and_never_sees_a_token(game: str, bots: int, service: LiveService) -> None:
    over = let_a_model_play(game, bots, node(), str(EXAMPLES / "mcp_server.js"), service.url).splitlines()[-1]
    assert any(over.startswith(meaning) for meaning in ENGINES[game].endings.values()), over


def until(lines: Iterator[str], what: str | re.Pattern[str]) -> list[str]:
    """All lines up to this one."""
    shown = []
    for line in lines:
        shown.append(line)
        if line == what if isinstance(what, str) else what.fullmatch(line):
            return shown
    raise AssertionError(shown)
