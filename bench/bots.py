"""How strong the bots are: pairings of levels in every game with 95 % intervals, and how long they think.

`python -m bench bots --game zoky --games 200 --deals report`. Each level has half the seats of the smallest table, or
with `--seats` of another one; of an odd number the stronger level has one seat less. The seats are swapped evenly. To
beat is to finish ahead, pair by pair, a tie as a half. "Same seat" says how often the same of two seats is ahead after
the same deal when the levels change seats: the more, the more the deal decides. In T'Chang there are no opponents:
there the share of games won is printed for each level and difficulty. `--deals` names a series of deals: try things out
on one, and report another.
"""

from argparse import ArgumentParser
from itertools import combinations
from math import sqrt
from multiprocessing import Pool
from time import process_time

from msgspec.structs import replace

from bench.engines import table
from bots import LEVELS, FastRandom, choose, learn
from bots.choice import HEURISTICS
from bots.search import Search
from bots.simulation import next_mover
from engines.chance import Chance
from engines.engine import logged
from engines.registry import ENGINES
from engines.tapecho.content import DECK
from engines.tapecho.options import TapechoOptions
from engines.tchang.options import PRESETS, TchangOptions

PAIRINGS = (("greedy", "random"), ("search", "greedy"))
ITERATIONS = {"tapecho": 150, "zoky": 200}
"""What `search` is given for a decision, so that the figures do not depend on how busy the machine is: fewer than half
a second gives. In the other games the heuristic knows all expected values or names one move."""
LONGEST = 10_000
COOPERATIVE = "tchang"
TOMB_SEATS = 2


class Match:
    """One game between bots, always the same for the same name."""

    def __init__(self, engine, options, levels, name, iterations):
        self.engine, self.levels, self.iterations = engine, levels, iterations
        self.seed = f"bots {engine.slug} {name}".encode()
        self.chances = [FastRandom(self.seed + bytes([seat])) for seat in range(len(levels))]
        self.times = {level: [] for level in levels}
        self.known = [() for _ in levels]
        self.state, events = engine.new(len(levels), options, Chance(self.seed))
        self.tell([logged(event) for event in events])

    def play(self):
        """Play to the end. Seats that may react are asked before those that the game waits for, as in a search."""
        engine, declined = self.engine, set()
        for _ in range(LONGEST):
            seat = next_mover(engine.turns(self.state), declined)
            if seat is None:
                break
            action = self.think(seat)
            if action is None:
                declined.add(seat)
            else:
                engine.check(self.state, seat, action)
                self.tell([logged(event) for event in engine.play(self.state, seat, action, self.seed)])
                declined.clear()
        return engine.outcome(self.state)

    def tell(self, events):
        """Every seat remembers as much of these events as its level does."""
        for seat, level in enumerate(self.levels):
            self.known[seat] = learn(self.engine, self.known[seat], events, seat, level)

    def think(self, seat):
        """The bot's choice, and the processor time it took, with making the view."""
        level, start = self.levels[seat], process_time()
        view = self.engine.view(self.state, seat)
        luck, known = self.chances[seat], self.known[seat]
        action = choose(self.engine, view, seat, level, luck, knowledge=known, iterations=self.iterations)
        self.times[level].append(process_time() - start)
        return action


def ahead(points, one, other):
    """1 if one seat finished ahead of the other, a half if they tied."""
    return (points[one] > points[other]) + (points[one] == points[other]) / 2


def share(points, levels, strong):
    """The share of pairs, one seat of each level, in which the strong level finished ahead."""
    pairs = [(one, other) for one in range(len(points)) for other in range(len(points))]
    results = [ahead(points, *pair) for pair in pairs if levels[pair[0]] == strong != levels[pair[1]]]
    return sum(results) / len(results)


def dealt(games, strong):
    """How often the same of two seats finishes ahead after the same deal when the two levels change seats."""
    same = []
    for points, levels, deal in games:
        for swapped, changed, again in games:
            for one, other in combinations(range(len(points)), 2) if deal == again else ():
                if levels[one] == changed[other] == strong != levels[other] == changed[one]:
                    here, there = ahead(points, one, other), ahead(swapped, one, other)
                    same.append(here * there + (1 - here) * (1 - there))
    return sum(same) / len(same)


def halves(strong, weak, seats):
    """Every way to give each level half the seats."""
    chosen = combinations(range(seats), seats // 2)
    return [[strong if seat in own else weak for seat in range(seats)] for own in chosen]


def pairing(job):
    """One game of a pairing: points and levels by seat, the number of the deal, and the times by level."""
    slug, strong, weak, _, number, iterations, seats = job
    engine = ENGINES[slug]
    seatings = halves(strong, weak, seats)
    deal, seating = divmod(number, len(seatings))
    match = Match(engine, engine.options_type(), seatings[seating], pairing_name(job, deal), iterations)
    points = [score.score for score in match.play().scores]
    return points, match.levels, deal, match.times


def pairing_name(job, deal):
    """The name of a deal, which at the smallest table does not depend on the number of seats."""
    slug, strong, weak, deals, _, _, seats = job
    return f"{deals} {strong} {weak} {deal}" + (f" {seats}" if seats > ENGINES[slug].players.min else "")


def tomb(job):
    """One game of T'Chang: whether it was won, and the times by level."""
    difficulty, level, deals, number, iterations = job
    engine, levels = ENGINES[COOPERATIVE], [level] * TOMB_SEATS
    match = Match(engine, TchangOptions(difficulty=difficulty), levels, f"{deals} {difficulty} {number}", iterations)
    return float(bool(match.play().winners)), match.times


def estimate(shares):
    """The mean, with its 95 % interval."""
    mean = sum(shares) / len(shares)
    error = 1.96 * sqrt(sum((each - mean) ** 2 for each in shares) / max(1, len(shares) - 1) / len(shares))
    return f"{mean:.1%} ± {error:.1%}"


def thought(times):
    """The mean and the longest of these times."""
    return f"{1e3 * sum(times) / len(times):.2f} / {1e3 * max(times):.1f}"


VERSUS = [
    "game",
    "seats",
    "level",
    "against",
    "games",
    "finishes ahead",
    "same seat",
    "iterations",
    "ms, mean / longest",
]
TOMB = ["difficulty", "level", "games", "won", "iterations", "ms, mean / longest"]


def versus(pool, slug, deals, games, iterations, seats):
    """The lines of a game with opponents. All seatings of a deal are played, so that the seats are swapped evenly."""
    for strong, weak in PAIRINGS:
        seatings = len(halves(strong, weak, seats))
        numbers = range(-(-games // seatings) * seatings)
        jobs = [(slug, strong, weak, deals, number, iterations, seats) for number in numbers]
        *results, times = zip(*pool.imap_unordered(pairing, jobs), strict=True)
        played = list(zip(*results, strict=True))
        shares = [share(points, levels, strong) for points, levels, _ in played]
        spent = [time for by_level in times for time in by_level[strong]]
        budget = f"{iterations or 'none'}" if strong == "search" else ""
        same = f"{dealt(played, strong):.0%}"
        yield [slug, f"{seats}", strong, weak, f"{len(jobs)}", estimate(shares), same, budget, thought(spent)]


def together(pool, deals, games, iterations):
    """The lines of T'Chang."""
    for difficulty in PRESETS:
        for level in LEVELS:
            jobs = [(difficulty, level, deals, number, iterations) for number in range(games)]
            won, times = zip(*pool.imap_unordered(tomb, jobs), strict=True)
            spent = [time for by_level in times for time in by_level[level]]
            budget = f"{iterations or 'none'}" if level == "search" else ""
            yield [difficulty, level, f"{games}", estimate(won), budget, thought(spent)]


def large(slug):
    """Options that make a game as large as it gets."""
    if slug != "tapecho":
        return ENGINES[slug].options_type()
    twice = [replace(card, copies=2 * card.copies) for card in DECK]
    return TapechoOptions(deck=tuple(twice))


def speed(slug):
    """How long the quick levels think at the largest table, and how many iterations a second gives a search there."""
    engine = ENGINES[slug]
    seats = engine.players.max
    match = Match(engine, large(slug), [("greedy", "random")[seat % 2] for seat in range(seats)], "pace", None)
    match.play()
    state, _ = engine.new(seats, large(slug), Chance(match.seed))
    seat = next(seat for seat, ask in engine.turns(state).items() if ask.required)
    search = Search(engine, HEURISTICS[slug], engine.view(state, seat), seat, match.chances[seat])
    start, iterations = process_time(), 0
    while process_time() < start + 1:
        search.iterate()
        iterations += 1
    budget = f"{iterations}" if slug in ITERATIONS else "none needed"
    return [slug, f"{seats}", thought(match.times["random"]), thought(match.times["greedy"]), budget]


SPEED = ["game", "seats", "random: ms, mean / longest", "greedy: ms, mean / longest", "search: iterations a second"]


def main(arguments):
    """Play the games named, or all."""
    parser = ArgumentParser(prog="python -m bench bots")
    parser.add_argument("--game", choices=sorted(ENGINES), action="append", help="one game; may be repeated")
    parser.add_argument("--games", type=int, default=200, help="how many games a line")
    parser.add_argument("--seats", type=int, action="append", help="the seats at the table; may be repeated")
    parser.add_argument("--deals", default="tuning", help="a series of deals; each name is another one")
    parser.add_argument("--iterations", type=int, help="what search is given for a decision")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args(arguments)
    slugs = options.game or sorted(ENGINES)
    with Pool(options.processes) as pool:
        lines = [VERSUS]
        for slug in slugs:
            for seats in (options.seats or [ENGINES[slug].players.min]) if slug != COOPERATIVE else ():
                iterations = options.iterations or ITERATIONS.get(slug)
                lines += versus(pool, slug, options.deals, options.games, iterations, seats)
        if len(lines) > 1:
            print(table(lines), end="\n\n", flush=True)
        if COOPERATIVE in slugs:
            lines = together(pool, options.deals, options.games, options.iterations)
            print(table([TOMB, *lines]), end="\n\n", flush=True)
    print(table([SPEED, *map(speed, slugs)]))
