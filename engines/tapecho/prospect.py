"""Who acts next and on what table: computed from public facts, with all pending effects.

An open window holds effects that have not happened yet. The next player's action makes them happen, so this action is
judged on the table as it will be then. `turns`, `offers`, `check` and the view all ask here.
"""

from collections.abc import Sequence

from msgspec import Struct

from engines.tapecho.attacks import AttackRecord, Prospect, attack_of
from engines.tapecho.state import Laid, TapechoState


class NextTurn(Struct, frozen=True):
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


def next_turn(state: TapechoState) -> NextTurn:
    """The next turn after all pending effects; without an open window, the table as it is."""
    drawable = len(state.pile) + len(state.pit)
    if state.window is None:
        return NextTurn(state.seat, (), state.hungover[state.seat], state.assets, drawable)
    prospect = project(state, Prospect(state.skips, state.hungover, state.assets, drawable))
    seat, skipped = walk(state.seat, prospect.skips)
    for lying in state.lying:
        if (lying.by == seat or lying.by in skipped) and not attack_of(state.card(lying.card)).stays:
            prospect.drawable += 1
    return NextTurn(seat, skipped, seat not in skipped and prospect.hungover[seat], prospect.assets, prospect.drawable)


def project(state: TapechoState, prospect: Prospect) -> Prospect:
    """The prospect once the window has closed: attacks have struck in the order laid, out-of-context cards last."""
    blows = pending(state)
    doubted = [laid for laid in state.open_window.cards if laid.doubt is not None]
    if not blows and not doubted:
        return prospect
    tables = [table.copy() for table in prospect.assets]
    prospect = Prospect(prospect.skips.copy(), prospect.hungover.copy(), tables, prospect.drawable)
    for laid, attack in blows:
        attack.update_prospect(prospect, state, laid)
    for laid in doubted:
        prospect.drawable += 2
        if laid.card in tables[laid.target]:
            tables[laid.target].remove(laid.card)
    return prospect


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


def barred(state: TapechoState, upcoming: NextTurn, target: int) -> bool:
    """Whether the next player may not attack this target, because it had an attack within the round."""
    attacker = state.blocked[target]
    return attacker is not None and not upcoming.begins(attacker)


def held_up(state: TapechoState, upcoming: NextTurn) -> bool:
    """Whether the next turn has to wait until the window closes.

    It waits if a hand is empty, because the game may then end. It also waits if there will be nothing to draw: whether
    the next player can do anything then depends on their hand, and the others may not learn that before the turn.
    """
    return not upcoming.drawable or not all(state.hands)
