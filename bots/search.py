"""Monte Carlo search over information sets: a race between the bot's moves, and below it a tree for each seat.

The moves race on the same deals: the hidden parts are dealt to fit what the bot knows, and each deal is played once
with every move still in the race and with the same random numbers. So moves are compared by what they change, not by
the deal. A move that is clearly behind drops out.

After that move every seat has a tree of its own, whose branches are the events that this seat is shown. So no move
depends on what its seat cannot know, and seats that choose at the same time do not see each other's choice. The legal
moves of a node differ from deal to deal, so a move is judged by how often it was available, not by the node's visits.
"""

from collections.abc import Sequence
from math import inf, isqrt, log, sqrt
from typing import Any

import msgspec

from bots.knowledge import deal
from bots.simulation import FastRandom, Line
from engines.engine import Action, Engine, Event, Knowledge, logged
from engines.heuristic import Heuristic
from engines.text import english

_encode = msgspec.msgpack.Encoder(enc_hook=english).encode
MOST_MOVES = 24
"""How many moves a seat considers at most."""
EXPLORATION = 0.7
"""The weight of seldom tried moves (UCB), in units of the standard deviation of values."""
WARM_UP = 4
"""How many deals all moves are tried on before one can drop out."""
BEHIND = 2.0
"""A move drops out when it is this many standard errors behind the leader."""
CLEAR = 1.0
"""A move is chosen instead of the heuristic's first one if it is this many standard errors better."""
Move = Action | None


class Edge:
    """A move at a node: its visits, the sum of their values, and how often it was available."""

    __slots__ = ("available", "total", "visits")

    def __init__(self) -> None:
        self.visits, self.total, self.available = 0, 0.0, 0

    def upper_bound(self, deviation: float) -> float:
        """The upper confidence bound (UCB) of its value; infinite if it was never tried."""
        if not self.visits:
            return inf
        return self.total / self.visits + EXPLORATION * deviation * sqrt(log(self.available) / self.visits)


class Spread:
    """The standard deviation of the values that a seat got."""

    __slots__ = ("count", "squares", "total")

    def __init__(self) -> None:
        self.count, self.total, self.squares = 0, 0.0, 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    def deviation(self) -> float:
        if not self.count:
            return 1.0
        mean = self.total / self.count
        return sqrt(max(0.0, self.squares / self.count - mean * mean))


class Node:
    """What one seat knows at one moment: its moves, and the next nodes by the events that it is shown."""

    __slots__ = ("edges", "moves", "next", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.moves: list[Move] = []
        self.edges: dict[Move, Edge] = {}
        self.next: dict[bytes, Node] = {}

    @property
    def width(self) -> int:
        """How many moves it considers: at first only the heuristic's first move, and more with more visits."""
        return 1 + isqrt(self.visits // 4)

    def after(self, observation: bytes) -> "Node":
        """The node after this observation."""
        node = self.next.get(observation)
        if node is None:
            node = self.next[observation] = Node()
        return node

    def select(self, moves: Sequence[Move], deviation: float) -> tuple[Move, Edge]:
        """The move with the highest upper confidence bound."""
        edges = [self.edges.setdefault(move, Edge()) for move in moves]
        for edge in edges:
            edge.available += 1
        best = max(range(len(edges)), key=lambda index: edges[index].upper_bound(deviation))
        return moves[best], edges[best]


class Search:
    """The race between the moves of one seat, and the trees of all seats below it."""

    def __init__(
        self,
        engine: Engine[Any, Any],
        heuristic: Heuristic[Any],
        view: Any,
        seat: int,
        chance: FastRandom,
        knowledge: Knowledge = (),
    ) -> None:
        self.engine, self.heuristic, self.view, self.seat, self.chance = engine, heuristic, view, seat, chance
        self.knowledge = knowledge
        self.roots = [Node() for _ in range(engine.players.max)]
        self.spreads = [Spread() for _ in self.roots]
        line = self.deal(chance)
        self.moves = line.moves(1 if heuristic.is_simultaneous_guess(line.state) else MOST_MOVES)
        self.values: list[list[float]] = [[] for _ in self.moves]
        self.racing = list(range(len(self.moves)))
        self.decide_by_expected_value(line.state)
        self.untried: list[int] = []
        self.deal_seed = b""

    def deal(self, chance: FastRandom) -> Line:
        """A line that begins with this seat's choice, from a state that fits the view and what the seat knows."""
        state = deal(self.engine, self.view, self.seat, chance, self.knowledge)
        return Line(self.engine, self.heuristic, state, self.seat, chance)

    def decide_by_expected_value(self, state: Any) -> None:
        """If the heuristic knows the expected values of all moves, only the best move is left."""
        if len(self.moves) == 1:
            return
        values = [self.heuristic.expected_value(state, self.seat, move) for move in self.moves]
        known = [value for value in values if value is not None]
        if len(known) == len(self.moves):
            self.racing = [known.index(max(known))]

    @property
    def is_decided(self) -> bool:
        """Whether one move is left."""
        return len(self.racing) == 1

    def iterate(self) -> None:
        """Try one move on the current deal; once all moves have been tried on it, the next iteration deals again."""
        if not self.untried:
            self.untried = list(self.racing)
            self.deal_seed = self.chance.below(1 << 62).to_bytes(8, "big")
        index = self.untried.pop(0)
        self.values[index].append(self.simulate(self.moves[index]))
        deals = len(self.values[index])
        if not self.untried and deals >= WARM_UP and deals.bit_count() == 1:
            leader = max(self.racing, key=lambda index: sum(self.values[index]))
            self.racing = [index for index in self.racing if index == leader or self.lead(leader, index) < BEHIND]

    def simulate(self, move: Move) -> float:
        """Make this move, go down the trees to a new node, play out from there, and update the trees."""
        line, nodes, selected = self.deal(FastRandom(self.deal_seed)), self.roots, []
        events = line.play(move)
        while line.mover is not None and not self.heuristic.is_quiet(line.state):
            nodes = [node.after(one) for node, one in zip(nodes, observations(events, len(nodes)), strict=True)]
            seat = line.mover
            node = nodes[seat]
            node.visits += 1
            if node.visits == 1:
                break
            moves = self.candidates(line, node)
            move = moves[0]
            if len(moves) > 1:
                move, edge = node.select(moves, self.spreads[seat].deviation())
                selected.append((edge, seat))
            events = line.play(move)
        values = line.play_out(self.heuristic.horizon)
        for edge, seat in selected:
            edge.visits += 1
            edge.total += values[seat]
        for spread, value in zip(self.spreads, values, strict=False):
            spread.add(value)
        return values[self.seat]

    def candidates(self, line: Line, node: Node) -> list[Move]:
        """The moves that the mover considers. A node always means the same to the bot itself, so its list is kept.

        In a simultaneous guess all play the heuristic's first move: if they learned from what the bot tries, they would
        guess what it does.
        """
        if self.heuristic.is_simultaneous_guess(line.state):
            return line.moves(1)
        if line.mover != self.seat:
            return line.moves(node.width)
        if not node.moves:
            node.moves = line.moves(MOST_MOVES)
        return node.moves[: node.width]

    def lead(self, one: int, other: int) -> float:
        """How much better one move has done than another on the same deals, in standard errors."""
        gaps = [a - b for a, b in zip(self.values[one], self.values[other], strict=False)]
        count, total = len(gaps), sum(gaps)
        if total <= 0 or count == 1:
            return 0.0
        variance = sum((gap - total / count) ** 2 for gap in gaps) / (count - 1)
        return total / sqrt(variance * count) if variance else inf

    def best(self) -> Move:
        """The heuristic's first move, unless the one with the best values on the same deals is clearly better."""
        deals = min(len(self.values[index]) for index in self.racing)
        best = max(self.racing, key=lambda index: sum(self.values[index][:deals]))
        return self.moves[best if 0 not in self.racing or self.lead(best, 0) > CLEAR else 0]


def observations(events: Sequence[Event], seats: int) -> list[bytes]:
    """What each seat is shown of these events, encoded."""
    entries = [logged(event) for event in events]
    if not any(entry.private for entry in entries):
        return [_encode(entries)] * seats
    return [_encode([(entry.type, entry.seat, entry.data_for(seat)) for entry in entries]) for seat in range(seats)]
