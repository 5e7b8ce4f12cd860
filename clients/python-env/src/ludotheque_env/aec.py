"""A game as a PettingZoo AEC environment: one agent acts at a time."""

from typing import Any

from pettingzoo import AECEnv

from ludotheque_env.seats import SeatAgents
from ludotheque_env.table import Observation


class GameAECEnv(SeatAgents, AECEnv[str, Observation, int]):
    """The agents that the game asks act one after another: those who may react first, then the required ones.

    Seats that choose simultaneously do not see each other's choices, because their views do not show them. An illegal
    action ends the game: its agent gets -1, the others 0.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. `options` has no effect: the options of the game are arguments of the class."""
        self.start_game(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None  # type: ignore[assignment]  # `_was_dead_step` starts again
        self._select_agent()

    def observe(self, agent: str) -> Observation:
        """The view of an agent's seat, and which of its actions are legal."""
        return self.table.observe(self.seat_numbers[agent])

    def step(self, action: int | None) -> None:
        """Carry out the action of the selected agent; None for an agent whose game is over."""
        agent, table = self.agent_selection, self.table
        if self.terminations[agent]:
            self._was_dead_step(action)  # type: ignore[arg-type]  # it takes None only
            return
        seat = self.seat_numbers[agent]
        legal = table.legal(seat)
        self._cumulative_rewards[agent] = 0.0
        if action is None or int(action) not in legal:
            table.forfeit({seat})
        else:
            table.act(seat, legal[int(action)])
        for other in self.agents:
            other_seat = self.seat_numbers[other]
            self.rewards[other] = table.reward(other_seat)
            self.terminations[other] = table.is_over
            self.infos[other] = table.info(other_seat)
        self._accumulate_rewards()
        self._select_agent()

    def _select_agent(self) -> None:
        """Select the agent that decides next; at the end of the game the first agent begins to step out."""
        mover = self.table.mover()
        self.agent_selection = self.agents[0] if mover is None else self.possible_agents[mover]
