"""What a viewer of Zoky may not know, from the rules: the face-down Lieutenants of others, those left over, the order
of the deck, and what another's lookout saw of it.
"""

from msgspec.structs import replace

from engines.chance import Chance
from engines.zoky.actions import Lieutenant
from engines.zoky.content import RANK
from tests.secrecy.pairs import Change, Path


def change(path: Path, viewer: int | None, dice: Chance) -> Change:
    """Deal again the Lieutenants that others keep all along the path, and the Quartiers that nobody sees on it."""
    other = path.change()
    change_lieutenants(path, viewer, dice, other)
    change_deck(path, viewer, dice, other)
    return other


def change_lieutenants(path: Path, viewer: int | None, dice: Chance, other: Change) -> None:
    state = other.state
    kept = [[slug for slug in hand if slug in after] for hand, after in zip(state.hands, path.end.hands, strict=True)]
    others = [seat for seat in range(state.seats) if seat != viewer]
    dealt = dice.shuffled([*(slug for seat in others for slug in kept[seat]), *state.unseen])
    before, unseen = [list(hand) for hand in state.hands], list(state.unseen)
    for seat in others:
        used = [slug for slug in state.hands[seat] if slug not in kept[seat]]
        hand = [*used, *(dealt.pop() for _ in kept[seat])]
        state.hands[seat] = sorted(hand, key=RANK.__getitem__)
    state.unseen = dealt
    if state.hands != before:
        other.kinds.add("lieutenants of others")
    if state.unseen != unseen:
        other.kinds.add("lieutenants left over")


def change_deck(path: Path, viewer: int | None, dice: Chance, other: Change) -> None:
    """The first cards of the deck come to the table; a lookout has seen those of one Day more."""
    state, end = other.state, path.end
    if any(isinstance(action, Lieutenant) and action.lieutenant == "shark" for _, action in path.actions):
        return
    seen = len(state.deck) - len(end.deck)
    looked = [one.lookout for one in path.states if one.lookout is not None and one.lookout.seat == viewer]
    if any(lookout.day > state.day for lookout in looked):
        seen = max(seen, (max(lookout.day for lookout in looked) - state.day) * len(state.arrondissements))
    before = state.deck[seen:]
    dealt = dict(zip(before, dice.shuffled(before), strict=True))
    state.deck[seen:] = [dealt[quartier] for quartier in before]
    if state.deck[seen:] != before:
        other.kinds.add("deck")
    if state.lookout is not None and state.lookout.seat != viewer:
        snapshot = [dealt.get(quartier, quartier) for quartier in state.lookout.quartiers]
        if snapshot != state.lookout.quartiers:
            other.kinds.add("what another's lookout saw")
        state.lookout = replace(state.lookout, quartiers=snapshot)
