"""What a sensible table of T'Chang does. It is made from what players see: the view, and nothing else.

The table plays together, so all seats work out the same plan and each does its own part of it. The plan is a route for
each free pawn to the exit, by way of the hidden statues, the stones worth visiting and the pawns that need help.
"""

from collections.abc import Iterator
from itertools import combinations

from engines.engine import Action
from engines.shared_tomb.map import DISTANCE, HALL, PLACES
from engines.shared_tomb.stones import ANIMAL
from engines.tchang.actions import DeclineRiddle, EndTurn, Lay, Move, Pass, Share
from engines.tchang.view import PawnView, TchangView

RESCUE = 5.0
"""What a bite costs on average, in fireflies: the rescuer's detour, and the bitten pawn's delay."""
COMFORT = 25.0
"""With this many fireflies more than the plan needs, stones are not worth the risk of a bite."""
SHORT = 0.5
"""How much a missing firefly counts when squares are assigned to pawns."""


class Route:
    """Where one pawn goes, what this costs and what it brings."""

    def __init__(self, pawn: PawnView, end: int | None) -> None:
        self.pawn = pawn
        self.fireflies = float(pawn.fireflies)
        self.stops = [pawn.square]
        self.end = end
        self.length = 0 if end is None else DISTANCE[pawn.square][end]

    def cheapest(self, stop: int) -> tuple[int, int]:
        """How much longer the route gets with this stop, and at which place in the route."""
        steps, stops, end = DISTANCE[stop], self.stops, self.end
        last = len(stops) - 1
        best = steps[stops[last]] + (0 if end is None else steps[end] - DISTANCE[stops[last]][end])
        place = last + 1
        for after in range(last):
            here, there = stops[after], stops[after + 1]
            longer = steps[here] + steps[there] - DISTANCE[here][there]
            if longer < best:
                best, place = longer, after + 1
        return best, place


class Plan:
    """What the table will do, worked out from what everyone sees."""

    def __init__(self, view: TchangView) -> None:
        self.pawns = view.pawns
        self.out = None if view.exit is None else view.exit.square
        self.open = view.exit is not None and view.exit.open
        self.statues = {statue.square for statue in view.statues if statue.figure is None}
        self.stones = set(view.stones)
        hidden = max(1, sum(count.hidden for count in view.stones_by_face))
        income = sum(count.face * count.hidden for count in view.stones_by_face if count.face > 0) / hidden
        self.risk = sum(count.hidden for count in view.stones_by_face if count.face == ANIMAL) / hidden
        self.worth = income - RESCUE * self.risk
        self.held = set(view.animals)
        self.routes = [Route(pawn, self.out) for pawn in self.pawns if not pawn.bitten and pawn.fireflies]
        self.lay_routes()

    def lay_routes(self) -> None:
        """Add every square that must be visited where it lengthens a route least, then the stones worth visiting."""
        must = set() if self.open else set(self.statues)
        must |= self.held | {pawn.square for pawn in self.pawns if not pawn.fireflies}
        must -= {route.stops[0] for route in self.routes}
        from_end = DISTANCE[HALL if self.out is None else self.out]
        for stop in sorted(must, key=lambda square: (-from_end[square], square)):
            self.insert(stop, None)
        if sum(route.fireflies - route.length for route in self.routes) < COMFORT:
            for stop in sorted(self.stones - must, key=lambda square: (-from_end[square], square)):
                self.insert(stop, self.worth)

    def insert(self, stop: int, limit: float | None) -> None:
        """Add a stop to the route it suits best, unless this costs as much as the limit."""
        gain = self.worth if stop in self.stones else 0.0
        best: tuple[float, int, int, Route] | None = None
        for route in self.routes:
            longer, place = route.cheapest(stop)
            short = max(0.0, route.length + longer - route.fireflies - gain)
            if best is None or longer + SHORT * short < best[0]:
                best = (longer + SHORT * short, longer, place, route)
        if best is None or (limit is not None and best[1] >= limit):
            return
        _, longer, place, route = best
        route.stops.insert(place, stop)
        route.length += longer
        route.fireflies += gain

    def next_move(self) -> Move | None:
        """The part of the plan to do first: rescues, then what brings most for its cost."""
        last_free = len(self.pawns) - len(self.held) == 1
        if last_free and self.risk and (rescue := self.rescue()):
            return rescue
        moves = []
        for route in self.routes:
            if len(route.stops) > 1:
                stop, fireflies = route.stops[1], route.pawn.fireflies
                cost = DISTANCE[route.stops[0]][stop]
                if cost <= fireflies and not (last_free and self.risk and stop in self.stones):
                    moves.append((self.value(stop, fireflies - cost) - cost, -route.pawn.pawn, stop))
        if not moves:
            return None
        _, pawn, stop = max(moves)
        return Move(-pawn, stop)

    def value(self, stop: int, left: int) -> float:
        """What a stop is worth to a pawn that arrives there with so many fireflies left."""
        if stop in self.held:
            return 6.0
        if stop in self.stones:
            return self.worth
        return 0.0 if left else -4.0

    def rescue(self) -> Move | None:
        """The shortest way on which a free pawn can reach a bitten one."""
        return self.nearest(self.held)

    def nearest(self, goals: set[int]) -> Move | None:
        """The shortest move any pawn can make to one of these squares."""
        moves = [
            (DISTANCE[pawn.square][goal], pawn.pawn, goal)
            for pawn in self.pawns
            if not pawn.bitten
            for goal in goals
            if 0 < DISTANCE[pawn.square][goal] <= pawn.fireflies
        ]
        return Move(*min(moves)[1:]) if moves else None


def choose(view: TchangView, seat: int) -> Action:
    """What this seat does now: share as planned, then its part of the plan, or leave the move to another seat."""
    if view.phase == "riddle":
        return DeclineRiddle()
    if view.phase == "lay":
        return layout(view)
    if (share := sharing(view, seat)) is not None:
        return share
    if view.phase == "share":
        return EndTurn()
    plan = Plan(view)
    move = (way_out(plan, plan.out) if plan.open and plan.out is not None else None) or plan.next_move()
    move = move or plan.nearest(plan.stones | plan.statues)
    return move if move is not None and view.pawns[move.pawn].seat == seat else Pass()


def layout(view: TchangView) -> Lay:
    """Statues as near to the hall as possible, stones on them: one stop then turns over both."""
    statues = {statue.square for statue in view.statues}
    laid = set(view.stones) if view.to_lay and not view.to_lay.statues else statues
    free = (square for square in PLACES if square not in laid)
    return Lay(
        min(free, key=lambda square: (laid is not statues and square not in statues, DISTANCE[HALL][square], square))
    )


def way_out(plan: Plan, out: int) -> Move | None:
    """The exit is open. Pawns with fireflies to spare go to those that cannot reach it; then all walk out."""
    needy = [pawn for pawn in plan.pawns if pawn.bitten or pawn.fireflies < DISTANCE[pawn.square][out]]
    if not needy:
        return next(Move(pawn.pawn, out) for pawn in plan.pawns if pawn.square != out)
    best: tuple[int, int, int, tuple[PawnView, ...]] | None = None
    for size in (2, 3, 4):
        for group in combinations(plan.pawns, size):
            helped = sum(pawn in group for pawn in needy)
            for spare, square in meetings(group, out) if helped else ():
                if best is None or (helped, spare) > best[:2]:
                    best = (helped, spare, square, group)
    if best is None:
        return None
    _, _, square, group = best
    return next((Move(pawn.pawn, square) for pawn in group if pawn.square != square), None)


def meetings(group: tuple[PawnView, ...], out: int) -> Iterator[tuple[int, int]]:
    """Squares where these pawns can meet and then all walk out, with the fireflies that they would have left."""
    held = [pawn.square for pawn in group if pawn.bitten]
    if len(held) > 1:
        return
    fireflies = sum(pawn.fireflies for pawn in group)
    for square in held or (HALL, *PLACES, out):
        steps = [DISTANCE[pawn.square][square] for pawn in group]
        spare = fireflies - sum(steps) - len(group) * DISTANCE[square][out]
        if spare >= 0 and all(step <= pawn.fireflies for step, pawn in zip(steps, group, strict=True)):
            yield spare, square


def sharing(view: TchangView, seat: int) -> Share | None:
    """A transfer after which the pawns on one of this seat's squares hold more nearly what they should."""
    for square in sorted({pawn.square for pawn in view.pawns if pawn.seat == seat}):
        here = [pawn for pawn in view.pawns if pawn.square == square]
        over = [pawn.fireflies - due for pawn, due in zip(here, portions(view, here), strict=True)]
        giver, taker = over.index(max(over)), over.index(min(over))
        if over[giver] > 0:
            return Share(here[giver].pawn, here[taker].pawn, min(over[giver], -over[taker]))
    return None


def portions(view: TchangView, here: list[PawnView]) -> list[int]:
    """What each of these pawns should hold: equal parts; once the exit is open, enough for its way, one the rest."""
    total = sum(pawn.fireflies for pawn in here)
    if view.exit is None or not view.exit.open:
        each, over = divmod(total, len(here))
        return [each + (place < over) for place in range(len(here))]
    due = []
    for _ in here:
        due.append(min(DISTANCE[here[0].square][view.exit.square], total))
        total -= due[-1]
    due[0] += total
    return due
