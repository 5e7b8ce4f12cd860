"""A random legal action without listing the pairs, of which there can be thousands."""

from engines.chance import Chance
from engines.contract import Action
from engines.tapecho import turns
from engines.tapecho.actions import Lay, Pair
from engines.tapecho.outlook import held_up, outlook
from engines.tapecho.reactions import legal_reactions
from engines.tapecho.state import TapechoState
from engines.tapecho.steps import STEP


def sample(state: TapechoState, seat: int, chance: Chance) -> Action:
    """First what sort of thing to do, then one of that sort: all sorts are as likely."""
    ahead = outlook(state)
    reacting = list(legal_reactions(state, seat)) if state.phase == "window" else []
    if state.phase == "keep" or seat != ahead.seat or (state.phase == "window" and held_up(state, ahead)):
        return chance.choice(reacting or list(STEP[state.phase].legal(state, seat)))
    lays = list(turns.legal_lays(state, ahead))
    sorts: list[list[Action]] = [
        list(reacting),
        list(turns.legal_assets(state, ahead)),
        [turns.alone(state, lay) for lay in lays],
        [Pair(two) for two in random_pair(state, lays, chance)],
        list(turns.legal_exchanges(state, ahead)),
    ]
    possible = [sort for sort in sorts if sort] or [list(STEP[state.phase].legal(state, seat))]
    return chance.choice(chance.choice(possible))


def random_pair(state: TapechoState, lays: list[Lay], chance: Chance) -> list[tuple[Lay, Lay]]:
    """One pair that can be laid, if any goes with a card drawn at random."""
    if len(lays) < 2:
        return []
    one = chance.choice(lays)
    others = [other for other in lays if turns.fits(state, one, other)]
    return [(one, chance.choice(others))] if others else []
