"""A game as it was read from the store."""

from functools import cached_property
from typing import Any

from service.problems import Problem
from service.store.game_store import StoredGame
from service.store.stored import GameConfig, Meta, Receipt, Seeds


class Game:
    """One version of a game, with the store's time of the read. A Problem if there is no such game."""

    def __init__(self, stored: StoredGame) -> None:
        if stored.config is None or stored.meta is None:
            raise Problem("not_found", "There is no such game; it may have expired or been deleted.")
        self.id, self.version, self.revision = stored.id, stored.version, stored.revision
        self.config: GameConfig = stored.config
        self.meta: Meta = stored.meta
        self.now = max(stored.now, stored.meta.updated_at)  # the store's clock may go back, but a game's time does not
        self.clock_jump = stored.clock_jump
        self.receipt: Receipt | None = stored.receipt
        self.presence = stored.presence
        self.seeds: Seeds | None = stored.seeds
        self._encoded_state = stored.state

    @cached_property
    def state(self) -> Any:
        """The engine's state, decoded when it is first needed; None before the start."""
        data = self._encoded_state
        if not data:
            return None
        rules = self.config.rules
        if self.meta.state_schema != rules.state_schema:
            data = rules.upgrade(data, self.meta.state_schema)
            self.meta.state_schema = rules.state_schema  # a commit writes the upgraded state
        return rules.load(data, self.config.engine_options)

    @property
    def is_over(self) -> bool:
        """Whether no event can follow any more."""
        return self.meta.status in ("finished", "abandoned")

    def taken_seats(self) -> list[int]:
        """The numbers of the seats that are not open."""
        return [number for number, seat in enumerate(self.meta.seats) if seat.kind != "open"]

    def first_player(self, taken: list[int]) -> int | None:
        """The first player's number once open seats are removed; None, to be drawn, if that seat is not taken."""
        first = self.config.engine_options.first_player
        return taken.index(first) if first in taken else None
