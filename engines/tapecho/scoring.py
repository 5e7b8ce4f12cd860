"""The count at the end of a game, who won it, and so who begins the next."""

from collections.abc import Sequence
from typing import TypeVar

from engines.engine import Outcome, Score
from engines.tapecho.attacks import attack_of
from engines.tapecho.state import Sheet, Tally, TapechoState

N = TypeVar("N", int, float)


def table_scores(state: TapechoState) -> list[int]:
    """For each seat the printed values, with their signs, of the assets and handicaps in front of it."""
    values, tables = state.options.values, zip(state.assets, state.handicaps, strict=True)
    return [sum([values[card] for card in assets]) + sum([values[card] for card in rest]) for assets, rest in tables]


def benefits(state: TapechoState) -> list[int]:
    """For each seat what the attacks that lie in front of it add or cost."""
    points = [0] * state.seats
    for lying in state.lying:
        points[lying.target] += attack_of(state.card(lying.card)).points(state, lying.target)
    return points


def count(state: TapechoState, ending: str) -> Sheet:
    """This game's line on the score sheet; cards left in a hand are subtracted at their absolute value."""
    values = state.options.values
    left = [-sum(abs(values[card]) for card in hand) for hand in state.hands]
    parts = zip(table_scores(state), benefits(state), left, strict=True)
    return Sheet(state.context, state.starter, ending, [Tally(*part) for part in parts])


def totals(sheet: Sequence[Sheet], seats: int) -> list[int]:
    """Each seat's points over all the games counted so far."""
    points = [0] * seats
    for game in sheet:
        points = [before + tally.score for before, tally in zip(points, game.tallies, strict=True)]
    return points


def team_scores(scores: Sequence[N], teams: Sequence[int]) -> list[N]:
    """For each seat the sum of its team's scores."""
    sums: dict[int, N] = dict.fromkeys(teams, 0)
    for score, team in zip(scores, teams, strict=True):
        sums[team] += score
    return [sums[team] for team in teams]


def winners(scores: Sequence[int], teams: Sequence[int]) -> list[int]:
    """The seats of the best team; a tie is a shared victory."""
    by_team = team_scores(scores, teams)
    return [seat for seat, score in enumerate(by_team) if score == max(by_team)]


def next_starter(game: Sheet, teams: Sequence[int]) -> int:
    """The seat that begins the next game: the best of the winning team; if tied, the nearest after the last starter."""
    scores = [its.score for its in game.tallies]
    won = winners(scores, teams)
    best = [seat for seat in won if scores[seat] == max(scores[mate] for mate in won if teams[mate] == teams[seat])]
    return min(best, key=lambda seat: (seat - game.starter - 1) % len(scores))


def outcome(state: TapechoState) -> Outcome:
    """The result of the whole series."""
    scores = totals(state.sheet, state.seats)
    by_team = team_scores(scores, state.teams)
    return Outcome(
        winners=winners(scores, state.teams),
        scores=[
            Score(
                seat,
                scores[seat],
                {
                    "table": sum(game.tallies[seat].table for game in state.sheet),
                    "benefits": sum(game.tallies[seat].benefits for game in state.sheet),
                    "hand": sum(game.tallies[seat].hand for game in state.sheet),
                    "team": by_team[seat],
                },
            )
            for seat in range(state.seats)
        ],
        reason=state.sheet[-1].ending,
    )
