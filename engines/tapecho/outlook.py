"""Who acts next and what they will find: worked out from public facts, all pending effects counted in.

An open window holds effects that have not happened yet, but the next player's action is what makes them happen: it has
to be judged on the table as it will stand then. `turns`, `legal`, `check` and the view all ask here.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from engines.tapecho.cards import AttackName
from engines.tapecho.state import Laid, TapechoState
from engines.tapecho.tables import MOVES, Assets

EX_DRAWS = 2
Reaction = Literal["defend", "out_of_context"]


class Outlook(Struct, frozen=True):
    """The next player, the seats skipped on the way to them, and whether they may lay an asset."""

    seat: int
    skipped: Sequence[int]
    hungover: bool

    def begins(self, seat: int) -> bool:
        """Whether this seat's turn will have begun; a skipped turn counts as one."""
        return seat == self.seat or seat in self.skipped


def outlook(state: TapechoState) -> Outlook:
    """What is ahead: with no window open, simply the seat whose turn it is."""
    if state.window is None:
        return Outlook(state.seat, (), state.hungover[state.seat])
    skips, sick = state.skips, set()
    for laid, slug in pending(state):
        if slug == "stood_up":
            skips = [count + (seat == laid.target) for seat, count in enumerate(skips)]
        elif slug == "hangover":
            sick.add(laid.target)
    seat, skipped = walk(state.seat, skips)
    return Outlook(seat, skipped, seat not in skipped and (state.hungover[seat] or seat in sick))


def walk(seat: int, skips: Sequence[int]) -> tuple[int, list[int]]:
    """Clockwise from a seat to the next one to play, and those passed over: each skip passes its seat over once."""
    left = list(skips)
    skipped: list[int] = []
    while True:
        seat = (seat + 1) % len(left)
        if not left[seat]:
            return seat, skipped
        left[seat] -= 1
        skipped.append(seat)


def pending(state: TapechoState) -> Iterator[tuple[Laid, AttackName]]:
    """The attacks in the window that nobody has defended against, in the order laid."""
    if state.window is not None:
        for laid in state.window.cards:
            slug = state.card(laid.card).attack
            if slug is not None and not laid.defended:
                yield laid, slug


def assets_ahead(state: TapechoState) -> Assets:
    """The assets on the tables as they will lie once the window has closed."""
    window = state.window
    if window is None:
        return state.assets
    assets = [list(table) for table in state.assets]
    for laid, slug in pending(state):
        if slug in MOVES:
            MOVES[slug](assets, laid, window.by, state.options.cards)
    for laid in window.cards:
        if laid.doubt is not None and laid.card in assets[laid.target]:
            assets[laid.target].remove(laid.card)
    return assets


def drawable(state: TapechoState, ahead: Outlook) -> int:
    """How many cards there will be to draw from when the next player acts; the pit makes a new pile."""
    count = len(state.pile) + len(state.pit)
    window = state.window
    if window is None:
        return count
    for laid, slug in pending(state):
        if slug == "the_ex":
            count -= min(EX_DRAWS, count)
        elif slug == "rejected":
            count += bool(state.assets[laid.target])
    count += 2 * sum(laid.doubt is not None for laid in window.cards)
    return count + sum(lifted(state, seat) for seat in {ahead.seat, *ahead.skipped})


def lifted(state: TapechoState, attacker: int) -> int:
    """How many attacks go to the pit when this attacker's next turn begins."""
    return sum(lying.by == attacker and not stays(state, lying.card) for lying in state.lying)


def stays(state: TapechoState, card: int) -> bool:
    """A friend with benefits lies there to the end of the game."""
    return state.card(card).attack == "friend_with_benefits"


def barred(state: TapechoState, ahead: Outlook, target: int) -> bool:
    """Whether the next player may lay no attack before this target: it had one within the round."""
    attacker = state.blocked[target]
    return attacker is not None and not ahead.begins(attacker)


def held_up(state: TapechoState, ahead: Outlook) -> bool:
    """Whether nobody begins a turn before the window closes.

    A hand is empty, and the game may end there; or nothing will be left to draw, so that a turn may have to be passed,
    which must not be guessed from outside before it has begun.
    """
    return not all(state.hands) or drawable(state, ahead) == 0


def open_reactions(state: TapechoState) -> Iterator[tuple[Reaction, int, list[int]]]:
    """What may still be done in the window: the type of action, against which card, and by whom.

    Judged from public facts only. A seat without a card in hand can do nothing and counts as having passed.
    """
    window = state.window
    if window is None:
        return
    context = state.card(state.context)
    for laid in window.cards:
        card = state.card(laid.card)
        if card.attack is not None:
            if not laid.defended and state.hands[laid.target]:
                yield "defend", laid.card, [laid.target]
        elif laid.doubt is not None:
            if state.hands[window.by]:
                yield "defend", laid.doubt, [window.by]
        elif card.clashes(context):
            others = [seat for seat, hand in enumerate(state.hands) if hand and seat != window.by]
            if others:
                yield "out_of_context", laid.card, others


def reactors(state: TapechoState) -> list[int]:
    """The seats that could react, in seat order."""
    return sorted({seat for _, _, seats in open_reactions(state) for seat in seats})
