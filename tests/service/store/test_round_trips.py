"""What a request costs the store: counted on the server itself."""

import socket
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from service.store.scripts import COMMIT, READ
from tests.support.http import InProcess, assert_ok
from tests.support.valkey import ValkeyServer

END = "the end of this count"
Counter = Callable[[Callable[[], Any]], list[str]]


@pytest.fixture
def commands(server: ValkeyServer) -> Iterator[Counter]:
    """Lists the names of the commands that clients send while a function runs; those inside scripts do not count."""
    with socket.socket(socket.AF_UNIX) as monitor:
        monitor.settimeout(10)
        monitor.connect(str(server.socket))
        monitor.sendall(b"*1\r\n$7\r\nMONITOR\r\n")
        with monitor.makefile("r", encoding="utf-8", errors="replace", newline="\r\n") as lines:
            assert next(lines) == "+OK\r\n"

            def until_now() -> Iterator[str]:
                server.ask("ECHO", END)
                for line in lines:
                    if END in line:
                        return
                    if " lua] " not in line:
                        parts = [*line.split('"'), "", ""]
                        yield {READ.sha: "READ", COMMIT.sha: "COMMIT"}.get(parts[3], parts[1])

            def list_commands(function: Callable[[], Any]) -> list[str]:
                list(until_now())
                function()
                return list(until_now())

            yield list_commands


def test_an_action_is_one_read_and_one_commit_from_the_first_move_to_the_last(
    client: InProcess, commands: Counter
) -> None:
    table = client.create()
    table.step()
    for number in range(40):
        seat = table.turn()
        action = table.legal(seat)[0]
        headers: dict[str, str] = {"key": f"move {number}"} if number % 2 else {}
        assert commands(lambda a=action, s=seat, g=headers: assert_ok(table.act(s, a, **g))) == ["READ", "COMMIT"]


def test_a_rejected_action_is_one_read(client: InProcess, commands: Counter) -> None:
    table = client.create()
    table.step()
    seat = table.turn()
    assert commands(lambda: table.act(1 - seat, {"type": "bank"})) == ["READ"]
    assert commands(lambda: table.act(seat, {"type": "nonsense"})) == ["READ"]
    assert commands(lambda: table.act(seat, {"type": "bank"}, match='"1.0"')) == ["READ"]


def test_a_repeated_action_is_one_read_and_a_page_of_the_log(client: InProcess, commands: Counter) -> None:
    table = client.create()
    seat = table.turn()
    action = table.legal(seat)[0]
    assert_ok(table.act(seat, action, key="again"))
    assert commands(lambda: assert_ok(table.act(seat, action, key="again"))) == ["READ", "LRANGE"]


def test_looking_is_one_read(client: InProcess, commands: Counter) -> None:
    table = client.create()
    table.view()
    assert commands(lambda: table.view(0)) == ["READ"]
    assert commands(lambda: table.legal(0)) == ["READ"]
    assert commands(lambda: client.get(table.path, headers={"If-None-Match": '"2.-"'})) == ["READ"]


def test_a_body_that_is_no_good_costs_the_store_nothing(client: InProcess, commands: Counter) -> None:
    table = client.create()
    assert commands(lambda: client.post(f"{table.path}/actions", content=b"{", token=table.tokens[0])) == []
    assert commands(lambda: client.post("/v1/games", {"engine": "none"})) == []


def test_creating_and_joining_are_one_read_and_one_commit(client: InProcess, commands: Counter) -> None:
    table = client.open(taken=1, free=2)
    table.join("Cleo")
    assert commands(lambda: client.create()) == ["READ", "COMMIT"]
    assert commands(lambda: table.join("Ben")) == ["READ", "COMMIT"]


def test_an_idempotency_key_for_tokens_costs_one_call_more(client: InProcess, commands: Counter) -> None:
    """That for the secret of the service, which another process may have replaced."""
    body = {"engine": "tokyo_poo_divers", "seats": [{}, {"kind": "open"}, {"kind": "open"}]}
    table = client.table(assert_ok(client.post("/v1/games", body, key=str(uuid.uuid4())), 201))
    assert commands(lambda: client.post("/v1/games", body, key=str(uuid.uuid4()))) == ["GET", "READ", "COMMIT"]
    assert commands(lambda: table.join("Ben", key=str(uuid.uuid4()))) == ["GET", "READ", "COMMIT"]
