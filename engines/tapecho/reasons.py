"""Why an action is refused: the slugs are stable, the sentences are for people."""

from engines import steps
from engines.contract import refusing

REASONS = {
    **steps.REASONS,
    "not_next": "Only the next player begins a turn; this seat may only react.",
    "window_first": "Nobody begins a turn before the window closes: a hand is empty, or no card is left to draw.",
    "too_late": "Too late: the window on that card has closed, or another reaction was quicker.",
    "already_passed": "This seat has passed on the window already.",
    "nothing_to_pass_on": "There is nothing in the window this seat could react to.",
    "must_act": "A turn is used as long as something is possible.",
    "not_in_hand": "This card is not in your hand.",
    "not_drawn": "This is not one of the two cards drawn.",
    "wrong_kind": "A card of this kind cannot be played so.",
    "wrong_role": "The card is for the other role.",
    "no_such_seat": "There is no such seat at this table.",
    "not_yourself": "This goes before another player.",
    "yourself_unnamed": "An asset for yourself names no target.",
    "not_a_team_mate": "An asset goes before yourself or, in the team modes, before a team-mate.",
    "team_mate": "Team-mates are not attacked.",
    "hungover": "With a hangover no asset is laid.",
    "already_attacked": "This player has received an attack within the round.",
    "asset_to_name": "This attack names one of the target's assets that is mixed or of your role.",
    "asset_not_there": "The asset named is not among those this attack can be after.",
    "nothing_to_name": "This card is not after an asset, and names none.",
    "one_card_twice": "A pair is two different cards.",
    "one_target_twice": "Two attacks need two targets.",
    "nothing_to_draw": "There is no card left to draw.",
    "own_card": "The player who laid the card cannot call it out of context.",
    "in_context": "Only a spot that is not of the context's colour can be called out of context.",
    "not_yours_to_defend": "An attack is defended against by its target, an out-of-context card by who laid the card.",
}
illegal = refusing(REASONS)
