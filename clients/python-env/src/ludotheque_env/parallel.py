"""A game as a PettingZoo parallel environment: all agents act at once."""

from typing import Any

from engines.engine import Action, IllegalAction
from pettingzoo import ParallelEnv

from ludotheque_env.seats import SeatAgents
from ludotheque_env.table import Observation, Table

Infos = dict[str, dict[str, Any]]


class GameParallelEnv(SeatAgents, ParallelEnv[str, Observation, int]):
    """Every agent acts in every step; agents that the game does not ask can only wait.

    Simultaneous choices are all carried out. Otherwise one action a step is carried out, a reaction before others; the
    other agents are asked again, because they did not know of it. An illegal action ends the game: its agent gets -1,
    the others 0.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """Start a new game. `options` has no effect: the options of the game are arguments of the class."""
        self.start_game(seed)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Carry out the actions of all agents."""
        table, choices, illegal = self.table, {}, set()
        for agent in self.agents:
            seat = self.seat_numbers[agent]
            number = int(actions[agent])
            if number not in table.legal(seat):
                illegal.add(seat)
            elif (action := table.legal(seat)[number]) is not None:
                choices[seat] = action
        if illegal:
            table.forfeit(illegal)
        else:
            act_together(table, choices)
        seats = {agent: self.seat_numbers[agent] for agent in self.agents}
        returned = (
            self._observations(),
            {agent: table.reward(seat) for agent, seat in seats.items()},
            dict.fromkeys(seats, table.is_over),
            dict.fromkeys(seats, False),
            {agent: table.info(seat) for agent, seat in seats.items()},
        )
        if table.is_over:
            self.agents = []
        return returned

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.table.observe(self.seat_numbers[agent]) for agent in self.agents}


def act_together(table: Table, choices: dict[int, Action]) -> None:
    """Apply the first choice, and then those that stay sensible because they are simultaneous."""
    asks = {seat: table.turns[seat] for seat in table.turns if seat in choices}
    first, *others = sorted(asks, key=lambda seat: asks[seat].required)
    table.act(first, choices[first])
    for seat in others:
        if asks[seat].simultaneous and table.turns.get(seat) == asks[seat]:
            try:
                table.engine.check(table.state, seat, choices[seat])
            except IllegalAction:
                continue
            table.act(seat, choices[seat])
