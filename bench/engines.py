"""What the rules cost: the calls an action needs, in microseconds and in encodings of 4 KB made in the same run.

Absolute figures depend on the machine and its load; the multiples of the yardstick hardly do.
"""

from itertools import cycle, islice
from time import perf_counter

import msgspec

from engines.chance import Chance
from engines.registry import ENGINES
from service.i18n import encode

GAMES = 30
SECONDS = 4.0
LISTED = 200
YARDSTICK = {f"field {number}": ["forty-two", number, None, True, {"cell": [number, 7]}] for number in range(77)}


class Mean:
    """The mean time of calls, in microseconds; several means are measured in turn."""

    def __init__(self):
        self.total, self.count = 0.0, 0

    def time(self, call):
        """Call this, and add the time it took."""
        start = perf_counter()
        result = call()
        self.total += perf_counter() - start
        self.count += 1
        return result

    def add(self, amount):
        self.total += amount
        self.count += 1

    @property
    def mean(self):
        return self.total / max(1, self.count)

    @property
    def micros(self):
        return self.mean * 1e6


class Cost:
    """What one engine costs, over whole random games."""

    def __init__(self, engine):
        self.engine, self.games = engine, 0
        self.act, self.view, self.legal, self.store = Mean(), Mean(), Mean(), Mean()
        self.yardstick = Mean()
        self.state_bytes, self.view_bytes = Mean(), Mean()

    def measure(self, games=GAMES, seconds=SECONDS):
        """Play this many games, always the same, or as many as fit into these seconds; at least one."""
        end = perf_counter() + seconds
        players = cycle(range(self.engine.players.min, self.engine.players.max + 1))
        while self.games < games and (not self.games or perf_counter() < end):
            self.play(next(players), self.games, end)
            self.games += 1
        return self

    def play(self, seats, number, end):
        """One game of random actions, with everything timed at every position; a long game ends when the time is up."""
        engine, seed = self.engine, number.to_bytes(32, "big")
        options, dice = engine.options_type(), Chance(seed + b"dice")
        state, _ = engine.new(seats, options, Chance(seed))
        while (turns := engine.turns(state)) and perf_counter() < end:
            seat = dice.choice([seat for seat, ask in turns.items() if ask.required])
            self.look(state, seat, options)
            action = engine.sample(state, seat, dice)
            self.act.time(lambda: self.step(state, seat, action, seed))  # noqa: B023  (called at once)

    def step(self, state, seat, action, seed):
        self.engine.check(state, seat, action)
        self.engine.play(state, seat, action, seed)

    def look(self, state, seat, options):
        """Time the calls that read a position."""
        engine = self.engine
        view = self.view.time(lambda: engine.view(state, seat))
        self.legal.time(lambda: list(islice(engine.legal(state, seat), LISTED)))
        self.store.time(lambda: engine.load(engine.dump(state), options))
        self.yardstick.time(lambda: msgspec.json.encode(YARDSTICK))
        self.state_bytes.add(len(engine.dump(state)))
        self.view_bytes.add(len(encode(view)))

    def row(self):
        timed = [self.act, self.view, self.legal, self.store]
        costs = [f"{cost.micros:.1f} ({cost.mean / self.yardstick.mean:.1f}×)" for cost in timed]
        sizes = [f"{size.mean:.0f}" for size in (self.state_bytes, self.view_bytes)]
        return [self.engine.slug, f"{self.games}", f"{self.act.count}", *costs, *sizes, f"{self.yardstick.micros:.1f}"]


HEAD = [
    "engine",
    "games",
    "actions",
    "check + apply",
    "view",
    f"legal, first {LISTED}",
    "dump + load",
    "state B",
    "view B",
    "yardstick",
]


def table(rows):
    """The rows as a Markdown table."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows
    ]
    return "\n".join([lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]])


def main(arguments):
    """Measure the engines named, or all."""
    if unknown := set(arguments) - set(ENGINES):
        raise SystemExit(f"There is no engine {', '.join(sorted(unknown))}, only: {', '.join(sorted(ENGINES))}")
    costs = [Cost(ENGINES[slug]).measure() for slug in arguments or sorted(ENGINES)]
    print(table([HEAD, *(cost.row() for cost in costs)]))
    print(f"\nMeans in µs; in brackets the multiple of one encoding of {len(msgspec.json.encode(YARDSTICK))} bytes.")
