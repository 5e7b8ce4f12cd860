"""How often a perfect player could finish ahead of the greedy bot in Dragon Fights, worked out exactly for two seats.

`python -m bench dragon_limit`. Nobody can guess gestures that are drawn at random, so each throw is even; and without
the memory aid a view shows nothing of stones that were put back. What is left to decide is when to stop. The perfect
player knows how greedy stops, and always does what is most likely to win.
"""

from itertools import product

from engines.shared_tomb.stones import ANIMALS, FIREFLY_STONES

ALL = sum(face * count for face, count in FIREFLY_STONES.items())
CLOSE = 1e-7


class Pool:
    """Firefly stones that lie face down: what turning one over leads to, and how likely a win is before a throw."""

    def __init__(self, counts):
        self.left = sum(face * count for face, count in zip(FIREFLY_STONES, counts, strict=True))
        stones = sum(counts) + ANIMALS
        self.animal = ANIMALS / stones
        self.next = [
            (count / stones, (*counts[:place], count - 1, *counts[place + 1 :]))
            for place, count in enumerate(counts)
            if count
        ]
        self.wins = [(lead > 0) + (lead == 0) / 2 for lead in range(-2 * ALL, 2 * ALL + 1)]

    def win(self, lead):
        """The perfect player's chance with this lead when a throw begins; sure once the lead is more than is left."""
        return self.wins[lead + 2 * ALL]


def greedy_go(pools, counts, part):
    """How a go of the greedy bot ends: the chance of an animal, and of each pool that it leaves when it stops."""
    start, animal, stops = pools[counts].left, 0.0, []
    reached = dict.fromkeys(part, 0.0)
    reached[counts] = 1.0
    for those in reversed(part):
        pool, chance = pools[those], reached[those]
        stake = start - pool.left
        if pool.next and pool.left > ANIMALS * stake:
            animal += chance * pool.animal
            for odds, after in pool.next:
                reached[after] += chance * odds
        elif chance:
            stops.append((chance, pool, stake))
    return animal, stops


def perfect_go(pools, counts, part, lead, again):
    """The chance to win at the beginning of a go of the perfect player; `again`: the same if an animal turns up."""
    start, value = pools[counts].left, {}
    for those in part:
        pool = pools[those]
        stop = pool.win(lead + start - pool.left)
        if pool.next:
            on = pool.animal * again + sum(odds * value[after] for odds, after in pool.next)
            stop = on if those == counts else max(stop, on)
        value[those] = stop
    return value[counts]


def settle(step, guess):
    """The chance that does not change when it is worked out from itself."""
    while True:
        once = step(guess)
        twice = step(once)
        if abs(twice - once) < CLOSE:
            return twice
        guess = twice + (twice - once) ** 2 / (2 * once - twice - guess)


def limit():
    """From the smallest pool to the full one."""
    pools = {}
    for counts in product(*(range(count + 1) for count in FIREFLY_STONES.values())):
        pool = pools[counts] = Pool(counts)
        part = list(product(*(range(count + 1) for count in counts)))
        if not pool.next:
            continue
        animal, stops = greedy_go(pools, counts, part)
        most = min(pool.left, ALL - pool.left)
        for lead in range(-most, most + 1):
            if (lead - ALL + pool.left) % 2:
                continue  # with two players the lead and what has been taken are both even or both odd
            lost = sum(chance * rest.win(lead - stake) for chance, rest, stake in stops)

            def step(again, part=part, counts=counts, lead=lead, lost=lost, animal=animal):
                return (perfect_go(pools, counts, part, lead, again) + lost + animal * again) / 2

            pool.wins[lead + 2 * ALL] = settle(step, 0.5)
    return pools[tuple(FIREFLY_STONES.values())].win(0)


def main(arguments):
    """Print the share."""
    print(f"A perfect player finishes ahead of greedy in {limit():.2%} of the games.")
