"""The attacks. Each has a record: its public effects, known while the window is open, and what it does."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, cast

from msgspec import Struct

from engines.chance import Chance
from engines.engine import Event, Secret
from engines.tapecho import events as ev
from engines.tapecho.content import AttackName, Card
from engines.tapecho.pile import draw, take
from engines.tapecho.state import Laid, Shown, TapechoState


class Prospect(Struct):
    """The public facts as pending attacks will change them; `drawable` counts the cards to draw, with the pit."""

    skips: list[int]
    hungover: list[bool]
    assets: list[list[int]]
    drawable: int


class AttackRecord(ABC):
    """An attack that nobody has defended against; the attacker is `state.seat`, who laid the cards in the window."""

    stays: ClassVar[bool] = False
    """Whether the card stays in front of its target until the game ends, not only until the attacker's next turn."""
    names_asset: ClassVar[bool] = False
    """Whether the attacker must name an asset on the target's table that may also lie in front of the attacker."""
    usual_harm: ClassVar[float] = 0.5
    """About how many points it costs its target, whoever this is."""

    def update_prospect(self, prospect: Prospect, state: TapechoState, laid: Laid) -> None:  # noqa: B027  (most change nothing)
        """Apply its public effects to the prospect, before the window closes."""

    @abstractmethod
    def strike(self, state: TapechoState, laid: Laid, chance: Chance) -> list[Event]:
        """The window has closed: carry out the attack, and return its events."""

    def points(self, state: TapechoState, target: int) -> int:
        """What the card is worth to its target at the count, if it still lies there."""
        return 0

    def harm(self, state: TapechoState, target: int, asset: int | None) -> float:
        """For heuristics, no rule: about how many points it costs its target."""
        return self.usual_harm


class StoodUp(AttackRecord):
    """The target loses their next turn."""

    usual_harm = 6.0

    def update_prospect(self, prospect: Prospect, state: TapechoState, laid: Laid) -> None:
        prospect.skips[laid.target] += 1

    def strike(self, state: TapechoState, laid: Laid, chance: Chance) -> list[Event]:
        state.skips[laid.target] += 1
        return [ev.TurnLost(laid.target)]


class Rejected(AttackRecord):
    """The target's asset of highest value goes to the pit."""

    def update_prospect(self, prospect: Prospect, state: TapechoState, laid: Laid) -> None:
        if best_of(prospect.assets[laid.target], state.options.values) is not None:
            prospect.drawable += 1

    def strike(self, state: TapechoState, laid: Laid, chance: Chance) -> list[Event]:
        card = best_of(state.assets[laid.target], state.options.values)
        if card is None:
            return []
        state.pit.append(card)
        return [ev.AssetLost(laid.target, state.card(card))]

    def harm(self, state: TapechoState, target: int, asset: int | None) -> float:
        return float(max((state.options.values[card] for card in state.assets[target]), default=0))


def best_of(table: list[int], values: Sequence[int]) -> int | None:
    """Take the asset of highest value off a table; of equals the one laid last."""
    if not table:
        return None
    return table.pop(max(range(len(table)), key=lambda place: (values[table[place]], place)))


class TheEx(AttackRecord):
    """The target draws two cards, or as many as there are."""

    draws = 2

    usual_harm = 7.0

    def update_prospect(self, prospect: Prospect, state: TapechoState, laid: Laid) -> None:
        prospect.drawable -= min(self.draws, prospect.drawable)

    def strike(self, state: TapechoState, laid: Laid, chance: Chance) -> list[Event]:
        cards, events = draw(state, self.draws, chance)
        take(state, laid.target, cards)
        return [*events, ev.ExTurnedUp(laid.target, len(cards), Secret((laid.target,), state.faces(cards)))]


class Hangover(AttackRecord):
    """The target can lay no asset on their next turn."""

    usual_harm = 3.0

    def update_prospect(self, prospect: Prospect, state: TapechoState, laid: Laid) -> None:
        prospect.hungover[laid.target] = True

    def strike(self, state: TapechoState, laid: Laid, chance: Chance) -> list[Event]:
        state.hungover[laid.target] = True
        return [ev.Hungover(laid.target)]


class Poached(AttackRecord):
    """The asset that was named moves to the attacker's table, if it is still there."""

    names_asset = True

    def update_prospect(self, prospect: Prospect, state: TapechoState, laid: Laid) -> None:
        poach(prospect.assets, laid, state.seat)

    def strike(self, state: TapechoState, laid: Laid, chance: Chance) -> list[Event]:
        card = poach(state.assets, laid, state.seat)
        return [] if card is None else [ev.AssetPoached(state.seat, state.card(card), laid.target)]

    def harm(self, state: TapechoState, target: int, asset: int | None) -> float:
        """The attacker gains what the target loses."""
        return 0.0 if asset is None else 1.5 * state.options.values[asset]


def poach(assets: list[list[int]], laid: Laid, attacker: int) -> int | None:
    """Move the named asset from table to table."""
    if laid.asset is None or laid.asset not in assets[laid.target]:
        return None
    assets[laid.target].remove(laid.asset)
    assets[attacker].append(laid.asset)
    return laid.asset


class BigReveal(AttackRecord):
    """The target's hand is open to all until the end of their next turn."""

    def strike(self, state: TapechoState, laid: Laid, chance: Chance) -> list[Event]:
        hand = list(state.hands[laid.target])
        state.opened[laid.target] = True
        state.shown.append(Shown(laid.target, hand))
        return [ev.HandOpened(laid.target, state.faces(hand))]


class SwappedNumbers(AttackRecord):
    """A random card of each hand changes places; nothing happens if either hand is empty."""

    def strike(self, state: TapechoState, laid: Laid, chance: Chance) -> list[Event]:
        by, target = state.seat, laid.target
        ours, theirs = state.hands[by], state.hands[target]
        if not ours or not theirs:
            return []
        own_card, their_card = ours.pop(chance.below(len(ours))), theirs.pop(chance.below(len(theirs)))
        take(state, by, [their_card])
        take(state, target, [own_card])
        secrets = Secret((by, target), state.card(own_card)), Secret((by, target), state.card(their_card))
        return [ev.NumbersSwapped(by, target, *secrets)]


class FriendWithBenefits(AttackRecord):
    """The card stays, and at the count the target loses a point for each asset on their table."""

    stays = True

    usual_harm = 3.0

    def strike(self, state: TapechoState, laid: Laid, chance: Chance) -> list[Event]:
        return [ev.Befriended(laid.target)]

    def points(self, state: TapechoState, target: int) -> int:
        return -len(state.assets[target])

    def harm(self, state: TapechoState, target: int, asset: int | None) -> float:
        return self.usual_harm + len(state.assets[target])


ATTACKS: dict[AttackName, AttackRecord] = {
    "stood_up": StoodUp(),
    "rejected": Rejected(),
    "the_ex": TheEx(),
    "hangover": Hangover(),
    "poached": Poached(),
    "big_reveal": BigReveal(),
    "swapped_numbers": SwappedNumbers(),
    "friend_with_benefits": FriendWithBenefits(),
}


def attack_of(card: Card) -> AttackRecord:
    """The attack that is on this card."""
    return ATTACKS[cast(AttackName, card.attack)]
