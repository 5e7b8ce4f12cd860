"""State that was stored in an older form is upgraded when it is read."""

import msgspec
import pytest

from engines.registry import ENGINES
from service.i18n import encode
from tests.support.http import in_process
from tests.support.valkey import ValkeyServer

POO = ENGINES["tokyo_poo_divers"]


def older_dump(state):
    """A made-up schema 1: the values of all fields in a list, without their names."""
    return msgspec.msgpack.encode(list(msgspec.structs.asdict(state).values()))


def upgrade(data, schema):
    assert schema == 1
    return msgspec.msgpack.encode(
        dict(zip(POO.state_type.__struct_fields__, msgspec.msgpack.decode(data), strict=True))
    )


def test_a_game_stored_in_an_older_form_is_played_on(monkeypatch):
    states = []
    with ValkeyServer() as server:
        with monkeypatch.context() as older, in_process(server.url) as client:
            older.setattr(POO, "dump", lambda state: states.append(state) or older_dump(state), raising=False)
            table = client.create("tokyo_poo_divers")
        monkeypatch.setattr(POO, "state_schema", 2, raising=False)
        monkeypatch.setattr(POO, "upgrade", upgrade, raising=False)
        with in_process(server.url) as client:
            table = table.through(client)
            view = table.view()
            assert view["state"] == msgspec.json.decode(encode(POO.view(states[-1], None)))
            table.step()
            monkeypatch.delattr(POO, "upgrade")  # the action has stored it in the form of today
            assert table.view()["version"] == view["version"] + 1


def test_an_engine_rejects_a_schema_it_does_not_know():
    with pytest.raises(ValueError, match="tokyo_poo_divers cannot read state of schema 7, only of 1"):
        POO.upgrade(b"", 7)
