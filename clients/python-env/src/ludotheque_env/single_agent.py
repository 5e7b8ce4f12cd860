"""A game as a Gymnasium environment: one agent has a seat, bots have the others."""

from collections.abc import Mapping
from typing import Any

import gymnasium
from bots import FastRandom, Level, choose, learn
from engines.chance import SEED_BYTES
from engines.engine import Action, Knowledge, logged

from ludotheque_env.table import Observation, Table

ITERATIONS = 100
"""How long a bot of the level `search` thinks; a number of iterations, so that a seed always gives the same game."""


class GameEnv(gymnasium.Env[Observation, int]):
    """One seat of a game. A step ends when the game asks this seat again, or is over.

    An illegal action ends the game with -1.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        observation_bytes: int | None = None,
        render_mode: str | None = None,
        *,
        seat: int = 0,
        opponents: Level = "random",
    ) -> None:
        """The arguments are those of `Table`, the agent's seat, and the level of the bots in the other seats."""
        self.table = Table(game, seats, options, observation_bytes)
        if not 0 <= seat < self.table.seats:
            raise ValueError(f"there is no seat {seat} at a table of {self.table.seats}")
        self.metadata = {"render_modes": ["ansi"]}
        self.render_mode, self.seat, self.opponents = render_mode, seat, opponents
        self.observation_space, self.action_space = self.table.observation_space(), self.table.action_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game. `options` has no effect: the options of the game are arguments of the class."""
        super().reset(seed=seed)
        self.table.reset(self.np_random.bytes(SEED_BYTES))
        self.bot_chance = FastRandom(self.np_random.bytes(SEED_BYTES))
        self.knowledge: dict[int, Knowledge] = {seat: () for seat in range(self.table.seats) if seat != self.seat}
        self._tell_others()
        self._play_others()
        return self.table.observe(self.seat), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carry out the agent's action, and those of the bots until the game asks the agent again."""
        table = self.table
        legal = table.legal(self.seat)
        if table.is_over:
            raise ValueError("the game is over: call reset")
        if int(action) in legal:
            self._act(self.seat, legal[int(action)])
            self._play_others()
        else:
            table.forfeit({self.seat})
        return table.observe(self.seat), table.reward(self.seat), table.is_over, False, table.info(self.seat)

    def _play_others(self) -> None:
        """Let the bots act; each sees the view of its own seat, and knows what its events have shown it."""
        engine, level, luck = self.table.engine, self.opponents, self.bot_chance
        while (mover := self.table.mover()) is not None and mover != self.seat:
            view, known = engine.view(self.table.state, mover), self.knowledge[mover]
            self._act(mover, choose(engine, view, mover, level, luck, knowledge=known, iterations=ITERATIONS))

    def _act(self, seat: int, action: Action | None) -> None:
        """Apply a legal action, or none."""
        self.table.act(seat, action)
        if action is not None:
            self._tell_others()

    def _tell_others(self) -> None:
        """Let the bots remember the last events."""
        events = [logged(event) for event in self.table.events]
        for seat, known in self.knowledge.items():
            self.knowledge[seat] = learn(self.table.engine, known, events, seat, self.opponents)

    def render(self) -> str | None:
        """What a spectator sees, as JSON."""
        return self.table.view(None).decode() if self.render_mode == "ansi" else None
