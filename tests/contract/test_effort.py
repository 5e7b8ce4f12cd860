"""What is hidden from a bot changes neither its choice nor how long it thinks, in positions all along random games."""

import itertools
import sys
from collections import Counter

import pytest

from bots import LEVELS, FastRandom, choose, learn
from bots.knowledge import deal
from engines.chance import Chance
from engines.engine import logged
from engines.registry import ENGINES
from tests.support.tables import open_table, options_for, play_on, seed_of, settings_of

ITERATIONS = 6
POSITIONS = 10_000


class Effort:
    """How many tables a bot deals, and how many random numbers it draws."""

    def __init__(self, monkeypatch):
        self.counts = counts = Counter()

        class CountedRandom(FastRandom):
            def below(self, bound):
                counts["draws"] += 1
                return super().below(bound)

            def shuffled(self, items):
                counts["draws"] += 1
                return super().shuffled(items)

        def counted_deal(*arguments):
            counts["tables"] += 1
            return deal(*arguments)

        self.random = CountedRandom
        monkeypatch.setattr("bots.search.FastRandom", CountedRandom)
        monkeypatch.setattr("bots.search.deal", counted_deal)

    def choice(self, engine, state, seat, level, number, knowledge):
        """What a bot does, and the effort."""
        self.counts.clear()
        luck = self.random(seed_of(number))
        view = engine.view(state, seat)
        choice = choose(engine, view, seat, level, luck, knowledge=knowledge, iterations=ITERATIONS)
        return choice, dict(self.counts)


def positions(slug, count):
    """Tables all along random games, and what a bot of each level knows in each seat."""
    places, left = settings_of(slug), count
    for number in itertools.count():
        seats, variant = places[number % len(places)]
        table = open_table(slug, seats, options_for(slug, variant), seed_of(number))
        known = {(seat, level): () for seat in range(seats) for level in LEVELS}
        for happened in table.events:
            remember(table, known, happened)
        for _ in play_on(table, Chance(seed_of(number + 1))):
            remember(table, known, table.events[-1])
            if table.engine.turns(table.state):
                yield table, known
                left -= 1
            if not left:
                return


def remember(table, known, events):
    """Every seat is told of these events."""
    for (seat, level), before in known.items():
        known[seat, level] = learn(table.engine, before, map(logged, events), seat, level)


def differences(slug, count, monkeypatch):
    """In how many positions a bot chose otherwise, or with another effort, where the hidden parts are dealt afresh."""
    effort, found = Effort(monkeypatch), Counter()
    for number, (table, known) in enumerate(positions(slug, count)):
        level, engine = LEVELS[number % len(LEVELS)], table.engine
        for seat in list(engine.turns(table.state))[:1]:
            knowledge = known[seat, level]
            view = engine.view(table.state, seat)
            afresh = deal(engine, view, seat, Chance(seed_of(number)), knowledge)
            states = (table.state, afresh)
            first, again = (effort.choice(engine, state, seat, level, number, knowledge) for state in states)
            found["positions"] += 1
            found["dealt otherwise"] += engine.dump(afresh) != engine.dump(table.state)
            found["with facts"] += bool(knowledge)
            found["other choices"] += first[0] != again[0]
            found["other efforts"] += first[1] != again[1]
    return found


def test_what_is_hidden_changes_neither_the_choice_nor_the_effort(slug, monkeypatch):
    found = differences(slug, 60, monkeypatch)
    assert found["positions"] > 50
    assert found["dealt otherwise"] or not ENGINES[slug].hides
    assert (found["other choices"], found["other efforts"]) == (0, 0)


@pytest.mark.slow
def test_in_ten_thousand_positions(slug, monkeypatch, capsys):
    found = differences(slug, POSITIONS // len(ENGINES), monkeypatch)
    with capsys.disabled():
        sys.stdout.write(f"\n{slug}: {', '.join(f'{count} {what}' for what, count in found.items())}\n")
    assert found["with facts"] or not ENGINES[slug].facts
    assert (found["other choices"], found["other efforts"]) == (0, 0)
