"""How to play Le Tapécho: lay what moves the count most, hit those ahead, and react to what costs something."""

from collections.abc import Iterator
from itertools import combinations

from engines.chance import Chance
from engines.engine import Action, flatten
from engines.heuristic import Heuristic, standings, win_probability
from engines.tapecho import lay_cards
from engines.tapecho.actions import Asset, Defend, Exchange, Keep, Lay, OutOfContext, Pair, Pass
from engines.tapecho.attacks import attack_of
from engines.tapecho.content import Card
from engines.tapecho.prospect import NextTurn, held_up, next_turn
from engines.tapecho.reactions import offered_reactions
from engines.tapecho.scoring import benefits, table_scores, team_scores, totals
from engines.tapecho.state import TapechoState

USUAL_COST = 0.5
CARDS_A_TURN = 1.5
CALLED_OUT = 0.75
"""What a card counts that may be called out, against one that may not."""
LEADER = 0.1
"""How much more a blow counts for each point its target is ahead."""
FEW = 8
"""How many turns are considered."""


class TapechoHeuristic(Heuristic[TapechoState]):
    """Evaluates the count as it would be now, with a part of the hands; in the team modes the team's."""

    horizon = 10

    def evaluate(self, state: TapechoState) -> list[float]:
        counted = totals(state.sheet, state.seats)
        if state.phase == "over":
            return standings(team_scores(counted, state.teams), 0)
        sums = team_scores(
            [before + now for before, now in zip(counted, public_scores(state), strict=True)], state.teams
        )
        uncertainty = 6.0 + 0.8 * min(map(len, state.hands)) + 20.0 * (state.options.games - len(state.sheet) - 1)
        return [
            sum(win_probability(sums[seat] + known - sums[other], uncertainty) for other in others) / len(others)
            for seat, known in enumerate(hand_advantages(state))
            for others in [[other for other, team in enumerate(state.teams) if team != state.teams[seat]]]
        ]

    def moves(self, state: TapechoState, seat: int, chance: Chance) -> Iterator[Action | None]:
        if state.phase == "keep":
            return iter([Keep(max(state.drawn, key=lambda card: usefulness(state, seat, state.card(card))))])
        upcoming = next_turn(state)
        begins = seat == upcoming.seat and not (state.phase == "window" and held_up(state, upcoming))
        reacting = reactions(state, seat) if state.phase == "window" else []
        if reacting and (reacting[0][0] > 0 or not begins):
            return iter([action for _, action in reacting])
        return turn_actions(state, upcoming, seat) if begins else iter([None])


def public_scores(state: TapechoState) -> list[float]:
    """Each seat's estimated count of this game, by public facts; a card in a hand costs something."""
    parts = zip(table_scores(state), benefits(state), state.hands, strict=True)
    return [on_table + more - USUAL_COST * len(hand) for on_table, more, hand in parts]


def hand_advantages(state: TapechoState) -> list[float]:
    """For each seat how much better its hand is than the public estimate, as only the seat itself knows."""
    turns_left = max(1.0, min(map(len, state.hands)) / CARDS_A_TURN)
    return [USUAL_COST * len(hand) + hand_value(state, seat, turns_left) for seat, hand in enumerate(state.hands)]


def hand_value(state: TapechoState, seat: int, turns_left: float) -> float:
    """What a hand will count if its best cards are laid in so many turns and the others are left over."""
    total = 0.0
    gains: list[tuple[float, float]] = []
    for card in state.faces(state.hands[seat]):
        if card.value is not None:
            total -= abs(card.value)
            if card.kind == "asset" and card.suits(state.roles[seat]):
                gains.append((float(card.value + abs(card.value)), 1.0))
            elif card.kind == "handicap":
                gains.append((float(abs(card.value)), 0.5))
    gains.sort(reverse=True)
    for gain, cost in gains:
        part = min(1.0, turns_left / cost)
        if part <= 0:
            break
        total += gain * part
        turns_left -= cost
    return total


def reactions(state: TapechoState, seat: int) -> list[tuple[float, Action]]:
    """The reactions of this seat by the points that they save; a pass saves none."""
    options: list[tuple[float, Action]] = []
    for action in flatten(offered_reactions(state, seat)):
        gain = 0.0 if isinstance(action, Pass) else points_saved(state, seat, action)
        if gain >= 0:
            options.append((gain, action))
    options.sort(key=lambda option: -option[0])
    return options


def points_saved(state: TapechoState, seat: int, action: Action) -> float:
    """The value of a reaction to this seat; negative if it only helps others."""
    values, team = state.options.values, state.teams[seat]
    for laid in state.open_window.cards:
        if isinstance(action, OutOfContext) and laid.card == action.against:
            value = values[laid.card]
            return (-value if state.teams[laid.target] == team else value) - 1.5
        if isinstance(action, Defend):
            if laid.card == action.against:
                return attack_of(state.card(laid.card)).harm(state, laid.target, laid.asset) - 1.0
            if laid.doubt == action.against:
                return abs(values[laid.card]) - 1.5
    return -1.0


def turn_actions(state: TapechoState, upcoming: NextTurn, seat: int) -> Iterator[Action | None]:
    """The actions for this seat's turn, by the points that they move."""
    options: list[tuple[float, Action]] = [
        *assets(state, upcoming),
        *lays(state, upcoming, seat),
        *exchanges(state, upcoming),
    ]
    options.sort(key=lambda option: -option[0])
    yield from (action for _, action in options[:FEW])
    if not options:
        yield Pass()


def assets(state: TapechoState, upcoming: NextTurn) -> Iterator[tuple[float, Asset]]:
    """An asset on the table counts, and no longer costs anything in the hand."""
    values, context = state.options.values, state.card(state.context)
    for asset in lay_cards.legal_assets(state, upcoming):
        card, value = state.card(asset.card), values[asset.card]
        sure = CALLED_OUT if card.clashes(context) else 1.0
        yield value * sure + abs(value), asset


def lays(state: TapechoState, upcoming: NextTurn, seat: int) -> list[tuple[float, Action]]:
    """Handicaps and attacks on those ahead, alone and in pairs of the best."""
    scores = team_scores(public_scores(state), state.teams)
    context, mine = state.card(state.context), scores[seat]
    others = max(1, state.seats - 1)
    best: dict[int, tuple[float, Lay]] = {}
    for lay in (lay for aim in lay_cards.aims(state, upcoming) for lay in aim.lays()):
        card, value = state.card(lay.card), state.options.values[lay.card]
        if card.kind == "handicap":
            foe = state.teams[lay.target] != state.teams[seat]
            cost = -value * (CALLED_OUT if card.clashes(context) else 1.0) * (1 if foe else -1)
            gain = abs(value) + cost * pressure(scores[lay.target] - mine, others)
        else:
            gain = attack_of(card).harm(state, lay.target, lay.asset) * pressure(scores[lay.target] - mine, others)
        if lay.card not in best or gain > best[lay.card][0]:
            best[lay.card] = (gain, lay)
    singles = sorted(best.values(), key=lambda one: -one[0])
    options: list[tuple[float, Action]] = [(gain, lay_cards.alone(state, lay)) for gain, lay in singles]
    for (one, first), (two, second) in combinations(singles[:5], 2):
        if lay_cards.fits(state, first, second):
            options.append((one + two, Pair((first, second))))
    return options


def pressure(lead: float, others: int) -> float:
    """How much a rival's loss counts: more the further ahead the rival is, less the more rivals there are."""
    return max(0.3, min(2.0, 1.0 + LEADER * lead)) * 1.5 / others


def exchanges(state: TapechoState, upcoming: NextTurn) -> Iterator[tuple[float, Exchange]]:
    """Get rid of the card that is worth least in the hand."""
    hand = state.hands[upcoming.seat]
    if upcoming.drawable and hand:
        worst = min(hand, key=lambda card: usefulness(state, upcoming.seat, state.card(card)))
        yield 1.5 - usefulness(state, upcoming.seat, state.card(worst)), Exchange(worst)


def usefulness(state: TapechoState, seat: int, card: Card) -> float:
    """What a card in the hand is good for; one that cannot be laid costs its value."""
    value = abs(card.value or 0)
    if card.kind == "asset":
        return float(value if card.suits(state.roles[seat]) and (card.value or 0) > 0 else -value)
    if card.kind == "handicap":
        return value * 0.5 if (card.value or 0) < 0 else -float(value)
    if card.kind == "defence":
        return 2.5 if card.suits(state.roles[seat]) else 0.0
    return 2.0
