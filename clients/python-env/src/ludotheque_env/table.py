"""A running game whose actions are integers and whose views are arrays; all environments are made of it."""

from collections.abc import Mapping
from itertools import islice
from typing import Any, cast

import msgspec
import numpy as np
from bots.simulation import FastRandom, next_mover
from engines.chance import SEED_BYTES, Chance
from engines.engine import Action
from engines.features import LARGEST_FEATURE
from engines.numbering import ActionNumbers, Unbounded
from engines.registry import ENGINES
from engines.text import english
from gymnasium import spaces
from numpy.typing import NDArray

Observation = dict[str, NDArray[Any]]
MOST_NUMBERS = 1 << 18
"""A game with more numbers of actions than this, or without numbers, uses places in the list of legal actions."""
LONGEST_LIST = 1 << 13
"""How many legal actions can be chosen from by their place in the list."""
PROBE = 500
"""How many actions of a random game show how long views become."""
_encode = msgspec.json.Encoder(enc_hook=english).encode


def decode_view(observation: Observation) -> dict[str, Any]:
    """The view in an observation, as a dict."""
    view: dict[str, Any] = msgspec.json.decode(observation["observation"].tobytes().rstrip(b"\0"))
    return view


class Table:
    """One game at a time, in process. `wait` is the number for doing nothing; required seats cannot choose it."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        observation_bytes: int | None = None,
    ) -> None:
        """A table for a game by its slug. Defaults: the fewest seats, the usual options, and a size for all views."""
        self.engine = ENGINES[game]
        self.seats = self.engine.players.min if seats is None else seats
        self.options = msgspec.convert(options or {}, self.engine.options_type)
        if not self.engine.players.min <= self.seats <= self.engine.players.max:
            raise ValueError(f"{game} is not for {self.seats} seats")
        if errors := self.engine.option_errors(self.seats, self.options):
            raise ValueError(f"options that do not fit {self.seats} seats: {errors}")
        self.numbers = action_numbers(game)
        self.wait = LONGEST_LIST if self.numbers is None else self.numbers.size
        self.observation_bytes = observation_bytes or 1 << (2 * self._longest_view()).bit_length()
        self.reset(bytes(SEED_BYTES))
        features = self.engine.features(self.engine.view(self.state, 0), 0)
        self.feature_count = None if features is None else len(features)

    def _longest_view(self) -> int:
        """The length of the longest view in a random game, which is always the same one."""
        self.reset(bytes(SEED_BYTES))
        dice, longest = FastRandom(bytes(SEED_BYTES)), len(self.view(0))
        for _ in range(PROBE):
            if (seat := self.mover()) is None:
                break
            self.act(seat, dice.choice(list(self.legal(seat).values())))
            longest = max(longest, len(self.view(seat)))
        return longest

    def observation_space(self) -> spaces.Space[Observation]:
        """A new space for the observations of one seat."""
        view = spaces.Box(0, 255, (self.observation_bytes,), np.uint8)
        mask = spaces.Box(0, 1, (self.wait + 1,), np.int8)
        parts: dict[str, spaces.Space[Any]] = {"observation": view, "action_mask": mask}
        if self.feature_count is not None:
            parts["features"] = spaces.Box(0, LARGEST_FEATURE, (self.feature_count,), np.float32)
        return cast("spaces.Space[Observation]", spaces.Dict(parts))

    def action_space(self) -> spaces.Space[int]:
        """A new space for the actions of one seat."""
        return cast("spaces.Space[int]", spaces.Discrete(self.wait + 1))

    def reset(self, seed: bytes) -> None:
        """Start a new game with this seed."""
        self.seed = seed
        self.state, self.events = self.engine.new(self.seats, self.options, Chance(seed))
        """The events are those of the last action; first those that describe the new game."""
        self.forfeits: set[int] = set()
        self._start_decision()

    def _start_decision(self) -> None:
        """Look at the new position: nobody has declined to act in it yet."""
        self.turns = {} if self.forfeits else self.engine.turns(self.state)
        self.declined: set[int] = set()
        self._legal: dict[int, dict[int, Action | None]] = {}

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by its rules or by an illegal action."""
        return not self.turns

    def legal(self, seat: int) -> dict[int, Action | None]:
        """What a seat may do now, by number; None is to do nothing."""
        if seat not in self._legal:
            ask = self.turns.get(seat)
            actions = () if ask is None else self.engine.legal(self.state, seat)
            numbers = self.numbers
            found: dict[int, Action | None] = (
                dict(enumerate(islice(actions, LONGEST_LIST)))
                if numbers is None
                else {numbers.number(action): action for action in actions}
            )
            if ask is None or not ask.required:
                found[self.wait] = None
            self._legal[seat] = found
        return self._legal[seat]

    def mover(self) -> int | None:
        """Whose decision is next: first those who may react, then the first required seat; None if the game is over."""
        while (seat := next_mover(self.turns, self.declined)) is not None:
            if self.legal(seat).keys() != {self.wait}:
                break
            self.declined.add(seat)
        return seat

    def act(self, seat: int, action: Action | None) -> None:
        """Apply a legal action; None declines to act before somebody else has acted."""
        if action is None:
            self.declined.add(seat)
        else:
            self.events = self.engine.play(self.state, seat, action, self.seed)
            self._start_decision()

    def forfeit(self, seats: set[int]) -> None:
        """End the game, because these seats chose illegal actions."""
        self.forfeits = seats
        self._start_decision()

    def view(self, seat: int | None) -> bytes:
        """The view of a seat, or of a spectator, as JSON."""
        return _encode(self.engine.view(self.state, seat))

    def observe(self, seat: int) -> Observation:
        """The view of a seat as JSON in bytes, filled up with zeros; which actions are legal; and features, if any."""
        view, mask = np.zeros(self.observation_bytes, np.uint8), np.zeros(self.wait + 1, np.int8)
        encoded = self.view(seat)
        if len(encoded) > len(view):
            raise ValueError(f"a view of {len(encoded)} bytes does not fit: set observation_bytes")
        view[: len(encoded)] = np.frombuffer(encoded, np.uint8)
        mask[list(self.legal(seat))] = 1
        observed = {"observation": view, "action_mask": mask}
        features = self.engine.features(self.engine.view(self.state, seat), seat)
        return observed if features is None else {**observed, "features": np.array(features, np.float32)}

    def reward(self, seat: int) -> float:
        """1 for a winner, -1 for the other seats, 0 before the end; an illegal action costs only its own seat."""
        if self.forfeits:
            return -1.0 if seat in self.forfeits else 0.0
        outcome = self.engine.outcome(self.state)
        return 0.0 if outcome is None else 1.0 if seat in outcome.winners else -1.0

    def info(self, seat: int) -> dict[str, Any]:
        """Once the game is over, why, and the score of the seat."""
        if self.forfeits:
            return {"reason": "illegal_action", "by": sorted(self.forfeits)}
        outcome = self.engine.outcome(self.state)
        return {} if outcome is None else {"reason": outcome.reason, "score": outcome.scores[seat].score}


def action_numbers(game: str) -> ActionNumbers | None:
    """The numbers of a game's actions, or None if there are too many for a mask."""
    try:
        numbers = ActionNumbers(ENGINES[game])
    except Unbounded:
        return None
    return numbers if numbers.size <= MOST_NUMBERS else None
