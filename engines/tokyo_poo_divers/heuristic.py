"""How to play Tokyo Poo Divers: dive where open finds meet, and risk while the next cover brings more than it costs."""

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt

from engines.chance import Chance
from engines.engine import Action
from engines.heuristic import Heuristic, standings
from engines.tokyo_poo_divers.actions import Bank, DeclinePeek, Direction, Dive, Peek, Risk, Vote
from engines.tokyo_poo_divers.content import BLANK, DECK, FIND
from engines.tokyo_poo_divers.options import COMPASS, PooOptions
from engines.tokyo_poo_divers.state import PooState

FEW, CLOSE = 6, 1.0
"""So many covers are considered for a dive, if they bring so nearly as much as the best."""
NEAR = 0.02
"""How much each cover around a cover adds to it: there may be something to risk."""
FIRST, SECOND = 0.86, 0.37
"""What the best dive there is counts for the diver whose turn begins, and the next best for the one after: fitted to
how games between greedy divers ended."""
SWING = 1.2
"""How the uncertainty grows with the root of the number of covers that are still closed."""
SPOILT = 0.7
"""How often a cover next to one of the best dives is still closed after it."""
RISKS = 3
"""How many risks in a row are computed."""
TAKEN = 0.9
"""How often a diver who has seen a find dives there rather than at a cover that promises less."""


class PooHeuristic(Heuristic[PooState]):
    """Points, and the best dives for those whose turn it is next; the more covers are closed, the less they say."""

    horizon = 8

    def evaluate(self, state: PooState) -> list[float]:
        points = [purse.value for purse in state.purses]
        if state.phase in ("vote", "over"):
            best = state.winners()
            return standings([its + (seat in best) for seat, its in enumerate(points)], 0)
        points[state.turn.seat] += state.turn.points
        diver = state.turn.seat if state.phase == "dive" else (state.turn.seat + 1) % len(points)
        return position_values(state, points, diver, Odds(state, diver))

    def moves(self, state: PooState, seat: int, chance: Chance) -> Iterator[Action | None]:
        if state.phase == "vote":
            return iter([Vote()])  # a bot has not been at the contest
        odds = Odds(state, seat)
        if state.phase == "decide":
            return decisions(state, odds)
        cells = state.options.cells
        covers = [(odds.expected_points(cover), cover) for cover in odds.closed]
        covers.sort(key=lambda cover: -cover[0])
        if state.phase == "dive":
            return (Dive(cells[cover]) for worth, cover in covers[:FEW] if worth > covers[0][0] - CLOSE)
        ahead = Lookahead(state, seat)
        unknown = [cover for _, cover in covers if cover not in odds.known][:FEW]
        peeks: list[Action] = [Peek(cells[cover]) for cover in sorted(unknown, key=lambda cover: -ahead.peek(cover))]
        return iter(peeks or [DeclinePeek()])

    def expected_value(self, state: PooState, seat: int, move: Action | None) -> float | None:
        """Exactly, but for what comes after this turn."""
        ahead, turn = Lookahead(state, seat), state.turn
        if isinstance(move, Dive):
            return ahead.dive(state.options.numbers[move.cell])
        if isinstance(move, Risk) and turn.last is not None:
            way = turn.facing or move.direction
            return None if way is None else ahead.risk(turn.last, way, turn.points, turn.finds, RISKS)
        if isinstance(move, Peek):
            return ahead.peek(state.options.numbers[move.cell])
        return ahead.turn_over(turn.points) if isinstance(move, Bank) else None


def position_values(state: PooState, points: list[int], diver: int, odds: "Odds") -> list[float]:
    """The value to each seat when this diver's turn begins."""
    dives = sorted([odds.expected_points(cover) for cover in odds.closed] + [0.0, 0.0])
    expected: list[float] = list(points)
    expected[diver] += FIRST * dives[-1]
    expected[(diver + 1) % len(points)] += SECOND * dives[-2]
    return standings(expected, uncertainty(state, odds))


def uncertainty(state: PooState, odds: "Odds") -> float:
    """How many points may still change."""
    return 0.5 + SWING * sqrt(min(len(odds.closed), state.bank.value))


class Odds:
    """What a seat can expect under a cover: what it has peeked at, or else what has not been seen yet."""

    def __init__(self, state: PooState, seat: int) -> None:
        self.known = known_faces(state, seat)
        self.open_finds = [opened and face == FIND for face, opened in zip(state.faces, state.opened, strict=True)]
        self.closed = state.closed()
        seen = [face for face, opened in zip(state.faces, state.opened, strict=True) if opened]
        seen += self.known.values()
        self.rays = rays(state.options)
        self.around = state.options.neighbours
        unseen = max(1, len(DECK) - len(seen))
        self.find, self.blank = ((DECK.count(face) - seen.count(face)) / unseen for face in (FIND, BLANK))
        self.avoided = set(self.worse_than_they_look(state, seat))

    def worse_than_they_look(self, state: PooState, seat: int) -> Iterator[int]:
        """The covers that another seat has looked under before it dived where one that looks the same promises less."""
        if state.known is not None and state.known.seat == seat:
            for cover, instead in state.known.avoided:
                if not state.opened[cover] and 1 + self.star(cover) >= self.find * (1 + self.star(instead)):
                    yield cover

    def probabilities(self, cover: int) -> tuple[float, float]:
        """The probabilities of a find and of a blank."""
        if cover in self.known:
            return float(self.known[cover] == FIND), float(self.known[cover] == BLANK)
        if cover in self.avoided:
            left = 1 - TAKEN * self.find
            return (1 - TAKEN) * self.find / left, self.blank / left
        return self.find, self.blank

    def expected_points(self, cover: int) -> float:
        """About how many points a dive here brings; a cover known to hide no find is worth nothing."""
        find, _ = self.probabilities(cover)
        return find * (1 + self.star(cover)) + (NEAR * len(self.around[cover]) if find else -1.0)

    def star(self, cover: int) -> int:
        """How many open finds a dive would count."""
        finds, size = self.open_finds, 0
        for line in self.rays[cover]:
            for at in line:
                if not finds[at]:
                    break
                size += 1
        return size


def known_faces(state: PooState, seat: int) -> dict[int, str]:
    """What the seat has seen under closed covers and remembers."""
    known = state.known
    if known is not None and known.seat == seat:
        return {cover: face for cover, face in known.faces.items() if not state.opened[cover]}
    remembered = state.peeked[seat] if state.options.remember_peeks else ()
    return {cover: state.faces[cover] for cover in remembered if not state.opened[cover]}


class Lookahead:
    """The turn of one seat, with all that may turn up in it and the dives that it leaves to the others."""

    def __init__(self, state: PooState, seat: int) -> None:
        self.state, self.seat, self.odds = state, seat, Odds(state, seat)

    def dive(self, cover: int) -> float:
        """A blank ends the turn; after a sleeper the same seat dives again; after a find it does what is best."""
        find, blank = self.odds.probabilities(cover)
        points = 1 + self.odds.star(cover)
        self.odds.closed.remove(cover)
        value = (1 - find - blank) * self.begins(self.seat, 0) + blank * self.turn_over(0)
        self.odds.open_finds[cover] = True
        value += find * self.decide(cover, tuple(COMPASS), points, 1, RISKS - 1)
        self.odds.open_finds[cover] = False
        self.odds.closed.append(cover)
        return value

    def decide(self, last: int, ways: tuple[Direction, ...], points: int, finds: int, risks: int) -> float:
        """Bank, or the best risk."""
        values = [self.turn_over(points)]
        if risks:
            around = self.odds.around[last]
            open_to = [way for way in ways if way in around and around[way] in self.odds.closed]
            values += [self.risk(last, way, points, finds, risks) for way in open_to]
        return max(values)

    def risk(self, last: int, way: Direction, points: int, finds: int, risks: int) -> float:
        """A blank loses the points, a sleeper pays them, a find adds to them."""
        cover = self.odds.around[last][way]
        find, blank = self.odds.probabilities(cover)
        self.odds.closed.remove(cover)
        value = (1 - find - blank) * self.turn_over(points) + blank * self.turn_over(0)
        self.odds.open_finds[cover] = True
        value += find * self.decide(cover, (way,), points + finds + 1, finds + 1, risks - 1)
        self.odds.open_finds[cover] = False
        self.odds.closed.append(cover)
        return value

    def turn_over(self, points: int) -> float:
        """The value to this seat with these points more when the next turn begins."""
        return self.begins((self.seat + 1) % len(self.state.purses), points)

    def begins(self, diver: int, points: int) -> float:
        """The value to this seat with these points more when this diver's turn begins."""
        state, odds = self.state, self.odds
        purses = [purse.value for purse in state.purses]
        purses[self.seat] += min(points, state.bank.value)
        if not odds.closed or points >= state.bank.value:
            return standings(purses, 0)[self.seat]
        return position_values(state, purses, diver, odds)[self.seat]

    def peek(self, cover: int) -> float:
        """The others take the best dives, and perhaps what is next to them; so look where one can dive after that."""
        odds, points = self.odds, [float(purse.value) for purse in self.state.purses]
        covers = sorted(odds.closed, key=lambda other: -odds.expected_points(other))
        taken, rest = covers[: len(points) - 1], covers[len(points) - 1 :]
        usual = max((odds.expected_points(other) for other in rest if other != cover), default=0.0)
        gain = max(0.0, 1 + odds.star(cover) - usual) if cover in rest else 0.0
        left = SPOILT ** sum(cover in odds.around[other].values() for other in taken)
        points[self.seat] += usual + left * odds.find * gain
        return standings(points, uncertainty(self.state, odds))[self.seat]


def decisions(state: PooState, odds: Odds) -> Iterator[Action]:
    """Bank, or risk once more and bank then: what brings more, best first."""
    points, finds, first = state.turn.points, state.turn.finds, state.turn.facing is None
    ways: list[tuple[float, Action]] = [(points, Bank())]
    for way, cover in state.openable().items():
        find, blank = odds.probabilities(cover)
        ways.append((points * (1 - blank) + find * (finds + 1), Risk(way if first else None)))
    ways.sort(key=lambda way: -way[0])
    return (action for _, action in ways)


@lru_cache(maxsize=64)
def rays(options: PooOptions) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each cover the covers in each direction, the nearest first."""
    return tuple(tuple(ray(options, cover, way) for way in COMPASS) for cover in range(len(options.cells)))


def ray(options: PooOptions, cover: int, way: Direction) -> tuple[int, ...]:
    """The covers in one direction, up to the first hole."""
    covers: list[int] = []
    at = options.neighbours[cover].get(way)
    while at is not None:
        covers.append(at)
        at = options.neighbours[at].get(way)
    return tuple(covers)
