"""A clock that stands still until a test moves it."""

from datetime import datetime
from typing import Any

from service.store import StoredGame
from service.store.stored import JournalEntry
from service.table.transaction import Tables
from tests.support.http import InProcess, Json, Table

MINUTE = 60
START = 1_800_000_000_000


class Time:
    """The store's time, moved by hand."""

    def __init__(self, api: InProcess) -> None:
        self.api, self.now = api, START
        self.tables: Tables = api.app.extensions["tables"]
        self._read = self.tables.store.read
        self.tables.store.read = self.read  # type: ignore[method-assign]

    def read(self, *args: Any, **kwargs: Any) -> StoredGame:
        stored = self._read(*args, **kwargs)
        stored.now = self.now
        return stored

    def forward(self, seconds: float) -> None:
        self.now += round(seconds * 1000)

    def journal(self, table: Table) -> list[JournalEntry]:
        return [entry for entry in self.tables.store.journal(table.id) if entry.kind == "act"]


def seconds(text: str) -> float:
    """A timestamp of a response, in seconds after START."""
    return datetime.fromisoformat(text).timestamp() - START / 1000


def awaited(view: Json) -> tuple[list[int], float]:
    """The seats that are awaited, and the earliest deadline."""
    return view["awaiting"], seconds(view["deadline"])
