"""Who acts next and what they will find: worked out from public facts, with all pending effects.

An open window holds effects that have not happened yet. The next player's action makes them happen, so this action is
judged on the table as it will be then. `turns`, `offers`, `check` and the view all ask here.
"""

from collections.abc import Sequence

from msgspec import Struct

from engines.tapecho.attacks import AttackRecord, Prospect, attack_of
from engines.tapecho.state import Laid, TapechoState


class Outlook(Struct, frozen=True):
    """The next player and the seats skipped on the way to them; whether they may lay an asset, what will lie on the
    tables, and how many cards there will be to draw, with the pit."""

    seat: int
    skipped: Sequence[int]
    hungover: bool
    assets: Sequence[Sequence[int]]
    drawable: int

    def begins(self, seat: int) -> bool:
        """Whether this seat's turn will have begun; a skipped turn counts as one."""
        return seat == self.seat or seat in self.skipped


def outlook(state: TapechoState) -> Outlook:
    """What the next player will find; without an open window, the table as it is."""
    drawable = len(state.pile) + len(state.pit)
    if state.window is None:
        return Outlook(state.seat, (), state.hungover[state.seat], state.assets, drawable)
    ahead = foreseen(state, Prospect(state.skips, state.hungover, state.assets, drawable))
    seat, skipped = walk(state.seat, ahead.skips)
    for lying in state.lying:
        if (lying.by == seat or lying.by in skipped) and not attack_of(state.card(lying.card)).stays:
            ahead.drawable += 1
    return Outlook(seat, skipped, seat not in skipped and ahead.hungover[seat], ahead.assets, ahead.drawable)


def foreseen(state: TapechoState, ahead: Prospect) -> Prospect:
    """The prospect once the window has closed: attacks have struck in the order laid, out-of-context cards last."""
    blows = pending(state)
    doubted = [laid for laid in state.open_window.cards if laid.doubt is not None]
    if not blows and not doubted:
        return ahead
    tables = [table.copy() for table in ahead.assets]
    ahead = Prospect(ahead.skips.copy(), ahead.hungover.copy(), tables, ahead.drawable)
    for laid, attack in blows:
        attack.expected_value(ahead, state, laid)
    for laid in doubted:
        ahead.drawable += 2
        if laid.card in tables[laid.target]:
            tables[laid.target].remove(laid.card)
    return ahead


def walk(seat: int, skips: Sequence[int]) -> tuple[int, list[int]]:
    """The next seat to play, clockwise, and the seats skipped on the way; each skip is used up once."""
    left = list(skips)
    skipped: list[int] = []
    while True:
        seat = (seat + 1) % len(left)
        if not left[seat]:
            return seat, skipped
        left[seat] -= 1
        skipped.append(seat)


def pending(state: TapechoState) -> list[tuple[Laid, AttackRecord]]:
    """The attacks in the window that nobody has defended against, in the order laid."""
    cards = state.options.cards
    return [
        (laid, attack_of(cards[laid.card]))
        for laid in state.open_window.cards
        if not laid.defended and cards[laid.card].kind == "attack"
    ]


def barred(state: TapechoState, ahead: Outlook, target: int) -> bool:
    """Whether the next player may not attack this target, because it had an attack within the round."""
    attacker = state.blocked[target]
    return attacker is not None and not ahead.begins(attacker)


def held_up(state: TapechoState, ahead: Outlook) -> bool:
    """Whether the next turn has to wait until the window closes.

    It waits if a hand is empty, because the game may then end. It also waits if there will be nothing to draw: whether
    the next player can do anything then depends on their hand, and the others may not learn that before the turn.
    """
    return not ahead.drawable or not all(state.hands)
