"""What a request costs the store: counted on the server itself."""

import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from service.store.scripts import COMMIT, READ
from tests.support.http import InProcess, good
from tests.support.valkey import ValkeyServer

END = "the end of this count"
PendingTurn = Callable[[Callable[[], Any]], list[str]]


@pytest.fixture
def asked(server: ValkeyServer) -> Iterator[PendingTurn]:
    """Gives the names of the commands that clients send while something is done; what scripts do inside is not one."""
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(10)
        line.connect(str(server.socket))
        line.sendall(b"*1\r\n$7\r\nMONITOR\r\n")
        with line.makefile("r", encoding="utf-8", errors="replace", newline="\r\n") as lines:
            assert next(lines) == "+OK\r\n"

            def until_now() -> Iterator[str]:
                server.ask("ECHO", END)
                for told in lines:
                    if END in told:
                        return
                    if " lua] " not in told:
                        words = [*told.split('"'), "", ""]
                        yield {READ.sha: "READ", COMMIT.sha: "COMMIT"}.get(words[3], words[1])

            def count(what: Callable[[], Any]) -> list[str]:
                list(until_now())
                what()
                return list(until_now())

            yield count


def test_an_action_is_one_read_and_one_commit_from_the_first_move_to_the_last(
    client: InProcess, asked: PendingTurn
) -> None:
    table = client.create()
    table.step()
    for number in range(40):
        seat = table.turn()
        action = table.legal(seat)[0]
        given: dict[str, str] = {"key": f"move {number}"} if number % 2 else {}
        assert asked(lambda a=action, s=seat, g=given: good(table.act(s, a, **g))) == ["READ", "COMMIT"]


def test_a_refused_action_is_one_read(client: InProcess, asked: PendingTurn) -> None:
    table = client.create()
    table.step()
    seat = table.turn()
    assert asked(lambda: table.act(1 - seat, {"type": "bank"})) == ["READ"]
    assert asked(lambda: table.act(seat, {"type": "nonsense"})) == ["READ"]
    assert asked(lambda: table.act(seat, {"type": "bank"}, match='"1.0"')) == ["READ"]


def test_a_repeated_action_is_one_read_and_a_look_at_the_log(client: InProcess, asked: PendingTurn) -> None:
    table = client.create()
    seat = table.turn()
    action = table.legal(seat)[0]
    good(table.act(seat, action, key="again"))
    assert asked(lambda: good(table.act(seat, action, key="again"))) == ["READ", "LRANGE"]


def test_looking_is_one_read(client: InProcess, asked: PendingTurn) -> None:
    table = client.create()
    table.view()
    assert asked(lambda: table.view(0)) == ["READ"]
    assert asked(lambda: table.legal(0)) == ["READ"]
    assert asked(lambda: client.get(table.path, headers={"If-None-Match": '"2.-"'})) == ["READ"]


def test_a_body_that_is_no_good_is_never_asked_about(client: InProcess, asked: PendingTurn) -> None:
    table = client.create()
    assert asked(lambda: client.post(f"{table.path}/actions", content=b"{", token=table.tokens[0])) == []
    assert asked(lambda: client.post("/v1/games", {"engine": "none"})) == []


def test_creating_and_joining_are_one_read_and_one_commit(client: InProcess, asked: PendingTurn) -> None:
    table = client.open(taken=1, free=2)
    table.join("Cleo")
    assert asked(lambda: client.create()) == ["READ", "COMMIT"]
    assert asked(lambda: table.join("Ben")) == ["READ", "COMMIT"]
