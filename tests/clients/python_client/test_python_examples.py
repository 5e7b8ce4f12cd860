"""Each example does what it is for, against a real service."""

import json
import os
import re
import subprocess
import threading
from collections.abc import Iterator
from random import Random

import pytest

from engines.registry import ENGINES
from tests.clients.python_client.running import EXAMPLES, PROGRAMS, TIMEOUT, TOOLS, output_of, running
from tests.support.fault_proxy import FaultProxy, error
from tests.support.http import Api, LiveService, assert_ok, play_to_the_end

pytestmark = pytest.mark.clients
PROMPTS = ("Your choice: ", "You may react (Enter: you do not): ")
TERMINAL, CHAT, SPECTATOR, SERVER = (
    EXAMPLES / f"{name}.py" for name in ("terminal", "chat", "spectator", "mcp_server")
)


class Talk:
    """A program at a terminal, and the replies to its prompts."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.output = ""

    def read_prompt(self) -> str:
        """Its output up to the next prompt or its end."""
        assert self._process.stdout is not None
        start = len(self.output)
        text = self.output.encode()
        while piece := os.read(self._process.stdout.fileno(), 65536):
            text += piece
            if any(text.endswith(prompt.encode()) for prompt in PROMPTS):
                break
        self.output = text.decode()
        return self.output[start:]

    def reply(self, text: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{text}\n")
        self._process.stdin.flush()


def choice(offer: str, dice: Random) -> str:
    """A number of what is offered, all kinds of actions equally likely."""
    offered = re.findall(r"(?:^|  ) *(\d+) ([a-z ]+)", offer.rpartition("waiting for:")[2], re.M)
    kind = dice.choice(sorted({kind for _, kind in offered}))
    return str(dice.choice([number for number, other in offered if other == kind]))


def play(talk: Talk, dice: Random) -> None:
    """Reply until the program ends."""
    while (offer := talk.read_prompt()).endswith(PROMPTS):
        talk.reply(choice(offer, dice))


MODEL_PLAYS = [("tokyo_poo_divers", 1), ("zoky", 2), ("tchang", 0)]


def without_tokens(text: str) -> bool:
    return re.search(r"ludo_(seat|host)_", text) is None


def test_a_person_plays_any_game_at_a_terminal(slug: str, service: LiveService) -> None:
    bots = str(ENGINES[slug].players.min - 1)
    arguments = "new", slug, "--name", "Ana", "--bots", bots, "--level", "random", "--service", service.url
    with running(TERMINAL, *arguments) as process:
        talk = Talk(process)
        play(talk, Random(slug))
        assert process.wait(60) == 0, process.stderr and process.stderr.read()
    assert "The game starts." in talk.output
    assert talk.output.splitlines()[-1].startswith("Winners: ")


def test_a_terminal_asks_again_and_goes_on_later(service: LiveService, api: Api) -> None:
    table = api.create("tokyo_poo_divers", options={"layout": "donut", "first_player": 0})
    arguments = "back", service.url + table.path, "--token", table.tokens[0]
    with running(TERMINAL, *arguments) as process:
        talk = Talk(process)
        assert "###...###" in talk.read_prompt()
        for wrong in ("nonsense", "0", "1000"):
            talk.reply(wrong)
            assert talk.read_prompt().startswith("Please give a number of the list.")
        talk.reply('{"type": "dive", "cell": [4, 4]}')
        assert talk.read_prompt().startswith("There is no cover at this place.")
        talk.reply('{"type": "dive", "cell": "here"}')
        assert talk.read_prompt().startswith("This is not an action of this game.")
        assert process.stdin is not None
        process.stdin.close()
        assert talk.read_prompt().endswith("Until later.\n")
    assert table.view()["version"] == 2
    with running(TERMINAL, *arguments) as process:
        talk = Talk(process)
        offer = talk.read_prompt()
        talk.reply(choice(offer, Random(1)))
        talk.read_prompt()
    assert table.view()["version"] == 3


def test_two_people_meet_at_two_terminals(service: LiveService) -> None:
    with running(TERMINAL, "new", "zoky", "--open", "1", "--service", service.url) as ana:
        assert ana.stdout is not None
        game = re.findall(r"The game is (\S+)", os.read(ana.stdout.fileno(), 65536).decode())[0]
        with running(TERMINAL, "join", game, "--name", "Ben") as ben:
            talks = Talk(ana), Talk(ben)
            players = [threading.Thread(target=play, args=(talk, Random(2)), daemon=True) for talk in talks]
            for one in players:
                one.start()
            for one in players:
                one.join(TIMEOUT)
    assert talks[0].output.splitlines()[-1] == talks[1].output.splitlines()[-1]
    assert talks[0].output.splitlines()[-1].startswith("Winners: ")
    assert "Ben: Somebody sits here now" in talks[0].output


def messages_in_room(service: LiveService, lines: list[str]) -> Iterator[str]:
    """The messages of a chat room after these lines; each player takes the first action that is offered."""
    with running(CHAT, "--service", service.url) as bot:
        assert bot.stdin is not None
        assert bot.stdout is not None

        def write(line: str) -> None:
            assert bot.stdin is not None
            bot.stdin.write(f"{line}\n")
            bot.stdin.flush()

        for line in lines:
            write(line)
        for message in bot.stdout:
            yield message.rstrip("\n")
            if offered := re.match(r"(\w+)> /do 1 ", message):
                write(f"{offered[1]}: /do 1")
            if message.startswith("room> Winners:"):
                bot.stdin.close()
        assert bot.wait(60) == 0, bot.stderr and bot.stderr.read()


def test_several_people_play_in_a_chat_room(service: LiveService) -> None:
    lines = ["Ana: hello", "Ana: /games", "Ana: /new tokyo_poo_divers", "Ana: /join", "Ben: /join", "Cleo: /do 1"]
    messages = list(
        messages_in_room(service, [*lines, "Ana: /join", "Ana: /bot random", "Ana: /start", "Ana: /new zoky"])
    )
    assert "Cleo> You have no seat at this table." in messages
    assert "Ana> You have a seat." in messages
    assert "Ana> There is a table already. /stop clears it." in messages
    assert "Ana> zoky: " in "\n".join(messages)
    assert {"room> Ana, it is your turn.", "room> Ben, it is your turn."} <= set(messages)
    assert "room> Winners: " in messages[-1]
    assert without_tokens("\n".join(messages))


def test_private_data_is_not_sent_to_the_room(service: LiveService) -> None:
    lines = ["Ana: /new zoky", "Ana: /join", "Ana: /bot greedy", "Ana: /start", "Ana: /look", "Ana: /what"]
    messages = list(messages_in_room(service, lines))
    public = [line for line in messages if line.startswith("room>")]
    assert any(line.startswith("Ana> hand:") for line in messages)
    assert not any("hand:" in line for line in public)
    assert any(line.startswith("Ana> /games: ") for line in messages)
    assert without_tokens("\n".join(messages))


def test_a_room_can_clear_its_table_and_begin_anew(service: LiveService) -> None:
    lines = [
        "Ana: /new zoky",
        "Ana: /join",
        "Ana: /start",
        "Ana: /stop",
        "Ana: /new chess",
        "Ana: /new tokyo_poo_divers",
    ]
    messages = list(messages_in_room(service, [*lines, "Ana: /join", "Ana: /bot random", "Ana: /start"]))
    assert any("not_enough_players" in line for line in messages)
    assert "room> The table is cleared." in messages
    assert any("404 not_found" in line for line in messages)
    assert "room> Winners: " in messages[-1]


def test_a_room_gets_a_message_when_its_table_is_gone(proxy: FaultProxy) -> None:
    proxy.inject("STREAM", "/events", error(404, "not_found"))
    with running(CHAT, "--service", proxy.url) as bot:
        assert bot.stdin is not None
        assert bot.stdout is not None
        bot.stdin.write("Ana: /new zoky\n")
        bot.stdin.flush()
        assert bot.stdout.readline().startswith("room> A table of Zoky")
        assert bot.stdout.readline() == "room> 404 not_found: Not now.\n"


def test_a_spectator_prints_every_event_as_text(slug: str, service: LiveService, api: Api) -> None:
    table = api.create(slug)
    play_to_the_end(table)
    lines = output_of(SPECTATOR, service.url + table.path).splitlines()
    page = assert_ok(api.get(f"/v1/engines/{slug}"))
    events = table.events()
    assert len(lines) == len(events) + 1
    for line, event in zip(lines[:-1], events, strict=True):
        assert line.split()[0] == str(event["seq"])
        assert " ".join(page["events"][event["type"]]["description"].split()) in line
    assert lines[-1].startswith("Winners: ")
    rest = output_of(SPECTATOR, service.url + table.path, "--after", "3").splitlines()
    assert rest == lines[3:]


def let_a_model_play(game: str, bots: int, *server: str) -> str:
    """What a language model gets at the end of a whole game that it plays with the tools of this MCP server."""
    assert TOOLS.exists(), "run `make test-clients`, which installs what is needed"
    result = json.loads(output_of(PROGRAMS / "mcp_player.py", game, str(bots), *server, python=TOOLS))
    tools = {tool["name"] for tool in json.loads(result[0])}
    assert tools == {"list_games", "get_rules", "new_table", "join_table", "look", "act"}
    assert without_tokens("".join(result))
    assert "token" not in result[0]
    return str(result[-1])


@pytest.mark.parametrize(("game", "bots"), MODEL_PLAYS)
def test_a_language_model_plays_a_whole_game_and_never_sees_a_token(game: str, bots: int, service: LiveService) -> None:
    assert "Winners:" in let_a_model_play(game, bots, str(TOOLS), str(SERVER), "--service", service.url)
