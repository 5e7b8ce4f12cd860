"""Monte Carlo tree search over information sets, with a tree and a value for each seat.

Every iteration deals a table that looks like the view of the bot, and follows one line of play on it. Each seat has a
tree of its own, in which it goes from node to node by what it hears. So nobody's move depends on what that seat cannot
know, and seats that choose at the same time do not see each other's choice. Which moves there are differs from table to
table: a move is compared by how often it was there, not by how often the node was visited.
"""

from collections.abc import Sequence
from math import isqrt, log, sqrt
from typing import Any

import msgspec

from bots.luck import Luck
from bots.play import Line
from engines.advice import Advice
from engines.contract import Action, Engine, Event, logged

MOST_MOVES = 40
"""How many moves a seat considers at most."""
CURIOSITY = 0.7
"""How much a move that was seldom tried is preferred to one that has done well, in units of how values differ."""
CLEAR = 1.0
"""How many standard errors better a move must have done than the first one to be chosen instead."""
Move = Action | None


class Edge:
    """A move at a node: how often it was tried, what came of it in all, and how often it could have been tried."""

    __slots__ = ("available", "total", "visits")

    def __init__(self) -> None:
        self.visits, self.total, self.available = 0, 0.0, 0

    def promise(self, spread: float) -> float:
        """What it has brought on average, and more the less is known about it."""
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
        """How many moves it considers: more, the oftener it is visited."""
        return 2 + 2 * isqrt(self.visits)

    def after(self, heard: bytes) -> "Node":
        """The node that hearing this leads to."""
        node = self.next.get(heard)
        if node is None:
            node = self.next[heard] = Node()
        return node

    def select(self, moves: Sequence[Move], spread: float) -> tuple[Move, Edge]:
        """A move never tried, or the most promising one."""
        self.visits += 1
        open_moves = moves[: self.width]
        edges = []
        for move in open_moves:
            edge = self.edges.get(move)
            if edge is None:
                edge = self.edges[move] = Edge()
            edge.available += 1
            if not edge.visits:
                return move, edge
            edges.append(edge)
        best = max(range(len(edges)), key=lambda place: edges[place].promise(spread))
        return open_moves[best], edges[best]


class Search:
    """The trees of all seats, grown from one view."""

    def __init__(self, engine: Engine[Any, Any], advice: Advice[Any], view: Any, seat: int, luck: Luck) -> None:
        self.engine, self.advice, self.view, self.seat, self.luck = engine, advice, view, seat, luck
        self.roots = [Node() for _ in range(engine.players.max)]
        self.spreads = [Spread() for _ in self.roots]

    def deal(self) -> Line:
        """A line that begins with this seat's choice, on a table that looks like the view."""
        return Line(
            self.engine,
            self.advice,
            self.engine.resample(self.view, self.seat, self.luck),
            self.seat,
            self.luck,
        )

    def iterate(self) -> None:
        """Go down the trees to a move never tried or to where it is quiet, play on, and note what came of it."""
        line, nodes, tried = self.deal(), list(self.roots), []
        while line.mover is not None:
            seat, fresh = line.mover, False
            moves = self.moves(line, nodes[seat])
            move = moves[0]
            if len(moves) > 1:
                move, edge = nodes[seat].select(moves, self.spreads[seat].deviation())
                tried.append((edge, seat))
                fresh = not edge.visits
            nodes = [node.after(told) for node, told in zip(nodes, heard(line.follow(move), len(nodes)), strict=True)]
            if fresh or self.advice.quiet(line.state):
                break
        values = line.play_out(self.advice.horizon)
        for edge, seat in tried:
            edge.visits += 1
            edge.total += values[seat]
        for spread, value in zip(self.spreads, values, strict=False):
            spread.add(value)

    def moves(self, line: Line, node: Node) -> list[Move]:
        """What the mover considers. At a node the bot itself always knows the same, so its moves are made only once.

        Who chooses together with the bot is taken to do as advised: if the others learned from what the bot tries, they
        would guess what it does.
        """
        if line.mover != self.seat:
            return line.moves(1 if self.advice.guessing(line.state) else node.width + 1)
        if not node.moves:
            node.moves = line.moves(MOST_MOVES)
        return node.moves

    def choices(self) -> list[Move]:
        """What the bot has to choose from."""
        return self.moves(self.deal(), self.roots[self.seat])

    def best(self) -> Move:
        """The first move, unless the one tried most has clearly done better; where all guess, one drawn by visits."""
        root, luck = self.roots[self.seat], self.luck
        edges = {move: root.edges[move] for move in root.moves if move in root.edges and root.edges[move].visits}
        if self.advice.guessing(self.deal().state):
            return luck.choice([move for move, edge in edges.items() for _ in range(edge.visits)])
        first, best = root.moves[0], max(edges, key=lambda move: (edges[move].visits, edges[move].total))
        one, other = edges[first], edges[best]
        doubt = self.spreads[self.seat].deviation() * sqrt(1 / one.visits + 1 / other.visits)
        return best if other.total / other.visits - one.total / one.visits > CLEAR * doubt else first


def heard(events: Sequence[Event], seats: int) -> list[bytes]:
    """What each seat is told of these events."""
    told = [logged(event) for event in events]
    if not any(event.private for event in told):
        return [msgspec.msgpack.encode(told)] * seats
    return [
        msgspec.msgpack.encode([(event.type, event.seat, event.data_for(seat)) for event in told])
        for seat in range(seats)
    ]
