"""What attacks do to the assets on the tables: public, without chance, and so foreseeable while a window is open."""

from collections.abc import Callable, Sequence

from engines.tapecho.cards import AttackName, Card
from engines.tapecho.state import Laid

Assets = list[list[int]]


def reject(assets: Assets, laid: Laid, by: int, cards: Sequence[Card]) -> int | None:
    """Take the target's asset of highest value off the table; of equals the one laid last."""
    table = assets[laid.target]
    if not table:
        return None
    best = max(range(len(table)), key=lambda place: (cards[table[place]].value, place))
    return table.pop(best)


def poach(assets: Assets, laid: Laid, by: int, cards: Sequence[Card]) -> int | None:
    """Move the named asset to the attacker's table, if it is still there."""
    if laid.asset is None or laid.asset not in assets[laid.target]:
        return None
    assets[laid.target].remove(laid.asset)
    assets[by].append(laid.asset)
    return laid.asset


MOVES: dict[AttackName, Callable[[Assets, Laid, int, Sequence[Card]], int | None]] = {
    "rejected": reject,
    "poached": poach,
}
