"""What the two PettingZoo environments share: agents named after seats, their spaces, seeds and rendering."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from engines.chance import SEED_BYTES
from gymnasium.spaces import Space
from gymnasium.utils import seeding

from ludotheque_env.table import Observation, Table


class SeatAgents:
    """Agents `seat_0`, `seat_1`, … around a table. The observation of an agent is made from its seat's view alone."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        observation_bytes: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """The arguments are those of `Table`; the render mode `ansi` is the view of a spectator, as JSON."""
        self.table = Table(game, seats, options, observation_bytes)
        self.metadata = {"name": game, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.seats)]
        self.agents = list(self.possible_agents)
        self.seat_numbers = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self.table.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self.table.action_space() for agent in self.possible_agents}
        self.random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> Space[Observation]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[int]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def start_game(self, seed: int | None) -> None:
        """Deal a new game. Without a seed it is the next one of the generator that the last seed began."""
        if seed is not None or self.random is None:
            self.random, _ = seeding.np_random(seed)
        self.table.reset(self.random.bytes(SEED_BYTES))
        self.agents = list(self.possible_agents)

    def render(self) -> str | None:
        """What a spectator sees, as JSON."""
        return self.table.view(None).decode() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""
