"""How to play Tokyo Poo Divers: dive where open finds meet, and risk while the next cover brings more than it costs."""

from collections.abc import Iterator
from functools import lru_cache

from engines.advice import Advice, standings
from engines.chance import Chance
from engines.contract import Action
from engines.tokyo_poo_divers.actions import Bank, DeclinePeek, Direction, Dive, Peek, Risk
from engines.tokyo_poo_divers.content import BLANK, DECK, FIND
from engines.tokyo_poo_divers.options import COMPASS, PooOptions
from engines.tokyo_poo_divers.state import PooState

FEW, CLOSE = 4, 0.3
"""So many covers are considered for a dive, if they bring so nearly as much as the best."""
NEAR = 0.02
"""How much each cover around a cover adds to it: there may be something to risk."""
PER_COVER = 0.3
"""How the doubt grows with every cover that is still closed."""


class PooAdvice(Advice[PooState]):
    """Points, also those at stake and those expected next; the more covers are closed, the less they say."""

    horizon = 6

    def appraise(self, state: PooState) -> list[float]:
        points = [float(purse.value) for purse in state.purses]
        if state.ending is not None:
            return standings(points, 0)
        seat, closed = state.turn.seat, state.closed()
        points[seat] += state.turn.points
        divers = [seat, (seat + 1) % len(points)] if state.phase == "dive" else [(seat + 1) % len(points)]
        odds = Odds(state, divers[0])
        dives = sorted((odds.worth(state, cover) for cover in closed), reverse=True)
        for diver, worth in zip(divers, dives, strict=False):
            points[diver] += max(0.0, worth)
        return standings(points, 2 + PER_COVER * min(len(closed), state.bank.value))

    def moves(self, state: PooState, seat: int, chance: Chance) -> Iterator[Action | None]:
        odds = Odds(state, seat)
        if state.phase == "decide":
            return decisions(state, odds)
        cells = state.options.cells
        covers = [(odds.worth(state, cover), cover) for cover in state.closed()]
        covers.sort(key=lambda cover: -cover[0])
        if state.phase == "dive":
            return (Dive(cells[cover]) for worth, cover in covers[:FEW] if worth > covers[0][0] - CLOSE)
        unknown: list[Action] = [Peek(cells[cover]) for _, cover in covers if cover not in odds.known]
        return iter([*unknown[:FEW], DeclinePeek()])


class Odds:
    """What a seat can expect under a cover: what it has peeked at, or else what has not been seen yet."""

    def __init__(self, state: PooState, seat: int) -> None:
        remembered = state.peeked[seat] if state.options.remember_peeks else ()
        self.known = {cover: state.faces[cover] for cover in remembered if not state.opened[cover]}
        seen = [face for face, opened in zip(state.faces, state.opened, strict=True) if opened]
        seen += self.known.values()
        self.rays = rays(state.options)
        self.around = state.options.neighbours
        unseen = max(1, len(DECK) - len(seen))
        self.find, self.blank = ((DECK.count(face) - seen.count(face)) / unseen for face in (FIND, BLANK))

    def of(self, cover: int) -> tuple[float, float]:
        """How likely a find and a blank are."""
        if cover in self.known:
            return float(self.known[cover] == FIND), float(self.known[cover] == BLANK)
        return self.find, self.blank

    def worth(self, state: PooState, cover: int) -> float:
        """About how many points a dive here brings; a cover known to hide no find is worth nothing."""
        find, _ = self.of(cover)
        return find * (1 + star_size(state, self.rays[cover])) + (NEAR * len(self.around[cover]) if find else -1.0)


def decisions(state: PooState, odds: Odds) -> Iterator[Action]:
    """Bank, or risk once more and bank then: what brings more, best first."""
    points, finds, first = state.turn.points, state.turn.finds, state.turn.facing is None
    ways: list[tuple[float, Action]] = [(points, Bank())]
    for way, cover in state.openable().items():
        find, blank = odds.of(cover)
        ways.append((points * (1 - blank) + find * (finds + 1), Risk(way if first else None)))
    ways.sort(key=lambda way: -way[0])
    return (action for _, action in ways)


def star_size(state: PooState, lines: tuple[tuple[int, ...], ...]) -> int:
    """How many open finds a dive would count, along these lines."""
    opened, faces, size = state.opened, state.faces, 0
    for line in lines:
        for at in line:
            if not opened[at] or faces[at] != FIND:
                break
            size += 1
    return size


@lru_cache(maxsize=64)
def rays(options: PooOptions) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each cover the covers in each direction, the nearest first."""
    return tuple(tuple(ray(options, cover, way) for way in COMPASS) for cover in range(len(options.cells)))


def ray(options: PooOptions, cover: int, way: Direction) -> tuple[int, ...]:
    """The covers in one direction, up to the first hole."""
    found: list[int] = []
    at = options.neighbours[cover].get(way)
    while at is not None:
        found.append(at)
        at = options.neighbours[at].get(way)
    return tuple(found)
