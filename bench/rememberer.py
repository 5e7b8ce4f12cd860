"""How the bots of Dragon Fights do against a player with a perfect memory, who is no bot of this project.

`python -m bench rememberer --games 1000 --deals report`. The player is written from the rules alone: it remembers each
stone that was put back, takes all fireflies that it knows, and then goes on while a stone that nobody has seen brings
more on average than an animal costs. One seat has the level, the other seats have such players, in turn, so that in the
column "share of victories" a level that is as strong has 1 divided by the number of seats; a shared victory counts in
parts. "Finishes ahead" is pair by pair, a tie as a half.
"""

from argparse import ArgumentParser
from collections import Counter
from multiprocessing import Pool

from bench.bots import Match, ahead, estimate
from bench.engines import table
from bots import LEVELS
from engines.dragon_fights.actions import ChooseGesture, Flip, Relocate, Take
from engines.registry import ENGINES
from engines.shared_tomb.stones import ANIMAL, STONES

DRAGONS = ENGINES["dragon_fights"]
BOX = Counter("animal" if face == ANIMAL else face for face in STONES)


class Rememberer:
    """A player who forgets no stone."""

    def __init__(self):
        self.stones = {}
        """The faces of stones that were put back, by the squares on which they lie."""

    def hear(self, event):
        """An event as its seat sees it."""
        if event.type == "stone_flipped":
            self.stones.pop(event.data["square"], None)
        elif event.type == "stone_relocated":
            self.stones[event.data["to"]] = event.data["face"]

    def choose(self, view, legal, dice):
        """One of the legal actions."""
        if isinstance(legal[0], ChooseGesture | Relocate):
            return dice.choice(legal)
        flips = [action for action in legal if isinstance(action, Flip)]
        sure = [flip for flip in flips if self.stones.get(flip.square, "animal") != "animal"]
        unseen = [flip for flip in flips if flip.square not in self.stones]
        if sure:
            return max(sure, key=lambda flip: self.stones[flip.square])
        stop = [action for action in legal if isinstance(action, Take)]
        if stop and not (unseen and self.pays(view)):
            return stop[0]
        return dice.choice(unseen or flips)

    def pays(self, view):
        """Whether another stone brings more on average than it costs."""
        hidden = BOX - Counter(self.stones.values())
        hidden -= Counter(stone.face for stone in view.stones if stone.up)
        hidden -= Counter(fireflies for dragon in view.dragons for fireflies in dragon.stones)
        gain = sum(face * count for face, count in hidden.items() if face != "animal")
        return gain > hidden["animal"] * view.at_stake


class Duel(Match):
    """One seat for a level, the others for players who remember. It counts how often either turns over a stone that
    all have seen to be an animal.
    """

    def __init__(self, level, seat, seats, name):
        self.players = {other: Rememberer() for other in range(seats) if other != seat}
        self.animals = Counter()
        super().__init__(DRAGONS, DRAGONS.options_type(), [level] * seats, name, None)

    def tell(self, events):
        super().tell(events)
        for seat, player in self.players.items():
            for event in events:
                player.hear(event.seen_by(seat))

    def think(self, seat):
        player = self.players.get(seat)
        if player is None:
            action = super().think(seat)
        else:
            view, legal = self.engine.view(self.state, seat), list(self.engine.legal(self.state, seat))
            action = player.choose(view, legal, self.chances[seat])
        if isinstance(action, Flip) and self.state.seen[action.square] and self.state.stones[action.square] == ANIMAL:
            self.animals[player is None] += 1
        return action


def duel(job):
    """One game: the share of a victory, the share of the others that finished behind, and animals turned over."""
    level, deals, seats, number = job
    deal, seat = divmod(number, seats)
    match = Duel(level, seat, seats, f"{deals} rememberer {level} {deal}")
    outcome = match.play()
    points = [score.score for score in outcome.scores]
    behind = [ahead(points, seat, other) for other in match.players]
    share = (seat in outcome.winners) / len(outcome.winners)
    return share, sum(behind) / len(behind), match.animals[True], match.animals[False]


def main(arguments):
    """Play each level against players who remember."""
    parser = ArgumentParser(prog="python -m bench rememberer")
    parser.add_argument("--games", type=int, default=200, help="how many games a line")
    parser.add_argument("--deals", default="tuning", help="a series of deals; each name is another one")
    parser.add_argument("--level", choices=LEVELS, action="append", help="one level; may be repeated")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args(arguments)
    lines = [["level", "seats", "games", "finishes ahead", "share of victories", "known animals a game"]]
    with Pool(options.processes) as pool:
        for level in options.level or ("greedy", "search"):
            for seats in range(DRAGONS.players.min, DRAGONS.players.max + 1):
                games = -(-options.games // seats) * seats
                jobs = [(level, options.deals, seats, number) for number in range(games)]
                shares, behind, animals, _ = zip(*pool.imap_unordered(duel, jobs), strict=True)
                known = f"{sum(animals) / games:.1f}"
                lines.append([level, f"{seats}", f"{games}", estimate(behind), estimate(shares), known])
    print(table(lines))
