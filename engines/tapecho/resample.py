"""A table that looks exactly like a view; the cards that are hidden and not remembered are dealt again."""

from collections import defaultdict

from engines.chance import Chance
from engines.engine import Knowledge
from engines.tapecho.content import Card
from engines.tapecho.remember import DRAWN, PILE, places
from engines.tapecho.state import Laid, Lying, Sheet, Shown, TapechoState, Window
from engines.tapecho.view import TapechoView, WindowView


def resample(view: TapechoView, chance: Chance, knowledge: Knowledge) -> TapechoState:
    """Deal what the viewer does not know from the cards that are left."""
    window = None if view.window is None else window_of(view.window)
    known, there = visible(view), defaultdict[int, list[int]](list)
    for fact in places(knowledge):
        if fact.card not in known:
            there[fact.holder].append(fact.card)
    known.update(*there.values())
    unseen = chance.shuffled(card for card in view.options.dealt if card not in known)

    def dealt(holder: int, size: int) -> list[int]:
        """This many cards: those that are known to be there, and others."""
        return sorted([*there[holder], *(unseen.pop() for _ in range(size - len(there[holder])))])

    hands = [ids(seat.hand) if seat.hand is not None else dealt(seat.seat, seat.hand_size) for seat in view.seats]
    hidden = dealt(DRAWN, view.drawn) if view.drawn_cards is None else ids(view.drawn_cards)
    return TapechoState(
        roles=[seat.role for seat in view.seats],
        teams=[seat.team for seat in view.seats],
        context=view.context.id,
        starter=view.starter,
        seat=view.turn if window is None else window.by,
        hands=hands,
        assets=[ids(seat.assets) for seat in view.seats],
        handicaps=[ids(seat.handicaps) for seat in view.seats],
        pile=[*unseen, *there[PILE]],
        pit=ids(view.pit),
        blocked=[seat.attacked_by for seat in view.seats],
        skips=[seat.skips for seat in view.seats],
        hungover=[seat.hungover for seat in view.seats],
        opened=[seat.open_hand for seat in view.seats],
        lying=[Lying(attack.card.id, attack.by, attack.target) for attack in view.attacks],
        drawn=hidden,
        window=window,
        phase=view.phase,
        quiet=view.quiet_turns,
        since=view.since,
        begun=view.turns_begun,
        shown=[Shown(shown.seat, ids(shown.cards)) for shown in view.shown],
        sheet=[Sheet(game.context.id, game.starter, game.reason, list(game.tallies)) for game in view.sheet],
    )


def ids(cards: list[Card]) -> list[int]:
    """The cards' numbers."""
    return [card.id for card in cards]


def visible(view: TapechoView) -> set[int]:
    """Every card whose place the view shows."""
    known = {*ids(view.pit), *ids(view.drawn_cards or []), *(attack.card.id for attack in view.attacks)}
    for seat in view.seats:
        known.update(ids(seat.hand or []), ids(seat.assets), ids(seat.handicaps))
    if view.window is not None:
        known.update(laid.out_of_context.id for laid in view.window.cards if laid.out_of_context is not None)
    return known


def window_of(view: WindowView) -> Window:
    """The window as everyone sees it."""
    cards = [
        Laid(
            card=laid.card.id,
            target=laid.target,
            asset=laid.asset,
            defended=laid.defended,
            doubt=None if laid.out_of_context is None else laid.out_of_context.id,
            doubted_by=laid.out_of_context_by,
        )
        for laid in view.cards
    ]
    return Window(view.by, cards, list(view.passed))
