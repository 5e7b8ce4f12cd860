"""Monte Carlo search over information sets: a race between the bot's moves, and below it a tree for each seat.

The moves race on the same tables: each deal, made to look like the bot's view, is played once with every move still in
the race and with the same luck. So moves are compared by what they change, not by who got the better deal. Moves that
are clearly behind drop out.

After its move every seat has a tree of its own, in which it goes from node to node by what it hears. So nobody's move
depends on what that seat cannot know, and seats that choose at the same time do not see each other's choice. Which
moves there are differs from table to table: a move is compared by how often it was there, not by how often the node
was visited.
"""

from collections.abc import Sequence
from math import inf, isqrt, log, sqrt
from typing import Any

import msgspec

from bots.fast_random import FastRandom
from bots.simulation import Line
from engines.engine import Action, Engine, Event, logged
from engines.heuristic import Heuristic
from engines.text import english

_encode = msgspec.msgpack.Encoder(enc_hook=english).encode
MOST_MOVES = 24
"""How many moves a seat considers at most."""
CURIOSITY = 0.7
"""How much a move that was seldom tried is preferred to one that has done well, in units of how values differ."""
WARM_UP = 4
"""How many tables all moves are tried on before one can drop out."""
BEHIND = 2.0
"""So many standard errors behind the leader a move drops out."""
CLEAR = 1.0
"""How many standard errors better a move must have done than the first one to be chosen instead."""
Move = Action | None


class Edge:
    """A move at a node: how often it was tried, what came of it in all, and how often it could have been tried."""

    __slots__ = ("available", "total", "visits")

    def __init__(self) -> None:
        self.visits, self.total, self.available = 0, 0.0, 0

    def promise(self, spread: float) -> float:
        """What it has brought on average, and more the less is known about it; first of all what was never tried."""
        if not self.visits:
            return inf
        return self.total / self.visits + CURIOSITY * spread * sqrt(log(self.available) / self.visits)


class Spread:
    """How far apart the values are that a seat has seen: their standard deviation."""

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
    """What one seat knows at one moment: its moves, and the nodes that what it hears next leads to."""

    __slots__ = ("edges", "moves", "next", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.moves: list[Move] = []
        self.edges: dict[Move, Edge] = {}
        self.next: dict[bytes, Node] = {}

    @property
    def width(self) -> int:
        """How many moves it considers: at first only what is advised, and more the oftener it is visited."""
        return 1 + isqrt(self.visits // 4)

    def after(self, heard: bytes) -> "Node":
        """The node that hearing this leads to."""
        node = self.next.get(heard)
        if node is None:
            node = self.next[heard] = Node()
        return node

    def select(self, moves: Sequence[Move], spread: float) -> tuple[Move, Edge]:
        """The most promising move."""
        edges = [self.edges.setdefault(move, Edge()) for move in moves]
        for edge in edges:
            edge.available += 1
        best = max(range(len(edges)), key=lambda place: edges[place].promise(spread))
        return moves[best], edges[best]


class Search:
    """The race between the moves of one seat, and the trees of all seats below it."""

    def __init__(
        self, engine: Engine[Any, Any], advice: Heuristic[Any], view: Any, seat: int, luck: FastRandom
    ) -> None:
        self.engine, self.advice, self.view, self.seat, self.luck = engine, advice, view, seat, luck
        self.roots = [Node() for _ in range(engine.players.max)]
        self.spreads = [Spread() for _ in self.roots]
        line = self.deal(luck)
        self.moves = line.moves(1 if advice.is_simultaneous_guess(line.state) else MOST_MOVES)
        self.values: list[list[float]] = [[] for _ in self.moves]
        self.racing = list(range(len(self.moves)))
        self.expected_value(line.state)
        self.due: list[int] = []
        self.table = b""

    def deal(self, luck: FastRandom) -> Line:
        """A line that begins with this seat's choice, on a table that looks like the view."""
        return Line(self.engine, self.advice, self.engine.resample(self.view, self.seat, luck), self.seat, luck)

    def expected_value(self, state: Any) -> None:
        """If the worth of all moves can be worked out, only the best is left."""
        if len(self.moves) == 1:
            return
        worth = [self.advice.expected_value(state, self.seat, move) for move in self.moves]
        foreseen = [value for value in worth if value is not None]
        if len(foreseen) == len(self.moves):
            self.racing = [foreseen.index(max(foreseen))]

    @property
    def decided(self) -> bool:
        """Whether one move is left."""
        return len(self.racing) == 1

    def iterate(self) -> None:
        """Try one move on the table; once all have been tried, another table is dealt for the next iteration."""
        if not self.due:
            self.due = list(self.racing)
            self.table = self.luck.below(1 << 62).to_bytes(8, "big")
        place = self.due.pop(0)
        self.values[place].append(self.follow(self.moves[place]))
        tables = len(self.values[place])
        if not self.due and tables >= WARM_UP and tables.bit_count() == 1:
            leader = max(self.racing, key=lambda place: sum(self.values[place]))
            self.racing = [place for place in self.racing if place == leader or self.lead(leader, place) < BEHIND]

    def follow(self, move: Move) -> float:
        """Make this move, go down the trees to a node never visited, play on, and note what came of it."""
        line, nodes, tried = self.deal(FastRandom(self.table)), self.roots, []
        told = line.follow(move)
        while line.mover is not None and not self.advice.is_quiet(line.state):
            nodes = [node.after(one) for node, one in zip(nodes, heard(told, len(nodes)), strict=True)]
            seat = line.mover
            node = nodes[seat]
            node.visits += 1
            if node.visits == 1:
                break
            moves = self.considered(line, node)
            move = moves[0]
            if len(moves) > 1:
                move, edge = node.select(moves, self.spreads[seat].deviation())
                tried.append((edge, seat))
            told = line.follow(move)
        values = line.play_out(self.advice.horizon)
        for edge, seat in tried:
            edge.visits += 1
            edge.total += values[seat]
        for spread, value in zip(self.spreads, values, strict=False):
            spread.add(value)
        return values[self.seat]

    def considered(self, line: Line, node: Node) -> list[Move]:
        """What the mover considers. At a node the bot itself always knows the same, so its moves are made only once.

        Where all guess each other they do as advised: if they learned from what the bot tries, they would guess what it
        does.
        """
        if self.advice.is_simultaneous_guess(line.state):
            return line.moves(1)
        if line.mover != self.seat:
            return line.moves(node.width)
        if not node.moves:
            node.moves = line.moves(MOST_MOVES)
        return node.moves[: node.width]

    def lead(self, one: int, other: int) -> float:
        """How much better one move has done than another on the same tables, in standard errors."""
        gaps = [a - b for a, b in zip(self.values[one], self.values[other], strict=False)]
        count, total = len(gaps), sum(gaps)
        if total <= 0 or count == 1:
            return 0.0
        variance = sum((gap - total / count) ** 2 for gap in gaps) / (count - 1)
        return total / sqrt(variance * count) if variance else inf

    def best(self) -> Move:
        """The first move, unless the one that has done best on the same tables is clearly better."""
        tables = min(len(self.values[place]) for place in self.racing)
        best = max(self.racing, key=lambda place: sum(self.values[place][:tables]))
        return self.moves[best if 0 not in self.racing or self.lead(best, 0) > CLEAR else 0]


def heard(events: Sequence[Event], seats: int) -> list[bytes]:
    """What each seat is told of these events."""
    told = [logged(event) for event in events]
    if not any(event.private for event in told):
        return [_encode(told)] * seats
    return [_encode([(event.type, event.seat, event.data_for(seat)) for event in told]) for seat in range(seats)]
